"""The chat: rows of different heights, of which only those in sight are laid out.

Heights of rows that nobody saw yet are guessed. When one is laid out and proves otherwise, what is
in sight stays where it is.
"""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from itertools import accumulate

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QWidget

from studio.inspector.detail import copy_to_clipboard
from studio.messages.bubble import Bubble, ChatStyle, FindImage, lay_out
from studio.messages.model import ChatModel
from studio.messages.pieces import plain_text
from studio.shell.table_model import TOP, Index
from studio.shell.theme import ROW_HEIGHT, ThemeTokens

GUESS = 4 * ROW_HEIGHT
KEPT = 300
"""Rows that stay laid out."""
NEAR_END = ROW_HEIGHT


class ChatView(QAbstractItemView):
    """Follows the end until a person scrolls up."""

    rows_seen = Signal(int, int)
    """First and last row in sight."""
    whole_wanted = Signal(int, int)
    """Row and block of which all text is wanted."""
    message_activated = Signal(int)
    """Row that was double-clicked, or on which Return was pressed."""

    def __init__(
        self,
        model: ChatModel,
        find_image: FindImage,
        tokens: ThemeTokens,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._chat = model
        self._find_image = find_image
        self._style = ChatStyle(tokens)
        self._heights: list[int] = []
        self._ends: list[int] = []
        self._bubbles: OrderedDict[int, Bubble] = OrderedDict()
        self._following = True
        self._placing = False
        self._seen = (-1, -1)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMouseTracking(True)
        self.verticalScrollBar().setSingleStep(ROW_HEIGHT)
        self.setModel(model)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._style = ChatStyle(tokens)
        self._forget(0, len(self._heights) - 1)
        self._place()

    @property
    def follows_end(self) -> bool:
        """Whether what comes is scrolled to."""
        return self._following

    def bubble(self, row: int) -> Bubble:
        """A row as it is laid out now."""
        width = self.viewport().width()
        found = self._bubbles.get(row)
        if found is None or found.width != width:
            found = lay_out(self._chat.entry(row), width, self._style, self._find_image)
            self._bubbles[row] = found
            while len(self._bubbles) > KEPT:
                self._bubbles.popitem(last=False)
        self._bubbles.move_to_end(row)
        return found

    def refresh(self, row: int) -> None:
        """Something that a row shows has come, such as an image."""
        self._forget(row, row)
        self._place()

    def rows_in_sight(self) -> range:
        """Rows that are drawn."""
        if not self._ends:
            return range(0)
        top = self.verticalOffset()
        first = min(bisect_right(self._ends, top), len(self._ends) - 1)
        last = min(bisect_right(self._ends, top + self.viewport().height()), len(self._ends) - 1)
        return range(first, last + 1)

    # --- placing ---

    def _forget(self, first: int, last: int) -> None:
        for row in [row for row in self._bubbles if first <= row <= last]:
            del self._bubbles[row]

    def _place(self) -> None:
        """Lay out what is in sight, in which the first row or the end keeps its place."""
        if self._placing:
            return
        self._placing = True
        bar = self.verticalScrollBar()
        if self._following:
            self._lay_out_end()
            self._set_range()
            bar.setValue(bar.maximum())
        else:
            self._lay_out_from_top()
        self._placing = False
        self.viewport().update()
        rows = self.rows_in_sight()
        self.rows_seen.emit(rows.start, rows.stop - 1)

    def _lay_out_end(self) -> None:
        room = self.viewport().height()
        for row in range(len(self._heights) - 1, -1, -1):
            self._heights[row] = self.bubble(row).height
            room -= self._heights[row]
            if room < 0:
                break
        self._ends = list(accumulate(self._heights))

    def _lay_out_from_top(self) -> None:
        bar = self.verticalScrollBar()
        top = bar.value()
        first = min(bisect_right(self._ends, top), max(len(self._heights) - 1, 0))
        into = top - (self._ends[first - 1] if first else 0)
        filled = -into
        for row in range(first, len(self._heights)):
            self._heights[row] = self.bubble(row).height
            filled += self._heights[row]
            if filled > self.viewport().height():
                break
        self._ends = list(accumulate(self._heights))
        self._set_range()
        bar.setValue((self._ends[first - 1] if first else 0) + into)

    def _set_range(self) -> None:
        bar, room = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(room)
        bar.setRange(0, max(0, (self._ends[-1] if self._ends else 0) - room))

    def _scrolled(self, value: int) -> None:
        if self._placing:
            return
        self._following = value >= self.verticalScrollBar().maximum() - NEAR_END
        self._place_upwards()

    def _place_upwards(self) -> None:
        """After scrolling: rows that come into sight above are laid out from below."""
        bar = self.verticalScrollBar()
        rows = self.rows_in_sight()
        before = self._ends[rows.start - 1] if rows.start else 0
        into = bar.value() - before
        height = self.bubble(rows.start).height if rows else 0
        if rows and self._heights[rows.start] != height:
            # Its lower end stays where it is.
            self._placing = True
            into += height - self._heights[rows.start]
            self._heights[rows.start] = height
            self._ends = list(accumulate(self._heights))
            self._set_range()
            bar.setValue(before + max(0, into))
            self._placing = False
        if not self._following:
            self._place()
        else:
            self.viewport().update()

    # --- what the model says ---

    def rowsInserted(self, parent: Index, start: int, end: int) -> None:
        super().rowsInserted(parent, start, end)
        self._heights[start:start] = [GUESS] * (end - start + 1)
        self._ends = list(accumulate(self._heights))
        self._forget(start, len(self._heights))
        self._place()

    def rowsAboutToBeRemoved(self, parent: Index, start: int, end: int) -> None:
        super().rowsAboutToBeRemoved(parent, start, end)
        del self._heights[start : end + 1]
        self._ends = list(accumulate(self._heights))
        self._forget(start, len(self._heights) + end - start + 1)
        # The rows are still there until the model has let go of them.
        self._placing = True
        self._set_range()
        self._placing = False

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        super().dataChanged(first, last, list(roles))
        self._forget(first.row(), last.row())
        self._place()

    def reset(self) -> None:
        super().reset()
        self._heights = [GUESS] * self.model().rowCount() if self.model() is not None else []
        self._ends = list(accumulate(self._heights))
        self._bubbles.clear()

    # --- QAbstractItemView ---

    def updateGeometries(self) -> None:
        super().updateGeometries()
        if not self._placing:
            self._placing = True
            self._set_range()
            self._placing = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def visualRect(self, index: Index) -> QRect:
        row = index.row()
        if not index.isValid() or row >= len(self._ends):
            return QRect()
        top = (self._ends[row - 1] if row else 0) - self.verticalOffset()
        return QRect(0, top, self.viewport().width(), self._heights[row])

    def indexAt(self, point: QPoint) -> QModelIndex:
        row = bisect_right(self._ends, point.y() + self.verticalOffset())
        return self._chat.index(row) if 0 <= row < len(self._ends) else QModelIndex()

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        rect, room = self.visualRect(index), self.viewport().height()
        bar = self.verticalScrollBar()
        if rect.top() < 0 or rect.height() > room:
            bar.setValue(bar.value() + rect.top())
        elif rect.bottom() > room:
            bar.setValue(bar.value() + rect.bottom() - room)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        moves = QAbstractItemView.CursorAction
        count = self._chat.rowCount()
        row = max(self.currentIndex().row(), 0)
        page = max(len(self.rows_in_sight()) - 1, 1)
        step = {moves.MoveUp: -1, moves.MoveDown: 1, moves.MovePrevious: -1, moves.MoveNext: 1}
        if action in step:
            wanted = row + step[action]
            while 0 <= wanted < count and not self._heights[wanted]:
                wanted += step[action]
            row = wanted if 0 <= wanted < count else row
        else:
            jumps = {
                moves.MoveHome: 0,
                moves.MoveEnd: count - 1,
                moves.MovePageUp: row - page,
                moves.MovePageDown: row + page,
            }
            row = min(max(jumps.get(action, row), 0), count - 1)
        return self._chat.index(row)

    def horizontalOffset(self) -> int:
        return 0

    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: Index) -> bool:
        return index.row() < len(self._heights) and not self._heights[index.row()]

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        index = self.indexAt(rect.center())
        self.selectionModel().select(QItemSelection(index, index), command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        region = QRegion()
        for index in selection.indexes():
            region += QRegion(self.visualRect(index))
        return region

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        exposed = event.rect()
        for row in self.rows_in_sight():
            index = self._chat.index(row)
            rect = self.visualRect(index)
            if rect.height() and rect.intersects(exposed):
                selected = self.selectionModel().isSelected(index)
                self.bubble(row).paint(painter, self._style, QRectF(rect), selected=selected)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.matches(QKeySequence.StandardKey.Copy):
            if index.isValid():
                copy_to_clipboard(plain_text(self._chat.entry(index.row())))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if index.isValid():
                self.message_activated.emit(index.row())
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        block = self._link_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and block is not None:
            self.whole_wanted.emit(self.indexAt(event.position().toPoint()).row(), block)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        over = self._link_at(event.position().toPoint()) is not None
        shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self.message_activated.emit(index.row())

    def _link_at(self, point: QPoint) -> int | None:
        index = self.indexAt(point)
        if not index.isValid():
            return None
        within = QPointF(point - self.visualRect(index).topLeft())
        return self.bubble(index.row()).block_at(within)

    def count(self) -> int:
        """Number of rows, also those that are joined to others."""
        return self._chat.rowCount(TOP)
