"""A field to find text in, with the number of hits and ways to the next and the last one."""

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from studio.language import tr
from studio.shell.icons import icon
from studio.shell.theme import GRID, ThemeTokens

_PAUSE_MS = 200
"""After the last key, before anything is looked for."""


class FindField(QLineEdit):
    """Return goes on to the next hit, Shift+Return to the one before, Escape gives up."""

    forward = Signal()
    backward = Signal()
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or event.key() == Qt.Key.Key_F3:
            (self.backward if back else self.forward).emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class FindControls(QObject):
    """Label and buttons of a field; ``wanted`` is the text once nobody types any more."""

    wanted = Signal(str)
    stepped = Signal(int)

    def __init__(self, field: FindField, name: str, tokens: ThemeTokens) -> None:
        super().__init__(field)
        self.field = field
        parent = field.parentWidget()
        self.count = QLabel(parent)
        self.count.setObjectName(f"{name}.count")
        self.count.setProperty("role", "muted")
        self.previous = QToolButton(parent)
        self.next = QToolButton(parent)
        for button, kind, title, by in (
            (self.previous, "previous", tr("Previous hit (Shift+Return)"), -1),
            (self.next, "next", tr("Next hit (Return)"), 1),
        ):
            button.setObjectName(f"{name}.{kind}")
            button.setToolTip(title)
            button.setAccessibleName(title)
            button.setAutoRaise(True)
            button.clicked.connect(lambda _=False, step=by: self.step(step))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(lambda: self.wanted.emit(field.text()))
        field.textChanged.connect(self._changed)
        field.forward.connect(lambda: self.step(1))
        field.backward.connect(lambda: self.step(-1))
        field.left.connect(self._leave)
        self.set_theme(tokens)
        self.set_count("")

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        return (self.count, self.previous, self.next)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.previous.setIcon(icon("chevron-up", tokens))
        self.next.setIcon(icon("chevron-down", tokens))

    def set_count(self, text: str, found: bool = False) -> None:
        """Say how many there are; empty hides it all."""
        self.count.setText(text)
        for each in self.widgets:
            each.setVisible(bool(text))
        self.previous.setEnabled(found)
        self.next.setEnabled(found)

    def step(self, by: int) -> None:
        """Go on; what was typed just now is looked for first."""
        if self._timer.isActive():
            self._timer.stop()
            self.wanted.emit(self.field.text())
        self.stepped.emit(by)

    def _changed(self, text: str) -> None:
        if text:
            self._timer.start()
        else:
            self._timer.stop()
            self.wanted.emit("")

    def _leave(self) -> None:
        if self.field.text():
            self.field.clear()


class FindBar(QWidget):
    """The field with its controls in a row of their own."""

    def __init__(self, name: str, tokens: ThemeTokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = FindField(self)
        self.field.setObjectName(f"{name}.field")
        self.field.setPlaceholderText(tr("Find in this text"))
        self.field.setClearButtonEnabled(True)
        self.controls = FindControls(self.field, name, tokens)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self.field, 1)
        for each in self.controls.widgets:
            row.addWidget(each)
