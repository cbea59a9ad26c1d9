"""A text box that grows with its text, and the monospaced one for JSON."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from studio.shell.theme import GRID, mono_font
from studio.shell.wrapping import WrappingTextEdit

MARGIN = 2 * GRID
ENTER_GIVES = "enter_gives"
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class GrowingTextEdit(WrappingTextEdit):
    """One line high when empty, as high as its text up to ``most_lines``.

    Tab leaves it; Enter breaks the line. In a dialog with the property ``ENTER_GIVES`` Enter in a
    text of one line is the dialog's instead, and Shift+Enter begins a second one.
    """

    left = Signal()
    """The keyboard went elsewhere."""

    def __init__(
        self, parent: QWidget | None = None, least_lines: int = 1, most_lines: int = 8
    ) -> None:
        super().__init__(parent)
        self._least = least_lines
        self._most = most_lines
        self._height = 0
        self.setProperty("role", "field")
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(3)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._fit())
        self.textChanged.connect(self._fit)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(12 * GRID, self._height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in _ENTER or not self.window().property(ENTER_GIVES):
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier or self.blockCount() > 1:
            self.insertPlainText("\n")
        else:
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def _text_height(self) -> float:
        """Height of all lines, which are taller where another font fills in for a script."""
        height = -self.document().documentMargin()  # the first block brings it along
        block = self.document().firstBlock()
        while block.isValid():
            height += self.blockBoundingRect(block).height()
            block = block.next()
        return height

    def _fit(self) -> None:
        lines = int(self.document().size().height())  # a plain text document counts in lines
        shown = max(self._least, min(lines, self._most))
        text = self._text_height() if lines <= self._most else 0
        height = max(round(text), shown * self.fontMetrics().lineSpacing()) + MARGIN + 2
        policy = (
            Qt.ScrollBarPolicy.ScrollBarAsNeeded
            if lines > self._most
            else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        self.setVerticalScrollBarPolicy(policy)
        if height != self._height:
            self._height = height
            self.setFixedHeight(height)
            self.updateGeometry()


class JsonTextEdit(GrowingTextEdit):
    """A growing text box for JSON."""

    def __init__(
        self, parent: QWidget | None = None, least_lines: int = 2, most_lines: int = 12
    ) -> None:
        super().__init__(parent, least_lines, most_lines)
        self.setProperty("role", "json")
        self.setFont(mono_font())
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        QPlainTextEdit.keyPressEvent(self, event)
