"""The graph panel: the canvas, what stands in for it while there is none, and its few controls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QStackedWidget, QVBoxLayout, QWidget

from runtime.debug.description import GraphDescription, NodeDescription
from runtime.debug.events import BarrierReached, Event, SuperstepPlanned
from runtime.debug.views import CheckpointRow, CheckpointView
from runtime.drawing.boxes import Drawing, drawing_of
from runtime.drawing.layout import Layout
from studio.graph.animation import SuperstepAnimation
from studio.graph.arranger import Arranger
from studio.graph.controls import CanvasControls
from studio.graph.model import GraphModel
from studio.graph.moment import NodeState
from studio.graph.scene import GraphScene
from studio.graph.style import GraphStyle
from studio.graph.view import GraphView
from studio.shell.empty_state import EmptyState
from studio.shell.theme import ThemeTokens

NodeActions = Callable[[str], Sequence[QAction]]


def _target(graph: GraphDescription) -> tuple[str, str]:
    return graph.path, graph.attribute


def _no_actions(_node: str) -> Sequence[QAction]:
    return ()


class GraphPanel(QWidget):
    """Draws the open graph and shows its run, or a recorded moment, on it.

    ``node_actions`` gives the context menu's actions for a node, or for ``""``, the background.
    ``node_activated`` is Enter or a double click. A header may be put in with ``set_header``.
    """

    node_selected = Signal(str)
    task_selected = Signal(str)
    selection_cleared = Signal()
    node_activated = Signal(str)
    breakpoint_toggled = Signal(str)
    graph_drawn = Signal()

    def __init__(
        self,
        tokens: ThemeTokens,
        on_open: Callable[[], None] | None = None,
        node_actions: NodeActions = _no_actions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel.graph")
        self.setAccessibleName("Graph")
        self._node_actions = node_actions
        self._model: GraphModel | None = None
        self._states: dict[str, NodeState] = {}
        self._style = GraphStyle(tokens)
        self._scene = GraphScene(self._style, self)
        self.canvas = GraphView(self._scene, self)
        self.animation = SuperstepAnimation(self)
        self._arranger = Arranger(self)
        self.controls = CanvasControls(self.canvas, tokens)
        self.controls.channels_toggled.connect(self.show_channels)
        self._empty = EmptyState(
            "graph",
            "Open a Python file that builds a graph; it is drawn here.",
            tokens,
            "Open…" if on_open is not None else "",
            on_open,
            self,
        )
        self._busy = EmptyState("graph", "", tokens, parent=self)
        self._stack = QStackedWidget(self)
        for page in (self._empty, self._busy, self.canvas):
            self._stack.addWidget(page)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self._stack, 1)

        self.canvas.node_selected.connect(self.node_selected)
        self.canvas.task_selected.connect(self.task_selected)
        self.canvas.selection_cleared.connect(self.selection_cleared)
        self.canvas.activated.connect(self.node_activated)
        self.canvas.breakpoint_toggled.connect(self.breakpoint_toggled)
        self.canvas.menu_wanted.connect(self._show_menu)
        self.setFocusProxy(self.canvas)
        self.set_theme(tokens)

    @property
    def model(self) -> GraphModel | None:
        """What is shown; ``None`` without a graph."""
        return self._model

    @property
    def scene(self) -> GraphScene:
        return self._scene

    def set_header(self, header: QWidget) -> None:
        """Put a widget above the canvas."""
        self._column.insertWidget(0, header)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._style = GraphStyle(tokens)
        self._scene.set_style(self._style)
        self.canvas.setBackgroundBrush(self._style.surface)
        self.controls.set_theme(tokens)
        self._empty.set_theme(tokens)
        self._busy.set_theme(tokens)

    def set_graph(self, graph: GraphDescription) -> None:
        """Draw a graph. A large one is laid out meanwhile; ``graph_drawn`` tells when it shows."""
        drawing = drawing_of(
            graph,
            self._style.name_metrics.horizontalAdvance,
            self._style.label_metrics.horizontalAdvance,
        )
        model = GraphModel(graph)
        before = self._model
        if before is not None and _target(before.graph) == _target(graph):
            known = {node.name for node in graph.nodes}
            model.breakpoints = {k: v for k, v in before.breakpoints.items() if k in known}
        self._model = model
        self._busy.set_sentence(f"Laying out {len(graph.nodes)} nodes…")
        self._drop_items()
        self._stack.setCurrentWidget(self._busy)
        self._arranger.arrange(drawing.request, lambda layout: self._draw(drawing, layout))

    def clear(self) -> None:
        """Show no graph."""
        self._arranger.cancel()
        self._model = None
        self._drop_items()
        self._stack.setCurrentWidget(self._empty)

    def clear_run(self) -> None:
        """Forget every run of the graph, as for another thread."""
        if self._model is not None:
            self._model.reset()
            self._refresh(animated=False)

    def apply_events(self, events: Sequence[Event]) -> None:
        """Move on by what the session told; several supersteps at once are shown as the last."""
        if self._model is None or not events:
            return
        self._model.apply(events)
        planned = sum(
            isinstance(event, SuperstepPlanned) and event.checkpoint_ns == "" for event in events
        )
        barrier = any(
            isinstance(event, BarrierReached) and event.checkpoint_ns == "" for event in events
        )
        self._refresh(
            animated=planned <= 1 and not self._model.viewing_past,
            planned=planned > 0 and not self._model.viewing_past,
            barrier=barrier,
        )

    def show_checkpoint(self, view: CheckpointView, past: bool | None = None) -> None:
        """Show a recorded moment; see ``GraphModel.show`` for ``past``."""
        if self._model is not None:
            self._model.show(view, past)
            # The head's own record follows a superstep at once: what still moves goes on moving.
            self._refresh(animated=False, settles=self._model.viewing_past)

    def add_history(self, rows: Iterable[CheckpointRow]) -> None:
        """Learn of recorded checkpoints, by which runs of nodes are counted."""
        if self._model is not None:
            self._model.branch.add(rows)

    def set_breakpoints(self, breakpoints: Iterable[str] | Mapping[str, bool]) -> None:
        """Nodes with a breakpoint; a mapping says for each whether it is enabled."""
        if self._model is None:
            return
        if isinstance(breakpoints, Mapping):
            self._model.breakpoints = dict(breakpoints)
        else:
            self._model.breakpoints = dict.fromkeys(breakpoints, True)
        self._scene.refresh()

    def set_animated(self, animated: bool, speed: float = 1.0) -> None:
        """Switch motion on or off, for example under reduced motion."""
        self.animation.configure(animated, speed)
        self._sweep()

    def select_node(self, name: str | None) -> None:
        """Mark a node that was selected elsewhere; nothing is emitted."""
        if name == self.canvas.selected:
            return
        self.canvas.select(name, announce=False)
        if name is not None:
            self.canvas.ensure_node_visible(name)

    @property
    def channels_shown(self) -> bool:
        return self.controls.channels_shown

    def show_channels(self, shown: bool) -> None:
        """Show or hide channels as capsules beside the graph."""
        self._scene.show_channels(shown)
        self.controls.set_channels_shown(shown)
        self.canvas.fit_readably()

    def fit(self) -> None:
        """Show the whole graph."""
        self.canvas.fit()

    def _draw(self, drawing: Drawing[NodeDescription], layout: Layout) -> None:
        if self._model is None:
            return
        self._scene.build(self._model, drawing, layout)
        self._states = {name: item.look.state for name, item in self._scene.nodes.items()}
        self._stack.setCurrentWidget(self.canvas)
        self.canvas.fit_readably()
        self._sweep()
        self.graph_drawn.emit()

    def _drop_items(self) -> None:
        self.animation.forget()
        self.canvas.scene_replaced()
        self._scene.wipe()
        self._states = {}

    def _refresh(
        self,
        animated: bool,
        planned: bool = False,
        barrier: bool = False,
        settles: bool | None = None,
    ) -> None:
        if not self._scene.nodes:
            return
        if settles is None:
            settles = planned or barrier or not animated
        if settles:
            self.animation.settle()
        self._scene.refresh()
        before, self._states = (
            self._states,
            {name: item.look.state for name, item in self._scene.nodes.items()},
        )
        self._sweep()
        if planned:
            self._follow({name for name, state in self._states.items() if state == "due"})
        if animated and self.animation.enabled and self.isVisible():
            self._animate(before, planned, barrier)

    def _animate(self, before: dict[str, NodeState], planned: bool, barrier: bool) -> None:
        scene = self._scene
        due = {name for name, state in self._states.items() if state == "due"}
        wrote = {name for name, state in self._states.items() if state == "wrote"}
        if barrier:
            travelled = [edge for edge in scene.edges if edge.taken]
            if not planned:
                travelled = [edge for edge in travelled if not wrote.isdisjoint(edge.sources)]
            self.animation.barrier(
                travelled, [link for link in scene.links.values() if link.isVisible()]
            )
        if planned:
            self.animation.plan(
                [scene.nodes[name] for name in sorted(due)],
                [edge for edge in scene.edges if edge.cause],
                after_barrier=barrier,
            )
        self.animation.wrote(scene.nodes[name] for name in wrote if before.get(name) != "wrote")

    def _sweep(self) -> None:
        self.animation.set_running(
            item for item in self._scene.nodes.values() if item.look.state == "running"
        )

    def _follow(self, due: set[str]) -> None:
        """Bring what runs next into sight, unless some of it is there already."""
        seen = self.canvas.visible_nodes()
        if due and not due & seen:
            self.canvas.ensure_node_visible(min(due))

    def _show_menu(self, node: str, where: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(list(self._node_actions(node)))
        if not menu.isEmpty():
            menu.addSeparator()
        menu.addActions(self.controls.menu_actions())
        menu.popup(where)
