"""Qt's view of the threads that a search lets through; pages are read where somebody looks."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt, QTimer, Signal

from runtime.debug.commands import ListThreads
from runtime.debug.upkeep.commands import MeasureThreads
from runtime.debug.upkeep.views import AnnotationView, ThreadSizes
from runtime.debug.views import Failed, ThreadPage, ThreadRow
from studio.language import tr
from studio.session.pages import Pages
from studio.shell.plain_text import plain
from studio.shell.table_model import TOP, Index
from studio.threads.rows import second_line, size_text, thread_title, thread_tooltip

PAGE = 50
MEASURED = 20
"""Threads whose sizes are asked for at a time."""
AGAIN_MS = 3000
"""How often at most the threads that grow are measured again: all their rows are looked at."""

FindThreads = Callable[[ListThreads, Callable[[ThreadPage | Failed], None]], None]
Measure = Callable[[MeasureThreads, Callable[[ThreadSizes | Failed], None]], None]


class ThreadListModel(QAbstractListModel):
    """One row a thread. ``listed`` says that a search is answered, ``measured`` how far sizes
    are known: how many of how many that were looked at."""

    listed = Signal(object)
    measured = Signal(int, int)

    def __init__(self, find: FindThreads, measure: Measure, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._find = find
        self._measure = measure
        self._pages: Pages[ThreadRow] = Pages(PAGE, self._read, self._arrived)
        self._total = 0
        self._wanted = ListThreads(limit=PAGE)
        self._asked = 0
        self._sizes: dict[str, tuple[str, int | None]] = {}
        """By thread its newest checkpoint when it was asked about, and the size that was told."""
        self._to_measure: list[tuple[str, str]] = []
        self._grown: dict[str, str] = {}
        """Threads to be measured again, with their newest checkpoints."""
        self._measuring = False
        self._seen = 0
        self.annotation_of: Callable[[str], AnnotationView | None] = lambda _: None
        self.current: str | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._measure_next)
        self.again = QTimer(self)
        """Runs while threads that have grown wait to be measured again."""
        self.again.setSingleShot(True)
        self.again.setInterval(AGAIN_MS)
        self.again.timeout.connect(self._measure_grown)

    @property
    def query(self) -> ListThreads:
        """What is listed."""
        return self._wanted

    def search(self, wanted: ListThreads) -> None:
        """List what a search lets through, from its first page."""
        self._wanted = wanted
        self._asked += 1
        asked = self._asked

        def then(page: ThreadPage | Failed) -> None:
            if asked != self._asked:
                return
            if isinstance(page, Failed):
                self.listed.emit(page)
                return
            self.beginResetModel()
            self._pages.clear()
            self._total = self._pages.total = page.total
            self._pages.put(0, page.threads)
            self.endResetModel()
            self.listed.emit(page)

        self._find(_of_page(wanted, 0), then)

    def thread_at(self, row: int) -> ThreadRow | None:
        """A thread, if it is there; else it is asked for."""
        if not 0 <= row < self._total:
            return None
        thread = self._pages.get(row)
        if thread is None:
            self._pages.want(row)
        else:
            self._pages.ahead(row)
        return thread

    def row_of(self, thread_id: str) -> int | None:
        """Where a thread stands, if it is there."""
        for row, thread in self._pages.loaded():
            if thread.thread_id == thread_id:
                return row
        return None

    def size_of(self, thread: ThreadRow) -> int | None:
        """Bytes of a thread when it was last measured, if ever; that is asked for where needed."""
        newest = thread.newest_checkpoint_id
        measured_at, size = self._sizes.get(thread.thread_id, (None, None))
        if measured_at is None:
            self._sizes[thread.thread_id] = newest, None
            self._want_size(thread.thread_id, newest)
        elif measured_at != newest:
            self._grown[thread.thread_id] = newest
            if not self.again.isActive():
                self.again.start()
        return size

    def _measure_grown(self) -> None:
        grown, self._grown = self._grown, {}
        for thread_id, newest in grown.items():
            self._sizes[thread_id] = newest, self._sizes[thread_id][1]
            self._want_size(thread_id, newest)

    def _want_size(self, thread_id: str, newest: str) -> None:
        self._to_measure.append((thread_id, newest))
        self._seen += 1
        if not self._measuring:
            self._later.start()

    def noted(self) -> None:
        """Something is noted otherwise of a thread."""
        if self._total:
            self.dataChanged.emit(self.index(0, 0), self.index(self._total - 1, 0))

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else self._total

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        thread = self._pages.get(index.row()) if index.isValid() else None
        if thread is None:
            return tr("being read") if role == Qt.ItemDataRole.DisplayRole else None
        noted = self.annotation_of(thread.thread_id)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{thread_title(thread, noted)}, {second_line(thread)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            _, size = self._sizes.get(thread.thread_id, ("", None))
            return plain(thread_tooltip(thread, noted, size))
        return None

    def size_text(self, thread: ThreadRow) -> str:
        """The size as the row says it."""
        size = self.size_of(thread)
        return "…" if size is None else "" if size < 0 else size_text(size)

    def _read(self, page: int, then: Callable[[Sequence[ThreadRow] | None], None]) -> None:
        def took(found: ThreadPage | Failed) -> None:
            then(None if isinstance(found, Failed) else found.threads)

        self._find(_of_page(self._wanted, page), took)

    def _arrived(self, first: int, last: int) -> None:
        last = min(last, self._total - 1)
        self.dataChanged.emit(self.index(first, 0), self.index(last, 0))

    def _measure_next(self) -> None:
        """The newest wishes first: what was scrolled past can wait."""
        if self._measuring or not self._to_measure:
            return
        keys = self._to_measure[-MEASURED:]
        del self._to_measure[-MEASURED:]
        self._measuring = True

        def took(found: ThreadSizes | Failed) -> None:
            self._measuring = False
            sizes = {} if isinstance(found, Failed) else found.sizes
            for thread_id, newest in keys:
                self._sizes[thread_id] = newest, sizes.get(thread_id, -1)
            self.measured.emit(self._seen - len(self._to_measure), self._seen)
            self.noted()
            self._measure_next()

        self._measure(MeasureThreads(tuple(thread_id for thread_id, _ in keys)), took)


def _of_page(wanted: ListThreads, page: int) -> ListThreads:
    return ListThreads(
        page * PAGE,
        PAGE,
        wanted.text,
        wanted.status,
        wanted.metadata,
        wanted.order,
        wanted.descending,
    )
