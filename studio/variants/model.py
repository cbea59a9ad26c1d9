"""Qt's view of the variants: what each changes, which is edited here, and what came of it."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QObject, Qt, Signal
from PySide6.QtGui import QBrush, QColor

from runtime.debug.description import ChannelDescription
from studio.comparison.branches_model import duration
from studio.language import later, tr
from studio.shell.icons import icon, state_icon
from studio.shell.plain_text import plain
from studio.shell.table_model import TOP, Index
from studio.shell.theme import ThemeTokens, mono_font
from studio.variants.drafts import BadValue, VariantDraft, value_of
from studio.variants.runner import UNDER_WAY, Status, VariantResult

STATUS_WORDS: dict[Status, str] = {
    "": later("not run"),
    "forking": later("forking…"),
    "running": later("running…"),
    "reading": later("reading…"),
    "done": later("done"),
    "interrupted": later("waits for an answer"),
    "paused": later("paused"),
    "stopped": later("stopped"),
    "failed": later("failed"),
    "refused": later("refused"),
}
_STATES: dict[Status, str] = {
    "": "idle",
    "forking": "due",
    "running": "running",
    "reading": "running",
    "done": "wrote",
    "interrupted": "interrupted",
    "paused": "due",
    "stopped": "skipped",
    "failed": "failed",
    "refused": "failed",
}
RESULTS = (
    later("Status"),
    later("Steps"),
    later("Time"),
    later("Tokens"),
    later("First difference"),
)
STATUS, STEPS, TIME, TOKENS, DIFFERENCE = range(len(RESULTS))

Column = tuple[str, str]
"""``("edit", channel)``, ``("result", number)`` or ``("value", channel)``"""


class VariantsModel(QAbstractTableModel):
    """One row a variant: edited channels, results, values of chosen channels at the end."""

    edited = Signal()

    def __init__(
        self,
        channels: Sequence[ChannelDescription],
        tokens: ThemeTokens,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.channels = {channel.name: channel for channel in channels}
        self.written: list[str] = []
        self.shown: list[str] = []
        self.drafts: list[VariantDraft] = []
        self.results: Callable[[int], VariantResult | None] = lambda _: None
        self.locked = False
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._mono = mono_font()
        self._muted = QBrush(QColor(tokens.text_muted))
        self._problem = QBrush(QColor(tokens.failed))
        self._icons = {status: state_icon(state, tokens) for status, state in _STATES.items()}
        self._edit_icon = icon("edit", tokens, tokens.accent)

    @property
    def columns(self) -> list[Column]:
        """What the columns stand for."""
        return [
            *(("edit", name) for name in self.written),
            *(("result", str(number)) for number in range(len(RESULTS))),
            *(("value", name) for name in self.shown),
        ]

    def set_columns(self, written: Sequence[str], shown: Sequence[str]) -> None:
        """Which channels are edited, and of which the value at the end is shown."""
        self.beginResetModel()
        self.written, self.shown = list(written), list(shown)
        self.endResetModel()
        self.edited.emit()

    def add(self, drafts: Sequence[VariantDraft]) -> None:
        """Append variants."""
        if drafts:
            first = len(self.drafts)
            self.beginInsertRows(TOP, first, first + len(drafts) - 1)
            self.drafts += drafts
            self.endInsertRows()
            self.edited.emit()

    def remove(self, rows: Sequence[int]) -> None:
        """Take variants out; the others keep their order."""
        for row in sorted(rows, reverse=True):
            self.beginRemoveRows(TOP, row, row)
            self.drafts.pop(row)
            self.endRemoveRows()
        self.edited.emit()

    def problem(self, row: int, channel: str) -> str:
        """Why a cell's text is no value; empty where it is one, or nothing."""
        text = self.drafts[row].texts.get(channel, "")
        try:
            if text:
                value_of(text, self.channels[channel])
        except BadValue as bad:
            return str(bad)
        return ""

    def ready(self, row: int) -> bool:
        """Whether a variant changes something, by values that can be read."""
        texts = [self.drafts[row].texts.get(name, "") for name in self.written]
        return any(texts) and not any(self.problem(row, name) for name in self.written)

    def show_result(self, row: int) -> None:
        """More is known of a variant."""
        if 0 <= row < len(self.drafts):
            last = len(self.columns) - 1
            self.dataChanged.emit(self.index(row, len(self.written)), self.index(row, last))

    # --- QAbstractTableModel ---

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.drafts)

    def columnCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return str(section + 1) if role == Qt.ItemDataRole.DisplayRole else None
        if section >= len(self.columns):
            return None
        kind, name = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(RESULTS[int(name)]) if kind == "result" else name
        if role == Qt.ItemDataRole.DecorationRole and kind == "edit":
            return self._edit_icon
        if role == Qt.ItemDataRole.ToolTipRole and kind != "result":
            if kind == "edit":
                return tr("What {channel} becomes; an empty cell leaves it as it is", channel=name)
            return tr("{channel} at the end of the branch", channel=name)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.column() < len(self.written) and not self.locked:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or index.column() >= len(self.written):
            return False
        self.drafts[index.row()].texts[self.written[index.column()]] = str(value)
        self.dataChanged.emit(index, index)
        self.edited.emit()
        return True

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        kind, name = self.columns[index.column()]
        row = index.row()
        if kind == "edit":
            return self._of_edit(row, name, role)
        result = self.results(row) or VariantResult()
        if kind == "value":
            if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                text = result.values.get(name, "")
                return plain(text) if role == Qt.ItemDataRole.ToolTipRole else text
            return self._mono if role == Qt.ItemDataRole.FontRole else None
        if not result.status and int(name) == STATUS and (problem := self._problem_of(row)):
            if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                return plain(problem) if role == Qt.ItemDataRole.ToolTipRole else problem
            if role == Qt.ItemDataRole.ForegroundRole:
                return self._problem
        return self._of_result(result, int(name), role)

    def _problem_of(self, row: int) -> str:
        return next(filter(None, (self.problem(row, name) for name in self.written)), "")

    def _of_edit(self, row: int, channel: str, role: int) -> Any:
        text = self.drafts[row].texts.get(channel, "")
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return text
        if role == Qt.ItemDataRole.FontRole:
            return self._mono
        problem = self.problem(row, channel)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(problem or text)
        if role == Qt.ItemDataRole.ForegroundRole and problem:
            return self._problem
        return None

    def _of_result(self, result: VariantResult, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.DecorationRole and column == STATUS:
            return self._icons[result.status]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            text = result_cells(result)[column]
            return plain(text) if role == Qt.ItemDataRole.ToolTipRole else text
        if role == Qt.ItemDataRole.ForegroundRole:
            if column == STATUS and result.status in ("failed", "refused"):
                return self._problem
            if not result.status or result.status in UNDER_WAY:
                return self._muted
        if role == Qt.ItemDataRole.TextAlignmentRole and column in (STEPS, TIME, TOKENS):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None


def result_cells(result: VariantResult) -> tuple[str, ...]:
    """What is said of a variant's run."""
    status = tr(STATUS_WORDS[result.status])
    if result.text:
        status = tr("{status}: {text}", status=status, text=result.text)
    return (
        status,
        str(result.steps) if result.begin is not None else "",
        duration(result.duration_ms),
        "" if result.tokens is None else f"{result.tokens:,}",
        result.difference,
    )
