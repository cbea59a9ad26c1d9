"""An expanded subgraph: a frame with the node's own signs at its head and the graph inside."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from runtime.debug.description import NodeDescription
from studio.graph.composition import FRAME_HEAD
from studio.graph.glyphs import paint_glyph
from studio.graph.node_item import NodeItem
from studio.graph.paths import SEPARATOR
from studio.graph.style import GraphStyle

_RADIUS = 10.0
_NAME = 15.0
_SECOND_LINE = 24.0


class FrameItem(NodeItem):
    """Everything that a card shows stands at the frame's head; only that is clicked."""

    expanded = True

    def __init__(
        self, path: str, node: NodeDescription, size: tuple[float, float], style: GraphStyle
    ) -> None:
        self._frame_size = size
        super().__init__(path, node, style)
        self._depth = path.count(SEPARATOR)
        self.expandable = True
        self.setZValue(-2.0 + self._depth / 100.0)
        whole, band = QPainterPath(), QPainterPath()
        whole.addRoundedRect(self._rect, _RADIUS, _RADIUS)
        band.addRect(self._grip())
        self._head_path = whole.intersected(band)

    def _size(self, style: GraphStyle) -> tuple[float, float]:
        return self._frame_size

    def _grip(self) -> QRectF:
        return QRectF(0.0, 0.0, self.width, FRAME_HEAD - 4.0)

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addRect(self._grip().adjusted(-9.0, 0.0, 0.0, 0.0))
        return path

    def breakpoint_point(self) -> QPointF:
        return QPointF(0.0, FRAME_HEAD / 2)

    def _second_line(self) -> float:
        return _SECOND_LINE

    def _name_y(self) -> float:
        look = self.look
        return _NAME if look.detail or look.chips or look.heat else FRAME_HEAD / 2

    def button_rect(self) -> QRectF:
        rect = super().button_rect()
        rect.moveTop(FRAME_HEAD / 2 - rect.height() / 2)
        return rect

    def _heat_top(self) -> float:
        return FRAME_HEAD - 2.0

    def _paint_far(self, painter: QPainter) -> None:
        style, state = self._style, self.look.state
        paint = style.states[state]
        self._paint_body(painter)
        if state != "idle":
            sign = QPointF(FRAME_HEAD / 2 + 6.0, FRAME_HEAD / 2 + 4.0)
            paint_glyph(painter, self.look.glyph, sign, 28.0, paint.color)
        if self.look.breakpoint != "none":
            self._paint_breakpoint(painter, 2.0)

    def _paint_card(self, painter: QPainter) -> None:
        self._paint_body(painter)
        self._paint_content(painter)
        if self.look.breakpoint != "none" or self.near_breakpoint:
            self._paint_breakpoint(painter, 1.0)

    def _paint_body(self, painter: QPainter) -> None:
        style, state = self._style, self.look.state
        painter.setPen(style.no_pen)
        painter.setBrush(style.frames[self._depth % 2])
        painter.drawRoundedRect(self._rect, _RADIUS, _RADIUS)
        fill = style.card_hover if self.hovered else style.card
        if state in ("interrupted", "failed", "running"):
            fill = style.states[state].tint
        painter.setBrush(fill)
        painter.drawPath(self._head_path)
        self._paint_stripe(painter)
        self._paint_frame(painter)
