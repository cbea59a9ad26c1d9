"""Answering, and answering otherwise: from a command to the run that takes the answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from runtime.checkpoint.base import BaseCheckpointSaver, uuid6
from runtime.checkpoint.base.clock import now
from runtime.checkpoint.memory import InMemorySaver
from runtime.constants import INTERRUPT, RESUME
from runtime.debug.approvals.digest import digest_of
from runtime.debug.approvals.giving import (
    Giving,
    answers_of,
    check_answers,
    check_questions,
    place_of_question,
)
from runtime.debug.approvals.log import AnswerLog, MemoryAnswers
from runtime.debug.approvals.person import this_process, user_name
from runtime.debug.approvals.records import AnswerPage, AnswerRecord
from runtime.debug.browsing import Browser, NotFound, address
from runtime.debug.commands import ListAnswers, Resume, ReviseAnswer
from runtime.debug.database import place_of
from runtime.debug.refused import Refused
from runtime.debug.showing import json_or_line
from runtime.debug.views import InterruptView
from runtime.pregel.resuming import open_questions
from runtime.types import Command, Interrupt

_PAGE = 200


def log_for(saver: BaseCheckpointSaver[Any], file: str | None) -> AnswerLog:
    """Where answers to the threads of a saver are kept; ``file`` is for those without tables."""
    if isinstance(saver, InMemorySaver):
        return MemoryAnswers()
    # Only here, so that sessions in memory do not load a database toolkit.
    from runtime.checkpoint.sql.saver import SqlSaver
    from runtime.debug.approvals.stored import StoredAnswers

    if isinstance(saver, SqlSaver):
        return StoredAnswers.of(saver)
    return MemoryAnswers() if file is None else StoredAnswers.in_file(Path(file), place_of(saver))


@dataclass(frozen=True, slots=True)
class Prepared:
    """A run that takes answers: what the engine is given, and from where it goes on."""

    thread_id: str
    given: "Command[Any]"
    checkpoint_id: str | None
    giving: Giving


class Answering:
    """Turns commands about answers into runs, and writes the answers down before."""

    def __init__(self, log: AnswerLog, browser: Browser) -> None:
        self._log = log
        self._browser = browser
        self._saver = browser.saver

    def resume(self, command: Resume, run_id: str) -> Prepared:
        """Answers to open questions."""
        if not command.answers:
            raise Refused("There is no answer to resume with.")
        saved = self._browser.saved(command.thread_id, "", command.checkpoint_id)
        pending = saved.pending_writes or []
        check_questions(pending, command.digests, list(command.answers))
        checkpoint_id = saved.checkpoint["id"]
        newest = self._browser.newest_id(command.thread_id, "")
        records = [
            _record(command.thread_id, checkpoint_id, run_id, asked, command.answers[asked.id])
            for asked in self._asked(command.thread_id, checkpoint_id, command.answers, pending)
        ]
        if not command.again:
            check_answers(pending, records)
        others = self._log.claim(records, again=command.again)
        if others:
            raise _answered_already(others)
        if command.again:
            self._take_back(pending, records)
        giving = Giving(self._log, self._saver, records, command.digests)
        addressed = None if checkpoint_id == newest else checkpoint_id
        answers = {**command.answers, **giving.answers()}
        return Prepared(command.thread_id, Command(resume=answers), addressed, giving)

    def _take_back(
        self, pending: Sequence[tuple[str, str, Any]], records: Sequence[AnswerRecord]
    ) -> None:
        """Remove recorded answers to questions that are answered anew."""
        for record in records:
            given = answers_of(pending, record.task_id)
            place = place_of_question(record, len(given))
            if place is not None:
                where = address(record.thread_id, "", record.checkpoint_id)
                self._saver.put_writes(where, [(RESUME, given[:place])], record.task_id)

    def revise(self, command: ReviseAnswer, run_id: str) -> Prepared:
        """Another answer instead of one that was given, on a branch that begins where it asked."""
        before = self._log.find(command.answer_id)
        if before is None:
            raise NotFound(f"There is no answer {command.answer_id}.")
        if before.outcome != "taken":
            raise Refused(
                "This answer was not taken, so there is nothing to revise.",
                "Answer the question where it waits.",
            )
        saved = self._browser.saved(before.thread_id, "", before.checkpoint_id)
        pending = saved.pending_writes or []
        question = _last_question(pending, before.task_id)
        if question is None:
            raise NotFound("What the task asked is not recorded any more.")
        record = replace(
            before,
            id=str(uuid6()),
            who=user_name(),
            at=now(),
            answer=command.answer,
            run_id=run_id,
            process=this_process(),
            outcome="given",
            note="",
            revises=before.id,
        )
        self._log.claim([record], again=True)
        giving = Giving(self._log, self._saver, [record], {})
        revision = giving.revision(self._earlier(before, answers_of(pending, before.task_id)))
        resume: Command[Any] = Command(resume={question.id: revision})
        return Prepared(before.thread_id, resume, before.checkpoint_id, giving)

    def page(self, command: ListAnswers) -> AnswerPage:
        """What was answered."""
        return self._log.page(command.thread_id, command.before, command.limit)

    def _earlier(
        self, record: AnswerRecord, given: Sequence[Any]
    ) -> list[tuple[Any, frozenset[str]]]:
        """What the same task was answered before, with the digests of what it had asked."""
        known = self._of_node(record)
        place = place_of_question(record, len(given))
        if place is None:
            # A subgraph keeps its answers itself; the log has those that were given here.
            return [
                (each.answer, frozenset((each.digest,)))
                for each in known
                if each.task_id == record.task_id and each.id < record.id and not each.revises
            ]
        return [
            (answer, frozenset(each.digest for each in known if each.answer == answer))
            for answer in given[:place]
        ]

    def _of_node(self, record: AnswerRecord) -> list[AnswerRecord]:
        """Answers that the node took, oldest first."""
        found: list[AnswerRecord] = []
        before, more = None, True
        while more:
            page = self._log.page(record.thread_id, before, _PAGE)
            found += page.answers
            before, more = (page.answers[-1].id if page.answers else None), page.more
        asker = record.node, record.index
        return [
            each
            for each in reversed(found)
            if (each.node, each.index) == asker and each.outcome == "taken"
        ]

    def _asked(
        self,
        thread_id: str,
        checkpoint_id: str,
        answered: Mapping[str, Any],
        pending: Sequence[tuple[str, str, Any]],
    ) -> list[InterruptView]:
        """The questions that are answered, as they are shown, with all of their payload."""
        view = self._browser.view(thread_id, "", checkpoint_id)
        values = {each.id: each.value for each in open_questions(pending)}
        shown = {each.id: each for task in view.tasks for each in task.interrupts}
        return [
            replace(
                shown[each], payload_json=json_or_line(values[each]), digest=digest_of(values[each])
            )
            for each in answered
            if each in shown
        ]


def _record(
    thread_id: str, checkpoint_id: str, run_id: str, asked: InterruptView, answer: Any
) -> AnswerRecord:
    return AnswerRecord(
        id=str(uuid6()),
        thread_id=thread_id,
        checkpoint_id=checkpoint_id,
        task_id=asked.task_id,
        interrupt_id=asked.id,
        node=asked.node,
        index=asked.index,
        asker=asked.asker,
        who=user_name(),
        at=now(),
        digest=asked.digest,
        payload=asked.payload_json,
        answer=answer,
        run_id=run_id,
        process=this_process(),
    )


def _answered_already(others: Sequence[AnswerRecord]) -> Refused:
    first = others[0]
    return Refused(
        f"{first.who} has answered {first.asker} at {first.at[:16].replace('T', ' ')} UTC already; "
        "the run that took the answer may still be under way.",
        "Look again when it has ended, or answer all the same.",
        type="AnsweredElsewhere",
    )


def _last_question(pending: Sequence[tuple[str, str, Any]], task_id: str) -> Interrupt | None:
    for each, channel, questions in pending:
        if each == task_id and channel == INTERRUPT:
            for question in questions:
                return question  # type: ignore[no-any-return]
    return None
