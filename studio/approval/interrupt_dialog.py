"""The dialog in which a person answers what a graph asks."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.description import SourceSpan
from runtime.debug.views import ErrorView, InterruptView
from studio.approval.answer_panel import AnswerPanel
from studio.approval.answers import offer_of
from studio.approval.payload_view import PayloadView
from studio.forms.appearance import form_stylesheet
from studio.forms.field import PROBLEM_MARK, plain_label
from studio.forms.json_text import dump_line
from studio.shell.icons import icon, icon_pixmap, state_icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens, current_theme

TITLE_ICON_PIXELS = 20
DECIDED_CHARACTERS = 90


class _Page(QWidget):
    """One interrupt: who asks, what, and the answer."""

    decided = Signal(object)
    withdrawn = Signal()
    source_requested = Signal(object)

    def __init__(
        self, interrupt: InterruptView, place: str, tokens: ThemeTokens, parent: QWidget
    ) -> None:
        super().__init__(parent)
        offer = offer_of(interrupt.payload_json)
        self._picture = QLabel(self)
        title = plain_label(f"{interrupt.asker} asks", "title", self)
        about = plain_label(place, "type", self)
        about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        head = QHBoxLayout()
        head.setSpacing(GUTTER)
        head.addWidget(self._picture)
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(about)
        source = interrupt.source
        self._link = QToolButton(self)
        self._link.setVisible(source is not None)
        if source is not None:
            link = self._link
            link.setObjectName("show_source")
            link.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            link.setText(_line_of(source))
            link.setToolTip(f"Show {source.path} in the Source panel")
            link.clicked.connect(lambda: self.source_requested.emit(source))
            head.addWidget(link)
        self.payload = PayloadView(offer.shown, interrupt.payload_json, tokens, self)
        self.panel = AnswerPanel(offer, tokens, self)
        self.panel.chosen.connect(self.decide)
        self._decision = QWidget(self)
        self._decision_text = plain_label("", "decided", self._decision)
        self._decision_text.setWordWrap(True)
        change = QPushButton("Change", self._decision)
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
        layout.addWidget(self.payload, 3)
        layout.addWidget(plain_label("Answer", "heading", self))
        layout.addWidget(self.panel)
        layout.addWidget(self._decision)
        self.set_theme(tokens)

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
        self.payload.json.set_theme(tokens)

    def decide(self, value: Any) -> None:
        """Settle on an answer, which can still be changed until it is sent."""
        self.panel.hide()
        self._decision_text.setText(f"✓ sends {dump_line(value, DECIDED_CHARACTERS)}")
        self._decision.show()
        self.decided.emit(value)

    def withdraw(self) -> None:
        """Go back to choosing; what was typed is still there."""
        self._decision.hide()
        self.panel.show()
        self.withdrawn.emit()


class InterruptDialog(QDialog):
    """Shows pending interrupts and takes answers.

    ``answered({interrupt id: JSON value})`` is emitted once the person sends. The owner then calls
    ``accept()``, or ``show_failure`` when the session refuses: the dialog stays as it was.
    ``postponed()`` means that the interrupts stay pending; ``source_requested(SourceSpan)`` asks
    to show the line that asks.
    """

    answered = Signal(dict)
    postponed = Signal()
    source_requested = Signal(object)

    def __init__(
        self,
        interrupts: Sequence[InterruptView],
        thread_id: str,
        step: int,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        tokens = current_theme()
        self.setObjectName("interrupt_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        several = len(interrupts) > 1
        first = interrupts[0].asker if interrupts else ""
        self.setWindowTitle(f"{len(interrupts)} questions" if several else f"{first} asks")
        self.setStyleSheet(form_stylesheet(tokens))
        self._tokens = tokens
        self._interrupts = tuple(interrupts)
        self._answers: dict[str, Any] = {}
        self._waiting = False
        self._pages = QStackedWidget(self)
        self.waiting_list = QListWidget(self)
        self.waiting_list.setObjectName("interrupts")
        self.waiting_list.setAccessibleName("Pending interrupts")
        self.waiting_list.setVisible(several)
        for interrupt in self._interrupts:
            place = f"thread {thread_id}   ·   step {step}"
            if interrupt.checkpoint_ns:
                place += f"   ·   in {interrupt.checkpoint_ns}"
            page = _Page(interrupt, place, tokens, self)
            page.decided.connect(lambda value, key=interrupt.id: self._decided(key, value))
            page.withdrawn.connect(lambda key=interrupt.id: self._withdrawn(key))
            page.source_requested.connect(self.source_requested)
            self._pages.addWidget(page)
            QListWidgetItem(interrupt.asker, self.waiting_list)
        self.later_button = QPushButton("Answer later", self)
        self.later_button.setObjectName("answer_later")
        self.later_button.setToolTip("The run stays stopped here; nothing is sent")
        self.send_button = QPushButton("", self)
        self.send_button.setObjectName("send_answers")
        self.send_button.setProperty("role", "primary")
        self._problem = plain_label("", "problem", self)
        self._problem.setObjectName("dialog_problem")
        self._problem.setWordWrap(True)
        self._problem.hide()
        for button in (self.later_button, self.send_button):
            button.setAutoDefault(False)
        self.send_button.setVisible(several)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setChildrenCollapsible(False)
        split.addWidget(self.waiting_list)
        split.addWidget(self._pages)
        split.setStretchFactor(1, 1)
        split.setSizes([184, 640])
        bottom = QHBoxLayout()
        bottom.setSpacing(GUTTER)
        bottom.addWidget(self.later_button)
        bottom.addWidget(self._problem, 1)
        bottom.addStretch(0)
        bottom.addWidget(self.send_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        layout.setSpacing(2 * GUTTER - GRID)
        layout.addWidget(split, 1)
        layout.addLayout(bottom)
        self.resize(900 if several else 720, 620)
        self.waiting_list.currentRowChanged.connect(self._pages.setCurrentIndex)
        self.later_button.clicked.connect(self.reject)
        self.send_button.clicked.connect(self._send)
        self.waiting_list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.waiting_list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.waiting_list.setCurrentRow(0)
        if self._interrupts:
            self.page(0).panel.first_field().setFocus(Qt.FocusReason.OtherFocusReason)
        self._refresh()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.setStyleSheet(form_stylesheet(tokens))
        for index in range(self._pages.count()):
            self.page(index).set_theme(tokens)
        self._refresh()

    @property
    def answers(self) -> dict[str, Any]:
        """What has been decided so far, by interrupt id."""
        return dict(self._answers)

    def page(self, index: int) -> _Page:
        """The page of the interrupt at ``index``."""
        page = self._pages.widget(index)
        if not isinstance(page, _Page):
            raise IndexError(index)
        return page

    def show_failure(self, error: ErrorView) -> None:
        """The session refused the answers: say why and keep them."""
        self._wait(False)
        self._problem.setText(f"{PROBLEM_MARK} Not sent. {error.message} {error.remedy}".rstrip())
        self._problem.show()
        if len(self._interrupts) == 1:
            self.page(0).withdraw()

    def _wait(self, on: bool) -> None:
        """Take no input while the session takes the answers."""
        self._waiting = on
        self.setEnabled(not on)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the keyboard, and no other."""
        focused = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if isinstance(focused, QAbstractButton) and not event.isAutoRepeat():
                focused.click()
            return
        super().keyPressEvent(event)

    def reject(self) -> None:
        """Leave the interrupts pending."""
        if self._waiting:
            return
        self.postponed.emit()
        super().reject()

    def _decided(self, interrupt_id: str, value: Any) -> None:
        self._answers[interrupt_id] = value
        self._problem.hide()
        self._refresh()
        if len(self._interrupts) == 1:
            self._send()
            return
        for row, interrupt in enumerate(self._interrupts):
            if interrupt.id not in self._answers:
                self.waiting_list.setCurrentRow(row)
                return
        self.send_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _withdrawn(self, interrupt_id: str) -> None:
        self._answers.pop(interrupt_id, None)
        self._refresh()

    def _send(self) -> None:
        if self._answers and not self._waiting:
            self._wait(True)
            self.answered.emit(dict(self._answers))

    def _refresh(self) -> None:
        total, done = len(self._interrupts), len(self._answers)
        self.send_button.setEnabled(done > 0)
        if done == total:
            self.send_button.setText(f"Send {total} answers")
        else:
            self.send_button.setText(f"Send {done} of {total}" if done else "Send")
        self.send_button.setToolTip(
            "" if done == total else "What is not answered stays pending and is asked again"
        )
        for row, interrupt in enumerate(self._interrupts):
            item = self.waiting_list.item(row)
            answered = interrupt.id in self._answers
            item.setIcon(state_icon("wrote" if answered else "interrupted", self._tokens))
            state = (
                f"sends {dump_line(self._answers[interrupt.id], DECIDED_CHARACTERS)}"
                if answered
                else "waits for an answer"
            )
            item.setToolTip(state)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{interrupt.asker}, {state}")


def _line_of(source: SourceSpan) -> str:
    lines = source.interrupt_lines or (source.first_line,)
    return f"{PurePath(source.path).name}, line {lines[0]}"
