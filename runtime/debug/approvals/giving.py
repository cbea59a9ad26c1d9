"""The answers of one run: checked when it begins, looked after until it has ended.

A person approves what is shown. Between that and the moment at which the node takes the answer
another run may have answered, and the question may have changed. So the digest of what was shown
is compared with what the run has loaded, and once more with what the node asks when it comes to the
question again. At the end what is saved says whether the answer counted.
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from runtime.checkpoint.base import BaseCheckpointSaver
from runtime.constants import INTERRUPT, RESUME
from runtime.debug.approvals.digest import digest_of
from runtime.debug.approvals.log import AnswerLog
from runtime.debug.approvals.records import AnswerOutcome, AnswerRecord
from runtime.debug.views import ErrorView
from runtime.errors import ConflictError
from runtime.pregel.loop import Loop
from runtime.pregel.resuming import Checked, Revision, open_questions
from runtime.pregel.task import Task, interrupt_id

_Accepts = Callable[[Any], bool]

CHANGED = "PayloadChanged"
NOT_OPEN = "NotPending"
ELSEWHERE = "AnsweredElsewhere"


class NotAsShown(Exception):
    """What is asked is not what the person saw, or is not asked any more; the view says it."""

    def __init__(self, view: ErrorView) -> None:
        super().__init__(view.message)
        self.view = view


def check_questions(
    pending: Sequence[tuple[str, str, Any]], shown: Mapping[str, str], answered: Sequence[str]
) -> None:
    """Raise ``NotAsShown`` where a question does not wait as it was ``shown``, by its digest."""
    waiting = {each.id: each.value for each in open_questions(pending)}
    unknown = [each for each in answered if each not in waiting]
    if unknown:
        raise NotAsShown(
            ErrorView(
                NOT_OPEN,
                f"No question with the id {', '.join(unknown)} waits for an answer.",
                remedy="It may have been answered already: look at the newest checkpoint.",
            )
        )
    if any(digest_of(waiting[each]) != shown[each] for each in answered if each in shown):
        raise NotAsShown(
            ErrorView(
                CHANGED,
                "What is asked has changed since it was shown; the answer was not given.",
                remedy="Read it anew before you answer.",
            )
        )


def answers_of(pending: Iterable[tuple[str, str, Any]], task_id: str) -> list[Any]:
    """What a task has been given so far, in the order of its questions."""
    return next(
        (list(value) for each, channel, value in pending if each == task_id and channel == RESUME),
        [],
    )


def place_of_question(record: AnswerRecord, most: int) -> int | None:
    """Which of the first ``most`` questions of a root task a record answers; none of a subgraph."""
    namespace = f"{record.node}:{record.task_id}"
    ids = (interrupt_id(namespace, place) for place in range(most))
    return next((place for place, each in enumerate(ids) if each == record.interrupt_id), None)


def check_answers(pending: Sequence[tuple[str, str, Any]], records: Sequence[AnswerRecord]) -> None:
    """Raise ``NotAsShown`` where a question has an answer whose task has not ended."""
    for record in records:
        given = answers_of(pending, record.task_id)
        if place_of_question(record, len(given)) is not None:
            raise NotAsShown(
                ErrorView(
                    ELSEWHERE,
                    f"{record.asker} was answered already, and has not ended since: the run that "
                    "took the answer may be under way, or its process died.",
                    remedy="Look again when it has ended, or answer all the same.",
                )
            )


@dataclass(slots=True)
class _Taking:
    """What one task did with its answers."""

    checkpoint_id: str
    task_id: str
    writes: list[tuple[str, Any]]
    answers: list[Any]


class Giving:
    """What a run is given, and what became of it."""

    def __init__(
        self,
        log: AnswerLog,
        saver: BaseCheckpointSaver[Any],
        records: Sequence[AnswerRecord],
        shown: Mapping[str, str],
    ) -> None:
        self.records = tuple(records)
        self._log = log
        self._saver = saver
        self._shown = dict(shown)
        self._revises = any(each.revises for each in self.records)
        self._lock = threading.Lock()
        self._other: dict[str, str] = {}
        """By record the digest of what its node asked instead when it ran again."""
        self._refused: set[str] = set()
        self._taken: set[str] = set()
        self._took: dict[tuple[str, int | None], _Taking] = {}

    def answers(self) -> dict[str, Checked]:
        """The answers by interrupt id, as the run takes them."""
        return {
            each.interrupt_id: Checked(each.answer, self._noting(each)) for each in self.records
        }

    def revision(self, earlier: Sequence[tuple[Any, frozenset[str]]]) -> Revision:
        """The one answer, after those which its task was given before it.

        Each of them goes to a question of one of its digests; without any, to whatever is asked.
        """
        (record,) = self.records
        before = [Checked(answer, _one_of(digests)) for answer, digests in earlier]
        return Revision([*before, Checked(record.answer, self._refusing(record))])

    def _noting(self, record: AnswerRecord) -> _Accepts:
        def accept(asked: Any) -> bool:
            found = digest_of(asked)
            with self._lock:
                self._taken.add(record.id)
                if found != record.digest:
                    self._other[record.id] = found
            return True

        return accept

    def _refusing(self, record: AnswerRecord) -> _Accepts:
        def accept(asked: Any) -> bool:
            same = digest_of(asked) == record.digest
            with self._lock:
                (self._taken if same else self._refused).add(record.id)
            return same

        return accept

    # -- while the run goes on --------------------------------------------------------------

    def check(self, loop: Loop) -> None:
        """Compare what was shown with what the run has loaded; raises ``NotAsShown``."""
        if not self._revises:
            check_questions(loop.pending, self._shown, [each.interrupt_id for each in self.records])
            check_answers(loop.pending, self.records)

    def task_ended(self, task: Task) -> None:
        """Note what a task of the root graph did; the first of its name is the one that asked."""
        if task.loop.parent is not None or not task.resume:
            return
        taking = _Taking(
            task.loop.checkpoint_id,
            task.id,
            [] if task.error is not None else list(task.writes),
            list(task.resume),
        )
        with self._lock:
            self._took.setdefault((task.name, task.index), taking)

    def withdraw(self) -> None:
        """The run did not begin."""
        for record in self.records:
            self._log.settle(record.id, "unused", "")

    # -- at the end -------------------------------------------------------------------------

    def settle(self, error: BaseException | None) -> tuple[tuple[AnswerRecord, ...], str]:
        """Write down what became of each answer; also in words what a person must know."""
        settled, told = [], []
        for record in self.records:
            outcome, note = self._outcome(record, error)
            self._log.settle(record.id, outcome, note)
            settled.append(replace(record, outcome=outcome, note=note))
            if note:
                told.append(f"{record.asker}: {note}")
        return tuple(settled), "\n".join(told)

    def _outcome(
        self, record: AnswerRecord, error: BaseException | None
    ) -> tuple[AnswerOutcome, str]:
        took = self._took.get((record.node, record.index))
        if isinstance(error, ConflictError):
            return (
                "lost",
                "Another run went on from the same checkpoint first.",
            )
        if record.id in self._refused - self._taken:
            return "unused", "It asked something else than before; the answer was not given."
        where = {"thread_id": record.thread_id, "checkpoint_ns": ""}
        where["checkpoint_id"] = record.checkpoint_id if took is None else took.checkpoint_id
        saved = self._saver.get_tuple({"configurable": where})
        if saved is None:
            return "lost", "The thread was deleted by another program meanwhile."
        if took is None:
            return "unused", ""
        pending = saved.pending_writes or ()
        writes = [
            (channel, value)
            for task_id, channel, value in pending
            if task_id == took.task_id and channel not in (RESUME, INTERRUPT)
        ]
        recorded = answers_of(pending, took.task_id)
        if record.id not in self._taken:
            return "lost", "Another run had answered already; the task went on with that answer."
        if took.writes and not self._same(writes, took.writes):
            return "lost", "Another run had answered first; what its task made of that is saved."
        if not took.writes and not self._same(recorded[: len(took.answers)], took.answers):
            return "lost", "Another run answered as well; its answer is the one that is saved."
        other = self._other.get(record.id)
        if other is not None:
            note = (
                "The node asked with another payload when it ran again "
                f"(digest {other[:12]}); the answer went to that one."
            )
            return "taken", note
        return "taken", ""

    def _same(self, stored: Any, own: Any) -> bool:
        """Whether two values are the same once they are stored."""
        # A value may refuse to be compared; then its bytes are.
        with suppress(Exception):
            if stored == own:
                return True
        serde = self._saver.serde
        return bool(serde.dumps_typed(list(stored)) == serde.dumps_typed(list(own)))


def _one_of(digests: frozenset[str]) -> _Accepts:
    return lambda asked: not digests or digest_of(asked) in digests
