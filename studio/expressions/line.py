"""A line in which an expression is typed: completed at the cursor, checked as it grows."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from runtime.debug.views import Completion, ExpressionChecked
from studio.expressions.checker import Check, refusal_of
from studio.expressions.popup import CompletionPopup
from studio.forms.field import set_flag
from studio.session.living import while_alive
from studio.shell.theme import mono_font

SETTLE_MS = 60
"""How long typing rests before it is checked."""


class ExpressionLine(QLineEdit):
    """``checked`` carries the ``ExpressionChecked`` of the text as it stands.

    A ``template`` is a message with expressions in braces; it is completed inside of them.
    """

    checked = Signal(object)

    def __init__(
        self, check: Check, parent: QWidget | None = None, *, template: bool = False
    ) -> None:
        super().__init__(parent)
        self.setFont(mono_font())
        self.namespace = ""
        """The graph whose channels are meant; ``""`` is the one whose moment is looked at."""
        self._check = check
        self._template = template
        self._asked = 0
        self._start = 0
        self._wanted = False
        self._forced = False
        self.popup = CompletionPopup(self)
        self.popup.clicked.connect(lambda _: self._accept())
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self._ask)
        self.textEdited.connect(self._edited)

    def check_now(self) -> None:
        """Check the text again, as another moment is looked at; nothing is offered."""
        if not self._settle.isActive():
            self._wanted = False
            self._ask()

    def rest(self) -> None:
        """Say nothing more of the text as it stands: somebody else has a word on it."""
        self._settle.stop()
        self._asked += 1
        self.popup.hide()

    def _edited(self) -> None:
        self.popup.hide()
        self._wanted, self._forced = True, False
        self._settle.start()

    def _ask(self) -> None:
        self._asked += 1
        asked, text = self._asked, self.text()
        start, part = self._part()
        if not part.strip() and not self._forced:
            self._take(ExpressionChecked(), offer=False)
            return
        offer = self._wanted and self.hasFocus()

        def then(found: ExpressionChecked) -> None:
            if asked == self._asked and text == self.text():
                self._start = start + found.start
                self._take(found, offer=offer)

        cursor = self.cursorPosition() - start
        self._check(part, cursor if offer else None, self.namespace, while_alive(self, then))

    def _part(self) -> tuple[int, str]:
        """Where the expression at the cursor begins, and itself."""
        text = self.text()
        if not self._template:
            return 0, text
        cursor = self.cursorPosition()
        opened = text.rfind("{", 0, cursor)
        if opened < 0 or "}" in text[opened:cursor]:
            return cursor, ""
        closed = text.find("}", cursor)
        return opened + 1, text[opened + 1 : len(text) if closed < 0 else closed]

    def _take(self, found: ExpressionChecked, *, offer: bool) -> None:
        typed = self.text()[self._start : self.cursorPosition()]
        completions = found.completions
        whole = len(completions) == 1 and completions[0].text == typed
        began = bool(typed) or self._follows_a_value()
        shown = completions if offer and began and not whole else ()
        self.popup.offer(shown, self._start)
        if not self._template:
            set_flag(self, "invalid", bool(found.problem and self.text().strip()))
        self.checked.emit(found)

    def _follows_a_value(self) -> bool:
        """Whether the cursor stands where a part of a value is named, or completion was asked."""
        before = self.text()[: self._start]
        return before.endswith((".", "'", '"')) or self._forced

    def complete(self) -> None:
        """Offer what may stand here."""
        self._forced = self._wanted = True
        self._ask()

    @property
    def refusal(self) -> ExpressionChecked:
        """What is wrong with the text by itself."""
        return refusal_of(self.text())

    def _accept(self) -> None:
        chosen: Completion | None = self.popup.chosen
        self.popup.hide()
        if chosen is None:
            return
        cursor = self.cursorPosition()
        text = self.text()
        ending = text[cursor:]
        inserted = chosen.text
        # What is there already is not written twice.
        for rest in ("']", '"]', "(", ")"):
            if inserted.endswith(rest) and ending.startswith(rest):
                ending = ending[len(rest) :]
                break
        self.setText(text[: self._start] + inserted + ending)
        self.setCursorPosition(self._start + len(inserted))
        self.textEdited.emit(self.text())

    def event(self, event: QEvent) -> bool:
        # Tab would go on to the next field before the line sees it.
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Tab
            and self.popup.isVisible()
        ):
            self._accept()
            return True
        if event.type() == QEvent.Type.ShortcutOverride and self.popup.isVisible():
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Space and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.complete()
            return
        if not self.popup.isVisible():
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                # Who is done wants no list any more.
                self._wanted = False
            super().keyPressEvent(event)
            return
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.popup.move_by(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self.popup.move_by(8 if key == Qt.Key.Key_PageDown else -8)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._accept()
        elif key == Qt.Key.Key_Escape:
            self.popup.hide()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.popup.hide()
        super().focusOutEvent(event)
