"""Flat tables that look like the trees beside them."""

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from studio.inspector.flat_delegate import FlatDelegate


def flat_table(
    model: QAbstractItemModel, widths: tuple[int, ...], stretch: int, parent: QWidget
) -> QTreeView:
    """A list with columns; the column ``stretch`` takes the width that is left."""
    view = QTreeView(parent)
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
