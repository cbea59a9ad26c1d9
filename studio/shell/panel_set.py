"""The panels of the window, made from one workspace."""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from runtime.debug.comparing.views import (
    BranchesCompared,
    CheckpointsCompared,
    ComparisonWritten,
    ValuesCompared,
)
from runtime.debug.messages.views import MessagePage, MessagesTraced
from runtime.debug.upkeep.views import AnnotationList, ThreadSizes
from runtime.debug.views import (
    CheckpointPage,
    CheckpointView,
    FilteredPage,
    FirstFound,
    PlotPage,
    SearchPage,
    ThreadPage,
    WatchPage,
)
from studio.annotations.book import AnnotationBook
from studio.approval.panel import ApprovalsPanel
from studio.breakpoints.panel import BreakpointsPanel
from studio.comparison.branches_panel import BranchesPanel
from studio.comparison.panel import DiffPanel
from studio.comparison.requests import ComparisonRequests
from studio.expressions.checker import session_check
from studio.graph.panel import GraphPanel
from studio.history.filtering import FilteredHistory
from studio.history.panel import HistoryPanel
from studio.inspector.state_panel import StatePanel
from studio.inspector.tasks_panel import TasksPanel
from studio.inspector.versions_panel import VersionsPanel
from studio.inspector.why_panel import WhyPanel
from studio.log.panel import LogPanel
from studio.marks.panel import MarksPanel
from studio.messages.panel import MessagesPanel
from studio.replay.bar import ReplayBar
from studio.replay.player import Player
from studio.search.panel import SearchPanel
from studio.session.workspace import Workspace
from studio.shell.problems import ProblemsPanel
from studio.shell.requests import asking, source_request, value_requests
from studio.shell.theme import ThemeTokens
from studio.source.panel import SourcePanel
from studio.threads.section import ThreadsSection
from studio.timeline.panel import TimelinePanel
from studio.watch.panel import WatchPanel


@runtime_checkable
class Themed(Protocol):
    """What has colours of its own."""

    def set_theme(self, tokens: ThemeTokens) -> None: ...


class OfMoment(Protocol):
    """A panel that shows the moment looked at."""

    def show_checkpoint(self, view: CheckpointView | None) -> None: ...


class PanelSet(QObject):
    """Every panel, by attribute and by name."""

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
        bridge = workspace.bridge
        requests = value_requests(bridge)
        self.check = session_check(bridge, self._moment)
        self.menu_actions: Callable[[str], Sequence[QAction]] = lambda _: ()
        """Actions of the canvas's context menu for a node, or for ``""``, the background."""
        self.graph = GraphPanel(
            tokens, on_open, node_actions=lambda node: self.menu_actions(node), parent=window
        )
        self.filtered = FilteredHistory(asking(bridge, FilteredPage), self.check, tokens, window)
        self.book = AnnotationBook(bridge, self._moment, self)
        self.threads = ThreadsSection(
            asking(bridge, ThreadPage), asking(bridge, ThreadSizes), self.book, tokens, window
        )
        self.history = HistoryPanel(
            workspace.more_threads,
            self._moment.tree.rows,
            tokens,
            window,
            self.filtered,
            self._moment.tree.outline,
            self.threads,
        )
        self.state = StatePanel(requests, tokens, window)
        self.versions = VersionsPanel(tokens, window)
        self.tasks = TasksPanel(requests, tokens, window)
        self.why = WhyPanel(tokens, window)
        self.timeline = TimelinePanel(tokens, window)
        self.log = LogPanel(tokens, window)
        self.breakpoints = BreakpointsPanel(self.check, tokens, window)
        self.marks = MarksPanel(tokens, window)
        self.source = SourcePanel(source_request(bridge), tokens, window)
        comparing = ComparisonRequests(
            asking(bridge, CheckpointsCompared),
            asking(bridge, ValuesCompared),
            asking(bridge, ComparisonWritten),
            asking(bridge, BranchesCompared),
            requests.children,
            workspace.more_threads,
            asking(bridge, CheckpointPage),
            asking(bridge, AnnotationList),
        )
        self.diff = DiffPanel(comparing, tokens, window)
        self.branches = BranchesPanel(comparing, tokens, window)
        self.messages = MessagesPanel(
            asking(bridge, MessagePage), asking(bridge, MessagesTraced), requests, tokens, window
        )
        self.search = SearchPanel(asking(bridge, SearchPage), tokens, window)
        self.watch = WatchPanel(
            asking(bridge, WatchPage),
            asking(bridge, PlotPage),
            asking(bridge, FirstFound),
            self.check,
            tokens,
            window,
        )
        self.problems = ProblemsPanel(tokens, window)
        self.approvals = ApprovalsPanel(tokens, window)
        self.player = Player(bridge, self._moment, self)
        self.replay = ReplayBar(self._moment, self.history.model, tokens, self.graph)
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
            "marks": self.marks,
            "problems": self.problems,
            "approvals": self.approvals,
            "diff": self.diff,
            "branches": self.branches,
            "messages": self.messages,
            "search": self.search,
            "watch": self.watch,
        }
        self.of_moment: dict[str, OfMoment] = {
            "state": self.state,
            "versions": self.versions,
            "tasks": self.tasks,
            "why": self.why,
            "source": self.source,
            "diff": self.diff,
            "messages": self.messages,
            "watch": self.watch,
        }
        """Those that show nothing but the moment looked at; the others also hear of the run."""

    def set_theme(self, tokens: ThemeTokens) -> None:
        for panel in (*self.by_name.values(), self.replay):
            if isinstance(panel, Themed):
                panel.set_theme(tokens)
