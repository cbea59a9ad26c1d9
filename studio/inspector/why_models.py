"""Qt's view of the activation rule: the list of nodes and the table of one node's triggers."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QBrush, QColor, QFont

from runtime.debug.views import NodeExplanation
from studio.inspector.why_rows import TriggerLine, ordered, rule_text, send_line, trigger_line
from studio.language import later, tr
from studio.language.engine import reason_text
from studio.shell.icons import state_icon
from studio.shell.table_model import Index, TitledTableModel
from studio.shell.theme import ThemeTokens, mono_font, ui_font


class NodesModel(TitledTableModel):
    """Nodes, due ones first: name, verdict, the rule in short."""

    HEADERS = (later("Node"), later("State"), later("Rule"))

    def __init__(self, tokens: ThemeTokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._explanations: list[NodeExplanation] = []
        self._rules: list[str] = []
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._bold = ui_font(weight=QFont.Weight.DemiBold)
        self._mono = mono_font()
        self._icons = {True: state_icon("due", tokens), False: state_icon("idle", tokens)}
        self._brushes = {
            True: QBrush(QColor(tokens.due)),
            False: QBrush(QColor(tokens.text_muted)),
        }

    def show(self, explanations: Sequence[NodeExplanation]) -> None:
        self.beginResetModel()
        self._explanations = ordered(explanations)
        self._rules = [rule_text(each) for each in self._explanations]
        self.endResetModel()

    def explanation(self, row: int) -> NodeExplanation | None:
        return self._explanations[row] if 0 <= row < len(self._explanations) else None

    def row_of(self, node: str) -> int | None:
        names = [each.node for each in self._explanations]
        return names.index(node) if node in names else None

    def count(self) -> int:
        return len(self._explanations)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        each, column = self._explanations[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            verdict = tr("due") if each.due else tr("not due")
            return (each.node, verdict, self._rules[index.row()])[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return reason_text(each.sentence)
        if role == Qt.ItemDataRole.FontRole:
            return (self._bold if each.due else None, None, self._mono)[column]
        if role == Qt.ItemDataRole.ForegroundRole and column == 1:
            return self._brushes[each.due]
        if role == Qt.ItemDataRole.ForegroundRole and not each.due:
            return self._brushes[False]
        if role == Qt.ItemDataRole.DecorationRole and column == 1:
            return self._icons[each.due]
        return None


class TriggersModel(TitledTableModel):
    """What may make one node due: waiting Sends, and triggers against what the node has seen."""

    HEADERS = (later("Trigger"), later("Version > seen"), later("Written by"))

    def __init__(self, tokens: ThemeTokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[TriggerLine] = []
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._mono = mono_font()
        self._due = QBrush(QColor(tokens.due))
        self._icon = state_icon("due", tokens)

    def show(self, explanation: NodeExplanation | None, arguments: Mapping[int, str]) -> None:
        """``arguments`` are what the ``Send``s carry, by their index."""
        self.beginResetModel()
        self._lines = []
        if explanation is not None:
            self._lines += [
                send_line(send, arguments.get(send.index, "")) for send in explanation.sends
            ]
            self._lines += [trigger_line(trigger) for trigger in explanation.triggers]
        self.endResetModel()

    def channel(self, row: int) -> str:
        """The trigger channel of a row, empty for a ``Send``."""
        return self._lines[row].channel

    def count(self) -> int:
        return len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line, column = self._lines[index.row()], index.column()
        text = (line.title, line.verdict, line.written_by)[column]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return text
        if role == Qt.ItemDataRole.FontRole and column < 2:
            return self._mono
        if role == Qt.ItemDataRole.ForegroundRole and line.due and column == 1:
            return self._due
        if role == Qt.ItemDataRole.DecorationRole and line.due and column == 1:
            return self._icon
        return None
