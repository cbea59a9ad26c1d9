"""Asks the session what subgraphs are made of, and how far those that are expanded came."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from runtime.debug.commands import DescribeInside, ListCheckpoints, ReadCheckpoint
from runtime.debug.description import GraphDescription
from runtime.debug.views import (
    CheckpointPage,
    CheckpointRow,
    CheckpointView,
    ErrorView,
    InsideDescribed,
    Reply,
    TaskView,
)
from studio.graph.panel import GraphPanel
from studio.graph.paths import (
    SEPARATOR,
    join_path,
    name_of,
    prefix_of,
    prefix_of_namespace,
)
from studio.session.bridge import SessionBridge
from studio.session.moment import Moment

_DEEPEST = 8
"""Levels of subgraphs that are asked for; a graph may hold itself."""
_MOST_TASKS = 50
"""Tasks of one subgraph that are looked into."""
_ROWS = 500


class InsideLoader(QObject):
    """Fills a ``GraphPanel``: descriptions when a graph opens, records as the moment moves.

    While a run goes on at the head its events tell more, sooner. ``described`` carries the path
    of a subgraph and its ``GraphDescription``.
    """

    described = Signal(str, object)

    def __init__(self, bridge: SessionBridge, moment: Moment, panel: GraphPanel) -> None:
        super().__init__(panel)
        self._bridge = bridge
        self._moment = moment
        self._panel = panel
        self._graph: GraphDescription | None = None
        panel.expanded.connect(lambda _: self.show_view())
        moment.view_loaded.connect(lambda _: self.show_view())

    def set_graph(self, graph: GraphDescription) -> None:
        """Another graph is open: ask what its subgraphs are."""
        self._graph = graph
        self._ask_inside("", graph)

    def _ask_inside(self, prefix: str, graph: GraphDescription) -> None:
        if prefix.count(SEPARATOR) + 1 >= _DEEPEST:
            return
        opened = self._graph
        for node in graph.nodes:
            if node.kind != "subgraph":
                continue

            def described(reply: Reply) -> None:
                if isinstance(reply, InsideDescribed) and self._graph is opened:
                    path = prefix_of_namespace(reply.checkpoint_ns)
                    self._panel.add_inside(path, reply.graph)
                    self.described.emit(path, reply.graph)
                    self._ask_inside(path, reply.graph)

            path = join_path(prefix, node.name)
            self._bridge.request(DescribeInside(path), described, _unasked)

    def show_view(self) -> None:
        """Read what subgraphs recorded in the tasks of the moment."""
        view = self._moment.view
        if view is not None:
            self._look_into(view.tasks, "", view.row)

    def _look_into(self, tasks: tuple[TaskView, ...], namespace: str, at: CheckpointRow) -> None:
        prefix = prefix_of_namespace(namespace)
        wanted = [
            task
            for task in tasks
            if join_path(prefix, task.name) in self._panel.arrangement.expanded
        ]
        for task in wanted[:_MOST_TASKS]:
            self._read(join_path(namespace, f"{task.name}:{task.id}"), at)

    def _read(self, namespace: str, at: CheckpointRow) -> None:
        if self._moment.run.status == "running" and self._moment.follows_head:
            return

        def listed(reply: Reply) -> None:
            if isinstance(reply, CheckpointPage) and reply.rows and self._still(at):
                newest = reply.rows[0]
                self._bridge.request(
                    ReadCheckpoint(newest.thread_id, namespace, newest.checkpoint_id),
                    lambda view: self._show(view, reply.rows, at),
                    _unasked,
                )

        self._bridge.request(
            ListCheckpoints(at.thread_id, namespace, limit=_ROWS), listed, _unasked
        )

    def _show(self, reply: Reply, rows: tuple[CheckpointRow, ...], at: CheckpointRow) -> None:
        if isinstance(reply, CheckpointView) and self._still(at):
            self._panel.show_inside(reply, rows)
            self._look_into(reply.tasks, reply.row.checkpoint_ns, at)
            self._look_back(reply, rows, at)

    def _look_back(
        self, newest: CheckpointView, rows: tuple[CheckpointRow, ...], at: CheckpointRow
    ) -> None:
        """Look into subgraphs that have ended: where they were due last, they have their tasks."""
        namespace = newest.row.checkpoint_ns
        prefix = prefix_of_namespace(namespace)
        due = {task.name for task in newest.tasks}
        wanted = {
            name_of(path)
            for path in self._panel.arrangement.expanded
            if prefix_of(path) == prefix and name_of(path) not in due
        }

        def read(reply: Reply) -> None:
            if isinstance(reply, CheckpointView) and self._still(at):
                self._look_into(reply.tasks, namespace, at)

        for row in rows[1:]:
            found = wanted.intersection(row.next)
            if found:
                wanted -= found
                self._bridge.request(
                    ReadCheckpoint(row.thread_id, namespace, row.checkpoint_id), read, _unasked
                )

    def _still(self, at: CheckpointRow) -> bool:
        """Whether the same moment is looked at as when it was asked."""
        view = self._moment.view
        return view is not None and view.row.checkpoint_id == at.checkpoint_id


def _unasked(_: ErrorView) -> None:
    """Nobody asked for it: a subgraph that cannot be read stays as it is."""
