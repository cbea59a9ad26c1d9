"""The panels of the window, made from one workspace and kept at one moment."""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from runtime.debug.commands import (
    Breakpoint,
    BreakpointKind,
    ReadCheckpoint,
    SetBreakpoints,
)
from runtime.debug.description import GraphDescription, SourceSpan
from runtime.debug.events import CheckpointSaved, Event, RunPaused
from runtime.debug.views import (
    CheckpointRow,
    CheckpointView,
    ErrorFrame,
    Failed,
    FilteredPage,
    FirstFound,
    SearchPage,
    WatchPage,
)
from studio.breakpoints.panel import BreakpointsPanel
from studio.comparison.panel import DiffPanel
from studio.expressions.checker import session_check
from studio.graph.panel import GraphPanel
from studio.graph.paths import SEPARATOR, join_path, outermost, prefix_of_namespace
from studio.history.filtering import FilteredHistory
from studio.history.panel import HistoryPanel
from studio.inside.loader import InsideLoader
from studio.inspector.state_panel import StatePanel
from studio.inspector.tasks_panel import TasksPanel
from studio.inspector.versions_panel import VersionsPanel
from studio.inspector.why_panel import WhyPanel
from studio.log.panel import LogPanel
from studio.replay.bar import ReplayBar
from studio.replay.player import Player
from studio.search.panel import SearchPanel
from studio.session.workspace import Workspace
from studio.shell.problems import ProblemsPanel
from studio.shell.requests import asking, source_request, value_requests
from studio.shell.theme import ThemeTokens
from studio.source.panel import SourcePanel
from studio.timeline.panel import TimelinePanel
from studio.watch.panel import WatchPanel


@runtime_checkable
class Themed(Protocol):
    """What has colours of its own."""

    def set_theme(self, tokens: ThemeTokens) -> None: ...


class _OfMoment(Protocol):
    def show_checkpoint(self, view: CheckpointView | None) -> None: ...


class Panels(QObject):
    """Every panel by name; which node and channel is selected is theirs together.

    ``problem_found`` carries a title and an ``ErrorView``, ``panel_wanted`` a panel's name,
    ``answer_wanted`` an interrupt's id, ``edit_wanted`` a channel's name or ``None``. What is
    wanted of a checkpoint is meant of the moment looked at, which has moved there before.
    """

    selection_changed = Signal()
    problem_found = Signal(str, object)
    panel_wanted = Signal(str)
    answer_wanted = Signal(str)
    edit_wanted = Signal(object)
    rerun_wanted = Signal()
    input_wanted = Signal()
    inside_wanted = Signal()
    delete_wanted = Signal()

    def __init__(
        self,
        workspace: Workspace,
        on_open: Callable[[], None],
        tokens: ThemeTokens,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._moment = workspace.moment
        self.selected_node: str | None = None
        self._subgraphs: set[str] = set()
        requests = value_requests(workspace.bridge)
        self.check = session_check(workspace.bridge, workspace.moment)
        self.menu_actions: Callable[[str], Sequence[QAction]] = lambda _: ()
        """Actions of the canvas's context menu for a node, or for ``""``, the background."""
        self.graph = GraphPanel(
            tokens, on_open, node_actions=lambda node: self.menu_actions(node), parent=window
        )
        self._insides = InsideLoader(workspace.bridge, self._moment, self.graph)
        self._insides.described.connect(self._inside_described)
        self.filtered = FilteredHistory(
            asking(workspace.bridge, FilteredPage), self.check, tokens, window
        )
        self.history = HistoryPanel(
            workspace.more_threads, self._moment.load_older, tokens, window, self.filtered
        )
        self.state = StatePanel(requests, tokens, window)
        self.versions = VersionsPanel(tokens, window)
        self.tasks = TasksPanel(requests, tokens, window)
        self.why = WhyPanel(tokens, window)
        self.timeline = TimelinePanel(tokens, window)
        self.log = LogPanel(tokens, window)
        self.breakpoints = BreakpointsPanel(self.check, tokens, window)
        self.source = SourcePanel(source_request(workspace.bridge), tokens, window)
        self.diff = DiffPanel(self._read_checkpoint, requests.json, tokens, window)
        self.search = SearchPanel(asking(workspace.bridge, SearchPage), tokens, window)
        self.watch = WatchPanel(
            asking(workspace.bridge, WatchPage),
            asking(workspace.bridge, FirstFound),
            self.check,
            tokens,
            window,
        )
        self.problems = ProblemsPanel(tokens, self._show_frame, window)
        self.player = Player(workspace.bridge, self._moment, self)
        self.replay = ReplayBar(self._moment, tokens, self.graph)
        self.graph.set_footer(self.replay)
        self.by_name: dict[str, QWidget] = {
            "graph": self.graph,
            "history": self.history,
            "state": self.state,
            "versions": self.versions,
            "tasks": self.tasks,
            "why": self.why,
            "timeline": self.timeline,
            "log": self.log,
            "source": self.source,
            "breakpoints": self.breakpoints,
            "problems": self.problems,
            "diff": self.diff,
            "search": self.search,
            "watch": self.watch,
        }
        self._of_moment: dict[str, _OfMoment] = {
            "state": self.state,
            "versions": self.versions,
            "tasks": self.tasks,
            "why": self.why,
            "source": self.source,
            "diff": self.diff,
            "watch": self.watch,
        }
        self._hidden: set[str] = set()
        self._stale: set[str] = set()
        self._connect_moment()
        self._connect_panels()
        self._connect_replay()

    def set_theme(self, tokens: ThemeTokens) -> None:
        for panel in (*self.by_name.values(), self.replay):
            if isinstance(panel, Themed):
                panel.set_theme(tokens)

    def set_graph(self, graph: GraphDescription) -> None:
        """Another graph is open."""
        self.selected_node = None
        self._subgraphs = {node.name for node in graph.nodes if node.kind == "subgraph"}
        self.filtered.set_names(
            [node.name for node in graph.nodes if node.kind in ("node", "subgraph")],
            [channel.name for channel in graph.channels if not channel.internal],
        )
        self.graph.set_graph(graph)
        self._insides.set_graph(graph)
        for panel in (
            self.state,
            self.log,
            self.source,
            self.breakpoints,
            self.diff,
        ):
            panel.set_graph(graph)
        self.graph.set_breakpoints(self.breakpoints.marks)

    def set_shown(self, name: str, shown: bool) -> None:
        """Say whether a person can see a panel; one that nobody sees does no work."""
        if shown:
            self._hidden.discard(name)
            self._bring_up_to_date(name)
        else:
            self._hidden.add(name)

    def _bring_up_to_date(self, name: str) -> None:
        if name in self._stale:
            self._stale.discard(name)
            self._of_moment[name].show_checkpoint(self._moment.view)

    def set_motion(self, animated: bool, speed: float = 1.0) -> None:
        """Whether the canvas moves, and how many times as fast as usual."""
        self.graph.set_animated(animated, speed)
        self.player.configure(animated, speed)

    def select_task(self, task_id: str) -> None:
        """Show one task of the superstep looked at."""
        self._bring_up_to_date("tasks")
        self.tasks.select_task(task_id)
        self.panel_wanted.emit("tasks")

    def toggle_breakpoint(self) -> None:
        """Set or remove a breakpoint before the selected node."""
        if self.selected_node is not None:
            self.breakpoints.toggle(self.selected_node)

    def edit_breakpoint(self) -> None:
        """Write the condition of the breakpoint before the selected node."""
        if self.selected_node is not None:
            self.panel_wanted.emit("breakpoints")
            self.breakpoints.edit_condition(self.selected_node)

    def recall_breakpoints(self, breakpoints: Sequence[Breakpoint]) -> None:
        """Set those that were kept for the graph that was opened."""
        self.breakpoints.set_breakpoints(breakpoints)
        self._breakpoints_changed(self.breakpoints.breakpoints)

    def _breakpoints_changed(self, breakpoints: tuple[Breakpoint, ...]) -> None:
        self.graph.set_breakpoints(self.breakpoints.marks)
        self._workspace.bridge.request(SetBreakpoints(breakpoints))

    def _inside_described(self, path: str, graph: GraphDescription) -> None:
        self.breakpoints.add_inside(path, graph)

    def _connect_moment(self) -> None:
        moment, workspace = self._moment, self._workspace
        moment.thread_changed.connect(self._thread_changed)
        moment.history_loaded.connect(self.history.show_checkpoints)
        moment.history_loaded.connect(self.timeline.show_checkpoints)
        moment.older_loaded.connect(self.timeline.add_rows)
        moment.history_loaded.connect(lambda page: self.graph.add_history(page.rows))
        moment.older_loaded.connect(self.graph.add_history)
        moment.edited.connect(self._edited)
        moment.told.connect(self._on_events)
        moment.selected.connect(self._selected)
        moment.view_loaded.connect(self._show_view)
        workspace.threads_changed.connect(lambda: self.history.show_threads(workspace.thread_page))

    def _connect_panels(self) -> None:
        history, moment = self.history, self._moment
        history.thread_selected.connect(moment.open_thread)
        self.filtered.row_selected.connect(moment.look_at)
        history.checkpoint_selected.connect(moment.look_at_id)
        history.delete_thread_requested.connect(lambda _: self.delete_wanted.emit())
        history.run_requested.connect(self.input_wanted)
        for signal, wanted in (
            (history.rerun_requested, self.rerun_wanted.emit),
            (history.fork_requested, lambda: self.edit_wanted.emit(None)),
            (history.edit_requested, lambda: self.edit_wanted.emit(None)),
            (history.compare_requested, self.compare_with_this),
        ):
            signal.connect(lambda where, then=wanted: self._go_and(where, then))
        self.state.edit_requested.connect(self.edit_wanted.emit)
        self.diff.pinned.connect(history.set_pinned)
        self.graph.node_selected.connect(self._select_node)
        self.graph.task_selected.connect(self.select_task)
        self.graph.selection_cleared.connect(lambda: self._select_node(None))
        self.tasks.task_selected.connect(lambda _, node: self._task_selected(node))
        self.tasks.open_source.connect(self.show_place)
        self.tasks.may_run = lambda: self._workspace.run_control.can_continue
        self.tasks.run_requested.connect(
            lambda task_id: self._workspace.run_control.go_on("step_task", task_id)
        )
        self.state.stop_requested.connect(self._stop_at_channel)
        self.graph.node_activated.connect(self._read_node)
        self.graph.breakpoint_toggled.connect(self.breakpoints.toggle)
        self.breakpoints.changed.connect(self._breakpoints_changed)
        self.breakpoints.node_selected.connect(self._select_node)
        self.breakpoints.node_wanted.connect(self._go_to_node)
        self.breakpoints.channel_wanted.connect(self._show_channel)
        self.log.node_selected.connect(self._select_node)
        self.tasks.answer_requested.connect(self.answer_wanted)
        self.timeline.checkpoint_selected.connect(moment.look_at_id)
        self.timeline.task_selected.connect(lambda _, node: self._select_node(node))
        self.watch.moment_wanted.connect(moment.look_at)
        self.search.hit_selected.connect(self._show_hit)
        self.why.node_selected.connect(self._select_node)
        self.versions.node_selected.connect(self._select_node)
        for panel in (self.why, self.versions):
            panel.channel_requested.connect(self._show_channel)

    def _connect_replay(self) -> None:
        moment = self._moment
        self.player.told.connect(self.graph.replay)
        self.player.rested.connect(self._show_record)
        self.replay.row_wanted.connect(moment.look_at)
        self.replay.older_wanted.connect(self._load_older)
        for signal in (moment.selected, moment.run_changed, moment.thread_changed):
            signal.connect(self.replay.follow)
        moment.older_loaded.connect(lambda _: self.replay.follow())

    def _show_record(self) -> None:
        """What was being played gives way to what is recorded of the moment."""
        view = self._moment.view
        if view is not None:
            self.graph.show_checkpoint(view, past=not self._moment.follows_head)

    def _load_older(self) -> None:
        branch, thread_id = self._moment.branch(), self._moment.thread_id
        if branch and thread_id is not None:
            self._moment.load_older(thread_id, branch[0].checkpoint_id, lambda _: None)

    def _go_and(self, checkpoint_id: str, then: Callable[[], None]) -> None:
        self._moment.look_at_id(checkpoint_id)
        then()

    def _thread_changed(self) -> None:
        self.graph.clear_run()
        self.log.clear()
        self.history.show_checkpoints(None)
        self.history.show_thread(self._moment.thread_id)
        self.timeline.show_checkpoints(None)
        self.search.show_thread(self._moment.thread_id)
        self._stale.clear()
        for panel in self._of_moment.values():
            panel.show_checkpoint(None)

    def _edited(self, row: CheckpointRow) -> None:
        self.history.apply(CheckpointSaved(0, "", row))
        self.timeline.add_rows([row])
        self.graph.add_history([row])

    def _selected(self) -> None:
        moment = self._moment
        self.history.set_head(moment.head.checkpoint_id if moment.head else None)
        looked_at = moment.looked_at
        chosen = looked_at.checkpoint_id if looked_at else None
        self.history.select_checkpoint(chosen)
        self.timeline.select_checkpoint(chosen)

    def _show_view(self, view: CheckpointView) -> None:
        self.graph.show_checkpoint(view, past=not self._moment.follows_head)
        self.timeline.show_checkpoint(view)
        self._stale.update(self._of_moment)
        for name in self._of_moment:
            if name not in self._hidden:
                self._bring_up_to_date(name)

    def _on_events(self, events: Sequence[Event]) -> None:
        shown = self._moment.runs_here
        if shown:
            self.graph.apply_events(events)
        for event in events:
            self.log.apply(event)
            self.history.apply(event)
            self.breakpoints.apply(event)
            self.problems.apply(event)
            if isinstance(event, RunPaused) and event.checkpoint_ns and shown:
                self._select_waiting(event.checkpoint_ns)
            if shown:
                self.timeline.apply(event)
                if self._moment.follows_head:
                    self.tasks.apply(event)

    def _select_waiting(self, checkpoint_ns: str) -> None:
        """Select the subgraph in which the run waits, as deep as it is expanded."""
        whole = prefix_of_namespace(checkpoint_ns)
        path = outermost(whole)
        while path in self.graph.arrangement.expanded and path != whole:
            path = join_path(path, outermost(whole.removeprefix(f"{path}{SEPARATOR}")))
        self._select_node(path)

    @property
    def channel(self) -> str | None:
        """The selected channel, in Diff where that is in front and State is not."""
        if "state" in self._hidden and "diff" not in self._hidden and self.diff.channel:
            return self.diff.channel
        return self.state.channel

    def compare_with_this(self) -> None:
        """Compare other moments with the one looked at, in the Diff panel."""
        self._bring_up_to_date("diff")
        self.diff.set_base(self._moment.looked_at)
        self.panel_wanted.emit("diff")

    def compare_with_parent(self) -> None:
        """Compare each moment with the one before it again."""
        self.diff.set_base(None)

    def _task_selected(self, node: str) -> None:
        self._select_node(node)
        self.selection_changed.emit()

    def _select_node(self, node: str | None) -> None:
        if node == self.selected_node:
            return
        self.selected_node = node
        self.graph.select_node(node)
        if node is not None:
            for name in ("tasks", "why", "versions"):
                self._bring_up_to_date(name)
            outer = outermost(node)
            self.tasks.select_node(outer)
            self.why.select_node(outer)
            self.versions.select_node(outer)
        self._show_source(node)
        self.breakpoints.select_node(node)
        self.selection_changed.emit()

    def _show_source(self, node: str | None) -> None:
        """The function of a node, also of one inside of a subgraph."""
        inner = self.graph.inner_node(node)
        if inner is None or inner.source is None:
            self.source.show_node(node)
        else:
            self.source.show_place(inner.source.path, inner.source.first_line)

    @property
    def selects_subgraph(self) -> bool:
        """Whether the selected node is a graph of its own."""
        return self.selected_node in self._subgraphs

    def _stop_at_channel(self, kind: BreakpointKind, channel: str) -> None:
        self.breakpoints.add_on_channel(kind, channel)
        self.panel_wanted.emit("breakpoints")

    def _go_to_node(self, node: str) -> None:
        """Select a node and bring it into sight."""
        self._select_node(node)
        self.panel_wanted.emit("graph")

    def _read_node(self, node: str) -> None:
        self._select_node(node)
        if self.selects_subgraph:
            self.inside_wanted.emit()
        elif self.graph.can_expand(node):
            self.graph.toggle_expanded(node)
        else:
            self.panel_wanted.emit("source")

    def _show_channel(self, name: str) -> None:
        self._bring_up_to_date("state")
        self.state.select_channel(name)
        self.panel_wanted.emit("state")

    def _show_hit(self, row: CheckpointRow, channel: str) -> None:
        """Go where something was found; the results stay in front."""
        looked_at = self._moment.looked_at
        if looked_at is not None and looked_at.checkpoint_id == row.checkpoint_id:
            self._bring_up_to_date("state")
            self.state.select_channel(channel)
            return
        self.state.channel_wanted = channel
        self._moment.look_at(row)

    def show_span(self, span: SourceSpan) -> None:
        """Show where something stands in its source."""
        lines = span.interrupt_lines or (span.first_line,)
        self.show_place(span.path, lines[0])

    def show_place(self, path: str, line: int) -> None:
        """Show one line of a file in the Source panel."""
        # First the room, so that the line is put where it is seen.
        self.panel_wanted.emit("source")
        self.source.show_place(path, line)

    def _show_frame(self, frame: ErrorFrame) -> None:
        self.show_place(frame.path, frame.line)

    def _read_checkpoint(
        self,
        row: CheckpointRow,
        checkpoint_id: str,
        then: Callable[[CheckpointView | Failed], None],
    ) -> None:
        """Another checkpoint of the thread and namespace of ``row``."""
        command = ReadCheckpoint(row.thread_id, row.checkpoint_ns, checkpoint_id)
        asking(self._workspace.bridge, CheckpointView)(command, then)
