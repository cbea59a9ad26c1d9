"""Cells in flat colours: selected ones, and those with a background of their own."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from studio.inspector.tree_model import Index


class FlatDelegate(QStyledItemDelegate):
    """Fusion draws a gradient and a focus frame over cells, whatever the style sheet says."""

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
