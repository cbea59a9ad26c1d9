"""Qt's view of the chat's rows."""

from collections.abc import Iterable, Sequence
from operator import is_
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from runtime.debug.messages.views import MessageAuthor, MessagePage
from studio.messages.entries import Entries, Entry
from studio.messages.pieces import origin_of, plain_text, title_of
from studio.session.streams import StreamedMessage
from studio.shell.table_model import TOP, Index

ENTRY_ROLE = int(Qt.ItemDataRole.UserRole)


class ChatModel(QAbstractListModel):
    """One row for each message, in the order of the channel; those being made come last."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries = Entries()
        self._revisions: list[int] = []
        self._count = 0

    @property
    def messages(self) -> int:
        """Number of messages in the channel."""
        return self._entries.total

    def entry(self, row: int) -> Entry:
        return self._entries.entry(row)

    def lacking(self, rows: Iterable[int]) -> list[int]:
        """Rows that are to be read."""
        return self._entries.lacking(rows)

    def clear(self) -> None:
        """Show nothing."""
        self._entries.clear()
        self._tell()

    def begin(self, page: MessagePage) -> None:
        """Show another checkpoint of the same channel."""
        self._entries.begin(page)
        self._tell()

    def add(self, page: MessagePage) -> None:
        """A further page of the same checkpoint, which may hold results of calls in others."""
        self._entries.add(page)
        self._tell()

    def add_authors(self, authors: Sequence[MessageAuthor]) -> None:
        if authors:
            self._entries.add_authors(authors)
            self._tell()

    def set_text(self, row: int, block: int, text: str) -> None:
        """The whole text of one block."""
        self._entries.set_text(row, block, text)
        self._changed(row, row)

    def set_streams(self, streams: Sequence[StreamedMessage]) -> None:
        """What tasks are making by now."""
        before, known = self._entries.streams, self._revisions
        self._entries.set_streams(streams)
        after = self._entries.streams
        self._revisions = [each.revision for each in after]
        same = len(after) == len(before) and all(map(is_, after, before))
        if not same:
            self._tell(self._entries.total)
            return
        grown = [place for place, each in enumerate(self._revisions) if each != known[place]]
        if grown:
            self._changed(self._entries.total + grown[0], self._entries.total + grown[-1])

    def _tell(self, first: int = 0) -> None:
        """Rows have come or gone at the end, those from ``first`` say something else."""
        before, after = self._count, len(self._entries)
        if after > before:
            self.beginInsertRows(TOP, before, after - 1)
            self._count = after
            self.endInsertRows()
        elif after < before:
            self.beginRemoveRows(TOP, after, before - 1)
            self._count = after
            self.endRemoveRows()
        self._changed(first, min(before, after) - 1)

    def _changed(self, first: int, last: int) -> None:
        if last >= first:
            self.dataChanged.emit(self.index(first), self.index(last))

    # --- QAbstractListModel ---

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else self._count

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self._entries.entry(index.row())
        if role == ENTRY_ROLE:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return plain_text(entry)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return "\n".join(filter(None, (title_of(entry), origin_of(entry), plain_text(entry))))
        return None
