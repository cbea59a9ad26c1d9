"""What becomes of a superstep, and of a run: failure, open questions, errors for the caller."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runtime.errors import (
    ErrorCode,
    GraphDrained,
    GraphInterrupt,
    GraphRecursionError,
    ParentCommand,
    create_error_message,
)
from runtime.pregel.update import in_fold_order
from runtime.types import Interrupt

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop
    from runtime.pregel.task import Task


def failure(tasks: "Sequence[Task]") -> BaseException | None:
    """What ends the superstep: its first failed task's error, or commands for the parent."""
    if not any(task.error is not None for task in tasks):
        return None
    errors = [
        task.error for task in in_fold_order(tasks) if task.error is not None and not task.handled
    ]
    for error in errors:
        if not isinstance(error, ParentCommand):
            return error
    commands = [
        command
        for error in errors
        if isinstance(error, ParentCommand)
        for command in error.commands
    ]
    return ParentCommand(*commands) if commands else None


def open_interrupts(loop: "Loop") -> tuple[Interrupt, ...]:
    """Questions that the superstep's tasks wait for, in task order, each once.

    A called task's question is that of its caller, except where the caller went on without it.
    """
    alone = [task for task in loop.calls.asking if task.outermost.finished]
    questions = {
        question.id: question
        for task in in_fold_order([*loop.tasks, *alone])
        if not task.finished
        for question in task.interrupts
    }
    return tuple(questions.values())


def raise_unless_done(loop: "Loop") -> None:
    """The run is over and did not fail: raises where its status is an error to the caller."""
    if loop.status == "out_of_steps":
        raise GraphRecursionError(
            create_error_message(
                message=f"Recursion limit of {loop.config.recursion_limit} reached without "
                "hitting a stop condition. You can increase the limit by setting the "
                "`recursion_limit` config key.",
                error_code=ErrorCode.GRAPH_RECURSION_LIMIT,
            )
        )
    if loop.status == "draining":
        assert loop.control is not None
        raise GraphDrained(loop.control.drain_reason or "shutdown")
    if loop.status in ("interrupt", "interrupt_before", "interrupt_after"):
        asked = open_interrupts(loop) if loop.status == "interrupt" else ()
        if loop.parent is not None:
            raise GraphInterrupt(asked)
        if loop.streams is not None and not asked:
            loop.streams.interrupted(loop, ())
