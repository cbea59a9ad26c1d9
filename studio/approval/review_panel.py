"""Where proposed calls are decided one by one: approved, edited, rejected or answered."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from studio.approval.arguments_editor import ArgumentsEditor
from studio.approval.reviews import Decision, DecisionKind, Proposal, Review
from studio.forms.field import PROBLEM_MARK, ElidedLabel, plain_label
from studio.forms.json_text import dump_line
from studio.forms.text_edit import GrowingTextEdit
from studio.language import later, plural, tr
from studio.shell.theme import GRID, GUTTER, ThemeTokens, mono_font

SENDS_CHARACTERS = 400
MOST_HEIGHT = 84 * GRID

_TITLES: dict[DecisionKind, str] = {
    "approve": later("Approve"),
    "edit": later("Edit"),
    "reject": later("Reject"),
    "respond": later("Respond"),
    "ignore": later("Ignore"),
}
_PLACEHOLDERS: dict[DecisionKind, str] = {
    "reject": later("Why it is rejected; the model reads it"),
    "respond": later("What the model reads in place of the tool's result"),
}
CHOSEN_MARK = "✓"


class ProposalCard(QFrame):
    """One proposal; ``decided`` fires with each change of what is decided."""

    decided = Signal()

    def __init__(
        self, proposal: Proposal, number: int, tokens: ThemeTokens, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._proposal = proposal
        self._tokens = tokens
        self._kind: DecisionKind | None = None
        self.editor: ArgumentsEditor | None = None
        name = plain_label(proposal.name, "action", self)
        name.setFont(mono_font(13))
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(name)
        row.addStretch(1)
        self._group = QButtonGroup(self)
        self.buttons: dict[DecisionKind, QPushButton] = {}
        for kind in proposal.allowed:
            button = QPushButton(tr(_TITLES[kind]), self)
            button.setObjectName(f"decision.{number}.{kind}")
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setProperty("decision", kind)
            button.clicked.connect(lambda _=False, chosen=kind: self.decide(chosen))
            self._group.addButton(button)
            self.buttons[kind] = button
            row.addWidget(button)
        self.message = GrowingTextEdit(self, 1, 4)
        self.message.setObjectName(f"message.{number}")
        self.message.textChanged.connect(self.decided)
        self.message.hide()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(GUTTER, GUTTER, GUTTER, GUTTER)
        self._layout.setSpacing(GRID)
        self._layout.addLayout(row)
        self._layout.addWidget(self.message)
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.setStyleSheet(_stylesheet(tokens))
        if self.editor is not None:
            self.editor.set_theme(tokens)

    def decide(self, kind: DecisionKind) -> None:
        """Choose a decision; some want a text or other arguments."""
        self._kind = kind
        self.buttons[kind].setChecked(True)
        for each, button in self.buttons.items():
            title = tr(_TITLES[each])
            button.setText(f"{CHOSEN_MARK} {title}" if each == kind else title)
        self.message.setVisible(kind in _PLACEHOLDERS)
        if kind in _PLACEHOLDERS:
            self.message.setPlaceholderText(tr(_PLACEHOLDERS[kind]))
            self.message.setAccessibleName(tr(_PLACEHOLDERS[kind]))
            self.message.setFocus(Qt.FocusReason.OtherFocusReason)
        if kind == "edit" and self.editor is None:
            proposal = self._proposal
            self.editor = ArgumentsEditor(proposal.arguments, proposal.schema, self._tokens, self)
            self.editor.changed.connect(self.decided)
            self._layout.addWidget(self.editor)
        if self.editor is not None:
            self.editor.setVisible(kind == "edit")
            if kind == "edit":
                self.editor.form.first_field().setFocus(Qt.FocusReason.OtherFocusReason)
        self.decided.emit()

    @property
    def decision(self) -> Decision | None:
        """What is decided so far."""
        if self._kind is None:
            return None
        if self._kind == "edit" and self.editor is not None:
            return Decision("edit", self.editor.value())
        return Decision(self._kind, message=self.message.toPlainText().strip())

    @property
    def problem(self) -> str:
        """Why it cannot be sent as it stands, or nothing."""
        if self._kind == "edit" and self.editor is not None and not self.editor.is_valid():
            return tr("The arguments of {name} do not fit yet.", name=self._proposal.name)
        if self._kind == "respond" and not self.message.toPlainText().strip():
            return tr("Write what {name} answers.", name=self._proposal.name)
        return ""


def _stylesheet(tokens: ThemeTokens) -> str:
    """What is chosen is filled; a rejection in the colour of failures."""
    t = tokens
    return f"""
QPushButton[decision]:checked {{ background: {t.accent}; color: {t.accent_text};
    border-color: {t.accent}; }}
QPushButton[decision="reject"]:checked {{ background: {t.failed}; color: {t.surface};
    border-color: {t.failed}; }}
"""


class ReviewPanel(QWidget):
    """Used like the answer panel: ``chosen(value)`` carries what the node expects."""

    chosen = Signal(object)
    changed = Signal()

    def __init__(self, review: Review, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._review = review
        body = QWidget(self)
        self.cards = [
            ProposalCard(proposal, number, tokens, body)
            for number, proposal in enumerate(review.proposals)
        ]
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GUTTER)
        for card in self.cards:
            card.decided.connect(self._decided)
            column.addWidget(card)
        self._body = body
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidget(body)
        self.all_button = QPushButton(tr("Approve all"), self)
        self.all_button.setObjectName("approve_all")
        self.all_button.setAutoDefault(False)
        self.all_button.setVisible(len(self.cards) > 1 and self._all_may_be_approved)
        self.all_button.clicked.connect(self._approve_all)
        self.use_button = QPushButton(tr("Use this answer"), self)
        self.use_button.setObjectName("use_answer")
        self.use_button.setAutoDefault(False)
        self.use_button.clicked.connect(self._use)
        self._sends = ElidedLabel("type", self)
        self._sends.setObjectName("sends")
        self._sends.setFont(mono_font(11))
        line = QHBoxLayout()
        line.setSpacing(GUTTER)
        line.addWidget(self._sends, 1)
        line.addWidget(self.all_button)
        line.addWidget(self.use_button)
        self._problem = plain_label("", "problem", self)
        self._problem.setObjectName("answer_problem")
        self._problem.setWordWrap(True)
        self._problem.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GUTTER)
        layout.addWidget(self._scroll)
        layout.addLayout(line)
        layout.addWidget(self._problem)
        self._decided()

    def set_theme(self, tokens: ThemeTokens) -> None:
        for card in self.cards:
            card.set_theme(tokens)

    def first_field(self) -> QWidget:
        """Where the keyboard begins: nothing that decides by itself."""
        return self

    @property
    def _all_may_be_approved(self) -> bool:
        return all("approve" in card.buttons for card in self.cards)

    def _approve_all(self) -> None:
        for card in self.cards:
            card.decide("approve")

    def _answer(self) -> Any:
        """The value to send; ``None`` while something is not decided."""
        decisions = [card.decision for card in self.cards]
        known = [each for each in decisions if each is not None]
        return self._review.answer(known) if len(known) == len(decisions) else None

    def _decided(self) -> None:
        self._problem.hide()
        answer = self._answer()
        self.use_button.setEnabled(answer is not None)
        left = sum(card.decision is None for card in self.cards)
        if answer is None:
            self._sends.setText(
                plural("1 call is not decided yet", "{n} calls are not decided yet", left)
            )
        else:
            self._sends.setText(tr("sends {value}", value=dump_line(answer, SENDS_CHARACTERS)))
        self._scroll.setFixedHeight(min(self._body.sizeHint().height() + 2, MOST_HEIGHT))
        self.changed.emit()

    def _use(self) -> None:
        for card in self.cards:
            problem = card.problem
            if problem:
                self._problem.setText(f"{PROBLEM_MARK} {problem}")
                self._problem.show()
                return
        answer = self._answer()
        if answer is not None:
            self.chosen.emit(answer)
