"""The whole graph, small, in a corner of the canvas: where one is, and a way to go elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from studio.graph.node_item import NodeItem
from studio.graph.scene import GraphScene
from studio.graph.view import GraphView
from studio.language import tr
from studio.shell.theme import GRID, ThemeTokens

_LARGEST = QSize(200, 140)
_TALLEST = 0.45
"""Of the canvas' height, where the graph is tall."""
_LEAST_ROOM = QSize(400, 260)
"""Of a canvas; in a smaller one the map would cover more than it shows."""
_ROW = 44
"""The strip at the bottom that the controls have."""
_LEAST_SIGHT = 5.0
_MARGIN = 6.0
_LEAST_CARD = 2.0
_AT_ONCE = 200
_RENEW_MS = 250


class Minimap(QWidget):
    """Cards in the colours of their states, and a frame around what is in sight.

    A click or a drag brings that place into the middle. Shown while the graph does not fit.
    """

    def __init__(self, canvas: GraphView, scene: GraphScene, tokens: ThemeTokens) -> None:
        super().__init__(canvas)
        self.setObjectName("graph.minimap")
        self.setAccessibleName(tr("Minimap"))
        self.setToolTip(tr("The whole graph; click or drag to go there"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._canvas = canvas
        self._scene = scene
        self._wanted = True
        self._tokens = tokens
        self._picture: QPixmap | None = None
        self._renewing = QTimer(self)
        self._renewing.setSingleShot(True)
        self._renewing.setInterval(_RENEW_MS)
        self._renewing.timeout.connect(self._renew)
        canvas.scrolled.connect(self._moved)
        canvas.zoomed.connect(lambda _: self._moved())
        self.hide()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self._renew()

    def redraw(self) -> None:
        """Cards look otherwise; those of many are drawn anew a few times a second at most."""
        if len(self._scene.nodes) <= _AT_ONCE:
            self._renew()
        elif not self._renewing.isActive():
            self._renewing.start()

    def _renew(self) -> None:
        self._picture = None
        self.update()

    def set_wanted(self, wanted: bool) -> None:
        """Whether a person wants it where the graph does not fit."""
        self._wanted = wanted
        self.place()

    def place(self) -> None:
        """Take the size of the graph's shape, in the corner that covers least, or hide."""
        content = self._scene.content_rect()
        room = self._canvas.size()
        shown = (
            self._wanted
            and not content.isEmpty()
            and not self._all_seen(content)
            and room.width() >= _LEAST_ROOM.width()
            and room.height() >= _LEAST_ROOM.height()
        )
        self.setVisible(shown)
        if not shown:
            return
        tallest = min(
            max(_LARGEST.height(), room.height() * _TALLEST), room.height() - _ROW - 4 * GRID
        )
        scale = self._scale(content, QRectF(0, 0, _LARGEST.width(), tallest))
        width = round(max(64.0, content.width() * scale + 2 * _MARGIN))
        height = round(max(48.0, content.height() * scale + 2 * _MARGIN))
        right, low = room.width() - width - 2 * GRID, room.height() - height - _ROW - 2 * GRID
        corners = ((right, low), (right, 2 * GRID), (2 * GRID, 2 * GRID), (2 * GRID, low))
        places = [QRect(x, y, width, height) for x, y in corners]
        self.setGeometry(min(places, key=self._canvas.items_under))
        self.raise_()
        self._renew()

    def point_of(self, place: QPointF) -> QPointF:
        """Where a point of the drawing is on the map."""
        content, scale, shift = self._measures()
        return (place - content.topLeft()) * scale + shift

    def _all_seen(self, content: QRectF) -> bool:
        return self._canvas.seen().adjusted(-1, -1, 1, 1).contains(content)

    def _moved(self) -> None:
        if self.isVisible() == self._all_seen(self._scene.content_rect()):
            self.place()
        self.update()

    def _scale(self, content: QRectF, room: QRectF) -> float:
        return float(
            min(
                (room.width() - 2 * _MARGIN) / max(1.0, content.width()),
                (room.height() - 2 * _MARGIN) / max(1.0, content.height()),
            )
        )

    def _measures(self) -> tuple[QRectF, float, QPointF]:
        content = self._scene.content_rect()
        room = QRectF(self.rect())
        scale = self._scale(content, room)
        shift = QPointF(
            (room.width() - content.width() * scale) / 2,
            (room.height() - content.height() * scale) / 2,
        )
        return content, scale, shift

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._picture is None or self._picture.size() != self.size() * self._ratio():
            self._picture = self._drawn()
        content, scale, shift = self._measures()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        chosen = self._scene.nodes.get(self._canvas.selected or "")
        if chosen is not None:
            rect = chosen.card_rect()
            place = QRectF(
                (rect.topLeft() - content.topLeft()) * scale + shift, rect.size() * scale
            )
            painter.fillRect(place.adjusted(-1, -1, 1, 1), self._tokens.color("accent"))
        seen = self._canvas.seen()
        sight = QRectF((seen.topLeft() - content.topLeft()) * scale + shift, seen.size() * scale)
        sight = sight.intersected(QRectF(self.rect()).adjusted(1, 1, -2, -2))
        if sight.width() < _LEAST_SIGHT or sight.height() < _LEAST_SIGHT:
            center = sight.center()
            sight.setSize(sight.size().expandedTo(QSizeF(_LEAST_SIGHT, _LEAST_SIGHT)))
            sight.moveCenter(center)
        painter.setPen(QPen(self._tokens.color("accent"), 1.5))
        painter.setBrush(self._tokens.color("accent", 28))
        painter.drawRect(sight)
        painter.end()

    def _ratio(self) -> float:
        return self.devicePixelRatioF()

    def _drawn(self) -> QPixmap:
        """The cards; what is in sight moves over them."""
        tokens = self._tokens
        content, scale, shift = self._measures()
        picture = QPixmap(self.size() * self._ratio())
        picture.setDevicePixelRatio(self._ratio())
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(tokens.color("border"), 1.0))
        painter.setBrush(tokens.color("surface", 235))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6.0, 6.0)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        plain = tokens.color("border_strong")
        frame = tokens.color("surface_sunken")
        for item in self._scene.nodes.values():
            rect = item.card_rect()
            place = QRectF(
                (rect.topLeft() - content.topLeft()) * scale + shift,
                rect.size() * scale,
            )
            place.setSize(place.size().expandedTo(QSize(int(_LEAST_CARD), int(_LEAST_CARD))))
            if item.expanded:
                painter.fillRect(place, frame)
            else:
                painter.fillRect(place, self._color(item, plain))
        painter.end()
        return picture

    def _color(self, item: NodeItem, plain: QColor) -> QColor:
        state = item.look.state
        return plain if state == "idle" else QColor(self._tokens.state(state))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())

    def _go(self, point: QPointF) -> None:
        content, scale, shift = self._measures()
        self._canvas.look_at((point - shift) / scale + content.topLeft())
