"""What is recorded of planned tasks: finished ones do not run again, some keep waiting."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from runtime.constants import ERROR, INTERRUPT, RESUME

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop
    from runtime.pregel.task import Task


def match(tasks: "Sequence[Task]", pending: Iterable[tuple[str, str, Any]]) -> None:
    """Give ``tasks`` their pending writes, answers and questions."""
    by_id = {task.id: task for task in tasks}
    for task_id, channel, value in pending:
        task = by_id.get(task_id)
        if task is None:
            continue
        if channel == RESUME:
            task.resume = list(value)
        elif channel == INTERRUPT:
            task.interrupts = tuple(value)
        elif channel != ERROR:
            task.writes.append((channel, value))
            task.finished = task.recorded = True


def leave_unanswered(loop: "Loop", tasks: "Sequence[Task]") -> None:
    """A resume by ids leaves tasks alone whose question it does not answer."""
    asked = [question for task in tasks for question in task.interrupts]
    if loop.parent is None and loop.travel is None and loop.answers.goes_beyond(asked):
        for task in tasks:
            task.interrupts = ()
        return
    for task in tasks:
        if task.finished or not task.interrupts:
            continue
        elsewhere = loop.travel is not None and loop.travel.path not in (None, task.path)
        if elsewhere or (loop.answers.partial and not loop.answers.addresses(task)):
            task.waiting = True
        else:
            task.interrupts = ()
