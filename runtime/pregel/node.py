"""A node as the engine sees it: triggers, what it reads and runs, how its result is written."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Self

from runtime.constants import MISSING, TASKS
from runtime.errors import InvalidUpdateError
from runtime.isolation import isolate
from runtime.pregel.callable import NodeFunction
from runtime.types import CachePolicy, RetryPolicy, TimeoutPolicy

if TYPE_CHECKING:
    from runtime.pregel.task import Task

Writes = list[tuple[str, Any]]
Writer = Callable[[Any, "Task", Writes], None]
"""Appends to the writes what follows from a node's result."""


def pass_through(value: Any) -> Any:
    """The action of a node without one."""
    return value


class PregelNode:
    """One node of a compiled graph.

    ``channels`` is one name (the input is the bare value) or a list (the input is a dictionary);
    ``mapper`` turns what was read into the node's input; ``writers`` run in order on the result.
    """

    __slots__ = (
        "bound",
        "cache_policy",
        "channels",
        "hidden",
        "mapper",
        "metadata",
        "retry_policy",
        "subgraphs",
        "tags",
        "timeout",
        "triggers",
        "writers",
    )

    def __init__(
        self,
        *,
        channels: str | Sequence[str],
        triggers: Sequence[str],
        bound: NodeFunction,
        writers: Sequence[Writer] = (),
        mapper: Callable[[Any], Any] | None = None,
        tags: Sequence[str] = (),
        metadata: dict[str, Any] | None = None,
        retry_policy: Sequence[RetryPolicy] = (),
        cache_policy: CachePolicy | None = None,
        timeout: TimeoutPolicy | None = None,
        hidden: bool = False,
    ) -> None:
        self.channels = channels if isinstance(channels, str) else list(channels)
        self.triggers = list(triggers)
        self.bound = bound
        self.writers = list(writers)
        self.mapper = mapper
        self.tags = list(tags)
        self.metadata = metadata
        self.retry_policy = tuple(retry_policy)
        self.cache_policy = cache_policy
        self.timeout = timeout
        self.hidden = hidden
        self.subgraphs = bound.subgraphs


class ValueWriter:
    """Writes a node's result, or a part or constant, to one channel."""

    __slots__ = ("channel", "mapper", "skip_none")

    def __init__(self, channel: str, mapper: Callable[[Any], Any] | None, skip_none: bool) -> None:
        self.channel = channel
        self.mapper = mapper
        self.skip_none = skip_none

    def __call__(self, result: Any, task: "Task", writes: Writes) -> None:
        if self.channel == TASKS:
            raise InvalidUpdateError("Cannot write to the reserved channel TASKS")
        value = result if self.mapper is None else self.mapper(result)
        if value is MISSING or (value is None and self.skip_none):
            return
        writes.append((self.channel, isolate(value)))


class ChannelWriteEntry:
    """One target of ``write_to``: the result, or a constant, mapped by ``mapper``."""

    __slots__ = ("channel", "mapper", "skip_none", "value")

    def __init__(
        self,
        channel: str,
        value: Any = MISSING,
        skip_none: bool = False,
        mapper: Callable[[Any], Any] | None = None,
    ) -> None:
        self.channel = channel
        self.value = value
        self.skip_none = skip_none
        self.mapper = mapper

    def writer(self) -> Writer:
        """The writer that does it."""
        constant, mapper = self.value, self.mapper
        if constant is MISSING:
            return ValueWriter(self.channel, mapper, self.skip_none)

        def fixed(_result: Any) -> Any:
            return constant if mapper is None else mapper(constant)

        return ValueWriter(self.channel, fixed, self.skip_none)


class NodeBuilder:
    """Builds a node of a ``Pregel`` by hand."""

    def __init__(self) -> None:
        self._channels: str | list[str] = []
        self._triggers: list[str] = []
        self._tags: list[str] = []
        self._metadata: dict[str, Any] = {}
        self._writers: list[Writer] = []
        self._actions: list[NodeFunction] = []
        self._retry_policy: list[RetryPolicy] = []
        self._cache_policy: CachePolicy | None = None
        self._timeout: TimeoutPolicy | None = None

    def subscribe_only(self, channel: str) -> Self:
        """Be triggered by one channel and take its bare value as input."""
        if self._channels:
            raise ValueError(
                "Cannot subscribe to single channels when other channels are already subscribed to"
            )
        self._channels = channel
        self._triggers.append(channel)
        return self

    def subscribe_to(self, *channels: str, read: bool = True) -> Self:
        """Be triggered by any of ``channels``; the input is a dictionary of those that are read."""
        if isinstance(self._channels, str):
            raise ValueError("Cannot subscribe to channels when subscribed to a single channel")
        if read:
            self._channels.extend(name for name in channels if name not in self._channels)
        self._triggers.extend(name for name in channels if name not in self._triggers)
        return self

    def read_from(self, *channels: str) -> Self:
        """Read further channels without being triggered by them."""
        if isinstance(self._channels, str):
            raise ValueError("Cannot read additional channels when subscribed to single channels")
        self._channels.extend(name for name in channels if name not in self._channels)
        return self

    def do(self, node: Any) -> Self:
        """Run ``node``; several are chained."""
        self._actions.append(NodeFunction(node))
        return self

    def write_to(self, *channels: str | ChannelWriteEntry, **values: Any) -> Self:
        """Write the result to ``channels``, and constants or functions of the result to ``values``.

        ``TypeError`` for anything that is neither a name nor a ``ChannelWriteEntry``.
        """
        for channel in channels:
            entry = ChannelWriteEntry(channel) if isinstance(channel, str) else channel
            if not isinstance(entry, ChannelWriteEntry):
                raise TypeError(f"Expected a channel name or a ChannelWriteEntry, got {channel!r}")
            self._writers.append(entry.writer())
        for name, value in values.items():
            mapper, constant = (value, MISSING) if callable(value) else (None, value)
            self._writers.append(ChannelWriteEntry(name, constant, mapper=mapper).writer())
        return self

    def meta(self, *tags: str, **metadata: Any) -> Self:
        """Add tags and metadata."""
        self._tags.extend(tags)
        self._metadata.update(metadata)
        return self

    def add_retry_policies(self, *policies: RetryPolicy) -> Self:
        """Try failed tasks again."""
        self._retry_policy.extend(policies)
        return self

    def add_cache_policy(self, policy: CachePolicy) -> Self:
        """Take results from the cache."""
        self._cache_policy = policy
        return self

    def set_timeout(self, timeout: float | timedelta | TimeoutPolicy | None) -> Self:
        """Limit the time of one attempt."""
        self._timeout = TimeoutPolicy.coerce(timeout)
        return self

    def build(self) -> PregelNode:
        """The node."""
        return PregelNode(
            channels=self._channels,
            triggers=self._triggers,
            bound=chained(self._actions),
            writers=self._writers,
            tags=self._tags,
            metadata=self._metadata or None,
            retry_policy=self._retry_policy,
            cache_policy=self._cache_policy,
            timeout=self._timeout,
        )


class _Chain:
    """Several actions, each taking the result of the one before."""

    def __init__(self, actions: Sequence[NodeFunction]) -> None:
        self.actions = tuple(actions)

    def invoke(self, value: Any, config: dict[str, Any]) -> Any:
        from runtime.scope import current_scope

        for action in self.actions:
            value = action.call(value, current_scope("a node"))
        return value

    async def ainvoke(self, value: Any, config: dict[str, Any]) -> Any:
        from runtime.scope import current_scope

        scope = current_scope("a node")
        for action in self.actions:
            acall = action.acall
            value = action.call(value, scope) if acall is None else await acall(value, scope)
        return value


def chained(actions: Sequence[NodeFunction]) -> NodeFunction:
    """One action out of several; passing the input through out of none."""
    if not actions:
        return NodeFunction(pass_through)
    if len(actions) == 1:
        return actions[0]
    return NodeFunction(_Chain(actions), " | ".join(action.name for action in actions))


Triggers = dict[str, tuple[str, ...]]
"""Which nodes a channel triggers."""


def trigger_map(nodes: dict[str, PregelNode]) -> Triggers:
    """For each channel the nodes that it makes due, in the order of definition."""
    found: dict[str, list[str]] = {}
    for name, node in nodes.items():
        for channel in node.triggers:
            found.setdefault(channel, []).append(name)
    return {channel: tuple(names) for channel, names in found.items()}


def as_policies(policy: Any) -> tuple[RetryPolicy, ...]:
    """One retry policy, a sequence of them, or ``None``."""
    if policy is None:
        return ()
    return (policy,) if isinstance(policy, RetryPolicy) else tuple(policy)
