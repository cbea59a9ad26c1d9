"""The chart of supersteps and tasks: scrolling, zooming, keys, clicks and words about places."""

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QToolTip, QWidget

from runtime.debug.events import Event
from studio.annotations.painting import AnnotationOf, noted_in_words
from studio.language import tr
from studio.shell.plain_text import plain
from studio.shell.theme import GUTTER, ThemeTokens
from studio.timeline import words
from studio.timeline.geometry import (
    HEADER,
    LABELS,
    LEAST_ZOOM,
    LINE,
    MOST_ZOOM,
    NARROWEST,
    Geometry,
)
from studio.timeline.lines import Line
from studio.timeline.measured import Bar
from studio.timeline.painting import ChartPainter
from studio.timeline.supersteps import Supersteps

GROWING_MS = 100
_KEY_ZOOM = 1.25
_WHEEL_ZOOM = 1.2
_NOTCH = 120
_NEAR = 2


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
        self.setAccessibleName(tr("Timeline"))
        self._clock = clock
        self.steps = Supersteps()
        self.geometry_of = Geometry(self.steps)
        self.cursor_id: str | None = None
        self.annotation_of: AnnotationOf = lambda _: None
        self.current = 0
        """The line that the keyboard is on."""
        self._grip: tuple[QPoint, int, int] | None = None
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
        self._painter = ChartPainter(
            self.geometry_of, tokens, lambda checkpoint_id: self.annotation_of(checkpoint_id)
        )
        self.viewport().update()

    @property
    def zoom(self) -> float:
        return self.geometry_of.zoom

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

    def set_zoom(self, zoom: float, around: float | None = None) -> None:
        """Stretch or squeeze the time axis; ``around``, else the middle, stays where it is."""
        self.ensure_layout()
        bar, geometry = self.horizontalScrollBar(), self.geometry_of
        held = self._plot_width() / 2 if around is None else around
        number = geometry.column_at(min(bar.value() + held, geometry.width - 1.0))
        before = geometry.edges[number or 0]
        width = geometry.edges[(number or 0) + 1] - before if number is not None else 1.0
        share = (bar.value() + held - before) / width
        geometry.zoom = min(max(zoom, LEAST_ZOOM), MOST_ZOOM)
        self._lay_out()
        if number is not None:
            left, right = geometry.edges[number], geometry.edges[number + 1]
            bar.setValue(round(left + share * (right - left) - held))
        self.viewport().update()

    def toggle(self, node: str) -> None:
        """Show the tasks of a node, and what ran inside of them, or one line for all."""
        self.geometry_of.lines.toggle(node)
        self._lay_out()
        self.viewport().update()

    def column_rect(self, number: int) -> QRect:
        """Where a superstep's column is in the viewport."""
        self.ensure_layout()
        edges = self.geometry_of.edges
        left = LABELS + edges[number] - self.horizontalScrollBar().value()
        return QRect(
            round(left), 0, round(edges[number + 1] - edges[number]), self.viewport().height()
        )

    def bar_rect(self, number: int, bar: Bar, line: int | None = None) -> QRectF:
        """Where a task's bar is in the viewport."""
        self.ensure_layout()
        rect = self.geometry_of.bar_rect(number, bar, self._clock(), line)
        offset = self._offset()
        return rect.translated(LABELS - offset.x(), HEADER - offset.y())

    def visible_columns(self, exposed: QRect) -> range:
        """Numbers of the columns that a rectangle of the viewport touches."""
        self.ensure_layout()
        offset = self.horizontalScrollBar().value() - LABELS
        return self.geometry_of.columns_between(exposed.left() + offset, exposed.right() + offset)

    def label_rect(self, node: str) -> QRect:
        """Where the first line of a node has its label."""
        self.ensure_layout()
        line = self.geometry_of.lines.line_of((node, 0))
        top = HEADER + line * LINE - self.verticalScrollBar().value()
        return QRect(0, top, LABELS, LINE)

    # --- layout ---

    def _offset(self) -> QPointF:
        return QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _lay_out(self) -> None:
        self.geometry_of.lay_out(self._clock())
        self.current = min(self.current, max(0, len(self.geometry_of.lines) - 1))
        self._set_ranges()

    def _set_ranges(self) -> None:
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        width = self._plot_width()
        across.setPageStep(width)
        across.setSingleStep(NARROWEST // 2)
        across.setRange(0, max(0, round(self.geometry_of.width) + GUTTER - width))
        height = self.viewport().height() - HEADER
        down.setPageStep(height)
        down.setSingleStep(LINE)
        down.setRange(0, max(0, self.geometry_of.height - height))

    def _plot_width(self) -> int:
        return max(1, self.viewport().width() - LABELS)

    def _reveal(self, number: int) -> None:
        bar, edges = self.horizontalScrollBar(), self.geometry_of.edges
        left, right = edges[number], edges[number + 1]
        if left < bar.value() or right > bar.value() + self._plot_width():
            bar.setValue(round(left - self._plot_width() / 3))
        line_of = self.geometry_of.lines.line_of
        lines = [line_of(track) for track in self.steps.columns[number].bars]
        if lines:
            self._reveal_lines(min(lines), max(lines))

    def _reveal_lines(self, first: int, last: int) -> None:
        down = self.verticalScrollBar()
        lowest = (last + 1) * LINE - (self.viewport().height() - HEADER)
        down.setValue(min(max(down.value(), lowest), first * LINE))

    def _grow(self) -> None:
        if not self.steps.is_running or not self.isVisible():
            self._growing.stop()
        self._stale = True
        self.ensure_layout()

    # --- what is where ---

    def _column_at(self, x: float) -> int | None:
        self.ensure_layout()
        if x < LABELS:
            return None
        return self.geometry_of.column_at(x - LABELS + self.horizontalScrollBar().value())

    def _line_at(self, y: float) -> tuple[int, Line] | None:
        if y < HEADER:
            return None
        place = int((y - HEADER + self.verticalScrollBar().value()) // LINE)
        lines = self.geometry_of.lines.all
        return (place, lines[place]) if place < len(lines) else None

    def _bars_at(self, number: int, place: int, line: Line) -> list[Bar]:
        column = self.steps.columns[number]
        if line.inner is not None:
            inside = None if column.measured is None else column.measured.inside
            return [] if inside is None else inside.bars.get(line.inner, [])
        if line.number is None:
            return column.of_node(line.node)
        bar = column.bars.get((line.node, line.number))
        return [] if bar is None else [bar]

    def _hit(self, position: QPoint) -> tuple[int, Line, Bar] | None:
        """Superstep, line and the bar under the pointer; of several the shortest one."""
        number, at = self._column_at(position.x()), self._line_at(position.y())
        if number is None or at is None:
            return None
        place, line = at
        found = [
            (rect.width(), bar)
            for bar in self._bars_at(number, place, line)
            if (rect := self.bar_rect(number, bar, place))
            .adjusted(-_NEAR, -_NEAR, _NEAR, _NEAR)
            .contains(position)
        ]
        if not found:
            return None
        return number, line, min(found, key=lambda each: each[0])[1]

    def tooltip_at(self, position: QPoint) -> str:
        """What is said about the place under the pointer."""
        at = self._line_at(position.y())
        if position.x() < LABELS:
            return "" if at is None else self._label_tooltip(at[1])
        hit = self._hit(position)
        if hit is not None:
            number, line, bar = hit
            column = self.steps.columns[number]
            if line.inner is not None:
                return words.of_inner(bar, (line.node, *line.inner.path))
            if line.number is None:
                return words.of_group(line.node, column, column.of_node(line.node))
            return words.of_task(column, bar)
        found = self._column_at(position.x())
        if found is None:
            return ""
        columns = self.steps.columns
        after = columns[found + 1] if found + 1 < len(columns) else None
        told = words.of_superstep(columns[found], after)
        noted = self.annotation_of(columns[found].row.checkpoint_id)
        return "\n".join([*noted_in_words(noted), told])

    def _label_tooltip(self, line: Line) -> str:
        if line.toggle is None:
            return line.node
        if line.toggle:
            return tr("{node}: a click shows one line for all of it", node=line.node)
        return tr("{node}: a click shows each task and what ran inside of it", node=line.node)

    # --- Qt ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._set_ranges()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = plain(self.tooltip_at(event.pos()))
            QToolTip.showText(event.globalPos(), text, self.viewport())
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        position = event.position().toPoint()
        if event.button() == Qt.MouseButton.MiddleButton:
            bars = self.horizontalScrollBar(), self.verticalScrollBar()
            self._grip = (position, bars[0].value(), bars[1].value())
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        at = self._line_at(position.y())
        if at is not None:
            self.current = at[0]
            self.viewport().update()
        if position.x() < LABELS:
            if at is not None and at[1].toggle is not None:
                self.toggle(at[1].node)
            return
        number = self._column_at(position.x())
        if number is None:
            return
        hit = self._hit(position)
        self.checkpoint_selected.emit(self.steps.columns[number].row.checkpoint_id)
        if hit is not None:
            self._select(*hit)

    def _select(self, number: int, line: Line, bar: Bar) -> None:
        """Something inside of a task belongs to that task."""
        owner = self.steps.columns[number].bars.get(bar.track, bar)
        self.task_selected.emit(owner.task_id, line.node)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None:
            begin, across, down = self._grip
            moved = event.position().toPoint() - begin
            self.horizontalScrollBar().setValue(across - moved.x())
            self.verticalScrollBar().setValue(down - moved.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None:
            self._grip = None
            self.viewport().unsetCursor()

    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            at = event.position().x() - LABELS
            self.set_zoom(self.zoom * _WHEEL_ZOOM ** (delta.y() / _NOTCH), at if at >= 0 else None)
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
        key = Qt.Key(event.key())
        columns = {
            Qt.Key.Key_Left: at - 1,
            Qt.Key.Key_Right: at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        page = max(1, (self.viewport().height() - HEADER) // LINE - 1)
        lines = {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
        }
        zooms = {
            Qt.Key.Key_Plus: self.zoom * _KEY_ZOOM,
            Qt.Key.Key_Equal: self.zoom * _KEY_ZOOM,
            Qt.Key.Key_Minus: self.zoom / _KEY_ZOOM,
            Qt.Key.Key_0: 1.0,
        }
        if key in columns:
            if 0 <= columns[key] <= last and columns[key] != current:
                self.checkpoint_selected.emit(self.steps.columns[columns[key]].row.checkpoint_id)
        elif key in lines:
            self._go_to_line(self.current + lines[key])
        elif key in zooms:
            self.set_zoom(zooms[key])
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._toggle_current()
        else:
            super().keyPressEvent(event)

    def _go_to_line(self, place: int) -> None:
        self.ensure_layout()
        self.current = min(max(place, 0), max(0, len(self.geometry_of.lines) - 1))
        self._reveal_lines(self.current, self.current)
        self.viewport().update()

    def _toggle_current(self) -> None:
        lines = self.geometry_of.lines
        if self.current < len(lines):
            node = lines.all[self.current].node
            if any(line.node == node and line.toggle is not None for line in lines.all):
                self.toggle(node)
                self._go_to_line(lines.line_of((node, 0)))

    def paintEvent(self, event: QPaintEvent) -> None:
        self.ensure_layout()
        self._painter.now = self._clock()
        self._painter.offset = self._offset()
        self._painter.cursor_id = self.cursor_id
        self._painter.current = self.current if self.hasFocus() else None
        painter = QPainter(self.viewport())
        self._painter.paint(painter, event.rect(), self.viewport().rect())
        painter.end()
