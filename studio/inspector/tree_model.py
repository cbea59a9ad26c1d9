"""Qt's view of a tree of ``TreeItem`` rows; children of values are fetched page by page."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QBrush, QColor, QFont

from runtime.debug.values import ValuePage
from runtime.debug.views import Failed
from studio.inspector.items import PAGE, TreeItem, items_of_page, loading_item, ranges_of
from studio.inspector.requests import FetchChildren
from studio.inspector.type_icons import type_icon
from studio.shell.plain_text import plain
from studio.shell.table_model import TOP, Index
from studio.shell.theme import ThemeTokens, mono_font, ui_font

TYPE_COLUMN = 2


class ValueTreeModel(QAbstractItemModel):
    """Rows of one tree. ``mono`` and ``muted`` name columns by number."""

    filled = Signal(object, int, int)
    """Parent item, first and last row that came in, after all listeners know of them."""

    def __init__(
        self,
        headers: Sequence[str],
        fetch_children: FetchChildren,
        tokens: ThemeTokens,
        parent: QObject | None = None,
        mono: Sequence[int] = (1,),
        muted: Sequence[int] = (2,),
    ) -> None:
        super().__init__(parent)
        self._headers = tuple(headers)
        self._fetch_children = fetch_children
        self._mono = frozenset(mono)
        self._muted = frozenset(muted)
        self._root = TreeItem("root", "")
        self._items: dict[int, TreeItem] = {}
        self._generation = 0
        self._tells_later = False
        self.set_theme(tokens)

    @property
    def root(self) -> TreeItem:
        return self._root

    def set_theme(self, tokens: ThemeTokens) -> None:
        """Take over colours and fonts."""
        self.tokens = tokens
        self._mono_font = mono_font()
        self._note_font = QFont(ui_font())
        self._note_font.setItalic(True)
        self._text_brush = QBrush(QColor(tokens.text))
        self._muted_brush = QBrush(QColor(tokens.text_muted))
        self._accent_brush = QBrush(QColor(tokens.accent))
        self._problem_brush = QBrush(QColor(tokens.failed))

    def set_rows(self, rows: Sequence[TreeItem]) -> None:
        """Show other top-level rows; answers that are still on their way are dropped."""
        self.beginResetModel()
        self._generation += 1
        root = TreeItem("root", "")
        self._items.clear()
        for row in rows:
            root.add(row)
            self._register(row)
        self._root = root
        self.endResetModel()
        if rows:
            self.filled.emit(root, 0, len(rows) - 1)

    def replace_children(self, item: TreeItem, rows: Sequence[TreeItem]) -> None:
        """Give a row other children."""
        parent = self.index_of(item)
        if item.children:
            self.beginRemoveRows(parent, 0, len(item.children) - 1)
            for child in item.children:
                self._forget(child)
            item.children.clear()
            self.endRemoveRows()
        self._append(item, rows)

    def refresh_row(self, item: TreeItem) -> None:
        """Tell the views that a row says something else now."""
        last = self.index_of(item, len(self._headers) - 1)
        self.dataChanged.emit(self.index_of(item), last)

    def item(self, index: Index) -> TreeItem:
        """The row behind an index; the root for the invalid one and for one that is gone."""
        if not index.isValid():
            return self._root
        return self._items.get(index.internalId(), self._root)

    def index_of(self, item: TreeItem, column: int = 0) -> QModelIndex:
        if item is self._root:
            return QModelIndex()
        return self.createIndex(item.row, column, item.serial)

    def show_more(self, index: Index) -> bool:
        """Fetch the next page behind a "show more" row; tells whether it was one."""
        item = self.item(index)
        if item.kind != "more" or item.parent is None or item.parent.loading:
            return False
        self._request(item.parent)
        return True

    # --- QAbstractItemModel ---

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.column() > 0 else len(self.item(parent).children)

    def columnCount(self, parent: Index = TOP) -> int:
        return len(self._headers)

    def index(self, row: int, column: int, parent: Index = TOP) -> QModelIndex:
        # Views ask a hundred times a row; `hasIndex` would ask back for both counts each time.
        children = () if parent.column() > 0 else self.item(parent).children
        if not (0 <= row < len(children) and 0 <= column < len(self._headers)):
            return QModelIndex()
        return self.createIndex(row, column, children[row].serial)

    def parent(self, child: Index) -> QModelIndex:  # type: ignore[override]
        item = self.item(child)
        if item.parent is None:
            return QModelIndex()
        return self.index_of(item.parent)

    def hasChildren(self, parent: Index = TOP) -> bool:
        if parent.column() > 0:
            return False
        item = self.item(parent)
        return bool(item.children) or item.unfetched

    def canFetchMore(self, parent: Index) -> bool:
        return self.item(parent).unfetched

    def fetchMore(self, parent: Index) -> None:
        item = self.item(parent)
        if not item.unfetched:
            return
        # A view asks inside its own layout: who is told there must not make it lay out again.
        self._tells_later = True
        try:
            self._request(item)
        finally:
            self._tells_later = False

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._headers[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self.item(index)
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return item.cells[column] if column < len(item.cells) else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(item.tooltip or (item.cells[column] if column < len(item.cells) else ""))
        if role == Qt.ItemDataRole.FontRole:
            return self.font(item, column)
        if role == Qt.ItemDataRole.ForegroundRole:
            return self.brush(item, column)
        return self.decoration(item, column, role)

    # --- what subclasses change ---

    def font(self, item: TreeItem, column: int) -> QFont | None:
        if item.kind in ("more", "problem", "range"):
            return self._note_font
        return self._mono_font if column in self._mono else None

    def brush(self, item: TreeItem, column: int) -> QBrush:
        if item.kind == "more":
            return self._accent_brush
        if item.kind == "problem":
            return self._problem_brush
        if item.kind == "range":
            return self._muted_brush
        return self._muted_brush if column in self._muted else self._text_brush

    def decoration(self, item: TreeItem, column: int, role: int) -> Any:
        """Value of any further role."""
        if role == Qt.ItemDataRole.DecorationRole and column == TYPE_COLUMN:
            return None if item.preview is None else type_icon(item.preview.kind, self.tokens)
        return None

    # --- fetching ---

    def fetch(self, item: TreeItem) -> None:
        """Ask for children that were never asked for."""
        if item.unfetched:
            self._request(item)

    def _request(self, item: TreeItem) -> None:
        assert item.handle is not None
        if item.many is not None:
            item.total = item.many
            self._append(item, ranges_of(item, len(self._headers)))
            return
        generation = self._generation
        item.loading = True

        def on_page(page: ValuePage | Failed) -> None:
            if generation == self._generation and item.serial in self._items:
                self._take_page(item, page)

        offset, limit = item.first + item.values_fetched, item.count or PAGE
        self._fetch_children(item.handle, offset, limit, on_page)
        if item.loading:
            # Not before asking: a view that fetches inside its own layout bears no removal then.
            self._drop_note(item)
            self._append(item, [loading_item(len(self._headers))])

    def _take_page(self, item: TreeItem, page: ValuePage | Failed) -> None:
        item.loading = False
        item.total = page.total if isinstance(page, ValuePage) else item.total or 0
        self._drop_note(item)
        rows, note = items_of_page(item, page, len(self._headers))
        self._append(item, rows if note is None else [*rows, note])

    def _append(self, item: TreeItem, rows: Sequence[TreeItem]) -> None:
        if not rows:
            return
        first = len(item.children)
        self.beginInsertRows(self.index_of(item), first, first + len(rows) - 1)
        for row in rows:
            item.add(row)
            self._register(row)
        self.endInsertRows()
        self._tell(item, first, first + len(rows) - 1)

    def _tell(self, item: TreeItem, first: int, last: int) -> None:
        if not self._tells_later:
            self.filled.emit(item, first, last)
            return
        generation = self._generation

        def tell() -> None:
            if generation == self._generation and item.serial in self._items:
                self.filled.emit(item, first, last)

        QTimer.singleShot(0, self, tell)

    def _drop_note(self, item: TreeItem) -> None:
        if item.children and item.children[-1].kind in ("more", "problem"):
            last = len(item.children) - 1
            self.beginRemoveRows(self.index_of(item), last, last)
            self._forget(item.children.pop())
            self.endRemoveRows()

    def _register(self, item: TreeItem) -> None:
        self._items[item.serial] = item
        for child in item.children:
            self._register(child)

    def _forget(self, item: TreeItem) -> None:
        self._items.pop(item.serial, None)
        for child in item.children:
            self._forget(child)
