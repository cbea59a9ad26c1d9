"""The panels of the window, kept at one moment."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from runtime.debug.commands import Breakpoint, BreakpointKind, SetBreakpoints
from runtime.debug.comparing.views import CheckpointAddress
from runtime.debug.description import GraphDescription
from runtime.debug.events import CheckpointSaved, Event, RunPaused
from runtime.debug.views import CheckpointRow, CheckpointView
from studio.inside.inner_tasks import InnerShown, InnerTasks
from studio.inside.loader import InsideLoader
from studio.messages.live import StreamFollower
from studio.session.visiting import Visitor
from studio.session.workspace import Workspace
from studio.shell.node_selection import NodeSelection
from studio.shell.panel_set import PanelSet
from studio.shell.theme import ThemeTokens


class Panels(PanelSet):
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
    variants_wanted = Signal()
    input_wanted = Signal()
    inside_wanted = Signal()
    delete_wanted = Signal()
    thread_act_wanted = Signal(str, str)
    """An act's name, and the id of the thread that it is meant of."""

    def __init__(
        self,
        workspace: Workspace,
        on_open: Callable[[], None],
        tokens: ThemeTokens,
        window: QWidget,
    ) -> None:
        super().__init__(workspace, on_open, tokens, window)
        self._insides = InsideLoader(workspace.bridge, self._moment, self.graph)
        self._insides.described.connect(self.breakpoints.add_inside)
        inner = InnerTasks(workspace.bridge, self._moment, self.tasks, self.why)
        self.of_moment |= {
            "tasks": InnerShown(self.tasks, inner),
            "why": InnerShown(self.why, inner),
        }
        self.selection = NodeSelection(self, inner, self._bring_up_to_date)
        self._insides.described.connect(self.marks.add_inside)
        self.selection.changed.connect(self.selection_changed)
        self.selection.panel_wanted.connect(self.panel_wanted)
        self.selection.inside_wanted.connect(self.inside_wanted)
        self.visitor = Visitor(workspace.bridge, self._moment)
        self._hidden: set[str] = set()
        self._stale: set[str] = set()
        self._connect_moment()
        self._connect_panels()
        self.streams = StreamFollower(self._moment, self.tasks, self.messages)
        self._connect_replay()

    def set_graph(self, graph: GraphDescription) -> None:
        """Another graph is open."""
        self.selection.set_graph(graph)
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
            self.marks,
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
            self.of_moment[name].show_checkpoint(self._moment.view)

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
        if self.selection.node is not None:
            self.breakpoints.toggle(self.selection.node)

    def edit_breakpoint(self) -> None:
        """Write the condition of the breakpoint before the selected node."""
        if self.selection.node is not None:
            self.panel_wanted.emit("breakpoints")
            self.breakpoints.edit_condition(self.selection.node)

    def recall_breakpoints(self, breakpoints: Sequence[Breakpoint]) -> None:
        """Set those that were kept for the graph that was opened."""
        self.breakpoints.set_breakpoints(breakpoints)
        self._breakpoints_changed(self.breakpoints.breakpoints)

    def _breakpoints_changed(self, breakpoints: tuple[Breakpoint, ...]) -> None:
        self.graph.set_breakpoints(self.breakpoints.marks)
        self._workspace.bridge.request(SetBreakpoints(breakpoints))

    def _connect_moment(self) -> None:
        moment, workspace = self._moment, self._workspace
        moment.thread_changed.connect(self._thread_changed)
        moment.history_loaded.connect(self.history.show_checkpoints)
        moment.history_loaded.connect(self.timeline.show_checkpoints)
        moment.older_loaded.connect(lambda _: self.timeline.show_rows(moment.rows))
        moment.history_loaded.connect(lambda page: self.graph.add_history(page.rows))
        moment.older_loaded.connect(self.graph.add_history)
        moment.edited.connect(self._edited)
        moment.told.connect(self._on_events)
        moment.selected.connect(self._selected)
        moment.view_loaded.connect(self._show_view)
        workspace.threads_changed.connect(lambda: self.history.show_threads(workspace.thread_page))
        workspace.threads_changed.connect(self.threads.refresh)
        workspace.threads_changed.connect(self.book.read_threads)

    def _connect_panels(self) -> None:
        history, moment = self.history, self._moment
        history.thread_selected.connect(moment.open_thread)
        self.filtered.row_selected.connect(moment.look_at)
        history.rows_near.connect(moment.learn)
        history.checkpoint_selected.connect(moment.look_at_id)
        self.threads.thread_selected.connect(moment.open_thread)
        self.threads.asked.connect(self.thread_act_wanted)
        self.history.model.annotation_of = self.filtered.model.annotation_of = self.book.of
        self.book.changed.connect(self.history.model.lines_changed)
        self.book.changed.connect(self.filtered.noted)
        self.timeline.chart.annotation_of = self.book.of
        self.book.changed.connect(self.timeline.chart.viewport().update)
        self.filtered.annotated = self.book.all
        moment.branch_of = history.branch_of
        history.delete_thread_requested.connect(lambda _: self.delete_wanted.emit())
        history.run_requested.connect(self.input_wanted)
        for signal, wanted in (
            (history.rerun_requested, self.rerun_wanted.emit),
            (history.fork_requested, lambda: self.edit_wanted.emit(None)),
            (history.edit_requested, lambda: self.edit_wanted.emit(None)),
            (history.compare_requested, self.compare_with_this),
            (history.branch_requested, self.compare_branch),
            (history.variants_requested, self.variants_wanted.emit),
        ):
            signal.connect(lambda where, then=wanted: self._go_and(where, then))
        self.state.edit_requested.connect(self.edit_wanted.emit)
        self.diff.pinned.connect(history.set_pinned)
        self.branches.moment_wanted.connect(self.visitor.go)
        self.branches.diff_wanted.connect(self.compare_checkpoints)
        self.branches.choose_wanted.connect(self.compare_branch)
        self.graph.task_selected.connect(self.select_task)
        self.tasks.may_run = lambda: self._workspace.run_control.can_continue
        self.tasks.run_requested.connect(
            lambda task_id: self._workspace.run_control.go_on("step_task", task_id)
        )
        self.state.stop_requested.connect(self._stop_at_channel)
        self.graph.breakpoint_toggled.connect(self.breakpoints.toggle)
        self.breakpoints.changed.connect(self._breakpoints_changed)
        self.breakpoints.channel_wanted.connect(self._show_channel)
        self.tasks.answer_requested.connect(self.answer_wanted)
        self.timeline.checkpoint_selected.connect(moment.look_at_id)
        self.watch.moment_wanted.connect(moment.look_at)
        self.watch.end_of_branch = lambda: moment.end
        self.messages.checkpoint_wanted.connect(moment.look_at_id)
        self.messages.node_wanted.connect(self.selection.select)
        self.search.total = history.model.rowCount
        self.search.hit_selected.connect(self._show_hit)
        for panel in (self.why, self.versions):
            panel.channel_requested.connect(self._show_channel)

    def _connect_replay(self) -> None:
        moment = self._moment
        self.player.told.connect(self.graph.replay)
        self.player.rested.connect(self._show_record)
        self.replay.position_wanted.connect(self.history.go_to_position)
        self.player.rewind = self.replay.rewind
        for signal in (moment.selected, moment.run_changed, moment.thread_changed):
            signal.connect(self.replay.follow)
        self.history.model.lines_changed.connect(self.replay.follow)

    def _show_record(self) -> None:
        """What was being played gives way to what is recorded of the moment."""
        view = self._moment.view
        if view is not None:
            self.graph.show_checkpoint(view, past=not self._moment.follows_head)

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
        for panel in self.of_moment.values():
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
        self._stale.update(self.of_moment)
        for name in self.of_moment:
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
                self.selection.select_waiting(event)
            if shown:
                self.timeline.apply(event)
                if self._moment.follows_head:
                    self.tasks.apply(event)

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

    def choose_base(self) -> None:
        """Choose the checkpoint that others are compared with, in the Diff panel."""
        self.panel_wanted.emit("diff")
        self.diff.choose_base()

    def compare_with_parent(self) -> None:
        """Compare each moment with the one before it again."""
        self.diff.set_base(None)

    def compare_checkpoints(self, before: CheckpointAddress, after: CheckpointAddress) -> None:
        """Show in Diff what a checkpoint has otherwise than another one."""

        def compare(row: CheckpointRow) -> None:
            self.diff.set_base(row)
            self.panel_wanted.emit("diff")
            self.visitor.go(after)

        self._bring_up_to_date("diff")
        self.visitor.read(before, compare)

    def next_difference(self) -> None:
        """Go to the next row at which the two branches differ."""
        self.panel_wanted.emit("branches")
        self.branches.go_to_next_difference()

    def compare_branch(self) -> None:
        """Choose what stands beside the branch of the moment looked at, in the Branches panel."""
        end = self._moment.end
        if end is not None:
            self.panel_wanted.emit("branches")
            self.branches.choose_second(end, self._moment.other_end(end))

    def _stop_at_channel(self, kind: BreakpointKind, channel: str) -> None:
        self.breakpoints.add_on_channel(kind, channel)
        self.panel_wanted.emit("breakpoints")

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
