"""Qt's view of what a search found, in the order in which it came."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QBrush, QColor

from runtime.debug.views import SearchHit
from studio.history.checkpoints import clock_time
from studio.language import later, tr
from studio.search.hit_delegate import SPAN
from studio.shell.plain_text import plain
from studio.shell.table_model import TOP, Index, TitledTableModel
from studio.shell.theme import ThemeTokens, mono_font

STEP, SAVED, CHANNEL, PATH, FOUND = range(5)


class HitsModel(TitledTableModel):
    """One row a hit: step, when it was saved, channel, path, and what stands there.

    The time tells steps of two branches apart.
    """

    HEADERS = (later("Step"), later("Saved"), later("Channel"), later("Path"), later("Found"))

    def __init__(self, tokens: ThemeTokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: list[SearchHit] = []
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._mono = mono_font()
        self._muted = QBrush(QColor(tokens.text_muted))

    def clear(self) -> None:
        self.beginResetModel()
        self._hits = []
        self.endResetModel()

    def add(self, hits: Sequence[SearchHit]) -> None:
        """Append what a further page found."""
        if hits:
            first = len(self._hits)
            self.beginInsertRows(TOP, first, first + len(hits) - 1)
            self._hits += hits
            self.endInsertRows()

    def hit(self, row: int) -> SearchHit:
        return self._hits[row]

    def count(self) -> int:
        return len(self._hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        hit, column = self._hits[index.row()], index.column()
        if role == Qt.ItemDataRole.ToolTipRole and column <= SAVED:
            return tr(
                "checkpoint {checkpoint_id}, saved {created_at}",
                checkpoint_id=hit.row.checkpoint_id,
                created_at=hit.row.created_at,
            )
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            saved = clock_time(hit.row.created_at)
            cells = (str(hit.row.step), saved, hit.channel, ".".join(hit.path), hit.text)
            text = cells[column]
            return plain(text) if role == Qt.ItemDataRole.ToolTipRole else text
        if role == Qt.ItemDataRole.FontRole and column not in (STEP, CHANNEL):
            return self._mono
        if role == Qt.ItemDataRole.ForegroundRole and column in (STEP, SAVED, PATH):
            return self._muted
        if role == SPAN:
            return self._span(hit, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column == 0:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    @staticmethod
    def _span(hit: SearchHit, column: int) -> tuple[int, int] | None:
        """Where in a cell's text what was found stands."""
        if column == FOUND and hit.end:
            return hit.start, hit.end
        if column == PATH and not hit.end and hit.path:
            whole = len(".".join(hit.path))
            return whole - len(hit.path[-1]), whole
        return None
