"""The Breakpoints panel: where runs pause by themselves, listed and edited side by side."""

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QScrollArea,
    QSplitter,
    QStackedLayout,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.commands import Breakpoint, BreakpointKind
from runtime.debug.description import GraphDescription
from runtime.debug.events import BreakpointHit, Event, RunEnded, RunPaused, RunStarted
from studio.breakpoints.breakpoint_model import CONDITION, HITS, NOTE, STOP, BreakpointModel
from studio.breakpoints.form import BreakpointForm
from studio.breakpoints.places import OF_CHANNELS, OF_NODES, path_of, split_path
from studio.breakpoints.table import KINDS, STOPS
from studio.expressions.checker import Check
from studio.graph.marks import BreakpointMark
from studio.inspector.elided_label import ElidedLabel
from studio.inspector.flat_delegate import FlatDelegate
from studio.language import tr
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens

_FORM_WIDTH = 280
_NARROW = 400
"""Below this width of the table only what stops and what is to be said is listed."""


class BreakpointsPanel(QWidget):
    """``changed`` carries all usable breakpoints as a tuple, ``node_selected`` and
    ``node_wanted`` (by a double click) the path of a node, ``channel_wanted`` a channel."""

    changed = Signal(object)
    node_selected = Signal(str)
    node_wanted = Signal(str)
    channel_wanted = Signal(str)

    def __init__(self, check: Check, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel.breakpoints")
        self._node = ""
        self._moving = False
        self.model = BreakpointModel(tokens, self)
        self.model.edited.connect(self._edited)
        self.table = _BreakpointTable(self.model, self)
        self.table.remove_requested.connect(self.remove_selected)
        self.table.edit_requested.connect(self._edit_selected)
        self.table.doubleClicked.connect(self._go_to)
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)
        self.form = BreakpointForm(check, self.model.places, self)
        self.form.changed.connect(self.model.put)
        self.summary = ElidedLabel(parent=self)
        self.summary.setObjectName("breakpoints.summary")
        self.summary.setProperty("role", "muted")
        self.add_menu = QMenu(self)
        for kind in KINDS:
            action = self.add_menu.addAction(tr(STOPS[kind]))
            action.triggered.connect(lambda _=False, k=kind: self.add(k))
        self.add_button = self._button("breakpoints.add", tr("Add a breakpoint"))
        self.add_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add_button.setMenu(self.add_menu)
        self.add_button.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.remove_button = self._button(
            "breakpoints.remove", tr("Remove the selected breakpoint (Delete)")
        )
        self.remove_button.clicked.connect(self.remove_selected)
        self.all_button = self._button("breakpoints.all", "")
        self.all_button.clicked.connect(self.toggle_all)
        self.empty = EmptyState(
            "breakpoint",
            tr(
                "Breakpoints pause a run, or log, before or after a node, when a channel is"
                " written or changed, when an expression holds, or when a node fails."
            ),
            tokens,
            tr("Stop before a node"),
            lambda: self.add("before"),
            self,
        )
        self._build()
        self.set_theme(tokens)
        self._tell()

    def _build(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.setSpacing(GRID)
        bar.addWidget(self.summary, 1)
        for button in (self.all_button, self.add_button, self.remove_button):
            bar.addWidget(button)
        scroll = QScrollArea(self)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(self.form)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setMinimumWidth(_FORM_WIDTH)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(self.table)
        split.addWidget(scroll)
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 1)
        split.setSizes([2 * _FORM_WIDTH, _FORM_WIDTH])
        split.setChildrenCollapsible(False)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(split)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addLayout(self._stack, 1)
        self.setFocusProxy(self.table)

    def _button(self, name: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setToolTip(tip)
        return button

    @property
    def breakpoints(self) -> tuple[Breakpoint, ...]:
        """All breakpoints that a session can take, disabled ones included."""
        return self.model.table.usable()

    @property
    def marks(self) -> dict[str, BreakpointMark]:
        """Nodes with breakpoints of their own or inside, by path."""
        return self.model.table.marks()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.model.set_theme(tokens)
        self.table.viewport().update()
        self._icons = {
            True: icon("breakpoint-off", tokens),
            False: icon("breakpoint", tokens, tokens.failed),
        }
        self.add_button.setIcon(icon("add", tokens))
        self.remove_button.setIcon(icon("remove", tokens))
        self.empty.set_theme(tokens)
        self._tell()

    def set_graph(self, graph: GraphDescription | None) -> None:
        """Offer the nodes and channels of another graph; the breakpoints stay."""
        self._node = ""
        self.model.places.clear()
        if graph is not None:
            self.model.places.learn("", graph)
        self._places_changed()

    def add_inside(self, namespace: str, graph: GraphDescription) -> None:
        """Offer what is inside of a subgraph too."""
        self.model.places.learn(namespace, graph)
        self._places_changed()

    def _places_changed(self) -> None:
        row = self.table.currentIndex().row()
        self._moving = True
        self.model.places_changed()
        if row >= 0:
            self.table.setCurrentIndex(self.model.index(row, 0))
        self._moving = False
        self.form.places_changed()
        self._tell()

    def set_breakpoints(self, breakpoints: Iterable[Breakpoint]) -> None:
        """Show breakpoints that were kept elsewhere, without telling anyone."""
        self.model.show(breakpoints)
        self._tell()

    def select_node(self, path: str | None) -> None:
        """The node that a breakpoint made next is for."""
        self._node = path or ""

    def toggle(self, path: str) -> None:
        """Set a breakpoint before a node, or remove the one that is there."""
        row = self.model.table.before(path)
        if row is None:
            namespace, name = split_path(path)
            self.model.append(self.model.table.new("before", name, namespace))
        else:
            self.model.remove(row)

    def toggle_all(self) -> None:
        """Disable all, or enable all where none is enabled."""
        self.model.set_all_enabled(not self.model.table.any_enabled)

    def add(self, kind: BreakpointKind) -> None:
        """List a new breakpoint and let a person fill it in."""
        namespace, name = split_path(self._node) if kind in OF_NODES else ("", "")
        row = self.model.append(self.model.table.new(kind, name, namespace))
        self._edit(row, "condition" if kind == "condition" else "where")

    def edit_condition(self, path: str) -> None:
        """Write when the run stops before a node; the breakpoint is made if there is none."""
        row = self.model.table.before(path)
        if row is None:
            namespace, name = split_path(path)
            row = self.model.append(self.model.table.new("before", name, namespace))
        self._edit(row, "condition")

    def add_on_channel(self, kind: BreakpointKind, channel: str) -> None:
        """Stop where a channel of the open graph is written."""
        row = self.model.append(self.model.table.new(kind, channel))
        self.table.setCurrentIndex(self.model.index(row, 0))

    def _edit(self, row: int, field: str) -> None:
        self.table.setCurrentIndex(self.model.index(row, 0))
        self.form.edit(field)

    def _edit_selected(self) -> None:
        if self.form.isEnabled():
            self.form.edit("condition")

    def remove_selected(self) -> None:
        """Remove the current breakpoint."""
        row = self.table.currentIndex().row()
        if self.model.breakpoint(row) is not None:
            self.model.remove(row)
            self._show_current()

    def apply(self, event: Event) -> None:
        """Follow a run: what is hit, how often, and where it waits."""
        if isinstance(event, BreakpointHit):
            if event.outcome == "unclear":
                self.model.set_unclear(event.breakpoint_id, event.text)
            else:
                self.model.set_count(event.breakpoint_id, event.count)
        elif isinstance(event, RunPaused):
            self.model.set_hit(event.breakpoint_id)
        elif isinstance(event, RunStarted):
            self.model.set_hit(None)
            if event.kind in ("input", "rerun"):
                self.model.begin_anew()
        elif isinstance(event, RunEnded):
            self.model.set_hit(None)

    def resumed(self) -> None:
        """The run that waited goes on."""
        self.model.set_hit(None)

    def _edited(self) -> None:
        self._tell()
        self._show_current()
        self.changed.emit(self.breakpoints)

    def _show_current(self) -> None:
        self.form.show_breakpoint(self.model.breakpoint(self.table.currentIndex().row()))

    def _tell(self) -> None:
        total, stops = len(self.model.table), len(self.model.places.stops)
        enabled = sum(self.model.table[row].enabled for row in range(total))
        said = [
            tr("{enabled} of {total} enabled", enabled=enabled, total=total)
            if total
            else tr("No breakpoints")
        ]
        if stops:
            said.append(tr("{stops} compiled into the graph", stops=stops))
        self.summary.setText(", ".join(said))
        self.remove_button.setEnabled(total > 0)
        self.all_button.setEnabled(total > 0)
        on = self.model.table.any_enabled
        self.all_button.setToolTip(tr("Disable all") if on else tr("Enable all"))
        self.all_button.setIcon(self._icons[on or not total])
        self._stack.setCurrentIndex(1 if total or stops else 0)

    def _place(self, row: int) -> tuple[BreakpointKind, str, str] | None:
        kept = self.model.breakpoint(row) or self.model.stop(row)
        return None if kept is None else (kept.kind, kept.namespace, kept.subject)

    def _row_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        self._show_current()
        place = self._place(current.row()) if current.isValid() and not self._moving else None
        if place is not None and place[0] in OF_NODES and place[2]:
            self.node_selected.emit(path_of(place[1], place[2]))

    def _go_to(self, index: QModelIndex) -> None:
        place = self._place(index.row())
        if place is None or not place[2]:
            self._edit_selected()
        elif place[0] in OF_NODES:
            self.node_wanted.emit(path_of(place[1], place[2]))
        elif place[0] in OF_CHANNELS and not place[1]:
            self.channel_wanted.emit(place[2])


class _BreakpointTable(QTreeView):
    """Rows; Delete removes, Space switches, Return and F2 edit."""

    remove_requested = Signal()
    edit_requested = Signal()

    def __init__(self, model: BreakpointModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("breakpoints.table")
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setUniformRowHeights(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(False)
        self.setItemDelegate(FlatDelegate(self))
        self.setModel(model)
        self._breakpoints = model
        header = self.header()
        header.setStretchLastSection(False)
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setMinimumSectionSize(40)
        header.resizeSection(HITS, 68)
        header.setSectionResizeMode(NOTE, QHeaderView.ResizeMode.Stretch)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Where there is no room the form beside says the rest.
        width = event.size().width()
        for column in (CONDITION, HITS):
            self.setColumnHidden(column, width < _NARROW)
        if event.oldSize().width() != width:
            for column, part in ((STOP, 0.28), (CONDITION, 0.28)):
                self.setColumnWidth(column, max(168, round(part * width)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        kept = self._breakpoints.breakpoint(self.currentIndex().row())
        if key == Qt.Key.Key_Delete:
            self.remove_requested.emit()
        elif key == Qt.Key.Key_Space and kept is not None:
            self._breakpoints.put(replace(kept, enabled=not kept.enabled))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.edit_requested.emit()
        else:
            super().keyPressEvent(event)
