"""Qt's view of a thread's checkpoints, newest first; older ones come page by page."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QObject,
    Qt,
    Signal,
)

from runtime.debug.events import (
    CheckpointSaved,
    Event,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskWrote,
)
from runtime.debug.views import CheckpointPage, CheckpointRow, Failed
from studio.history.checkpoints import Checkpoints, HistoryLine, tooltip
from studio.history.lanes import RowLines
from studio.shell.table_model import TOP, Index

FetchOlder = Callable[[str, str, Callable[[CheckpointPage | Failed], None]], None]
"""``(thread id, checkpoint id, on_page)``: a page of those older than the checkpoint"""


class HistoryModel(QAbstractListModel):
    """One row a checkpoint. ``head`` is where the run stands, ``selected`` what is looked at,
    ``pinned`` what others are compared with."""

    lines_changed = Signal()
    """Lanes are drawn otherwise though no row says anything else."""

    def __init__(self, fetch_older: FetchOlder, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._fetch_older = fetch_older
        self._checkpoints = Checkpoints()
        self._more = False
        self._fetching = False
        self._generation = 0
        self._planned: dict[str, str] = {}
        self._failing: dict[str, set[str]] = {}
        """Tasks that failed and have not written since, by checkpoint."""
        self.thread_id: str | None = None
        self.checkpoint_ns: str | None = ""
        self.head: str | None = None
        self.selected: str | None = None
        self.pinned: str | None = None

    @property
    def lanes(self) -> int:
        return self._checkpoints.lanes

    def show(self, page: CheckpointPage | None) -> None:
        """Show the newest page of a thread instead of what was shown."""
        self.beginResetModel()
        self._generation += 1
        self._fetching = False
        self._planned.clear()
        self._failing.clear()
        rows = () if page is None else page.rows
        self.thread_id = None if page is None else page.thread_id
        self._more = page is not None and page.more
        self._checkpoints.show(rows)
        self.head = rows[0].checkpoint_id if rows else None
        self.endResetModel()

    def apply(self, event: Event) -> None:
        """Follow a run: new checkpoints, and marks on those whose tasks asked or failed."""
        if isinstance(event, CheckpointSaved):
            if event.row.source == "loop":
                self._passed_barrier(event.row.parent_checkpoint_id)
            self.add(event.row)
        elif isinstance(event, SuperstepPlanned):
            if event.thread_id == self.thread_id:
                self._planned[event.checkpoint_ns] = event.checkpoint_id
        elif isinstance(event, TaskInterrupted):
            self._mark(self._planned.get(event.checkpoint_ns), interrupted=True)
        elif isinstance(event, TaskFailed):
            planned = self._planned.get(event.checkpoint_ns)
            self._failing.setdefault(planned or "", set()).add(event.task_id)
            self._mark(planned, failed=True)
        elif isinstance(event, TaskWrote):
            planned = self._planned.get(event.checkpoint_ns)
            failing = self._failing.get(planned or "", set())
            if event.task_id in failing:
                failing.discard(event.task_id)
                self._mark(planned, failed=bool(failing))

    def add(self, row: CheckpointRow) -> None:
        """Put a new checkpoint on top, or change what a known one's row says."""
        if row.thread_id != self.thread_id or self.checkpoint_ns not in (None, row.checkpoint_ns):
            return
        position = self._checkpoints.position(row.checkpoint_id)
        if position is not None:
            self._checkpoints.change(position, row)
            self._row_changed(position)
            return
        self.beginInsertRows(TOP, 0, 0)
        self._checkpoints.append_newest(row)
        self.endInsertRows()
        self.set_head(row.checkpoint_id)

    def set_head(self, checkpoint_id: str | None) -> None:
        """Say where the run stands; by default at the newest checkpoint."""
        before, self.head = self.head, checkpoint_id
        for each in (before, checkpoint_id):
            position = None if each is None else self.position(each)
            if position is not None:
                self._row_changed(position)
        self.lines_changed.emit()

    def set_selected(self, checkpoint_id: str | None) -> None:
        """Say which moment is looked at; its ancestors' lines are drawn in the accent colour."""
        if checkpoint_id != self.selected:
            self.selected = checkpoint_id
            self._checkpoints.mark_ancestry(checkpoint_id)
            self.lines_changed.emit()

    def set_pinned(self, checkpoint_id: str | None) -> None:
        """Say which checkpoint others are compared with."""
        self.pinned = checkpoint_id
        self.lines_changed.emit()

    def line(self, position: int) -> HistoryLine:
        return self._checkpoints.line(position)

    def lines(self, position: int) -> RowLines:
        return self._checkpoints.lines(position)

    def position(self, checkpoint_id: str) -> int | None:
        return self._checkpoints.position(checkpoint_id)

    def on_path(self, position: int) -> bool:
        """Whether a checkpoint is the selected one or an ancestor of it."""
        return self._checkpoints.on_path(position)

    # --- QAbstractListModel ---

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self._checkpoints)

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._more and not self._fetching

    def fetchMore(self, parent: Index) -> None:
        if not self.canFetchMore(parent) or self.thread_id is None:
            return
        generation = self._generation
        self._fetching = True
        oldest = self._checkpoints.line(len(self._checkpoints) - 1).row

        def on_page(page: CheckpointPage | Failed) -> None:
            if generation == self._generation:
                self._take_older(page)

        self._fetch_older(self.thread_id, oldest.checkpoint_id, on_page)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self._checkpoints.line(index.row())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            parts = [f"step {line.step}", line.source, f"next {line.next}", *line.badges, line.time]
            if line.row.checkpoint_id == self.head:
                parts.append("head")
            if line.row.checkpoint_id == self.pinned:
                parts.append("pinned")
            return ", ".join(parts)
        if role == Qt.ItemDataRole.ToolTipRole:
            pinned = line.row.checkpoint_id == self.pinned
            return tooltip(line) + ("\npinned: others are compared with it" if pinned else "")
        return None

    # --- inner ---

    def _passed_barrier(self, checkpoint_id: str | None) -> None:
        """All tasks due at a checkpoint have ended: its questions are answered."""
        failing = self._failing.pop(checkpoint_id or "", set())
        self._mark(checkpoint_id, interrupted=False, failed=bool(failing))

    def _mark(
        self,
        checkpoint_id: str | None,
        interrupted: bool | None = None,
        failed: bool | None = None,
    ) -> None:
        position = None if checkpoint_id is None else self._checkpoints.position(checkpoint_id)
        if position is not None:
            self._checkpoints.mark(position, interrupted, failed)
            self._row_changed(position)

    def _take_older(self, page: CheckpointPage | Failed) -> None:
        self._fetching = False
        if isinstance(page, Failed):
            self._more = False
            return
        self._more = page.more
        new = self._checkpoints.unknown(page.rows)
        if not new:
            return
        first = len(self._checkpoints)
        self.beginInsertRows(TOP, first, first + len(new) - 1)
        self._checkpoints.extend_older(new)
        self.endInsertRows()
        self.lines_changed.emit()

    def _row_changed(self, position: int) -> None:
        index = self.index(position, 0)
        self.dataChanged.emit(index, index)
