"""What the canvas colours, at one moment of a run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from runtime.debug.views import Substituted

NodeState = Literal["idle", "due", "running", "wrote", "interrupted", "failed", "skipped"]
Phase = Literal["idle", "plan", "execute", "update"]

URGENCY: tuple[NodeState, ...] = (
    "running",
    "failed",
    "interrupted",
    "due",
    "wrote",
    "skipped",
    "idle",
)
"""States of tasks, the one first that a node shows where its tasks differ."""
ENDED: tuple[NodeState, ...] = ("wrote", "failed", "interrupted", "skipped")


@dataclass(slots=True)
class TaskStatus:
    """One task of the superstep. ``index`` is the place among the Sends, ``None`` for PULL.

    ``namespace`` is that of the graph it belongs to; ``input`` and ``output`` are shortened.
    """

    id: str
    name: str
    state: NodeState
    index: int | None = None
    input: str = ""
    duration_ms: float | None = None
    output: str = ""
    namespace: str = ""
    substituted: Substituted = ""
    """Why its node was not executed."""


@dataclass(slots=True)
class NodeStatus:
    """A node at a moment: ``state`` is the most urgent of its tasks' states.

    States are counted as they change: a node may have thousands of tasks.
    """

    name: str
    state: NodeState = "idle"
    message: str = ""
    """First line of the error, the interrupt, or of why it is due."""
    _tasks: dict[str, TaskStatus] = field(default_factory=dict)
    counts: dict[NodeState, int] = field(default_factory=dict)
    """How many tasks are in each state."""

    def __len__(self) -> int:
        return len(self._tasks)

    @property
    def tasks(self) -> list[TaskStatus]:
        """Its tasks, in the order in which they were planned."""
        return list(self._tasks.values())

    def __iter__(self) -> Iterator[TaskStatus]:
        return iter(self._tasks.values())

    def task(self, task_id: str) -> TaskStatus | None:
        return self._tasks.get(task_id)

    @property
    def ended(self) -> int:
        """How many of its tasks have ended."""
        return sum(self.counts.get(state, 0) for state in ENDED)

    @property
    def reports(self) -> bool:
        """Whether a task of it has writes for the barrier."""
        return bool(self.counts.get("wrote") or self.counts.get("skipped"))

    def put(self, task: TaskStatus) -> None:
        """Add a task."""
        known = self._tasks.get(task.id)
        if known is not None:
            self._count(known.state, -1)
        self._tasks[task.id] = task
        self._count(task.state, 1)
        self._settle()

    def set_state(self, task: TaskStatus, state: NodeState) -> None:
        """Move one of its tasks on."""
        if task.state != state:
            self._count(task.state, -1)
            task.state = state
            self._count(state, 1)
            self._settle()

    def clear(self, namespace: str | None = None) -> None:
        """Drop all tasks, or those of a namespace and of those inside it."""
        if namespace is not None:
            inside = f"{namespace}|"
            kept = [
                task
                for task in self._tasks.values()
                if task.namespace != namespace and not task.namespace.startswith(inside)
            ]
            if kept:
                self._tasks = {}
                self.counts = {}
                for task in kept:
                    self.put(task)
                return
        self._tasks = {}
        self.counts = {}
        self.state = "idle"
        self.message = ""

    def _count(self, state: NodeState, by: int) -> None:
        self.counts[state] = self.counts.get(state, 0) + by

    def _settle(self) -> None:
        self.state = next((state for state in URGENCY if self.counts.get(state)), "idle")


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
    """Everything that the canvas colours; nodes and joins by their paths."""

    nodes: dict[str, NodeStatus]
    joins: dict[str, JoinStatus]
    channels: dict[str, ChannelStatus]
    step: int | None = None
    phase: Phase = "idle"
    taken: set[int] = field(default_factory=set)
    """Indices of edges that led to this superstep or were chosen in it."""
    causes: dict[int, str] = field(default_factory=dict)
    """Of those, the ones that made a node due, with the channel that did it."""
    inner_runs: dict[str, dict[str, int]] = field(default_factory=dict)
    """By namespace, how often nodes of subgraphs ran, as far as their checkpoints tell it."""

    def recorded_runs(self, path: str) -> int:
        """Runs of a node of a subgraph, in all tasks whose checkpoints were read."""
        return sum(runs.get(path, 0) for runs in self.inner_runs.values())

    def reporting(self, join: JoinStatus) -> frozenset[str]:
        """Sources that wrote in this superstep and report at its barrier."""
        return frozenset(name for name in join.sources if self.nodes[name].reports)
