"""Moves a moment on by events: those of a run, or those that a record was turned into."""

from __future__ import annotations

from collections.abc import Iterable

from runtime.debug.events import (
    BarrierReached,
    ChannelUpdated,
    Event,
    PlannedTask,
    RunEnded,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.values import ValuePreview
from runtime.debug.views import TriggerView, WriteView
from studio.graph.anatomy import Anatomy
from studio.graph.moment import Moment, NodeState, TaskStatus
from studio.graph.paths import join_path, prefix_of_namespace

INTERNAL = ("__", "branch:", "join:")
"""What the names of the engine's own channels begin with."""
_LONGEST_OUTPUT = 160


class MomentProgress:
    """One moment and what moves it. ``touched`` collects the nodes that look otherwise since."""

    def __init__(self, anatomy: Anatomy, moment: Moment) -> None:
        self.anatomy = anatomy
        self.moment = moment
        self.touched: set[str] = set()
        self.updates: list[ChannelUpdated] = []
        """What the last barrier did to channels, those of known subgraphs included."""
        self._chosen: dict[str, set[str]] = {}

    def apply(self, event: Event) -> None:
        """Take over one event; those of graphs that are not known change nothing."""
        match event:
            case SuperstepPlanned():
                self._plan(event)
            case TaskStarted():
                if not event.checkpoint_ns:
                    self.moment.phase = "execute"
                self._set(event.checkpoint_ns, event.name, event.task_id, "running")
            case TaskWrote():
                self._wrote(event)
            case TaskFailed():
                text = f"{event.error.type}: {event.error.message}".splitlines()[0]
                self._end(event, "failed", text)
            case TaskInterrupted():
                text = event.interrupts[0].payload.text if event.interrupts else ""
                self._end(event, "interrupted", text)
            case BarrierReached():
                self._barrier(event)
            case ChannelUpdated():
                self._updated(event)
            case RunEnded(reason=reason):
                self._ended(reason == "done")
            case _:
                pass

    def _plan(self, event: SuperstepPlanned) -> None:
        prefix = prefix_of_namespace(event.checkpoint_ns)
        moment, anatomy = self.moment, self.anatomy
        if prefix not in anatomy.graphs:
            return
        if not prefix:
            moment.step = event.step
            moment.phase = "plan"
            moment.taken.clear()
            moment.causes.clear()
        else:
            moment.taken.difference_update(anatomy.edges_of(prefix))
            for index in anatomy.edges_of(prefix):
                moment.causes.pop(index, None)
        for inner in anatomy.inside(prefix):
            for path in anatomy.members(inner):
                self._clear(path, event.checkpoint_ns or None)
        for task in event.tasks:
            path = join_path(prefix, task.name)
            planned = moment.nodes.get(path)
            if planned is None:
                continue
            planned.put(_planned(task, event.checkpoint_ns))
            self.touched.add(path)
            for trigger in task.triggers:
                read_join(moment, prefix, trigger)
                if trigger.due:
                    mark_cause(anatomy, moment, prefix, path, trigger)
            if task.kind == "PUSH":
                for source in self._chosen.get(path, ()):
                    for index in anatomy.edges_between(source, path):
                        moment.taken.add(index)
                        moment.causes.setdefault(index, "Send")
        for path in [path for path in self._chosen if path in self.anatomy.members(prefix)]:
            del self._chosen[path]

    def _clear(self, path: str, namespace: str | None) -> None:
        node = self.moment.nodes[path]
        if len(node) or node.state != "idle" or node.message:
            node.clear(namespace)
            self.touched.add(path)

    def _wrote(self, event: TaskWrote) -> None:
        prefix = prefix_of_namespace(event.checkpoint_ns)
        path = join_path(prefix, event.name)
        task = self._set(event.checkpoint_ns, event.name, event.task_id, "wrote")
        if task is None:
            return
        task.duration_ms = event.duration_ms
        task.substituted = event.substituted
        task.output = output_text(event.writes)
        self.moment.taken.update(self.anatomy.take(prefix, path, event.targets))
        for name in event.targets:
            self._chosen.setdefault(join_path(prefix, name), set()).add(path)

    def _end(self, event: TaskFailed | TaskInterrupted, state: NodeState, message: str) -> None:
        task = self._set(event.checkpoint_ns, event.name, event.task_id, state)
        if task is not None:
            task.duration_ms = event.duration_ms
            path = join_path(prefix_of_namespace(event.checkpoint_ns), event.name)
            node = self.moment.nodes[path]
            node.message = message or node.message

    def _set(
        self, checkpoint_ns: str, name: str, task_id: str, state: NodeState
    ) -> TaskStatus | None:
        path = join_path(prefix_of_namespace(checkpoint_ns), name)
        node = self.moment.nodes.get(path)
        if node is None:
            return None
        self.touched.add(path)
        task = node.task(task_id)
        if task is None:
            task = TaskStatus(task_id, name, state, namespace=checkpoint_ns)
            node.put(task)
        node.set_state(task, state)
        return task

    def _barrier(self, event: BarrierReached) -> None:
        """A join that fired begins anew, and those that wrote have reported."""
        prefix = prefix_of_namespace(event.checkpoint_ns)
        moment = self.moment
        if prefix not in self.anatomy.graphs:
            return
        self.updates = []
        members = set(self.anatomy.members(prefix))
        for join in moment.joins.values():
            if join.target not in members:
                continue
            if len(moment.nodes[join.target]) and len(join.reported) == len(join.sources):
                join.reported = frozenset()
                join.fired = True
            join.reported |= moment.reporting(join)
        if not prefix:
            moment.phase = "update"
            for channel in moment.channels.values():
                channel.changed = False
                channel.writers = frozenset()

    def _updated(self, event: ChannelUpdated) -> None:
        if prefix_of_namespace(event.checkpoint_ns) not in self.anatomy.graphs:
            return
        if not event.channel.startswith(INTERNAL):
            self.updates.append(event)
        if event.checkpoint_ns:
            return
        status = self.moment.channels.get(event.channel)
        if status is not None:
            status.version = event.new_version
            status.text = event.new.text if event.new else ""
            status.changed = True
            status.writers = frozenset(step.name for step in event.fold)

    def _ended(self, done: bool) -> None:
        moment = self.moment
        moment.phase = "idle"
        for path, node in moment.nodes.items():
            if node.state != "running":
                continue
            self.touched.add(path)
            for task in node:
                if task.state == "running":
                    node.set_state(task, "due")
        if done:
            for path in self.anatomy.ends(""):
                if any(self.anatomy.edges[index].target == path for index in moment.taken):
                    moment.nodes[path].state = "wrote"
                    self.touched.add(path)


def read_join(moment: Moment, prefix: str, trigger: TriggerView) -> None:
    """Take over how far a join edge is."""
    join = moment.joins.get(join_path(prefix, trigger.channel))
    if join is not None and trigger.join_sources:
        join.reported = frozenset(join_path(prefix, name) for name in trigger.join_reported)


def mark_cause(
    anatomy: Anatomy, moment: Moment, prefix: str, path: str, trigger: TriggerView
) -> None:
    """Light up the edges by which a trigger made a node due."""
    channel = join_path(prefix, trigger.channel)
    join = moment.joins.get(channel)
    if join is not None:
        sources = list(join.sources)
    else:
        sources = [join_path(prefix, name) for name in trigger.written_by]
    for source in sources or anatomy.starts(prefix):
        for index in anatomy.edges_between(source, path):
            if join is None or anatomy.edges[index].join == channel:
                moment.taken.add(index)
                moment.causes[index] = trigger.channel


def output_text(writes: Iterable[WriteView]) -> str:
    """What a task wrote to the state's channels, in a line."""
    shown = [
        f"{write.channel} = {write.value.text}"
        for write in writes
        if not write.channel.startswith(INTERNAL)
    ]
    text = ", ".join(shown)
    return text if len(text) <= _LONGEST_OUTPUT else f"{text[: _LONGEST_OUTPUT - 1]}…"


def preview_text(value: ValuePreview | None) -> str:
    return "" if value is None else value.text


def _planned(task: PlannedTask, namespace: str) -> TaskStatus:
    return TaskStatus(
        task.id,
        task.name,
        "skipped" if task.finished else "due",
        task.index,
        preview_text(task.input),
        namespace=namespace,
        substituted=task.substituted,
    )
