"""Qt's view of the database's threads, most recently changed first."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from runtime.debug.views import Failed, ThreadPage, ThreadRow
from studio.language import tr
from studio.shell.icons import state_icon
from studio.shell.plain_text import plain
from studio.shell.table_model import TOP, Index
from studio.shell.theme import ThemeTokens
from studio.threads.rows import STATUS_STATES, second_line, thread_tooltip

FetchThreads = Callable[[int, Callable[[ThreadPage | Failed], None]], None]
"""``(offset, on_page)``"""


class ThreadsModel(QAbstractListModel):
    """One row a thread: its status as glyph, its id, how many checkpoints."""

    def __init__(
        self, fetch_threads: FetchThreads, tokens: ThemeTokens, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._fetch_threads = fetch_threads
        self._threads: list[ThreadRow] = []
        self._total = 0
        self._fetching = False
        self._generation = 0
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._icons = {status: state_icon(state, tokens) for status, state in STATUS_STATES.items()}

    def show(self, page: ThreadPage) -> None:
        """Show the first page instead of what was shown."""
        self.beginResetModel()
        self._generation += 1
        self._fetching = False
        self._threads = list(page.threads)
        self._total = page.total
        self.endResetModel()

    def thread_at(self, row: int) -> ThreadRow | None:
        return self._threads[row] if 0 <= row < len(self._threads) else None

    def row_of(self, thread_id: str) -> int | None:
        for row, thread in enumerate(self._threads):
            if thread.thread_id == thread_id:
                return row
        return None

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self._threads)

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and not self._fetching and len(self._threads) < self._total

    def fetchMore(self, parent: Index) -> None:
        if not self.canFetchMore(parent):
            return
        generation = self._generation
        self._fetching = True

        def on_page(page: ThreadPage | Failed) -> None:
            if generation == self._generation:
                self._take(page)

        self._fetch_threads(len(self._threads), on_page)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        thread = self._threads[index.row()]
        name = thread.thread_id
        if role == Qt.ItemDataRole.DisplayRole:
            if thread.foreign:
                return tr("{thread}  ({n:,}, another graph)", thread=name, n=thread.checkpoints)
            return tr("{thread}  ({n:,})", thread=name, n=thread.checkpoints)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{name}, {second_line(thread)}"
        if role == Qt.ItemDataRole.DecorationRole:
            return self._icons[thread.status]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(thread_tooltip(thread, None, None))
        return None

    def _take(self, page: ThreadPage | Failed) -> None:
        self._fetching = False
        if isinstance(page, Failed):
            self._total = len(self._threads)
            return
        self._total = page.total
        known = {thread.thread_id for thread in self._threads}
        new = [thread for thread in page.threads if thread.thread_id not in known]
        if not new:
            self._total = len(self._threads)
            return
        first = len(self._threads)
        self.beginInsertRows(TOP, first, first + len(new) - 1)
        self._threads += new
        self.endInsertRows()
