"""Cells in flat colours: selected ones, and those with a background of their own."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QBrush, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from studio.shell.table_model import Index


class FlatDelegate(QStyledItemDelegate):
    """Fusion draws a gradient and a focus frame over cells, whatever the style sheet says.

    ``names`` is the column of names, which differ at their ends and are elided in the middle.
    """

    def __init__(self, parent: QObject | None = None, names: int = 0) -> None:
        super().__init__(parent)
        self._names = names

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        # Painted by hand, over the whole cell.
        option.backgroundBrush = QBrush()
        if option.font.fixedPitch():
            # The smaller type stands on the line of the words beside it.
            option.rect = option.rect.translated(0, -1)
        if index.column() == self._names:
            option.textElideMode = Qt.TextElideMode.ElideMiddle

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell = QStyleOptionViewItem(option)
        cell.state &= ~QStyle.StateFlag.State_HasFocus
        if cell.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(cell.rect, cell.palette.highlight())
            cell.state &= ~QStyle.StateFlag.State_Selected
            cell.state &= ~QStyle.StateFlag.State_MouseOver
        else:
            background = index.data(Qt.ItemDataRole.BackgroundRole)
            if isinstance(background, QBrush):
                painter.fillRect(cell.rect, background)
        super().paint(painter, cell, index)
