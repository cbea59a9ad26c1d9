"""The selected node: one for the canvas and every panel, and the place of its source."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from runtime.debug.description import GraphDescription, SourceSpan
from runtime.debug.events import RunPaused
from runtime.debug.views import ErrorFrame
from studio.graph.paths import SEPARATOR, join_path, outermost, prefix_of_namespace
from studio.inside.inner_tasks import InnerTasks
from studio.shell.panel_set import PanelSet


class NodeSelection(QObject):
    """Which node is selected; ``node`` is its path, inside of expanded subgraphs as well.

    ``panel_wanted`` carries the name of a panel that should come to the front.
    """

    changed = Signal()
    panel_wanted = Signal(str)
    inside_wanted = Signal()

    def __init__(
        self,
        panels: PanelSet,
        inner: InnerTasks,
        bring_up_to_date: Callable[[str], None],
    ) -> None:
        super().__init__(panels)
        self.node: str | None = None
        self.inner = inner
        self._panels = panels
        self._bring_up_to_date = bring_up_to_date
        self._subgraphs: set[str] = set()
        panels.graph.node_selected.connect(self.select)
        panels.graph.selection_cleared.connect(lambda: self.select(None))
        panels.graph.node_activated.connect(self._read)
        panels.tasks.task_selected.connect(
            lambda _, node: self._task_selected(self.inner.path_of(node))
        )
        panels.tasks.open_source.connect(self.show_place)
        panels.timeline.task_selected.connect(lambda _, node: self.select(node))
        panels.breakpoints.node_wanted.connect(self._go_to)
        panels.marks.node_wanted.connect(self._go_to)
        panels.problems.frame_wanted.connect(self._show_frame)
        for signal in (
            panels.breakpoints.node_selected,
            panels.marks.node_selected,
            panels.log.node_selected,
            panels.versions.node_selected,
        ):
            signal.connect(self.select)
        panels.why.node_selected.connect(lambda node: self.select(self.inner.path_of(node)))

    def set_graph(self, graph: GraphDescription) -> None:
        """Another graph is open; nothing of it is selected."""
        self.node = None
        self._subgraphs = {node.name for node in graph.nodes if node.kind == "subgraph"}

    @property
    def is_subgraph(self) -> bool:
        """Whether the selected node is a graph of its own."""
        return self.node in self._subgraphs

    def select(self, node: str | None) -> None:
        """Select a node everywhere, or none."""
        if node == self.node:
            return
        self.node = node
        panels = self._panels
        panels.graph.select_node(node)
        if node is not None:
            for name in ("tasks", "why", "versions"):
                self._bring_up_to_date(name)
            outer = outermost(node)
            panels.versions.select_node(outer)
            if not self.inner.shown:
                panels.tasks.select_node(outer)
                panels.why.select_node(outer)
        self.inner.select(node)
        self._show_source(node)
        panels.breakpoints.select_node(node)
        self.changed.emit()

    def select_waiting(self, paused: RunPaused) -> None:
        """Select the subgraph in which the run waits, as deep as it is expanded."""
        expanded = self._panels.graph.arrangement.expanded
        whole = prefix_of_namespace(paused.checkpoint_ns)
        path = outermost(whole)
        while path in expanded and path != whole:
            path = join_path(path, outermost(whole.removeprefix(f"{path}{SEPARATOR}")))
        self.select(path)

    def show_span(self, span: SourceSpan) -> None:
        """Show where something stands in its source."""
        lines = span.interrupt_lines or (span.first_line,)
        self.show_place(span.path, lines[0])

    def show_place(self, path: str, line: int) -> None:
        """Show one line of a file in the Source panel."""
        # First the room, so that the line is put where it is seen.
        self.panel_wanted.emit("source")
        self._panels.source.show_place(path, line)

    def _show_frame(self, frame: ErrorFrame) -> None:
        self.show_place(frame.path, frame.line)

    def _show_source(self, node: str | None) -> None:
        """The function of a node, also of one inside of a subgraph."""
        inner = self._panels.graph.inner_node(node)
        if inner is None or inner.source is None:
            self._panels.source.show_node(node)
        else:
            self._panels.source.show_place(inner.source.path, inner.source.first_line)

    def _task_selected(self, node: str) -> None:
        self.select(node)
        self.changed.emit()

    def _go_to(self, node: str) -> None:
        """Select a node and bring it into sight."""
        self.select(node)
        self.panel_wanted.emit("graph")

    def _read(self, node: str) -> None:
        self.select(node)
        graph = self._panels.graph
        if self.is_subgraph:
            self.inside_wanted.emit()
        elif graph.can_expand(node):
            graph.toggle_expanded(node)
        else:
            self.panel_wanted.emit("source")
