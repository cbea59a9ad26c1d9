"""What the canvas shows of a graph at one moment, in plain Python.

A ``Moment`` holds the states of nodes, tasks, joins, channels and edges. ``GraphModel`` keeps two:
the head of the run, moved on by events, and a recorded moment that a person looks at, taken whole
from a ``CheckpointView``. Run counts follow the branch of the moment, see ``branch``; durations
come from the events of this session only.
"""

from __future__ import annotations

from collections.abc import Iterable

from runtime.debug.description import EdgeDescription, GraphDescription
from runtime.debug.events import (
    BarrierReached,
    ChannelUpdated,
    CheckpointSaved,
    Event,
    PlannedTask,
    RunEnded,
    RunStarted,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.views import CheckpointView, TriggerView
from studio.graph.branch import BranchRuns
from studio.graph.moment import (
    ChannelStatus,
    JoinStatus,
    Moment,
    NodeState,
    NodeStatus,
    TaskStatus,
)


class GraphModel:
    """The open graph with its head moment and, when a person looks back, the moment viewed."""

    def __init__(self, graph: GraphDescription) -> None:
        self.graph = graph
        self.edges: tuple[EdgeDescription, ...] = graph.edges
        self._outgoing: dict[tuple[str, str], list[int]] = {}
        for index, edge in enumerate(graph.edges):
            self._outgoing.setdefault((edge.source, edge.target), []).append(index)
        self._starts = [node.name for node in graph.nodes if node.kind == "start"]
        self._ends = {node.name for node in graph.nodes if node.kind == "end"}
        self.breakpoints: dict[str, bool] = {}
        """Nodes with a breakpoint; ``False`` where it is disabled."""
        self._head = self._blank()
        self._viewed: Moment | None = None
        self._viewed_checkpoint: str | None = None
        self._head_checkpoint: str | None = None
        self._thread: str | None = None
        self._running = False
        self.branch = BranchRuns()
        self._chosen: dict[str, set[str]] = {}

    def _blank(self) -> Moment:
        joins: dict[str, JoinStatus] = {}
        for edge in self.graph.edges:
            if edge.join is not None:
                known = joins.setdefault(edge.join, JoinStatus(edge.join, edge.target, ()))
                known.sources = (*known.sources, edge.source)
        return Moment(
            nodes={node.name: NodeStatus(node.name) for node in self.graph.nodes},
            joins=joins,
            channels={
                channel.name: ChannelStatus(channel.name)
                for channel in self.graph.channels
                if not channel.internal
            },
        )

    @property
    def moment(self) -> Moment:
        """What to draw: the moment viewed, or the head of the run."""
        return self._viewed or self._head

    @property
    def viewing_past(self) -> bool:
        return self._viewed is not None

    def runs(self, node: str) -> tuple[int, float | None]:
        """How often a node ran on the way to the moment, and how long its last run took in ms."""
        if self._viewed is not None:
            return self.branch.runs(node, self._viewed_checkpoint, after=False)
        return self.branch.runs(node, self._head_checkpoint, after=True)

    def edges_between(self, source: str, target: str) -> list[int]:
        """Indices of the edges from one node to another."""
        return self._outgoing.get((source, target), [])

    def reset(self) -> None:
        """Forget every run; the graph and the breakpoints stay."""
        self._head = self._blank()
        self._viewed = None
        self._viewed_checkpoint = None
        self._head_checkpoint = None
        self._thread = None
        self._running = False
        self.branch.clear()
        self._chosen.clear()

    def show(self, view: CheckpointView, past: bool | None = None) -> None:
        """Show a recorded moment; ``past`` says whether it is another than the run's head.

        Without ``past`` a checkpoint older than the head is the past. What events have told of a
        run under way is newer than any view of the head, and stays.
        """
        if self._thread not in (None, view.row.thread_id):
            self.reset()
        self._thread = view.row.thread_id
        checkpoint_id = view.row.checkpoint_id
        if past is None:
            past = self._head_checkpoint is not None and checkpoint_id < self._head_checkpoint
        if not past and self._running:
            self._viewed = None
            return
        moment = self._blank()
        self._read(moment, view)
        if past:
            self._viewed = moment
            self._viewed_checkpoint = checkpoint_id
            return
        if not view.tasks:
            moment.taken = {
                index for index in self._head.taken if self.edges[index].target in self._ends
            }
        self._head = moment
        self._head_checkpoint = checkpoint_id
        self._viewed = None

    def _read(self, moment: Moment, view: CheckpointView) -> None:
        moment.step = view.row.step + 1
        moment.phase = "plan" if view.tasks else "idle"
        for channel in view.channels:
            status = moment.channels.get(channel.name)
            if status is not None:
                status.version = channel.version
                status.changed = channel.changed
                status.text = channel.value.text if channel.value else ""
        for explanation in view.explanations:
            node = moment.nodes.get(explanation.node)
            if node is not None and explanation.due:
                node.message = explanation.sentence
            seen = view.versions_seen.get(explanation.node, {})
            for trigger in explanation.triggers:
                self._read_join(moment, trigger)
                if trigger.channel in moment.joins:
                    moment.joins[trigger.channel].fired = seen.get(trigger.channel, 0) > 0
                if explanation.due and trigger.due:
                    self._mark_cause(moment, explanation.node, trigger)
        for task in view.tasks:
            node = moment.nodes.get(task.name)
            if node is None:
                continue
            node.tasks.append(
                TaskStatus(
                    task.id,
                    task.name,
                    task.state,
                    task.index,
                    task.input.text if task.input else "",
                    task.duration_ms,
                )
            )
            node.settle()
            if task.error is not None:
                node.message = f"{task.error.type}: {task.error.message}".splitlines()[0]
            elif task.interrupts:
                node.message = task.interrupts[0].payload.text
            self._mark_targets(moment, task.name, task.targets)
            if task.kind == "PUSH":
                self._mark_only_router(moment, task.name)
        if not view.tasks and not view.row.next and view.row.step > 0:
            for name in self._ends:
                moment.nodes[name].state = "wrote"

    def apply(self, events: Iterable[Event]) -> None:
        """Move the head on by what a session told; events of subgraphs change nothing here."""
        for event in events:
            self._apply(event)

    def _apply(self, event: Event) -> None:
        head = self._head
        match event:
            case RunStarted(kind=kind):
                if self._thread not in (None, event.thread_id):
                    self.reset()
                self._thread = event.thread_id
                self._running = True
                if kind == "input":
                    self._head_checkpoint = None
            case SuperstepPlanned(checkpoint_ns=""):
                self._plan(head, event)
            case TaskStarted(checkpoint_ns=""):
                head.phase = "execute"
                self._set_task(event.task_id, event.name, "running")
            case TaskWrote(checkpoint_ns=""):
                self._set_task(event.task_id, event.name, "wrote", event.duration_ms)
                self._count(event)
                self._mark_targets(head, event.name, event.targets)
                for target in event.targets:
                    self._chosen.setdefault(target, set()).add(event.name)
            case TaskFailed(checkpoint_ns=""):
                text = f"{event.error.type}: {event.error.message}".splitlines()[0]
                self._set_task(event.task_id, event.name, "failed", event.duration_ms, text)
            case TaskInterrupted(checkpoint_ns=""):
                text = event.interrupts[0].payload.text if event.interrupts else ""
                self._set_task(event.task_id, event.name, "interrupted", event.duration_ms, text)
            case BarrierReached(checkpoint_ns=""):
                head.phase = "update"
                self._report(head)
                for channel in head.channels.values():
                    channel.changed = False
                    channel.writers = frozenset()
            case ChannelUpdated(checkpoint_ns=""):
                status = head.channels.get(event.channel)
                if status is not None:
                    status.version = event.new_version
                    status.text = event.new.text if event.new else ""
                    status.changed = True
                    status.writers = frozenset(step.name for step in event.fold)
            case CheckpointSaved(row=row) if row.checkpoint_ns == "":
                self._head_checkpoint = row.checkpoint_id
                self.branch.add((row,))
            case RunEnded(reason=reason):
                self._end(head, reason == "done")
            case _:
                pass

    def _plan(self, head: Moment, event: SuperstepPlanned) -> None:
        head.step = event.step
        head.phase = "plan"
        head.taken.clear()
        head.causes.clear()
        self.branch.planned(event.checkpoint_id, self._head_checkpoint)
        self._head_checkpoint = event.checkpoint_id
        for node in head.nodes.values():
            node.state = "idle"
            node.message = ""
            node.tasks.clear()
        for task in event.tasks:
            planned = head.nodes.get(task.name)
            if planned is None:
                continue
            planned.tasks.append(_planned(task))
            planned.settle()
            for trigger in task.triggers:
                self._read_join(head, trigger)
                if trigger.due:
                    self._mark_cause(head, task.name, trigger)
            if task.kind == "PUSH":
                for source in self._chosen.get(task.name, ()):
                    for index in self.edges_between(source, task.name):
                        head.taken.add(index)
                        head.causes.setdefault(index, "Send")
        self._chosen.clear()

    def _report(self, head: Moment) -> None:
        """At the barrier a join that fired begins anew, and those that wrote have reported."""
        for join in head.joins.values():
            if head.nodes[join.target].tasks and len(join.reported) == len(join.sources):
                join.reported = frozenset()
                join.fired = True
            join.reported |= head.reporting(join)

    def _set_task(
        self,
        task_id: str,
        name: str,
        state: NodeState,
        duration_ms: float | None = None,
        message: str = "",
    ) -> None:
        node = self._head.nodes.get(name)
        if node is None:
            return
        for task in node.tasks:
            if task.id == task_id:
                break
        else:
            task = TaskStatus(task_id, name, state)
            node.tasks.append(task)
        task.state = state
        task.duration_ms = duration_ms
        node.message = message or node.message
        node.settle()

    def _count(self, event: TaskWrote) -> None:
        if self._head_checkpoint is not None:
            self.branch.wrote(self._head_checkpoint, event.task_id, event.name, event.duration_ms)

    def _read_join(self, moment: Moment, trigger: TriggerView) -> None:
        join = moment.joins.get(trigger.channel)
        if join is not None and trigger.join_sources:
            join.reported = frozenset(trigger.join_reported)

    def _mark_cause(self, moment: Moment, node: str, trigger: TriggerView) -> None:
        join = moment.joins.get(trigger.channel)
        sources = join.sources if join is not None else trigger.written_by
        for source in sources or self._starts:
            for index in self.edges_between(source, node):
                if join is None or self.edges[index].join == trigger.channel:
                    moment.taken.add(index)
                    moment.causes[index] = trigger.channel

    def _mark_only_router(self, moment: Moment, name: str) -> None:
        """A record does not name who sent; it is certain where one conditional edge leads in."""
        routed = [
            index
            for index, edge in enumerate(self.edges)
            if edge.target == name and edge.kind == "conditional"
        ]
        if len(routed) == 1:
            moment.taken.add(routed[0])
            moment.causes.setdefault(routed[0], "Send")

    def _mark_targets(self, moment: Moment, source: str, targets: Iterable[str]) -> None:
        for target in targets:
            moment.taken.update(self.edges_between(source, target))

    def _end(self, head: Moment, done: bool) -> None:
        self._running = False
        head.phase = "idle"
        for node in head.nodes.values():
            if node.state == "running":
                node.state = "due"
                for task in node.tasks:
                    task.state = "due" if task.state == "running" else task.state
        if done:
            for name in self._ends:
                if any(self.edges[index].target == name for index in head.taken):
                    head.nodes[name].state = "wrote"


def _planned(task: PlannedTask) -> TaskStatus:
    return TaskStatus(
        task.id,
        task.name,
        "skipped" if task.finished else "due",
        task.index,
        task.input.text if task.input else "",
    )
