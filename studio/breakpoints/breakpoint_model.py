"""Qt's view of the breakpoints; editing a cell changes the list."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import (
    QObject,
    Qt,
    Signal,
)
from PySide6.QtGui import QBrush, QColor, QFont

from runtime.debug.commands import Breakpoint
from studio.breakpoints.table import (
    ANY,
    KIND_WORDS,
    KINDS,
    OF_NODES,
    BreakpointTable,
    problem_of,
)
from studio.shell.icons import icon
from studio.shell.table_model import TOP, Index, TitledTableModel
from studio.shell.theme import ThemeTokens, mono_font, ui_font

KIND, SUBJECT, CONDITION, NOTE = range(4)


class BreakpointModel(TitledTableModel):
    """Kind (with the enabled box), subject, condition, and what is wrong or was hit."""

    HEADERS = ("Stop", "Where", "Only if", "")
    edited = Signal()

    def __init__(self, tokens: ThemeTokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table = BreakpointTable()
        self.hit: str | None = None
        self._nodes: tuple[str, ...] = ()
        self._channels: tuple[str, ...] = ()
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._mono = mono_font()
        self._bold = ui_font(weight=QFont.Weight.DemiBold)
        self._muted = QBrush(QColor(tokens.text_muted))
        self._problem = QBrush(QColor(tokens.failed))
        self._hit = QBrush(QColor(tokens.running))
        self._hit_icon = icon("pause", tokens, tokens.running)
        self._on = icon("breakpoint", tokens, tokens.failed)
        self._off = icon("breakpoint-off", tokens, tokens.text_muted)

    def set_names(self, nodes: tuple[str, ...], channels: tuple[str, ...]) -> None:
        """What the open graph has to stop at."""
        self._nodes, self._channels = nodes, channels
        self._all_changed()

    def show(self, breakpoints: Iterable[Breakpoint]) -> None:
        self.beginResetModel()
        self.table.replace_all(breakpoints)
        self.endResetModel()

    def append(self, breakpoint: Breakpoint) -> int:
        """List a further breakpoint; returns its row."""
        row = len(self.table)
        self.beginInsertRows(TOP, row, row)
        self.table.append(breakpoint)
        self.endInsertRows()
        self.edited.emit()
        return row

    def remove(self, row: int) -> None:
        self.beginRemoveRows(TOP, row, row)
        self.table.remove(row)
        self.endRemoveRows()
        self.edited.emit()

    def set_hit(self, breakpoint_id: str | None) -> None:
        """Mark the breakpoint at which the run waits."""
        if breakpoint_id != self.hit:
            self.hit = breakpoint_id
            self._all_changed()

    def count(self) -> int:
        return len(self.table)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if not index.isValid():
            return flags
        if index.column() == KIND:
            return flags | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEditable
        is_condition = self.table[index.row()].kind == "condition"
        if index.column() == CONDITION or (index.column() == SUBJECT and not is_condition):
            return flags | Qt.ItemFlag.ItemIsEditable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self.table[index.row()], index.column()
        if role == Qt.ItemDataRole.CheckStateRole and column == KIND:
            return Qt.CheckState.Checked if row.enabled else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)
        if role == Qt.ItemDataRole.EditRole:
            return (row.kind, row.subject or ANY, row.condition, "")[column]
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._brush(row, column)
        if role == Qt.ItemDataRole.FontRole and column in (SUBJECT, CONDITION):
            return self._mono
        if role == Qt.ItemDataRole.FontRole and column == NOTE:
            return self._bold
        if role == Qt.ItemDataRole.DecorationRole:
            if column == KIND:
                return self._on if row.enabled else self._off
            if column == NOTE and row.id == self.hit:
                return self._hit_icon
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._problem_of(row) or None
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if not index.isValid():
            return False
        row, column = index.row(), index.column()
        before = self.table[row]
        if role == Qt.ItemDataRole.CheckStateRole and column == KIND:
            self.table.set_enabled(row, Qt.CheckState(value) == Qt.CheckState.Checked)
        elif role != Qt.ItemDataRole.EditRole:
            return False
        elif column == KIND and value in KINDS:
            self.table.set_kind(row, value)
        elif column == SUBJECT:
            self.table.set_subject(row, str(value))
        elif column == CONDITION:
            self.table.set_condition(row, str(value))
        else:
            return False
        if self.table[row] != before:
            self.dataChanged.emit(self.index(row, 0), self.index(row, NOTE))
            self.edited.emit()
        return True

    def _text(self, row: Breakpoint, column: int) -> str:
        if column == NOTE:
            return self._problem_of(row) or ("waits here" if row.id == self.hit else "")
        subject = "" if row.kind == "condition" else row.subject or ANY
        return (KIND_WORDS[row.kind], subject, row.condition)[column]

    def _problem_of(self, row: Breakpoint) -> str:
        """Why a breakpoint cannot be used, or will stop nowhere in the open graph."""
        unusable = problem_of(row)
        if unusable or not self._nodes or not row.subject or row.kind == "condition":
            return unusable
        of_node = row.kind in OF_NODES
        if row.subject in (self._nodes if of_node else self._channels):
            return ""
        return f"there is no such {'node' if of_node else 'channel'}"

    def _brush(self, row: Breakpoint, column: int) -> QBrush | None:
        if column == NOTE:
            return self._problem if self._problem_of(row) else self._hit
        if not row.enabled or (column == SUBJECT and not row.subject):
            return self._muted
        return None

    def _all_changed(self) -> None:
        if len(self.table):
            last = self.index(len(self.table) - 1, NOTE)
            self.dataChanged.emit(self.index(0, 0), last)
