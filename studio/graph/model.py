"""What the canvas shows of a graph at one moment, in plain Python.

A ``Moment`` holds the states of nodes, tasks, joins, channels and edges, also of subgraphs.
``GraphModel`` keeps two: the head of the run, moved on by events, and a recorded moment that a
person looks at, taken whole from a ``CheckpointView``. Run counts follow the branch of the moment,
see ``branch``; durations come from the events of this session only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from runtime.debug.description import EdgeDescription, GraphDescription, NodeDescription
from runtime.debug.events import (
    ChannelUpdated,
    CheckpointSaved,
    Event,
    RunEnded,
    RunStarted,
    SuperstepPlanned,
    TaskFailed,
    TaskWrote,
)
from runtime.debug.marks.views import MarkKind
from runtime.debug.views import CheckpointRow, CheckpointView
from studio.graph.anatomy import Anatomy
from studio.graph.branch import BranchRuns, Heat
from studio.graph.marks import BreakpointMark
from studio.graph.moment import Moment
from studio.graph.paths import SEPARATOR, join_path, prefix_of_namespace
from studio.graph.progress import MomentProgress
from studio.graph.recording import count_inner_runs, read_view


class GraphModel:
    """The open graph with its head moment and, when a person looks back, the moment viewed."""

    def __init__(self, graph: GraphDescription) -> None:
        self.graph = graph
        self.anatomy = Anatomy(graph)
        self.breakpoints: dict[str, BreakpointMark] = {}
        """Nodes with breakpoints, by path."""
        self.marks: dict[str, tuple[MarkKind, ...]] = {}
        """What a person marked nodes with, by path."""
        self._head = MomentProgress(self.anatomy, self.anatomy.blank())
        self._viewed: MomentProgress | None = None
        self._viewed_checkpoint: str | None = None
        self._head_checkpoint: str | None = None
        self._thread: str | None = None
        self._running = False
        self._all_touched = True
        self.branch = BranchRuns()

    @property
    def edges(self) -> list[EdgeDescription]:
        """Edges of the graph and of its known subgraphs; ends are paths."""
        return self.anatomy.edges

    @property
    def nodes(self) -> dict[str, NodeDescription]:
        """Nodes of the graph and of its known subgraphs, by path."""
        return self.anatomy.nodes

    @property
    def moment(self) -> Moment:
        """What to draw: the moment viewed, or the head of the run."""
        return (self._viewed or self._head).moment

    @property
    def viewing_past(self) -> bool:
        return self._viewed is not None

    @property
    def updates(self) -> list[ChannelUpdated]:
        """What the last barrier did to channels."""
        return (self._viewed or self._head).updates

    def shows(self, graph: GraphDescription) -> bool:
        """Whether it is the same graph, which may have been loaded again."""
        return (self.graph.path, self.graph.attribute) == (graph.path, graph.attribute)

    def keep_marks_of(self, before: GraphModel) -> None:
        """Show the breakpoints and marks that the nodes had before the graph was loaded again."""
        known = {node.name for node in self.graph.nodes}
        self.breakpoints = {k: v for k, v in before.breakpoints.items() if k in known}
        self.marks = {k: v for k, v in before.marks.items() if k in known}

    def take_touched(self) -> set[str] | None:
        """Paths of the nodes that look otherwise since the last call; ``None`` for all."""
        shown = self._viewed or self._head
        touched, shown.touched = shown.touched, set()
        everything, self._all_touched = self._all_touched, False
        return None if everything else touched

    def touch_all(self) -> None:
        """Whatever is shown of nodes may have changed."""
        self._all_touched = True

    def add_inside(self, prefix: str, graph: GraphDescription) -> None:
        """Learn what a node is inside."""
        self.anatomy.add(prefix, graph)
        for progress in (self._head, self._viewed):
            if progress is not None:
                self.anatomy.complete(progress.moment, prefix)
        self._all_touched = True

    def runs(self, path: str) -> tuple[int, float | None]:
        """How often a node ran on the way to the moment, and how long its last run took in ms."""
        if self._viewed is not None:
            count, last = self.branch.runs(path, self._viewed_checkpoint, after=False)
        else:
            count, last = self.branch.runs(path, self._head_checkpoint, after=True)
        return max(count, self.moment.recorded_runs(path)), last

    def heat(self, path: str) -> Heat:
        """How often a node ran, how long in all, and how often it failed, until the moment."""
        if self._viewed is not None:
            heat = self.branch.heat(path, self._viewed_checkpoint, after=False)
        else:
            heat = self.branch.heat(path, self._head_checkpoint, after=True)
        return Heat(max(heat.runs, self.moment.recorded_runs(path)), heat.total, heat.errors)

    def reset(self) -> None:
        """Forget every run; the graph and the breakpoints stay."""
        self._head = MomentProgress(self.anatomy, self.anatomy.blank())
        self._viewed = None
        self._viewed_checkpoint = None
        self._head_checkpoint = None
        self._thread = None
        self._running = False
        self._all_touched = True
        self.branch.clear()

    def show(self, view: CheckpointView, past: bool | None = None) -> None:
        """Show a recorded moment; ``past`` says whether it is another than the run's head.

        Without ``past`` a checkpoint older than the head is the past. What events have told of a
        run under way is newer than any view of the head, and stays.
        """
        # Whatever graph is open here, the view is of it: also of a subgraph that is looked into.
        view = replace(view, row=replace(view.row, checkpoint_ns=""))
        if self._thread not in (None, view.row.thread_id):
            self.reset()
        self._thread = view.row.thread_id
        checkpoint_id = view.row.checkpoint_id
        if past is None:
            past = self._head_checkpoint is not None and checkpoint_id < self._head_checkpoint
        self._all_touched = True
        if not past and self._running:
            self._viewed = None
            return
        moment = self.anatomy.blank()
        read_view(self.anatomy, moment, view)
        if past:
            self._viewed = MomentProgress(self.anatomy, moment)
            self._viewed_checkpoint = checkpoint_id
            return
        if not view.tasks:
            ends = set(self.anatomy.ends(""))
            moment.taken = {
                index for index in self._head.moment.taken if self.edges[index].target in ends
            }
        if checkpoint_id == self._head_checkpoint:
            # Subgraphs are as the run left them; only their own records know better.
            _keep_inside(self._head.moment, moment)
        self._head = MomentProgress(self.anatomy, moment)
        self._head_checkpoint = checkpoint_id
        self._viewed = None

    def show_inside(self, view: CheckpointView, rows: Iterable[CheckpointRow]) -> None:
        """Show how far a subgraph came in a task of the moment; ``rows`` are its checkpoints."""
        namespace = view.row.checkpoint_ns
        prefix = prefix_of_namespace(namespace)
        if view.row.thread_id != self._thread or (self._viewed is None and self._running):
            return
        for inner in self.anatomy.inside(prefix):
            for path in self.anatomy.members(inner):
                self.moment.nodes[path].clear(namespace)
        read_view(self.anatomy, self.moment, view)
        count_inner_runs(self.anatomy, self.moment, rows)
        self._all_touched = True

    def replay(self, events: Iterable[Event]) -> None:
        """Move the moment viewed on by what was recorded of it; nothing runs."""
        if self._viewed is not None:
            for event in events:
                self._viewed.apply(event)

    def apply(self, events: Iterable[Event]) -> None:
        """Move the head on by what a session told."""
        for event in events:
            self._apply(event)

    def _apply(self, event: Event) -> None:
        match event:
            case RunStarted(kind=kind):
                if self._thread not in (None, event.thread_id):
                    self.reset()
                self._thread = event.thread_id
                self._running = True
                if kind == "input":
                    self._head_checkpoint = None
            case SuperstepPlanned(checkpoint_ns=""):
                self.branch.planned(event.checkpoint_id, self._head_checkpoint)
                self._head_checkpoint = event.checkpoint_id
            case TaskWrote() | TaskFailed():
                self._count(event)
            case CheckpointSaved(row=row) if row.checkpoint_ns == "":
                self._head_checkpoint = row.checkpoint_id
                self.branch.add((row,))
            case RunEnded():
                self._running = False
            case _:
                pass
        self._head.apply(event)

    def _count(self, event: TaskWrote | TaskFailed) -> None:
        if self._head_checkpoint is None:
            return
        prefix = prefix_of_namespace(event.checkpoint_ns)
        path = join_path(prefix, event.name)
        if isinstance(event, TaskFailed):
            self.branch.failed(self._head_checkpoint, path)
        else:
            self.branch.wrote(
                self._head_checkpoint, event.task_id, path, event.duration_ms, inner=bool(prefix)
            )


def _keep_inside(before: Moment, moment: Moment) -> None:
    """Take over what a moment knew of the nodes of subgraphs."""
    moment.inner_runs = before.inner_runs
    for path, node in before.nodes.items():
        if SEPARATOR in path:
            moment.nodes[path] = node
    for channel, join in before.joins.items():
        if SEPARATOR in channel:
            moment.joins[channel] = join
