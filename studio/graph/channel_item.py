"""Channels as capsules beside the graph, with lines to their writers and readers."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from runtime.debug.description import ChannelDescription
from studio.graph.node_item import FAR, NodeItem
from studio.graph.style import GraphStyle

CAPSULE_WIDTH = 148.0
CAPSULE_HEIGHT = 28.0

_PADDING = 12.0
_DOT = 2.5


class ChannelItem(QGraphicsItem):
    """A capsule with the channel's name and its version."""

    def __init__(self, channel: ChannelDescription, style: GraphStyle) -> None:
        super().__init__()
        self.channel = channel
        self._style = style
        self._rect = QRectF(0.0, 0.0, CAPSULE_WIDTH, CAPSULE_HEIGHT)
        self.version = 0
        self.changed = False
        self.hovered = False
        self.setZValue(2.0)

    def left(self) -> QPointF:
        """Where lines from writers and readers arrive, in scene coordinates."""
        return self.pos() + QPointF(0.0, CAPSULE_HEIGHT / 2)

    def set_style(self, style: GraphStyle) -> None:
        self._style = style
        self.update()

    def set_look(self, version: int, changed: bool) -> None:
        if (version, changed) != (self.version, self.changed):
            self.version = version
            self.changed = changed
            self.update()

    def set_hovered(self, hovered: bool) -> None:
        if hovered != self.hovered:
            self.hovered = hovered
            self.update()

    def boundingRect(self) -> QRectF:
        return self._rect.adjusted(-2.0, -2.0, 2.0, 2.0)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        style = self._style
        painter.setBrush(style.changed if self.changed else style.surface)
        painter.setPen(
            style.accent_pen
            if self.changed
            else style.hover_border
            if self.hovered
            else style.card_border
        )
        radius = CAPSULE_HEIGHT / 2 - 0.5
        painter.drawRoundedRect(self._rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        if option.levelOfDetailFromTransform(painter.worldTransform()) < FAR:
            return
        version = f"v{self.version}" if self.version else "empty"
        painter.setFont(style.tag_font)
        painter.setPen(style.text if self.changed else style.muted)
        inner = self._rect.adjusted(_PADDING, 0.0, -_PADDING, 0.0)
        painter.drawText(
            inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, version
        )
        width = inner.width() - style.tag_metrics.horizontalAdvance(version) - 8.0
        painter.setFont(style.detail_font)
        painter.setPen(style.text)
        painter.drawText(
            inner,
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
            style.detail_metrics.elidedText(self.channel.name, Qt.TextElideMode.ElideMiddle, width),
        )


class LinkItem(QGraphicsItem):
    """The lines of one channel: solid from its writers, dotted to its readers."""

    def __init__(
        self,
        capsule: ChannelItem,
        writers: list[NodeItem],
        readers: list[NodeItem],
        style: GraphStyle,
    ) -> None:
        super().__init__()
        self._style = style
        self.writes = [_curve(node, capsule.left()) for node in writers]
        self.reads = [_curve(node, capsule.left()) for node in readers]
        self._bounds = QRectF()
        for path in (*self.writes, *self.reads):
            self._bounds = self._bounds.united(path.boundingRect())
        self._bounds.adjust(-5.0, -5.0, 5.0, 5.0)
        self.nodes = {node.node.name for node in (*writers, *readers)}
        self._writers = [node.node.name for node in writers]
        self.active_writers: frozenset[str] = frozenset()
        self.shown = False
        self.travel: float | None = None
        self.setZValue(-1.0)

    def set_style(self, style: GraphStyle) -> None:
        self._style = style
        self.update()

    def set_look(self, shown: bool, active_writers: frozenset[str]) -> None:
        """Show all lines, or only those of the nodes that just wrote."""
        if (shown, active_writers) != (self.shown, self.active_writers):
            self.shown = shown
            self.active_writers = active_writers
            self.update()

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        style = self._style
        painter.setBrush(style.none)
        for name, path in zip(self._writers, self.writes, strict=True):
            active = name in self.active_writers
            if not (self.shown or active):
                continue
            painter.setPen(style.link_active if active else style.link)
            painter.drawPath(path)
            if active and self.travel is not None:
                painter.setPen(style.no_pen)
                painter.setBrush(style.accent_brush)
                painter.drawEllipse(path.pointAtPercent(self.travel), 4.0, 4.0)
                painter.setBrush(style.none)
        if self.shown:
            painter.setPen(style.lines["inferred"])
            for path in self.reads:
                painter.drawPath(path)


def _curve(node: NodeItem, end: QPointF) -> QPainterPath:
    start = node.pos() + QPointF(node.width, node.height / 2)
    path = QPainterPath(start)
    reach = max(32.0, (end.x() - start.x()) / 2)
    path.cubicTo(QPointF(start.x() + reach, start.y()), QPointF(end.x() - reach, end.y()), end)
    return path
