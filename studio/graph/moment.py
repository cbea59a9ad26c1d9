"""What the canvas colours, at one moment of a run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

NodeState = Literal["idle", "due", "running", "wrote", "interrupted", "failed", "skipped"]
Phase = Literal["idle", "plan", "execute", "update"]

_URGENCY: dict[NodeState, int] = {
    "running": 6,
    "failed": 5,
    "interrupted": 4,
    "due": 3,
    "wrote": 2,
    "skipped": 1,
    "idle": 0,
}


@dataclass(slots=True)
class TaskStatus:
    """One task of the superstep. ``index`` is the place among the Sends, ``None`` for PULL."""

    id: str
    name: str
    state: NodeState
    index: int | None = None
    preview: str = ""
    duration_ms: float | None = None


@dataclass(slots=True)
class NodeStatus:
    """A node at a moment: ``state`` is the most urgent of its tasks' states."""

    name: str
    state: NodeState = "idle"
    tasks: list[TaskStatus] = field(default_factory=list)
    message: str = ""
    """First line of the error, the interrupt, or of why it is due."""

    def settle(self) -> None:
        """Take the state over from the tasks."""
        self.state = max((task.state for task in self.tasks), key=_URGENCY.__getitem__)


@dataclass(slots=True)
class JoinStatus:
    """How far a join edge is: which of its sources have reported since it last fired.

    What a task wrote reaches the join at the barrier.
    """

    channel: str
    target: str
    sources: tuple[str, ...]
    reported: frozenset[str] = frozenset()
    fired: bool = False
    """Whether it has made its target due before."""


@dataclass(slots=True)
class ChannelStatus:
    """``changed``: the superstep looked at changed it. ``text`` is its value on one line.

    ``writers`` are the nodes whose writes the last barrier folded into it, where events told that.
    """

    name: str
    version: int = 0
    text: str = ""
    changed: bool = False
    writers: frozenset[str] = frozenset()


@dataclass(slots=True)
class Moment:
    """Everything that the canvas colours."""

    nodes: dict[str, NodeStatus]
    joins: dict[str, JoinStatus]
    channels: dict[str, ChannelStatus]
    step: int | None = None
    phase: Phase = "idle"
    taken: set[int] = field(default_factory=set)
    """Indices of edges that led to this superstep or were chosen in it."""
    causes: dict[int, str] = field(default_factory=dict)
    """Of those, the ones that made a node due, with the channel that did it."""

    def reporting(self, join: JoinStatus) -> frozenset[str]:
        """Sources that wrote in this superstep and report at its barrier."""
        return frozenset(
            name
            for name in join.sources
            if any(task.state in ("wrote", "skipped") for task in self.nodes[name].tasks)
        )
