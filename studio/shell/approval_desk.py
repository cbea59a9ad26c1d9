"""Questions and answers of the window: dialogs, the panel, its count, messages to the desktop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from runtime.debug.approvals.records import (
    AnswerPage,
    AnswerRecord,
    PendingInterrupt,
    PendingPage,
)
from runtime.debug.commands import Goal, ListAnswers, ListPending, ReadCheckpoint, RunMode
from runtime.debug.events import AnswersSettled, Event, RunEnded, RunPaused
from runtime.debug.views import CheckpointView, ErrorView, InterruptView, Reply
from studio.approval.interrupt_dialog import InterruptDialog
from studio.approval.notifier import Notifier
from studio.approval.revision_dialog import RevisionDialog
from studio.language import plural, tr

if TYPE_CHECKING:
    from studio.shell.window import MainWindow

SETTLE_MS = 150
"""What comes within this time asks for one look at the threads."""
THREADS_A_LOOK = 100
CHANGED = "PayloadChanged"
_RENEWING = (CHANGED, "NotPending", "AnsweredElsewhere")
"""Refusals after which what is asked has to be read anew."""


class ApprovalDesk(QObject):
    """Opens what asks a person; ``counted`` carries how many questions wait in the database."""

    counted = Signal(int)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._workspace = window.workspace
        self._bridge = window.workspace.bridge
        self._moment = window.workspace.moment
        self._panel = window.panels.approvals
        self._dialog: InterruptDialog | None = None
        self._offered: set[str] = set()
        self._wanted: str | None = None
        """Of the thread that is being opened, the interrupt to be answered."""
        self._found: list[PendingInterrupt] = []
        self._known: set[tuple[str, str]] | None = None
        self._looking = self._again = self._stopped = False
        self.notifier = Notifier(window)
        self.notifier.clicked.connect(self._follow_message)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SETTLE_MS)
        self._soon.timeout.connect(self.refresh)
        self._bridge.subscribe(self._on_events)
        self._workspace.threads_changed.connect(self._soon.start)
        self._moment.thread_changed.connect(self._list_answers)
        self._moment.selected.connect(self._moment_moved)
        panel = self._panel
        panel.open_requested.connect(self.open)
        panel.revise_requested.connect(self.revise)
        panel.checkpoint_requested.connect(self._show_checkpoint)
        panel.refresh_requested.connect(self.refresh)
        panel.stop_requested.connect(self._stop)
        panel.scope_changed.connect(self._list_answers)

    # -- answering --------------------------------------------------------------------------

    def offer(self) -> None:
        """Open the answer dialog by itself, once for what a run stopped to ask."""
        moment = self._moment
        if self._wanted is not None and moment.follows_head and moment.interrupts:
            wanted, self._wanted = self._wanted, None
            self.answer(moment.interrupts, "run", first=wanted)
            return
        if not (moment.run.status == "interrupted" and moment.runs_here and moment.follows_head):
            return
        fresh = {interrupt.id for interrupt in moment.interrupts} - self._offered
        if fresh:
            self._offered |= fresh
            self.answer(moment.interrupts, "run")

    def answer(
        self,
        interrupts: Sequence[InterruptView],
        mode: RunMode,
        goal: Goal | None = None,
        first: str = "",
    ) -> None:
        """Show what the head of the run asks and send the answers."""
        head = self._moment.head
        if head is None or self._dialog is not None or not interrupts:
            return
        dialog = InterruptDialog(interrupts, head.thread_id, head.step, self._window, first)
        self._dialog = dialog

        def send(answers: dict[str, Any]) -> None:
            self._workspace.run_control.resume(
                answers, mode, dialog.accept, refused, goal, dialog.digests, dialog.again
            )

        def refused(error: ErrorView) -> None:
            dialog.show_failure(error)
            if error.type in _RENEWING:
                self._renew(dialog, head.thread_id)
            self._moment.look_again()

        dialog.answered.connect(send)
        dialog.source_requested.connect(self._window.panels.selection.show_span)
        dialog.finished.connect(lambda _: self._closed())
        dialog.open()

    def _closed(self) -> None:
        self._dialog = None

    def _renew(self, dialog: InterruptDialog, thread_id: str) -> None:
        """Show in an open dialog what is asked by now."""

        def read(reply: Reply) -> None:
            if isinstance(reply, CheckpointView) and self._dialog is dialog:
                dialog.renew([each for task in reply.tasks for each in task.interrupts])

        self._bridge.request(ReadCheckpoint(thread_id), read, lambda _: None)

    def open(self, question: PendingInterrupt) -> None:
        """Go to the thread of a question and answer it."""
        if self._workspace.run_control.running:
            self._window.status.progress(tr("Pause or stop the run before you answer another"))
            return
        if self._moment.thread_id == question.thread_id and self._moment.follows_head:
            self.answer(self._moment.interrupts, "run", first=question.interrupt_id)
            return
        self._wanted = question.interrupt_id
        self._moment.open_thread(question.thread_id)

    def revise(self, record: AnswerRecord) -> None:
        """Give another answer than the one that was given, on a branch."""
        if not self._workspace.run_control.can_start:
            return
        graph = self._workspace.graph
        nodes = {} if graph is None else {node.name: node for node in graph.nodes}
        node = nodes.get(record.node)
        dialog = RevisionDialog(record, None if node is None else node.source, self._window)

        def send(value: Any) -> None:
            if self._moment.thread_id != record.thread_id:
                self._moment.open_thread(record.thread_id)
            self._workspace.run_control.revise(record.id, value, dialog.accept, dialog.show_failure)

        dialog.revised.connect(send)
        dialog.source_requested.connect(self._window.panels.selection.show_span)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _show_checkpoint(self, record: AnswerRecord) -> None:
        if self._moment.thread_id == record.thread_id:
            self._moment.look_at_id(record.checkpoint_id)
        elif not self._workspace.run_control.running:
            self._when_listed(lambda: self._moment.look_at_id(record.checkpoint_id))
            self._moment.open_thread(record.thread_id)

    def _when_listed(self, then: Callable[[], None]) -> None:
        """Do something once the history of the thread that is opened is there."""

        def loaded(_: object) -> None:
            self._moment.history_loaded.disconnect(loaded)
            then()

        self._moment.history_loaded.connect(loaded)

    # -- what waits -------------------------------------------------------------------------

    def refresh(self) -> None:
        """Look through all threads for questions; one look at a time."""
        self._list_answers()
        if self._looking:
            self._again = True
            return
        self._looking, self._again, self._stopped = True, False, False
        self._found = []
        self._look(0)

    def _look(self, offset: int) -> None:
        self._bridge.request(ListPending(offset, THREADS_A_LOOK), self._take, self._no_threads)

    def _take(self, reply: Reply) -> None:
        if not isinstance(reply, PendingPage):
            return
        self._found += reply.interrupts
        if reply.more and not self._stopped:
            done = reply.offset + THREADS_A_LOOK
            self._panel.show_progress(done, reply.threads)
            self._look(done)
            return
        self._settle()

    def _no_threads(self, _: ErrorView) -> None:
        """There is no database yet, or it is gone: whoever needs it says so."""
        self._settle()

    def _stop(self) -> None:
        self._stopped = True

    def _settle(self) -> None:
        self._looking = False
        self._panel.show_progress(0, 0)
        self._panel.show_pending(self._found)
        self.counted.emit(len(self._found))
        self._tell_of_new()
        if self._again:
            self._soon.start()

    def _tell_of_new(self) -> None:
        keys = {(each.thread_id, each.interrupt_id) for each in self._found}
        known, self._known = self._known, keys
        new = [] if known is None else [e for e in self._found if _key(e) not in known]
        if not new:
            return
        title = plural("1 question waits", "{n} questions wait", len(new))
        first = tr("{asker} in thread {thread}", asker=new[0].asker, thread=new[0].thread_id)
        self.notifier.tell(title, first)

    def _follow_message(self) -> None:
        window = self._window
        window.raise_()
        window.activateWindow()
        window.show_panel("approvals")

    # -- what was answered ------------------------------------------------------------------

    def _moment_moved(self) -> None:
        if self._panel.scope_name == "moment":
            self._list_answers()

    def _list_answers(self) -> None:
        scope, row = self._panel.scope_name, self._moment.looked_at
        thread_id = None if scope == "all" else self._moment.thread_id or ""

        def read(reply: Reply) -> None:
            if not isinstance(reply, AnswerPage):
                return
            answers = reply.answers
            if scope == "moment":
                at = None if row is None else row.checkpoint_id
                answers = tuple(each for each in answers if each.checkpoint_id == at)
            self._panel.show_answers(answers, reply.more)

        self._bridge.request(ListAnswers(thread_id), read, lambda _: None)

    # -- events -----------------------------------------------------------------------------

    def _on_events(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, AnswersSettled) and event.warning is not None:
                self._window.show_problem(tr("What became of an answer"), event.warning)
            if isinstance(event, RunEnded | RunPaused | AnswersSettled):
                self._soon.start()
            error = event.error if isinstance(event, RunEnded) else None
            if error is not None and error.type in _RENEWING and self._moment.runs_here:
                self._ask_anew()

    def _ask_anew(self) -> None:
        """The run found the question changed when it began: show it as it is now."""
        asked = self._moment.interrupts
        self._wanted = asked[0].id if asked else ""
        self._moment.judge_anew()


def _key(question: PendingInterrupt) -> tuple[str, str]:
    return question.thread_id, question.interrupt_id
