"""The panels of the window, made from one workspace and kept at one moment."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from runtime.debug.commands import Command, ReadChildren, ReadJson, ReadText
from runtime.debug.description import GraphDescription
from runtime.debug.events import Event
from runtime.debug.values import ValueHandle
from runtime.debug.views import CheckpointView, ErrorFrame, Failed
from studio.graph.panel import GraphPanel
from studio.inspector.requests import ValueRequests
from studio.inspector.state_panel import StatePanel
from studio.inspector.tasks_panel import TasksPanel
from studio.inspector.why_panel import WhyPanel
from studio.session.bridge import SessionBridge
from studio.session.workspace import Workspace
from studio.shell.problems import ProblemsPanel
from studio.shell.theme import ThemeTokens


@runtime_checkable
class _Themed(Protocol):
    def set_theme(self, tokens: ThemeTokens) -> None: ...


@runtime_checkable
class _OfGraph(Protocol):
    def set_graph(self, graph: GraphDescription | None) -> None: ...


@runtime_checkable
class _OfMoment(Protocol):
    def show_checkpoint(self, view: CheckpointView | None) -> None: ...


@runtime_checkable
class _Live(Protocol):
    def apply(self, event: Event) -> None: ...


def value_requests(bridge: SessionBridge) -> ValueRequests:
    """Ways for a panel to read values through the session; refusals come as ``Failed``."""

    def ask(command: Command, then: Callable[[Any], None]) -> None:
        bridge.request(command, then, lambda error: then(Failed(error)))

    def children(handle: ValueHandle, offset: int, limit: int, then: Callable[[Any], None]) -> None:
        ask(ReadChildren(handle, offset, limit), then)

    def text(handle: ValueHandle, offset: int, limit: int, then: Callable[[Any], None]) -> None:
        ask(ReadText(handle, offset, limit), then)

    def whole(handle: ValueHandle, limit: int, then: Callable[[Any], None]) -> None:
        ask(ReadJson(handle, limit), then)

    return ValueRequests(children, text, whole)


class Panels(QObject):
    """Every panel by name; which node and channel is selected is theirs together.

    ``problem_found`` carries a title and an ``ErrorView``, ``panel_wanted`` a panel's name.
    """

    selection_changed = Signal()
    problem_found = Signal(str, object)
    panel_wanted = Signal(str)
    answer_wanted = Signal(str)
    edit_wanted = Signal(str)

    def __init__(self, workspace: Workspace, tokens: ThemeTokens, window: QWidget) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._moment = workspace.moment
        self.selected_node: str | None = None
        self.selected_channel: str | None = None
        requests = value_requests(workspace.bridge)
        self.graph = GraphPanel(tokens, parent=window)
        self.state = StatePanel(requests, tokens, window)
        self.tasks = TasksPanel(requests, tokens, window)
        self.why = WhyPanel(tokens, window)
        self.problems = ProblemsPanel(tokens, self._show_frame, window)
        self.by_name: dict[str, QWidget] = {
            "graph": self.graph,
            "state": self.state,
            "tasks": self.tasks,
            "why": self.why,
            "problems": self.problems,
        }
        self._connect()

    def set_theme(self, tokens: ThemeTokens) -> None:
        for panel in self.by_name.values():
            if isinstance(panel, _Themed):
                panel.set_theme(tokens)

    def set_graph(self, graph: GraphDescription) -> None:
        """Another graph is open."""
        self.selected_node = None
        for panel in self.by_name.values():
            if isinstance(panel, _OfGraph):
                panel.set_graph(graph)

    def set_reduced_motion(self, reduced: bool) -> None:
        self.graph.set_animated(not reduced)

    def fit_graph(self) -> None:
        self.graph.fit()

    def toggle_breakpoint(self) -> None:
        """Set or remove a breakpoint before the selected node."""

    def _connect(self) -> None:
        moment = self._moment
        moment.thread_changed.connect(self._thread_changed)
        moment.view_loaded.connect(self._show_view)
        self._workspace.bridge.subscribe(self._on_events)
        self.graph.node_selected.connect(self._select_node)
        self.graph.selection_cleared.connect(lambda: self._select_node(None))
        self.tasks.task_selected.connect(lambda _, node: self._select_node(node))
        self.why.node_selected.connect(self._select_node)

    def _thread_changed(self) -> None:
        self.graph.clear_run()
        for panel in self.by_name.values():
            if isinstance(panel, _OfMoment) and panel is not self.graph:
                panel.show_checkpoint(None)

    def _show_view(self, view: CheckpointView) -> None:
        self.graph.show_checkpoint(view, past=not self._moment.follows_head)
        for panel in self.by_name.values():
            if isinstance(panel, _OfMoment) and panel is not self.graph:
                panel.show_checkpoint(view)

    def _on_events(self, events: Sequence[Event]) -> None:
        self.graph.apply_events(events)
        if self._moment.follows_head:
            for event in events:
                self.tasks.apply(event)

    def _select_node(self, node: str | None) -> None:
        if node == self.selected_node:
            return
        self.selected_node = node
        self.graph.select_node(node)
        if node is not None:
            self.tasks.select_node(node)
            self.why.select_node(node)
        self.selection_changed.emit()

    def _show_frame(self, frame: ErrorFrame) -> None:
        self.panel_wanted.emit("source")
