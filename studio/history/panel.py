"""The History panel: threads above, the checkpoint tree of the chosen thread below."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.events import CheckpointSaved, Event
from runtime.debug.views import CheckpointPage, CheckpointRow, ThreadPage
from studio.history.filtering import FilteredHistory
from studio.history.history_model import FetchOlder, HistoryModel
from studio.history.list_view import HistoryList
from studio.history.threads_model import FetchThreads, ThreadsModel
from studio.inspector.detail import copy_to_clipboard
from studio.language import tr
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens

ARROW = 9 * GRID
"""What the frame and the arrow of a box take of its width."""


class HistoryPanel(QWidget):
    """Threads and checkpoints; selecting a checkpoint moves the moment that is looked at."""

    thread_selected = Signal(str)
    checkpoint_selected = Signal(str)
    """Id of the checkpoint that a person moved to."""
    fork_requested = Signal(str)
    rerun_requested = Signal(str)
    edit_requested = Signal(str)
    compare_requested = Signal(str)
    branch_requested = Signal(str)
    """Each carries the checkpoint's id."""
    delete_thread_requested = Signal(str)
    """Carries the thread's id."""
    run_requested = Signal()
    """The empty panel's button."""

    def __init__(
        self,
        fetch_threads: FetchThreads,
        fetch_older: FetchOlder,
        tokens: ThemeTokens,
        parent: QWidget | None = None,
        filtered: FilteredHistory | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel.history")
        self.filtered = filtered
        self._tokens = tokens
        self._moving = False
        self._may_delete = True
        self._thread_id: str | None = None
        self.threads = ThreadsModel(fetch_threads, tokens, self)
        self.model = HistoryModel(fetch_older, self)
        self.thread_box = QComboBox(self)
        self.thread_box.setObjectName("history.threads")
        self.thread_box.setModel(self.threads)
        self.thread_box.setPlaceholderText("No thread")
        self.thread_box.setMinimumContentsLength(8)
        self.thread_box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.thread_box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.thread_box.activated.connect(self._thread_activated)
        self.delete = QToolButton(self)
        self.delete.setObjectName("history.delete_thread")
        self.delete.setToolTip("Delete this thread with all its checkpoints")
        self.delete.clicked.connect(self._delete_thread)
        self.list = HistoryList(self.model, tokens, self)
        self.list.setObjectName("history.list")
        self.delegate = self.list.delegate
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._context_menu)
        self.list.selectionModel().currentChanged.connect(self._current_changed)
        self.empty = EmptyState(
            "history",
            "Each superstep of a run leaves a checkpoint here. Select one to look at that moment.",
            tokens,
            "Run…",
            self.run_requested.emit,
            self,
        )
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.setSpacing(GRID)
        bar.addWidget(self.thread_box, 1)
        self.filter_button = QToolButton(self)
        self.filter_button.setObjectName("history.filter_button")
        self.filter_button.setToolTip("Filter checkpoints by node, channel, source, metadata")
        self.filter_button.setCheckable(True)
        self.filter_button.setVisible(filtered is not None)
        self.filter_button.toggled.connect(self._filter_toggled)
        bar.addWidget(self.filter_button)
        bar.addWidget(self.delete)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.list)
        if filtered is not None:
            self._stack.addWidget(filtered)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addLayout(self._stack, 1)
        self.set_theme(tokens)
        self.show_threads(ThreadPage(0, 0, ()))
        self.show_checkpoints(None)

    def sizeHint(self) -> QSize:
        return QSize(300, 400)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.threads.set_theme(tokens)
        self.list.set_theme(tokens)
        self.delete.setIcon(icon("delete", tokens))
        self.filter_button.setIcon(icon("filter", tokens))
        if self.filtered is not None:
            self.filtered.set_theme(tokens)
        self.empty.set_theme(tokens)

    def show_threads(self, page: ThreadPage) -> None:
        """List the threads anew; the chosen one stays chosen."""
        self.threads.show(page)
        self.thread_box.setEnabled(bool(page.threads))
        self._choose(self._thread_id)

    def show_thread(self, thread_id: str | None) -> None:
        """Name the thread that is shown, also one that has nothing saved yet."""
        self._thread_id = thread_id
        self._choose(thread_id)
        if self.filtered is not None:
            self.filtered.show_thread(thread_id)

    def allow(self, run: bool, delete: bool) -> None:
        """Whether a run may begin, and whether the thread shown may be deleted."""
        self.empty.button.setEnabled(run)
        self._may_delete = delete
        self._choose(self._thread_id)

    def show_checkpoints(self, page: CheckpointPage | None) -> None:
        """Show the newest checkpoints of a thread; nothing is selected by that."""
        self._moving = True
        self.model.show(page)
        self._moving = False
        if page is not None:
            self._thread_id = page.thread_id
        self._choose(self._thread_id)
        self._show_or_hide()

    def apply(self, event: Event) -> None:
        """Follow a running thread."""
        self.model.apply(event)
        self._show_or_hide()
        if self.filtered is not None and isinstance(event, CheckpointSaved):
            self.filtered.refresh()

    def add_rows(self, oldest_first: Sequence[CheckpointRow]) -> None:
        """Add checkpoints that were saved since, by a run or by an edit."""
        for row in oldest_first:
            self.model.add(row)
        self._show_or_hide()

    def row(self, checkpoint_id: str) -> CheckpointRow | None:
        """The row of a listed checkpoint."""
        position = self.model.position(checkpoint_id)
        return None if position is None else self.model.line(position).row

    def set_head(self, checkpoint_id: str | None) -> None:
        """Say where the run stands."""
        self.model.set_head(checkpoint_id)
        self._mark_filtered()

    def set_pinned(self, row: CheckpointRow | None) -> None:
        """Mark the checkpoint that others are compared with."""
        self.model.set_pinned(None if row is None else row.checkpoint_id)
        self._mark_filtered()

    def select_checkpoint(self, checkpoint_id: str | None) -> None:
        """Mark the moment that is looked at, without telling anyone."""
        self.model.set_selected(checkpoint_id)
        position = None if checkpoint_id is None else self.model.position(checkpoint_id)
        self._moving = True
        if position is None:
            self.list.setCurrentIndex(QModelIndex())
            self.list.clearSelection()
        else:
            index = self.model.index(position, 0)
            self.list.setCurrentIndex(index)
            self.list.scrollTo(index)
        self._moving = False
        self._mark_filtered()

    def filter(self) -> None:
        """Show what a filter lets through, or everything again."""
        self.filter_button.toggle()

    def _filter_toggled(self, on: bool) -> None:
        self._show_or_hide()
        if self.filtered is None:
            return
        if on:
            self._mark_filtered()
            self.filtered.start()
            self.filtered.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.filtered.stop()

    def _mark_filtered(self) -> None:
        if self.filtered is not None:
            self.filtered.mark(self.model.selected, self.model.head, self.model.pinned)

    def _show_or_hide(self) -> None:
        filtered = self.filter_button.isChecked()
        self._stack.setCurrentIndex(2 if filtered else 1 if self.model.rowCount() else 0)

    def _choose(self, thread_id: str | None) -> None:
        row = None if thread_id is None else self.threads.row_of(thread_id)
        self._name_thread()
        self.thread_box.setCurrentIndex(-1 if row is None else row)
        self.thread_box.setToolTip("" if thread_id is None else thread_id)
        self.delete.setEnabled(row is not None and self._may_delete)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_thread()

    def _name_thread(self) -> None:
        """What the box says of a thread that is not listed; Qt would cut it hard."""
        room = self.thread_box.width() - ARROW
        text = "No thread" if self._thread_id is None else f"{self._thread_id}  (unsaved)"
        metrics = self.thread_box.fontMetrics()
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        self.thread_box.setPlaceholderText(shown)

    def _thread_activated(self, row: int) -> None:
        thread = self.threads.thread_at(row)
        if thread is not None and thread.thread_id != self._thread_id:
            self.thread_selected.emit(thread.thread_id)

    def _delete_thread(self) -> None:
        thread = self.threads.thread_at(self.thread_box.currentIndex())
        if thread is not None:
            self.delete_thread_requested.emit(thread.thread_id)

    def _current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        if self._moving or not current.isValid():
            return
        checkpoint_id = self.model.line(current.row()).row.checkpoint_id
        self.model.set_selected(checkpoint_id)
        self.checkpoint_selected.emit(checkpoint_id)

    def _context_menu(self, position: QPoint) -> None:
        index = self.list.indexAt(position)
        if not index.isValid():
            return
        row = self.model.line(index.row()).row
        menu = QMenu(self)
        menu.setObjectName("history.menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name, title, signal in (
            ("rerun", "Run again from here…", self.rerun_requested),
            ("fork", "Fork from here…", self.fork_requested),
            ("edit", "Edit state here…", self.edit_requested),
            ("pin", "Compare others with this", self.compare_requested),
            ("branches", tr("Compare branch with…"), self.branch_requested),
        ):
            action = menu.addAction(icon(name, self._tokens), title)
            action.triggered.connect(lambda _=False, s=signal: s.emit(row.checkpoint_id))
        menu.addSeparator()
        menu.addAction(
            icon("copy", self._tokens),
            "Copy checkpoint id",
            lambda: copy_to_clipboard(row.checkpoint_id),
        )
        menu.addSeparator()
        delete = menu.addAction(icon("delete", self._tokens), "Delete thread…", self._delete_thread)
        delete.setEnabled(self.delete.isEnabled())
        menu.popup(self.list.viewport().mapToGlobal(position))
