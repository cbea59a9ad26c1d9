"""Paints a line of the thread list: status, name, size; below it what else is known."""

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from studio.annotations.colours import mark_colour
from studio.shell.icons import paint_icon
from studio.shell.table_model import Index
from studio.shell.theme import (
    GRID,
    GUTTER,
    SMALL_PIXELS,
    STATE_ICONS,
    ThemeTokens,
    mono_font,
    ui_font,
)
from studio.threads.rows import STATUS_STATES, second_line, thread_title
from studio.threads.thread_model import ThreadListModel

HEIGHT = 10 * GRID
_GLYPH = 14
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class ThreadDelegate(QStyledItemDelegate):
    """Draws rows of a ``ThreadListModel``; what is not there yet is asked for by being drawn."""

    def __init__(self, model: ThreadListModel, tokens: ThemeTokens, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self._font = ui_font()
        self._bold = ui_font(weight=QFont.Weight.DemiBold)
        self._small = ui_font(SMALL_PIXELS)
        self._mono = mono_font()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(160, HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        tokens = self._tokens
        thread = self._model.thread_at(index.row())
        painter.save()
        painter.setClipRect(rect)
        current = thread is not None and thread.thread_id == self._model.current
        if current or state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(tokens.selection if current else tokens.hover))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(tokens.hover))
        if current:
            painter.fillRect(
                QRect(rect.left(), rect.top(), 3, rect.height()), QColor(tokens.accent)
            )
        if state & QStyle.StateFlag.State_HasFocus and not current:
            painter.setPen(QColor(tokens.border_strong))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        area = rect.adjusted(GUTTER + GRID, GRID, -GUTTER, -GRID)
        upper = QRect(area.left(), area.top(), area.width(), area.height() // 2)
        lower = upper.translated(0, upper.height())
        if thread is None:
            painter.setPen(QColor(tokens.text_muted))
            painter.drawText(upper, _LEFT, "…")
            painter.restore()
            return
        noted = self._model.annotation_of(thread.thread_id)
        glyph_state = STATUS_STATES[thread.status]
        glyph = QRectF(upper.left(), upper.top() + (upper.height() - _GLYPH) / 2, _GLYPH, _GLYPH)
        paint_icon(painter, STATE_ICONS[glyph_state], tokens.state(glyph_state), glyph)
        left = upper.left() + _GLYPH + GUTTER
        painter.setFont(self._mono)
        painter.setPen(QColor(tokens.text_muted))
        size = self._model.size_text(thread)
        width = QFontMetrics(self._mono).horizontalAdvance(size)
        painter.drawText(upper, _RIGHT, size)
        right = upper.right() - width - GUTTER
        if noted is not None and noted.colour:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mark_colour(noted.colour, tokens))
            painter.drawRoundedRect(QRectF(left, glyph.top(), GRID, _GLYPH), 2, 2)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            left += 2 * GRID
        font = self._bold if current or (noted is not None and noted.name) else self._font
        painter.setFont(font)
        painter.setPen(QColor(tokens.text))
        title = QFontMetrics(font).elidedText(
            thread_title(thread, noted), Qt.TextElideMode.ElideMiddle, max(0, right - left)
        )
        painter.drawText(QRect(left, upper.top(), right - left, upper.height()), _LEFT, title)
        painter.setFont(self._small)
        painter.setPen(QColor(tokens.text_muted))
        below = lower.adjusted(_GLYPH + GUTTER, 0, 0, 0)
        said = QFontMetrics(self._small).elidedText(
            second_line(thread), Qt.TextElideMode.ElideRight, below.width()
        )
        painter.drawText(below, _LEFT, said)
        painter.restore()
