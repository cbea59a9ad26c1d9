"""A read-only text that shows a comparison, with marks as well as colours."""

from collections.abc import Sequence

from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QWidget

from studio.editing.diff import DiffKind, DiffLine
from studio.forms.text_edit import GrowingTextEdit
from studio.shell.theme import ThemeTokens, mono_font

BACKGROUND_ALPHA = 36
MOST_LINES = 4000
VISIBLE_LINES = 24
_TOKENS: dict[DiffKind, str] = {
    "added": "wrote",
    "removed": "failed",
    "skipped": "text_muted",
    "same": "text",
}


class DiffView(GrowingTextEdit):
    """Lines that were added carry a plus, removed ones a minus."""

    def __init__(self, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent, most_lines=VISIBLE_LINES)
        self._tokens = tokens
        self._lines: Sequence[DiffLine] = ()
        self.setReadOnly(True)
        self.setProperty("role", "diff")
        self.setFont(mono_font())

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.show_lines(self._lines)

    def show_lines(self, lines: Sequence[DiffLine]) -> None:
        """Replace what is shown."""
        self._lines = lines
        self.clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for number, line in enumerate(lines[:MOST_LINES]):
            block, text = QTextBlockFormat(), QTextCharFormat()
            token = _TOKENS[line.kind]
            text.setForeground(self._tokens.color(token))
            if line.kind in ("added", "removed"):
                block.setBackground(self._tokens.color(token, BACKGROUND_ALPHA))
            if number:
                cursor.insertBlock()
            cursor.setBlockFormat(block)
            cursor.insertText(line.marked, text)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)
