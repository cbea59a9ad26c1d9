"""One stored checkpoint whole, as everything in a window shows it.

With a graph, tasks are planned from the stored checkpoint by the engine's own plan phase, so that
the picture of a stored moment is the same as that of a live one. Without a graph, the names of
trigger channels say which nodes are due.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from runtime.checkpoint.base import CheckpointTuple, HistoryReader, StoredCheckpoint
from runtime.constants import END, ERROR, INTERRUPT, MISSING, TASKS
from runtime.debug.explain import explain
from runtime.debug.failure import error_view, stored_error_view
from runtime.debug.opened import AnyGraph, OpenGraph
from runtime.debug.preview import preview
from runtime.debug.showing import activation, handle, interrupt_views, sends_in, targets, write_views
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
from runtime.debug.views import ChannelView, CheckpointView, ErrorView, NodeExplanation, TaskKind, TaskState, TaskView
from runtime.pregel.config import RunConfig
from runtime.pregel.snapshot import planned, recorded_loop
from runtime.pregel.state import as_version
from runtime.pregel.task import Task
from runtime.pregel.update import in_fold_order


def planned_tasks(graph: Any, saved: CheckpointTuple, checkpoint_ns: str) -> list[Task]:
    """Tasks due at a stored checkpoint, with what is recorded of them; raises what plan raises."""
    configurable = {**saved.config["configurable"], "checkpoint_ns": checkpoint_ns}
    return in_fold_order(planned(recorded_loop(graph, RunConfig(configurable=configurable), saved)))


class _Moment:
    """Assembles the view of one stored checkpoint."""

    def __init__(
        self, browser: Browser, stored: StoredCheckpoint, saved: CheckpointTuple, graph: Any
    ) -> None:
        self._browser = browser
        self._opened = browser._opened
        self._stored = stored
        self._saved = saved
        self._graph = graph
        self._checkpoint = saved.checkpoint
        self._where = (stored.thread_id, stored.checkpoint_ns, stored.checkpoint_id)
        self._problems: list[str] = []
        self._pending: dict[str, list[tuple[str, Any]]] = {}
        for task_id, channel, value in saved.pending_writes or ():
            self._pending.setdefault(task_id, []).append((channel, value))

    def view(self) -> CheckpointView:
        tasks = self._tasks()
        self._compare_names()
        versions = {
            name: as_version(version)
            for name, version in self._checkpoint["channel_versions"].items()
        }
        seen = _seen(self._checkpoint["versions_seen"])
        return CheckpointView(
            row=self._browser._row(self._stored),
            channels=self._channels(versions),
            versions_seen=seen,
            tasks=tasks,
            explanations=self._explanations(versions, seen),
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
        names = self._checkpoint["channel_versions"]
        unknown = sorted(name for name in names if name not in graph.channels)
        if unknown:
            self._problems.append(
                f"The open graph lacks {_counted('channel', unknown)} of this checkpoint: "
                f"{', '.join(unknown)}."
            )
        nodes = sorted(
            name
            for name in self._checkpoint["versions_seen"]
            if not name.startswith("__") and name not in graph.nodes
        )
        if nodes:
            self._problems.append(
                f"The open graph lacks {_counted('node', nodes)} that ran before this "
                f"checkpoint: {', '.join(nodes)}."
            )

    def _channels(self, versions: Mapping[str, int]) -> tuple[ChannelView, ...]:
        values = self._checkpoint["channel_values"]
        changed = set(self._stored.updated_channels or ())
        newest = max(versions.values(), default=0)
        known = [] if self._graph is None else list(self._graph.channels)
        names = dict.fromkeys([*known, *versions, *values])
        return tuple(
            ChannelView(
                name=name,
                version=versions.get(name, 0),
                value=preview(values[name], handle(*self._where, "channel", name))
                if name in values
                else None,
                changed=name in changed or (bool(newest) and versions.get(name, 0) == newest),
            )
            for name in names
        )

    def _explanations(
        self, versions: Mapping[str, int], seen: Mapping[str, Mapping[str, int]]
    ) -> tuple[Any, ...]:
        triggers = self._browser._triggers(self._graph, versions)
        values = self._checkpoint["channel_values"]
        available = {
            name for name, value in values.items() if _is_available(name, value, self._graph)
        }
        rule = activation(
            triggers,
            versions,
            seen,
            available,
            values,
            self._browser._declared_joins(),
            self._written_by(versions),
        )
        return tuple(explain(node, rule) for node in triggers)

    def _written_by(self, versions: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
        """Writers of the channels that this superstep changed, from the parent's writes."""
        parent_id = self._stored.parent_checkpoint_id
        if parent_id is None or self._graph is None:
            return {}
        parent = self._browser.saver.get_tuple(
            address(self._stored.thread_id, self._stored.checkpoint_ns, parent_id)
        )
        if parent is None:
            return {}
        try:
            tasks = planned_tasks(self._graph, parent, self._stored.checkpoint_ns)
        except Exception:  # noqa: BLE001 - a graph that changed since may not plan the old step
            return {}
        found: dict[str, dict[str, None]] = {}
        before = parent.checkpoint["channel_versions"]
        for task in tasks:
            for channel, _ in task.writes:
                if versions.get(channel, 0) > as_version(before.get(channel, 0)):
                    found.setdefault(channel, {})[task.name] = None
        return {channel: tuple(names) for channel, names in found.items()}

    # -- tasks ------------------------------------------------------------------------------

    def _tasks(self) -> tuple[TaskView, ...]:
        if self._graph is None:
            return self._tasks_by_convention()
        try:
            tasks = planned_tasks(self._graph, self._saved, self._stored.checkpoint_ns)
        except Exception as error:  # noqa: BLE001 - whatever does not fit is shown as a problem
            self._problems.append(f"The tasks of this checkpoint cannot be planned: {error}")
            return self._tasks_by_convention()
        return tuple(self._task(task) for task in tasks)

    def _task(self, task: Task) -> TaskView:
        return self._task_view(
            task.id,
            task.name,
            "PULL" if task.index is None else "PUSH",
            task.index,
            tuple(task.triggers) if task.index is None else (),
            task.input,
        )

    def _task_view(
        self,
        task_id: str,
        name: str,
        kind: Any,
        index: int | None,
        triggers: tuple[str, ...],
        task_input: Any,
    ) -> TaskView:
        recorded = self._pending.get(task_id, [])
        finished = any(channel not in _FINISHED_BY for channel, _ in recorded)
        error = None if finished else self._error(recorded, name)
        source = None if self._opened is None else self._opened.sources.get(name)
        asked = (
            []
            if finished
            else [
                question
                for channel, questions in recorded
                if channel == INTERRUPT and isinstance(questions, (list, tuple))
                for question in questions
            ]
        )
        interrupts = interrupt_views(asked, *self._where, task_id, name, source)
        state: Any = (
            "wrote"
            if finished
            else "failed"
            if error is not None
            else "interrupted"
            if interrupts
            else "due"
        )
        return TaskView(
            id=task_id,
            name=name,
            kind=kind,
            state=state,
            triggers=triggers,
            index=index,
            input=None
            if task_input is MISSING
            else preview(task_input, handle(*self._where, "input", task_id)),
            writes=write_views(recorded, *self._where, task_id),
            targets=self._targets(name, recorded) if finished else (),
            error=error,
            interrupts=interrupts,
            duration_ms=self._browser._durations.get(task_id),
        )

    def _targets(self, name: str, recorded: Sequence[tuple[str, Any]]) -> tuple[str, ...]:
        found = targets(recorded)
        if found or self._opened is None or name not in self._opened.may_end:
            return found
        return ("__end__",)

    def _error(self, recorded: Sequence[tuple[str, Any]], node: str) -> ErrorView | None:
        for channel, value in recorded:
            if channel == ERROR:
                if isinstance(value, BaseException):
                    return error_view(value, node)
                return stored_error_view(value, node)
        return None

    def _tasks_by_convention(self) -> tuple[TaskView, ...]:
        """Tasks by the names that channels tell: ids are known only where something was written."""
        rule = self._browser._rule_of_row(self._stored)
        sends = sends_in(self._checkpoint["channel_values"].get(TASKS) or [])
        names = [*sends, *(name for name in sorted(rule.triggers) if rule.is_due(name))]
        recorded = [task_id for task_id in self._pending if task_id.strip("0-")]
        views = []
        for number, name in enumerate(names):
            is_send = number < len(sends)
            # Without the graph a record cannot be told to belong to one of several tasks.
            known = recorded[0] if len(names) == len(recorded) == 1 else f"{name}#{number}"
            views.append(
                self._task_view(
                    known,
                    name,
                    "PUSH" if is_send else "PULL",
                    number if is_send else None,
                    () if is_send else tuple(rule.triggers[name]),
                    MISSING,
                )
            )
        if len(names) != 1:
            views += [
                self._task_view(task_id, "?", "PULL", None, (), MISSING) for task_id in recorded
            ]
        return tuple(views)


def _counted(word: str, names: Sequence[str]) -> str:
    return f"a {word}" if len(names) == 1 else f"{len(names)} {word}s"
