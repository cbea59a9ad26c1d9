"""The first checkpoint of a branch at which an expression holds.

The branch is listed from its end back to its root; then it is halved: where the expression holds in
the middle the first one is that or older, else it is newer. That is right where an expression goes
on holding once it holds. Where it does not hold at the end, or where a person wants to be sure, all
checkpoints are looked at, oldest first.

Work is done in parts, so that a person sees how far it is and can leave it at any time.
"""

from collections.abc import Callable, Sequence

from runtime.checkpoint.base import HistoryReader, StoredCheckpoint
from runtime.checkpoint.line import Line
from runtime.debug.commands import FindFirst
from runtime.debug.expressions import BadExpression, Expression
from runtime.debug.expressions.limits import TooCostly
from runtime.debug.reading import ChannelValues
from runtime.debug.views import CheckpointRow, FirstFound

LOOKED_AT_AT_ONCE = 64

RowOf = Callable[[StoredCheckpoint], CheckpointRow]
Outlined = Callable[[str, str], Sequence[Line]]
"""Gives all checkpoints of a thread and a namespace without their content."""
Find = Callable[[str, str, str | None], StoredCheckpoint]
"""Gives the stored checkpoint of a thread, a namespace and an id."""


class FirstHolding:
    """One search, which ``advance`` takes a part further."""

    def __init__(
        self,
        command: FindFirst,
        reader: HistoryReader,
        find: Find,
        row_of: RowOf,
        outline: Outlined,
    ) -> None:
        self.command = command
        self._expression = Expression(command.expression)
        self._outline = outline
        self._find = find
        self._row_of = row_of
        self._values = ChannelValues(reader)
        self._branch: list[str] = []
        """Ids of the branch, oldest first."""
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
        """Find the branch in the shape of the thread's tree."""
        lines = self._outline(self.command.thread_id, self.command.checkpoint_ns)
        parents = {line.checkpoint_id: line.parent_checkpoint_id for line in lines}
        at: str | None = self.command.checkpoint_id
        while at is not None and at in parents:
            self._branch.append(at)
            at = parents.pop(at)
        self._listed = True
        self._branch.reverse()
        self._high = len(self._branch) - 1

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
