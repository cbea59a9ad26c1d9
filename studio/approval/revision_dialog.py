"""The dialog in which an answer that was given is given otherwise, on a branch of its own."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from runtime.debug.approvals.records import AnswerRecord
from runtime.debug.description import SourceSpan
from runtime.debug.values import ValuePreview
from runtime.debug.views import ErrorView, InterruptView
from studio.approval.page import QuestionPage
from studio.approval.tables import moment_of
from studio.forms.appearance import form_stylesheet
from studio.forms.field import PROBLEM_MARK, plain_label
from studio.forms.json_text import dump_line
from studio.language import tr
from studio.shell.theme import GUTTER, ThemeTokens, current_theme

ANSWER_CHARACTERS = 120


class RevisionDialog(QDialog):
    """``revised(JSON value)`` once the person forks with another answer; then as ever
    ``accept()`` or ``show_failure``."""

    revised = Signal(object)
    source_requested = Signal(object)

    def __init__(self, record: AnswerRecord, source: SourceSpan | None, parent: QWidget) -> None:
        super().__init__(parent)
        tokens = current_theme()
        self.setObjectName("revision_dialog")
        self.setWindowTitle(tr("Answer {asker} otherwise", asker=record.asker))
        self.setStyleSheet(form_stylesheet(tokens))
        self._answer: Any = None
        told = plain_label(
            tr(
                "{who} answered {answer} at {when}. Another answer makes a branch from the"
                " checkpoint that asked: {node} alone runs again there. What was stays as it is.",
                who=record.who,
                answer=dump_line(record.answer, ANSWER_CHARACTERS),
                when=moment_of(record.at),
                node=record.node,
            ),
            "fork",
            self,
        )
        told.setObjectName("revision_effect")
        told.setWordWrap(True)
        self.page = QuestionPage(
            _asked(record, source),
            tr("thread {thread}", thread=record.thread_id),
            tokens,
            self,
        )
        self.page.decided.connect(self._decided)
        self.page.withdrawn.connect(lambda: self._decided(None))
        self.page.source_requested.connect(self.source_requested)
        self._problem = plain_label("", "problem", self)
        self._problem.setObjectName("dialog_problem")
        self._problem.setWordWrap(True)
        self._problem.hide()
        cancel = QPushButton(tr("Cancel"), self)
        cancel.setObjectName("cancel")
        cancel.clicked.connect(self.reject)
        self.fork_button = QPushButton(tr("Fork with this answer"), self)
        self.fork_button.setObjectName("fork_with_answer")
        self.fork_button.setProperty("role", "primary")
        self.fork_button.clicked.connect(self._send)
        for button in (cancel, self.fork_button):
            button.setAutoDefault(False)
        bottom = QHBoxLayout()
        bottom.setSpacing(GUTTER)
        bottom.addWidget(cancel)
        bottom.addWidget(self._problem, 1)
        bottom.addStretch(0)
        bottom.addWidget(self.fork_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        layout.setSpacing(GUTTER)
        layout.addWidget(told)
        layout.addWidget(self.page, 1)
        layout.addLayout(bottom)
        self.resize(720, 640)
        self._decided(None)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.setStyleSheet(form_stylesheet(tokens))
        self.page.set_theme(tokens)

    def show_failure(self, error: ErrorView) -> None:
        """The session refused: say why."""
        self.setEnabled(True)
        told = tr("Not sent. {message} {remedy}", message=error.message, remedy=error.remedy)
        self._problem.setText(f"{PROBLEM_MARK} {told.rstrip()}")
        self._problem.show()

    def _decided(self, value: Any) -> None:
        self._answer = value
        self._problem.hide()
        self.fork_button.setEnabled(value is not None)
        if value is not None:
            self.fork_button.setFocus()

    def _send(self) -> None:
        self.setEnabled(False)
        self.revised.emit(self._answer)


def _asked(record: AnswerRecord, source: SourceSpan | None) -> InterruptView:
    """The question as it was when it was answered."""
    return InterruptView(
        id=record.interrupt_id,
        task_id=record.task_id,
        node=record.asker,
        payload=ValuePreview("opaque", "", ""),
        payload_json=record.payload,
        source=source,
        digest=record.digest,
    )
