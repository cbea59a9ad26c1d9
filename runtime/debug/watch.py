"""The observer that turns what the engine does into events, and lets the gate hold it.

The engine calls it in the run's threads. Channel updates are told when their checkpoint is saved,
so that their handles lead to stored values.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from runtime.checkpoint.base import get_checkpoint_metadata
from runtime.constants import END, ERROR, INPUT, MISSING, SUBSTITUTED, TASKS
from runtime.debug.description import SourceSpan
from runtime.debug.events import (
    BarrierReached,
    ChannelUpdated,
    CheckpointSaved,
    Event,
    FoldStep,
    OutputKind,
    PlannedTask,
    RunKind,
    RunStarted,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskRetried,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.explain import Activation, trigger_views
from runtime.debug.expressions.readable import readable
from runtime.debug.failure import error_view
from runtime.debug.gate import RunGate
from runtime.debug.inputs import InputWatch
from runtime.debug.marks.repeats import Repeats
from runtime.debug.marks.resolving import Instead, NodeMarks
from runtime.debug.messages.content import usage_of
from runtime.debug.messages.models import WatchedCalls
from runtime.debug.messages.streaming import MessageStreams
from runtime.debug.opened import is_internal
from runtime.debug.outputs import Outputs
from runtime.debug.preview import preview
from runtime.debug.showing import (
    activation,
    at_checkpoint,
    fold_results,
    handle,
    how_substituted,
    interrupt_views,
    json_or_line,
    targets,
    visible_writes,
    write_views,
)
from runtime.debug.values import ValueHandle, ValuePreview
from runtime.debug.views import CheckpointRow, Substituted
from runtime.pregel.config import stable_namespace
from runtime.pregel.loop import Loop
from runtime.pregel.model_calls import as_handler, calls_models
from runtime.pregel.observe import Observer
from runtime.pregel.task import Task

Emit = Callable[[Event], None]


def _nothing(_task: Task) -> None:
    """Nobody wants to know when a task ends."""


WIDEST_FOLD = 100
"""Of a wider fold only so many operands, half of them at each end, are shown."""
UNSHOWN = ValuePreview("opaque", "", "…")


@dataclass(frozen=True, slots=True)
class LoopPlace:
    """Where a loop stands, as the gate wants to know it."""

    loop: Loop

    @property
    def depth(self) -> int:
        namespace = self.loop.checkpoint_ns
        return namespace.count("|") + 1 if namespace else 0

    @property
    def step(self) -> int:
        return self.loop.step

    @property
    def namespace(self) -> str:
        return stable_namespace(self.loop.checkpoint_ns)

    @property
    def checkpoint_ns(self) -> str:
        return self.loop.checkpoint_ns

    def values(self) -> Mapping[str, Any]:
        # Expressions only look: nothing needs to be copied for them.
        return self.loop.state.values


class RunWatcher(Observer):
    """Watches one run for one session."""

    def __init__(
        self,
        run_id: str,
        kind: RunKind,
        gate: RunGate,
        emit: Emit,
        sources: Mapping[str, SourceSpan],
        joins: Mapping[str, Sequence[str]],
        may_end: frozenset[str],
        on_duration: Callable[[str, float], None],
        marks: NodeMarks,
        repeats: Repeats,
    ) -> None:
        self.run_id = run_id
        self.marks = marks
        self._repeats = repeats
        self.kind = kind
        self.gate = gate
        self.on_task_end: Callable[[Task], None] = _nothing
        self._running: dict[str, str] = {}
        self._loops: list[Loop] = []
        self._emit = emit
        self._outputs = Outputs(run_id, emit)
        self._messages = MessageStreams(run_id, emit)
        self._model_callbacks: tuple[Any, ...] = ()
        self._inputs = InputWatch(run_id)
        self._sources = sources
        self._joins = joins
        self._may_end = may_end
        self._on_duration = on_duration
        self._lock = threading.Lock()
        self._updates: dict[str, list[ChannelUpdated]] = {}
        self._changed: dict[str, list[str]] = {}
        self._writers: dict[str, dict[str, tuple[str, ...]]] = {}

    @property
    def serial(self) -> bool:  # type: ignore[override]
        """Whether the session steps task by task."""
        return self.gate.serial

    def running(self) -> frozenset[str]:
        """Ids of the tasks whose nodes are executing."""
        with self._lock:
            return frozenset(self._running)

    def abandon(self) -> list[str]:
        """Keep what still runs from saving anything; gives the names of its nodes."""
        for loop in tuple(self._loops):
            loop.persistence = None
        with self._lock:
            return list(dict.fromkeys(self._running.values()))

    # -- run and plan -----------------------------------------------------------------------

    def run_started(self, loop: Loop) -> None:
        self.gate.check()
        self._loops.append(loop)
        if not loop.checkpoint_ns:
            known = loop.metadata is not None
            self._emit(
                RunStarted(
                    0,
                    self.run_id,
                    loop.thread_id,
                    self.kind,
                    loop.checkpoint_id if known else None,
                )
            )

    def superstep_planned(self, loop: Loop, tasks: Sequence[Task]) -> None:
        self.gate.check()
        rule = self._activation(loop)
        self._emit(
            SuperstepPlanned(
                0,
                self.run_id,
                loop.thread_id,
                loop.checkpoint_ns,
                loop.checkpoint_id,
                loop.step,
                tuple(self._planned(loop, task, rule) for task in tasks),
            )
        )
        asked = [task for task in tasks if not task.finished and not task.node.hidden]
        names = [task.name for task in asked]
        self.gate.before_superstep(LoopPlace(loop), names, self._repeated(loop, asked))

    def _repeated(self, loop: Loop, tasks: Sequence[Task]) -> list[str]:
        """Nodes unsafe to repeat that would run again."""
        unsafe = self.marks.unsafe
        if not unsafe:
            return []
        namespace = stable_namespace(loop.checkpoint_ns)
        failed = {task_id for task_id, channel, _ in loop.pending if channel == ERROR}
        return list(
            dict.fromkeys(
                task.name
                for task in tasks
                if (namespace, task.name) in unsafe
                and (task.id in failed or self._repeats.repeats(namespace, task.name))
                and self._instead(loop, task) is None
            )
        )

    def _instead(self, loop: Loop, task: Task) -> Instead | None:
        if task.called_by is not None or task.node.hidden:
            return None
        return self.marks.instead(stable_namespace(loop.checkpoint_ns), task.name, task.index)

    def result_instead(self, loop: Loop, task: Task) -> Any:
        instead = self._instead(loop, task)
        if instead is None:
            return MISSING
        task.writes.append((SUBSTITUTED, instead.how))
        return instead.result

    def _activation(self, loop: Loop) -> Activation:
        state = loop.state
        barriers = {
            name: state.channels[name].checkpoint()
            for name in state.versions
            if name in self._joins and name in state.specs
        }
        return activation(
            {name: node.triggers for name, node in loop.graph.nodes.items()},
            state.versions,
            state.seen,
            state.values,
            {**barriers, TASKS: state.values.get(TASKS)},
            self._joins,
            self._writers.get(loop.checkpoint_ns, {}),
        )

    def _planned(self, loop: Loop, task: Task, rule: Activation) -> PlannedTask:
        place = handle(loop.thread_id, loop.checkpoint_ns, loop.checkpoint_id, "input", task.id)
        return PlannedTask(
            id=task.id,
            name=task.name,
            kind=task.kind,
            index=task.index,
            triggers=() if task.kind == "PUSH" else trigger_views(task.name, rule),
            input=preview(task.input, place),
            finished=task.finished,
            substituted=self._how(loop, task),
        )

    def _how(self, loop: Loop, task: Task) -> Substituted:
        """Why the node of a planned task is not called, or was not."""
        if task.finished:
            return how_substituted(task.writes)
        instead = self._instead(loop, task)
        return "" if instead is None else instead.how

    # -- execute ----------------------------------------------------------------------------

    def choose_task(self, loop: Loop, waiting: Sequence[Task]) -> Task:
        asked = {task.id: task.name for task in waiting if not task.node.hidden}
        if not asked:
            return waiting[0]
        chosen = self.gate.before_task(LoopPlace(loop), asked)
        return next((task for task in waiting if task.id == chosen), waiting[0])

    def task_started(self, loop: Loop, task: Task) -> None:
        self.gate.check()
        if not task.node.hidden:
            self.gate.task_begins()
            if not loop.checkpoint_ns and self._instead(loop, task) is None:
                self._repeats.took(task.name)
        with self._lock:
            self._running[task.id] = task.name
        caller = "" if task.called_by is None else task.called_by.id
        place = (0, self.run_id, loop.checkpoint_ns, loop.step, task.id, task.name)
        self._emit(TaskStarted(*place, caller))
        self._inputs.note(task)

    def task_output(self, loop: Loop, task: Task, value: Any) -> None:
        self.gate.check()
        self._outputs.tell_value(task, value)

    def message_streamed(self, namespace: str, message: Any, *, whole: bool) -> None:
        self.gate.check()
        self._messages.tell(namespace, message, whole=whole)

    def model_callbacks(self) -> Sequence[Any]:
        if not self._model_callbacks and calls_models():
            self._model_callbacks = (as_handler(WatchedCalls, self.message_streamed),)
        return self._model_callbacks

    def close(self) -> None:
        """The run is over: nothing waits to be told any more."""
        self._messages.close()

    def tell_text(self, task: Task, kind: OutputKind, text: str) -> None:
        """Pass on what a task printed or logged."""
        self._outputs.tell(task, kind, text)

    def task_retried(
        self, loop: Loop, task: Task, error: BaseException, seconds: float, wait: float
    ) -> None:
        self.gate.check()
        place = (0, self.run_id, loop.checkpoint_ns, loop.step, task.id, task.name)
        view = error_view(error, task.name)
        self._emit(TaskRetried(*place, task.attempt, view, seconds * 1000, wait * 1000))

    def task_finished(self, loop: Loop, task: Task, seconds: float) -> None:
        with self._lock:
            self._running.pop(task.id, None)
        self.gate.check()
        self.on_task_end(task)
        self._outputs.finish(task)
        self._messages.finish(task.id)
        mutated = self._inputs.mutated(task, self._sources.get(task.name))
        if mutated is not None:
            self._emit(mutated)
        duration = seconds * 1000
        self._on_duration(task.id, duration)
        place = (loop.thread_id, loop.checkpoint_ns, loop.checkpoint_id, task.id)
        common = (0, self.run_id, loop.checkpoint_ns, loop.step, task.id, task.name)
        if task.error is not None:
            view = error_view(task.error, task.name)
            self._emit(TaskFailed(*common, view, duration))
            self.gate.task_failed(LoopPlace(loop), task.name, task.error, view)
        elif task.interrupts:
            asked = interrupt_views(
                task.interrupts, *place, task.name, self._sources.get(task.name)
            )
            self._emit(TaskInterrupted(*common, asked, duration))
        else:
            writes = write_views(task.writes, *place)
            used = usage_of(visible_writes(task.writes), loop.state.values)
            chosen = targets(task.writes) or ((END,) if task.name in self._may_end else ())
            how = how_substituted(task.writes)
            self._emit(TaskWrote(*common, writes, chosen, duration, used, how))

    # -- update -----------------------------------------------------------------------------

    def barrier_reached(self, loop: Loop, tasks: Sequence[Task]) -> None:
        self.gate.check()
        self._emit(BarrierReached(0, self.run_id, loop.checkpoint_ns, loop.step))
        if self.gate.breakpoints:
            self.gate.barrier_reached(LoopPlace(loop), _writers(tasks))

    def channel_updated(
        self,
        loop: Loop,
        channel: str,
        before: Any,
        operands: Sequence[tuple[Task | None, Any]],
        after: Any,
        old_version: int,
        new_version: int,
    ) -> None:
        old = None
        if before is not MISSING:
            place = handle(
                loop.thread_id, loop.checkpoint_ns, loop.checkpoint_id, "channel", channel
            )
            old = preview(before, place)
        new = None if after is MISSING else preview(after)
        if operands:
            names = dict.fromkeys(INPUT if task is None else task.name for task, _ in operands)
            self._writers.setdefault(loop.checkpoint_ns, {})[channel] = tuple(names)
        update = ChannelUpdated(
            0,
            self.run_id,
            loop.checkpoint_ns,
            loop.step,
            channel,
            old_version,
            new_version,
            old,
            new,
            self._fold(loop, channel, before, operands, new),
        )
        self._updates.setdefault(loop.checkpoint_ns, []).append(update)
        if self.gate.breakpoints.compares and not _same(before, after):
            self._changed.setdefault(loop.checkpoint_ns, []).append(channel)

    def _fold(
        self,
        loop: Loop,
        channel: str,
        before: Any,
        operands: Sequence[tuple[Task | None, Any]],
        result: ValuePreview | None,
    ) -> tuple[FoldStep, ...]:
        wide = len(operands) > WIDEST_FOLD
        between: Sequence[ValuePreview | None] = [None] * (len(operands) - 1)
        if not wide:
            between = fold_results(
                loop.state.channels[channel], before, [operand for _, operand in operands]
            )
        results = [*between, result] if operands else []
        places = WritePlaces(loop, channel)
        ends = range(WIDEST_FOLD // 2, len(operands) - WIDEST_FOLD // 2)
        return tuple(
            FoldStep(
                task_id="" if task is None else task.id,
                name=INPUT if task is None else task.name,
                operand=(
                    UNSHOWN
                    if wide and number in ends
                    else preview(operand, places.of(task, operand))
                ),
                result=shown,
            )
            for number, ((task, operand), shown) in enumerate(zip(operands, results, strict=True))
        )

    def checkpoint_saved(self, loop: Loop, checkpoint_id: str) -> None:
        updates = self._updates.pop(loop.checkpoint_ns, [])
        for update in updates:
            place = handle(
                loop.thread_id, loop.checkpoint_ns, checkpoint_id, "channel", update.channel
            )
            new = at_checkpoint(update.new, place)
            fold = tuple(
                replace(step, result=at_checkpoint(step.result, place)) for step in update.fold
            )
            self._emit(replace(update, new=new, fold=fold))
        row = self._row(loop, checkpoint_id)
        self._emit(CheckpointSaved(0, self.run_id, row))
        self.gate.superstep_done(
            LoopPlace(loop),
            [task.name for task in loop.tasks if not task.node.hidden],
            [update.channel for update in updates],
            self._changed.pop(loop.checkpoint_ns, []),
            row.next,
        )
        self.gate.check()

    def _row(self, loop: Loop, checkpoint_id: str) -> CheckpointRow:
        config = {"metadata": loop.config.metadata, "configurable": loop.config.configurable}
        metadata: dict[str, Any] = {**(loop.metadata or {}), **get_checkpoint_metadata(config, {})}
        if loop.parent is not None:
            metadata["parents"] = loop.checkpoint_map()
        return CheckpointRow(
            thread_id=loop.thread_id,
            checkpoint_ns=loop.checkpoint_ns,
            checkpoint_id=checkpoint_id,
            parent_checkpoint_id=loop.parent_checkpoint_id,
            step=metadata.get("step", -1),
            source=metadata.get("source", ""),
            created_at=loop.created_at,
            next=self._activation(loop).due_nodes(),
            metadata=json_or_line(metadata),
        )


def _writers(tasks: Sequence[Task]) -> dict[str, list[str]]:
    """Nodes whose tasks wrote a channel, one entry for each task."""
    writers: dict[str, list[str]] = {}
    for task in tasks:
        for channel in dict.fromkeys(channel for channel, _ in visible_writes(task.writes)):
            if not is_internal(channel):
                writers.setdefault(channel, []).append(task.name)
    return writers


def _same(before: Any, after: Any) -> bool:
    if before is MISSING or after is MISSING:
        return before is after
    return bool(readable(before) == readable(after))


class WritePlaces:
    """Where the values that tasks wrote to a channel can be read; each task is looked at once."""

    def __init__(self, loop: Loop, channel: str) -> None:
        self._loop = loop
        self._channel = channel
        self._indices: dict[str, dict[int, int]] = {}

    def of(self, task: Task | None, value: Any) -> ValueHandle | None:
        """The handle of one written value, ``None`` for what no task wrote."""
        if task is None:
            return None
        indices = self._indices.get(task.id)
        if indices is None:
            indices = self._indices[task.id] = {}
            for index, (name, written) in enumerate(visible_writes(task.writes)):
                if name == self._channel:
                    indices.setdefault(id(written), index)
        if id(value) not in indices:
            return None
        loop = self._loop
        return handle(
            loop.thread_id,
            loop.checkpoint_ns,
            loop.checkpoint_id,
            "write",
            task.id,
            str(indices[id(value)]),
        )
