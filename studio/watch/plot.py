"""Watched expressions along a thread: numbers as lines, truths and texts as bands below them.

Lines differ by colour, by stroke and by the mark at their end. Numbers share one scale, unless
they are too far apart for it; then each has its own, and the legend says which.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from studio.language import tr
from studio.shell.plain_text import one_line, plain
from studio.shell.theme import GRID, GUTTER, ThemeTokens, ui_font
from studio.watch.series import NOTHING, Column, Series

ROW = 18
_FONT = 11
_MARK = 4.0
_SWATCH = 26
_APART = 20.0
"""How many times as far one line may reach as another on the same scale."""
_MOST_ROWS = 6
_STROKES = (
    Qt.PenStyle.SolidLine,
    Qt.PenStyle.DashLine,
    Qt.PenStyle.DotLine,
    Qt.PenStyle.DashDotLine,
)
_CORNERS = (0, 4, 3, 6)
"""Of the marks: a circle, then polygons."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbouring checkpoints at which an expression is worth the same word."""

    left: float
    right: float
    place: int


class Plot(QWidget):
    """Checkpoints from left to right, the oldest first. ``moment_wanted`` carries an id."""

    moment_wanted = Signal(str)

    def __init__(self, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("watch.plot")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setMinimumWidth(30 * GRID)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._tokens = tokens
        self._series = Series()
        self._chosen = ""
        self._marked: int | None = None
        self._lines: dict[str, list[QPolygonF]] = {}
        self._bands: dict[str, list[Stretch]] = {}

    def sizeHint(self) -> QSize:
        return QSize(60 * GRID, 40 * GRID)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.update()

    def show_series(self, series: Series, chosen: str, marked: str | None) -> None:
        """Draw what is known; the ``chosen`` expression stands out, a checkpoint is ``marked``."""
        self._series, self._chosen = series, chosen
        self._marked = None if marked is None else series.position(marked)
        self._prepare()
        self.setAccessibleName("; ".join(map(_in_words, series.columns)))
        self.update()

    # --- geometry ---

    def _numeric(self) -> list[Column]:
        return [column for column in self._series.columns if column.numeric]

    def _spoken(self) -> list[Column]:
        return [column for column in self._series.columns if column.spoken and not column.numeric]

    def _rows(self) -> int:
        return min(_MOST_ROWS, len(self._series.columns))

    def area(self) -> QRectF:
        """Where lines are drawn."""
        top = GRID + self._rows() * ROW + 2 * GUTTER
        bottom = 2 * GUTTER + GRID + len(self._spoken()) * ROW
        return QRectF(self.rect()).adjusted(2 * GUTTER, top, -2 * GUTTER, -bottom)

    def _band(self, place: int) -> QRectF:
        area = self.area()
        top = area.bottom() + GRID + place * ROW
        return QRectF(area.left(), top, area.width(), ROW - 3)

    def x_of(self, position: int) -> float:
        """Where a checkpoint is, by its place from the oldest."""
        area = self.area()
        return area.left() + area.width() * position / max(1, len(self._series) - 1)

    def position_at(self, x: float) -> int | None:
        """The checkpoint that is nearest to a place."""
        count, area = len(self._series), self.area()
        if not count or area.width() <= 0:
            return None
        share = (x - area.left()) / area.width()
        return min(count - 1, max(0, round(share * (count - 1))))

    @property
    def shares_scale(self) -> bool:
        """Whether all lines have one scale."""
        columns = self._numeric()
        if len(columns) < 2:
            return True
        reaches = [max(abs(column.least), abs(column.most)) for column in columns]
        return max(reaches) <= _APART * max(min(reaches), 1e-300)

    def bounds(self, column: Column) -> tuple[float, float]:
        """The scale of a line."""
        columns = self._numeric() if self.shares_scale else [column]
        return min(each.least for each in columns), max(each.most for each in columns)

    def point(self, column: Column, position: int) -> QPointF | None:
        """Where the value of a line is at a checkpoint."""
        number = column.numbers[len(self._series) - 1 - position]
        if math.isnan(number):
            return None
        return QPointF(self.x_of(position), self._y(number, *self.bounds(column)))

    def _y(self, number: float, least: float, most: float) -> float:
        area = self.area()
        if most <= least:
            return area.center().y()
        return area.bottom() - area.height() * (number - least) / (most - least)

    def _prepare(self) -> None:
        """Make lines and bands anew: at most a few points for each pixel."""
        self._lines = {column.expression: self._line(column) for column in self._numeric()}
        self._bands = {column.expression: self._stretches(column) for column in self._spoken()}

    def _buckets(self) -> list[tuple[int, int]]:
        count = len(self._series)
        wide = max(1, min(count, int(self.area().width())))
        return [(count * each // wide, count * (each + 1) // wide) for each in range(wide)]

    def _line(self, column: Column) -> list[QPolygonF]:
        least, most = self.bounds(column)
        values = column.numbers[::-1]
        lines: list[QPolygonF] = []
        points: list[QPointF] = []
        for begin, end in self._buckets():
            known = [value for value in values[begin:end] if not math.isnan(value)]
            if not known:
                if points:
                    lines.append(QPolygonF(points))
                points = []
                continue
            x = self.x_of(begin)
            shown = known if len(known) == 1 else [known[0], min(known), max(known), known[-1]]
            points += [QPointF(x, self._y(value, least, most)) for value in shown]
        if points:
            lines.append(QPolygonF(points))
        return lines

    def _stretches(self, column: Column) -> list[Stretch]:
        places = column.places[::-1]
        half = self.area().width() / max(1, len(places) - 1) / 2
        found: list[Stretch] = []
        before = NOTHING
        for begin, end in self._buckets():
            # Of what lies on one pixel a change is shown rather than what stays.
            part = places[begin:end]
            place = next((each for each in part if each != before), before)
            x = self.x_of(begin)
            if found and found[-1].place == place:
                found[-1] = Stretch(found[-1].left, x + half, place)
            else:
                found.append(Stretch(x - half, x + half, place))
            before = part[-1]
        return [each for each in found if each.place != NOTHING]

    # --- Qt ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._prepare()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        position = self.position_at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and position is not None:
            self._want(position)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._series) - 1
        at = last if self._marked is None else self._marked
        moves = {
            Qt.Key.Key_Left: at - 1,
            Qt.Key.Key_Right: at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        wanted = moves.get(Qt.Key(event.key()))
        if wanted is None:
            super().keyPressEvent(event)
        elif 0 <= wanted <= last:
            self._want(wanted)

    def _want(self, position: int) -> None:
        self.moment_wanted.emit(self._series.ids[len(self._series) - 1 - position])

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain(self.words_at(event.pos().x())), self)
            return True
        return super().event(event)

    def words_at(self, x: float) -> str:
        """What everything is worth at the checkpoint under the pointer."""
        position = self.position_at(x)
        if position is None:
            return ""
        index = len(self._series) - 1 - position
        lines = [tr("step {step}", step=self._series.steps[index])]
        for column in self._series.columns:
            worth = column.text(index) or tr("no value")
            lines.append(f"{one_line(column.expression)}: {worth}")
        return "\n".join(lines)

    # --- painting ---

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._tokens.surface))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(ui_font(_FONT))
        if not any(column.known or column.spoken for column in self._series.columns):
            painter.setPen(QColor(self._tokens.text_muted))
            painter.drawText(
                QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, tr("no values to draw")
            )
        else:
            self._paint_moment(painter)
            self._paint_legend(painter)
            self._paint_scale(painter)
            for column in self._numeric():
                self._paint_line(painter, column)
            for place, column in enumerate(self._spoken()):
                self._paint_band(painter, column, self._band(place))
        if self.hasFocus():
            painter.setPen(QPen(QColor(self._tokens.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()

    def _number(self, column: Column) -> int:
        return self._series.columns.index(column)

    def _color(self, column: Column) -> QColor:
        tokens = self._tokens
        colors = (
            tokens.accent,
            tokens.state("interrupted"),
            tokens.state("running"),
            tokens.state("wrote"),
            tokens.state("failed"),
            tokens.text,
        )
        return QColor(colors[self._number(column) % len(colors)])

    def _pen(self, column: Column) -> QPen:
        width = 2.5 if column.expression == self._chosen else 1.5
        stroke = _STROKES[self._number(column) % len(_STROKES)]
        return QPen(self._color(column), width, stroke)

    def _paint_moment(self, painter: QPainter) -> None:
        if self._marked is None:
            return
        area = self.area()
        x = self.x_of(self._marked)
        bottom = self._band(len(self._spoken())).top()
        painter.setPen(QPen(QColor(self._tokens.accent), 1, Qt.PenStyle.SolidLine))
        painter.drawLine(QPointF(x, area.top() - GRID), QPointF(x, bottom))

    def _paint_legend(self, painter: QPainter) -> None:
        metrics = QFontMetrics(painter.font())
        columns = self._series.columns
        rows = self._rows()
        for row, column in enumerate(columns[:rows]):
            box = QRectF(GUTTER, GRID + row * ROW, self.width() - 2 * GUTTER, ROW)
            middle = box.center().y()
            if row == rows - 1 and len(columns) > rows:
                painter.setPen(QColor(self._tokens.text_muted))
                rest = tr("and {count} more", count=len(columns) - rows + 1)
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, rest)
                continue
            if column.numeric:
                painter.setPen(self._pen(column))
                painter.drawLine(
                    QPointF(box.left(), middle), QPointF(box.left() + _SWATCH - 4, middle)
                )
                self._paint_mark(painter, column, QPointF(box.left() + (_SWATCH - 4) / 2, middle))
            else:
                self._paint_piece(
                    painter, QRectF(box.left(), middle - 5, _SWATCH - 4, 10), column, 0
                )
            worth = self._worth(column)
            width = metrics.horizontalAdvance(worth)
            words = box.adjusted(_SWATCH, 0, 0, 0)
            painter.setPen(QColor(self._tokens.text))
            painter.drawText(
                words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, worth
            )
            painter.setPen(QColor(self._tokens.text_muted))
            name = metrics.elidedText(
                one_line(column.expression),
                Qt.TextElideMode.ElideMiddle,
                max(0, round(words.width()) - width - GUTTER),
            )
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, name)

    def _worth(self, column: Column) -> str:
        """What it is worth at the moment, with its scale where that is its own."""
        worth = ""
        if self._marked is not None:
            worth = column.text(len(self._series) - 1 - self._marked)
            worth = worth if len(worth) <= 24 else worth[:23] + "…"
        if column.numeric and not self.shares_scale:
            scale = f"{column.least:g} – {column.most:g}"  # noqa: RUF001 - a range
            return f"{worth}   ({scale})" if worth else f"({scale})"
        return worth

    def _paint_scale(self, painter: QPainter) -> None:
        area = self.area()
        columns = self._numeric()
        painter.setPen(QPen(QColor(self._tokens.border), 1))
        if columns:
            painter.drawLine(area.topLeft(), area.topRight())
            painter.drawLine(area.bottomLeft(), area.bottomRight())
        painter.setPen(QColor(self._tokens.text_muted))
        if columns and self.shares_scale:
            least, most = self.bounds(columns[0])
            high = QRectF(area.left(), area.top() - 2 * GUTTER, area.width(), 2 * GUTTER)
            painter.drawText(high, Qt.AlignmentFlag.AlignRight, f"{most:g}")
            low = QRectF(area.left(), area.bottom() - 2 * GUTTER, area.width(), 2 * GUTTER)
            painter.drawText(low, Qt.AlignmentFlag.AlignRight, f"{least:g}")
        bottom = QRectF(area.left(), self.height() - 2 * GUTTER - 2, area.width(), 2 * GUTTER)
        if len(self._series):
            steps = self._series.steps
            painter.drawText(bottom, Qt.AlignmentFlag.AlignLeft, tr("step {step}", step=steps[-1]))
            painter.drawText(bottom, Qt.AlignmentFlag.AlignRight, str(steps[0]))

    def _paint_line(self, painter: QPainter, column: Column) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for line in self._lines.get(column.expression, ()):
            painter.setPen(self._pen(column))
            if line.count() == 1:
                self._paint_mark(painter, column, line.at(0))
            else:
                painter.drawPolyline(line)
        last = self.point(column, len(self._series) - 1)
        marked = None if self._marked is None else self.point(column, self._marked)
        for point in (last, marked):
            if point is not None:
                self._paint_mark(painter, column, point)

    def _paint_mark(self, painter: QPainter, column: Column, at: QPointF) -> None:
        painter.setPen(QPen(self._color(column), 1.5))
        painter.setBrush(QColor(self._tokens.surface))
        corners = _CORNERS[self._number(column) % len(_CORNERS)]
        if not corners:
            painter.drawEllipse(at, _MARK, _MARK)
            return
        turn = [2 * math.pi * (each + 0.5) / corners for each in range(corners)]
        painter.drawPolygon(
            QPolygonF(
                [
                    QPointF(at.x() + _MARK * math.sin(each), at.y() + _MARK * math.cos(each))
                    for each in turn
                ]
            )
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_band(self, painter: QPainter, column: Column, row: QRectF) -> None:
        metrics = QFontMetrics(painter.font())
        for stretch in self._bands.get(column.expression, ()):
            left, right = max(stretch.left, row.left()), min(stretch.right, row.right())
            box = QRectF(left, row.top(), max(1.0, right - left), row.height())
            self._paint_piece(painter, box, column, stretch.place)
            word = one_line(column.words[stretch.place])
            if box.width() > metrics.averageCharWidth() * 4:
                painter.setPen(QColor(self._tokens.text))
                inside = box.adjusted(3, 0, -2, 0)
                shown = metrics.elidedText(word, Qt.TextElideMode.ElideRight, round(inside.width()))
                painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_piece(self, painter: QPainter, box: QRectF, column: Column, place: int) -> None:
        """True is filled, False hollow; other words change between two fills."""
        color = self._color(column)
        fill = QColor(color)
        word = column.words[place] if column.words else ""
        fill.setAlpha({"True": 90, "False": 0}.get(word, 60 if place % 2 == 0 else 25))
        painter.setPen(QPen(color, 1.0))
        painter.setBrush(fill)
        painter.drawRect(box)
        painter.setBrush(Qt.BrushStyle.NoBrush)


def _in_words(column: Column) -> str:
    if column.numeric:
        return tr(
            "{title}: from {least:g} to {most:g}",
            title=column.expression,
            least=column.least,
            most=column.most,
        )
    if column.spoken:
        worth: Sequence[str] = column.words[:3]
        return tr("{title}: {words}", title=column.expression, words=", ".join(worth))
    return tr("{title}: no values", title=column.expression)
