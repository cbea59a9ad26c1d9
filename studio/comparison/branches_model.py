"""Two branches side by side, one row a superstep."""

from collections.abc import Sequence
from typing import Any, Literal

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QBrush, QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QTreeView

from runtime.debug.comparing.views import BranchesCompared, BranchRow, BranchStep
from studio.inspector.flat_delegate import FlatDelegate
from studio.language import later, tr
from studio.session.run_state import counted
from studio.shell.plain_text import one_line
from studio.shell.table_model import TOP, Index, TitledTableModel
from studio.shell.theme import ThemeTokens, mono_font

Side = Literal["first", "second"]
STEP, RAN, CHANNELS, TOOK = range(4)
PER_SIDE = 4
MARK = PER_SIDE
"""The column between both branches."""
SOURCES = {
    "input": later("input"),
    "update": later("edit"),
    "fork": later("fork"),
}
"""What made a checkpoint where no superstep did."""
TINT = 28


def side_of(column: int) -> Side:
    """Which branch a column belongs to."""
    return "first" if column <= MARK else "second"


class BranchesModel(TitledTableModel):
    """Step, nodes, channels and time of one branch, a mark where they differ, and of the other."""

    HEADERS = (
        later("Step"),
        later("Ran"),
        later("Changed"),
        later("Took"),
        "",
        later("Step"),
        later("Ran"),
        later("Changed"),
        later("Took"),
    )

    def __init__(self, tokens: ThemeTokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[BranchRow] = []
        self.first_difference: int | None = None
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._mono = mono_font()
        self._muted = QBrush(QColor(tokens.text_muted))
        self._mark = QBrush(QColor(tokens.running))
        tint = QColor(tokens.running)
        tint.setAlpha(TINT)
        self._tint = QBrush(tint)

    def clear(self) -> None:
        self.beginResetModel()
        self._rows = []
        self.first_difference = None
        self.endResetModel()

    def add(self, page: BranchesCompared) -> None:
        """Append a further page; one that is known only tells of the first difference."""
        new: Sequence[BranchRow] = page.rows[max(0, len(self._rows) - page.offset) :]
        if new:
            first = len(self._rows)
            self.beginInsertRows(TOP, first, first + len(new) - 1)
            self._rows += new
            self.endInsertRows()
        if page.first_difference != self.first_difference:
            self.first_difference = page.first_difference
            self._changed(page.first_difference)

    def _changed(self, row: int | None) -> None:
        if row is not None and row < len(self._rows):
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(self.HEADERS) - 1))

    def row(self, position: int) -> BranchRow:
        return self._rows[position]

    def step(self, index: Index) -> BranchStep | None:
        """The superstep of the branch that an index belongs to."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        return row.first if side_of(index.column()) == "first" else row.second

    def next_difference(self, after: int) -> int | None:
        """The next row at which other nodes ran or other channels were changed."""
        for position in range(after + 1, len(self._rows)):
            if self._differs(position):
                return position
        return None

    def count(self) -> int:
        return len(self._rows)

    def _differs(self, position: int) -> bool:
        return self._rows[position].differs or position == self.first_difference

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column, differs = index.column(), self._differs(index.row())
        if column == MARK:
            return self._of_mark(index.row(), role, differs)
        step = self.step(index)
        place = column if column < MARK else column - MARK - 1
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return "" if step is None else cells(step)[place]
        if role == Qt.ItemDataRole.FontRole and place == TOOK:
            return self._mono
        if role == Qt.ItemDataRole.ForegroundRole and (
            place in (STEP, TOOK) or (step is not None and step.source != "loop")
        ):
            return self._muted
        if role == Qt.ItemDataRole.BackgroundRole and differs:
            return self._tint
        if role == Qt.ItemDataRole.TextAlignmentRole and place in (STEP, TOOK):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _of_mark(self, row: int, role: int, differs: bool) -> Any:
        if role == Qt.ItemDataRole.BackgroundRole and differs:
            return self._tint
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._mark
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if not differs:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return "▶≠" if row == self.first_difference else "≠"
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            if row == self.first_difference:
                return tr("The first difference")
            return tr("Other nodes ran, or other channels were changed")
        return None


def cells(step: BranchStep) -> tuple[str, ...]:
    """What is said of one superstep."""
    ran, took = counted(step.ran), duration(step.duration_ms)
    if step.source in SOURCES:
        # The time since the checkpoint before is that of a person.
        ran, took = tr(SOURCES[step.source]), ""
    return (str(step.step), one_line(ran), ", ".join(step.channels), took)


def duration(milliseconds: float | None) -> str:
    """A time in a few characters."""
    if milliseconds is None:
        return ""
    if milliseconds < 1000:
        return tr("{milliseconds:.0f} ms", milliseconds=milliseconds)
    return tr("{seconds:,.1f} s", seconds=milliseconds / 1000)


class HalfDelegate(FlatDelegate):
    """Of the selected row only the branch is marked that a person went to."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view = self.parent()
        current = view.currentIndex() if isinstance(view, QTreeView) else QModelIndex()
        if index.column() == MARK or side_of(index.column()) != side_of(current.column()):
            option.state &= ~QStyle.StateFlag.State_Selected
        super().paint(painter, option, index)
