"""A value that is a table: rows are fetched where they come into sight, columns sort on a click."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QVBoxLayout, QWidget

from runtime.debug.inspecting.commands import ReadTable
from runtime.debug.inspecting.views import TablePage, TableRow
from runtime.debug.values import ValueHandle
from runtime.debug.views import Failed
from studio.inspector.requests import Ask
from studio.shell.plain_text import plain
from studio.shell.table_model import TOP, Index
from studio.shell.theme import ROW_HEIGHT, ThemeTokens, mono_font

PAGE = 200
_PAGES_KEPT = 40
_WIDEST = 320


class TableModel(QAbstractTableModel):
    """Some pages of a table; a cell of another page says that it comes."""

    refused = Signal(str)
    arrived = Signal()

    def __init__(self, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self._ask = ask
        self._handle: ValueHandle | None = None
        self._columns: tuple[str, ...] = ()
        self._rows = 0
        self._pages: OrderedDict[int, tuple[TableRow, ...]] = OrderedDict()
        self._asked: set[int] = set()
        self._order: tuple[int, bool] = (-1, False)
        self._generation = 0
        self._font = mono_font()

    def show(self, handle: ValueHandle | None, columns: tuple[str, ...], rows: int) -> None:
        """Show another table, in the order of its rows."""
        self.beginResetModel()
        self._handle, self._columns, self._rows = handle, columns, rows
        self._order = (-1, False)
        self._forget()
        self.endResetModel()

    def _forget(self) -> None:
        self._generation += 1
        self._pages.clear()
        self._asked.clear()

    def row(self, number: int) -> TableRow | None:
        """A row in the order shown, if it is there."""
        page, place = divmod(number, PAGE)
        rows = self._pages.get(page)
        if rows is None:
            self._fetch(page)
            rows = self._pages.get(page)
        return rows[place] if rows is not None and place < len(rows) else None

    def _fetch(self, page: int) -> None:
        if page in self._asked or self._handle is None:
            return
        self._asked.add(page)
        generation = self._generation
        column, descending = self._order

        def on_page(reply: TablePage | Failed) -> None:
            if generation == self._generation:
                self._take(page, reply)

        self._ask(ReadTable(self._handle, page * PAGE, PAGE, column, descending), on_page)

    def _take(self, page: int, reply: TablePage | Failed) -> None:
        if isinstance(reply, Failed):
            self.refused.emit(reply.error.message)
            if self._order[0] >= 0:
                self.sort(-1)
            return
        self._asked.discard(page)
        self._pages[page] = reply.rows
        while len(self._pages) > _PAGES_KEPT:
            self._pages.popitem(last=False)
        first, last = page * PAGE, min(self._rows, (page + 1) * PAGE) - 1
        if last >= first:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self._columns) - 1))
            self.headerDataChanged.emit(Qt.Orientation.Vertical, first, last)
        self.arrived.emit()

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            if orientation == Qt.Orientation.Horizontal:
                return self._columns[section] if section < len(self._columns) else None
            page, place = divmod(section, PAGE)
            rows = self._pages.get(page, ())
            return f"{rows[place].number:,}" if place < len(rows) else "…"
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            row = self.row(index.row())
            text = "" if row is None else row.cells[index.column()]
            return plain(text) if role == Qt.ItemDataRole.ToolTipRole else text
        return self._font if role == Qt.ItemDataRole.FontRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Have the session sort; ``-1`` is the order of the value."""
        wanted = (column, order == Qt.SortOrder.DescendingOrder)
        if wanted == self._order or not self._columns:
            return
        self._order = wanted
        self._forget()
        last = self.index(self._rows - 1, len(self._columns) - 1)
        self.dataChanged.emit(self.index(0, 0), last)


class TableForm(QWidget):
    """The table; a third click on a heading gives the order of the value back."""

    def __init__(self, ask: Ask, tokens: ThemeTokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.model = TableModel(ask, self)
        self.view = _TableView(self)
        self.view.setModel(self.model)
        self.view.setObjectName("detail.table")
        header = self.view.horizontalHeader()
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setMaximumSectionSize(_WIDEST * 3)
        header.setHighlightSections(False)
        self.view.setSortingEnabled(True)
        self.model.arrived.connect(self._fit_once)
        self.model.refused.connect(lambda _: header.setSortIndicator(-1, _ASCENDING))
        self._fitted = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)

    def show_table(self, handle: ValueHandle, columns: tuple[str, ...], rows: int) -> None:
        """Show another table."""
        self._fitted = False
        self.view.horizontalHeader().setSortIndicator(-1, _ASCENDING)
        self.model.show(handle, columns, rows)
        self.view.scrollToTop()
        width = self.view.fontMetrics().horizontalAdvance(f"{max(rows - 1, 0):,}")
        self.view.verticalHeader().setFixedWidth(width + 16)

    def _fit_once(self) -> None:
        """Columns as wide as the first rows need."""
        if self._fitted:
            return
        self._fitted = True
        self.view.resizeColumnsToContents()
        for column in range(self.model.columnCount()):
            self.view.setColumnWidth(column, min(self.view.columnWidth(column) + 8, _WIDEST))


_ASCENDING = Qt.SortOrder.AscendingOrder


class _TableView(QTableView):
    """Rows of one height; copying takes what is selected, with tabs between."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTabKeyNavigation(False)
        rows = self.verticalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(ROW_HEIGHT)
        rows.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.horizontalHeader().setResizeContentsPrecision(30)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setCornerButtonEnabled(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.copied: Callable[[str], None] = lambda _: None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied(self._selected())
        else:
            super().keyPressEvent(event)

    def _selected(self) -> str:
        rows: dict[int, list[str]] = {}
        for index in sorted(self.selectedIndexes(), key=lambda each: (each.row(), each.column())):
            rows.setdefault(index.row(), []).append(str(index.data()))
        return "\n".join("\t".join(cells) for cells in rows.values())
