"""Answers to interrupts: which question gets which, exactly once.

A plain answer goes to the next question that has none. Answers by interrupt id go to just those
questions. Runs inside a task ask the run around them. Whoever gives an answer may see what it is
given to, and keep it from another question than the one that was meant.
"""

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from runtime.constants import (
    BRANCH_PREFIX,
    END,
    ERROR,
    INTERRUPT,
    MISSING,
    NO_WRITES,
    NULL_TASK_ID,
    RESUME,
    START,
    TASKS,
)
from runtime.errors import InvalidUpdateError
from runtime.types import Command, Interrupt, Send

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop
    from runtime.pregel.task import Task, TaskPath

_INTERRUPT_ID = re.compile(r"[0-9a-f]{32}")
_MULTIPLE = (
    "When there are multiple pending interrupts, you must specify the interrupt id when resuming. "
    "Docs: https://docs.langchain.com/oss/python/langgraph/add-human-in-the-loop"
    "#resume-multiple-interrupts-with-one-invocation."
)


class Checked:
    """An answer that is given where ``accepts`` says so of what is asked; else it is not there."""

    __slots__ = ("accepts", "value")

    def __init__(self, value: Any, accepts: Callable[[Any], bool]) -> None:
        self.value = value
        self.accepts = accepts


class Revision:
    """Answers to a task's questions in their order, instead of those that it was given.

    They make a branch, on which this task alone runs again.
    """

    __slots__ = ("answers",)

    def __init__(self, answers: Sequence[Checked]) -> None:
        self.answers = tuple(answers)


class Answers:
    """The answers of one run. Safe from several task threads."""

    def __init__(self, outer: "Answers | None" = None, path: "TaskPath | None" = None) -> None:
        self._outer = outer
        self._path = path
        self._by_id: dict[str, Any] = {}
        self._by_path: dict[TaskPath, dict[str, Any]] = {}
        self._plain: Any = MISSING
        self._lock = threading.Lock()
        self.revised: set[TaskPath] = set()
        """Tasks whose answers are replaced."""

    def add(self, answers: "dict[str, Any] | Plain | None") -> None:
        """Take over the caller's answers."""
        if isinstance(answers, Plain):
            self._plain = answers.value
        elif answers:
            self._by_id.update(answers)

    def take_saved(self, pending: Iterable[tuple[str, str, Any]]) -> None:
        """Take over a plain answer that an earlier process was given and did not use."""
        if self._plain is MISSING and not self._by_id:
            for task_id, channel, value in pending:
                if task_id == NULL_TASK_ID and channel == RESUME and value is not None:
                    self._plain = value

    def follow_tasks(
        self, pending: Iterable[tuple[str, str, Any]], tasks: "Sequence[Task]"
    ) -> None:
        """On a new branch task ids change: bind answers by id to the tasks that asked."""
        paths = {task.id: task.path for task in tasks}
        for task_id, channel, questions in pending:
            if channel == INTERRUPT and task_id in paths:
                for question in questions:
                    answer = self._claim(question.id)
                    if isinstance(answer, Revision):
                        self.revised.add(paths[task_id])
                        self._by_path[paths[task_id]] = {
                            f"{question.id}:{place}": each
                            for place, each in enumerate(answer.answers)
                        }
                    elif answer is not MISSING:
                        self._by_path.setdefault(paths[task_id], {})[question.id] = answer

    def _claim(self, question: str) -> Any:
        """Take the answer by id to ``question``, whichever task it is bound to so far."""
        with self._lock:
            for answers in (self._by_id, *self._by_path.values()):
                if question in answers:
                    return answers.pop(question)
        return MISSING if self._outer is None else self._outer._claim(question)

    def take(self, question: str, path: "TaskPath", asked: Any = MISSING) -> tuple[Any, bool]:
        """The answer to ``question`` and whether it was the plain one; ``MISSING`` without.

        ``asked`` is what the question says, where that is known.
        """
        with self._lock:
            if question in self._by_id:
                return _accepted(self._by_id.pop(question), asked), False
            bound = self._by_path.get(path, {})
            for key in list(bound):
                answer = _accepted(bound[key], asked)
                if answer is not MISSING:
                    del bound[key]
                    return answer, False
            if self._plain is not MISSING:
                answer, self._plain = self._plain, MISSING
                return answer, True
        if self._outer is None or self._path is None:
            return MISSING, False
        return self._outer.take(question, self._path, asked)

    @property
    def revises(self) -> bool:
        """Whether answers are replaced that were given before."""
        return any(isinstance(each, Revision) for each in self._by_id.values())

    @property
    def _levels(self) -> "Iterator[Answers]":
        """These answers and those of the runs around, outwards."""
        level: Answers | None = self
        while level is not None:
            yield level
            level = level._outer

    @property
    def partial(self) -> bool:
        """Whether only questions named by id are answered."""
        levels = list(self._levels)
        return levels[-1]._plain is MISSING and any(
            level._by_id or any(level._by_path.values()) for level in levels
        )

    def goes_beyond(self, questions: Iterable[Interrupt]) -> bool:
        """Whether an answer by id is to none of ``questions``: a called task asked, then."""
        known = {question.id for question in questions}
        return any(not level._by_id.keys() <= known for level in self._levels)

    def addresses(self, task: "Task") -> bool:
        """Whether one of the questions of ``task`` is answered by id."""
        path: TaskPath | None = task.path
        for level in self._levels:
            if path is not None and level._by_path.get(path):
                return True
            if any(question.id in level._by_id for question in task.interrupts):
                return True
            path = level._path
        return False

    def forget(self) -> None:
        """Answers are for the questions of one superstep only."""
        self._plain = MISSING
        self._by_path.clear()


def _accepted(answer: Any, asked: Any) -> Any:
    """The answer, or ``MISSING`` where it is not for what is asked."""
    if not isinstance(answer, Checked):
        return answer
    return answer.value if asked is MISSING or answer.accepts(asked) else MISSING


class Plain:
    """A plain answer, told apart from answers by id."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def open_questions(
    pending: Iterable[tuple[str, str, Any]], *, asked_again: bool = False
) -> list[Interrupt]:
    """Questions whose task has not finished; on a new branch they are all ``asked_again``."""
    entries = list(pending)
    finished = (
        set()
        if asked_again
        else {
            task_id
            for task_id, channel, _ in entries
            if channel not in (INTERRUPT, RESUME, ERROR) or channel == NO_WRITES
        }
    )
    found = {
        question.id: question
        for task_id, channel, questions in entries
        if channel == INTERRUPT and task_id not in finished
        for question in questions
    }
    return list(found.values())


def command_writes(
    loop: "Loop", command: Command[Any]
) -> tuple[list[tuple[str, Any]], "dict[str, Any] | Plain | None"]:
    """What a ``Command`` given as input writes at once, and the answers that it carries."""
    if command.graph == Command.PARENT:
        raise InvalidUpdateError("There is no parent graph")
    writes: list[tuple[str, Any]] = []
    answers: dict[str, Any] | Plain | None = None
    if command.resume is not None:
        if loop.persistence is None:
            raise RuntimeError("Cannot use Command(resume=...) without checkpointer")
        answers = _answers(command.resume, loop)
        if isinstance(answers, Plain):
            writes.append((RESUME, answers.value))
    for target in command.targets():
        writes.append(goto_write(target, "The input"))
    writes.extend(command.updates())
    return writes, answers


def _answers(resume: Any, loop: "Loop") -> "dict[str, Any] | Plain":
    revises = isinstance(resume, dict) and any(
        isinstance(each, Revision) for each in resume.values()
    )
    branches = revises or (loop.config.checkpoint_id is not None and not loop.is_leaf)
    questions = open_questions(loop.pending, asked_again=branches)
    if (
        isinstance(resume, dict)
        and resume
        and all(isinstance(key, str) and _INTERRUPT_ID.fullmatch(key) for key in resume)
    ):
        known = {question.id for question in questions}
        unknown = [key for key in resume if key not in known]
        if unknown:
            raise RuntimeError(
                f"No pending interrupt has the id {', '.join(unknown)}. "
                f"Pending: {', '.join(sorted(known)) or 'none'}"
            )
        return dict(resume)
    if len(questions) > 1:
        raise RuntimeError(_MULTIPLE)
    return Plain(resume)


def goto_write(target: Any, writer: str) -> tuple[str, Any]:
    """The write that makes ``target`` run next."""
    if isinstance(target, Send):
        if target.node == END:
            raise InvalidUpdateError("Cannot send a packet to the END node")
        return TASKS, target
    if target in (END, START):
        return NO_WRITES, None
    if not isinstance(target, str):
        raise TypeError(f"{writer} goes to {target!r}: expected a node name or a Send")
    return BRANCH_PREFIX + target, None
