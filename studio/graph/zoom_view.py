"""A view of a drawn graph that zooms around the pointer, fits and pans; it selects nothing."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from studio.graph.node_item import NodeItem
from studio.graph.scene import GraphScene

_SMALLEST, _LARGEST = 0.08, 3.0
_STEP = 1.2
_MARGIN = 16.0
_ROOM = 600.0
_READABLE = 0.4
"""Below this zoom a fit would leave no text to read."""
_BEGINNING = 0.75
"""Zoom at which the beginning of a graph is shown that does not fit readably."""


class ZoomView(QGraphicsView):
    """Shows a ``GraphScene``. The wheel zooms; a touch pad and Shift scroll.

    As long as nobody zooms or pans, the graph is fitted again when the view changes its size.
    """

    zoomed = Signal(float)
    scrolled = Signal()

    def __init__(self, scene: GraphScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self._graph = scene
        self._pan_from: QPoint | None = None
        self._hand = False
        self._fitted: float | None = _READABLE
        """The smallest zoom of the fit that holds until a person zooms or scrolls."""
        self._covered = QRect()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        # What is dropped here is the window's: a scene would take it and do nothing.
        self.setAcceptDrops(False)

    @property
    def zoom(self) -> float:
        """Screen pixels for one pixel of the drawing."""
        return float(self.transform().m11())

    def zoom_by(self, factor: float, anchor: QPoint | None = None) -> None:
        """Zoom while the point under ``anchor`` (in the viewport; its centre) stays in place."""
        wanted = min(_LARGEST, max(_SMALLEST, self.zoom * factor))
        if anchor is None:
            anchor = self.viewport().rect().center()
        before = self.mapToScene(anchor)
        self.resetTransform()
        self.scale(wanted, wanted)
        self._scroll(self.mapFromScene(before) - anchor)
        self.zoomed.emit(self.zoom)

    def zoom_in(self) -> None:
        self.zoom_by(_STEP)

    def zoom_out(self) -> None:
        self.zoom_by(1.0 / _STEP)

    def zoom_reset(self) -> None:
        """One pixel of the drawing is one pixel of the screen."""
        self.zoom_by(1.0 / self.zoom)

    def fit(self) -> None:
        """Show the whole graph, never larger than life."""
        self._show_content(_SMALLEST)

    def fit_readably(self) -> None:
        """Show the whole graph if its text stays readable, else its beginning, well readable."""
        self._show_content(_READABLE)

    def zoom_to(self, path: str) -> None:
        """Bring one node into the middle, at most as large as life."""
        item = self._graph.nodes.get(path)
        if item is None:
            return
        rect = item.card_rect()
        room = self.viewport().rect()
        wide = (room.width() - 2 * _MARGIN) / rect.width()
        high = (room.height() - 2 * _MARGIN) / rect.height()
        scale = min(1.0, max(_SMALLEST, min(wide, high)))
        self._fitted = None
        self.resetTransform()
        self.scale(scale, scale)
        self.centerOn(rect.center())
        self.zoomed.emit(self.zoom)

    def look_at(self, center: QPointF) -> None:
        """Bring a point of the drawing into the middle."""
        self._fitted = None
        self.centerOn(center)

    @property
    def fitted(self) -> bool:
        """Whether the zoom is the view's own, which nobody has changed yet."""
        return self._fitted is not None

    def seen(self) -> QRectF:
        """The part of the drawing that is in sight."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def content_changed(self) -> None:
        """The drawing covers another area; what is in sight stays where it is."""
        if self._fitted is not None:
            self._fit_again()
            return
        room = self._graph.content_rect().adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM)
        center = self.seen().center()
        self.setSceneRect(room.united(self.seen()))
        self.centerOn(center)

    def hold(self, path: str, point: QPoint) -> None:
        """Scroll so that a node's upper left corner is at a point of the viewport."""
        item = self._graph.nodes.get(path)
        if item is not None:
            self._scroll(self.mapFromScene(item.pos()) - point)

    def set_covered(self, covered: QRect) -> None:
        """A part of the viewport, at its bottom, that something else stands on."""
        if covered != self._covered:
            self._covered = covered
            self._fit_again()

    def ensure_node_visible(self, name: str) -> None:
        """Scroll as little as shows the node's whole card."""
        item = self._graph.nodes.get(name)
        if item is not None:
            self.ensureVisible(item, 32, 32)

    def nodes_under(self, area: QRect) -> int:
        """How many cards lie under a part of the viewport."""
        return sum(isinstance(item, NodeItem) and not item.expanded for item in self.items(area))

    def items_under(self, area: QRect) -> int:
        """How many cards and lines lie under a part of the viewport; a card counts for three."""
        cards = self.nodes_under(area)
        return len(self.items(area)) + 2 * cards

    def visible_nodes(self) -> set[str]:
        """Names of the nodes whose cards lie whole in the viewport."""
        seen = self.seen()
        return {name for name, item in self._graph.nodes.items() if seen.contains(item.card_rect())}

    def wheelEvent(self, event: QWheelEvent) -> None:
        pixels, angle = event.pixelDelta(), event.angleDelta()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if not pixels.isNull() and not control:
            self._scroll(-pixels)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._scroll(QPoint(-(angle.x() or angle.y()), 0))
        elif angle.y():
            self.zoom_by(_STEP ** (angle.y() / 120.0), event.position().toPoint())
        elif angle.x():
            self._scroll(QPoint(-angle.x(), 0))
        event.accept()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.scrolled.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_again()

    def _fit_again(self) -> None:
        if self._fitted is not None:
            self._show_content(self._fitted)

    def _show_content(self, smallest: float) -> None:
        self._fitted = smallest
        content = self._graph.content_rect()
        if content.isEmpty():
            return
        self.setSceneRect(content.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM))
        room = self.viewport().rect()
        self._show_in(room, content, smallest)
        if any(
            isinstance(item, NodeItem) and not item.expanded for item in self.items(self._covered)
        ):
            self._show_in(room.adjusted(0, 0, 0, -self._covered.height()), content, smallest)

    def _show_in(self, room: QRect, content: QRectF, smallest: float) -> None:
        wide = (room.width() - 2 * _MARGIN) / content.width()
        high = (room.height() - 2 * _MARGIN) / content.height()
        scale = min(1.0, wide, high)
        whole = scale >= smallest
        if not whole:
            scale = max(scale, _BEGINNING if smallest == _READABLE else smallest)
        self.resetTransform()
        self.scale(scale, scale)
        if whole:
            below = (self.viewport().height() - room.height()) / 2 / scale
            self.centerOn(content.center() + QPointF(0, below))
        else:
            self._look_at_beginning(content, scale)
        self.zoomed.emit(self.zoom)

    def _look_at_beginning(self, content: QRectF, scale: float) -> None:
        first = self._graph.nodes[self._graph.reading_order()[0]]
        half = self.viewport().height() / 2 / scale
        self.centerOn(QPointF(first.center().x(), content.top() - _MARGIN / scale + half))

    def _scroll(self, by: QPoint) -> None:
        horizontal, vertical = self.horizontalScrollBar(), self.verticalScrollBar()
        horizontal.setValue(horizontal.value() + by.x())
        vertical.setValue(vertical.value() + by.y())
        self._fitted = None

    def _begin_pan(self, point: QPoint) -> None:
        self._pan_from = point
        self._show_cursor()

    def _pan_to(self, point: QPoint) -> None:
        if self._pan_from is not None:
            self._scroll(self._pan_from - point)
            self._pan_from = point

    def _end_pan(self) -> None:
        self._pan_from = None
        self._show_cursor()

    def _set_hand(self, hand: bool) -> None:
        """Whether a drag with the left button pans wherever it begins."""
        self._hand = hand
        self._show_cursor()

    def _show_cursor(self) -> None:
        if self._pan_from is not None:
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._hand:
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.viewport().unsetCursor()
