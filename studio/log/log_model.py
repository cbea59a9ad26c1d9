"""Qt's view of the log."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QObject,
    Qt,
)
from PySide6.QtGui import QBrush, QColor

from studio.language import later
from studio.log.lines import LIMIT, LOUD, QUIET, LogLine, LogLines
from studio.shell.plain_text import plain
from studio.shell.table_model import TOP, Index, TitledTableModel
from studio.shell.theme import ThemeTokens, mono_font


class LogModel(TitledTableModel):
    """Step, task, kind and text of each line that the filter lets through."""

    HEADERS = (later("Step"), later("Task"), later("Kind"), later("Text"))

    def __init__(
        self, tokens: ThemeTokens, parent: QObject | None = None, limit: int = LIMIT
    ) -> None:
        super().__init__(parent)
        self._limit = limit
        self._lines = LogLines(limit)
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._mono = mono_font()
        self._text = QBrush(QColor(tokens.text))
        self._muted = QBrush(QColor(tokens.text_muted))
        self._loud = QBrush(QColor(tokens.failed))
        self._asks = QBrush(QColor(tokens.interrupted))

    @property
    def kept(self) -> int:
        """Number of lines in memory, visible or not."""
        return len(self._lines)

    def line(self, row: int) -> LogLine:
        return self._lines.visible[row]

    def append(self, lines: Sequence[LogLine]) -> None:
        """Add a batch; the oldest lines go where the limit is reached."""
        lines = lines[-self._limit :]
        surplus = self._lines.overflow(len(lines))
        if surplus:
            gone = self._lines.visible_among_oldest(surplus)
            if gone:
                self.beginRemoveRows(TOP, 0, gone - 1)
            self._lines.drop_oldest(surplus, gone)
            if gone:
                self.endRemoveRows()
        shown = [line for line in lines if self._lines.accepts(line)]
        first = len(self._lines.visible)
        if shown:
            self.beginInsertRows(TOP, first, first + len(shown) - 1)
        self._lines.append(lines, shown)
        if shown:
            self.endInsertRows()

    def filter(self, node: str, text: str) -> None:
        self.beginResetModel()
        self._lines.filter(node, text)
        self.endResetModel()

    def clear(self) -> None:
        self.beginResetModel()
        self._lines.clear()
        self.endResetModel()

    # --- QAbstractTableModel ---

    def count(self) -> int:
        return len(self._lines.visible)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole and orientation == Qt.Orientation.Horizontal:
            right = Qt.AlignmentFlag.AlignRight if section == 0 else Qt.AlignmentFlag.AlignLeft
            return right | Qt.AlignmentFlag.AlignVCenter
        return super().headerData(section, orientation, role)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line, column = self._lines.visible[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return (line.step, line.task, line.kind, line.text)[column]
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._brush(line, column)
        if role == Qt.ItemDataRole.FontRole and column in (0, 3):
            return self._mono
        if role == Qt.ItemDataRole.TextAlignmentRole and column == 0:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole and column in (1, 3):
            return plain(line.task if column == 1 else line.text[:2000]) or None
        return None

    def _brush(self, line: LogLine, column: int) -> QBrush:
        if line.kind in LOUD:
            return self._loud
        if line.kind == "asks":
            return self._asks
        return self._muted if column == 2 or line.kind in QUIET else self._text
