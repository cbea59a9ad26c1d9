"""A text box whose lines wrap at words, and anywhere once a line is too long for that."""

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

LONGEST_LINE = 10_000
"""Characters; looking for words takes time that grows with the square of a line's length."""

_AT_WORDS = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
_ANYWHERE = QTextOption.WrapMode.WrapAnywhere


class WrappingTextEdit(QPlainTextEdit):
    """The wrapping changes before a long line is laid out, not after."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrapMode(_AT_WORDS)
        self.document().contentsChange.connect(self._look_at_change)

    def setPlainText(self, text: str) -> None:
        if _is_long(text):
            self.setWordWrapMode(_ANYWHERE)
            super().setPlainText(text)
        else:
            super().setPlainText(text)
            self.setWordWrapMode(_AT_WORDS)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if _is_long(source.text()):
            self.setWordWrapMode(_ANYWHERE)
        super().insertFromMimeData(source)

    def _look_at_change(self, position: int, _removed: int, added: int) -> None:
        """Lines grow by typing and by being joined as well."""
        block = self.document().findBlock(position)
        while block.isValid() and block.position() <= position + added:
            if block.length() > LONGEST_LINE:
                self.setWordWrapMode(_ANYWHERE)
                return
            block = block.next()


def _is_long(text: str) -> bool:
    return any(len(line) > LONGEST_LINE for line in text.splitlines())
