"""Cells in which what was found is marked, and in sight however narrow the cell is."""

from PySide6.QtCore import QObject, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from studio.inspector.flat_delegate import FlatDelegate
from studio.shell.table_model import Index
from studio.shell.theme import GRID, ThemeTokens

SPAN = Qt.ItemDataRole.UserRole
"""Role of the start and end of what was found in a cell's text, ``None`` where it is elsewhere."""
LEAD = 12
"""Characters before it that stay in sight with it."""
ELLIPSIS = "…"


def cut_to(text: str, span: tuple[int, int], fits: int) -> tuple[str, tuple[int, int]]:
    """``text`` without its beginning where what was found would not be in the first ``fits``."""
    start, end = span
    if end <= fits:
        return text, span
    begin = max(0, start - LEAD)
    return ELLIPSIS + text[begin:], (start - begin + 1, end - begin + 1)


class HitDelegate(FlatDelegate):
    """Draws texts that have a span in pieces, the found one on a ground of its own."""

    def __init__(self, tokens: ThemeTokens, parent: QObject | None = None) -> None:
        super().__init__(parent, names=-1)
        self._tokens = tokens

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        span = index.data(SPAN)
        if span is None:
            super().paint(painter, option, index)
            return
        cell = QStyleOptionViewItem(option)
        self.initStyleOption(cell, index)
        if cell.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, cell.palette.highlight())
        area: QRect = option.rect.adjusted(2 * GRID - 1, 0, -GRID, 0)
        metrics = QFontMetrics(cell.font)
        fits = area.width() // max(1, metrics.averageCharWidth())
        text, (start, end) = cut_to(str(index.data()), span, fits)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        left = area.left() + metrics.horizontalAdvance(shown[:start])
        width = metrics.horizontalAdvance(shown[start:end])
        ground = QRect(left, area.top() + GRID // 2, width, area.height() - GRID)
        painter.save()
        painter.setClipRect(option.rect)
        painter.fillRect(ground, self._tokens.color("running", 70))
        painter.setFont(cell.font)
        painter.setPen(QColor(self._tokens.text))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, flags | Qt.TextFlag.TextSingleLine, shown)
        painter.restore()
