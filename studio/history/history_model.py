"""Qt's view of a thread's checkpoints, newest first; what they say comes where one looks."""

from collections.abc import Callable, Sequence
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
from runtime.debug.upkeep.views import Outline
from runtime.debug.views import CheckpointPage, CheckpointRow, Failed
from studio.annotations.painting import AnnotationOf, noted_in_words
from studio.history.checkpoints import Branch, Checkpoints, HistoryLine, tooltip, word_for
from studio.history.lanes import RowLines
from studio.language import tr
from studio.shell.plain_text import one_line, plain
from studio.shell.table_model import TOP, Index

FetchRows = Callable[[str, str | None, Callable[[CheckpointPage | Failed], None]], None]
"""``(thread id, before, on_page)``: a page of those older than a checkpoint, or the newest"""
FetchOutline = Callable[[str, Callable[[Outline | Failed], None]], None]
"""``(thread id, on_outline)``"""


class HistoryModel(QAbstractListModel):
    """One row a checkpoint, all of a thread's; what they say is read where somebody looks.

    ``head`` is where the run stands, ``selected`` what is looked at, ``pinned`` what others are
    compared with. Without ``fetch_rows`` it shows what it is given.
    """

    lines_changed = Signal()
    """Lanes are drawn otherwise though no row says anything else."""
    rows_came = Signal(int, int)
    """Rows from the first to the second are there now."""

    def __init__(
        self,
        fetch_rows: FetchRows | None = None,
        fetch_outline: FetchOutline | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._fetch_rows = fetch_rows
        self._fetch_outline = fetch_outline
        self._checkpoints = Checkpoints(self._fetch if fetch_rows else None, self._arrived)
        self._known: list[CheckpointRow] = []
        """Newest rows, until the outline says where they stand."""
        self._outlined = True
        self._generation = 0
        self._planned: dict[str, str] = {}
        self._failing: dict[str, set[str]] = {}
        """Tasks that failed and have not written since, by checkpoint."""
        self.annotation_of: AnnotationOf = lambda _: None
        self.thread_id: str | None = None
        self.checkpoint_ns: str | None = ""
        self.head: str | None = None
        self.selected: str | None = None
        self.pinned: str | None = None

    @property
    def lanes(self) -> int:
        return self._checkpoints.lanes

    @property
    def outlined(self) -> bool:
        """Whether all of the thread has its place by now."""
        return self._outlined

    def show(self, page: CheckpointPage | None) -> None:
        """Show the newest page of a thread instead of what was shown; the rest follows."""
        rows = () if page is None else page.rows
        self.beginResetModel()
        self._generation += 1
        self._planned.clear()
        self._failing.clear()
        self.thread_id = None if page is None else page.thread_id
        self._checkpoints.show(rows)
        self.head = rows[0].checkpoint_id if rows else None
        self.endResetModel()
        self._known = list(rows)
        self._outlined = True
        if page is not None and page.more:
            self._outline()

    def _outline(self) -> None:
        """Ask for the shape of the whole thread."""
        if self._fetch_outline is None or self.thread_id is None:
            return
        self._outlined = False
        generation = self._generation

        def took(outline: Outline | Failed) -> None:
            if generation != self._generation:
                return
            self._outlined = True
            if isinstance(outline, Outline):
                self._take_outline(outline)
                self.rows_came.emit(0, len(self._checkpoints) - 1)

        self._fetch_outline(self.thread_id, took)

    def _take_outline(self, outline: Outline) -> None:
        before = len(self._checkpoints)
        known, self._known = self._known, []
        checkpoints, selected = self._checkpoints, self.selected
        newer = sum(row.checkpoint_id > outline.newest for row in known)
        after = outline.total + newer
        if after < before:
            self.beginResetModel()
            checkpoints.set_outline(outline, known)
            self.endResetModel()
        elif after == before:
            checkpoints.set_outline(outline, known)
        else:
            # What was shown stays on top.
            self.beginInsertRows(TOP, before, after - 1)
            checkpoints.set_outline(outline, known)
            self.endInsertRows()
        checkpoints.mark_ancestry(selected)
        self.lines_changed.emit()

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
        told = self._checkpoints.knows_parent(row)
        if not self._outlined or not told:
            self._known.insert(0, row)
        self.beginInsertRows(TOP, 0, 0)
        self._checkpoints.append_newest(row)
        self.endInsertRows()
        self.set_head(row.checkpoint_id)
        if self._outlined and not told:
            # It grew from one that is not there: only the outline says where that stands.
            self._generation += 1
            self._outline()

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
        """What a row says; raises ``LookupError`` where it is not there."""
        line = self._checkpoints.line(position)
        if line is None:
            raise LookupError(position)
        return line

    def shown(self, position: int) -> HistoryLine | None:
        """What a row says; one that is not there is asked for."""
        line = self._checkpoints.line(position)
        if line is None:
            self._checkpoints.want(position)
            return self._checkpoints.line(position)
        self._checkpoints.ahead(position)
        return line

    def row(self, checkpoint_id: str) -> CheckpointRow | None:
        """The row of a checkpoint, if it is there."""
        position = self._checkpoints.position(checkpoint_id)
        line = None if position is None else self._checkpoints.line(position)
        return None if line is None else line.row

    def step(self, position: int) -> int:
        """The step of a row, also of one that is not there."""
        return self._checkpoints.step(position)

    def around(self, position: int) -> list[CheckpointRow]:
        """The rows that are there about a position, newest first."""
        return self._checkpoints.around(position)

    def near(self, checkpoint_id: str) -> int | None:
        """A position close to a checkpoint, whether or not its row is there."""
        return self._checkpoints.near(checkpoint_id)

    def at_step(self, step: int) -> int | None:
        """The position of a step on the head's branch, else on that of what is looked at."""
        for each in (self.head, self.selected):
            found = self._checkpoints.at_step(step, self._checkpoints.ancestry(each))
            if found is not None:
                return found
        return None

    def branch_of(self, checkpoint_id: str) -> tuple[int, bool] | None:
        """The last step of a checkpoint's branch, and whether that ends in the head."""
        return self._checkpoints.branch_of(checkpoint_id, self.head)

    def branch(self, checkpoint_id: str) -> Branch | None:
        """The branch of a checkpoint whose row is there."""
        return self._checkpoints.branch(checkpoint_id, self.head)

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

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self._checkpoints.line(index.row())
        if line is None:
            reading = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            step = self._checkpoints.step(index.row())
            return tr("step {step}, being read", step=step) if reading else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            parts = [
                tr("step {step}", step=line.step),
                word_for(line.source),
                tr("next {nodes}", nodes=line.next),
                *map(word_for, line.badges),
                line.time,
            ]
            if line.row.checkpoint_id == self.head:
                parts.append(tr("head"))
            if line.row.checkpoint_id == self.pinned:
                parts.append(tr("pinned"))
            noted = self.annotation_of(line.row.checkpoint_id)
            if noted is not None and noted.bookmarked:
                parts.append(tr("bookmarked"))
            if noted is not None and noted.name:
                parts.append(one_line(noted.name))
            return ", ".join(parts)
        if role == Qt.ItemDataRole.ToolTipRole:
            noted = self.annotation_of(line.row.checkpoint_id)
            told = [*noted_in_words(noted), tooltip(line)]
            if line.row.checkpoint_id == self.pinned:
                told.append(tr("pinned: others are compared with it"))
            return plain("\n".join(told))
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

    def _fetch(
        self, before: str | None, then: Callable[[Sequence[CheckpointRow] | None], None]
    ) -> None:
        if self._fetch_rows is None or self.thread_id is None:
            then(None)
            return

        def on_page(page: CheckpointPage | Failed) -> None:
            then(None if isinstance(page, Failed) else page.rows)

        self._fetch_rows(self.thread_id, before, on_page)

    def _arrived(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(first, 0), self.index(last, 0))
        self.rows_came.emit(first, last)

    def _row_changed(self, position: int) -> None:
        index = self.index(position, 0)
        self.dataChanged.emit(index, index)
