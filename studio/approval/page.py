"""One question: who asks, what exactly, what runs again, and the answer."""

from pathlib import PurePath
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.comparing.lines import diff_lines
from runtime.debug.description import SourceSpan
from runtime.debug.views import InterruptView
from studio.approval.answer_panel import AnswerPanel
from studio.approval.answers import offer_of
from studio.approval.payload_view import PayloadView
from studio.approval.review_panel import ReviewPanel
from studio.approval.reviews import review_of
from studio.editing.diff_view import DiffView
from studio.forms.field import PROBLEM_MARK, plain_label
from studio.forms.json_text import dump, dump_line
from studio.language import plural, tr
from studio.shell.icons import icon, icon_pixmap
from studio.shell.theme import GUTTER, ThemeTokens, mono_font

TITLE_ICON_PIXELS = 20
DECIDED_CHARACTERS = 90
SHORT_DIGEST = 12
MOST_CALLS = 3
MOST_CHANGES = 6
WARNING_MARK = "⚠"


class QuestionPage(QWidget):
    """``decided(value)`` and ``withdrawn()`` as the person settles and changes the answer.

    ``before`` is what was asked when the page was shown first, where that has changed since.
    """

    decided = Signal(object)
    withdrawn = Signal()
    source_requested = Signal(object)

    def __init__(
        self,
        interrupt: InterruptView,
        place: str,
        tokens: ThemeTokens,
        parent: QWidget,
        before: InterruptView | None = None,
    ) -> None:
        super().__init__(parent)
        self.interrupt = interrupt
        self._wrapping: list[QLabel] = []
        self._picture = QLabel(self)
        title = plain_label(tr("{asker} asks", asker=interrupt.asker), "title", self)
        about = plain_label(place, "type", self)
        about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        head = QHBoxLayout()
        head.setSpacing(GUTTER)
        head.addWidget(self._picture)
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(about)
        review = review_of(interrupt.payload_json)
        offer = offer_of(interrupt.payload_json)
        shown = offer.shown if review is None else review.shown
        self.payload = PayloadView(shown, interrupt.payload_json, tokens, self)
        self.panel: AnswerPanel | ReviewPanel = (
            AnswerPanel(offer, tokens, self)
            if review is None
            else ReviewPanel(review, tokens, self)
        )
        self.panel.chosen.connect(self.decide)
        self._decision = QWidget(self)
        self._decision_text = plain_label("", "decided", self._decision)
        self._decision_text.setWordWrap(True)
        change = QPushButton(tr("Change"), self._decision)
        change.setObjectName("change_answer")
        change.setAutoDefault(False)
        change.clicked.connect(self.withdraw)
        line = QHBoxLayout(self._decision)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._decision_text, 1)
        line.addWidget(change)
        self._decision.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GUTTER)
        layout.addLayout(head)
        layout.addLayout(self._proof())
        self._changes: DiffView | None = None
        if before is not None:
            layout.addWidget(self._told_anew(before, tokens))
        warning = again_of(interrupt)
        if warning:
            label = plain_label(f"{WARNING_MARK} {warning}", "warning", self)
            label.setObjectName("runs_again")
            label.setWordWrap(True)
            self._wrapping.append(label)
            layout.addWidget(label)
        layout.addWidget(self.payload, 3)
        layout.addWidget(plain_label(tr("Answer"), "heading", self))
        layout.addWidget(self.panel)
        layout.addWidget(self._decision)
        self.set_theme(tokens)

    def _proof(self) -> QHBoxLayout:
        """The digest of the payload, and the line that asks."""
        digest = self.interrupt.digest
        self._digest = plain_label(f"SHA-256 {digest[:SHORT_DIGEST]}", "type", self)
        self._digest.setObjectName("digest")
        self._digest.setFont(mono_font(11))
        self._digest.setToolTip(
            tr(
                "{digest}\nSHA-256 of the payload as JSON with sorted keys and no blanks."
                " An answer counts for this payload only.",
                digest=digest,
            )
        )
        self._digest.setAccessibleName(tr("Digest of the payload: {digest}", digest=digest))
        self._copy = QToolButton(self)
        self._copy.setObjectName("copy_digest")
        self._copy.setAutoRaise(True)
        self._copy.setToolTip(tr("Copy the whole digest"))
        self._copy.setAccessibleName(tr("Copy the whole digest"))
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(digest))
        self._digest.setVisible(bool(digest))
        self._copy.setVisible(bool(digest))
        source = self.interrupt.source
        self._link = QToolButton(self)
        self._link.setVisible(source is not None)
        if source is not None:
            self._link.setObjectName("show_source")
            self._link.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            self._link.setText(_line_of(source))
            self._link.setToolTip(tr("Show {path} in the Source panel", path=source.path))
            self._link.clicked.connect(lambda: self.source_requested.emit(source))
        row = QHBoxLayout()
        row.setSpacing(GUTTER // 2)
        row.addWidget(self._digest)
        row.addWidget(self._copy)
        row.addStretch(1)
        row.addWidget(self._link)
        return row

    def _told_anew(self, before: InterruptView, tokens: ThemeTokens) -> QWidget:
        """That the question has changed, and in what."""
        holder = QWidget(self)
        told = plain_label(
            f"{PROBLEM_MARK} "
            + tr(
                "What is asked has changed since you read it, so nothing was answered."
                " Read it anew."
            ),
            "problem",
            holder,
        )
        told.setObjectName("changed_payload")
        told.setWordWrap(True)
        self._wrapping.append(told)
        self._changes = DiffView(tokens, holder, MOST_CHANGES)
        self._changes.setObjectName("payload_changes")
        self._changes.setAccessibleName(tr("What has changed in the question"))
        self._changes.show_lines(
            diff_lines(dump(before.payload_json), dump(self.interrupt.payload_json), context=1)
        )
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(told)
        column.addWidget(self._changes)
        return holder

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # A layout that is short of room does not count the lines of texts that wrap.
        for label in self._wrapping:
            label.setMinimumHeight(label.heightForWidth(event.size().width()))

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._picture.setPixmap(
            icon_pixmap(
                "state-interrupted",
                tokens.interrupted,
                TITLE_ICON_PIXELS,
                self.devicePixelRatioF(),
            )
        )
        self._link.setIcon(icon("source", tokens, tokens.accent))
        self._copy.setIcon(icon("copy", tokens))
        self.payload.json.set_theme(tokens)
        self.panel.set_theme(tokens)
        if self._changes is not None:
            self._changes.set_theme(tokens)

    def decide(self, value: Any) -> None:
        """Settle on an answer, which can still be changed until it is sent."""
        self.panel.hide()
        sent = tr("sends {value}", value=dump_line(value, DECIDED_CHARACTERS))
        self._decision_text.setText(f"✓ {sent}")
        self._decision.show()
        self.decided.emit(value)

    def withdraw(self) -> None:
        """Go back to choosing; what was typed is still there."""
        self._decision.hide()
        self.panel.show()
        self.withdrawn.emit()

    def close_question(self) -> None:
        """Nobody waits for this answer any more: it can be read, and not given."""
        self._decision.hide()
        self.panel.show()
        self.panel.setEnabled(False)


def again_of(interrupt: InterruptView) -> str:
    """What runs a second time with the answer, in words; nothing where that is nothing."""
    source = interrupt.source
    if source is None or not source.repeated:
        return ""
    node = interrupt.inner[-1] if interrupt.inner else interrupt.node
    calls = [
        tr("line {line}: {call}", line=call.line, call=call.text)
        for call in source.repeated[:MOST_CALLS]
    ]
    told = tr(
        "With the answer {node} runs again from line {line}. What it calls before the question"
        " is called a second time:",
        node=node,
        line=source.first_statement,
    )
    left = len(source.repeated) - len(calls)
    if left:
        calls.append(plural("and 1 more call", "and {n} more calls", left))
    return "\n".join((told, *calls))


def _line_of(source: SourceSpan) -> str:
    lines = source.interrupt_lines or (source.first_line,)
    return tr("{file}, line {line}", file=PurePath(source.path).name, line=lines[0])
