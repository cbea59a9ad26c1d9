"""The channels of two checkpoints, compared in slices of time."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from runtime.checkpoint.base import StoredCheckpoint
from runtime.debug.comparing.differences import MISSING, Difference, Place, differences
from runtime.debug.comparing.views import (
    ChangeView,
    ChannelDifference,
    CheckpointAddress,
    CheckpointsCompared,
)
from runtime.debug.opened import is_internal
from runtime.debug.preview import LINE_LENGTH, line_of, preview
from runtime.debug.stored import int_versions
from runtime.debug.values import ValueHandle, ValuePreview

SLICE_SECONDS = 0.15
MOST_CHANGES = 500
"""Changes of one channel that are told; further ones are counted."""
BEFORE_DIFFERENCE = 6
"""Characters before the place where two texts differ that are shown in a line."""
LONG_START = 24
"""Of texts that begin alike for so long, the beginning is not shown."""
_AT_ONCE = 64
"""Parts that are looked at between two looks at the clock."""

Load = Callable[[ValueHandle], Any]
"""Gives the value of a handle; ``LookupError`` where there is none."""


@dataclass(slots=True)
class _Channel:
    """A channel that is being compared."""

    name: str
    before: ValuePreview | None
    after: ValuePreview | None
    walk: Iterator[Difference | None]
    changes: list[ChangeView] = field(default_factory=list)
    total: int = 0
    parts: int = 0


class CheckpointComparison:
    """One comparison, which ``part`` takes further."""

    def __init__(
        self,
        before: StoredCheckpoint,
        after: StoredCheckpoint,
        load: Load,
        order: Iterable[str],
    ) -> None:
        self._before = before
        self._after = after
        self._load = load
        self._versions = int_versions(before.versions), int_versions(after.versions)
        self._names = compared_channels(before, after, order)
        self._at = 0
        self._current: _Channel | None = None

    def part(self, start: int) -> CheckpointsCompared:
        """What is found within a slice of time from the channel at ``start`` on."""
        if start != self._at:
            self._at, self._current = start, None
        until = monotonic() + SLICE_SECONDS
        found: list[ChannelDifference] = []
        while self._at < len(self._names):
            name = self._names[self._at]
            try:
                difference = self._compare(name, until)
            except (LookupError, ValueError) as error:
                difference = self._told(name, problem=str(error))
            if difference is None:
                break
            if difference.total or difference.problem:
                found.append(difference)
            self._at, self._current = self._at + 1, None
            if monotonic() > until:
                break
        return CheckpointsCompared(
            tuple(found),
            self._at,
            len(self._names),
            more=self._at < len(self._names),
            parts=0 if self._current is None else self._current.parts,
        )

    def _compare(self, name: str, until: float) -> ChannelDifference | None:
        """The channel's difference; ``None`` where the time is over before that is known."""
        if self._current is None:
            self._current = self._begin(name)
        channel = self._current
        for number, found in enumerate(channel.walk, 1):
            if found is None:
                channel.parts += 1
            else:
                channel.total += 1
                if len(channel.changes) < MOST_CHANGES:
                    channel.changes.append(self._view(name, found))
            if not number % _AT_ONCE and monotonic() > until:
                return None
        return self._told(name, channel)

    def _begin(self, name: str) -> _Channel:
        old, new = self._value(self._before, name), self._value(self._after, name)
        return _Channel(
            name,
            None if old is MISSING else preview(old, handle_at(self._before, name)),
            None if new is MISSING else preview(new, handle_at(self._after, name)),
            differences(old, new),
        )

    def _value(self, stored: StoredCheckpoint, name: str) -> Any:
        return self._load(handle_at(stored, name)) if name in stored.available else MISSING

    def _told(
        self, name: str, channel: _Channel | None = None, problem: str = ""
    ) -> ChannelDifference:
        old, new = (versions.get(name, 0) for versions in self._versions)
        if channel is None:
            return ChannelDifference(name, old, new, None, None, problem=problem)
        return ChannelDifference(
            name, old, new, channel.before, channel.after, tuple(channel.changes), channel.total
        )

    def _view(self, name: str, found: Difference) -> ChangeView:
        before = self._shown(self._before, name, found.old, found.before)
        after = self._shown(self._after, name, found.new, found.after)
        if isinstance(found.before, str) and isinstance(found.after, str) and before and after:
            start = _common_start(found.before, found.after)
            before = replace(before, text=_from(found.before, start))
            after = replace(after, text=_from(found.after, start))
        path = found.old if found.after is MISSING else found.new
        return ChangeView(found.kind, path.keys, before, after, found.old.keys, found.label)

    def _shown(
        self, stored: StoredCheckpoint, name: str, place: Place, value: Any
    ) -> ValuePreview | None:
        if value is MISSING:
            return None
        return preview(value, handle_at(stored, name, place.steps))


def _common_start(before: str, after: str) -> int:
    """How many characters two texts begin with together."""
    low, high = 0, min(len(before), len(after))
    while low < high:
        middle = (low + high + 1) // 2
        if before[:middle] == after[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _from(text: str, start: int) -> str:
    """A line of a text from shortly before the place where it differs."""
    begin = max(0, start - BEFORE_DIFFERENCE) if start > LONG_START else 0
    line = line_of(text[begin : begin + LINE_LENGTH])
    return f"…{line}" if begin else line


def compared_channels(
    before: StoredCheckpoint, after: StoredCheckpoint, order: Iterable[str]
) -> list[str]:
    """Channels whose values may differ, in this order where they are in it.

    A child's channel of the same version holds what its parent's does.
    """
    follows = after.parent_checkpoint_id == before.checkpoint_id and (
        (after.thread_id, after.checkpoint_ns) == (before.thread_id, before.checkpoint_ns)
    )
    names = dict.fromkeys([*order, *after.versions, *before.versions])
    names |= dict.fromkeys(sorted(after.available | before.available))
    return [
        name
        for name in names
        if not is_internal(name)
        and (name in before.available or name in after.available)
        and not (
            follows
            and name in before.available
            and name in after.available
            and name in after.versions
            and after.versions[name] == before.versions.get(name)
        )
    ]


def handle_at(stored: StoredCheckpoint, channel: str, path: tuple[str, ...] = ()) -> ValueHandle:
    """Where a part of a channel's value is read."""
    return ValueHandle(
        stored.thread_id, stored.checkpoint_ns, stored.checkpoint_id, ("channel", channel), path
    )


def address_of(stored: StoredCheckpoint) -> CheckpointAddress:
    """The address of a stored checkpoint."""
    return CheckpointAddress(stored.thread_id, stored.checkpoint_id, stored.checkpoint_ns)
