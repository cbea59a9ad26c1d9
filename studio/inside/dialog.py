"""The window that shows what a subgraph did in one of its tasks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.commands import DescribeInside
from runtime.debug.description import GraphDescription
from runtime.debug.events import Event
from runtime.debug.messages.views import MessagePage, MessagesTraced
from runtime.debug.views import CheckpointView, InsideDescribed, Reply, TaskView
from studio.graph.marks import BreakpointMark
from studio.graph.panel import GraphPanel
from studio.graph.paths import SEPARATOR, join_path, prefix_of_namespace
from studio.history.panel import HistoryPanel
from studio.inspector.elided_label import ElidedLabel
from studio.inspector.requests import ValueRequests
from studio.inspector.state_panel import StatePanel
from studio.inspector.task_rows import task_title
from studio.inspector.tasks_panel import TasksPanel
from studio.inspector.versions_panel import VersionsPanel
from studio.inspector.why_panel import WhyPanel
from studio.language import tr
from studio.messages.panel import MessagesPanel
from studio.session.bridge import SessionBridge
from studio.session.moment import Moment
from studio.shell.requests import asking
from studio.shell.theme import GUTTER, ThemeTokens


@dataclass(frozen=True, slots=True)
class Place:
    """One task of a subgraph: the namespace of its checkpoints, and what it is called."""

    namespace: str
    title: str

    def inside(self, task: TaskView) -> "Place":
        """A task of this subgraph that is a subgraph itself."""
        title = task_title(task.name, task.index)
        return Place(f"{self.namespace}|{task.name}:{task.id}", title)


class InsideDialog(QDialog):
    """Shows one place at a time; a subgraph in it is entered by a double click.

    Looking is all that is done here; signals ask for the rest.
    """

    answer_wanted = Signal()
    breakpoint_toggled = Signal(str)
    """Path of the node before which a run is to pause, or not any more."""
    edit_wanted = Signal(object, object, object)
    """The moment shown, the graph it is of, and the channel to change."""
    run_requested = Signal(str)
    """Id of the task that is to run next."""

    def __init__(
        self,
        bridge: SessionBridge,
        requests: ValueRequests,
        show_source: Callable[[str, int], None],
        tokens: ThemeTokens,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("inside_dialog")
        self._bridge = bridge
        self._thread_id = ""
        self._trail: list[Place] = []
        self._graph: GraphDescription | None = None
        self._marks: Mapping[str, BreakpointMark] = {}
        self.moment = Moment(bridge, self)
        self.moment.follow(False)
        self.path = ElidedLabel(parent=self)
        self.path.setObjectName("inside.path")
        self.path.setProperty("role", "heading")
        self.back = QPushButton(tr("Back"), self)
        self.back.setObjectName("inside.back")
        self.back.setAutoDefault(False)
        self.back.clicked.connect(self._leave)
        self.graph = GraphPanel(tokens, parent=self)
        self.history = HistoryPanel(
            lambda *_: None,
            self.moment.tree.rows,
            tokens,
            self,
            fetch_outline=self.moment.tree.outline,
        )
        self.history.thread_box.hide()
        self.history.delete.hide()
        self.history.list.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.history.empty.button.hide()
        self.state = StatePanel(requests, tokens, self)
        self.tasks = TasksPanel(requests, tokens, self)
        self.why = WhyPanel(tokens, self)
        self.versions = VersionsPanel(tokens, self)
        self.messages = MessagesPanel(
            asking(bridge, MessagePage), asking(bridge, MessagesTraced), requests, tokens, self
        )
        self._build()
        self._connect(show_source)

    @property
    def _of_moment(
        self,
    ) -> tuple[StatePanel, TasksPanel, WhyPanel, VersionsPanel, MessagesPanel]:
        return self.state, self.tasks, self.why, self.versions, self.messages

    def _build(self) -> None:
        tabs = QTabWidget(self)
        tabs.setDocumentMode(True)
        for title, panel in (
            (tr("State"), self.state),
            (tr("Versions"), self.versions),
            (tr("Tasks"), self.tasks),
            (tr("Why"), self.why),
            (tr("Messages"), self.messages),
        ):
            tabs.addTab(panel, title)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        for part in (self.history, self.graph, tabs):
            split.addWidget(part)
        split.setSizes([230, 400, 370])
        split.setStretchFactor(1, 1)
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GUTTER, GUTTER, 0)
        bar.addWidget(self.path, 1)
        bar.addWidget(self.back)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(bar)
        column.addWidget(split, 1)
        self.resize(1000, 600)

    def _connect(self, show_source: Callable[[str, int], None]) -> None:
        moment = self.moment
        moment.history_loaded.connect(self.history.show_checkpoints)
        moment.selected.connect(self._selected)
        moment.view_loaded.connect(self._show)
        moment.told.connect(self._hear)
        self.history.rows_near.connect(moment.learn)
        self.history.checkpoint_selected.connect(moment.look_at_id)
        self.graph.node_selected.connect(self._select_node)
        self.graph.node_activated.connect(self._enter)
        self.why.node_selected.connect(self.graph.select_node)
        self.tasks.task_selected.connect(lambda _, node: self.graph.select_node(node))
        self.messages.checkpoint_wanted.connect(moment.look_at_id)
        self.messages.node_wanted.connect(self.graph.select_node)
        self.tasks.answer_requested.connect(lambda _: self.answer_wanted.emit())
        self.state.edit_requested.connect(self._edit)
        self.tasks.open_source.connect(show_source)
        self.tasks.run_requested.connect(self.run_requested)
        self.graph.breakpoint_toggled.connect(self._toggle_breakpoint)

    def set_theme(self, tokens: ThemeTokens) -> None:
        for panel in (self.graph, self.history, *self._of_moment):
            panel.set_theme(tokens)

    def show_place(self, thread_id: str, trail: Sequence[Place]) -> None:
        """Show the last place of ``trail``, through which one came."""
        self._thread_id, self._trail = thread_id, list(trail)
        place = self._trail[-1]
        self.path.setText("  /  ".join([thread_id, *(each.title for each in self._trail)]))
        self.setWindowTitle(tr("Inside {title}", title=place.title))
        self.back.setText(tr("Back") if len(self._trail) > 1 else tr("Close"))

        def described(reply: Reply) -> None:
            if isinstance(reply, InsideDescribed) and self._trail and self._trail[-1] == place:
                self._open(reply.graph)

        self._bridge.request(DescribeInside(place.namespace), described)

    def _open(self, graph: GraphDescription) -> None:
        self._graph = graph
        self.graph.set_graph(graph)
        self.show_breakpoints(self._marks)
        self.state.set_graph(graph)
        for panel in self._of_moment:
            panel.show_checkpoint(None)
        self.history.model.checkpoint_ns = self.moment.namespace = self._trail[-1].namespace
        self.history.show_checkpoints(None)
        self.moment.open_thread(self._thread_id)
        self.show()
        self.raise_()
        self.history.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def _prefix(self) -> str:
        return prefix_of_namespace(self._trail[-1].namespace) if self._trail else ""

    def show_breakpoints(self, marks: Mapping[str, BreakpointMark]) -> None:
        """Mark the nodes of the graph shown; ``marks`` are by path from the open graph inwards."""
        self._marks = marks
        within = f"{self._prefix}{SEPARATOR}"
        self.graph.set_breakpoints(
            {
                path.removeprefix(within): mark
                for path, mark in marks.items()
                if path.startswith(within)
            }
        )

    def _toggle_breakpoint(self, node: str) -> None:
        self.breakpoint_toggled.emit(join_path(self._prefix, node))

    def _selected(self) -> None:
        moment = self.moment
        self.history.set_head(moment.head.checkpoint_id if moment.head else None)
        looked_at = moment.looked_at
        self.history.select_checkpoint(looked_at.checkpoint_id if looked_at else None)

    def _show(self, view: CheckpointView) -> None:
        self.graph.show_checkpoint(view, past=not self.moment.follows_head)
        for panel in self._of_moment:
            panel.show_checkpoint(view)

    def _edit(self, channel: str | None) -> None:
        if self.moment.view is not None and self._graph is not None:
            self.edit_wanted.emit(self.moment.view, self._graph, channel)

    def _hear(self, events: Sequence[Event]) -> None:
        for event in events:
            self.history.apply(event)

    def _select_node(self, node: str) -> None:
        self.tasks.select_node(node)
        self.why.select_node(node)
        self.versions.select_node(node)

    def _enter(self, node: str) -> None:
        """Go into a task of a subgraph in this one, where the moment looked at has one."""
        view, graph = self.moment.view, self._graph
        if view is None or graph is None:
            return
        inner = {each.name for each in graph.nodes if each.kind == "subgraph"}
        tasks = [task for task in view.tasks if task.name == node]
        if node in inner and tasks:
            self.show_place(self._thread_id, [*self._trail, self._trail[-1].inside(tasks[0])])

    def _leave(self) -> None:
        if len(self._trail) > 1:
            self.show_place(self._thread_id, self._trail[:-1])
        else:
            self.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.moment.follow(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.moment.follow(False)
