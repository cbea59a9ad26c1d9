"""Where answers are written down, beside the threads that they were given to.

In a store of the program's own they lie in a table of that store (``stored``); for other savers in
a file of the same form, and for what is kept in memory in memory.
"""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from runtime.debug.approvals.person import has_ended
from runtime.debug.approvals.records import AnswerOutcome, AnswerPage, AnswerRecord


class AnswerLog(Protocol):
    """Keeps answers durably. Safe from several threads and processes."""

    def claim(
        self, answers: Sequence[AnswerRecord], *, again: bool = False
    ) -> Sequence[AnswerRecord]:
        """Write answers down before they are given, all or none.

        Returns those that others gave to the same questions and whose run may still be under way;
        then nothing is written, unless ``again``.
        """

    def settle(self, answer_id: str, outcome: AnswerOutcome, note: str) -> None:
        """Write down what became of an answer."""

    def page(self, thread_id: str | None, before: str | None, limit: int) -> AnswerPage:
        """Answers of a thread or of all, newest first, older than the answer ``before``."""

    def find(self, answer_id: str) -> AnswerRecord | None:
        """One answer by its id."""


def under_way(known: Iterable[AnswerRecord], answers: Sequence[AnswerRecord]) -> list[AnswerRecord]:
    """Of ``known`` those to the same questions whose run may not have ended."""
    asked = {(each.thread_id, each.checkpoint_id, each.interrupt_id) for each in answers}
    return [
        each
        for each in known
        if each.outcome == "given"
        and (each.thread_id, each.checkpoint_id, each.interrupt_id) in asked
        and not has_ended(each.process)
    ]


def page_of(
    known: Sequence[AnswerRecord], thread_id: str | None, before: str | None, limit: int
) -> AnswerPage:
    """A page of answers that are in the order in which they were given; ids rise with it."""
    found = [
        each
        for each in reversed(known)
        if thread_id in (None, each.thread_id) and (before is None or each.id < before)
    ]
    return AnswerPage(tuple(found[:limit]), len(found) > limit)


class MemoryAnswers:
    """Answers to threads that end with this process."""

    def __init__(self) -> None:
        self._answers: dict[str, AnswerRecord] = {}
        self._lock = threading.Lock()

    def claim(
        self, answers: Sequence[AnswerRecord], *, again: bool = False
    ) -> Sequence[AnswerRecord]:
        with self._lock:
            others = under_way(self._answers.values(), answers)
            if not others or again:
                self._answers.update((each.id, each) for each in answers)
                return ()
            return others

    def settle(self, answer_id: str, outcome: AnswerOutcome, note: str) -> None:
        with self._lock:
            known = self._answers[answer_id]
            self._answers[answer_id] = replace(known, outcome=outcome, note=note)

    def page(self, thread_id: str | None, before: str | None, limit: int) -> AnswerPage:
        with self._lock:
            return page_of(list(self._answers.values()), thread_id, before, limit)

    def find(self, answer_id: str) -> AnswerRecord | None:
        with self._lock:
            return self._answers.get(answer_id)
