"""A task as plain data, for executors that run it elsewhere: what goes out, and what comes back.

Executors of this process run tasks where they are. One for other processes or machines sends the
``Assignment`` of each task to a worker, which has the same graph and answers with an ``Outcome``;
``settle`` takes it over. Nothing else of the engine has to cross. What a worker lacks: the saver
(answers to questions go along), the store, and the streams.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runtime.constants import INTERRUPT, PULL
from runtime.pregel.config import RunConfig
from runtime.pregel.execute import run_task
from runtime.pregel.loop import Loop
from runtime.pregel.task import Task
from runtime.types import Interrupt

if TYPE_CHECKING:
    from runtime.pregel.main import Pregel


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a worker has to know of a task. ``answers`` are for its questions, in their order."""

    task_id: str
    node: str
    input: Any
    context: Any
    step: int
    checkpoint_ns: str
    thread_id: str | None
    answers: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a task: writes, an error, or questions."""

    task_id: str
    writes: Sequence[tuple[str, Any]]
    error: BaseException | None
    interrupts: Sequence[Interrupt]
    seconds: float


def assignment_of(task: Task) -> Assignment:
    """``task`` as plain data. Answers to questions that it asked before are taken for it."""
    loop = task.loop
    if any(entry[:2] == (task.id, INTERRUPT) for entry in loop.pending):
        while task.take_answer():
            pass
    return Assignment(
        task_id=task.id,
        node=task.name,
        input=task.input,
        context=loop.context,
        step=loop.step,
        checkpoint_ns=loop.checkpoint_ns,
        thread_id=loop.config.thread_id,
        answers=list(task.resume),
    )


def settle(task: Task, outcome: Outcome) -> Task:
    """Take over what a worker made of ``task``, and have it saved."""
    task.writes = list(outcome.writes)
    task.interrupts = tuple(outcome.interrupts)
    task.error = outcome.error
    task.seconds = outcome.seconds
    task.loop.keep(task)
    return task


def carry_out(graph: "Pregel[Any, Any, Any, Any]", assignment: Assignment) -> Outcome:
    """Run an assignment, in a worker: ``graph`` is what the assignment's run executes."""
    given = {} if assignment.thread_id is None else {"thread_id": assignment.thread_id}
    loop = Loop(
        graph,
        RunConfig(configurable=given),
        checkpoint_ns=assignment.checkpoint_ns,
        context=assignment.context,
    )
    loop.step = assignment.step
    node = graph.nodes[assignment.node]
    task = Task(loop, assignment.node, node, (PULL, assignment.node), (), assignment.input)
    task.identify(assignment.task_id)
    task.resume = list(assignment.answers)
    run_task(task)
    return Outcome(task.id, task.writes, task.error, task.interrupts, task.seconds)
