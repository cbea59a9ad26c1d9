"""The first checkpoint of a branch at which an expression holds.

The branch is listed from its end back to its root; then it is halved: where the expression holds in
the middle the first one is that or older, else it is newer. That is right where an expression goes
on holding once it holds. Where it does not hold at the end, or where a person wants to be sure, all
checkpoints are looked at, oldest first.

Work is done in parts, so that a person sees how far it is and can leave it at any time.
"""

from collections.abc import Callable

from runtime.checkpoint.base import HistoryReader, StoredCheckpoint
from runtime.debug.commands import FindFirst
from runtime.debug.expressions import BadExpression, Expression
from runtime.debug.expressions.limits import TooCostly
from runtime.debug.reading import ChannelValues
from runtime.debug.views import CheckpointRow, FirstFound

LISTED_AT_ONCE = 2000
LOOKED_AT_AT_ONCE = 64

RowOf = Callable[[StoredCheckpoint], CheckpointRow]
Find = Callable[[str, str, str | None], StoredCheckpoint]
"""Gives the stored checkpoint of a thread, a namespace and an id."""


class FirstHolding:
    """One search, which ``advance`` takes a part further."""

    def __init__(
        self, command: FindFirst, reader: HistoryReader, find: Find, row_of: RowOf
    ) -> None:
        self.command = command
        self._expression = Expression(command.expression)
        self._reader = reader
        self._find = find
        self._row_of = row_of
        self._values = ChannelValues(reader)
        self._branch: list[str] = []
        """Ids of the branch, newest first while it is listed, oldest first afterwards."""
        self._wanted: str | None = command.checkpoint_id
        self._before: str | None = command.checkpoint_id + "~"
        self._listed = False
        self._halves = not command.exhaustive
        self._low = 0
        self._high = 0
        """Of the branch, the first checkpoint at which it holds lies from ``low`` to ``high``."""
        self._looked_at = 0

    def advance(self) -> FirstFound:
        """Do a part of the work."""
        if not self._listed:
            self._list()
            return self._told(more=True)
        return self._halve() if self._halves else self._scan()

    def _told(self, *, more: bool, found: str | None = None) -> FirstFound:
        row = None if found is None else self._row_of(self._stored(found))
        return FirstFound(len(self._branch), self._looked_at, more, row, self._halves)

    def _list(self) -> None:
        """Take a further page of the history into the branch."""
        command = self.command
        page = self._reader.list_rows(
            command.thread_id, command.checkpoint_ns, before=self._before, limit=LISTED_AT_ONCE
        )
        for each in page:
            if each.checkpoint_id == self._wanted:
                self._branch.append(each.checkpoint_id)
                self._wanted = each.parent_checkpoint_id
        if len(page) < LISTED_AT_ONCE or self._wanted is None:
            self._listed = True
            self._branch.reverse()
            self._high = len(self._branch) - 1
        else:
            self._before = page[-1].checkpoint_id

    def _stored(self, checkpoint_id: str) -> StoredCheckpoint:
        return self._find(self.command.thread_id, self.command.checkpoint_ns, checkpoint_id)

    def _holds(self, place: int) -> bool:
        self._looked_at += 1
        stored = self._stored(self._branch[place])
        try:
            return self._expression.holds(self._values.at(stored))
        except TooCostly as error:
            raise BadExpression(str(error)) from error
        except Exception:  # noqa: BLE001 - a channel may be empty, or of another type, there
            return False

    def _halve(self) -> FirstFound:
        if not self._branch:
            return self._told(more=False)
        if not self._looked_at and not self._holds(self._high):
            self._halves = False
            self._high -= 1
            return self._told(more=True)
        if self._low == self._high:
            return self._told(more=False, found=self._branch[self._low])
        middle = (self._low + self._high) // 2
        if self._holds(middle):
            self._high = middle
        else:
            self._low = middle + 1
        return self._told(more=True)

    def _scan(self) -> FirstFound:
        for _ in range(LOOKED_AT_AT_ONCE):
            if self._low > self._high:
                return self._told(more=False)
            if self._holds(self._low):
                return self._told(more=False, found=self._branch[self._low])
            self._low += 1
        return self._told(more=True)
