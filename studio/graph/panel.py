"""The graph panel: the canvas, what stands in for it while there is none, and its few controls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QStackedWidget, QVBoxLayout, QWidget

from runtime.debug.description import GraphDescription, NodeDescription
from runtime.debug.events import BarrierReached, Event, SuperstepPlanned
from runtime.debug.views import CheckpointRow, CheckpointView
from studio.graph.animation import SuperstepAnimation
from studio.graph.arrangement import Arrangement
from studio.graph.arranger import Arranger
from studio.graph.composition import Composer, Placed
from studio.graph.marks import BreakpointMark, KindsOfMarks
from studio.graph.model import GraphModel
from studio.graph.moment import NodeState
from studio.graph.node_item import HeatKind
from studio.graph.overlays import Overlays
from studio.graph.paths import prefix_of
from studio.graph.scene import GraphScene
from studio.graph.style import GraphStyle
from studio.graph.unfolding import Unfolding
from studio.graph.view import GraphView
from studio.language import plural, tr
from studio.shell.empty_state import EmptyState
from studio.shell.theme import ThemeTokens

NodeActions = Callable[[str], Sequence[QAction]]


def _no_actions(_node: str) -> Sequence[QAction]:
    return ()


class GraphPanel(QWidget):
    """Draws the open graph and shows its run, or a recorded moment, on it.

    Nodes are named by their paths: those of subgraphs, which are expanded in place, are
    ``outer|inner``. ``expanded`` carries the path of one that was just expanded,
    ``arrangement_changed`` what is to be kept of the graph, see ``set_arrangement``.
    ``node_actions`` gives the context menu's actions for a node, or for ``""``, the background.
    ``node_activated`` is Enter or a double click. A header may be put in with ``set_header``.
    """

    node_selected = Signal(str)
    task_selected = Signal(str)
    selection_cleared = Signal()
    node_activated = Signal(str)
    breakpoint_toggled = Signal(str)
    graph_drawn = Signal()
    expanded = Signal(str)
    arrangement_changed = Signal(object)

    def __init__(
        self,
        tokens: ThemeTokens,
        on_open: Callable[[], None] | None = None,
        node_actions: NodeActions = _no_actions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel.graph")
        self.setAccessibleName(tr("Graph"))
        self._node_actions = node_actions
        self._model: GraphModel | None = None
        self._states: dict[str, NodeState] = {}
        self._style = GraphStyle(tokens)
        self._scene = GraphScene(self._style, self)
        self.canvas = GraphView(self._scene, self)
        self.animation = SuperstepAnimation(self)
        self.arranger = Arranger(self)
        self._composer = Composer(self.arranger)
        self.arrangement = Arrangement()
        self._overlays = Overlays(self.canvas, self._scene, tokens)
        self.controls = self._overlays.controls
        self.minimap = self._overlays.minimap
        self.finder = self._overlays.finder
        self.legend = self._overlays.legend
        self.folds = self._overlays.folds
        self._unfolding = Unfolding(self.folds, self.animation)
        self._empty = EmptyState(
            "graph",
            tr("Open a Python file that builds a graph; it is drawn here."),
            tokens,
            tr("Open…") if on_open is not None else "",
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
        self.canvas.expand_toggled.connect(self.toggle_expanded)
        self.canvas.node_moved.connect(self._moved)
        self.canvas.find_wanted.connect(self.find_node)
        self.controls.channels_toggled.connect(self.show_channels)
        self.controls.heat_chosen.connect(self.show_heat)
        self.controls.legend_toggled.connect(self.show_legend)
        self.legend.closed.connect(lambda: self.show_legend(False))
        self.finder.node_wanted.connect(self._go_to)
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

    def set_footer(self, footer: QWidget) -> None:
        """Put a widget below the canvas."""
        self._column.addWidget(footer)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._style = GraphStyle(tokens)
        self._scene.set_style(self._style)
        self.canvas.setBackgroundBrush(self._style.surface)
        self._overlays.set_theme(tokens)
        self._empty.set_theme(tokens)
        self._busy.set_theme(tokens)

    def set_graph(self, graph: GraphDescription) -> None:
        """Draw a graph. A large one is laid out meanwhile; ``graph_drawn`` tells when it shows."""
        model = GraphModel(graph)
        before = self._model
        if before is not None and before.shows(graph):
            model.keep_marks_of(before)
        else:
            self.arrangement = Arrangement()
        self._model = model
        self._busy.set_sentence(
            plural("Laying out 1 node…", "Laying out {n:,} nodes…", len(graph.nodes))
        )
        self._drop_items()
        self._stack.setCurrentWidget(self._busy)
        self._compose(self._draw)

    def add_inside(self, prefix: str, graph: GraphDescription) -> None:
        """Learn what the subgraph at a path is made of; it can be expanded from now on."""
        if self._model is None:
            return
        self._model.add_inside(prefix, graph)
        item = self._scene.nodes.get(prefix)
        if item is not None:
            item.set_expandable(True)
        if prefix in self.arrangement.expanded:
            self._compose(self._redraw)
            self.expanded.emit(prefix)

    def show_inside(self, view: CheckpointView, rows: Sequence[CheckpointRow]) -> None:
        """Show how far a subgraph came in a task of the moment, by its own checkpoints."""
        if self._model is not None:
            self._model.show_inside(view, rows)
            self._refresh(animated=False, settles=False)

    def set_arrangement(self, kept: Sequence[str]) -> None:
        """Expanded subgraphs and moved nodes, as ``arrangement_changed`` told them once."""
        self.arrangement = Arrangement.from_texts(kept)
        if self._model is not None and self.arrangement:
            self._compose(self._draw)

    def toggle_expanded(self, path: str) -> None:
        """Draw a subgraph inside of the graph, or as one card again."""
        model = self._model
        if model is None or path not in model.anatomy.graphs:
            return
        self.arrangement.toggle(path)
        self._compose(lambda placed: self._redraw(placed, path))
        self._keep()
        if path in self.arrangement.expanded:
            self.expanded.emit(path)

    def set_all_expanded(self, expanded: bool) -> None:
        """Expand every subgraph, or collapse all of them."""
        if self._model is None:
            return
        known = {prefix for prefix in self._model.anatomy.graphs if prefix}
        fresh = known - self.arrangement.expanded if expanded else set()
        self.arrangement.expanded = known if expanded else set()
        self._compose(self._redraw)
        self._keep()
        for path in sorted(fresh):
            self.expanded.emit(path)

    def inner_node(self, path: str | None) -> NodeDescription | None:
        """A node of a subgraph; ``None`` for those of the open graph itself."""
        if path is None or self._model is None or not prefix_of(path):
            return None
        return self._model.nodes.get(path)

    def can_expand(self, path: str | None) -> bool:
        """Whether a node is a subgraph that is known."""
        return bool(path) and self._model is not None and path in self._model.anatomy.graphs

    @property
    def has_subgraphs(self) -> bool:
        return self._model is not None and len(self._model.anatomy.graphs) > 1

    def reset_positions(self) -> None:
        """Put every node back to where it was laid out."""
        if self.arrangement.moved:
            self.arrangement.moved.clear()
            self._compose(self._redraw)
            self._keep()

    def find_node(self) -> None:
        """Open the field that finds nodes by name."""
        if self._model is not None:
            self.finder.open_up()

    def show_heat(self, kind: HeatKind | None) -> None:
        """Compare nodes by runs, time or errors; ``None`` ends it."""
        self._scene.set_heat(kind)
        self.controls.set_heat(kind)

    @property
    def heat(self) -> HeatKind | None:
        return self._scene.heat

    def show_legend(self, shown: bool) -> None:
        """Say what lines, signs and marks mean."""
        self.controls.set_legend_shown(shown)
        self.legend.setVisible(shown)
        self._overlays.place()

    def clear(self) -> None:
        """Show no graph."""
        self._composer.cancel()
        self._model = None
        self._drop_items()
        self._stack.setCurrentWidget(self._empty)

    def clear_run(self) -> None:
        """Forget every run of the graph, as for another thread."""
        if self._model is not None:
            self._model.reset()
            self._unfolding.clear()
            self._refresh(animated=False)

    def apply_events(self, events: Sequence[Event]) -> None:
        """Move on by what the session told; several supersteps at once are shown as the last."""
        if self._model is None or not events:
            return
        self._model.apply(events)
        if not self._model.viewing_past:
            self._unfolding.hear(events, self._model.updates, seen=self.isVisible())
        self._show_events(events, shown=not self._model.viewing_past)

    def replay(self, events: Sequence[Event]) -> None:
        """Move the recorded moment that is looked at on, as a run would have; nothing runs."""
        if self._model is not None and self._model.viewing_past:
            self._model.replay(events)
            self._unfolding.hear(events, self._model.updates, seen=self.isVisible())
            self._show_events(events, shown=True)

    def _show_events(self, events: Sequence[Event], shown: bool) -> None:
        planned = sum(
            isinstance(event, SuperstepPlanned) and event.checkpoint_ns == "" for event in events
        )
        barrier = any(
            isinstance(event, BarrierReached) and event.checkpoint_ns == "" for event in events
        )
        self._refresh(
            animated=planned <= 1 and shown, planned=planned > 0 and shown, barrier=barrier
        )

    def show_checkpoint(self, view: CheckpointView, past: bool | None = None) -> None:
        """Show a recorded moment; see ``GraphModel.show`` for ``past``."""
        if self._model is not None:
            if past or (past is None and self._model.viewing_past):
                self._unfolding.clear()
            self._model.show(view, past)
            # The head's own record follows a superstep at once: what still moves goes on moving.
            self._refresh(animated=False, settles=self._model.viewing_past)

    def add_history(self, rows: Iterable[CheckpointRow]) -> None:
        """Learn of recorded checkpoints, by which runs of nodes are counted."""
        if self._model is not None:
            self._model.branch.add(rows)

    def set_breakpoints(self, breakpoints: Mapping[str, BreakpointMark]) -> None:
        """Mark the nodes that have breakpoints, by path."""
        if self._model is not None:
            self._model.breakpoints = dict(breakpoints)
            self._scene.refresh_all()

    def set_marks(self, marks: KindsOfMarks) -> None:
        """Show what a person marked nodes with, by path."""
        if self._model is not None:
            self._model.marks = dict(marks)
            self._scene.refresh_all()

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

    def _compose(self, done: Callable[[Placed], None]) -> None:
        model = self._model
        if model is not None:
            self._composer.compose(
                model.anatomy,
                self.arrangement.expanded,
                self.arrangement.moved,
                self._style.name_metrics.horizontalAdvance,
                self._style.label_metrics.horizontalAdvance,
                done,
            )

    def _draw(self, placed: Placed) -> None:
        """Draw a graph for the first time, or better than in the meantime."""
        if self._model is None:
            return
        if self._scene.nodes:
            self._redraw(placed, self.canvas.selected or "")
            return
        self._build(placed)
        self.canvas.fit_readably()
        self._overlays.place()
        self.graph_drawn.emit()

    def _redraw(self, placed: Placed, held: str = "") -> None:
        """Draw the same graph otherwise; a node that is ``held`` stays under the pointer."""
        if self._model is None:
            return
        canvas, selected = self.canvas, self.canvas.selected
        item = self._scene.nodes.get(held)
        point = canvas.mapFromScene(item.pos()) if item is not None else None
        self._drop_items()
        self._build(placed)
        while selected and selected not in self._scene.nodes:
            selected = prefix_of(selected)
        canvas.select(selected or None, announce=False)
        canvas.content_changed()
        if point is not None and not canvas.fitted:
            canvas.hold(held, point)
        self._overlays.place()

    def _build(self, placed: Placed) -> None:
        assert self._model is not None
        self._scene.build(self._model, placed)
        self._states = {path: item.look.state for path, item in self._scene.nodes.items()}
        self._stack.setCurrentWidget(self.canvas)
        self._sweep()

    def _moved(self, path: str, dx: float, dy: float) -> None:
        """A node was put down: keep where, and give the frame around it the room it needs."""
        self.arrangement.move(path, (dx, dy))
        self._keep()
        if prefix_of(path):
            self._compose(lambda placed: self._redraw(placed, path))
        else:
            self._scene.rebuild_channels()
            self.canvas.content_changed()
            self._overlays.place()

    def _keep(self) -> None:
        self.arrangement_changed.emit(self.arrangement.to_texts())

    def _go_to(self, path: str) -> None:
        self.canvas.select(path)
        self.canvas.zoom_to(path)

    def _drop_items(self) -> None:
        self.animation.forget()
        self.folds.set_progress(1.0)
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
        changed = self._scene.refresh()
        if changed:
            self.minimap.redraw()
        states = {path: self._scene.nodes[path].look.state for path in changed}
        fresh = {path for path, state in states.items() if self._states.get(path) != state}
        self._states.update(states)
        self._sweep()
        due = {path for path in changed if states[path] == "due"}
        if planned:
            self._follow(due)
        if animated and self.animation.enabled and self.isVisible():
            self._animate(
                due, {path for path in fresh if states[path] == "wrote"}, barrier, planned
            )

    def _animate(self, due: set[str], fresh: set[str], barrier: bool, planned: bool) -> None:
        scene = self._scene
        wrote = {path for path, state in self._states.items() if state == "wrote"}
        if barrier:
            travelled = [edge for edge in scene.edges if edge.taken]
            if not planned:
                travelled = [edge for edge in travelled if not wrote.isdisjoint(edge.sources)]
            self.animation.barrier(
                travelled, [link for link in scene.links.values() if link.isVisible()]
            )
        if planned or due:
            self.animation.plan(
                [scene.nodes[path] for path in sorted(due)],
                [edge for edge in scene.edges if edge.cause],
                after_barrier=barrier,
            )
        self.animation.wrote(scene.nodes[path] for path in fresh)

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
