"""Reads the values of two moments that may differ, and compares them once all are there."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from runtime.debug.values import ValueHandle
from runtime.debug.views import ChannelView, CheckpointView, Failed, JsonValue
from studio.comparison.changes import MISSING, Change, changes
from studio.inspector.requests import FetchJson

LIMIT = 400_000
"""Characters of a value that is still compared."""


@dataclass(frozen=True, slots=True)
class ChannelDifference:
    """One channel that differs, with both values whole, or why they cannot be compared."""

    channel: str
    versions: tuple[int, int]
    before: Any
    after: Any
    changes: tuple[Change, ...]
    problem: str = ""


class Collector:
    """Compares ``before`` with ``after``; ``on_done`` gets the differences in channel order.

    A comparison that was given up by ``cancel`` tells nothing.
    """

    def __init__(
        self,
        before: CheckpointView,
        after: CheckpointView,
        hidden: Collection[str],
        fetch: FetchJson,
        on_done: Callable[[list[ChannelDifference]], None],
    ) -> None:
        self._before = {channel.name: channel for channel in before.channels}
        self._after = {channel.name: channel for channel in after.channels}
        self._views = before, after
        self._on_done = on_done
        self._values: dict[tuple[int, str], Any] = {}
        self._problems: dict[str, str] = {}
        self._cancelled = False
        names = dict.fromkeys([*self._after, *self._before])
        self._names = [name for name in names if name not in hidden and self._may_differ(name)]
        self._waiting = 2 * len(self._names)
        if not self._names:
            on_done([])
        for name in self._names:
            for side, channels in enumerate((self._before, self._after)):
                self._read(side, name, channels.get(name), fetch)

    def cancel(self) -> None:
        self._cancelled = True

    def _may_differ(self, name: str) -> bool:
        """Whether values must be read; a parent's unchanged channel is known to be the same."""
        old, new = self._before.get(name), self._after.get(name)
        if old is None or new is None:
            return True
        before, after = self._views
        if after.row.parent_checkpoint_id == before.row.checkpoint_id:
            return new.changed or old.version != new.version
        whole = old.value is None or old.value.handle is None
        return not whole or old.value != new.value or old.version != new.version

    def _read(self, side: int, name: str, channel: ChannelView | None, fetch: FetchJson) -> None:
        if channel is None or channel.value is None:
            self._take(side, name, MISSING)
            return
        row = self._views[side].row
        handle = channel.value.handle or ValueHandle(
            row.thread_id, row.checkpoint_ns, row.checkpoint_id, ("channel", name)
        )

        def on_value(reply: JsonValue | Failed) -> None:
            if isinstance(reply, Failed):
                self._problems[name] = reply.error.message
                self._take(side, name, MISSING)
            else:
                self._take(side, name, reply.value)

        fetch(handle, LIMIT, on_value)

    def _take(self, side: int, name: str, value: Any) -> None:
        self._values[side, name] = value
        self._waiting -= 1
        if self._waiting == 0 and not self._cancelled:
            found = [self._difference(each) for each in self._names]
            self._on_done([each for each in found if each.changes or each.problem])

    def _difference(self, name: str) -> ChannelDifference:
        before, after = self._values[0, name], self._values[1, name]
        problem = self._problems.get(name, "")
        old, new = self._before.get(name), self._after.get(name)
        versions = (old.version if old else 0, new.version if new else 0)
        found = () if problem else tuple(changes(before, after))
        return ChannelDifference(name, versions, before, after, found, problem)
