"""The canvas: everything that pointer and keys do to the drawn graph."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from studio.graph.channel_item import ChannelItem
from studio.graph.edge_item import EdgeItem
from studio.graph.looks import spoken, tooltip
from studio.graph.node_item import Chip, Hit, NodeItem
from studio.graph.node_move import MOVE_STEP, NodeMove
from studio.graph.scene import GraphScene
from studio.graph.zoom_view import ZoomView
from studio.language import tr

_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


class GraphView(ZoomView):
    """Shows a ``GraphScene``. Selecting is by click, Tab and arrows; ``activated`` is Enter or a
    double click. ``menu_wanted`` carries the node's path, empty on the background, and where.

    Cards are dragged, the background pans; with Space held everything pans. ``node_moved`` comes
    once a node was put down, with how far it went.
    """

    node_selected = Signal(str)
    task_selected = Signal(str)
    selection_cleared = Signal()
    activated = Signal(str)
    breakpoint_toggled = Signal(str)
    expand_toggled = Signal(str)
    node_moved = Signal(str, float, float)
    find_wanted = Signal()
    menu_wanted = Signal(str, QPoint)

    def __init__(self, scene: GraphScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.selected: str | None = None
        self._hovered: NodeItem | None = None
        self._press: QPoint | None = None
        self._moving: NodeMove | None = None
        self._chip = -1
        self.setObjectName("graph.canvas")
        self.setAccessibleName(tr("Graph"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def scene_replaced(self) -> None:
        """Forget what pointed at items that are gone."""
        self.selected = None
        self._hovered = None
        self._press = None
        self._moving = None
        self._end_pan()

    # Selection

    def select(self, name: str | None, announce: bool = True) -> None:
        """Select a node or none; ``announce`` tells the rest of the window."""
        if name is not None and name not in self._graph.nodes:
            name = None
        if name != self.selected:
            if self.selected in self._graph.nodes:
                self._graph.nodes[self.selected].set_marks(chosen=False)
            self.selected = name
            self._chip = -1
            if name is not None:
                self._graph.nodes[name].set_marks(chosen=True)
            self._refocus()
            self._describe()
        if not announce:
            return
        if name is None:
            self.selection_cleared.emit()
        else:
            self.node_selected.emit(name)

    def _refocus(self) -> None:
        hovered = self._hovered.path if self._hovered is not None else None
        self._graph.set_focus(hovered or self.selected)

    def _describe(self) -> None:
        model = self._graph.model
        text = ""
        if self.selected is not None and model is not None:
            text = spoken(model, model.moment.nodes[self.selected])
        self.setAccessibleDescription(text)
        QAccessible.updateAccessibility(
            QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
        )

    def _select_next(self, by: int) -> bool:
        order = self._graph.reading_order()
        if not order:
            return False
        if self.selected is None:
            self._go(order[0 if by > 0 else -1])
            return True
        place = order.index(self.selected) + by
        if not 0 <= place < len(order):
            return False
        self._go(order[place])
        return True

    def _select_towards(self, key: Qt.Key) -> None:
        """The nearest node in an arrow's direction; going astray sideways counts double."""
        if self.selected is None:
            self._select_next(1)
            return
        here = self._graph.nodes[self.selected].center()
        ahead = {
            Qt.Key.Key_Left: (-1.0, 0.0),
            Qt.Key.Key_Right: (1.0, 0.0),
            Qt.Key.Key_Up: (0.0, -1.0),
            Qt.Key.Key_Down: (0.0, 1.0),
        }[key]
        best: tuple[float, str] | None = None
        for name, item in self._graph.nodes.items():
            way = item.center() - here
            along = way.x() * ahead[0] + way.y() * ahead[1]
            aside = abs(way.x() * ahead[1]) + abs(way.y() * ahead[0])
            if along > 1.0 and aside <= 4 * along:
                rank = (along + 2 * aside, name)
                best = rank if best is None else min(best, rank)
        if best is not None:
            self._go(best[1])

    def _select_task(self, by: int) -> None:
        model = self._graph.model
        if model is None or self.selected is None:
            return
        chips = self._graph.nodes[self.selected].look.chips
        if chips:
            self._chip = (self._chip + by) % len(chips)
            self._announce_task(self.selected, chips[self._chip])

    def _announce_task(self, path: str, chip: Chip) -> None:
        """Of a chip that stands for many tasks the first one is meant."""
        model = self._graph.model
        if model is None:
            return
        ids = (task.id for task in model.moment.nodes[path] if task.state == chip.state)
        task_id = chip.task_id or next(ids, "")
        if task_id:
            self.task_selected.emit(task_id)

    def _go(self, name: str) -> None:
        self.select(name)
        self.ensure_node_visible(name)

    # Pointer

    def _node_at(self, point: QPoint) -> tuple[NodeItem, Hit] | None:
        scene_point = self.mapToScene(point)
        for item in self.items(point):
            if isinstance(item, NodeItem):
                hit = item.hit(item.mapFromScene(scene_point))
                if hit is not None:
                    return item, hit
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._press = event.position().toPoint()
        if event.button() == Qt.MouseButton.MiddleButton or (
            event.button() == Qt.MouseButton.LeftButton and self._hand
        ):
            self._begin_pan(self._press)
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self._pan_from is not None:
            self._pan_to(point)
        elif self._moving is not None:
            self._moving.move(self.mapToScene(point))
        elif (
            self._press is not None
            and event.buttons() & Qt.MouseButton.LeftButton
            and (point - self._press).manhattanLength() >= QApplication.startDragDistance()
        ):
            self._begin_drag(self._press)
        else:
            self._hover(point)

    def _begin_drag(self, press: QPoint) -> None:
        """A card is taken along; anywhere else the drawing is."""
        found = self._node_at(press)
        if found is None:
            self._begin_pan(press)
            return
        self._moving = NodeMove(self._graph, found[0].path, self.mapToScene(press))
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        press, self._press = self._press, None
        if self._pan_from is not None:
            self._end_pan()
        elif self._moving is not None:
            self._put_down()
        elif press is not None and event.button() == Qt.MouseButton.LeftButton:
            self._click(event.position().toPoint())

    def _put_down(self) -> None:
        moving, self._moving = self._moving, None
        self._show_cursor()
        if moving is not None:
            by = moving.end()
            if by.manhattanLength() > 0.0:
                self.node_moved.emit(moving.path, by.x(), by.y())

    def _cancel_move(self) -> None:
        moving, self._moving = self._moving, None
        self._press = None
        self._show_cursor()
        if moving is not None:
            moving.cancel()

    def _move_selected(self, key: Qt.Key) -> None:
        """Move the selected node by keys, a step of the grid at a time."""
        if self.selected is None:
            return
        moving = NodeMove(self._graph, self.selected, QPointF())
        moving.move(
            {
                Qt.Key.Key_Left: QPointF(-MOVE_STEP, 0.0),
                Qt.Key.Key_Right: QPointF(MOVE_STEP, 0.0),
                Qt.Key.Key_Up: QPointF(0.0, -MOVE_STEP),
                Qt.Key.Key_Down: QPointF(0.0, MOVE_STEP),
            }[key]
        )
        by = moving.end()
        self.node_moved.emit(moving.path, by.x(), by.y())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self._node_at(event.position().toPoint())
        if found is not None and found[1].part == "card":
            self.activated.emit(found[0].path)
        else:
            self.mousePressEvent(event)

    def _click(self, point: QPoint) -> None:
        found = self._node_at(point)
        if found is None:
            self.select(None)
            return
        item, hit = found
        if hit.part == "breakpoint":
            self.breakpoint_toggled.emit(item.path)
            return
        self.select(item.path)
        if hit.chip is not None:
            self._announce_task(item.path, hit.chip)
        elif hit.part == "expand":
            self.expand_toggled.emit(item.path)

    def _hover(self, point: QPoint) -> None:
        found = self._node_at(point)
        item, hit = found if found is not None else (None, None)
        if self._hovered is not None and self._hovered is not item:
            self._hovered.set_marks(hovered=False, near_breakpoint=False)
        self._hovered = item
        if item is not None and hit is not None:
            item.set_marks(hovered=True, near_breakpoint=hit.part == "breakpoint")
            if hit.part == "card":
                self._show_cursor()
            else:
                self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
            self._refocus()
            return
        self._show_cursor()
        other = self.itemAt(point)
        if isinstance(other, ChannelItem):
            self._graph.set_focus(other.channel.name)
        else:
            self._refocus()

    def leaveEvent(self, event: QEvent) -> None:
        if self._hovered is not None:
            self._hovered.set_marks(hovered=False, near_breakpoint=False)
            self._hovered = None
        self._refocus()
        super().leaveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            found = self._node_at(event.pos())
            name = found[0].path if found is not None else ""
            where = event.globalPos()
        else:
            name = self.selected or ""
            item = self._graph.nodes.get(name)
            center = item.center() if item else self._graph.content_rect().center()
            where = self.viewport().mapToGlobal(self.mapFromScene(center))
        if name:
            self.select(name)
        self.menu_wanted.emit(name, where)

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        modifiers = event.modifiers()
        plain = modifiers in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            action = {
                Qt.Key.Key_0: self.zoom_reset,
                Qt.Key.Key_Plus: self.zoom_in,
                Qt.Key.Key_Equal: self.zoom_in,
                Qt.Key.Key_Minus: self.zoom_out,
            }.get(key)
            if action is not None:
                action()
                return
        elif modifiers & Qt.KeyboardModifier.ShiftModifier and key in (
            Qt.Key.Key_Left,
            Qt.Key.Key_Right,
        ):
            self._select_task(1 if key == Qt.Key.Key_Right else -1)
            return
        elif modifiers & Qt.KeyboardModifier.AltModifier and key in _ARROWS:
            self._move_selected(key)
            return
        elif plain and self._plain_key(key, event.isAutoRepeat()):
            return
        super().keyPressEvent(event)

    def _plain_key(self, key: Qt.Key, repeated: bool) -> bool:
        if key == Qt.Key.Key_F:
            self.fit()
        elif key == Qt.Key.Key_Space:
            if not repeated:
                self._set_hand(True)
        elif key in _ARROWS:
            self._select_towards(key)
        elif key == Qt.Key.Key_Slash:
            self.find_wanted.emit()
        elif key == Qt.Key.Key_Z:
            self.zoom_to_selection()
        elif key == Qt.Key.Key_E and self.selected is not None:
            self.expand_toggled.emit(self.selected)
        elif key == Qt.Key.Key_Escape and self._moving is not None:
            self._cancel_move()
        elif key == Qt.Key.Key_Escape and self.selected is not None:
            self.select(None)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.selected is not None:
            self.activated.emit(self.selected)
        elif key == Qt.Key.Key_F9 and self.selected is not None:
            if not self._graph.nodes[self.selected].is_pill:
                self.breakpoint_toggled.emit(self.selected)
        else:
            return False
        return True

    def zoom_to_selection(self) -> None:
        """Show the selected node as large as life, or as large as an expanded one fits."""
        if self.selected is not None:
            self.zoom_to(self.selected)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._set_hand(False)
            return
        super().keyReleaseEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        if self._select_next(1 if forward else -1):
            return True
        return super().focusNextPrevChild(forward)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._set_hand(False)
        super().focusOutEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            point = event.pos()  # type: ignore[attr-defined]
            text = self._tooltip_at(point)
            if text:
                QToolTip.showText(self.viewport().mapToGlobal(point), text, self.viewport())
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def _tooltip_at(self, point: QPoint) -> str:
        model = self._graph.model
        found = self._node_at(point)
        if model is None:
            return ""
        if found is not None:
            item, hit = found
            if hit.part == "breakpoint":
                mark = model.breakpoints.get(item.path)
                lines = mark.lines if mark is not None else (tr("Add a breakpoint  (F9)"),)
                return "\n".join(lines)
            if hit.chip is not None:
                return hit.chip.text
            if hit.part == "expand":
                return tr("Collapse  (E)") if item.expanded else tr("Expand in place  (E)")
            return tooltip(model, model.moment.nodes[item.path])
        item_at = self.itemAt(point)
        if isinstance(item_at, EdgeItem):
            return self._graph.edge_tooltip(item_at)
        return item_at.toolTip() if item_at is not None else ""
