"""What lines, signs and marks of the canvas mean."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from runtime.drawing.boxes import LineStyle
from studio.graph.glyphs import paint_glyph
from studio.graph.style import GraphStyle
from studio.language import later, tr
from studio.shell.theme import GRID, ThemeTokens

_LINES: tuple[tuple[LineStyle, bool, str], ...] = (
    ("static", False, later("Edge, declared")),
    ("conditional", False, later("Conditional edge, declared")),
    ("inferred", False, later("Inferred: a router may go here")),
    ("observed", False, later("Observed: a run went here, nobody declared it")),
    ("static", True, later("Taken in this superstep")),
)
_STATES = (
    ("due", later("Due in this superstep")),
    ("running", later("Running")),
    ("wrote", later("Wrote; grey: ran before")),
    ("interrupted", later("Waiting for an answer")),
    ("failed", later("Failed")),
    ("skipped", later("Kept its recorded writes")),
    ("idle", later("Did not run")),
)
_MARKS = (
    ("gauge", later("Join edge: sources that have reported")),
    ("chip", later("A task of a Send; with a number, so many")),
    ("breakpoint", later("Breakpoint; hollow: disabled")),
    ("button", later("Subgraph: expand it in place")),
)
_TEXTS = (
    *(text for _, _, text in _LINES),
    *(text for _, text in _STATES),
    *(text for _, text in _MARKS),
)
_LINE = 20.0
_SAMPLE = 44.0
_PAD = 12.0


class Legend(QWidget):
    """A card over the canvas; a click on it closes it."""

    closed = Signal()

    def __init__(self, tokens: ThemeTokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("graph.legend")
        self.setAccessibleName(tr("Legend"))
        self.setAccessibleDescription(". ".join(map(tr, _TEXTS)))
        self.set_theme(tokens)
        self.hide()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.closed.emit()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self._style = GraphStyle(tokens)
        self.update()

    def sizeHint(self) -> QSize:
        widest = max(self._style.detail_metrics.horizontalAdvance(tr(text)) for text in _TEXTS)
        rows = len(_TEXTS)
        return QSize(round(widest + _SAMPLE + 3 * _PAD), round(rows * _LINE + 2 * _PAD + 4 * GRID))

    def place(self, left: int, bottom: int) -> None:
        """Stand above a point."""
        size = self.sizeHint()
        self.setGeometry(left, max(0, bottom - size.height()), size.width(), size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, style = self._tokens, self._style
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(tokens.color("border_strong"), 1.0))
        painter.setBrush(tokens.color("surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8.0, 8.0)
        painter.setFont(style.detail_font)
        y = _PAD
        for kind, taken, text in _LINES:
            self._paint_line(painter, kind, taken, y)
            y = self._paint_text(painter, tr(text), y)
        y += 2 * GRID
        for state, text in _STATES:
            middle = QPointF(_PAD + _SAMPLE / 2, y + _LINE / 2)
            paint_glyph(painter, state, middle, 14.0, QColor(tokens.state(state)))
            y = self._paint_text(painter, tr(text), y)
        y += 2 * GRID
        for mark, text in _MARKS:
            self._paint_mark(painter, mark, QPointF(_PAD + _SAMPLE / 2, y + _LINE / 2))
            y = self._paint_text(painter, tr(text), y)
        painter.end()

    def _paint_line(self, painter: QPainter, kind: LineStyle, taken: bool, y: float) -> None:
        style = self._style
        painter.setPen(style.taken_lines[kind] if taken else style.lines[kind])
        middle = y + _LINE / 2
        painter.drawLine(QPointF(_PAD, middle), QPointF(_PAD + _SAMPLE, middle))

    def _paint_text(self, painter: QPainter, text: str, y: float) -> float:
        painter.setPen(self._style.text)
        left = 2 * _PAD + _SAMPLE
        painter.drawText(
            QRectF(left, y, self.width() - left, _LINE), Qt.AlignmentFlag.AlignVCenter, text
        )
        return y + _LINE

    def _paint_mark(self, painter: QPainter, mark: str, middle: QPointF) -> None:
        style = self._style
        if mark == "gauge":
            rect = QRectF(middle.x() - 16.0, middle.y() - 8.0, 32.0, 16.0)
            painter.setPen(style.accent_pen)
            painter.setBrush(style.accent_tint)
            painter.drawRoundedRect(rect, 8.0, 8.0)
            painter.setPen(style.text)
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, "1/2")
        elif mark == "chip":
            paint = style.states["wrote"]
            rect = QRectF(middle.x() - 9.0, middle.y() - 8.0, 18.0, 16.0)
            painter.setPen(paint.outline)
            painter.setBrush(paint.tint)
            painter.drawRoundedRect(rect, 4.0, 4.0)
            paint_glyph(painter, "wrote", middle, 11.0, paint.color)
        elif mark == "breakpoint":
            painter.setPen(style.no_pen)
            painter.setBrush(style.breakpoint)
            painter.drawEllipse(middle, 5.5, 5.5)
        else:
            rect = QRectF(middle.x() - 8.5, middle.y() - 8.5, 17.0, 17.0)
            painter.setPen(style.card_border)
            painter.setBrush(style.surface)
            painter.drawRoundedRect(rect, 4.0, 4.0)
            painter.setPen(style.muted)
            painter.drawLine(middle - QPointF(4.0, 0.0), middle + QPointF(4.0, 0.0))
            painter.drawLine(middle - QPointF(0.0, 4.0), middle + QPointF(0.0, 4.0))
        painter.setFont(style.detail_font)
