"""Paints one row of the history: lanes, step, source, next tasks, badges, time."""

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from studio.annotations.painting import paint_marks
from studio.history.checkpoints import INSTEAD, HistoryLine, word_for
from studio.history.history_model import HistoryModel
from studio.history.lanes import RowLines
from studio.language import tr
from studio.marks.words import ICONS
from studio.shell.icons import paint_icon
from studio.shell.plain_text import one_line
from studio.shell.table_model import Index
from studio.shell.theme import (
    GRID,
    GUTTER,
    ROW_HEIGHT,
    SMALL_PIXELS,
    STATE_ICONS,
    ThemeTokens,
    mono_font,
    ui_font,
)

LANE = 14
LANES_ROOM = 9 * LANE
"""Width that lanes may take; more of them stand closer."""
GLYPH = 14
SOURCE_ICONS = {"input": "input", "loop": "step-superstep", "update": "edit", "fork": "fork"}
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_CENTER = Qt.AlignmentFlag.AlignCenter


class HistoryDelegate(QStyledItemDelegate):
    """Draws rows of a ``HistoryModel``. In a narrow panel words give way before values do."""

    def __init__(self, model: HistoryModel, tokens: ThemeTokens, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self._font = ui_font()
        self._small = ui_font(SMALL_PIXELS)
        self._mono = mono_font()
        self._bold = ui_font(weight=QFont.Weight.DemiBold)
        self._line_pen = QPen(QColor(tokens.border_strong), 1.5)
        self._path_pen = QPen(QColor(tokens.accent), 2.0)
        self._step_width = QFontMetrics(self._mono).horizontalAdvance("0000")
        metrics = QFontMetrics(self._font)
        self._word_width = max(metrics.horizontalAdvance(word_for(word)) for word in SOURCE_ICONS)
        self._time_width = QFontMetrics(self._mono).horizontalAdvance("00:00:00")
        self._head_width = QFontMetrics(self._small).horizontalAdvance(tr("head")) + 2 * GRID

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        position = index.row()
        line = self._model.shown(position)
        lines = self._model.lines(position)
        painter.save()
        painter.setClipRect(rect)
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(self._tokens.selection))
            bar = QRect(rect.left(), rect.top(), 3, rect.height())
            painter.fillRect(bar, QColor(self._tokens.accent))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(self._tokens.hover))
        lanes_width = self._lanes_width()
        lanes = QRect(rect.left() + GUTTER, rect.top(), lanes_width, rect.height())
        self._paint_lanes(painter, lanes, position, line, lines)
        words = rect.adjusted(GUTTER + lanes_width + GRID, 0, -GUTTER, 0)
        if line is None:
            self._paint_step(painter, words, str(self._model.step(position)))
        else:
            self._paint_words(painter, words, line)
        painter.restore()

    def _lanes_width(self) -> int:
        return min(self._model.lanes * LANE, LANES_ROOM)

    def _lane_x(self, area: QRect, lane: int) -> float:
        spacing = min(float(LANE), LANES_ROOM / self._model.lanes)
        return area.left() + (lane + 0.5) * spacing

    def _paint_lanes(
        self,
        painter: QPainter,
        area: QRect,
        position: int,
        line: HistoryLine | None,
        lines: RowLines,
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_connectors(painter, area, lines, self._model.on_path(position))
        centre = QPointF(self._lane_x(area, lines.lane), area.center().y() + 0.5)
        color = QColor(self._tokens.text_muted) if line is None else self._mark_color(line)
        is_head = line is not None and line.row.checkpoint_id == self._model.head
        painter.setPen(QPen(color, 2.0))
        painter.setBrush(color if is_head else QColor(self._tokens.surface))
        radius = 4.5 if is_head else 3.5
        painter.drawEllipse(centre, radius, radius)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_connectors(
        self,
        painter: QPainter,
        area: QRect,
        lines: RowLines,
        on_path: bool,
    ) -> None:
        top, bottom = float(area.top()), float(area.bottom() + 1)
        middle = area.center().y() + 0.5
        x = self._lane_x(area, lines.lane)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # Lines of the looked-at branch come last, so that no other line crosses over them.
        for accent in (False, True):
            painter.setPen(self._path_pen if accent else self._line_pen)
            for lane, child in lines.passing:
                if self._model.on_path(child) == accent:
                    at = self._lane_x(area, lane)
                    painter.drawLine(QPointF(at, top), QPointF(at, bottom))
            if lines.down and on_path == accent:
                painter.drawLine(QPointF(x, middle), QPointF(x, bottom))
            for lane, child in lines.up:
                if self._model.on_path(child) != accent:
                    continue
                at = self._lane_x(area, lane)
                curve = QPainterPath(QPointF(x, middle))
                if lane == lines.lane:
                    curve.lineTo(QPointF(at, top))
                else:
                    curve.cubicTo(QPointF(at, middle), QPointF(at, middle), QPointF(at, top))
                painter.drawPath(curve)

    def _mark_color(self, line: HistoryLine) -> QColor:
        if line.row.failed:
            return QColor(self._tokens.failed)
        if line.row.interrupted:
            return QColor(self._tokens.interrupted)
        if line.row.checkpoint_id == self._model.selected:
            return QColor(self._tokens.accent)
        return QColor(self._tokens.text_muted)

    def _paint_words(self, painter: QPainter, area: QRect, line: HistoryLine) -> None:
        left, right = area.left(), area.right()
        text, muted = QColor(self._tokens.text), QColor(self._tokens.text_muted)
        middle = area.top() + (area.height() - GLYPH) // 2

        left += self._paint_step(painter, area, line.step)

        icon_color = self._tokens.accent if line.source in ("update", "fork") else muted
        name = SOURCE_ICONS.get(line.source, "info")
        paint_icon(painter, name, icon_color, QRectF(left, middle, GLYPH, GLYPH))
        left += GLYPH + GRID
        if area.width() >= 320:
            painter.setFont(self._font)
            painter.setPen(muted)
            word = QRect(left, area.top(), self._word_width, area.height())
            source = word_for(line.source)
            painter.drawText(word, _LEFT, self._elided(self._font, source, self._word_width))
            left += self._word_width + GUTTER

        if area.width() >= 224:
            painter.setFont(self._mono)
            painter.setPen(muted)
            time = QRect(right - self._time_width, area.top(), self._time_width, area.height())
            painter.drawText(time, _RIGHT, line.time)
            right -= self._time_width + GUTTER
        if line.row.checkpoint_id == self._model.head:
            right = self._paint_head(painter, area, right)
        for badge in line.badges:
            # The pencil of its source says it where there is no room for the word.
            if badge != "edited" or line.source != "update" or area.width() >= 400:
                right = self._paint_badge(painter, area, right, badge)
        if line.row.checkpoint_id == self._model.pinned:
            pin = QRectF(right - GLYPH, middle, GLYPH, GLYPH)
            paint_icon(painter, "pin", self._tokens.accent, pin)
            right -= GLYPH + GUTTER

        left = self._paint_annotation(painter, area, left, right, line.row.checkpoint_id)
        room = right - left
        if room > 2 * GUTTER:
            painter.setFont(self._font)
            painter.setPen(text if line.row.next else muted)
            shown = self._elided(self._font, line.next, room)
            painter.drawText(QRect(left, area.top(), room, area.height()), _LEFT, shown)

    def _paint_step(self, painter: QPainter, area: QRect, step: str) -> int:
        """The step's number; returns what it takes of the width."""
        painter.setFont(self._mono)
        painter.setPen(QColor(self._tokens.text))
        width = max(self._step_width, QFontMetrics(self._mono).horizontalAdvance(step))
        painter.drawText(QRect(area.left(), area.top(), width, area.height()), _RIGHT, step)
        return width + GUTTER

    def _paint_annotation(
        self, painter: QPainter, area: QRect, left: int, right: int, checkpoint_id: str
    ) -> int:
        """Colour, bookmark, note and name; returns where the rest begins."""
        noted = self._model.annotation_of(checkpoint_id)
        if noted is None or noted.empty:
            return left
        middle = area.top() + (area.height() - GLYPH) // 2
        left = paint_marks(painter, noted, left, right, middle, self._tokens)
        room = (right - left) * 2 // 3
        if noted.name and room > 2 * GUTTER:
            painter.setFont(self._bold)
            painter.setPen(QColor(self._tokens.text))
            shown = self._elided(self._bold, one_line(noted.name), room)
            painter.drawText(QRect(left, area.top(), room, area.height()), _LEFT, shown)
            left += QFontMetrics(self._bold).horizontalAdvance(shown) + GUTTER
        return left

    def _paint_head(self, painter: QPainter, area: QRect, right: int) -> int:
        height = 16
        top = area.top() + (area.height() - height) // 2
        pill = QRectF(right - self._head_width, top, self._head_width, height)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._tokens.accent))
        painter.drawRoundedRect(pill, 4, 4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QColor(self._tokens.accent_text))
        painter.setFont(self._small)
        painter.drawText(pill, _CENTER, tr("head"))
        return right - self._head_width - GUTTER

    def _paint_badge(self, painter: QPainter, area: QRect, right: int, badge: str) -> int:
        emphasised = badge == "edited" or badge in INSTEAD
        color = self._tokens.accent if emphasised else self._tokens.state(badge)
        middle = area.top() + (area.height() - GLYPH) // 2
        if area.width() >= 400:
            painter.setFont(self._font)
            painter.setPen(QColor(color))
            word = word_for(badge)
            width = QFontMetrics(self._font).horizontalAdvance(word)
            painter.drawText(QRect(right - width, area.top(), width, area.height()), _RIGHT, word)
            right -= width + GRID
        glyph = QRectF(right - GLYPH, middle, GLYPH, GLYPH)
        name = "edit" if badge == "edited" else ICONS.get(badge) or STATE_ICONS[badge]
        paint_icon(painter, name, color, glyph)
        return right - GLYPH - GUTTER

    @staticmethod
    def _elided(font: QFont, text: str, width: int) -> str:
        return QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, width)
