"""A read-only text that shows a comparison, with marks as well as colours."""

from collections.abc import Sequence

from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QWidget

from runtime.debug.comparing.views import DiffLine, LineKind
from studio.forms.text_edit import GrowingTextEdit
from studio.language import plural
from studio.shell.theme import ThemeTokens, mono_font

MARKS: dict[LineKind, str] = {"same": " ", "added": "+", "removed": "-", "skipped": "⋯"}
BACKGROUND_ALPHA = 36
WORD_ALPHA = 88
MOST_LINES = 1500
VISIBLE_LINES = 24
_TOKENS: dict[LineKind, str] = {
    "added": "wrote",
    "removed": "failed",
    "skipped": "text_muted",
    "same": "text",
}


class DiffView(GrowingTextEdit):
    """Added lines carry a plus, removed ones a minus; what differs within is underlined."""

    def __init__(
        self, tokens: ThemeTokens, parent: QWidget | None = None, most_lines: int = VISIBLE_LINES
    ) -> None:
        super().__init__(parent, most_lines=most_lines)
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
            self._insert(cursor, line, text)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _insert(self, cursor: QTextCursor, line: DiffLine, text: QTextCharFormat) -> None:
        """The line with its mark in front, and what differs within it."""
        word = QTextCharFormat(text)
        word.setBackground(self._tokens.color(_TOKENS[line.kind], WORD_ALPHA))
        word.setFontUnderline(True)
        shown = line.text
        if line.kind == "skipped":
            shown = plural("1 line that is alike", "{n:,} lines that are alike", line.count)
        cursor.insertText(f"{MARKS[line.kind]} ", text)
        at = 0
        for span in line.spans:
            cursor.insertText(shown[at : span.start], text)
            cursor.insertText(shown[span.start : span.end], word)
            at = span.end
        cursor.insertText(shown[at:], text)
