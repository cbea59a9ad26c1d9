"""Dialogs that change a run or its history, joined to the session."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from runtime.debug.commands import (
    CommitEdit,
    ListCheckpoints,
    PreviewEdit,
    ReadCheckpoint,
    RunMode,
    StateEdit,
)
from runtime.debug.description import GraphDescription
from runtime.debug.views import (
    CheckpointPage,
    CheckpointRow,
    CheckpointView,
    EditCommitted,
    EditPreview,
    Failed,
    Reply,
)
from studio.editing.edit_dialog import EditStateDialog
from studio.inside.dialog import InsideDialog, Place
from studio.inspector.task_rows import task_title
from studio.language import tr
from studio.shell.requests import value_requests

if TYPE_CHECKING:
    from studio.shell.window import MainWindow

INSIDE = 500
"""Checkpoints of all namespaces among which a subgraph's last task is looked for."""


class Dialogs(QObject):
    """Opens dialogs over the window; none blocks it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._workspace = window.workspace
        self._bridge = window.workspace.bridge
        self._moment = window.workspace.moment
        self._inside: InsideDialog | None = None

    def look_inside(self) -> None:
        """Show what the selected subgraph did: in its selected task, else in its last one."""
        moment, node = self._moment, self._window.panels.selection.node
        view, thread_id = moment.view, moment.thread_id
        if node is None or view is None or thread_id is None:
            return
        tasks = [task for task in view.tasks if task.name == node]
        chosen = self._window.panels.tasks.task
        tasks = [task for task in tasks if chosen is not None and task.id == chosen.id] + tasks
        if tasks:
            title = task_title(node, tasks[0].index)
            self._show_inside(thread_id, Place(f"{node}:{tasks[0].id}", title))
            return

        def read(reply: Reply) -> None:
            if not isinstance(reply, CheckpointPage):
                return
            newest = view.row.checkpoint_id
            ran = (
                row.checkpoint_ns
                for row in reply.rows
                if row.checkpoint_ns.startswith(f"{node}:")
                and "|" not in row.checkpoint_ns
                and row.checkpoint_id <= newest
            )
            place = next(ran, None)
            if place is None:
                self._window.status.progress(tr("{node} has not run until here", node=node))
            else:
                self._show_inside(thread_id, Place(place, node))

        self._bridge.request(ListCheckpoints(thread_id, None, limit=INSIDE), read)

    def _show_inside(self, thread_id: str, place: Place) -> None:
        if self._inside is None:
            window = self._window
            self._inside = InsideDialog(
                self._bridge,
                value_requests(self._bridge),
                window.panels.selection.show_place,
                window.themes.tokens,
                window,
            )
            self._inside.answer_wanted.connect(lambda: window.acts.answer_interrupt())
            self._moment.thread_changed.connect(self._inside.close)
            self._connect_inside(self._inside)
        self._inside.show_place(thread_id, [place])

    def _connect_inside(self, inside: InsideDialog) -> None:
        control, breakpoints = self._workspace.run_control, self._window.panels.breakpoints
        inside.tasks.may_run = lambda: control.can_continue
        inside.tasks.show_streams(self._window.panels.streams.streams)
        inside.edit_wanted.connect(self._open_edit)
        inside.run_requested.connect(lambda task_id: control.go_on("step_task", task_id))
        inside.breakpoint_toggled.connect(breakpoints.toggle)
        inside.show_breakpoints(breakpoints.marks)
        breakpoints.changed.connect(lambda _: inside.show_breakpoints(breakpoints.marks))

    def edit_state(self, row: CheckpointRow, channel: str | None) -> None:
        """Edit channels of a checkpoint, reading it first if it is not the one looked at."""
        view = self._moment.view
        if view is not None and view.row.checkpoint_id == row.checkpoint_id:
            self._open_edit(view, self._workspace.graph, channel)
            return

        def read(reply: Reply) -> None:
            if isinstance(reply, CheckpointView):
                self._open_edit(reply, self._workspace.graph, channel)

        self._bridge.request(
            ReadCheckpoint(row.thread_id, row.checkpoint_ns, row.checkpoint_id), read
        )

    def _open_edit(
        self, view: CheckpointView, graph: GraphDescription | None, channel: str | None
    ) -> None:
        if graph is None:
            return

        def preview(edit: StateEdit, then: Callable[[EditPreview | Failed], None]) -> None:
            def previewed(reply: Reply) -> None:
                if isinstance(reply, EditPreview):
                    then(reply)

            self._bridge.request(PreviewEdit(edit), previewed, lambda error: then(Failed(error)))

        dialog = EditStateDialog(
            view,
            graph,
            preview,
            value_requests(self._bridge).json,
            self._window,
            channel,
            None if view.row.checkpoint_ns else self._moment.ran_last(view.row),
        )
        dialog.commit_requested.connect(lambda edit, mode: self._commit(dialog, edit, mode))
        dialog.open()

    def _committed_inside(self, row: CheckpointRow, mode: RunMode | None) -> None:
        """Show a new checkpoint of a subgraph, or run on from it in the graph around it."""
        if mode is not None:
            self._workspace.run_control.go_on_inside(row, mode)
        if self._inside is not None:
            self._inside.moment.adopt(row)

    def _commit(self, dialog: EditStateDialog, edit: StateEdit, mode: RunMode | None) -> None:
        def committed(reply: Reply) -> None:
            if not isinstance(reply, EditCommitted):
                return
            dialog.accept()
            if reply.row.checkpoint_ns:
                self._committed_inside(reply.row, mode)
                return
            self._moment.adopt(reply.row)
            if mode is not None:
                self._workspace.run_control.go_on(mode)

        self._bridge.request(CommitEdit(edit), committed, dialog.show_failure)
