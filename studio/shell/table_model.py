"""What Qt's table models have in common: rows of one list under fixed column titles."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from studio.language import tr

Index = QModelIndex | QPersistentModelIndex
TOP = QModelIndex()


class TitledTableModel(QAbstractTableModel):
    """A flat table; a subclass names its ``HEADERS`` and counts its rows."""

    HEADERS: tuple[str, ...] = ()

    def count(self) -> int:
        """Number of rows."""
        raise NotImplementedError

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else self.count()

    def columnCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.HEADERS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(self.HEADERS[section])
        return None
