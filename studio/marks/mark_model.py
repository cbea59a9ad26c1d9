"""Qt's view of the marks on nodes."""

import json
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QBrush, QColor

from runtime.debug.marks.views import MarkProblem, NodeMark
from studio.breakpoints.places import place_text
from studio.language import later, tr
from studio.marks.mark_list import MarkList
from studio.marks.words import LOOKS
from studio.shell.icons import icon
from studio.shell.plain_text import one_line, plain
from studio.shell.table_model import TOP, Index, TitledTableModel
from studio.shell.theme import ThemeTokens, mono_font

MARK, NODE, OUTPUT = range(3)
LONGEST = 400
"""Characters of an output that are listed."""


class MarkModel(TitledTableModel):
    """What is marked, which node, and its pinned output, or why the mark does not fit."""

    HEADERS = (later("Mark"), later("Node"), later("Output"))
    edited = Signal()

    def __init__(self, tokens: ThemeTokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.marks = MarkList()
        self._problems: dict[Any, str] = {}
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._mono = mono_font()
        self._problem = QBrush(QColor(tokens.failed))
        self._icons = {
            kind: icon(look.icon, tokens, str(getattr(tokens, look.color)))
            for kind, look in LOOKS.items()
        }

    def count(self) -> int:
        return len(self.marks)

    def mark(self, row: int) -> NodeMark | None:
        """The mark in a row."""
        return self.marks[row] if 0 <= row < len(self.marks) else None

    def change(self, act: Any, *arguments: Any) -> None:
        """Do something to the list, and tell of it."""
        self.beginResetModel()
        act(*arguments)
        self.endResetModel()
        self.edited.emit()

    def set_problems(self, problems: tuple[MarkProblem, ...]) -> None:
        """Say which marks do not fit the open graph."""
        self._problems = {}
        for problem in problems:
            for mark in self.marks:
                if mark == problem.mark:
                    self._problems[id_of(mark)] = problem.message
        if self.marks:
            last = self.index(len(self.marks) - 1, OUTPUT)
            self.dataChanged.emit(self.index(0, MARK), last)

    def problem(self, mark: NodeMark) -> str:
        return self._problems.get(id_of(mark), "")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        mark = self.mark(index.row()) if index.isValid() else None
        if mark is None:
            return None
        column = index.column()
        problem = self.problem(mark)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cell(mark, column, problem)
            case Qt.ItemDataRole.DecorationRole if column == MARK:
                return self._icons[mark.kind]
            case Qt.ItemDataRole.FontRole if column == OUTPUT and not problem:
                return self._mono
            case Qt.ItemDataRole.ForegroundRole if problem and column == OUTPUT:
                return self._problem
            case Qt.ItemDataRole.ToolTipRole:
                return plain("\n".join(filter(None, (tr(LOOKS[mark.kind].sentence), problem))))
        return None

    def _cell(self, mark: NodeMark, column: int, problem: str) -> str:
        if column == MARK:
            return tr(LOOKS[mark.kind].short)
        if column == NODE:
            place = place_text(mark.namespace, mark.node)
            return place if mark.index is None else f"{place} [{mark.index}]"
        return problem or output_text(mark)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        title = super().headerData(section, orientation, role)
        return tr(title) if isinstance(title, str) else title

    def rowCount(self, parent: Index = TOP) -> int:
        return super().rowCount(parent)


def id_of(mark: NodeMark) -> Any:
    """What tells marks apart; their values may not be hashable."""
    return (mark.kind, mark.namespace, mark.node, mark.index)


def output_text(mark: NodeMark) -> str:
    """A pinned output on one line."""
    if mark.kind != "pin":
        return ""
    parts = [
        f"{write.channel} = {json.dumps(write.value, ensure_ascii=False)}" for write in mark.writes
    ]
    goes = [*mark.goto, *(send.node for send in mark.sends)]
    if goes:
        parts.append(f"→ {', '.join(goes)}")
    text = one_line(", ".join(parts)) or tr("nothing")
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
