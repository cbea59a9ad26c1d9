"""Pending questions and given answers as plain data."""

from dataclasses import dataclass
from typing import Any, Literal

AnswerOutcome = Literal["given", "taken", "unused", "lost"]
"""``given``: to a run that has not told more; ``taken``: what the task made of it is saved;
``unused``: the run ended before, and the question waits as it did; ``lost``: another run's answer
was saved instead, or the thread is gone."""


@dataclass(frozen=True, slots=True)
class PendingInterrupt:
    """A question at the head of a thread, in a line."""

    thread_id: str
    checkpoint_id: str
    step: int
    asked_at: str
    """When the checkpoint was saved whose task asks."""
    interrupt_id: str
    asker: str
    text: str
    digest: str


@dataclass(frozen=True, slots=True)
class PendingPage:
    """Questions of the threads looked at, which were ``limit`` of all from ``offset``."""

    offset: int
    threads: int
    """How many threads there are."""
    interrupts: tuple[PendingInterrupt, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """One answer: who gave it, when, to what exactly, and what became of it."""

    id: str
    thread_id: str
    checkpoint_id: str
    """The one at which the task asked."""
    task_id: str
    interrupt_id: str
    node: str
    """Of the root graph; ``asker`` names inner nodes as well."""
    index: int | None
    asker: str
    who: str
    at: str
    digest: str
    """Of the payload that the person saw."""
    payload: Any
    """As JSON; one line of it where it is very large."""
    answer: Any
    run_id: str
    process: str
    """Machine and number of the process in which the run was started."""
    outcome: AnswerOutcome = "given"
    note: str = ""
    """What is to be known of the outcome, in a sentence; mostly empty."""
    revises: str = ""
    """Id of the answer that this one replaces on a branch of its own."""


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """Answers, newest first."""

    answers: tuple[AnswerRecord, ...]
    more: bool
