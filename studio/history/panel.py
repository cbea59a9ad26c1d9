"""The History panel: threads above, the checkpoint tree of the chosen thread below."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QSplitter,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.events import CheckpointSaved, Event
from runtime.debug.views import CheckpointPage, CheckpointRow, ThreadPage
from studio.history.filtering import FilteredHistory
from studio.history.history_model import FetchOutline, FetchRows, HistoryModel
from studio.history.list_view import HistoryList
from studio.history.threads_model import FetchThreads, ThreadsModel
from studio.inspector.detail import copy_to_clipboard
from studio.language import tr
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens
from studio.threads.section import ThreadsSection

ARROW = 9 * GRID
"""What the frame and the arrow of a box take of its width."""


class HistoryPanel(QWidget):
    """Threads and checkpoints; selecting a checkpoint moves the moment that is looked at."""

    thread_selected = Signal(str)
    checkpoint_selected = Signal(str)
    """Id of the checkpoint that a person moved to."""
    rows_near = Signal(object)
    """The rows that are there around a checkpoint, before it is told that a person moved to it."""
    fork_requested = Signal(str)
    rerun_requested = Signal(str)
    edit_requested = Signal(str)
    compare_requested = Signal(str)
    branch_requested = Signal(str)
    variants_requested = Signal(str)
    annotate_requested = Signal(str)
    """Each carries the checkpoint's id."""
    delete_thread_requested = Signal(str)
    """Carries the thread's id."""
    run_requested = Signal()
    """The empty panel's button."""

    def __init__(
        self,
        fetch_threads: FetchThreads,
        fetch_rows: FetchRows,
        tokens: ThemeTokens,
        parent: QWidget | None = None,
        filtered: FilteredHistory | None = None,
        fetch_outline: FetchOutline | None = None,
        section: ThreadsSection | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel.history")
        self.filtered = filtered
        self._tokens = tokens
        self._moving = False
        self._may_delete = True
        self._awaited: int | str | None = None
        """The position or the id that a person went to before its row was there."""
        self.section = section
        self._thread_id: str | None = None
        self.threads = ThreadsModel(fetch_threads, tokens, self)
        self.model = HistoryModel(fetch_rows, fetch_outline, self)
        self.model.rows_came.connect(self._rows_came)
        self.thread_box = QComboBox(self)
        self.thread_box.setObjectName("history.threads")
        self.thread_box.setAccessibleName(tr("Thread"))
        self.thread_box.setModel(self.threads)
        self.thread_box.setPlaceholderText(tr("No thread"))
        self.thread_box.setMinimumContentsLength(8)
        self.thread_box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.thread_box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.thread_box.activated.connect(self._thread_activated)
        self.delete = QToolButton(self)
        self.delete.setObjectName("history.delete_thread")
        self.delete.setToolTip(tr("Delete this thread with all its checkpoints"))
        self.delete.clicked.connect(self._delete_thread)
        self.list = HistoryList(self.model, tokens, self)
        self.list.setObjectName("history.list")
        self.delegate = self.list.delegate
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._context_menu)
        self.list.selectionModel().currentChanged.connect(self._current_changed)
        self.empty = EmptyState(
            "history",
            tr(
                "Each superstep of a run leaves a checkpoint here. "
                "Select one to look at that moment."
            ),
            tokens,
            tr("Run…"),
            self.run_requested.emit,
            self,
        )
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.setSpacing(GRID)
        bar.addWidget(self.thread_box, 1)
        self.filter_button = QToolButton(self)
        self.filter_button.setObjectName("history.filter_button")
        self.filter_button.setToolTip(
            tr("Filter checkpoints by node, channel, source, metadata, marks")
        )
        self.filter_button.setCheckable(True)
        self.filter_button.setVisible(filtered is not None)
        self.filter_button.toggled.connect(self._filter_toggled)
        bar.addWidget(self.filter_button)
        bar.addWidget(self.delete)
        self.threads_button = QToolButton(self)
        self.threads_button.setObjectName("history.threads_button")
        self.threads_button.setCheckable(True)
        self.threads_button.setToolTip(tr("Show the list of threads"))
        self.threads_button.setAccessibleName(tr("Show the list of threads"))
        self.threads_button.setVisible(False)
        self.threads_button.toggled.connect(self._threads_toggled)
        bar.insertWidget(0, self.threads_button)
        tree = QWidget(self)
        self._stack = QStackedLayout(tree)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.list)
        if filtered is not None:
            self._stack.addWidget(filtered)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.splitter = QSplitter(Qt.Orientation.Vertical, self)
        self.splitter.setObjectName("history.splitter")
        self.splitter.setChildrenCollapsible(False)
        below = QWidget(self.splitter)
        lower = QVBoxLayout(below)
        lower.setContentsMargins(0, 0, 0, 0)
        lower.setSpacing(0)
        lower.addLayout(bar)
        lower.addWidget(tree, 1)
        if section is not None:
            self.splitter.addWidget(section)
            section.hide_button.clicked.connect(lambda: self.threads_button.setChecked(False))
        self.splitter.addWidget(below)
        self.splitter.setStretchFactor(self.splitter.count() - 1, 1)
        column.addWidget(self.splitter, 1)
        self.threads_button.setChecked(section is not None)
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
        self.threads_button.setIcon(icon("list", tokens))
        if self.section is not None:
            self.section.set_theme(tokens)
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
        self._awaited = None
        self._choose(thread_id)
        if self.section is not None:
            self.section.show_thread(thread_id)
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
        return self.model.row(checkpoint_id)

    def branch_of(self, checkpoint_id: str) -> tuple[int, bool] | None:
        """The last step of a checkpoint's branch, and whether the head ends it, where known."""
        return self.model.branch_of(checkpoint_id)

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
            near = None if checkpoint_id is None else self.model.near(checkpoint_id)
            if near is not None and near < self.model.rowCount():
                # Its page is read, and it is marked once it is there.
                self.list.scrollTo(self.model.index(near, 0))
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
        text = tr("No thread")
        if self._thread_id is not None:
            text = tr("{thread}  (unsaved)", thread=self._thread_id)
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

    def go_to(self, wanted: str) -> bool:
        """Go to a step by its number, or to a checkpoint by its id; whether there may be one."""
        text = wanted.strip()
        if text.lstrip("-").isdecimal():
            position = self.model.at_step(int(text))
        else:
            position = self.model.position(text)
            if position is None and text:
                near = self.model.near(text)
                if near is None:
                    return False
                self._awaited = text
                self.model.shown(near)
                self._rows_came(0, 0)
                return True
        if position is None:
            return False
        self.list.setCurrentIndex(self.model.index(position, 0))
        return True

    def go_to_position(self, position: int) -> None:
        """Go to a row; where it is not there yet, as soon as it is."""
        if 0 <= position < self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(position, 0))

    def _rows_came(self, first: int, last: int) -> None:
        """Go on to where a person wanted to go, and mark what is looked at."""
        awaited = self._awaited
        if isinstance(awaited, str):
            position = self.model.position(awaited)
            if position is not None:
                self._awaited = None
                self.list.setCurrentIndex(self.model.index(position, 0))
        elif awaited is not None and first <= awaited <= last:
            self._awaited = None
            if self.list.currentIndex().row() == awaited:
                self._current_changed(self.list.currentIndex(), QModelIndex())
        elif not self.list.currentIndex().isValid() and self.model.selected is not None:
            position = self.model.position(self.model.selected)
            if position is not None:
                self.select_checkpoint(self.model.selected)
        else:
            selected = self.list.currentIndex().row()
            if first - 1 <= selected <= last + 1:
                self.rows_near.emit(self.model.around(selected))

    def _current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        if self._moving or not current.isValid():
            return
        position = current.row()
        line = self.model.shown(position)
        if line is None:
            self._awaited = position
            return
        self._awaited = None
        for beside in (position - 1, position + 1):
            if 0 <= beside < self.model.rowCount():
                self.model.shown(beside)
        checkpoint_id = line.row.checkpoint_id
        self.model.set_selected(checkpoint_id)
        self.rows_near.emit(self.model.around(position))
        self.checkpoint_selected.emit(checkpoint_id)

    def _threads_toggled(self, on: bool) -> None:
        self.threads_button.setVisible(not on and self.section is not None)
        if self.section is not None:
            self.section.setVisible(on)

    def _context_menu(self, position: QPoint) -> None:
        index = self.list.indexAt(position)
        if not index.isValid():
            return
        line = self.model.shown(index.row())
        if line is None:
            return
        row = line.row
        menu = QMenu(self)
        menu.setObjectName("history.menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name, title, signal in (
            ("rerun", tr("Run again from here…"), self.rerun_requested),
            ("fork", tr("Fork from here…"), self.fork_requested),
            ("edit", tr("Edit state here…"), self.edit_requested),
            ("pin", tr("Compare others with this"), self.compare_requested),
            ("branches", tr("Compare branch with…"), self.branch_requested),
            ("variants", tr("Variants from here…"), self.variants_requested),
            ("note", tr("Name, note and colour…"), self.annotate_requested),
        ):
            action = menu.addAction(icon(name, self._tokens), title)
            action.triggered.connect(lambda _=False, s=signal: s.emit(row.checkpoint_id))
        menu.addSeparator()
        menu.addAction(
            icon("copy", self._tokens),
            tr("Copy checkpoint id"),
            lambda: copy_to_clipboard(row.checkpoint_id),
        )
        menu.addSeparator()
        delete = menu.addAction(
            icon("delete", self._tokens), tr("Delete thread…"), self._delete_thread
        )
        delete.setEnabled(self.delete.isEnabled())
        menu.popup(self.list.viewport().mapToGlobal(position))
