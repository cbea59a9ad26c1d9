"""A box for JSON text with line numbers, colours, and a mark on the line that does not parse."""

from typing import Any

from PySide6.QtCore import QRect, QRegularExpression, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QTextEdit, QVBoxLayout, QWidget

from studio.forms.field import PROBLEM_MARK, plain_label, set_flag
from studio.forms.json_text import JsonError, dump, parse
from studio.shell.theme import GRID, ThemeTokens, mono_font
from studio.shell.wrapping import LONGEST_LINE, WrappingTextEdit

ERROR_ALPHA = 40
CHECK_DELAY_MS = 250
"""The mark waits until the typing pauses."""


class _Highlighter(QSyntaxHighlighter):
    """Keys, texts, numbers and words of JSON, each in a colour of the theme.

    Of a very long line only the beginning is coloured.
    """

    _RULES = (
        ("running", QRegularExpression(r"-?\b\d+(\.\d+)?([eE][+-]?\d+)?\b")),
        ("interrupted", QRegularExpression(r"\b(true|false|null|NaN|Infinity)\b")),
        ("wrote", QRegularExpression(r'"(\\.|[^"\\])*"')),
        ("due", QRegularExpression(r'"(\\.|[^"\\])*"(?=\s*:)')),
    )

    def __init__(self, document: QTextDocument, tokens: ThemeTokens) -> None:
        super().__init__(document)
        self._rules: list[tuple[QRegularExpression, QTextCharFormat]] = []
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        """Take the colours of another theme."""
        self._rules = []
        for token, pattern in self._RULES:
            text_format = QTextCharFormat()
            text_format.setForeground(tokens.color(token))
            self._rules.append((pattern, text_format))
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        for pattern, text_format in self._rules:
            matches = pattern.globalMatch(text[:LONGEST_LINE])
            while matches.hasNext():
                match = matches.next()
                self.setFormat(match.capturedStart(), match.capturedLength(), text_format)


class _Gutter(QWidget):
    """Line numbers; the line of the mistake carries a cross instead."""

    def __init__(self, editor: "_Editor") -> None:
        super().__init__(editor)
        self._editor = editor

    def sizeHint(self) -> QSize:
        return QSize(self._editor.gutter_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._editor.paint_gutter(self, event.rect())


class _Editor(WrappingTextEdit):
    def __init__(self, tokens: ThemeTokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.tokens = tokens
        self.error_line = 0
        self.setProperty("role", "json")
        self.setFont(mono_font())
        self.setTabChangesFocus(True)
        self._gutter = _Gutter(self)
        self.blockCountChanged.connect(lambda _: self._place_gutter())
        self.updateRequest.connect(self._scroll_gutter)
        self._place_gutter()

    def gutter_width(self) -> int:
        digits = max(2, len(str(self.blockCount())))
        return self.fontMetrics().horizontalAdvance("9" * digits) + 3 * GRID

    def _place_gutter(self) -> None:
        self.setViewportMargins(self.gutter_width(), 0, 0, 0)
        area = self.contentsRect()
        self._gutter.setGeometry(QRect(area.left(), area.top(), self.gutter_width(), area.height()))

    def _scroll_gutter(self, _rect: QRect, _distance: int) -> None:
        self._gutter.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_gutter()

    def paint_gutter(self, gutter: QWidget, exposed: QRect) -> None:
        """Draw the numbers of the visible lines."""
        painter = QPainter(gutter)
        painter.fillRect(exposed, QColor(self.tokens.surface_raised))
        painter.setFont(self.font())
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= exposed.bottom():
            number = block.blockNumber() + 1
            wrong = number == self.error_line
            color = self.tokens.failed if wrong else self.tokens.text_muted
            painter.setPen(QColor(color))
            place = QRect(0, round(top), gutter.width() - GRID, self.fontMetrics().height())
            mark = PROBLEM_MARK if wrong else str(number)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight, mark)
            top += self.blockBoundingRect(block).height()
            block = block.next()
        painter.end()


class JsonEditor(QWidget):
    """Edits one JSON value as text.

    ``changed`` fires with each edit by a person. The text is never altered behind their back.
    """

    changed = Signal()

    def __init__(self, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor = _Editor(tokens, self)
        self.editor.setObjectName("json_text")
        self.editor.setAccessibleName("JSON")
        self._highlighter = _Highlighter(self.editor.document(), tokens)
        self._message = plain_label("", "problem", self)
        self._message.setObjectName("json_problem")
        self._message.setWordWrap(True)
        self._message.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addWidget(self.editor, 1)
        layout.addWidget(self._message)
        self._value: Any = None
        self._error: JsonError | None = None
        self._stale = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(CHECK_DELAY_MS)
        self._timer.timeout.connect(self.show_error)
        self.editor.textChanged.connect(self._edited)

    def set_value(self, value: Any) -> None:
        """Show ``value`` as indented text."""
        self.editor.blockSignals(True)
        self.editor.setPlainText(dump(value))
        self.editor.blockSignals(False)
        self._value, self._error, self._stale = value, None, False
        self.show_error()

    def set_text(self, text: str) -> None:
        """Show ``text`` as it is, also where it is no JSON."""
        self.editor.blockSignals(True)
        self.editor.setPlainText(text)
        self.editor.blockSignals(False)
        self._stale = True
        self.show_error()

    def text(self) -> str:
        """The text as it stands."""
        return self.editor.toPlainText()

    def value(self) -> Any:
        """The value of the text. Raises ``JsonError`` where it is none."""
        self._read()
        if self._error is not None:
            raise self._error
        return self._value

    def error(self) -> JsonError | None:
        """Why the text is no JSON, or ``None``."""
        self._read()
        return self._error

    def set_theme(self, tokens: ThemeTokens) -> None:
        """Take the colours of another theme."""
        self.editor.tokens = tokens
        self.editor.blockSignals(True)
        self._highlighter.set_theme(tokens)
        self.editor.blockSignals(False)
        self.show_error()

    def _edited(self) -> None:
        self._stale = True
        self._timer.start()
        self.changed.emit()

    def _read(self) -> None:
        if self._stale:
            self._stale = False
            try:
                self._value, self._error = parse(self.text()), None
            except JsonError as error:
                self._error = error

    def show_error(self) -> None:
        """Mark the line that does not parse and say why below the text."""
        error = self.error()
        set_flag(self.editor, "invalid", error is not None)
        self.editor.error_line = 0 if error is None else error.line
        marks = []
        if error is not None:
            mark = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.editor.document().findBlockByNumber(error.line - 1))
            mark.cursor = cursor
            line = QTextCharFormat()
            line.setBackground(self.editor.tokens.color("failed", ERROR_ALPHA))
            line.setProperty(QTextFormat.Property.FullWidthSelection, True)
            mark.format = line
            marks.append(mark)
        self.editor.setExtraSelections(marks)
        self._message.setText(f"{PROBLEM_MARK} {error}" if error is not None else "")
        self._message.setVisible(error is not None)
        self.editor.viewport().update()

    def go_to_error(self) -> None:
        """Put the cursor on the mistake and show it."""
        error = self.error()
        self.show_error()
        if error is not None:
            block = self.editor.document().findBlockByNumber(error.line - 1)
            cursor = QTextCursor(block)
            reach = min(error.column - 1, max(0, block.length() - 1))
            cursor.movePosition(
                QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.MoveAnchor, reach
            )
            self.editor.setTextCursor(cursor)
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)
