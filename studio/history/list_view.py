"""Lists of very many rows, and the one that shows a ``HistoryModel``."""

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from studio.history.delegate import HistoryDelegate
from studio.history.history_model import HistoryModel
from studio.shell.theme import ROW_HEIGHT, ThemeTokens


class EvenList(QTableView):
    """One column of rows of one height, however many.

    A table asks its model about the rows that are seen, where a list of Qt asks about each row
    whenever any of them changes.
    """

    def __init__(self, row_height: int, parent: QWidget) -> None:
        super().__init__(parent)
        across, down = self.horizontalHeader(), self.verticalHeader()
        across.hide()
        across.setStretchLastSection(True)
        across.setMinimumSectionSize(0)
        down.hide()
        down.setMinimumSectionSize(row_height)
        down.setDefaultSectionSize(row_height)
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End go to the first and the last row."""
        ends = {
            QAbstractItemView.CursorAction.MoveHome: 0,
            QAbstractItemView.CursorAction.MoveEnd: self.model().rowCount() - 1,
        }
        if action in ends:
            return self.model().index(ends[action], 0)
        return super().moveCursor(action, modifiers)

    def keyboardSearch(self, search: str) -> None:
        """Nothing: it would read every row, and there is a filter."""


class HistoryList(EvenList):
    """Checkpoints with their lanes."""

    def __init__(self, model: HistoryModel, tokens: ThemeTokens, parent: QWidget) -> None:
        super().__init__(ROW_HEIGHT, parent)
        self.setModel(model)
        self.delegate = HistoryDelegate(model, tokens, self)
        self.setItemDelegate(self.delegate)
        model.lines_changed.connect(self.viewport().update)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.delegate.set_theme(tokens)
        self.viewport().update()
