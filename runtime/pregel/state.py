"""The channels of one namespace at one moment, with versions and what each node has seen."""

import threading
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import chain
from operator import is_not, methodcaller
from typing import Any, NamedTuple, cast

from runtime.channels.any_value import AnyValue
from runtime.channels.base import BaseChannel
from runtime.channels.binop import BinaryOperatorAggregate
from runtime.channels.ephemeral_value import EphemeralValue
from runtime.channels.last_value import LastValue
from runtime.constants import MISSING
from runtime.isolation import CONTAINERS, is_container, isolate
from runtime.pregel.known_list import LONG, KnownList

_MANY = 16
"""Channels from which on what was read is kept, and only what changed is looked at again."""

_FEW = 64
"""Items that are looked at one by one."""


class View:
    """What was read last of many channels: reading again costs a flat copy and what changed.

    Tasks read in several threads at a time.
    """

    __slots__ = ("_lock", "_names", "_order", "_read", "stale")

    def __init__(self, names: Sequence[str]) -> None:
        self._lock = threading.Lock()
        self._order = names
        self._names = frozenset(names)
        self._read: dict[str, Any] | None = None
        self.stale: set[str] = set()
        """Channels that may have changed since."""

    def read(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The present values, in the order of the names."""
        with self._lock:
            return self._newest(values).copy()

    def _newest(self, values: Mapping[str, Any]) -> dict[str, Any]:
        read = self._read
        if read is not None:
            for name in self.stale:
                if name in read:
                    if name not in values:
                        read = None
                        break
                    read[name] = values[name]
                elif name in values and name in self._names:
                    read = None
                    break
        if read is None:
            read = self._read = {name: values[name] for name in self._order if name in values}
        self.stale.clear()
        return read


class Layout:
    """What the states of one graph have in common, worked out once from its channels.

    ``held`` names the channels whose stored value is what they show. ``values`` is what a state
    without a checkpoint shows, but for the channels of ``unshared``: those make their first value
    anew for each state. A value of ``steady`` is nobody's but the state's, and never changes.
    """

    __slots__ = (
        "consuming",
        "containers",
        "emptying",
        "held",
        "idle",
        "specs",
        "steady",
        "unshared",
        "values",
    )

    def __init__(self, specs: Mapping[str, BaseChannel[Any, Any, Any]]) -> None:
        self.specs = specs
        self.held = frozenset(name for name, spec in specs.items() if type(spec) in _HELD)
        self.steady = frozenset(name for name in self.held if specs[name].is_quiet())
        self.consuming = frozenset(name for name, spec in specs.items() if spec.consumes)
        self.idle = frozenset(name for name, spec in specs.items() if spec.idle_update != "never")
        self.values: dict[str, Any] = {}
        self.containers: set[str] = set()
        self.emptying: set[str] = set()
        self.unshared: list[str] = []
        for name, spec in specs.items():
            channel = spec.from_checkpoint(MISSING)
            if not channel.is_available():
                if spec.idle_update == "always":
                    self.emptying.add(name)
                continue
            value = channel.get()
            if is_container(value):
                self.containers.add(name)
            elif type(value) not in _SCALARS:
                self.unshared.append(name)
                continue
            self.values[name] = value
            if spec.idle_update != "never":
                self.emptying.add(name)


_HELD = frozenset({LastValue, EphemeralValue, AnyValue, BinaryOperatorAggregate})
_SCALARS = frozenset({bool, int, float, str, bytes, type(None)})


class Channels(dict[str, BaseChannel[Any, Any, Any]]):
    """The channels of a state, each made when it is first asked for: most are only read."""

    __slots__ = ("_specs", "_stored")

    def __init__(
        self, specs: Mapping[str, BaseChannel[Any, Any, Any]], stored: Mapping[str, Any]
    ) -> None:
        super().__init__()
        self._specs = specs
        self._stored = stored

    def __missing__(self, name: str) -> BaseChannel[Any, Any, Any]:
        spec = self._specs[name]
        channel = self[name] = spec.from_checkpoint(self._stored.get(name, MISSING))
        return channel

    def copy(self) -> "Channels":
        """Independent channels with the same values."""
        copied = Channels(self._specs, self._stored)
        for name, channel in self.items():
            copied[name] = channel.copy()
        return copied


class ThreadState:
    """S(k): what the tasks of a superstep see, and what the barrier turns into S(k+1).

    ``specs`` are the graph's channels, ``channels`` the state's own. ``values`` mirrors the
    channels that have a value; ``changed`` and ``changed_seen`` collect what differs from the
    checkpoint saved last. ``unknown`` holds stored values of channels that the graph lacks.
    ``refused`` names the channel whose rule did not take its writes.
    ``next_version`` is a saver's own rule for the version after the newest.
    """

    __slots__ = (
        "changed",
        "changed_seen",
        "channels",
        "containers",
        "emptying",
        "layout",
        "lists",
        "newest",
        "next_version",
        "refused",
        "seen",
        "shown",
        "specs",
        "unknown",
        "updated",
        "values",
        "versions",
        "views",
    )

    def __init__(
        self,
        layout: Layout,
        stored: Mapping[str, Any],
        versions: dict[str, int],
        seen: dict[str, dict[str, int]],
        updated: Iterable[str] | None,
    ) -> None:
        self.layout = layout
        self.specs = specs = layout.specs
        self.channels = Channels(specs, stored)
        self.versions = versions
        self.seen = seen
        self.newest = max(versions.values(), default=0)
        self.next_version: Callable[[int], int] | None = None
        self.updated: frozenset[str] | set[str] | None = None if updated is None else set(updated)
        self.values = values = layout.values.copy()
        self.containers = containers = layout.containers.copy()
        self.emptying = layout.emptying.copy()
        self.unknown: dict[str, Any] = {}
        self.refused: str | None = None
        self.changed: set[str] = set()
        self.changed_seen: dict[str, dict[str, int]] = {}
        self.views: dict[int, View] = {}
        self.lists: dict[str, KnownList] = {}
        self.shown: dict[str, Shown] = {}
        for name, value in stored.items():
            if name in layout.held:
                values[name] = value
                if is_container(value):
                    containers.add(name)
                elif containers:
                    containers.discard(name)
                if name in layout.idle:
                    self.emptying.add(name)
            elif name in specs:
                self.refresh(name)
            else:
                self.unknown[name] = value
        for name in layout.unshared:
            if name not in values:
                self.refresh(name)

    def fold(self, name: str, writes: Sequence[Any]) -> bool:
        """Have channel ``name`` fold the writes of a superstep; whether it changed.

        Where a router was shown what the very same writes make of a long list, that is taken over.
        """
        channel = self.channels[name]
        shown = self.shown.pop(name, None) if self.shown else None
        if (
            shown is not None
            and shown.before is channel.value  # type: ignore[attr-defined]
            and len(shown.writes) == len(writes)
            and not any(map(is_not, shown.writes, writes))
        ):
            self.channels[name] = shown.after
            return True
        return channel.update(writes)

    def change(self, name: str, version: int) -> bool:
        """Take over channel ``name``, which changed, as of ``version``; whether it has a value."""
        self.versions[name] = self.newest = version
        self.changed.add(name)
        return self.refresh(name)

    def refresh(self, name: str) -> bool:
        """Take over channel ``name`` after it may have changed; whether it has a value."""
        if self.views:
            for view in self.views.values():
                view.stale.add(name)
        channel = self.channels[name]
        layout = self.layout
        if name in layout.held:
            value = channel.value  # type: ignore[attr-defined]
        else:
            value = channel.get() if channel.is_available() else MISSING
        if self.lists:
            known = self.lists.pop(name, None)
            if known is not None and _grown_from(channel) is known.value:
                self.lists[name] = known.grown(value)
        if value is not MISSING:
            self.values[name] = value
            if type(value) in CONTAINERS:
                self.containers.add(name)
            elif self.containers:
                self.containers.discard(name)
            if name in layout.idle:
                self.emptying.add(name)
            return True
        self.values.pop(name, None)
        self.containers.discard(name)
        if channel.idle_update == "always":
            self.emptying.add(name)
        else:
            self.emptying.discard(name)
        return False

    def read(self, names: Sequence[str]) -> dict[str, Any]:
        """Values of ``names`` that are there, containers copied."""
        if len(names) >= _MANY:
            return self._isolated(self._viewed(names), ())
        values, containers = self.values, self.containers
        return {
            name: self._copied(name) if name in containers else values[name]
            for name in names
            if name in values
        }

    def read_one(self, name: str) -> Any:
        """The value of one channel, containers copied; ``MISSING`` when it is empty."""
        return self._copied(name) if name in self.containers else self.values.get(name, MISSING)

    def look(self, names: Sequence[str]) -> dict[str, Any]:
        """As ``read``, for one who changes nothing: the values themselves."""
        values = self.values
        return {name: values[name] for name in names if name in values}

    def _copied(self, name: str) -> Any:
        """The value of a channel that is a container, copied."""
        value = self.values[name]
        if type(value) is not list or len(value) < LONG or name not in self.layout.steady:
            return isolate(value)
        return self._known(name, value).copy()

    def _known(self, name: str, value: list[Any]) -> KnownList:
        known = self.lists.get(name)
        if known is None or known.value is not value:
            known = self.lists[name] = KnownList(value)
        return known

    def _copied_after(self, name: str, value: Any, channel: BaseChannel[Any, Any, Any]) -> Any:
        """``value``, to which ``channel`` came from its present value, copied."""
        before = _grown_from(channel)
        if before is None or len(before) < LONG or name not in self.layout.steady:
            return isolate(value)
        return self._known(name, before).copy_of(value)

    def read_after(self, names: Sequence[str], writes: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        """As ``read``, with one task's ``writes`` folded in; the state itself stays as it is."""
        folded = self._folded(writes)
        if len(names) >= _MANY:
            viewed = self._viewed(names)
            # A channel that gets its first value takes its place among the others.
            if all(name in viewed or name not in names for name in folded):
                for name in folded.keys() & viewed.keys():
                    if folded[name] is MISSING:
                        del viewed[name]
                    else:
                        viewed[name] = folded[name]
                return self._isolated(viewed, folded)
        values, containers = self.values, self.containers
        result = {}
        for name in names:
            if name in folded:
                if folded[name] is not MISSING:
                    result[name] = folded[name]
            elif name in values:
                result[name] = self._copied(name) if name in containers else values[name]
        return result

    def _viewed(self, names: Sequence[str]) -> dict[str, Any]:
        """Values of ``names`` that are there, in a new dictionary but not copied themselves."""
        view = self.views.get(id(names))
        if view is None:
            view = self.views[id(names)] = View(names)
        return view.read(self.values)

    def _isolated(self, read: dict[str, Any], but: Container[str]) -> dict[str, Any]:
        for name in self.containers:
            if name in read and name not in but:
                read[name] = self._copied(name)
        return read

    def _folded(self, writes: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        """Copies of what ``writes`` would make of the channels; ``MISSING`` for empty ones."""
        specs = self.specs
        values: dict[str, Any] = {}
        for name, value in writes:
            if name in specs:
                if name in values or type(specs[name]) is not LastValue:
                    break
                values[name] = isolate(value)
        else:
            return values
        grouped: dict[str, list[Any]] = {}
        for name, value in writes:
            if name in grouped:
                grouped[name].append(value)
            elif name in specs:
                grouped[name] = [value]
        values = {}
        for name, operands in grouped.items():
            if type(specs[name]) is LastValue and len(operands) == 1:
                values[name] = isolate(operands[0])
            else:
                channel = self.channels[name].copy()
                channel.update(operands)
                values[name] = MISSING
                if channel.is_available():
                    values[name] = self._copied_after(name, channel.get(), channel)
                    shown = shown_growth(channel, operands)
                    if shown is not None:
                        self.shown[name] = shown
        return values

    def copy(self) -> "ThreadState":
        """An independent state with the same values."""
        copied = ThreadState(
            self.layout,
            {},
            self.versions.copy(),
            {node: versions.copy() for node, versions in self.seen.items()},
            self.updated,
        )
        copied.channels = self.channels.copy()
        copied.values = self.values.copy()
        copied.containers = self.containers.copy()
        copied.emptying = self.emptying.copy()
        copied.unknown = self.unknown.copy()
        copied.next_version = self.next_version
        return copied


class Shown(NamedTuple):
    """What writes make of a list, as a router was shown it."""

    before: list[Any]
    writes: Sequence[Any]
    after: BinaryOperatorAggregate[Any]


def shown_growth(channel: BaseChannel[Any, Any, Any], writes: Sequence[Any]) -> Shown | None:
    """What ``writes`` made of ``channel``, where the barrier may take it over.

    That is so where the reducer only puts what was written behind a long list: what it makes anew
    a router could change, and the barrier makes it once more.
    """
    before = _grown_from(channel)
    if before is None or len(before) < LONG:
        return None
    after = cast("BinaryOperatorAggregate[Any]", channel)
    written = chain.from_iterable(each if type(each) is list else (each,) for each in writes)
    appended = after.value[len(before) :]
    if len(appended) > _FEW or [*map(id, appended)] != [*map(id, written)]:
        return None
    return Shown(before, writes, after)


def _grown_from(channel: BaseChannel[Any, Any, Any]) -> list[Any] | None:
    """The list that the channel's value was before it grew."""
    return channel.grown_from if type(channel) is BinaryOperatorAggregate else None


def as_version(version: Any) -> int:
    """A stored version as an integer: other savers write padded strings ``"00…2.0.345"``."""
    if isinstance(version, str):
        return int(version.split(".", 1)[0] or 0)
    return int(version)


def _as_versions(stored: Mapping[str, Any]) -> dict[str, int]:
    return {name: as_version(version) for name, version in stored.items()}


_INTEGERS = frozenset({int})
_VALUES = methodcaller("values")


def restore(layout: Layout, checkpoint: Mapping[str, Any] | None) -> ThreadState:
    """The state that ``checkpoint`` holds; the empty state without one."""
    if checkpoint is None:
        return ThreadState(layout, {}, {}, {}, None)
    versions, seen = checkpoint["channel_versions"], checkpoint["versions_seen"]
    plain = _INTEGERS.issuperset(map(type, chain(versions.values(), *map(_VALUES, seen.values()))))
    as_versions: Callable[[Mapping[str, Any]], dict[str, int]] = dict if plain else _as_versions
    return ThreadState(
        layout,
        dict(checkpoint["channel_values"]),
        as_versions(versions),
        {node: as_versions(seen_by) for node, seen_by in seen.items()},
        checkpoint.get("updated_channels"),
    )
