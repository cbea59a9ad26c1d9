"""The Breakpoints panel: where runs pause by themselves."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QStackedLayout,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.commands import Breakpoint, BreakpointKind
from runtime.debug.description import GraphDescription
from runtime.debug.events import Event, RunEnded, RunPaused, RunStarted
from studio.breakpoints.breakpoint_model import CONDITION, NOTE, SUBJECT, BreakpointModel
from studio.breakpoints.editors import BreakpointDelegate
from studio.breakpoints.table import KIND_WORDS, KINDS, OF_NODES, subjects_for
from studio.inspector.elided_label import ElidedLabel
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens


class BreakpointsPanel(QWidget):
    """Table of breakpoints. ``changed`` carries all usable ones as a tuple."""

    changed = Signal(object)
    node_selected = Signal(str)

    def __init__(self, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel.breakpoints")
        self._nodes: tuple[str, ...] = ()
        self._channels: tuple[str, ...] = ()
        self._node = ""
        self._own_stops = ""
        self.model = BreakpointModel(tokens, self)
        self.model.edited.connect(self._edited)
        self.table = _BreakpointTable(self.model, self)
        self.table.setItemDelegate(BreakpointDelegate(self.model, self._subjects, self.table))
        self.table.remove_requested.connect(self.remove_selected)
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)
        self.summary = ElidedLabel(parent=self)
        self.summary.setObjectName("breakpoints.summary")
        self.summary.setProperty("role", "muted")
        self.add_menu = QMenu(self)
        for kind in KINDS:
            action = self.add_menu.addAction(f"Stop {KIND_WORDS[kind]}")
            action.triggered.connect(lambda _=False, k=kind: self.add(k))
        self.add_button = QToolButton(self)
        self.add_button.setObjectName("breakpoints.add")
        self.add_button.setToolTip("Add a breakpoint")
        self.add_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add_button.setMenu(self.add_menu)
        self.add_button.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.remove_button = QToolButton(self)
        self.remove_button.setObjectName("breakpoints.remove")
        self.remove_button.setToolTip("Remove the selected breakpoint (Delete)")
        self.remove_button.clicked.connect(self.remove_selected)
        self.empty = EmptyState(
            "breakpoint",
            "Breakpoints pause a run before or after a node, when a channel is written, "
            "when an expression holds, or when a node fails.",
            tokens,
            "Stop before a node",
            lambda: self.add("before"),
            self,
        )
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.setSpacing(GRID)
        bar.addWidget(self.summary, 1)
        bar.addWidget(self.add_button)
        bar.addWidget(self.remove_button)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addLayout(self._stack, 1)
        self.set_theme(tokens)
        self._tell()

    @property
    def breakpoints(self) -> tuple[Breakpoint, ...]:
        """All breakpoints that a session can take, disabled ones included."""
        return self.model.table.usable()

    @property
    def nodes(self) -> dict[str, bool]:
        """Nodes with a breakpoint of their own, and whether one of them is enabled."""
        return self.model.table.nodes()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.model.set_theme(tokens)
        self.table.viewport().update()
        self.add_button.setIcon(icon("add", tokens))
        self.remove_button.setIcon(icon("remove", tokens))
        self.empty.set_theme(tokens)

    def set_graph(self, graph: GraphDescription | None) -> None:
        """Offer the nodes and channels of another graph; the breakpoints stay."""
        nodes = () if graph is None else graph.nodes
        before = [node.name for node in nodes if node.interrupts_before]
        after = [node.name for node in nodes if node.interrupts_after]
        stops = [f"before {name}" for name in before] + [f"after {name}" for name in after]
        self._own_stops = f"The graph itself stops {', '.join(stops)}" if stops else ""
        self._nodes = tuple(node.name for node in nodes if node.kind in ("node", "subgraph"))
        channels = () if graph is None else graph.channels
        self._channels = tuple(each.name for each in channels if not each.internal)
        self.model.set_names(self._nodes, self._channels)
        self._tell()

    def set_breakpoints(self, breakpoints: Iterable[Breakpoint]) -> None:
        """Show breakpoints that were kept elsewhere, without telling anyone."""
        self.model.show(breakpoints)
        self._tell()

    def select_node(self, node: str | None) -> None:
        """The node that a breakpoint made next is for."""
        self._node = node or ""

    def toggle(self, node: str) -> None:
        """Set a breakpoint before a node, or remove the one that is there."""
        row = self.model.table.before(node)
        if row is None:
            self.model.append(self.model.table.new("before", node))
        else:
            self.model.remove(row)

    def add(self, kind: BreakpointKind) -> None:
        """List a new breakpoint and let a person fill it in."""
        subject = self._node if kind in OF_NODES else ""
        row = self.model.append(self.model.table.new(kind, subject))
        column = CONDITION if kind == "condition" else SUBJECT
        index = self.model.index(row, column)
        self.table.setCurrentIndex(index)
        self.table.setFocus()
        self.table.edit(index)

    def remove_selected(self) -> None:
        """Remove the current breakpoint."""
        row = self.table.currentIndex().row()
        if 0 <= row < len(self.model.table):
            self.model.remove(row)

    def apply(self, event: Event) -> None:
        """Mark the breakpoint at which a run waits."""
        if isinstance(event, RunPaused):
            self.model.set_hit(event.breakpoint_id)
        elif isinstance(event, RunStarted | RunEnded):
            self.model.set_hit(None)

    def _subjects(self, kind: BreakpointKind) -> Sequence[str]:
        return subjects_for(kind, self._nodes, self._channels)

    def _edited(self) -> None:
        self._tell()
        self.changed.emit(self.breakpoints)

    def _tell(self) -> None:
        total = len(self.model.table)
        enabled = sum(self.model.table[row].enabled for row in range(total))
        said = f"{enabled} of {total} enabled" if total else "No breakpoints"
        self.summary.setText("   ".join(filter(None, (said, self._own_stops))))
        self.remove_button.setEnabled(total > 0)
        self._stack.setCurrentIndex(1 if total else 0)

    def _row_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid():
            row = self.model.table[current.row()]
            if row.kind in OF_NODES and row.subject:
                self.node_selected.emit(row.subject)


class _BreakpointTable(QTreeView):
    """Rows that are edited in place; Delete removes, Space switches."""

    remove_requested = Signal()

    def __init__(self, model: BreakpointModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("breakpoints.table")
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setUniformRowHeights(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.SelectedClicked
        )
        self.setModel(model)
        header = self.header()
        header.setStretchLastSection(False)
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        for column, width in enumerate((184, 128, 128)):
            header.resizeSection(column, width)
        header.setSectionResizeMode(NOTE, QHeaderView.ResizeMode.Stretch)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() == Qt.Key.Key_Delete:
            self.remove_requested.emit()
        elif event.key() == Qt.Key.Key_Space and index.isValid():
            first = index.siblingAtColumn(0)
            on = first.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
            state = Qt.CheckState.Unchecked if on else Qt.CheckState.Checked
            self.model().setData(first, state, Qt.ItemDataRole.CheckStateRole)
        else:
            super().keyPressEvent(event)
