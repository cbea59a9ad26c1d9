"""Pending interrupts and answers as tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt

from runtime.debug.approvals.records import AnswerRecord, PendingInterrupt
from studio.approval.panel import ApprovalsPanel
from studio.approval.tables import AnswersModel, PendingModel, moment_of
from studio.shell.theme import DARK, LIGHT

AT = "2026-12-01T16:42:17.638869+00:00"
DIGEST = "0123456789abcdef" * 4
PENDING = PendingInterrupt("t", "c", 0, AT, "i", "review", 'pay(to="ada")', DIGEST)
ANSWER = AnswerRecord(
    "1", "t", "c", "k", "i", "review", None, "review", "ada", AT, DIGEST, {"n": 1}, True, "r", "h:1"
)


def test_models_keep_their_promises(qtmodeltester: Any) -> None:
    for model in (PendingModel(LIGHT), AnswersModel(LIGHT)):
        qtmodeltester.check(model)
        model.set_theme(DARK)
    pending, answers = PendingModel(LIGHT), AnswersModel(LIGHT)
    pending.show([PENDING, replace(PENDING, interrupt_id="j")])
    answers.show([ANSWER, replace(ANSWER, id="0", outcome="lost", revises="x")])
    qtmodeltester.check(pending)
    qtmodeltester.check(answers)
    shown = [answers.index(1, column).data() for column in range(answers.columnCount())]
    assert shown == [
        moment_of(AT),
        "ada",
        "review",
        "true",
        "came too late, revises an earlier one",
        DIGEST[:12],
        "t",
    ]
    place = pending.index(0, PendingModel.DIGEST)
    assert place.data(Qt.ItemDataRole.ToolTipRole) == DIGEST


def test_the_panel_says_what_will_appear_and_keeps_the_selection(qtbot: Any) -> None:
    panel = ApprovalsPanel(LIGHT)
    qtbot.addWidget(panel)
    panel.resize(900, 240)
    panel.show()
    assert not panel.table.isVisible()
    panel.show_pending([PENDING, replace(PENDING, thread_id="u")])
    assert panel.table.isVisible()
    assert panel.tabs.tabText(0) == "Waiting (2)"
    assert panel.summary.text() == "in 2 threads"
    panel.table.setCurrentIndex(panel.pending.index(1, 0))
    panel.show_pending([replace(PENDING, thread_id="new"), replace(PENDING, thread_id="u")])
    assert panel.question is not None
    assert panel.question.thread_id == "u"
    panel.show_progress(100, 5000)
    assert panel.summary.text() == "Looked at 100 of 5,000 threads"
    with qtbot.waitSignal(panel.stop_requested):
        panel.stop_button.click()
    panel.show_progress(0, 0)
    panel.tabs.setCurrentIndex(1)
    taken = replace(ANSWER, outcome="taken")
    panel.show_answers([taken, replace(ANSWER, id="0", outcome="lost")], more=False)
    assert panel.revise_button.isEnabled()
    panel.log.setCurrentIndex(panel.answers.index(1, 0))
    assert not panel.revise_button.isEnabled(), "only an answer that counted can be revised"
    assert "came too late" in panel.details.toPlainText()
