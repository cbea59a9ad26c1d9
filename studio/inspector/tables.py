"""Flat tables that look like the trees beside them."""

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QHeaderView,
    QTreeView,
    QWidget,
)

from studio.inspector.flat_delegate import FlatDelegate


class FlatTable(QTreeView):
    """Has no current row before a person, or the program, chooses one."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt would make the first row current, which moves the moment or opens details."""
        if self.currentIndex().isValid():
            super().focusInEvent(event)
        else:
            QAbstractScrollArea.focusInEvent(self, event)
            self.viewport().update()


def flat_table(
    model: QAbstractItemModel, widths: tuple[int, ...], stretch: int, parent: QWidget
) -> QTreeView:
    """A list with columns; the column ``stretch`` takes the width that is left."""
    view = FlatTable(parent)
    view.setRootIsDecorated(False)
    view.setItemsExpandable(False)
    view.setUniformRowHeights(True)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setTextElideMode(Qt.TextElideMode.ElideRight)
    view.setItemDelegate(FlatDelegate(view))
    view.setModel(model)
    header = view.header()
    header.setStretchLastSection(False)
    header.setHighlightSections(False)
    header.setTextElideMode(Qt.TextElideMode.ElideRight)
    header.setMinimumSectionSize(40)
    for column, width in enumerate(widths):
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(column, width)
    header.setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)
    return view
