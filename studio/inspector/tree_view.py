"""A tree of values that stays open where a person opened it when the moment changes."""

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QKeyEvent, QKeySequence, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from studio.inspector.flat_delegate import FlatDelegate
from studio.inspector.items import TreeItem
from studio.inspector.tree_model import TYPE_COLUMN, ValueTreeModel
from studio.shell.table_model import Index

NAMES_SHARE = 28
"""Per cent of the width for the first column."""
TYPES_SHARE = 20
WIDEST_TYPES = 180


class ValueTreeView(QTreeView):
    """Rows of a ``ValueTreeModel``. Open rows and the current row are kept by their identity."""

    item_selected = Signal(object)
    """The ``TreeItem`` that became current, or ``None``."""
    item_activated = Signal(object)
    """A ``TreeItem`` that was double-clicked, or on which Return or F2 was pressed."""
    copy_requested = Signal()

    def __init__(self, model: ValueTreeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values = model
        self._open: set[tuple[str, ...]] = set()
        self._current: tuple[str, ...] = ()
        self._names_width = 0
        """Of the first column, as long as no person gave it another one."""
        self._least_names_width = 0
        self._type_width = self._least_type_width = 0
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setExpandsOnDoubleClick(False)
        self.setIndentation(16)
        self.setIconSize(QSize(20, 14))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setItemDelegate(FlatDelegate(self))
        self.setModel(model)
        header = self.header()
        header.setStretchLastSection(False)
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setMinimumSectionSize(40)
        self.expanded.connect(self._note_open)
        self.collapsed.connect(self._note_closed)
        self.doubleClicked.connect(self._activate)
        self.clicked.connect(self._clicked)
        model.filled.connect(self._restore_rows)

    def set_widths(self, widths: tuple[int, ...], stretch: int) -> None:
        """Give columns their widths; the column ``stretch`` takes what is left."""
        self._names_width = self._least_names_width = widths[0]
        self._type_width = self._least_type_width = widths[TYPE_COLUMN]
        header = self.header()
        for column, width in enumerate(widths):
            mode = QHeaderView.ResizeMode.Interactive
            if column == stretch:
                mode = QHeaderView.ResizeMode.Stretch
            header.setSectionResizeMode(column, mode)
            if width:
                header.resizeSection(column, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a wide panel names and types get a part of the room."""
        super().resizeEvent(event)
        if self.columnWidth(0) == self._names_width:
            wanted = max(self._least_names_width, self.viewport().width() * NAMES_SHARE // 100)
            self._names_width = wanted
            self.setColumnWidth(0, wanted)
        if self.columnWidth(TYPE_COLUMN) == self._type_width:
            part = min(self.viewport().width() * TYPES_SHARE // 100, WIDEST_TYPES)
            self._type_width = max(self._least_type_width, part)
            self.setColumnWidth(TYPE_COLUMN, self._type_width)

    def current_item(self) -> TreeItem | None:
        index = self.currentIndex()
        return self._values.item(index) if index.isValid() else None

    def select_item(self, item: TreeItem) -> None:
        self.setCurrentIndex(self._values.index_of(item))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        item = self._values.item(current) if current.isValid() else None
        if item is not None:
            self._current = item.identity
        self.item_selected.emit(item)

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        back = index.data(Qt.ItemDataRole.BackgroundRole)
        if self.selectionModel().isSelected(index):
            painter.fillRect(rect, self.palette().highlight())
        elif isinstance(back, QBrush):
            painter.fillRect(rect, back)
        super().drawBranches(painter, rect, index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self._activate(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _activate(self, index: QModelIndex) -> None:
        if index.isValid() and not self._values.show_more(index):
            self.item_activated.emit(self._values.item(index))

    def _clicked(self, index: QModelIndex) -> None:
        self._values.show_more(index)

    def _note_open(self, index: QModelIndex) -> None:
        self._open.add(self._values.item(index).identity)

    def _note_closed(self, index: QModelIndex) -> None:
        self._open.discard(self._values.item(index).identity)

    def _restore_rows(self, parent: TreeItem, first: int, last: int) -> None:
        for item in parent.children[first : last + 1]:
            identity = item.identity
            index = self._values.index_of(item)
            if item.kind in ("more", "problem", "range"):
                self.setFirstColumnSpanned(item.row, index.parent(), True)
            if identity == self._current and not self.currentIndex().isValid():
                self.setCurrentIndex(index)
            if identity in self._open:
                self.expand(index)
                if item.children:
                    self._restore_rows(item, 0, len(item.children) - 1)
