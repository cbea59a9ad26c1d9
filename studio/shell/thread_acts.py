"""What is done to whole threads, and noted of them, with the dialogs that belong to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox

from runtime.debug.upkeep.commands import CopyThread, ReclaimSpace
from runtime.debug.upkeep.views import (
    AnnotationView,
    PrunePreview,
    SpaceReclaimed,
    ThreadParts,
    ThreadPruned,
)
from runtime.debug.views import Reply
from studio.annotations.dialog import AnnotationDialog
from studio.inspector.detail import copy_to_clipboard
from studio.language import tr
from studio.shell.requests import asking
from studio.threads.prune_dialog import PruneCalls, PruneDialog
from studio.threads.rows import size_text
from studio.threads.sizes_dialog import SizesDialog

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


class ThreadActs:
    """Acts on the thread that is shown, or on one that is named."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._workspace = window.workspace
        self._bridge = window.workspace.bridge
        self._book = window.panels.book
        window.panels.thread_act_wanted.connect(self._act)
        window.panels.history.annotate_requested.connect(lambda _: self.annotate())
        self._book.changed.connect(lambda: window.actions_registry.refresh())

    def _act(self, act: str, thread_id: str) -> None:
        known = {
            "annotate": self.annotate_thread,
            "copy_id": self.copy_id,
            "copy": self.copy_thread,
            "sizes": self.show_sizes,
            "prune": self.prune_thread,
            "delete": self._window.acts.ask_to_delete_thread,
        }
        known[act](thread_id)

    def _thread(self, thread_id: str | None) -> str | None:
        return thread_id or self._window.moment.thread_id

    def find_thread(self) -> None:
        """Put the keyboard into the search of the list of threads."""
        window = self._window
        window.docks.raise_("history")
        window.panels.history.threads_button.setChecked(True)
        field = window.panels.threads.text
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        field.selectAll()

    def annotate(self) -> None:
        """Note something of the checkpoint looked at."""
        known, row = self._book.here, self._window.moment.looked_at
        if known is None or row is None:
            return
        subject = tr("Step {step} of {thread}", step=row.step, thread=row.thread_id)
        self._open(known, subject)

    def annotate_thread(self, thread_id: str | None = None) -> None:
        """Note something of a thread."""
        wanted = self._thread(thread_id)
        if wanted is not None:
            self._open(self._book.of_thread(wanted) or AnnotationView(wanted), wanted)

    def _open(self, known: AnnotationView, subject: str) -> None:
        tokens = self._window.themes.tokens
        AnnotationDialog(known, subject, self._book.write, tokens, self._window).open()

    def copy_id(self, thread_id: str | None = None) -> None:
        """Put a thread's id on the clipboard."""
        wanted = self._thread(thread_id)
        if wanted is not None:
            copy_to_clipboard(wanted)

    def copy_thread(self, thread_id: str | None = None) -> None:
        """Copy a thread under an id that a person gives, and show the copy."""
        source = self._thread(thread_id)
        if source is None:
            return
        dialog = QInputDialog(self._window)
        dialog.setObjectName("copy_thread_dialog")
        dialog.setWindowTitle(tr("Copy thread"))
        dialog.setLabelText(tr("Id of the copy"))
        dialog.setTextValue(f"{source}-copy")
        dialog.setOkButtonText(tr("Copy"))

        def copy(target: str) -> None:
            def copied(_: Reply) -> None:
                self._workspace.list_threads()
                self._window.moment.open_thread(target.strip())

            self._bridge.request(CopyThread(source, target), copied)

        dialog.textValueSelected.connect(copy)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def show_sizes(self, thread_id: str | None = None) -> None:
        """Say what the bytes of a thread are made of."""
        wanted = self._thread(thread_id)
        if wanted is not None:
            measure = asking(self._bridge, ThreadParts)
            SizesDialog(wanted, measure, self._window.themes.tokens, self._window).open()

    def prune_thread(self, thread_id: str | None = None) -> None:
        """Remove checkpoints by a rule, after a person has seen how many go."""
        wanted = self._thread(thread_id)
        if wanted is None:
            return

        def done() -> None:
            self._workspace.list_threads()
            if self._window.moment.thread_id == wanted:
                self._window.moment.open_thread(wanted)

        PruneDialog(
            wanted,
            PruneCalls(
                asking(self._bridge, PrunePreview),
                asking(self._bridge, ThreadPruned),
                self._bridge.request,
                self._bridge.subscribe,
            ),
            done,
            self._window,
        ).open()

    def reclaim_space(self) -> None:
        """Rewrite the database file after a person agreed."""
        question = QMessageBox(self._window)
        question.setObjectName("reclaim_dialog")
        question.setIcon(QMessageBox.Icon.Question)
        question.setWindowTitle(tr("Reclaim space"))
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setText(tr("Rewrite the database file without what is free in it?"))
        question.setInformativeText(
            tr(
                "Deleted and pruned checkpoints leave room in the file that only this gives back. "
                "It takes a moment, and as much room on the disk as the file has; nothing "
                "that is stored changes."
            )
        )
        agree = question.addButton(tr("Rewrite"), QMessageBox.ButtonRole.AcceptRole)
        question.addButton(QMessageBox.StandardButton.Cancel)

        def answered() -> None:
            if question.clickedButton() is agree:
                self._reclaim()
            question.deleteLater()

        question.finished.connect(lambda _: answered())
        question.open()

    def _reclaim(self) -> None:
        status = self._window.status
        status.progress(tr("Rewriting the database file…"))

        def reclaimed(reply: Reply) -> None:
            if isinstance(reply, SpaceReclaimed):
                freed = max(0, reply.bytes_before - reply.bytes_after)
                whole = size_text(reply.bytes_after)
                told = tr(
                    "{size} given back; the file has {whole} now",
                    size=size_text(freed),
                    whole=whole,
                )
                status.progress(told)

        def refused(error: object) -> None:
            status.progress("")
            self._bridge.failed.emit(error)

        self._bridge.request(ReclaimSpace(), reclaimed, refused)

    def go_to(self) -> None:
        """Go to a step by its number or to a checkpoint by its id."""
        dialog = QInputDialog(self._window)
        dialog.setObjectName("go_to_dialog")
        dialog.setWindowTitle(tr("Go to step or checkpoint"))
        dialog.setLabelText(tr("Number of the step, or id of the checkpoint"))
        dialog.setOkButtonText(tr("Go"))

        def go(text: str) -> None:
            self._window.docks.raise_("history")
            if not self._window.panels.history.go_to(text):
                self._window.status.progress(tr("There is no {wanted} in this thread", wanted=text))

        dialog.textValueSelected.connect(go)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
