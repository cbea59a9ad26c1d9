"""Checkpoints of one thread in all its namespaces, page by page, those that a text is found in."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt

from runtime.debug.commands import ListCheckpoints
from runtime.debug.upkeep.commands import ReadAnnotations
from runtime.debug.upkeep.views import AnnotationList
from runtime.debug.views import CheckpointPage, CheckpointRow, Failed
from studio.comparison.requests import ComparisonRequests
from studio.history.checkpoints import clock_time
from studio.language import later, tr
from studio.shell.plain_text import one_line
from studio.shell.table_model import TOP, Index, TitledTableModel
from studio.shell.theme import mono_font

STEP, SOURCE, NEXT, NAME, NAMESPACE, SAVED, ID = range(7)
PAGE = 500
_STEP = re.compile(r"-?\d{1,7}", re.ASCII)
MOST_ROWS = 20_000
"""Further checkpoints are not listed."""


class PickerModel(TitledTableModel):
    """One row a checkpoint that the text is found in and, where wanted, that ends a branch."""

    HEADERS = (
        later("Step"),
        later("Source"),
        later("Next"),
        later("Name"),
        later("Namespace"),
        later("Saved"),
        later("Checkpoint"),
    )

    def __init__(
        self, requests: ComparisonRequests, on_page: Callable[[], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._requests = requests
        self._names: dict[str, str] = {}
        """What a person called checkpoints, by their ids."""
        self._on_page = on_page
        self._thread_id: str | None = None
        self._rows: list[CheckpointRow] = []
        self._shown: list[CheckpointRow] = []
        self._parents: set[str] = set()
        self._words: tuple[str, ...] = ()
        self._ends_only = False
        self._generation = 0
        self._mono = mono_font()
        self.loading = False
        self.more = False

    def show_thread(self, thread_id: str | None) -> None:
        """List another thread."""
        self._generation += 1
        self._thread_id = thread_id
        self.beginResetModel()
        self._rows, self._shown, self._parents = [], [], set()
        self.endResetModel()
        self.loading = self.more = False
        self._names = {}
        if thread_id is not None:
            generation = self._generation

            def named(reply: AnnotationList | Failed) -> None:
                if generation == self._generation and isinstance(reply, AnnotationList):
                    self._take_names(reply)

            self._requests.annotations(ReadAnnotations(thread_id), named)
            self._fetch(None)

    def _take_names(self, found: AnnotationList) -> None:
        """Names come before the first page: they were asked for first."""
        self._names = {
            each.checkpoint_id: f"{each.name} {each.note}".strip() for each in found.annotations
        }

    def set_filter(self, text: str, ends_only: bool) -> None:
        """List those in which every word of the text is found; a number is that of the step."""
        self._words = tuple(text.casefold().split())
        self._ends_only = ends_only
        self.beginResetModel()
        self._shown = [row for row in self._rows if self._fits(row)]
        self.endResetModel()
        self._seek()

    def row(self, position: int) -> CheckpointRow | None:
        return self._shown[position] if 0 <= position < len(self._shown) else None

    def position(self, checkpoint_id: str) -> int | None:
        """Where a checkpoint is listed."""
        for position, row in enumerate(self._shown):
            if row.checkpoint_id == checkpoint_id:
                return position
        return None

    def count(self) -> int:
        return len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._shown[index.row()], index.column()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._cells(row)[column]
        if role == Qt.ItemDataRole.FontRole and column in (NAMESPACE, SAVED, ID):
            return self._mono
        if role == Qt.ItemDataRole.TextAlignmentRole and column == STEP:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _fits(self, row: CheckpointRow) -> bool:
        if self._ends_only and row.checkpoint_id in self._parents:
            return False
        if not self._words:
            return True
        said = self._said(row)
        return all(
            int(word) == row.step if _STEP.fullmatch(word) else word in said for word in self._words
        )

    def _fetch(self, before: str | None) -> None:
        assert self._thread_id is not None
        generation = self._generation
        self.loading = True

        def on_page(page: CheckpointPage | Failed) -> None:
            if generation == self._generation:
                self._take(page)

        command = ListCheckpoints(self._thread_id, None, before=before, limit=PAGE)
        self._requests.list_checkpoints(command, on_page)

    def _take(self, page: CheckpointPage | Failed) -> None:
        self.loading = False
        if isinstance(page, CheckpointPage):
            self._add(page.rows)
            self.more = page.more and bool(page.rows) and len(self._rows) < MOST_ROWS
            self._seek()
        self._on_page()

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self.more and not self.loading

    def fetchMore(self, parent: Index) -> None:
        if self.canFetchMore(parent):
            self._fetch(self._rows[-1].checkpoint_id)

    def _seek(self) -> None:
        """Something is sought that may be further back: go on."""
        if self._words or self._ends_only:
            self.fetchMore(TOP)

    def _add(self, rows: Sequence[CheckpointRow]) -> None:
        self._parents.update(each.parent_checkpoint_id or "" for each in rows)
        self._rows += rows
        new = [row for row in rows if self._fits(row)]
        if new:
            first = len(self._shown)
            self.beginInsertRows(TOP, first, first + len(new) - 1)
            self._shown += new
            self.endInsertRows()

    def _cells(self, row: CheckpointRow) -> tuple[str, ...]:
        following = one_line(", ".join(dict.fromkeys(row.next))) or tr("end")
        name = one_line(self._names.get(row.checkpoint_id, ""))
        saved = clock_time(row.created_at)
        step, namespace = str(row.step), row.checkpoint_ns
        return (step, row.source, following, name, namespace, saved, row.checkpoint_id)

    def _said(self, row: CheckpointRow) -> str:
        """Everything that a person may look for."""
        known = json.dumps(row.metadata, ensure_ascii=False, default=str)
        return " ".join(("step", *self._cells(row), row.created_at, known)).casefold()
