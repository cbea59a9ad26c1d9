"""The gauge where the lines of a join edge meet: how many of its sources have reported."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from runtime.drawing.boxes import GAUGE_HEIGHT, GAUGE_WIDTH
from studio.graph.node_item import FAR
from studio.graph.style import GraphStyle

FIRED = "\u2713"


class GaugeItem(QGraphicsItem):
    """A small pill that fills from the left, with ``reported/sources`` on it.

    One that fired, and that nobody has reported to since, has a tick.
    """

    def __init__(self, channel: str, style: GraphStyle) -> None:
        super().__init__()
        self.channel = channel
        self._style = style
        self._rect = QRectF(0.0, 0.0, GAUGE_WIDTH, GAUGE_HEIGHT)
        self._pill = QPainterPath()
        radius = GAUGE_HEIGHT / 2
        self._pill.addRoundedRect(self._rect, radius, radius)
        self.reported = 0
        self.sources = 0
        self.fired = False
        self.setZValue(2.0)

    @property
    def text(self) -> str:
        if self.fired and not self.reported:
            return FIRED
        return f"{self.reported}/{self.sources}"

    def set_style(self, style: GraphStyle) -> None:
        self._style = style
        self.update()

    def set_look(self, reported: int, sources: int, fired: bool) -> None:
        if (reported, sources, fired) != (self.reported, self.sources, self.fired):
            self.reported = reported
            self.sources = sources
            self.fired = fired
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
        painter.setPen(style.no_pen)
        painter.setBrush(style.surface)
        painter.drawPath(self._pill)
        if self.reported and self.sources:
            painter.save()
            share = min(1.0, self.reported / self.sources)
            painter.setClipRect(QRectF(0.0, 0.0, GAUGE_WIDTH * share, GAUGE_HEIGHT))
            painter.setBrush(style.accent_tint)
            painter.drawPath(self._pill)
            painter.restore()
        painter.setPen(style.accent_pen if self.reported else style.card_border)
        painter.setBrush(style.none)
        radius = GAUGE_HEIGHT / 2 - 0.5
        painter.drawRoundedRect(self._rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        if option.levelOfDetailFromTransform(painter.worldTransform()) >= FAR:
            painter.setFont(style.detail_font)
            painter.setPen(style.text if self.reported else style.muted)
            painter.drawText(self._rect, Qt.AlignmentFlag.AlignCenter, self.text)
