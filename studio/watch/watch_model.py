"""Qt's view of watched expressions: one row a checkpoint, one column an expression."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QObject, Qt
from PySide6.QtGui import QBrush, QColor, QFont

from runtime.debug.views import CheckpointRow, Watched, WatchRow
from studio.language import tr
from studio.shell.plain_text import plain
from studio.shell.table_model import TOP, Index
from studio.shell.theme import ThemeTokens, mono_font, ui_font


class WatchModel(QAbstractTableModel):
    """Newest checkpoint first. The first column names step and node that is due."""

    def __init__(self, tokens: ThemeTokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.expressions: list[str] = []
        self.rows: list[WatchRow] = []
        self._looked_at: str | None = None
        self._chosen = 0
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._mono = mono_font()
        self._bold = ui_font(weight=QFont.Weight.DemiBold)
        self._problem = QBrush(QColor(tokens.text_muted))
        self._changed = QBrush(QColor(tokens.changed))

    def show(self, expressions: Sequence[str], rows: Sequence[WatchRow]) -> None:
        self.beginResetModel()
        self.expressions, self.rows = list(expressions), list(rows)
        self.endResetModel()

    def add(self, rows: Sequence[WatchRow]) -> None:
        """Append older checkpoints."""
        if rows:
            first = len(self.rows)
            self.beginInsertRows(TOP, first, first + len(rows) - 1)
            self.rows += rows
            self.endInsertRows()

    def look_at(self, checkpoint_id: str | None) -> None:
        """Mark the moment that is looked at."""
        self._looked_at = checkpoint_id
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, 0))

    def choose(self, column: int) -> None:
        """Mark the expression that is drawn and that would be removed."""
        self._chosen = column
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.expressions))

    def problem(self, place: int, column: int) -> str:
        """Why an expression has no value at a checkpoint."""
        if not (0 <= place < len(self.rows) and 0 < column <= len(self.expressions)):
            return ""
        return self.rows[place].values[column - 1].problem

    def position(self, checkpoint_id: str) -> int | None:
        for place, each in enumerate(self.rows):
            if each.row.checkpoint_id == checkpoint_id:
                return place
        return None

    def numbers(self, column: int) -> list[float | None]:
        """Values of an expression oldest first; ``None`` where it is no number."""
        if not 0 < column <= len(self.expressions):
            return []
        return [each.values[column - 1].number for each in reversed(self.rows)]

    def row(self, place: int) -> CheckpointRow:
        return self.rows[place].row

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.expressions) + 1

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.FontRole and section == self._chosen:
            return self._bold
        text = tr("Step") if section == 0 else self.expressions[section - 1]
        return text if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole) else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        each, column = self.rows[index.row()], index.column()
        if column == 0:
            return self._step(each.row, role)
        value = each.values[column - 1]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            text = value.problem or value.text
            return plain(text) if role == Qt.ItemDataRole.ToolTipRole else text
        if role == Qt.ItemDataRole.FontRole:
            return None if value.problem else self._mono
        if role == Qt.ItemDataRole.ForegroundRole and value.problem:
            return self._problem
        if role == Qt.ItemDataRole.BackgroundRole and self._differs(index.row(), column, value):
            return self._changed
        return None

    def _step(self, row: CheckpointRow, role: int) -> Any:
        due = ", ".join(dict.fromkeys(row.next)) or "end"
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return f"{row.step}  {due}"
        if role == Qt.ItemDataRole.FontRole and row.checkpoint_id == self._looked_at:
            return self._bold
        return None

    def _differs(self, place: int, column: int, value: Watched) -> bool:
        """Whether the value is another one than at the checkpoint listed below."""
        if place + 1 >= len(self.rows):
            return False
        return self.rows[place + 1].values[column - 1] != value
