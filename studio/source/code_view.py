"""Read-only code with line numbers, marks in the gutter and a lit span."""

from dataclasses import dataclass, field

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextEdit, QToolTip, QWidget

from studio.language import tr
from studio.shell.icons import paint_icon
from studio.shell.theme import GRID, GUTTER, STATE_ICONS, ThemeTokens, mono_font
from studio.source.lexing import Category, Lines

GLYPH = 3 * GRID
COLORS: dict[Category, str] = {
    "keyword": "interrupted",
    "string": "wrote",
    "comment": "text_muted",
    "number": "running",
    "definition": "due",
    "decorator": "accent",
    "builtin": "accent",
    "operator": "text_muted",
}
"""Token of the theme for each category; all of them are readable on the code's background."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked beside the text; lines are 1-based and inclusive."""

    first: int = 0
    last: int = 0
    interrupts: tuple[int, ...] = ()
    errors: dict[int, str] = field(default_factory=dict)
    """Message by line."""
    again: tuple[int, ...] = ()
    """Where nodes that ask begin again with the answer."""
    repeated: dict[int, str] = field(default_factory=dict)
    """By line what is called once more then."""


class Colors(QSyntaxHighlighter):
    """Lays spans that were computed elsewhere over the text."""

    def __init__(self, document: QTextDocument, tokens: ThemeTokens) -> None:
        super().__init__(document)
        self._lines: Lines = []
        self._formats = _formats(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._formats = _formats(tokens)
        if self._lines:
            self.rehighlight()

    def set_lines(self, lines: Lines) -> None:
        self._lines = lines
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        number = self.currentBlock().blockNumber()
        if number < len(self._lines):
            for span in self._lines[number]:
                self.setFormat(span.start, span.length, self._formats[span.category])


def _formats(tokens: ThemeTokens) -> dict[Category, QTextCharFormat]:
    formats = {}
    for category, token in COLORS.items():
        form = QTextCharFormat()
        form.setForeground(QColor(str(getattr(tokens, token))))
        if category == "comment":
            form.setFontItalic(True)
        if category == "definition":
            form.setFontWeight(QFont.Weight.DemiBold)
        formats[category] = form
    return formats


class CodeView(QPlainTextEdit):
    """The text of one file."""

    def __init__(self, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source.code")
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.marks = Marks()
        self.gutter = _Gutter(self)
        self.colors = Colors(self.document(), tokens)
        self.blockCountChanged.connect(self._make_room)
        self.updateRequest.connect(self._scroll_gutter)
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.tokens = tokens
        self.setFont(mono_font())
        self.setTabStopDistance(4 * QFontMetrics(mono_font()).horizontalAdvance(" "))
        self.colors.set_theme(tokens)
        self._make_room()
        self.viewport().update()
        self.gutter.update()

    def show_text(self, text: str) -> None:
        """Show another file, without colours until they are known."""
        self.colors.set_lines([])
        self.setPlainText(text)

    def set_marks(self, marks: Marks) -> None:
        """Light a span and mark lines."""
        self.marks = marks
        self.viewport().update()
        self.gutter.update()

    def go_to(self, line: int) -> None:
        """Bring a line into the upper part of the view and put the cursor there."""
        block = self.document().findBlockByNumber(line - 1)
        if not block.isValid():
            return
        cursor = QTextCursor(block)
        self.setTextCursor(cursor)
        lines = self.viewport().height() // max(1, QFontMetrics(self.font()).lineSpacing())
        above = max(2, lines // 5)
        self.verticalScrollBar().setValue(max(0, line - 1 - above))

    @property
    def gutter_width(self) -> int:
        digits = len(str(max(99, self.blockCount())))
        number = QFontMetrics(self.font()).horizontalAdvance("9") * digits
        return GUTTER + GLYPH + GRID + number + GUTTER

    def visible_lines(self) -> list[tuple[int, QRect]]:
        """Line numbers in sight, with their rectangles in the viewport."""
        block = self.firstVisibleBlock()
        shown = []
        bottom = self.viewport().height()
        while block.isValid():
            rect = self._block_rect(block)
            if rect.top() > bottom:
                break
            shown.append((block.blockNumber() + 1, rect))
            block = block.next()
        return shown

    def _block_rect(self, block: QTextBlock) -> QRect:
        rect = self.blockBoundingGeometry(block).translated(self.contentOffset())
        # Neighbouring lines share their edge, whatever fraction they stand at.
        top, bottom = round(rect.top()), round(rect.bottom())
        return QRect(0, top, self.viewport().width(), bottom - top)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        lit = QColor(self.tokens.selection)
        lit.setAlpha(150)
        for number, rect in self.visible_lines():
            if number in self.marks.errors:
                painter.fillRect(rect, self.tokens.color("failed", 46))
            elif number in self.marks.interrupts:
                painter.fillRect(rect, self.tokens.color("interrupted", 40))
            elif self.marks.first <= number <= self.marks.last:
                painter.fillRect(rect, lit)
        painter.end()
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        area = self.contentsRect()
        self.gutter.setGeometry(area.left(), area.top(), self.gutter_width, area.height())

    def _make_room(self) -> None:
        self.setViewportMargins(self.gutter_width, 0, 0, 0)
        area = self.contentsRect()
        self.gutter.setGeometry(area.left(), area.top(), self.gutter_width, area.height())

    def _scroll_gutter(self, rect: QRect, scrolled: int) -> None:
        if scrolled:
            self.gutter.scroll(0, scrolled)
        else:
            self.gutter.update(0, rect.y(), self.gutter.width(), rect.height())


class _Gutter(QWidget):
    """Line numbers, interrupt and error glyphs."""

    def __init__(self, code: CodeView) -> None:
        super().__init__(code)
        self.setObjectName("source.gutter")
        self._code = code

    def sizeHint(self) -> QSize:
        return QSize(self._code.gutter_width, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        code, tokens = self._code, self._code.tokens
        marks = code.marks
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(tokens.surface_raised))
        painter.setFont(code.font())
        for number, rect in code.visible_lines():
            inside = marks.first <= number <= marks.last
            painter.setPen(QColor(tokens.text if inside else tokens.text_muted))
            painter.drawText(
                QRect(0, rect.top(), self.width() - GUTTER, rect.height()),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                str(number),
            )
            state = self._state(number)
            if state:
                spot = QRectF(GUTTER, rect.center().y() - GLYPH / 2 + 0.5, GLYPH, GLYPH)
                paint_icon(painter, STATE_ICONS[state], tokens.state(state), spot)
            elif again := self._again(number):
                spot = QRectF(GUTTER, rect.center().y() - GLYPH / 2 + 0.5, GLYPH, GLYPH)
                token = "running" if number in marks.repeated else "text_muted"
                paint_icon(painter, again, str(getattr(tokens, token)), spot)
            if inside:
                painter.fillRect(0, rect.top(), 3, rect.height(), QColor(tokens.accent))
        painter.end()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tooltip_at(event.pos()), self)
            return True
        return super().event(event)

    def tooltip_at(self, position: QPoint) -> str:
        """What the mark under the pointer means."""
        for number, rect in self._code.visible_lines():
            if not rect.top() <= position.y() < rect.top() + rect.height():
                continue
            if number in self._code.marks.errors:
                return self._code.marks.errors[number]
            if number in self._code.marks.repeated:
                return tr(
                    "Runs again with the answer: {call}. What it does, it does twice.",
                    call=self._code.marks.repeated[number],
                )
            if number in self._code.marks.interrupts:
                return tr(
                    "interrupt(): the task stops here and asks. "
                    "With the answer it runs again from its first line."
                )
            if number in self._code.marks.again:
                return tr("With the answer the node begins again here.")
        return ""

    def _state(self, number: int) -> str:
        if number in self._code.marks.errors:
            return "failed"
        return "interrupted" if number in self._code.marks.interrupts else ""

    def _again(self, number: int) -> str:
        marks = self._code.marks
        if number in marks.repeated:
            return "problems"
        return "rerun" if number in marks.again else ""
