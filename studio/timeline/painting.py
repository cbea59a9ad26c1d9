"""Paints the chart: only what the exposed rectangle shows.

A bar has up to four parts. From the plan to the start a thin line: it was queued. Attempts that
failed, crossed out, and the time until the next one dotted. Then the filled part in which it ran.
The one that its barrier waited for has a flag at its end.
"""

from itertools import accumulate

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPen, QPolygonF

from runtime.debug.upkeep.views import AnnotationView
from runtime.debug.views import TaskState
from studio.annotations.colours import mark_colour
from studio.annotations.painting import GLYPH, AnnotationOf, paint_marks
from studio.inspector.task_rows import duration_text
from studio.language import plural, tr
from studio.marks.words import ICONS
from studio.shell.icons import paint_icon
from studio.shell.plain_text import one_line
from studio.shell.theme import (
    GRID,
    GUTTER,
    SMALL_PIXELS,
    STATE_ICONS,
    ThemeTokens,
    mono_font,
    ui_font,
)
from studio.timeline.geometry import BAR_GAP, HEADER, LABELS, LINE, Geometry
from studio.timeline.lines import Line
from studio.timeline.measured import Bar
from studio.timeline.supersteps import Column, state_of

_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_INDENT = 2 * GRID
_FLAG = 6.0
_LEAST_SHOWN = 1.5
"""Pixels from which on a part of a bar is drawn by itself."""


class ChartPainter:
    """Paints into a viewport whose plot begins right of the labels; ``offset`` is scrolled away."""

    def __init__(
        self, geometry: Geometry, tokens: ThemeTokens, annotation_of: AnnotationOf
    ) -> None:
        self._geometry = geometry
        self._annotation_of = annotation_of
        self._tokens = tokens
        self._font = ui_font()
        self._mono = mono_font(SMALL_PIXELS)
        self._small = ui_font(SMALL_PIXELS)
        self.offset = QPointF(0.0, 0.0)
        self.now = 0.0
        self.cursor_id: str | None = None
        self.current: int | None = None
        """The line that has the keyboard."""

    def paint(self, painter: QPainter, exposed: QRect, viewport: QRect) -> None:
        painter.fillRect(exposed, QColor(self._tokens.surface))
        lines = self._lines_in(exposed)
        self._paint_stripes(painter, exposed, lines)
        painter.save()
        painter.setClipRect(viewport.adjusted(LABELS, 0, 0, 0).intersected(exposed))
        left = exposed.left() - LABELS + self.offset.x()
        right = exposed.right() - LABELS + self.offset.x()
        for number in self._geometry.columns_between(left, right):
            self._paint_column(painter, number, lines, viewport)
        painter.restore()
        self._paint_labels(painter, viewport)

    def _lines_in(self, exposed: QRect) -> range:
        scrolled = self.offset.y() - HEADER
        first = max(0, int((exposed.top() + scrolled) // LINE))
        last = int((exposed.bottom() + scrolled) // LINE) + 1
        return range(first, min(len(self._geometry.lines), last))

    def _top(self, line: int) -> int:
        return round(HEADER + line * LINE - self.offset.y())

    def _placed(self, rect: QRectF) -> QRectF:
        """A rectangle of the geometry, in the viewport."""
        return rect.translated(LABELS - self.offset.x(), HEADER - self.offset.y())

    def _paint_stripes(self, painter: QPainter, exposed: QRect, lines: range) -> None:
        shade = QColor(self._tokens.surface_raised)
        for line in lines:
            if line % 2:
                painter.fillRect(
                    QRect(exposed.left(), self._top(line), exposed.width(), LINE), shade
                )

    # --- columns ---

    def _paint_column(self, painter: QPainter, number: int, lines: range, viewport: QRect) -> None:
        geometry = self._geometry
        column = geometry.steps.columns[number]
        left = round(LABELS + geometry.edges[number] - self.offset.x())
        width = round(geometry.edges[number + 1] - geometry.edges[number])
        area = QRect(left, 0, width, viewport.height())
        is_current = column.row.checkpoint_id == self.cursor_id
        if is_current:
            painter.fillRect(area, QColor(self._tokens.selection))
        for place in lines:
            self._paint_line(painter, number, column, place)
        header = QRect(area.left(), 0, area.width(), HEADER)
        raised = self._tokens.selection if is_current else self._tokens.surface_raised
        painter.fillRect(header, QColor(raised))
        painter.setPen(QPen(QColor(self._tokens.border)))
        painter.drawLine(area.right(), 0, area.right(), area.bottom())
        painter.drawLine(header.left(), header.bottom(), header.right(), header.bottom())
        if is_current:
            painter.fillRect(QRect(area.left(), 0, 2, area.height()), QColor(self._tokens.accent))
        noted = self._annotation_of(column.row.checkpoint_id)
        if noted is not None and not noted.empty:
            # Also where there is no room for a glyph.
            edge = QRect(header.left(), 0, header.width() - 1, 3)
            painter.fillRect(edge, mark_colour(noted.colour, self._tokens))
        words = header.adjusted(GRID + 2, 0, -GRID - 2, 0)
        # The number stays in sight while any of its superstep is.
        words.setLeft(min(max(words.left(), LABELS + GRID + 2), max(words.left(), words.right())))
        self._paint_header(painter, words, column)

    def _paint_header(self, painter: QPainter, area: QRect, column: Column) -> None:
        title = (
            str(column.row.step + 1) if column.bars else tr("not run") if column.left else tr("end")
        )
        painter.setFont(self._font)
        painter.setPen(QColor(self._tokens.text if column.bars else self._tokens.text_muted))
        used = QFontMetrics(self._font).horizontalAdvance(title) + GUTTER
        noted = self._annotation_of(column.row.checkpoint_id)
        glyph = None if noted is None else _glyph_of(noted)
        if noted is not None and glyph is not None and area.width() - used < GLYPH:
            # The number can be told from its neighbours.
            top = area.top() + (area.height() - GLYPH) // 2
            place = QRectF(area.left(), top, GLYPH, GLYPH)
            paint_icon(painter, glyph, mark_colour(noted.colour, self._tokens), place)
            return
        painter.drawText(area, _LEFT, title)
        if noted is not None and not noted.empty:
            used += self._paint_annotation(painter, area.adjusted(used, 0, 0, 0), noted)
        note = duration_text(self._geometry.length(column, self.now) or None)
        if QFontMetrics(self._mono).horizontalAdvance(note) <= area.width() - used:
            painter.setFont(self._mono)
            painter.setPen(QColor(self._tokens.text_muted))
            painter.drawText(area, _RIGHT, note)

    def _paint_annotation(self, painter: QPainter, area: QRect, noted: AnnotationView) -> int:
        """Marks and name beside the number; returns what they take of the width."""
        top = area.top() + (area.height() - GLYPH) // 2
        left = paint_marks(painter, noted, area.left(), area.right(), top, self._tokens)
        room = area.right() - left
        if noted.name and room > 4 * GUTTER:
            metrics = QFontMetrics(self._font)
            name = metrics.elidedText(one_line(noted.name), Qt.TextElideMode.ElideRight, room)
            painter.setPen(QColor(self._tokens.text))
            painter.drawText(QRect(left, area.top(), room, area.height()), _LEFT, name)
            left += metrics.horizontalAdvance(name) + GUTTER
        return left - area.left()

    def _paint_line(self, painter: QPainter, number: int, column: Column, place: int) -> None:
        line = self._geometry.lines.all[place]
        if line.inner is not None:
            inside = None if column.measured is None else column.measured.inside
            for bar in () if inside is None else inside.bars.get(line.inner, ()):
                rect = self._placed(self._geometry.bar_rect(number, bar, self.now, place))
                self._paint_bar(painter, rect, bar.state, bar, recorded=False)
            return
        if line.number is None:
            bars = column.of_node(line.node)
            if bars:
                self._paint_group(painter, number, column, bars, place)
            return
        task = column.bars.get((line.node, line.number))
        if task is not None:
            rect = self._placed(self._geometry.bar_rect(number, task, self.now))
            if not column.recorded:
                self._paint_queue(painter, number, rect, task)
            self._paint_bar(painter, rect, state_of(column, task), task, column.recorded)
            straggler = column.straggler
            if straggler is not None and straggler.bar is task:
                self._paint_flag(painter, rect)

    # --- bars ---

    def _paint_queue(self, painter: QPainter, number: int, rect: QRectF, bar: Bar) -> None:
        """How long it waited for its turn: a thin line with a foot where the plan was made."""
        begin = LABELS + self._geometry.edges[number] + GRID - self.offset.x()
        if bar.state == "due" or rect.left() - begin < _LEAST_SHOWN:
            return
        painter.setPen(QPen(QColor(self._tokens.text_muted), 1.0))
        middle = rect.center().y()
        painter.drawLine(QPointF(begin, middle), QPointF(rect.left(), middle))
        painter.drawLine(QPointF(begin, middle - 3), QPointF(begin, middle + 3))

    def _paint_bar(
        self, painter: QPainter, rect: QRectF, state: TaskState, bar: Bar, recorded: bool
    ) -> None:
        color = QColor(self._tokens.state(state))
        shape = rect.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for attempt in bar.attempts:
            begin = rect.left() + attempt.start * self._geometry.scale
            failed = QRectF(
                begin, rect.top(), attempt.duration * self._geometry.scale, rect.height()
            )
            until = begin + (attempt.duration + attempt.wait) * self._geometry.scale
            self._paint_attempt(painter, failed.intersected(rect), min(until, rect.right()))
            shape.setLeft(min(until, rect.right() - 1.0))
        painter.setPen(QPen(color, 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush if state == "due" else _faded(color, 56))
        painter.drawRoundedRect(shape, 2, 2)
        if recorded and state != "due":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(_faded(color, 90), Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(shape, 2, 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        glyph = LINE - BAR_GAP - 2
        inside = shape.width() >= glyph + GRID
        left = shape.left() + 2 if inside else rect.right() + 3
        paint_icon(
            painter,
            STATE_ICONS[state],
            color,
            QRectF(left, rect.center().y() - glyph / 2, glyph, glyph),
        )
        if bar.substituted:
            spot = QRectF(left + glyph + 1, rect.center().y() - glyph / 2, glyph, glyph)
            paint_icon(painter, ICONS[bar.substituted], self._tokens.accent, spot)

    def _paint_attempt(self, painter: QPainter, rect: QRectF, until: float) -> None:
        color = QColor(self._tokens.state("failed"))
        painter.setPen(QPen(color, 1.0))
        painter.setBrush(_faded(color, 40))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
        glyph = LINE - BAR_GAP - 4
        if rect.width() >= glyph:
            middle = rect.center()
            paint_icon(
                painter,
                STATE_ICONS["failed"],
                color,
                QRectF(middle.x() - glyph / 2, middle.y() - glyph / 2, glyph, glyph),
            )
        painter.setPen(QPen(QColor(self._tokens.text_muted), 1.0, Qt.PenStyle.DotLine))
        painter.drawLine(
            QPointF(rect.right(), rect.center().y()), QPointF(until, rect.center().y())
        )

    def _paint_flag(self, painter: QPainter, rect: QRectF) -> None:
        """The barrier waited for this one."""
        color = QColor(self._tokens.text)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        right = rect.right()
        painter.setPen(QPen(color, 2.0))
        painter.drawLine(QPointF(right, rect.top() - 2), QPointF(right, rect.bottom() + 2))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        top = rect.top() - 2
        painter.drawPolygon(
            QPolygonF(
                [
                    QPointF(right, top),
                    QPointF(right - _FLAG, top + _FLAG / 2),
                    QPointF(right, top + _FLAG),
                ]
            )
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_group(
        self, painter: QPainter, number: int, column: Column, bars: list[Bar], place: int
    ) -> None:
        """All tasks of a node: how many ran at each moment, and in which states they are."""
        spans = self._geometry.spans(number, bars, self.now)
        left, right = min(begin for begin, _ in spans), max(end for _, end in spans)
        whole = self._geometry.bar_rect(number, bars[0], self.now, place)
        whole.setLeft(left)
        whole.setRight(right)
        counts: dict[TaskState, int] = {}
        for bar in bars:
            state = state_of(column, bar)
            counts[state] = counts.get(state, 0) + 1
        worst = next(
            state
            for state in ("failed", "running", "interrupted", "due", "wrote", *counts)
            if state in counts
        )
        color = QColor(self._tokens.state(worst))
        shown = self._placed(whole)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not column.recorded:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_faded(color, 110))
            painter.drawPolygon(_profile(shown, left, spans))
        painter.setPen(QPen(color, 1.0))
        painter.setBrush(_faded(color, 30))
        if column.recorded:
            painter.setBrush(QBrush(_faded(color, 90), Qt.BrushStyle.BDiagPattern))
        painter.drawRoundedRect(shown.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        glyph = LINE - BAR_GAP - 2
        spot = QRectF(shown.left() + 2, shown.center().y() - glyph / 2, glyph, glyph)
        if shown.width() >= glyph + GRID:
            paint_icon(painter, STATE_ICONS[worst], color, spot)
        ended = len(bars) - counts.get("due", 0) - counts.get("running", 0)
        text = (
            f"{ended:,} / {len(bars):,}"
            if ended < len(bars)
            else plural("1 task", "{n} tasks", len(bars))
        )
        room = shown.adjusted(glyph + GUTTER, -2, -GRID, 2)
        painter.setFont(self._small)
        if QFontMetrics(self._small).horizontalAdvance(text) <= room.width():
            painter.setPen(QColor(self._tokens.text))
            painter.drawText(room, _LEFT, text)

    # --- labels ---

    def _paint_labels(self, painter: QPainter, viewport: QRect) -> None:
        area = QRect(0, 0, LABELS, viewport.height())
        painter.fillRect(area, QColor(self._tokens.surface_raised))
        painter.setPen(QColor(self._tokens.border))
        painter.drawLine(area.right(), 0, area.right(), area.bottom())
        painter.save()
        painter.setClipRect(area.adjusted(0, HEADER, -1, 0))
        visible = self._lines_in(area)
        for place in visible:
            self._paint_label(painter, place, first=place == visible.start)
        painter.restore()
        painter.setFont(self._font)
        painter.setPen(QColor(self._tokens.text_muted))
        painter.drawText(QRect(GUTTER, 0, LABELS - GUTTER, HEADER), _LEFT, tr("Superstep"))
        painter.setPen(QColor(self._tokens.border))
        painter.drawLine(0, HEADER - 1, LABELS - 1, HEADER - 1)

    def _paint_label(self, painter: QPainter, place: int, first: bool) -> None:
        line = self._geometry.lines.all[place]
        top = self._top(place)
        if place == self.current:
            painter.fillRect(QRect(0, top, LABELS - 1, LINE), QColor(self._tokens.selection))
        if line.toggle is not None:
            icon = "expanded" if line.toggle else "collapsed"
            self._paint_toggle(painter, QRectF(GRID - 1, top, 2 * GRID + 2, LINE), icon)
        label = line.label
        if first and line.depth == 1 and line.inner is None:
            label = f"{self._first_label(line)} {label}"
        indent = 4 * GRID + line.depth * _INDENT
        box = QRect(indent, top, LABELS - GRID - indent, LINE)
        painter.setFont(self._font)
        painter.setPen(QColor(self._tokens.text if line.depth == 0 else self._tokens.text_muted))
        metrics = QFontMetrics(self._font)
        painter.drawText(
            box, _LEFT, metrics.elidedText(label, Qt.TextElideMode.ElideMiddle, box.width())
        )

    def _first_label(self, line: Line) -> str:
        """The name of a node whose first line is scrolled away."""
        lines = self._geometry.lines
        return lines.all[lines.line_of((line.node, 0))].label

    def _paint_toggle(self, painter: QPainter, area: QRectF, kind: str) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._tokens.text_muted), 1.5))
        x, y = area.center().x(), area.center().y()
        if kind == "expanded":
            points = [QPointF(x - 3.5, y - 1.5), QPointF(x, y + 2), QPointF(x + 3.5, y - 1.5)]
        else:
            points = [QPointF(x - 1.5, y - 3.5), QPointF(x + 2, y), QPointF(x - 1.5, y + 3.5)]
        painter.drawPolyline(QPolygonF(points))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _glyph_of(noted: AnnotationView) -> str | None:
    """What stands for all that is noted, where there is room for one glyph."""
    if noted.bookmarked:
        return "bookmark"
    return "note" if noted.name or noted.note else None


def _faded(color: QColor, alpha: int) -> QColor:
    faded = QColor(color)
    faded.setAlpha(alpha)
    return faded


def _profile(area: QRectF, left: float, spans: list[tuple[float, float]]) -> QPolygonF:
    """How many of the bars cover each pixel, as a shape that stands on the lower edge."""
    width = max(1, round(area.width()))
    changes = [0] * (width + 1)
    for begin, end in spans:
        first = min(width - 1, int(begin - left))
        changes[first] += 1
        changes[min(width, max(first + 1, round(end - left)))] -= 1
    covered = list(accumulate(changes[:-1]))
    most = max(covered)
    points = [QPointF(area.left(), area.bottom())]
    before = 0
    for x, count in enumerate(covered):
        if count != before:
            for each in (before, count):
                y = area.bottom() - (area.height() - 1) * each / most
                points.append(QPointF(area.left() + x, y))
            before = count
    y = area.bottom() - (area.height() - 1) * before / most
    points += [QPointF(area.right(), y), QPointF(area.right(), area.bottom())]
    return QPolygonF(points)
