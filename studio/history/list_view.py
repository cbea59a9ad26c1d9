"""The list that shows a ``HistoryModel``."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from studio.history.delegate import HistoryDelegate
from studio.history.history_model import HistoryModel
from studio.shell.theme import ThemeTokens


class HistoryList(QListView):
    """Rows of one height with their lanes."""

    def __init__(self, model: HistoryModel, tokens: ThemeTokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.delegate = HistoryDelegate(model, tokens, self)
        self.setItemDelegate(self.delegate)
        model.lines_changed.connect(self.viewport().update)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.delegate.set_theme(tokens)
        self.viewport().update()
