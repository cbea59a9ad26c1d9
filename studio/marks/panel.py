"""The Marks panel: every mark on a node of the open graph."""

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QStackedLayout,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.description import ChannelDescription, GraphDescription
from runtime.debug.marks.views import MarkKind, MarkProblem, NodeMark
from studio.inspector.elided_label import ElidedLabel
from studio.inspector.flat_delegate import FlatDelegate
from studio.language import plural, tr
from studio.marks.mark_list import MarkList, path_of
from studio.marks.mark_model import MARK, NODE, OUTPUT, MarkModel
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens


class MarksPanel(QWidget):
    """``changed`` tells of every change, ``edit_wanted`` carries a pin, ``node_wanted`` a path."""

    changed = Signal()
    edit_wanted = Signal(object)
    pin_wanted = Signal()
    node_selected = Signal(str)
    node_wanted = Signal(str)

    def __init__(self, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel.marks")
        self._graphs: dict[str, GraphDescription] = {}
        self.model = MarkModel(tokens, self)
        self.model.edited.connect(self._edited)
        self.table = _MarkTable(self)
        self.table.setModel(self.model)
        self.table.setAccessibleName(tr("Marks"))
        header = self.table.header()
        header.setSectionResizeMode(OUTPUT, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(MARK, 128)
        header.resizeSection(NODE, 168)
        self.table.remove_requested.connect(self.remove_selected)
        self.table.edit_requested.connect(self._edit_selected)
        self.table.doubleClicked.connect(self._go_to)
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)
        self.summary = ElidedLabel(parent=self)
        self.summary.setObjectName("marks.summary")
        self.summary.setProperty("role", "muted")
        self.edit_button = self._button("marks.edit", tr("Edit the pinned output (Return)"))
        self.edit_button.clicked.connect(self._edit_selected)
        self.remove_button = self._button("marks.remove", tr("Remove the selected mark (Delete)"))
        self.remove_button.clicked.connect(self.remove_selected)
        self.empty = EmptyState(
            "pin",
            tr(
                "A node can be pinned to an output, skipped for one run, or marked unsafe to"
                " repeat. All marks are listed here."
            ),
            tokens,
            tr("Pin the output of the selected node"),
            self.pin_wanted.emit,
            self,
        )
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.setSpacing(GRID)
        bar.addWidget(self.summary, 1)
        bar.addWidget(self.edit_button)
        bar.addWidget(self.remove_button)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addLayout(self._stack, 1)
        self.setFocusProxy(self.table)
        self.set_theme(tokens)
        self._tell()

    def _button(self, name: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        return button

    @property
    def marks(self) -> MarkList:
        return self.model.marks

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.model.set_theme(tokens)
        self.table.viewport().update()
        self.edit_button.setIcon(icon("edit", tokens))
        self.remove_button.setIcon(icon("remove", tokens))
        self.empty.set_theme(tokens)

    def set_graph(self, graph: GraphDescription | None) -> None:
        """Another graph is open; what its subgraphs are is learnt later."""
        self._graphs = {} if graph is None else {"": graph}

    def add_inside(self, namespace: str, graph: GraphDescription) -> None:
        """Learn what is inside of a subgraph."""
        self._graphs[namespace] = graph

    def channels(self, namespace: str) -> tuple[ChannelDescription, ...]:
        """Channels of the graph that a marked node is in, as far as it is known."""
        graph = self._graphs.get(namespace)
        return () if graph is None else graph.channels

    def show_marks(self, marks: Iterable[NodeMark]) -> None:
        """Show marks that were kept elsewhere."""
        self.model.change(self.marks.show, marks)

    def set_problems(self, problems: tuple[MarkProblem, ...]) -> None:
        self.model.set_problems(problems)
        self._tell()

    def put(self, *marks: NodeMark) -> None:
        """Add or replace marks."""
        for mark in marks:
            self.model.change(self.marks.put, mark)

    def toggle(self, path: str, kind: MarkKind) -> None:
        self.model.change(self.marks.toggle, path, kind)

    def end_run(self) -> None:
        """Forget what held for the run that is over."""
        if any(mark.kind == "skip" for mark in self.marks):
            self.model.change(self.marks.end_run)

    def remove_selected(self) -> None:
        mark = self.model.mark(self.table.currentIndex().row())
        if mark is not None:
            self.model.change(self.marks.remove, mark)

    def _edited(self) -> None:
        self._tell()
        self.changed.emit()

    def _tell(self) -> None:
        total = len(self.marks)
        wrong = sum(bool(self.model.problem(mark)) for mark in self.marks)
        said = plural("1 mark", "{n} marks", total) if total else tr("No marks")
        if wrong:
            said += "   " + plural("1 does not fit the graph", "{n} do not fit the graph", wrong)
        self.summary.setText(said)
        self.remove_button.setEnabled(total > 0)
        mark = self.model.mark(self.table.currentIndex().row())
        self.edit_button.setEnabled(mark is not None and mark.kind == "pin")
        self._stack.setCurrentIndex(1 if total else 0)

    def _row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._tell()
        mark = self.model.mark(current.row())
        if mark is not None:
            self.node_selected.emit(path_of(mark))

    def _edit_selected(self) -> None:
        mark = self.model.mark(self.table.currentIndex().row())
        if mark is not None and mark.kind == "pin":
            self.edit_wanted.emit(mark)

    def _go_to(self, index: QModelIndex) -> None:
        mark = self.model.mark(index.row())
        if mark is None:
            return
        if mark.kind == "pin":
            self.edit_wanted.emit(mark)
        else:
            self.node_wanted.emit(path_of(mark))


class _MarkTable(QTreeView):
    """Rows; Delete removes, Return and F2 edit."""

    remove_requested = Signal()
    edit_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("marks.table")
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setUniformRowHeights(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(False)
        self.setItemDelegate(FlatDelegate(self))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Delete:
            self.remove_requested.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.edit_requested.emit()
        else:
            super().keyPressEvent(event)
