"""Reading from a store: one connection, one transaction, rows by prepared statements."""

import threading
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from heapq import merge
from itertools import islice
from operator import attrgetter, itemgetter
from typing import Any, get_args

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from runtime.checkpoint.base.packs import listed, pending
from runtime.checkpoint.base.rows import (
    CheckpointRow,
    DamagedHistoryError,
    Pending,
    ValueRow,
    WriteRow,
    unpack_checkpoint,
)
from runtime.checkpoint.base.session import Place, ReadSession
from runtime.checkpoint.sql.engine import explain
from runtime.checkpoint.sql.statements import Statement, Statements


def _kinds(*columns: Any) -> Sequence[frozenset[type]]:
    """The types that each column of a row may have."""
    return [frozenset(get_args(column) or (column,)) for column in columns]


_TEXTS = {str}
_PLACE = (str, str, str)
_ANY = int | str | bytes | float | None
"""Nothing is made of the column."""
_CHECKPOINT = _kinds(*_PLACE, str | None, int, _ANY, str, bytes, bytes)
_VALUE = _kinds(*_PLACE, str, str | None, int, str, bytes)
_WRITE = _kinds(*_PLACE, str, int, str, str, bytes, str, _ANY)
_WRITTEN = _kinds(*_PLACE, str, int, str, str, _ANY, str, _ANY)


def _checked(found: Sequence[Any], kinds: Sequence[frozenset[type]]) -> Sequence[Any]:
    """The rows themselves: SQLite keeps whatever somebody has put into a column."""
    for column, known in zip(zip(*found, strict=True), kinds, strict=bool(found)):
        if not known.issuperset(map(type, column)):
            damaged = next(row for row in found if not _are_of(row, kinds))
            raise DamagedHistoryError(
                f"Checkpoint {damaged[2]} of thread {damaged[0]!r} is damaged: "
                "a column of another type"
            )
    return found


def _are_of(row: Any, kinds: Sequence[frozenset[type]]) -> bool:
    return all(type(each) in known for each, known in zip(row, kinds, strict=True))


def _as_text(column: Any) -> str:
    return column if type(column) is str else repr(column)


class Reading(ReadSession):
    """Reads on a driver's connection that somebody else has opened."""

    def __init__(self, raw: Any, statements: Statements, place: str) -> None:
        super().__init__()
        self._raw = raw
        self._statements = statements
        self._place = place
        self._rows: dict[tuple[str, str, str], CheckpointRow] = {}
        self._chains: dict[tuple[str, str, str, str], tuple[Sequence[ValueRow], int]] = {}
        """Chains that were read, and where in one of them another begins."""
        self._errors: Any = statements.dialect.loaded_dbapi.Error
        self._plain_rows = statements.dialect.name == "sqlite"

    def _all(self, statement: Statement, **given: Any) -> Sequence[Any]:
        try:
            cursor = self._raw.cursor()
            if self._plain_rows:
                cursor.row_factory = None  # the connection may be a program's own
            try:
                cursor.execute(statement.text, statement.one(**given))
                found: Sequence[Any] = cursor.fetchall()
                return found
            finally:
                cursor.close()
        except (self._errors, UnicodeDecodeError) as error:
            raise explain(error, self._place) from error

    def _keep(self, found: Sequence[Any]) -> list[CheckpointRow]:
        rows = []
        for packed in _checked(found, _CHECKPOINT):
            row = unpack_checkpoint(packed)
            self._rows[row.thread_id, row.checkpoint_ns, row.checkpoint_id] = row
            rows.append(row)
        return rows

    def row(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str | None
    ) -> CheckpointRow | None:
        if checkpoint_id is None:
            found = self._all(
                self._statements.newest_checkpoint,
                thread_id=thread_id,
                checkpoint_ns=checkpoint_ns,
            )
        else:
            known = self._rows.get((thread_id, checkpoint_ns, checkpoint_id))
            if known is not None:
                return known
            found = self._all(
                self._statements.checkpoint,
                thread_id=thread_id,
                checkpoint_ns=checkpoint_ns,
                checkpoint_id=checkpoint_id,
            )
        rows = self._keep(found)
        return rows[0] if rows else None

    def rows(
        self,
        thread_id: str | None,
        checkpoint_ns: str | None,
        *,
        checkpoint_id: str | None = None,
        before: str | None = None,
        after: Place | None = None,
        limit: int | None = None,
    ) -> Sequence[CheckpointRow]:
        if thread_id is not None and checkpoint_id is None:
            if checkpoint_ns is not None and after is not None:
                # Ids are unique here: the place is one in the index, which an "or" is not.
                ids = (after.checkpoint_id, before)
                before, after = min(each for each in ids if each is not None), None
            elif checkpoint_ns is None and limit is not None:
                return self._across(thread_id, before, after, limit)
        statement = _listing(
            self._statements,
            thread_id is not None,
            checkpoint_ns is not None,
            checkpoint_id is not None,
            before is not None,
            after is not None,
            limit is not None,
        )
        place = after or Place("", "", "")
        return self._keep(
            self._all(
                statement,
                thread_id=thread_id,
                checkpoint_ns=checkpoint_ns,
                checkpoint_id=checkpoint_id,
                before=before,
                after_id=place.checkpoint_id,
                after_thread=place.thread_id,
                after_ns=place.checkpoint_ns,
                limit=limit,
            )
        )

    def _across(
        self, thread_id: str, before: str | None, after: Place | None, limit: int
    ) -> list[CheckpointRow]:
        """The newest rows of all namespaces of a thread, each read from its newest row on.

        No index has that order, and one more would have to be written with every checkpoint.
        """
        ids = [each for each in (before, after and after.checkpoint_id) if each is not None]
        if ids:
            found = self._all(self._statements.newest_ids_up_to, thread_id=thread_id, last=min(ids))
        else:
            found = self._all(self._statements.newest_ids, thread_id=thread_id)
        newest: list[tuple[str, str]] = []
        for checkpoint_ns, head in sorted(each for each in found if set(map(type, each)) == _TEXTS):
            if head == before or (after is not None and _is_listed(checkpoint_ns, head, after)):
                older = self.rows(thread_id, checkpoint_ns, before=head, limit=1)
                newest.extend((row.checkpoint_id, checkpoint_ns) for row in older)
            else:
                newest.append((head, checkpoint_ns))
        newest.sort(key=itemgetter(0), reverse=True)
        del newest[limit:]
        size = max(8, 2 * limit // len(newest)) if len(newest) > 1 else limit
        lines = [self._descending(thread_id, space, head, size) for head, space in newest]
        return list(islice(merge(*lines, key=_id_of, reverse=True), limit))

    def _descending(
        self, thread_id: str, checkpoint_ns: str, head: str, size: int
    ) -> Iterator[CheckpointRow]:
        """The rows of a namespace from ``head`` on, read ``size`` at a time."""
        row = self.row(thread_id, checkpoint_ns, head)
        rows: Sequence[CheckpointRow] = [] if row is None else [row]
        while rows:
            yield from rows
            rows = self.rows(thread_id, checkpoint_ns, before=rows[-1].checkpoint_id, limit=size)

    def lineage(self, row: CheckpointRow) -> Sequence[CheckpointRow]:
        key = (row.thread_id, row.checkpoint_ns)
        oldest = row
        while not oldest.state.whole:
            parent = self._rows.get((*key, oldest.parent_checkpoint_id or ""))
            if parent is None or parent.depth >= oldest.depth:
                self._keep(
                    self._all(
                        self._statements.lineage,
                        thread_id=row.thread_id,
                        checkpoint_ns=row.checkpoint_ns,
                        checkpoint_id=oldest.checkpoint_id,
                    )
                )
                break
            oldest = parent
        return super().lineage(row)

    def chain(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str, channel: str
    ) -> Sequence[ValueRow]:
        key = (thread_id, checkpoint_ns, checkpoint_id, channel)
        known = self._chains.get(key)
        if known is None:
            links = [
                ValueRow(*found)
                for found in _checked(
                    self._all(
                        self._statements.chain,
                        thread_id=thread_id,
                        checkpoint_ns=checkpoint_ns,
                        checkpoint_id=checkpoint_id,
                        channel=channel,
                    ),
                    _VALUE,
                )
            ]
            links.sort(key=_id_of, reverse=True)
            known = self._chains[key] = links, 0
            for place, link in enumerate(links):
                older = (thread_id, checkpoint_ns, link.checkpoint_id, channel)
                self._chains.setdefault(older, (links, place))
        chain, place = known
        return chain[place:] if place else chain

    def link(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str, channel: str
    ) -> ValueRow | None:
        found = self._all(
            self._statements.link,
            thread_id=thread_id,
            checkpoint_ns=checkpoint_ns,
            checkpoint_id=checkpoint_id,
            channel=channel,
        )
        return ValueRow(*_checked(found, _VALUE)[0]) if found else None

    def writes(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> Sequence[WriteRow]:
        return listed(
            _checked(
                self._all(
                    self._statements.writes,
                    thread_id=thread_id,
                    checkpoint_ns=checkpoint_ns,
                    checkpoint_id=checkpoint_id,
                ),
                _WRITE,
            )
        )

    def written(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str
    ) -> Iterable[tuple[str, str]]:
        found = self._all(
            self._statements.written,
            thread_id=thread_id,
            checkpoint_ns=checkpoint_ns,
            checkpoint_id=checkpoint_id,
        )
        return [(write.task_id, write.channel) for write in listed(_checked(found, _WRITTEN))]

    def pending_of(self, rows: Sequence[CheckpointRow]) -> Iterable[Sequence[Pending]]:
        by_place: dict[tuple[str, str], dict[str, list[Any]]] = {}
        for row in rows:
            place = (row.thread_id, row.checkpoint_ns)
            by_place.setdefault(place, {})[row.checkpoint_id] = []
        for (thread_id, checkpoint_ns), found in by_place.items():
            between = self._all(
                self._statements.writes_between,
                thread_id=thread_id,
                checkpoint_ns=checkpoint_ns,
                oldest=min(found),
                newest=max(found),
            )
            for each in _checked([each for each in between if each[2] in found], _WRITE):
                found[each[2]].append(each)
        return [
            pending(by_place[row.thread_id, row.checkpoint_ns][row.checkpoint_id]) for row in rows
        ]

    def has_children(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> bool:
        found = self._all(
            self._statements.child,
            thread_id=thread_id,
            checkpoint_ns=checkpoint_ns,
            checkpoint_id=checkpoint_id,
        )
        return bool(found)

    def runs(self, run_ids: Sequence[str]) -> dict[tuple[str, str], set[str]]:
        runs: dict[tuple[str, str], set[str]] = {}
        for run_id in run_ids:
            for thread_id, checkpoint_ns, checkpoint_id in self._all(
                self._statements.run, run_id=run_id
            ):
                runs.setdefault((thread_id, checkpoint_ns), set()).add(checkpoint_id)
        return runs

    def newest(self, thread_id: str) -> dict[str, str]:
        return {
            checkpoint_ns: head
            for checkpoint_ns, head in self._all(self._statements.newest_ids, thread_id=thread_id)
            if {type(checkpoint_ns), type(head)} == _TEXTS
        }

    def threads(self, offset: int, limit: int) -> tuple[int, Sequence[Any]]:
        """Number of threads, and one page of them."""
        ((total,),) = self._all(self._statements.count_threads)
        found = self._all(self._statements.threads, offset=offset, limit=limit)
        # One that is damaged must not hide the others.
        return total, [(*map(_as_text, thread[:-1]), thread[-1]) for thread in found]


class SqlSession(Reading):
    """A view of a store. ``lock`` is held where the store has one connection for everything."""

    def __init__(
        self,
        engine: Engine,
        statements: Statements,
        place: str,
        lock: "threading.RLock | None",
    ) -> None:
        self._lock = lock
        if lock is not None:
            lock.acquire()
        try:
            self._connection: Connection = engine.connect()
        except BaseException as error:
            if lock is not None:
                lock.release()
            if isinstance(error, DBAPIError):
                raise explain(error, place) from error
            raise
        super().__init__(self._connection.connection.dbapi_connection, statements, place)
        if self._plain_rows and lock is None:
            self._run_text("BEGIN")

    def close(self) -> None:
        super().close()
        try:
            self._connection.close()
        finally:
            if self._lock is not None:
                self._lock.release()

    def _run_text(self, text: str) -> None:
        try:
            self._raw.execute(text)
        except self._errors as error:
            raise explain(error, self._place) from error


def _is_listed(checkpoint_ns: str, checkpoint_id: str, after: Place) -> bool:
    return checkpoint_id == after.checkpoint_id and checkpoint_ns <= after.checkpoint_ns


_id_of = attrgetter("checkpoint_id")


@cache
def _listing(
    statements: Statements,
    thread: bool,
    namespace: bool,
    checkpoint: bool,
    before: bool,
    after: bool,
    limit: bool,
) -> Statement:
    return statements.listing(
        thread=thread,
        namespace=namespace,
        checkpoint=checkpoint,
        before=before,
        after=after,
        limit=limit,
    )
