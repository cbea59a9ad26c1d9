"""Tasks and Why of a node inside of an expanded subgraph: those of the graph that has the node.

The way there leads through the tasks of the moment looked at: the namespace of each is that of
the subgraph's checkpoints, of which the newest counts at which the next node is due.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject

from runtime.debug.commands import ListCheckpoints, ReadCheckpoint
from runtime.debug.views import CheckpointPage, CheckpointView, ErrorView, Reply
from studio.graph.paths import SEPARATOR, join_path, name_of, prefix_of
from studio.inspector.tasks_panel import TasksPanel
from studio.inspector.why_panel import WhyPanel
from studio.session.bridge import SessionBridge
from studio.session.moment import Moment

_ROWS = 500

Found = Callable[[CheckpointView], None]


class InnerTasks(QObject):
    """Puts the selected inner node's checkpoint into both panels, and takes it out again."""

    def __init__(
        self, bridge: SessionBridge, moment: Moment, tasks: TasksPanel, why: WhyPanel
    ) -> None:
        super().__init__(tasks)
        self._bridge = bridge
        self._moment = moment
        self._tasks = tasks
        self._why = why
        self._path = ""
        self._asked = 0
        self.shown = ""
        """The graph whose tasks are shown, as the path of its node; ``""`` is the open one."""
        self._view: CheckpointView | None = None
        moment.view_loaded.connect(lambda _: self._find())
        moment.thread_changed.connect(self._leave)

    def select(self, path: str | None) -> None:
        """Show what belongs to a node, by its path."""
        path = path or ""
        if path == self._path:
            return
        self._path = path
        if prefix_of(path):
            self._find()
        else:
            self._restore(path)

    def path_of(self, node: str) -> str:
        """The path of a node that one of the panels names."""
        return join_path(self.shown, node)

    def _leave(self) -> None:
        self._asked += 1
        self.shown = ""

    def _restore(self, node: str) -> None:
        """Show the open graph's again."""
        self._asked += 1
        if not self.shown:
            return
        self.shown = ""
        view = self._moment.view
        for panel in (self._tasks, self._why):
            panel.show_checkpoint(view)
            if node:
                panel.select_node(node)

    def _find(self) -> None:
        """Look for the checkpoint of the selected node's graph, from the moment looked at."""
        self._asked += 1
        self.shown = ""
        view = self._moment.view
        if view is not None and prefix_of(self._path):
            self._go_in(view, self._path.split(SEPARATOR), self._asked)

    def _go_in(self, view: CheckpointView, way: list[str], asked: int) -> None:
        """Into the first task of the way's first node; without one there is nothing inside."""
        node, following, *_ = way
        chosen = self._tasks.task
        tasks = [task for task in view.tasks if task.name == node]
        task = next((each for each in tasks if chosen and each.id == chosen.id), None)
        if task is None and not tasks:
            return
        task = task or tasks[0]
        row = view.row
        namespace = join_path(row.checkpoint_ns, f"{task.name}:{task.id}")

        def listed(reply: Reply) -> None:
            if asked != self._asked or not isinstance(reply, CheckpointPage) or not reply.rows:
                return
            rows = reply.rows
            at = next((each for each in rows if following in each.next), rows[0])
            self._bridge.request(
                ReadCheckpoint(row.thread_id, namespace, at.checkpoint_id), read, _unasked
            )

        def read(reply: Reply) -> None:
            if asked != self._asked or not isinstance(reply, CheckpointView):
                return
            if len(way) > 2:
                self._go_in(reply, way[1:], asked)
            else:
                self._show(reply)

        self._bridge.request(
            ListCheckpoints(row.thread_id, namespace, limit=_ROWS), listed, _unasked
        )

    def _show(self, view: CheckpointView) -> None:
        self.shown = prefix_of(self._path)
        self._view = view
        self.show_in(self._tasks)
        self.show_in(self._why)

    def show_in(self, panel: TasksPanel | WhyPanel) -> None:
        """Have a panel show what is inside, where that is what is selected."""
        view, node = self._view, name_of(self._path)
        if not self.shown or view is None:
            return
        if isinstance(panel, TasksPanel):
            panel.show_checkpoint(view, inside=self.shown.replace(SEPARATOR, " / "))
        else:
            panel.show_checkpoint(view)
        panel.select_node(node)


class InnerShown:
    """A panel that shows the moment looked at, or what is inside of it."""

    def __init__(self, panel: TasksPanel | WhyPanel, inner: InnerTasks) -> None:
        self._panel = panel
        self._inner = inner

    def show_checkpoint(self, view: CheckpointView | None) -> None:
        self._panel.show_checkpoint(view)
        self._inner.show_in(self._panel)


def _unasked(_: ErrorView) -> None:
    """Nobody asked for it: what was shown stays."""
