"""Marks on nodes, and what is answered about them and about the cost of executions."""

from dataclasses import dataclass
from typing import Any, Literal

from runtime.debug.values import ValueHandle

MarkKind = Literal["pin", "skip", "unsafe"]


@dataclass(frozen=True, slots=True)
class PinnedWrite:
    """A write that is taken instead of what a node would write; ``value`` is JSON."""

    channel: str
    value: Any = None


@dataclass(frozen=True, slots=True)
class PinnedSend:
    """A task that a pinned output sends on; ``input`` is JSON."""

    node: str
    input: Any = None


@dataclass(frozen=True, slots=True)
class NodeMark:
    """What a person said of a node: its output is pinned, it is skipped, or unsafe to repeat.

    A pinned or skipped node is not called. Its edges and routers decide what comes next; where it
    goes on by commands, ``goto`` and ``sends`` stand for them.
    """

    kind: MarkKind
    node: str
    namespace: str = ""
    """The subgraph it is in, as ``Breakpoint.namespace``."""
    index: int | None = None
    """The place among the ``Send``s of a superstep; ``None`` means all tasks of the node."""
    writes: tuple[PinnedWrite, ...] = ()
    goto: tuple[str, ...] = ()
    sends: tuple[PinnedSend, ...] = ()
    origin: ValueHandle | None = None
    """The task whose recorded output it was: what is unchanged of it keeps its very types."""


@dataclass(frozen=True, slots=True)
class MarkProblem:
    """A mark that cannot be used with the open graph, and why."""

    mark: NodeMark
    message: str


@dataclass(frozen=True, slots=True)
class MarksChecked:
    """Without an open graph nothing is checked."""

    problems: tuple[MarkProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class PinRead:
    mark: NodeMark


@dataclass(frozen=True, slots=True)
class NodeCost:
    """What the executions of one node cost, as far as it is recorded."""

    node: str
    runs: int
    timed: int = 0
    """How many of them have a known duration."""
    duration_ms: float = 0.0
    metered: int = 0
    """How many wrote messages that say what they used."""
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class CostRead:
    """``next`` is the checkpoint from which the next page is asked, ``None`` at the end."""

    nodes: tuple[NodeCost, ...]
    supersteps: int
    next: str | None = None
