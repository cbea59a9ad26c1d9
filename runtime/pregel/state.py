"""The channels of one namespace at one moment, with versions and what each node has seen."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from runtime.channels.base import BaseChannel
from runtime.channels.last_value import LastValue
from runtime.constants import MISSING
from runtime.isolation import is_container, isolate


class ThreadState:
    """S(k): what the tasks of a superstep see, and what the barrier turns into S(k+1).

    ``values`` mirrors the channels that have a value; ``changed`` and ``changed_seen`` collect
    what differs from the checkpoint saved last. ``unknown`` holds stored values of channels that
    the graph lacks. ``refused`` names the channel whose rule did not take its writes.
    ``next_version`` is a saver's own rule for the version after the newest.
    """

    __slots__ = (
        "changed",
        "changed_seen",
        "channels",
        "containers",
        "emptying",
        "newest",
        "next_version",
        "refused",
        "seen",
        "unknown",
        "updated",
        "values",
        "versions",
    )

    def __init__(
        self,
        channels: dict[str, BaseChannel[Any, Any, Any]],
        versions: dict[str, int],
        seen: dict[str, dict[str, int]],
        updated: Iterable[str] | None,
        unknown: dict[str, Any] | None = None,
    ) -> None:
        self.channels = channels
        self.versions = versions
        self.seen = seen
        self.newest = max(versions.values(), default=0)
        self.next_version: Callable[[int], int] | None = None
        self.updated: frozenset[str] | set[str] | None = None if updated is None else set(updated)
        self.values: dict[str, Any] = {}
        self.containers: set[str] = set()
        self.emptying: set[str] = set()
        self.unknown: dict[str, Any] = unknown or {}
        self.refused: str | None = None
        self.changed: set[str] = set()
        self.changed_seen: dict[str, dict[str, int]] = {}
        for name in channels:
            self.refresh(name)

    def refresh(self, name: str) -> None:
        """Take over channel ``name`` after it may have changed."""
        channel = self.channels[name]
        if channel.is_available():
            value = channel.get()
            self.values[name] = value
            if is_container(value):
                self.containers.add(name)
            else:
                self.containers.discard(name)
            if channel.idle_update != "never":
                self.emptying.add(name)
        else:
            self.values.pop(name, None)
            self.containers.discard(name)
            if channel.idle_update == "always":
                self.emptying.add(name)
            else:
                self.emptying.discard(name)

    def read(self, names: Iterable[str]) -> dict[str, Any]:
        """Values of ``names`` that are there, containers copied."""
        values = self.values
        containers = self.containers
        return {
            name: isolate(values[name]) if name in containers else values[name]
            for name in names
            if name in values
        }

    def read_one(self, name: str) -> Any:
        """The value of one channel, containers copied; ``MISSING`` when it is empty."""
        return isolate(self.values.get(name, MISSING))

    def read_after(self, names: Iterable[str], writes: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        """As ``read``, with one task's ``writes`` folded in; the state itself stays as it is."""
        folded = self._folded(writes)
        if not folded:
            return self.read(names)
        result = {}
        for name in names:
            value = folded[name] if name in folded else self.values.get(name, MISSING)
            if value is not MISSING:
                result[name] = isolate(value)
        return result

    def _folded(self, writes: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        """What ``writes`` would make of the channels they go to; ``MISSING`` for empty ones."""
        channels = self.channels
        grouped: dict[str, list[Any]] = {}
        for name, value in writes:
            if name in grouped:
                grouped[name].append(value)
            elif name in channels:
                grouped[name] = [value]
        values: dict[str, Any] = {}
        for name, operands in grouped.items():
            channel = channels[name]
            if type(channel) is LastValue and len(operands) == 1:
                values[name] = operands[0]
            else:
                channel = channel.copy()
                channel.update(operands)
                values[name] = channel.get() if channel.is_available() else MISSING
        return values

    def copy(self) -> "ThreadState":
        """An independent state with the same values."""
        return ThreadState(
            {name: channel.copy() for name, channel in self.channels.items()},
            dict(self.versions),
            {node: dict(versions) for node, versions in self.seen.items()},
            self.updated,
            dict(self.unknown),
        )


def as_version(version: Any) -> int:
    """A stored version as an integer: other savers write padded strings ``"00…2.0.345"``."""
    if isinstance(version, str):
        return int(version.split(".", 1)[0] or 0)
    return int(version)


def restore(
    specs: Mapping[str, BaseChannel[Any, Any, Any]], checkpoint: Mapping[str, Any] | None
) -> ThreadState:
    """The state that ``checkpoint`` holds; the empty state without one."""
    if checkpoint is None:
        return ThreadState(
            {name: spec.from_checkpoint(MISSING) for name, spec in specs.items()}, {}, {}, None
        )
    values = checkpoint["channel_values"]
    return ThreadState(
        {name: spec.from_checkpoint(values.get(name, MISSING)) for name, spec in specs.items()},
        {name: as_version(version) for name, version in checkpoint["channel_versions"].items()},
        {
            node: {name: as_version(version) for name, version in versions.items()}
            for node, versions in checkpoint["versions_seen"].items()
        },
        checkpoint.get("updated_channels"),
        {name: value for name, value in values.items() if name not in specs},
    )
