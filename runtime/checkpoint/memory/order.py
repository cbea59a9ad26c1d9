"""The order of the checkpoints in memory, so that the newest are found without looking at the rest.

Saving costs nothing for it: a dictionary keeps its keys as they came, and ids rise. Asked for, the
order takes over what came since; where anything else has happened to a namespace, whoever did it,
it is put in order anew.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from heapq import merge
from itertools import islice
from typing import Any

from runtime.checkpoint.base.session import Place

_Space = tuple[str, str]
"""Thread and namespace."""


class _Line:
    """The ids of one namespace, rising, and the one that came last."""

    __slots__ = ("ids", "last")

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.last = ""


class Order:
    """The order in ``storage[thread_id][checkpoint_ns][checkpoint_id]``. To be called locked."""

    def __init__(self, storage: Mapping[str, Mapping[str, dict[str, Any]]]) -> None:
        self._storage = storage
        self._lines: dict[_Space, _Line] = {}

    def ids(self, thread_id: str, checkpoint_ns: str) -> list[str]:
        """The ids of a namespace, rising; not to be changed."""
        space = (thread_id, checkpoint_ns)
        rows = self._storage.get(thread_id, {}).get(checkpoint_ns)
        if not rows:
            self._lines.pop(space, None)
            return []
        line = self._lines.get(space)
        if line is None:
            line = self._lines[space] = _Line()
        known = len(line.ids)
        fresh = list(islice(reversed(rows), max(len(rows) - known, 0) + 1))
        if known and (known > len(rows) or fresh.pop() != line.last):
            known = 0
            fresh = list(reversed(rows))
        if fresh:
            fresh.reverse()
            line.last = fresh[-1]
            line.ids[known:] = fresh
            if any(map(str.__gt__, line.ids[max(known - 1, 0) :], line.ids[max(known, 1) :])):
                line.ids.sort()
        return line.ids

    def forget(self, thread_id: str) -> None:
        """Drop what is remembered of a thread."""
        for space in [space for space in self._lines if space[0] == thread_id]:
            del self._lines[space]

    def newest(self, thread_id: str) -> dict[str, str]:
        """The newest id of each namespace of a thread."""
        return {
            checkpoint_ns: self.ids(thread_id, checkpoint_ns)[-1]
            for checkpoint_ns, rows in self._storage.get(thread_id, {}).items()
            if rows
        }

    def descending(
        self,
        thread_id: str | None,
        checkpoint_ns: str | None,
        before: str | None,
        after: Place | None,
    ) -> Iterator[Any]:
        """Rows, newest id first; those of one id by thread and namespace."""
        threads = self._storage if thread_id is None else (thread_id,)
        spaces = sorted(
            (thread, space)
            for thread in threads
            for space in self._storage.get(thread, {})
            if checkpoint_ns is None or space == checkpoint_ns
        )
        lines = [self._line(space, before, after) for space in spaces]
        return lines[0] if len(lines) == 1 else merge(*lines, key=_id_of, reverse=True)

    def _line(self, space: _Space, before: str | None, after: Place | None) -> Iterator[Any]:
        ids = self.ids(*space)
        end = len(ids)
        if before is not None:
            end = bisect_left(ids, before)
        if after is not None:
            listed = space <= (after.thread_id, after.checkpoint_ns)
            search = bisect_left if listed else bisect_right
            end = min(end, search(ids, after.checkpoint_id))
        rows = self._storage[space[0]][space[1]]
        return (rows[ids[place]] for place in range(end - 1, -1, -1))


def _id_of(row: Any) -> Any:
    return row[2]
