"""What the actions of the window do: decide, ask where a person must decide, then command."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog

from runtime.debug.commands import Goal, PreviewContinue, ReadJson, RunMode
from runtime.debug.marks.commands import ReadCost
from runtime.debug.marks.views import CostRead
from runtime.debug.upkeep.views import AnnotationList, PrunePreview
from runtime.debug.values import ValueHandle
from runtime.debug.views import CheckpointRow, ContinuePreview, ErrorView, JsonValue, Reply
from studio.graph.paths import name_of, prefix_of
from studio.language import tr
from studio.opening.earlier import EarlierInputs
from studio.opening.input_dialog import InputDialog
from studio.session.living import while_alive
from studio.shell.expression_dialog import ExpressionDialog
from studio.shell.requests import asking
from studio.shell.rerun_dialog import RerunDialog
from studio.threads.delete_question import DeleteQuestion

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


MOST_STEPS = 1_000_000
INPUT = "__start__"
"""The channel in which a thread keeps the input of a run."""


class Acts(QObject):
    """Methods behind actions; each returns at once, dialogs are opened and not waited for."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._workspace = window.workspace
        self._moment = window.workspace.moment
        self._control = window.workspace.run_control
        self._earlier = EarlierInputs(window.settings.values)
        self._last_goal = ""

    def go(self) -> None:
        """Run as far as possible: from an old moment after asking, else from the head."""
        self._proceed("run")

    def step(self, mode: RunMode) -> None:
        """Execute one superstep or one task."""
        self._proceed(mode)

    def edit_state(self, channel: str | None) -> None:
        """Change channels of the moment looked at in a new checkpoint."""
        row = self._moment.looked_at
        if row is not None:
            self._window.dialogs.edit_state(row, channel)

    def _proceed(self, mode: RunMode, goal: Goal | None = None) -> None:
        if not self._moment.follows_head:
            self.ask_to_rerun(goal)
        elif self._control.must_answer:
            self.answer_interrupt(mode, goal)
        elif self._control.can_continue:
            self._control.go_on(mode, goal=goal)
        else:
            self.ask_for_input(mode, goal)

    def answer_interrupt(self, mode: RunMode = "run", goal: Goal | None = None) -> None:
        """Answer what the head of the run asks, then go on."""
        self._window.approvals.answer(self._moment.interrupts, mode, goal)

    def run_to_node(self) -> None:
        """Run until the selected node is due."""
        node = self._window.panels.selection.node
        if node is not None:
            self._proceed("run", Goal(name_of(node), namespace=prefix_of(node)))

    def run_to_step(self) -> None:
        """Run until a superstep that a person names is due."""
        head = self._moment.looked_at
        least = 1 if head is None else head.step + 2
        dialog = QInputDialog(self._window)
        dialog.setObjectName("step_dialog")
        dialog.setWindowTitle(tr("Run to superstep"))
        dialog.setLabelText(tr("Pause before superstep"))
        dialog.setInputMode(QInputDialog.InputMode.IntInput)
        dialog.setIntRange(least, MOST_STEPS)
        dialog.setIntValue(least)
        dialog.setOkButtonText(tr("Run"))
        dialog.intValueSelected.connect(lambda step: self._proceed("run", Goal(step=step)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def run_to_expression(self) -> None:
        """Run until an expression that a person writes holds."""

        def run(expression: str) -> None:
            self._last_goal = expression
            self._proceed("run", Goal(expression=expression))

        ExpressionDialog(
            tr("Run to expression"),
            tr("Pause before the superstep at which this holds"),
            tr("Run"),
            self._window.panels.check,
            self._last_goal,
            run,
            self._window,
        ).open()

    def step_selected_task(self) -> None:
        """Execute the selected task of those that wait, then pause."""
        self._control.go_on("step_task", self._window.panels.tasks.waiting_task)

    def step_back(self) -> None:
        previous = self._moment.previous
        if previous is not None:
            self._moment.look_at(previous)

    def step_forward(self) -> None:
        following = self._moment.following
        if following is not None:
            self._moment.look_at(following)

    def ask_for_input(self, mode: RunMode = "run", goal: Goal | None = None) -> None:
        """Give input by a form made from the graph's input schema."""
        graph = self._workspace.graph
        if graph is not None:
            start = partial(self._start, goal=goal)
            InputDialog(graph, mode, start, self._window, self.inputs).open()

    @property
    def inputs(self) -> list[Any]:
        """Inputs that were given to the open graph, newest first."""
        return self._earlier.of(self._target)

    @property
    def can_restart(self) -> bool:
        """Whether there is an input to give again."""
        return bool(self.inputs) or self._moment.input_row is not None

    def restart(self) -> None:
        """Give the thread's input again, to a fresh thread; else the one given last."""
        self._with_own_input(
            lambda value: self._start_afresh(
                value, "run", lambda: None, self._workspace.bridge.failed.emit
            )
        )

    def restart_edited(self) -> None:
        """Change the thread's input and give it to a fresh thread."""
        graph = self._workspace.graph
        if graph is None:
            return

        def ask(value: Any) -> None:
            earlier = [value, *(each for each in self.inputs if each != value)]
            InputDialog(graph, "run", self._start_afresh, self._window, earlier).open()

        self._with_own_input(ask)

    def _with_own_input(self, then: Callable[[Any], None]) -> None:
        """Call ``then`` with the newest input recorded in the thread, else with the one given last.

        An input that was given here and taken is the same, and needs no reading.
        """
        row, inputs = self._moment.input_row, self.inputs

        def fall_back(_: object = None) -> None:
            if inputs:
                then(inputs[0])

        if row is None:
            fall_back()
            return
        place = ValueHandle(row.thread_id, "", row.checkpoint_id, ("channel", INPUT))

        def read(reply: Reply) -> None:
            if isinstance(reply, JsonValue):
                then(reply.value)

        self._workspace.bridge.request(ReadJson(place), read, fall_back)

    def _start_afresh(
        self,
        value: Any,
        mode: RunMode,
        on_accepted: Callable[[], None],
        on_refused: Callable[[ErrorView], None],
    ) -> None:
        if self._moment.head is not None:
            self._workspace.new_thread()
        self._start(value, mode, on_accepted, on_refused)

    @property
    def _target(self) -> str:
        graph = self._workspace.graph
        return "" if graph is None else f"{graph.path}:{graph.attribute}"

    def _start(
        self,
        value: Any,
        mode: RunMode,
        on_accepted: Callable[[], None],
        on_refused: Callable[[ErrorView], None],
        goal: Goal | None = None,
    ) -> None:
        """Start, and remember the input once it was taken."""
        target = self._target

        def accepted() -> None:
            self._earlier.add(target, value)
            self._window.save_settings()
            on_accepted()

        self._control.start(value, mode, accepted, on_refused, goal)

    def ask_to_rerun(self, goal: Goal | None = None) -> None:
        """Say what would execute again from the moment looked at, then do it if confirmed."""
        row = self._moment.looked_at
        if row is None:
            return
        rerun = partial(self._control.rerun, goal=goal)
        marks = self._window.panels.marks.marks.kinds()
        dialog = RerunDialog(row, rerun, marks, self._window)

        def previewed(reply: Reply) -> None:
            if isinstance(reply, ContinuePreview):
                dialog.show_preview(reply)

        self._workspace.bridge.request(
            PreviewContinue(row.thread_id, row.checkpoint_id, row.checkpoint_ns),
            while_alive(dialog, previewed),
            while_alive(dialog, dialog.show_error),
        )
        self._read_cost(dialog, row, row.checkpoint_id)
        dialog.open()

    def _read_cost(self, dialog: RerunDialog, row: CheckpointRow, checkpoint_id: str) -> None:
        """Add up what ran from a checkpoint, page by page while the dialog is open."""

        def read(reply: Reply) -> None:
            if isinstance(reply, CostRead):
                dialog.show_cost(reply)
                if reply.next is not None:
                    self._read_cost(dialog, row, reply.next)

        self._workspace.bridge.request(
            ReadCost(row.thread_id, checkpoint_id, row.checkpoint_ns),
            while_alive(dialog, read),
            while_alive(dialog, lambda _: None),
        )

    def ask_for_thread(self) -> None:
        """Show a thread by its id; an id that has no checkpoints is a fresh thread."""
        dialog = QInputDialog(self._window)
        dialog.setObjectName("thread_dialog")
        dialog.setWindowTitle(tr("Open thread"))
        dialog.setLabelText(tr("Id of the thread"))
        dialog.setComboBoxItems([thread.thread_id for thread in self._workspace.threads])
        dialog.setComboBoxEditable(True)
        dialog.setOkButtonText(tr("Open"))
        dialog.textValueSelected.connect(self._open_thread)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _open_thread(self, thread_id: str) -> None:
        if thread_id.strip():
            self._moment.open_thread(thread_id.strip())

    def ask_to_delete_thread(self, wanted: str | None = None) -> None:
        """Delete a thread, the one shown if none is named, after a person agreed."""
        thread_id = wanted or self._moment.thread_id
        if thread_id is None:
            return
        status = self._window.status

        def delete() -> None:
            status.progress(tr("Deleting {thread_id}…", thread_id=thread_id))
            self._workspace.delete_thread(thread_id, lambda: status.progress(""))

        bridge = self._workspace.bridge
        count, notes = asking(bridge, PrunePreview), asking(bridge, AnnotationList)
        DeleteQuestion(thread_id, count, notes, delete, self._window).open()
