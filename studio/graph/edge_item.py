"""A line of the graph with all that belongs to it: arrowhead, label, cause, travelling dot."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPainterPathStroker, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from runtime.drawing.boxes import LABEL_HEIGHT, LABEL_LIMIT, LABEL_PADDING, Line, LineStyle
from runtime.drawing.layout import Point
from studio.graph.node_item import FAR
from studio.graph.paths import name_of
from studio.graph.style import GraphStyle

_CORNER = 8.0
_HEAD_LENGTH = 8.0
_HEAD_WIDTH = 7.0
_HIT_WIDTH = 10.0
_DOT = 4.0
_TAG_HEIGHT = 14.0
_TAG_LIMIT = 160.0
_TAG_PADDING = 4.0
_TAG_DISTANCE = 6.0


class EdgeItem(QGraphicsItem):
    """One line from border to border, in scene coordinates."""

    def __init__(
        self,
        line: Line,
        sources: frozenset[str],
        target: str,
        route: Sequence[Point],
        label: Point | None,
        style: GraphStyle,
    ) -> None:
        super().__init__()
        self.line = line
        self.sources = sources
        self.target = target
        self.has_head = line.style != "join"
        self._style = style
        # The tag's font has one width for all letters.
        letters = len(name_of(target)) + len("branch:to:")
        self._tag_width = min(_TAG_LIMIT, style.tag_letter * letters + 2 * _TAG_PADDING)
        self._bounds = QRectF()
        self._lead(route, label)
        self.taken = False
        self.observed = line.style == "observed"
        self.hovered = False
        self.cause = ""
        self.cause_opacity = 1.0
        self.travel: float | None = None

    def lead(self, route: Sequence[Point], label: Point | None) -> None:
        """Run another way: one of its ends was moved."""
        self.prepareGeometryChange()
        self._lead(route, label)
        self.update()

    def _lead(self, route: Sequence[Point], label: Point | None) -> None:
        self.route = tuple(route)
        self._drawn: tuple[QPainterPath, QPolygonF] | None = None
        self._label_rect = QRectF()
        self._label_text = ""
        self._measure_label(label)
        self._tag_areas = _tag_areas(route, self._tag_width)
        self._tag_area = self._tag_areas[0]
        self._shape: QPainterPath | None = None
        self._measure()

    def extent(self) -> QRectF:
        """What the line and its label cover, without what is painted around them at times."""
        return self._line_rect.united(self._label_rect)

    def _shapes(self) -> tuple[QPainterPath, QPolygonF]:
        """The line and its head, made when they are first painted or pointed at."""
        if self._drawn is None:
            shorten = _HEAD_LENGTH - 1.0 if self.has_head else 0.0
            head = _arrow_head(self.route) if self.has_head else QPolygonF()
            self._drawn = rounded_path(self.route, shorten), head
        return self._drawn

    def _measure_label(self, label: Point | None) -> None:
        if label is None or not self.line.label:
            return
        metrics = self._style.label_metrics
        width = min(LABEL_LIMIT, metrics.horizontalAdvance(self.line.label) + 2 * LABEL_PADDING)
        self._label_rect = QRectF(
            label[0] - width / 2, label[1] - LABEL_HEIGHT / 2, width, LABEL_HEIGHT
        )
        self._label_text = metrics.elidedText(
            self.line.label, Qt.TextElideMode.ElideRight, width - 2 * LABEL_PADDING + 1
        )

    def _measure(self) -> None:
        xs, ys = [x for x, _ in self.route], [y for _, y in self.route]
        left, top = min(xs), min(ys)
        self._line_rect = QRectF(left, top, max(xs) - left, max(ys) - top)
        self._bounds = (
            self._line_rect.united(self._label_rect)
            .united(self._tag_area)
            .adjusted(-6.0, -6.0, 6.0, 6.0)
        )

    @property
    def tag_area(self) -> QRectF:
        """Where the tag that names the cause may be painted, in scene coordinates."""
        return QRectF(self._tag_area)

    def tag_areas(self) -> tuple[QRectF, QRectF]:
        """The two places for the tag that names the cause, in scene coordinates."""
        return self._tag_areas

    def place_tag(self, area: QRectF) -> None:
        """Choose one of ``tag_areas``."""
        self.prepareGeometryChange()
        self._tag_area = area
        self._measure()

    def crosses(self, area: QRectF) -> bool:
        """Whether the line runs through a rectangle."""
        return any(
            min(first[0], last[0]) <= area.right()
            and max(first[0], last[0]) >= area.left()
            and min(first[1], last[1]) <= area.bottom()
            and max(first[1], last[1]) >= area.top()
            for first, last in pairwise(self.route)
        )

    @property
    def label_rect(self) -> QRectF:
        """Where the label's pill lies; empty without a label."""
        return QRectF(self._label_rect)

    def set_style(self, style: GraphStyle) -> None:
        self._style = style
        self.update()

    def set_look(self, taken: bool, cause: str, observed: bool = False) -> None:
        """``observed``: a run was seen to go this way, which nobody had declared."""
        observed = observed or self.line.style == "observed"
        if (taken, cause, observed) != (self.taken, self.cause, self.observed):
            self.taken = taken
            self.cause = cause
            self.observed = observed
            self._raise()
            self.update()

    def set_hovered(self, hovered: bool) -> None:
        if hovered != self.hovered:
            self.hovered = hovered
            self._raise()
            self.update()

    def _raise(self) -> None:
        self.setZValue(1.0 if self.hovered or self.taken else 0.0)

    def boundingRect(self) -> QRectF:
        return self._bounds

    def shape(self) -> QPainterPath:
        if self._shape is None:
            stroker = QPainterPathStroker()
            stroker.setWidth(_HIT_WIDTH)
            self._shape = stroker.createStroke(self._shapes()[0])
            if not self._label_rect.isEmpty():
                self._shape.addRect(self._label_rect)
        return self._shape

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        style = self._style
        detail = option.levelOfDetailFromTransform(painter.worldTransform())
        kind: LineStyle = "observed" if self.observed else self.line.style
        pen = style.lines[kind]
        if self.taken:
            pen = style.taken_lines[kind]
        elif self.hovered:
            pen = style.hover_lines[kind]
        painter.setPen(pen)
        painter.setBrush(style.none)
        path, head = self._shapes()
        painter.drawPath(path)
        if self.has_head:
            painter.setPen(style.no_pen)
            painter.setBrush(pen.brush())
            painter.drawPolygon(head)
        if self.travel is not None:
            painter.setPen(style.no_pen)
            painter.setBrush(style.accent_brush)
            painter.drawEllipse(path.pointAtPercent(self.travel), _DOT, _DOT)
        if detail < FAR:
            return
        if self._label_text:
            self._paint_label(painter)
        if self.cause:
            self._paint_cause(painter)

    def _paint_label(self, painter: QPainter) -> None:
        style = self._style
        painter.setPen(
            style.accent_pen
            if self.taken
            else style.hover_border
            if self.hovered
            else style.card_border
        )
        painter.setBrush(style.accent_tint if self.taken else style.surface)
        frame = self._label_rect.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(frame, LABEL_HEIGHT / 2 - 0.5, LABEL_HEIGHT / 2 - 0.5)
        painter.setFont(style.label_font)
        painter.setPen(style.text if self.taken or self.hovered else style.muted)
        painter.drawText(self._label_rect, Qt.AlignmentFlag.AlignCenter, self._label_text)

    def _paint_cause(self, painter: QPainter) -> None:
        style = self._style
        text = style.tag_metrics.elidedText(
            self.cause, Qt.TextElideMode.ElideMiddle, self._tag_area.width() - 2 * _TAG_PADDING + 1
        )
        rect = QRectF(self._tag_area)
        rect.setWidth(style.tag_metrics.horizontalAdvance(text) + 2 * _TAG_PADDING)
        if self._tag_area.left() < self.route[-1][0]:
            rect.moveRight(self._tag_area.right())
        painter.save()
        painter.setOpacity(self.cause_opacity)
        painter.setPen(style.no_pen)
        painter.setBrush(style.accent_tint)
        painter.drawRoundedRect(rect, 3.0, 3.0)
        painter.setFont(style.tag_font)
        painter.setPen(style.accent)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()


def rounded_path(route: Sequence[Point], shorten: float) -> QPainterPath:
    """The polyline with rounded corners, its last stretch shortened to leave room for a head."""
    points = [QPointF(*point) for point in route]
    if shorten and len(points) > 1:
        direction = _direction(points[-2], points[-1])
        points[-1] = points[-1] - direction * shorten
    path = QPainterPath(points[0])
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        incoming, outgoing = corner - before, after - corner
        reach = min(_CORNER, _length(incoming) / 2, _length(outgoing) / 2)
        path.lineTo(corner - _direction(before, corner) * reach)
        path.quadTo(corner, corner + _direction(corner, after) * reach)
    path.lineTo(points[-1])
    return path


def _arrow_head(route: Sequence[Point]) -> QPolygonF:
    tip = QPointF(*route[-1])
    direction = _direction(QPointF(*route[-2]), tip)
    across = QPointF(-direction.y(), direction.x()) * (_HEAD_WIDTH / 2)
    base = tip - direction * _HEAD_LENGTH
    return QPolygonF([tip, base + across, base - across])


def _tag_areas(route: Sequence[Point], width: float) -> tuple[QRectF, QRectF]:
    """Room for the cause on both sides of the line's last stretch."""
    end, before = route[-1], route[-2]
    if abs(end[0] - before[0]) < abs(end[1] - before[1]):
        top = end[1] - _TAG_HEIGHT - 8.0 if end[1] > before[1] else end[1] + 8.0
        return (
            QRectF(end[0] + _TAG_DISTANCE, top, width, _TAG_HEIGHT),
            QRectF(end[0] - _TAG_DISTANCE - width, top, width, _TAG_HEIGHT),
        )
    left = end[0] + 12.0 if end[0] < before[0] else end[0] - width - 12.0
    return (
        QRectF(left, end[1] + 4.0, width, _TAG_HEIGHT),
        QRectF(left, end[1] - 4.0 - _TAG_HEIGHT, width, _TAG_HEIGHT),
    )


def _length(vector: QPointF) -> float:
    return float((vector.x() ** 2 + vector.y() ** 2) ** 0.5)


def _direction(start: QPointF, end: QPointF) -> QPointF:
    vector = end - start
    length = _length(vector)
    return vector / length if length else QPointF(0.0, 1.0)
