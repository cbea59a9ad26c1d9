"""The Why panel: which nodes are due at the moment, by which rule, and what the others lack."""

import re

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from runtime.debug.views import CheckpointView
from studio.inspector.tables import flat_table
from studio.inspector.why_models import NodesModel, TriggersModel
from studio.language import tr
from studio.language.engine import reason_text
from studio.shell.empty_state import EmptyState
from studio.shell.theme import GUTTER, ThemeTokens


def foldable(sentence: str) -> str:
    """``sentence`` with invisible places to break lines inside words that are too long for one."""
    return re.sub(r"\S{25,}", lambda long: re.sub(r"(.{12})", "\\1\u200b", long[0]), sentence)


class WhyPanel(QWidget):
    """All nodes above, the selected node's sentence and triggers below."""

    node_selected = Signal(str)
    channel_requested = Signal(str)
    """Name of a trigger channel that was double-clicked."""

    def __init__(self, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel.why")
        self._node = ""
        self._arguments: dict[int, str] = {}
        self._filling = False
        self.nodes = NodesModel(tokens, self)
        self.triggers = TriggersModel(tokens, self)
        self.node_list = flat_table(self.nodes, (120, 88, 100), 2, self)
        self.node_list.setObjectName("why.nodes")
        self.trigger_table = flat_table(self.triggers, (132, 120, 92), 1, self)
        self.trigger_table.setObjectName("why.triggers")
        self.sentence = QLabel(self)
        self.sentence.setObjectName("why.sentence")
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setWordWrap(True)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.sentence.setProperty("role", "heading")
        # Long names must not widen the panel.
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.sentence.setContentsMargins(GUTTER, GUTTER, GUTTER, GUTTER)
        self._empty = EmptyState(
            "why",
            tr("Which nodes are due at the selected checkpoint, and why, appears here."),
            tokens,
            parent=self,
        )
        below = QWidget(self)
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.sentence)
        column.addWidget(self.trigger_table, 1)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.addWidget(self.node_list)
        splitter.addWidget(below)
        splitter.setStretchFactor(0, 1)
        splitter.setStretchFactor(1, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(splitter)
        selection = self.node_list.selectionModel()
        selection.currentRowChanged.connect(self._row_changed)
        self.trigger_table.doubleClicked.connect(self._trigger_activated)
        self.show_checkpoint(None)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.nodes.set_theme(tokens)
        self.triggers.set_theme(tokens)
        self.node_list.viewport().update()
        self.trigger_table.viewport().update()
        self._empty.set_theme(tokens)

    def show_checkpoint(self, view: CheckpointView | None) -> None:
        """Explain another moment; the node that was looked at stays selected."""
        self._stack.setCurrentIndex(0 if view is None else 1)
        self._arguments = {
            task.index: task.input.text
            for task in (() if view is None else view.tasks)
            if task.index is not None and task.input is not None
        }
        self._filling = True
        self.nodes.show(() if view is None else view.explanations)
        self._filling = False
        self.select_node(self._node)

    def select_node(self, node: str) -> None:
        """Explain one node; the first of the list where the moment knows no such node."""
        self._node = node
        row = self.nodes.row_of(node) or 0
        if self.nodes.rowCount():
            self._filling = True
            self.node_list.setCurrentIndex(self.nodes.index(row, 0))
            self._filling = False
        self._explain(row)

    def _row_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        if self._filling or not current.isValid():
            return
        self._explain(current.row())
        explanation = self.nodes.explanation(current.row())
        if explanation is not None:
            self._node = explanation.node
            self.node_selected.emit(explanation.node)

    def _explain(self, row: int) -> None:
        explanation = self.nodes.explanation(row)
        self.triggers.show(explanation, self._arguments)
        self.sentence.setText(
            "" if explanation is None else foldable(reason_text(explanation.sentence))
        )

    def _trigger_activated(self, index: QModelIndex) -> None:
        channel = self.triggers.channel(index.row())
        if channel:
            self.channel_requested.emit(channel)
