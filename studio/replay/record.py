"""Turns two neighbouring checkpoints into the events that a run would have told between them.

What the tasks of the first one wrote is recorded, and so are the channels before and after. The
events are the same that a session sends, so whatever shows a run can show the record. Nothing is
executed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from runtime.debug.events import (
    BarrierReached,
    ChannelUpdated,
    Event,
    FoldStep,
    PlannedTask,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.views import CheckpointView, ErrorView, TaskView, TriggerView
from studio.language import tr

RUN = "record"
"""In place of a run's id: nothing ran."""
EDIT = "edit"
"""In place of a task's name: a person wrote."""


@dataclass(frozen=True, slots=True)
class RecordedSuperstep:
    """What happened after a checkpoint, phase by phase; an edit has an update only."""

    step: int
    planned: tuple[Event, ...]
    started: tuple[Event, ...]
    ended: tuple[Event, ...]
    """One for each task, in the order in which the barrier folds their writes."""
    updated: tuple[Event, ...]

    @property
    def tasks(self) -> int:
        return len(self.started)


def superstep_between(before: CheckpointView, after: CheckpointView) -> RecordedSuperstep:
    """The superstep that led from one checkpoint to the next."""
    row, step = before.row, after.row.step
    ran = after.row.source == "loop"
    tasks = before.tasks if ran else ()
    planned = SuperstepPlanned(
        0,
        RUN,
        row.thread_id,
        "",
        row.checkpoint_id,
        step,
        tuple(_planned(task, before) for task in tasks),
    )
    return RecordedSuperstep(
        step,
        (planned,) if ran else (),
        tuple(TaskStarted(0, RUN, "", step, task.id, task.name) for task in tasks),
        tuple(_ended(task, step) for task in tasks),
        (BarrierReached(0, RUN, "", step), *_updates(before, after, tasks)),
    )


def _planned(task: TaskView, view: CheckpointView) -> PlannedTask:
    triggers: tuple[TriggerView, ...] = ()
    if task.kind == "PULL":
        for explanation in view.explanations:
            if explanation.node == task.name:
                triggers = explanation.triggers
    return PlannedTask(task.id, task.name, task.kind, task.index, triggers, task.input)


def _ended(task: TaskView, step: int) -> Event:
    duration = task.duration_ms or 0.0
    if task.error is not None:
        return TaskFailed(0, RUN, "", step, task.id, task.name, task.error, duration)
    if task.interrupts:
        return TaskInterrupted(0, RUN, "", step, task.id, task.name, task.interrupts, duration)
    if task.state == "failed":
        error = ErrorView("Error", tr("It failed; the record does not say how."))
        return TaskFailed(0, RUN, "", step, task.id, task.name, error, duration)
    return TaskWrote(0, RUN, "", step, task.id, task.name, task.writes, task.targets, duration)


def _updates(
    before: CheckpointView, after: CheckpointView, tasks: Iterable[TaskView]
) -> Iterable[ChannelUpdated]:
    known = {channel.name: channel for channel in before.channels}
    tasks = tuple(tasks)
    for channel in after.channels:
        old = known.get(channel.name)
        version = 0 if old is None else old.version
        if channel.version == version:
            continue
        fold = tuple(
            FoldStep(task.id, task.name, write.value, None)
            for task in tasks
            for write in task.writes
            if write.channel == channel.name
        )
        if not tasks and channel.value is not None:
            fold = (FoldStep("", EDIT, channel.value, None),)
        yield ChannelUpdated(
            0,
            RUN,
            "",
            after.row.step,
            channel.name,
            version,
            channel.version,
            None if old is None else old.value,
            channel.value,
            fold,
        )
