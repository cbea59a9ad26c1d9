"""Draws supersteps as columns and tasks as bars; only what the exposed rectangle shows."""

import time
from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QToolTip, QWidget

from runtime.debug.events import Event
from studio.inspector.task_rows import duration_text, task_title
from studio.shell.icons import paint_icon
from studio.shell.theme import (
    GRID,
    GUTTER,
    SMALL_PIXELS,
    STATE_ICONS,
    ThemeTokens,
    mono_font,
    ui_font,
)
from studio.timeline.supersteps import Bar, Column, Supersteps, Track, state_of

HEADER = 7 * GRID
LINE = 5 * GRID
BAR_GAP = 6
LABELS = 32 * GRID
NARROWEST = 14 * GRID
END_WIDTH = 11 * GRID
NOT_RUN = "not run"
NOT_RUN_WIDTH = 16 * GRID
LONGEST = 60 * GRID
"""Width of the longest superstep at zoom 1."""
SMALLEST_BAR = 4.0
GROWING_MS = 100
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


def milliseconds() -> float:
    """A clock that only rises."""
    return time.perf_counter() * 1000.0


class TimelineChart(QAbstractScrollArea):
    """The chart. Node names stay at the left, superstep numbers at the top."""

    checkpoint_selected = Signal(str)
    task_selected = Signal(str, str)
    """Task id and node name."""

    def __init__(
        self,
        tokens: ThemeTokens,
        parent: QWidget | None = None,
        clock: Callable[[], float] = milliseconds,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("timeline.chart")
        self._clock = clock
        self.steps = Supersteps()
        self.cursor_id: str | None = None
        self.zoom = 1.0
        self._edges: list[float] = [0.0]
        self._lines: list[Track] = []
        self._scale = 1.0
        self._stale = False
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(0)
        self._settle.timeout.connect(self.ensure_layout)
        self._growing = QTimer(self)
        self._growing.setInterval(GROWING_MS)
        self._growing.timeout.connect(self._grow)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.viewport().setMouseTracking(True)
        self.set_theme(tokens)

    def sizeHint(self) -> QSize:
        return QSize(640, 160)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self._font = ui_font()
        self._small = ui_font(SMALL_PIXELS)
        self._mono = mono_font(SMALL_PIXELS)
        self.viewport().update()

    def changed(self) -> None:
        """The supersteps changed: lay out before the next use, once for all changes till then."""
        self._stale = True
        self._settle.start()

    @property
    def stale(self) -> bool:
        """Whether a change is not drawn yet."""
        return self._stale

    def ensure_layout(self) -> None:
        """Lay out anew if something changed, and follow the end if it was in sight."""
        if not self._stale:
            return
        self._stale = False
        bar = self.horizontalScrollBar()
        at_end = bar.value() >= bar.maximum() - GUTTER
        self._lay_out()
        if at_end:
            bar.setValue(bar.maximum())
        self.viewport().update()

    def apply(self, event: Event) -> bool:
        """Follow a run; tells whether something changed that is drawn."""
        if not self.steps.apply(event, self._clock()):
            return False
        if self.steps.is_running and self.isVisible():
            self._growing.start()
        return True

    def set_cursor(self, checkpoint_id: str | None) -> None:
        """Mark the moment that is looked at and bring it into sight."""
        self.cursor_id = checkpoint_id
        self.steps.look_at(checkpoint_id)
        self._stale = True
        self.ensure_layout()
        number = self.steps.column_of(checkpoint_id)
        if number is not None:
            self._reveal(number)
        self.viewport().update()

    def set_zoom(self, zoom: float) -> None:
        """Stretch or squeeze the time axis around the middle of what is in sight."""
        bar = self.horizontalScrollBar()
        half = self._plot_width() / 2
        middle = (bar.value() + half) / self.zoom
        self.zoom = min(max(zoom, 0.25), 16.0)
        self._lay_out()
        bar.setValue(round(middle * self.zoom - half))
        self.viewport().update()

    def column_rect(self, number: int) -> QRect:
        """Where a superstep's column is in the viewport."""
        self.ensure_layout()
        left = LABELS + self._edges[number] - self.horizontalScrollBar().value()
        width = self._edges[number + 1] - self._edges[number]
        return QRect(round(left), 0, round(width), self.viewport().height())

    def bar_rect(self, number: int, bar: Bar) -> QRectF:
        """Where a task's bar is in the viewport."""
        column = self.steps.columns[number]
        area = self.column_rect(number)
        line = self.steps.tracks[bar.track]
        top = HEADER + line * LINE - self.verticalScrollBar().value() + BAR_GAP // 2
        inner = area.adjusted(GRID, 0, -GRID, 0)
        if column.recorded:
            return QRectF(inner.left(), top, inner.width(), LINE - BAR_GAP)
        duration = bar.duration
        if duration is None:
            running = bar.state == "running"
            duration = max(0.0, self._elapsed(column) - bar.start) if running else 0.0
        left = inner.left() + bar.start * self._scale
        width = max(SMALLEST_BAR, duration * self._scale)
        return QRectF(left, top, min(width, inner.right() - left + 1), LINE - BAR_GAP)

    # --- layout ---

    def _elapsed(self, column: Column) -> float:
        return self.steps.elapsed(column, self._clock())

    def _length(self, column: Column) -> float:
        """Milliseconds of a superstep until now."""
        if self.steps.is_growing(column):
            return max(column.duration, self._elapsed(column))
        return column.duration

    def _lay_out(self) -> None:
        columns = self.steps.columns
        longest = max((self._length(column) for column in columns), default=0.0)
        self._scale = self.zoom * LONGEST / longest if longest else self.zoom
        widths = [self._column_width(column) for column in columns]
        self._edges = [0.0, *accumulate(widths)]
        self._set_ranges()

    def _column_width(self, column: Column) -> float:
        if not column.bars:
            return NOT_RUN_WIDTH if column.left else END_WIDTH
        return max(NARROWEST * self.zoom, self._length(column) * self._scale + 2 * GRID)

    def _set_ranges(self) -> None:
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        width = self._plot_width()
        across.setPageStep(width)
        across.setSingleStep(NARROWEST // 2)
        across.setRange(0, max(0, round(self._edges[-1]) + GUTTER - width))
        height = self.viewport().height() - HEADER
        down.setPageStep(height)
        down.setSingleStep(LINE)
        down.setRange(0, max(0, len(self.steps.tracks) * LINE - height))

    def _plot_width(self) -> int:
        return max(1, self.viewport().width() - LABELS)

    def _reveal(self, number: int) -> None:
        bar = self.horizontalScrollBar()
        left, right = self._edges[number], self._edges[number + 1]
        if left < bar.value() or right > bar.value() + self._plot_width():
            bar.setValue(round(left - self._plot_width() / 3))
        lines = [self.steps.tracks[track] for track in self.steps.columns[number].bars]
        if lines:
            down = self.verticalScrollBar()
            lowest = (max(lines) + 1) * LINE - (self.viewport().height() - HEADER)
            down.setValue(min(max(down.value(), lowest), min(lines) * LINE))

    def _grow(self) -> None:
        if not self.steps.is_running or not self.isVisible():
            self._growing.stop()
        self._stale = True
        self.ensure_layout()

    def _column_at(self, x: float) -> int | None:
        self.ensure_layout()
        place = x - LABELS + self.horizontalScrollBar().value()
        if x < LABELS or not self.steps.columns or place >= self._edges[-1]:
            return None
        return bisect_right(self._edges, place) - 1

    def _bar_at(self, position: QPoint) -> tuple[int, Bar] | None:
        number = self._column_at(position.x())
        if number is None or position.y() < HEADER:
            return None
        line = (position.y() - HEADER + self.verticalScrollBar().value()) // LINE
        tracks = list(self.steps.tracks)
        bar = self.steps.columns[number].bars.get(tracks[line]) if line < len(tracks) else None
        if bar is None or not self.bar_rect(number, bar).adjusted(-2, -2, 2, 2).contains(position):
            return None
        return number, bar

    # --- Qt ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._set_ranges()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tooltip_at(event.pos()), self.viewport())
            return True
        return super().viewportEvent(event)

    def tooltip_at(self, position: QPoint) -> str:
        """What is said about the place under the pointer."""
        hit = self._bar_at(position)
        if hit is not None:
            column, bar = self.steps.columns[hit[0]], hit[1]
            parts = [task_title(bar.node, bar.index), state_of(column, bar)]
            if column.recorded:
                parts.append("recorded, duration not known")
            elif bar.duration is not None:
                parts.append(duration_text(bar.duration))
            return ", ".join(parts)
        number = self._column_at(position.x())
        if number is None:
            return ""
        row = self.steps.columns[number].row
        if self.steps.columns[number].left:
            return f"checkpoint of step {row.step}; an edit or new input came before its tasks ran"
        return f"checkpoint of step {row.step}, next {', '.join(row.next) or 'end'}"

    def mousePressEvent(self, event: QMouseEvent) -> None:
        position = event.position().toPoint()
        number = self._column_at(position.x())
        if event.button() != Qt.MouseButton.LeftButton or number is None:
            return
        hit = self._bar_at(position)
        self.checkpoint_selected.emit(self.steps.columns[number].row.checkpoint_id)
        if hit is not None:
            self.task_selected.emit(hit[1].task_id, hit[1].node)

    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self.zoom * 1.2 ** (delta.y() / 120))
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier or delta.x():
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() - (delta.x() or delta.y()))
        else:
            down = self.verticalScrollBar()
            bar = down if down.maximum() else self.horizontalScrollBar()
            bar.setValue(bar.value() - delta.y())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self.steps.columns) - 1
        current = self.steps.column_of(self.cursor_id)
        at = last if current is None else current
        moves = {
            Qt.Key.Key_Left: at - 1,
            Qt.Key.Key_Right: at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        key = Qt.Key(event.key())
        if key in moves:
            if 0 <= moves[key] <= last and moves[key] != current:
                self.checkpoint_selected.emit(self.steps.columns[moves[key]].row.checkpoint_id)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.set_zoom(self.zoom * 1.25)
        elif key == Qt.Key.Key_Minus:
            self.set_zoom(self.zoom / 1.25)
        else:
            super().keyPressEvent(event)

    # --- painting ---

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        exposed = event.rect()
        self._lines = list(self.steps.tracks)
        painter.fillRect(exposed, QColor(self._tokens.surface))
        self._paint_lines(painter, exposed)
        plot = QRect(LABELS, 0, self._plot_width(), self.viewport().height())
        painter.save()
        painter.setClipRect(plot.intersected(exposed))
        for number in self.visible_columns(exposed):
            self._paint_column(painter, number, exposed)
        painter.restore()
        self._paint_labels(painter)
        painter.end()

    def visible_columns(self, exposed: QRect) -> range:
        """Numbers of the columns that a rectangle of the viewport touches."""
        self.ensure_layout()
        offset = self.horizontalScrollBar().value() - LABELS
        first = bisect_right(self._edges, max(exposed.left() + offset, 0)) - 1
        last = bisect_right(self._edges, exposed.right() + offset)
        return range(max(first, 0), min(last, len(self.steps.columns)))

    def _visible_lines(self, exposed: QRect) -> range:
        offset = self.verticalScrollBar().value() - HEADER
        first = max(0, (exposed.top() + offset) // LINE)
        return range(first, min(len(self.steps.tracks), (exposed.bottom() + offset) // LINE + 1))

    def _paint_lines(self, painter: QPainter, exposed: QRect) -> None:
        shade = QColor(self._tokens.surface_raised)
        for line in self._visible_lines(exposed):
            if line % 2:
                top = HEADER + line * LINE - self.verticalScrollBar().value()
                painter.fillRect(QRect(exposed.left(), top, exposed.width(), LINE), shade)

    def _paint_column(self, painter: QPainter, number: int, exposed: QRect) -> None:
        column = self.steps.columns[number]
        area = self.column_rect(number)
        current = column.row.checkpoint_id == self.cursor_id
        if current:
            painter.fillRect(area, QColor(self._tokens.selection))
        for line in self._visible_lines(exposed):
            bar = column.bars.get(self._lines[line])
            if bar is not None:
                self._paint_bar(painter, number, column, bar)
        header = QRect(area.left(), 0, area.width(), HEADER)
        raised = self._tokens.selection if current else self._tokens.surface_raised
        painter.fillRect(header, QColor(raised))
        painter.setPen(QPen(QColor(self._tokens.border)))
        painter.drawLine(area.right(), 0, area.right(), area.bottom())
        painter.drawLine(header.left(), header.bottom(), header.right(), header.bottom())
        if current:
            painter.fillRect(QRect(area.left(), 0, 2, area.height()), QColor(self._tokens.accent))
        words = header.adjusted(GRID + 2, 0, -GRID - 2, 0)
        # The number stays in sight while any of its superstep is.
        words.setLeft(min(max(words.left(), LABELS + GRID + 2), max(words.left(), words.right())))
        self._paint_header(painter, words, column)

    def _paint_header(self, painter: QPainter, area: QRect, column: Column) -> None:
        title = str(column.row.step + 1) if column.bars else NOT_RUN if column.left else "end"
        painter.setFont(self._font)
        painter.setPen(QColor(self._tokens.text if column.bars else self._tokens.text_muted))
        painter.drawText(area, _LEFT, title)
        used = QFontMetrics(self._font).horizontalAdvance(title) + GUTTER
        note = duration_text(self._length(column) or None)
        if QFontMetrics(self._mono).horizontalAdvance(note) <= area.width() - used:
            painter.setFont(self._mono)
            painter.setPen(QColor(self._tokens.text_muted))
            painter.drawText(
                area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, note
            )

    def _paint_bar(self, painter: QPainter, number: int, column: Column, bar: Bar) -> None:
        rect = self.bar_rect(number, bar)
        state = state_of(column, bar)
        color = QColor(self._tokens.state(state))
        back = QColor(color)
        back.setAlpha(56)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color, 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush if state == "due" else back)
        shape = rect.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(shape, 2, 2)
        if column.recorded and state != "due":
            hatch = QColor(color)
            hatch.setAlpha(90)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(hatch, Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(shape, 2, 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        glyph = LINE - BAR_GAP - 2
        inside = rect.width() >= glyph + GRID
        left = rect.left() + 2 if inside else rect.right() + 3
        spot = QRectF(left, rect.center().y() - glyph / 2, glyph, glyph)
        paint_icon(painter, STATE_ICONS[state], color, spot)

    def _paint_labels(self, painter: QPainter) -> None:
        area = QRect(0, 0, LABELS, self.viewport().height())
        painter.fillRect(area, QColor(self._tokens.surface_raised))
        painter.setPen(QColor(self._tokens.border))
        painter.drawLine(area.right(), 0, area.right(), area.bottom())
        painter.setFont(self._font)
        metrics = QFontMetrics(self._font)
        offset = self.verticalScrollBar().value()
        painter.save()
        painter.setClipRect(area.adjusted(0, HEADER, 0, 0))
        visible = self._visible_lines(area)
        for line in visible:
            node, place = self._lines[line]
            top = HEADER + line * LINE - offset
            # The name once, its further simultaneous tasks by number.
            text = node if place == 0 or line == visible.start else f"[{place}]"
            indent = 0 if place == 0 or line == visible.start else 2 * GUTTER
            box = QRect(GUTTER + indent, top, LABELS - 2 * GUTTER - indent, LINE)
            painter.setPen(QColor(self._tokens.text if not indent else self._tokens.text_muted))
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, box.width())
            painter.drawText(box, _LEFT, shown)
        painter.restore()
        painter.setPen(QColor(self._tokens.text_muted))
        painter.drawText(QRect(GUTTER, 0, LABELS - GUTTER, HEADER), _LEFT, "Superstep")
        painter.setPen(QColor(self._tokens.border))
        painter.drawLine(0, HEADER - 1, LABELS - 1, HEADER - 1)
