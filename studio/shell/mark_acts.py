"""What the window does about marks on nodes: keeps them, sends them, and asks before repeating."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from runtime.debug.commands import ListCheckpoints, ReadCheckpoint, RunMode
from runtime.debug.events import Event, RunEnded, RunPaused
from runtime.debug.marks.commands import ReadPin, SetNodeMarks
from runtime.debug.marks.views import MarksChecked, NodeMark, PinRead
from runtime.debug.views import CheckpointPage, CheckpointRow, CheckpointView, Reply
from studio.graph.paths import join_path, name_of, prefix_of, prefix_of_namespace
from studio.language import tr
from studio.marks.mark_list import from_text
from studio.marks.pin_dialog import PinDialog
from studio.marks.repeat_dialog import RepeatAnswer, RepeatDialog

if TYPE_CHECKING:
    from studio.shell.window import MainWindow

LOOKED_AT = 1000
"""Checkpoints among which the newest output of a node is looked for."""

Pins = Callable[[Sequence[NodeMark]], None]


class MarkActs(QObject):
    """Methods behind the actions on marks; the marks themselves are those of the Marks panel."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._workspace = window.workspace
        self._moment = window.workspace.moment
        self._panel = window.panels.marks
        self._asked: RepeatDialog | None = None
        self._panel.changed.connect(self._changed)
        self._panel.edit_wanted.connect(self.edit_pin)
        self._panel.pin_wanted.connect(self.pin)
        self._workspace.run_control.confirm_repeat = self.ask

    @property
    def _node(self) -> str | None:
        return self._window.panels.selection.node

    def is_marked(self, kind: str) -> bool:
        """Whether the selected node has a mark of the kind."""
        marks = [] if self._node is None else self._panel.marks.of(self._node)
        return any(mark.kind == kind for mark in marks)

    def recall(self, kept: Sequence[str]) -> None:
        """Set those that were kept for the graph that was opened."""
        self._panel.show_marks([mark for mark in map(from_text, kept) if mark is not None])

    def toggle_skip(self) -> None:
        if self._node is not None:
            self._panel.toggle(self._node, "skip")

    def toggle_unsafe(self) -> None:
        if self._node is not None:
            self._panel.toggle(self._node, "unsafe")

    def pin(self) -> None:
        """Pin the newest recorded output of the selected node, or take its pin away."""
        node = self._node
        if node is None:
            return
        if self._panel.marks.of(node, "pin"):
            self._panel.toggle(node, "pin")
            return

        def found(pins: Sequence[NodeMark]) -> None:
            if pins:
                self._panel.put(*pins)
            else:
                self.edit_pin(NodeMark("pin", name_of(node), prefix_of(node)))

        self._outputs_of(node, self._chosen_task(node), found)

    def pin_edited(self) -> None:
        """Write the output that the selected node is pinned to."""
        node = self._node
        if node is None:
            return
        known = self._panel.marks.of(node, "pin")
        if known:
            self.edit_pin(known[0])
            return

        def found(pins: Sequence[NodeMark]) -> None:
            fresh = NodeMark("pin", name_of(node), prefix_of(node))
            self.edit_pin(pins[0] if pins else fresh)

        self._outputs_of(node, self._chosen_task(node), found)

    def edit_pin(self, pin: NodeMark) -> None:
        """Open the dialog of a pin."""
        channels = self._panel.channels(pin.namespace)
        dialog = PinDialog(pin, channels, self._panel.model.problem(pin), self._window)
        dialog.pinned.connect(self._panel.put)
        dialog.open()

    def _chosen_task(self, node: str) -> str | None:
        """The selected task, where it is one of the node."""
        task = self._window.panels.tasks.task
        return task.id if task is not None and task.name == node and task.state == "wrote" else None

    def _outputs_of(self, node: str, task_id: str | None, then: Pins) -> None:
        """Find the newest recorded output of a node until the moment looked at.

        Of several tasks of that superstep all are found, or the one that was chosen.
        """
        moment = self._moment
        thread_id, looked_at = moment.thread_id, moment.looked_at
        if thread_id is None or looked_at is None:
            then(())
            return
        namespace, name = prefix_of(node), name_of(node)
        newest = looked_at.checkpoint_id
        bridge = self._workspace.bridge

        def listed(reply: Reply) -> None:
            rows = reply.rows if isinstance(reply, CheckpointPage) else ()
            fitting = [
                row
                for row in rows
                if name in row.next
                and prefix_of_namespace(row.checkpoint_ns) == namespace
                and (task_id is None or row.checkpoint_id == newest)
            ]
            look_into(fitting)

        def look_into(rows: list[CheckpointRow]) -> None:
            if not rows:
                then(())
                return
            row, older = rows[0], rows[1:]

            def read(reply: Reply) -> None:
                tasks = reply.tasks if isinstance(reply, CheckpointView) else ()
                wrote = [
                    task.id
                    for task in tasks
                    if task.name == name and task.state == "wrote" and not task.substituted
                ]
                if task_id in wrote:
                    wrote = [task_id]
                if wrote:
                    collect(row, wrote, [])
                else:
                    look_into(older)

            bridge.request(
                ReadCheckpoint(row.thread_id, row.checkpoint_ns, row.checkpoint_id), read
            )

        def collect(row: CheckpointRow, task_ids: list[str], pins: list[NodeMark]) -> None:
            if not task_ids:
                then(pins)
                return

            def read(reply: Reply) -> None:
                if isinstance(reply, PinRead):
                    collect(row, task_ids[1:], [*pins, reply.mark])

            bridge.request(
                ReadPin(row.thread_id, row.checkpoint_id, task_ids[0], row.checkpoint_ns), read
            )

        bridge.request(
            ListCheckpoints(thread_id, None, before=f"{newest}~", limit=LOOKED_AT), listed
        )

    # -- keeping and sending ----------------------------------------------------------------

    def _changed(self) -> None:
        marks = self._panel.marks
        self._window.keep_marks(marks.kept())
        self._window.panels.graph.set_marks(marks.kinds())
        self.send()
        self._window.actions_registry.refresh()

    def send(self) -> None:
        """Tell the session all marks, and hear which do not fit the graph."""

        def checked(reply: Reply) -> None:
            if isinstance(reply, MarksChecked):
                self._panel.set_problems(reply.problems)

        self._workspace.bridge.request(SetNodeMarks(self._panel.marks.all), checked)

    # -- asking -----------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Follow a run: ask where it waits before a repetition, forget what held for it."""
        if isinstance(event, RunEnded):
            if event.reason != "interrupted":
                # One that asks goes on with the answer.
                self._panel.end_run()
            if self._asked is not None:
                self._asked.reject()
        elif isinstance(event, RunPaused) and event.reason == "repeat" and self._moment.runs_here:
            self.ask("run", None)

    def ask(self, mode: RunMode, task_id: str | None) -> None:
        """Ask what is to become of nodes that would run again, then go on."""
        if self._asked is not None:
            return
        run = self._moment.run
        prefix = prefix_of_namespace(run.checkpoint_ns)
        paths = [join_path(prefix, name) for name in run.repeats]

        def answered(answer: RepeatAnswer) -> None:
            if answer == "again":
                self._go_on(mode, task_id)
            elif answer == "skip":
                self._panel.put(
                    *(NodeMark("skip", name_of(path), prefix_of(path)) for path in paths)
                )
                self._go_on(mode, task_id)
            else:
                self._pin_all(paths, mode, task_id)

        dialog = RepeatDialog(run.repeats, answered, self._window)
        dialog.finished.connect(self._no_longer_asked)
        self._asked = dialog
        dialog.open()

    def _no_longer_asked(self) -> None:
        self._asked = None

    def _go_on(self, mode: RunMode, task_id: str | None) -> None:
        self._workspace.run_control.go_on(mode, task_id, confirmed=True)

    def _pin_all(self, paths: list[str], mode: RunMode, task_id: str | None) -> None:
        """Pin the newest recorded outputs, then go on; without one the run stays paused."""
        if not paths:
            self._go_on(mode, task_id)
            return
        path = paths[0]

        def found(pins: Sequence[NodeMark]) -> None:
            if not pins:
                text = tr("No output of {node} is recorded: the run stays paused", node=path)
                self._window.status.progress(text)
                return
            self._panel.put(*pins)
            self._pin_all(paths[1:], mode, task_id)

        self._outputs_of(path, None, found)
