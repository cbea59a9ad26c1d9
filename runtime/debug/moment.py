"""One stored checkpoint whole, as everything in a window shows it.

With a graph, tasks are planned from the stored checkpoint by the engine's own plan phase, so that
the picture of a stored moment is the same as that of a live one. Without a graph, the names of
trigger channels say which nodes are due.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from runtime.checkpoint.base import (
    CheckpointTuple,
    HistoryReader,
    StoredCheckpoint,
)
from runtime.constants import (
    BRANCH_PREFIX,
    END,
    ERROR,
    INTERRUPT,
    MISSING,
    NULL_TASK_ID,
    PULL,
    PUSH,
    TASKS,
)
from runtime.debug.explain import explain
from runtime.debug.failure import error_view, stored_error_view
from runtime.debug.lacking import problems_of
from runtime.debug.messages.content import usage_of
from runtime.debug.opened import OpenGraph
from runtime.debug.preview import preview
from runtime.debug.recorded import Asker, askers_within, planned_tasks
from runtime.debug.routing import routes_by_channel
from runtime.debug.sharing import SharingReader
from runtime.debug.showing import (
    activation,
    handle,
    how_substituted,
    interrupt_views,
    sends_in,
    targets,
    visible_writes,
    write_views,
)
from runtime.debug.stored import (
    declared_joins,
    history_row,
    int_seen,
    int_versions,
    is_available,
    is_finished,
    rule_of_row,
    triggers_of,
)
from runtime.debug.views import (
    ChannelView,
    CheckpointView,
    ErrorView,
    InterruptView,
    NodeExplanation,
    TaskKind,
    TaskState,
    TaskView,
)
from runtime.pregel.task import Task, derived_id, path_text

UNKNOWN_NODE = "?"
"""Name of a task of which only records are known."""

Written = list[tuple[str, list[tuple[str, Any]]]]
"""Names of tasks in the order of the fold, each with its writes."""


class MomentReader:
    """Assembles the view of one stored checkpoint."""

    def __init__(
        self,
        shared: SharingReader,
        reader: HistoryReader,
        opened: OpenGraph | None,
        durations: Mapping[str, float],
        stored: StoredCheckpoint,
        saved: CheckpointTuple,
    ) -> None:
        self._shared = shared
        self._saver = shared.saver
        self._reader = reader
        self._opened = opened
        self._durations = durations
        self._stored = stored
        self._saved = saved
        self._graph = None if opened is None else opened.graph_at(stored.checkpoint_ns)
        self._checkpoint = saved.checkpoint
        self._where = (stored.thread_id, stored.checkpoint_ns, stored.checkpoint_id)
        self._versions = int_versions(self._checkpoint["channel_versions"])
        self._problems: list[str] = []
        self._pending = _by_task(saved)

    def view(self) -> CheckpointView:
        """Everything about the checkpoint."""
        tasks = self._tasks()
        self._compare_names()
        return CheckpointView(
            row=history_row(self._stored, self._reader, self._opened),
            channels=self._channels(),
            versions_seen=int_seen(self._checkpoint["versions_seen"]),
            tasks=tasks,
            explanations=self._explanations(),
            problems=tuple(self._problems),
        )

    def _compare_names(self) -> None:
        graph = self._graph
        if self._opened is None:
            return
        if graph is None:
            self._problems.append(
                f"The open graph has no subgraph for the namespace {self._stored.checkpoint_ns}."
            )
            return
        values = self._checkpoint["channel_values"]
        self._problems += problems_of(graph, self._stored, values, self._reader)

    def _channels(self) -> tuple[ChannelView, ...]:
        values = self._checkpoint["channel_values"]
        versions = self._versions
        changed = set(self._stored.updated_channels or ())
        newest = max(versions.values(), default=0)
        known = () if self._graph is None else tuple(self._graph.channels)
        return tuple(
            ChannelView(
                name=name,
                version=versions.get(name, 0),
                value=preview(values[name], handle(*self._where, "channel", name))
                if name in values
                else None,
                changed=name in changed or 0 < newest == versions.get(name, 0),
            )
            for name in dict.fromkeys([*known, *versions, *values])
        )

    def _explanations(self) -> tuple[NodeExplanation, ...]:
        values = self._checkpoint["channel_values"]
        triggers = triggers_of(self._graph, self._versions)
        before = self._superstep_before()
        rule = activation(
            triggers,
            self._versions,
            int_seen(self._checkpoint["versions_seen"]),
            [name for name, value in values.items() if is_available(name, value, self._graph)],
            values,
            declared_joins(self._opened),
            self._written_by(before),
            self._senders(before),
        )
        rule = replace(rule, routes=routes_by_channel(self._graph, rule.written_by))
        return tuple(explain(node, rule) for node in triggers)

    def _superstep_before(self) -> tuple[Written, dict[str, int]]:
        """What each task that led here wrote, and the versions that they found."""
        parent, graph = self._saved.parent_config, self._graph
        waiting = self._checkpoint["channel_values"].get(TASKS)
        saved = None if parent is None else self._shared.read(parent, writes=bool(waiting))
        if saved is None or graph is None:
            return [], {}
        where = (*self._where[:2], saved.checkpoint["id"])
        written = _by_task(saved)
        names = self._shared.planned.get(where, {})
        if not written.keys() <= names.keys():
            try:
                names = self._noted(where, planned_tasks(graph, saved))
            except Exception:  # noqa: BLE001 - a graph that changed since may not plan the old step
                return [], {}
        before = [(name, written.get(task_id, [])) for task_id, name in names.items()]
        if self._stored.source in ("update", "fork"):
            # What ran there belongs to another branch, unless the edit took it over.
            seen = int_seen(self._checkpoint["versions_seen"])
            seen_before = int_seen(saved.checkpoint["versions_seen"])
            before = [each for each in before if seen.get(each[0]) != seen_before.get(each[0])]
        return before, int_versions(saved.checkpoint["channel_versions"])

    def _noted(self, where: tuple[str, str, str], tasks: Sequence[Task]) -> dict[str, str]:
        """Names of planned tasks by id, kept for whoever looks at the step after."""
        names = {task.id: task.name for task in tasks}
        self._shared.planned.put(where, names)
        return names

    def _written_by(self, before: tuple[Written, dict[str, int]]) -> dict[str, tuple[str, ...]]:
        """Writers of the channels that this superstep changed, from the parent's writes."""
        tasks, versions = before
        found: dict[str, dict[str, None]] = {}
        for task, writes in tasks:
            for channel, _ in writes:
                if self._versions.get(channel, 0) > versions.get(channel, 0):
                    found.setdefault(channel, {})[task] = None
        return {channel: tuple(names) for channel, names in found.items()}

    def _senders(self, before: tuple[Written, dict[str, int]]) -> tuple[str, ...]:
        """Who sent each waiting ``Send``; nothing where they are not those of the tasks before."""
        waiting = sends_in(self._checkpoint["channel_values"].get(TASKS) or [])
        sent = [
            (name, task)
            for task, writes in before[0]
            for channel, value in writes
            if channel == TASKS
            for name in sends_in(value)
        ]
        if [name for name, _ in sent] != waiting:
            return ()
        return tuple(sender for _, sender in sent)

    # -- tasks ------------------------------------------------------------------------------

    def _tasks(self) -> tuple[TaskView, ...]:
        if self._graph is None:
            return self._tasks_by_convention()
        try:
            tasks = planned_tasks(self._graph, self._saved)
        except Exception as error:  # noqa: BLE001 - whatever does not fit is shown as a problem
            self._problems.append(f"The tasks of this checkpoint cannot be planned: {error}")
            return self._tasks_by_convention()
        self._noted(self._where, tasks)
        return tuple(
            self._view_of(
                task.id,
                task.name,
                task.index,
                () if task.kind == "PUSH" else tuple(task.triggers),
                task.input,
                task.interrupts,
            )
            for task in tasks
        )

    def _tasks_by_convention(self) -> tuple[TaskView, ...]:
        """Tasks by the names that channels tell, with the records that can be told to be theirs."""
        rule = rule_of_row(self._stored, self._reader, self._opened)
        sends = sends_in(self._checkpoint["channel_values"].get(TASKS) or [])
        views = [
            self._view_of(self._push_id(name, index), name, index, (), MISSING)
            for index, name in enumerate(sends)
        ]
        for name in sorted(rule.triggers):
            if rule.is_due(name):
                triggers = tuple(rule.triggers[name])
                views.append(
                    self._view_of(self._pull_id(name, triggers), name, None, triggers, MISSING)
                )
        known = {view.id for view in views}
        views += [
            self._view_of(task_id, UNKNOWN_NODE, None, (), MISSING)
            for task_id in self._pending
            if task_id not in known
        ]
        return tuple(views)

    def _push_id(self, name: str, index: int) -> str:
        return self._derived(name, PUSH, path_text((index, False)))

    def _pull_id(self, name: str, triggers: tuple[str, ...]) -> str:
        """The task's id; a trigger that was never written is not known, and changes it."""
        whole = self._derived(name, PULL, *triggers)
        alone = self._derived(name, PULL, BRANCH_PREFIX + name)
        return alone if alone in self._pending and whole not in self._pending else whole

    def _derived(self, name: str, *parts: str) -> str:
        step = str(self._stored.step + 1)
        return derived_id(
            self._stored.checkpoint_id, self._stored.checkpoint_ns, step, name, *parts
        )

    def _view_of(
        self,
        task_id: str,
        name: str,
        index: int | None,
        triggers: tuple[str, ...],
        task_input: Any,
        asked: Sequence[Any] | None = None,
    ) -> TaskView:
        recorded = self._pending.get(task_id, [])
        finished = is_finished([channel for channel, _ in recorded])
        error = None if finished else _recorded_error(recorded, name)
        if asked is None:
            asked = _recorded_questions(recorded)
        source = None if self._opened is None else self._opened.sources.get(name)
        interrupts = interrupt_views(() if finished else asked, *self._where, task_id, name, source)
        if interrupts:
            askers = askers_within(self._saver, self._opened, *self._where[:2], name, task_id)
            interrupts = tuple(_asked_by(each, index, askers.get(each.id)) for each in interrupts)
        state: TaskState = "due"
        if finished:
            state = "wrote"
        elif error is not None:
            state = "failed"
        elif interrupts:
            state = "interrupted"
        kind: TaskKind = "PULL" if index is None else "PUSH"
        place = handle(*self._where, "input", task_id)
        return TaskView(
            id=task_id,
            name=name,
            kind=kind,
            state=state,
            triggers=triggers,
            index=index,
            input=None if task_input is MISSING else preview(task_input, place),
            writes=write_views(recorded, *self._where, task_id),
            targets=self._targets(name, recorded) if finished else (),
            error=error,
            interrupts=interrupts,
            duration_ms=self._durations.get(task_id),
            usage=usage_of(visible_writes(recorded), self._checkpoint["channel_values"]),
            substituted=how_substituted(recorded),
        )

    def _targets(self, name: str, recorded: Sequence[tuple[str, Any]]) -> tuple[str, ...]:
        found = targets(recorded)
        if found or self._opened is None or name not in self._opened.may_end:
            return found
        return (END,)


def _by_task(saved: CheckpointTuple) -> dict[str, list[tuple[str, Any]]]:
    """Pending writes by the task that they are of."""
    found: dict[str, list[tuple[str, Any]]] = {}
    for task_id, channel, value in saved.pending_writes or ():
        if task_id != NULL_TASK_ID:
            found.setdefault(task_id, []).append((channel, value))
    return found


def _asked_by(interrupt: InterruptView, index: int | None, asker: Asker | None) -> InterruptView:
    """The question with its place among the ``Send``s and the inner node that asks."""
    if asker is None:
        return replace(interrupt, index=index)
    return replace(interrupt, index=index, inner=asker.path, source=asker.source)


def _recorded_error(recorded: Sequence[tuple[str, Any]], node: str) -> ErrorView | None:
    for channel, value in recorded:
        if channel == ERROR:
            if isinstance(value, BaseException):
                return error_view(value, node)
            return stored_error_view(value, node)
    return None


def _recorded_questions(recorded: Sequence[tuple[str, Any]]) -> list[Any]:
    return [
        question
        for channel, questions in recorded
        if channel == INTERRUPT and isinstance(questions, (list, tuple))
        for question in questions
    ]
