"""The dialog in which a person answers what a graph asks."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.views import ErrorView, InterruptView
from studio.approval.page import DECIDED_CHARACTERS, QuestionPage
from studio.forms.appearance import form_stylesheet
from studio.forms.field import PROBLEM_MARK, plain_label
from studio.forms.json_text import dump_line
from studio.language import plural, tr
from studio.shell.icons import state_icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens, current_theme

ELSEWHERE = "AnsweredElsewhere"
"""Type of the refusal where somebody else has answered already."""


class InterruptDialog(QDialog):
    """Shows pending interrupts and takes answers.

    ``answered({interrupt id: JSON value})`` is emitted once the person sends; ``digests`` are of
    what was shown, ``again`` says that an answer of somebody else was seen. The owner then calls
    ``accept()``, or ``show_failure`` when the session refuses: the dialog stays as it was, and
    ``renew`` shows what is asked by now. ``postponed()`` means that the interrupts stay pending;
    ``source_requested(SourceSpan)`` asks to show the line that asks.
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
        first: str = "",
    ) -> None:
        super().__init__(parent)
        tokens = current_theme()
        self.setObjectName("interrupt_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        several = len(interrupts) > 1
        asker = interrupts[0].asker if interrupts else ""
        self.setWindowTitle(
            plural("1 question", "{n} questions", len(interrupts))
            if several
            else tr("{asker} asks", asker=asker)
        )
        self.setStyleSheet(_stylesheet(tokens))
        self._tokens = tokens
        self._interrupts = tuple(interrupts)
        self._answers: dict[str, Any] = {}
        self._open = {interrupt.id for interrupt in interrupts}
        self._waiting = False
        self.again = False
        self._last: Any = None
        """The answer that was settled on last."""
        self._thread_id, self._step = thread_id, step
        self._pages = QStackedWidget(self)
        self.waiting_list = QListWidget(self)
        self.waiting_list.setObjectName("interrupts")
        self.waiting_list.setAccessibleName(tr("Pending interrupts"))
        self.waiting_list.setVisible(several)
        for interrupt in self._interrupts:
            self._pages.addWidget(self._made(interrupt))
            QListWidgetItem(interrupt.asker, self.waiting_list)
        self.later_button = QPushButton(tr("Answer later"), self)
        self.later_button.setObjectName("answer_later")
        self.later_button.setToolTip(tr("The run stays stopped here; nothing is sent"))
        self.send_button = QPushButton("", self)
        self.send_button.setObjectName("send_answers")
        self.send_button.setProperty("role", "primary")
        self._problem = plain_label("", "problem", self)
        self._problem.setObjectName("dialog_problem")
        self._problem.setWordWrap(True)
        self._problem.hide()
        self.again_button = QPushButton(tr("Answer all the same"), self)
        self.again_button.setObjectName("answer_again")
        self.again_button.setToolTip(
            tr("Of two answers to one question the first that is saved counts")
        )
        self.again_button.clicked.connect(self._send_again)
        self.again_button.hide()
        for button in (self.later_button, self.send_button, self.again_button):
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
        bottom.addWidget(self.again_button)
        bottom.addWidget(self.send_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        layout.setSpacing(2 * GUTTER - GRID)
        layout.addWidget(split, 1)
        layout.addLayout(bottom)
        self.resize(900 if several else 720, 620)
        self.waiting_list.currentRowChanged.connect(self._pages.setCurrentIndex)
        self.later_button.clicked.connect(self.reject)
        self.send_button.clicked.connect(lambda: self._send())
        self.waiting_list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.waiting_list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        ids = [interrupt.id for interrupt in self._interrupts]
        self.waiting_list.setCurrentRow(ids.index(first) if first in ids else 0)
        if self._interrupts:
            self.page(self.waiting_list.currentRow()).panel.first_field().setFocus(
                Qt.FocusReason.OtherFocusReason
            )
        self._refresh()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.setStyleSheet(_stylesheet(tokens))
        for index in range(self._pages.count()):
            self.page(index).set_theme(tokens)
        self._refresh()

    @property
    def answers(self) -> dict[str, Any]:
        """What has been decided so far, by interrupt id."""
        return dict(self._answers)

    @property
    def digests(self) -> dict[str, str]:
        """Of what was shown, by interrupt id."""
        return {each.id: each.digest for each in self._interrupts if each.id in self._answers}

    def _made(self, interrupt: InterruptView, before: InterruptView | None = None) -> QuestionPage:
        place = tr("thread {thread}   ·   step {step}", thread=self._thread_id, step=self._step)
        if interrupt.checkpoint_ns:
            place = tr("{place}   ·   in {inside}", place=place, inside=interrupt.checkpoint_ns)
        page = QuestionPage(interrupt, place, self._tokens, self, before)
        page.decided.connect(lambda value, key=interrupt.id: self._decided(key, value))
        page.withdrawn.connect(lambda key=interrupt.id: self._withdrawn(key))
        page.source_requested.connect(self.source_requested)
        return page

    def page(self, index: int) -> QuestionPage:
        """The page of the interrupt at ``index``."""
        page = self._pages.widget(index)
        if not isinstance(page, QuestionPage):
            raise IndexError(index)
        return page

    def show_failure(self, error: ErrorView) -> None:
        """The session refused the answers: say why and keep them."""
        self._wait(False)
        told = tr(
            "Not sent. {message} {remedy}", message=error.message, remedy=error.remedy
        ).rstrip()
        self._problem.setText(f"{PROBLEM_MARK} {told}")
        self._problem.show()
        self.again_button.setVisible(error.type == ELSEWHERE)
        if len(self._interrupts) == 1:
            self.page(0).withdraw()

    def renew(self, asked: Sequence[InterruptView]) -> None:
        """Show the questions as they are asked by now; what was decided of others is kept."""
        by_id = {interrupt.id: interrupt for interrupt in asked}
        current = self.waiting_list.currentRow()
        for row, known in enumerate(self._interrupts):
            now = by_id.get(known.id)
            if now is None:
                self._answers.pop(known.id, None)
                self.page(row).close_question()
            elif now.digest != known.digest:
                self._answers.pop(known.id, None)
                old = self.page(row)
                self._pages.insertWidget(row, self._made(now, before=known))
                self._pages.removeWidget(old)
                old.deleteLater()
        self._interrupts = tuple(by_id.get(known.id, known) for known in self._interrupts)
        self._open = set(by_id)
        self._pages.setCurrentIndex(current)
        self._refresh()

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
        self._answers[interrupt_id] = self._last = value
        self._problem.hide()
        self.again_button.hide()
        self._refresh()
        if len(self._interrupts) == 1:
            self._send()
            return
        for row, interrupt in enumerate(self._interrupts):
            if interrupt.id not in self._answers and interrupt.id in self._open:
                self.waiting_list.setCurrentRow(row)
                return
        self.send_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _withdrawn(self, interrupt_id: str) -> None:
        self._answers.pop(interrupt_id, None)
        self._refresh()

    def _send(self, again: bool = False) -> None:
        if self._answers and not self._waiting:
            self.again = again
            self._wait(True)
            self.answered.emit(dict(self._answers))

    def _send_again(self) -> None:
        """The same answers, though somebody else has answered."""
        if len(self._interrupts) == 1 and self._last is not None:
            self._answers[self._interrupts[0].id] = self._last
        self._send(again=True)

    def _refresh(self) -> None:
        total, done = len(self._open & {each.id for each in self._interrupts}), len(self._answers)
        self.send_button.setEnabled(done > 0)
        if done == total:
            self.send_button.setText(plural("Send 1 answer", "Send {n} answers", total))
        elif done:
            self.send_button.setText(tr("Send {done} of {total}", done=done, total=total))
        else:
            self.send_button.setText(tr("Send"))
        self.send_button.setToolTip(
            "" if done == total else tr("What is not answered stays pending and is asked again")
        )
        for row, interrupt in enumerate(self._interrupts):
            item = self.waiting_list.item(row)
            answered = interrupt.id in self._answers
            item.setIcon(state_icon("wrote" if answered else "interrupted", self._tokens))
            if answered:
                sent = dump_line(self._answers[interrupt.id], DECIDED_CHARACTERS)
                state = tr("sends {value}", value=sent)
            elif interrupt.id in self._open:
                state = tr("waits for an answer")
            else:
                state = tr("does not wait any more")
            item.setToolTip(state)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{interrupt.asker}, {state}")


def _stylesheet(tokens: ThemeTokens) -> str:
    warning = f'QLabel[role="warning"] {{ color: {tokens.running}; }}'
    return f"{form_stylesheet(tokens)}{warning}"
