"""The one writer of a store: many submissions, one transaction.

Whoever has the write lock commits everything that is queued, in order, in one transaction. That is
the caller himself when he waits anyway, and otherwise a thread of the store's own, so that a run
does not wait for the disk, and concurrent runs share its commits. Between two transactions that
thread rests for a moment, so that quick supersteps share one too, unless somebody waits.

When a transaction fails, everything queued behind it fails with it: it may build on what was not
saved. An origin that lost something can submit nothing more; whoever else submits afterwards starts
from what the store holds.
"""

import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from runtime.checkpoint.base.detaching import Advance
from runtime.checkpoint.base.packs import TAG, Address, PackedTask, pack_tasks
from runtime.checkpoint.sql.conflicts import Claim, Conflicts
from runtime.checkpoint.sql.engine import explain
from runtime.checkpoint.sql.errors import StoreError
from runtime.checkpoint.sql.inserting import insert
from runtime.checkpoint.sql.schema import VALUE_TAG
from runtime.checkpoint.sql.session import Reading
from runtime.checkpoint.sql.statements import Statement, Statements

_MOST_ROWS = 2000
"""Rows of one transaction, after which the next begins."""
_MOST_WAITING = 10_000
"""Rows that may wait; whoever submits one more writes them himself."""
_PART = 1000
"""Statements of which somebody is told before the next ones."""
_LARGE = 100_000
"""Bytes of a value from which on it is looked for among the writes that were saved before."""
_REST = 0.005
"""Seconds in which the store's thread collects what is submitted after a transaction."""


@dataclass(slots=True, eq=False)
class Rows:
    """What one submission writes, as tuples in the order of the tables' columns.

    Submissions of one ``origin`` that follow each other before they are written are one.
    """

    checkpoints: list[Sequence[Any]] = field(default_factory=list)
    values: list[Sequence[Any]] = field(default_factory=list)
    writes: list[Sequence[Any]] = field(default_factory=list)
    tasks: dict[Address, tuple[int, list[PackedTask]]] = field(default_factory=dict)
    """Writes to be packed by checkpoint, with the place of the pack in the order of writes."""
    claims: list[Claim] = field(default_factory=list)
    """What the checkpoints expect of their parents."""
    made: set[Address] = field(default_factory=set)
    """Addresses of the checkpoints."""
    changing: tuple[str, ...] = ()
    """Threads of which something is removed or replaced."""
    make: Callable[[Reading], None] | None = None
    """Adds to these rows, from what the transaction reads."""
    before: list[tuple[Statement, dict[str, Any]]] = field(default_factory=list)
    """Statements that come first: deletions."""
    advance: Advance | None = None
    """Told of them; with them the second half of the work begins."""
    generation: int = 0
    """The writer's generation when the rows were made."""
    origin: object = None
    """Who submits; ``None`` joins with nobody."""
    saved: Future[None] = field(default_factory=Future)
    """Done when the rows are durable, or refused."""
    size: int = 0
    """Rows, as they count for a transaction."""
    taken: bool = False
    """Being written: nothing is added any more."""


class _Signal:
    """What the store's thread waits for. It keeps the writer alive only while work is queued."""

    __slots__ = ("ending", "event", "pending", "urgent")

    def __init__(self) -> None:
        self.event = threading.Event()
        self.urgent = threading.Event()
        """Cuts a rest short."""
        self.pending: Writer | None = None
        self.ending = False


class Writer:
    """Writes submissions in their order.

    ``generation`` rises whenever submissions are lost; one made in an older generation is refused.
    """

    def __init__(
        self,
        engine: Engine,
        statements: Statements,
        place: str,
        lock: threading.RLock,
        *,
        background: bool,
    ) -> None:
        self.generation = 0
        self._engine = engine
        self._statements = statements
        self._place = place
        self._lock = lock
        self._queue: deque[Rows] = deque()
        self._last: Rows | None = None
        self._waiting = 0
        """Rows in the queue."""
        self._joining = threading.Lock()
        """Held while rows are added to what is queued, and while that is taken."""
        self._failure: BaseException | None = None
        self._lost: weakref.WeakKeyDictionary[Any, BaseException] = weakref.WeakKeyDictionary()
        """Failures of origins that are still there."""
        self._connection: Connection | None = None
        self._raw: Any = None
        self._background = background
        self._signal = _Signal()
        self._thread: threading.Thread | None = None
        self._closed = False
        self._conflicts = Conflicts(statements, place)

    def enqueue(self, rows: Rows) -> Future[None]:
        """Queue a submission; nothing is written yet."""
        if self._closed:
            raise StoreError(self._place, "it was closed", "Open it again")
        with self._joining:
            self._queue.append(rows)
            self._last = rows
            self._waiting += rows.size
        return rows.saved

    def submit(self, origin: object, generation: int, add: Callable[[Rows], None]) -> Future[None]:
        """Queue what ``add`` adds to rows: the last ones, where they are of the same origin."""
        if self._lost and origin is not None and origin in self._lost:
            raise self._lost[origin]
        last = self._last
        if origin is not None and last is not None and last.origin is origin:
            with self._joining:
                size = last.size
                if not last.taken and last.generation == generation and size < _MOST_ROWS:
                    add(last)
                    self._waiting += last.size - size
                    return last.saved
        rows = Rows(generation=generation, origin=origin)
        add(rows)
        return self.enqueue(rows)

    def start(self) -> None:
        """Let the store's thread write what is queued; without one, write it now."""
        if not self._background or self._waiting > _MOST_WAITING:
            self.flush()
            return
        if self._thread is None:
            self._start_thread()
        signal = self._signal
        signal.pending = self
        if not signal.event.is_set():
            signal.event.set()

    def hurry(self) -> None:
        """Let the store's thread not rest before it writes what is queued."""
        if self._queue and self._thread is not None:
            self._signal.urgent.set()

    def flush(self, until: Future[None] | None = None) -> None:
        """Write everything that was queued before this call, or up to one submission."""
        if until is None and self._last is not None:
            until = self._last.saved
        while until is not None and not until.done():
            with self._lock:
                if not until.done():
                    self._write_queued()

    def close(self) -> None:
        """Write what is queued, then give back thread and connection."""
        self._closed = True
        self.flush()
        _end(self._signal, self._thread)
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None
            self._raw = None

    def _start_thread(self) -> None:
        with self._lock:
            if self._thread is not None or self._closed:
                return
            self._thread = threading.Thread(
                target=_write_when_told,
                args=(self._signal,),
                name="checkpoint-writer",
                daemon=True,
            )
            self._thread.start()
            weakref.finalize(self, _end, self._signal, self._thread)

    def _write_queued(self) -> None:
        """One transaction; the lock is held."""
        batch = self._take()
        if not batch:
            return
        try:
            refused = self._transact_anew(batch)
        except BaseException as error:
            self._failure = explain(error, self._place) if _of_database(error) else error
            self._lose(batch)
            self.generation += 1
            for rows in batch:
                rows.saved.set_exception(self._failure)
            if not isinstance(error, Exception):
                raise
            return
        for place, rows in enumerate(batch):
            if place in refused:
                rows.saved.set_exception(refused[place])
            else:
                rows.saved.set_result(None)

    def _lose(self, batch: Sequence[Rows]) -> None:
        """Let the origins of what failed submit nothing that comes after it."""
        assert self._failure is not None
        for rows in batch:
            if rows.origin is not None:
                self._lost[rows.origin] = self._failure

    def _take(self) -> list[Rows]:
        """What the next transaction writes."""
        queue = self._queue
        batch: list[Rows] = []
        count = 0
        with self._joining:
            while queue and count < _MOST_ROWS:
                if batch and (queue[0].changing or batch[-1].changing):
                    break  # what removes and replaces has a transaction of its own
                rows = queue.popleft()
                rows.taken = True
                self._waiting -= rows.size
                if rows.generation != self.generation:
                    self._lose([rows])
                    rows.saved.set_exception(self._failure)
                    continue
                batch.append(rows)
                count += rows.size
        return batch

    def _transact_anew(self, batch: Sequence[Rows]) -> dict[int, Exception]:
        """Write ``batch``, again where the kept connection has been cut: rows may come twice."""
        kept = self._raw
        try:
            return self._transact(batch)
        except self._engine.dialect.loaded_dbapi.Error as error:
            if kept is None or not self._engine.dialect.is_disconnect(error, kept, None):
                raise
        return self._transact(batch)

    def _transact(self, batch: Sequence[Rows]) -> dict[int, Exception]:
        """Write ``batch`` but for what is refused, which is returned by its place."""
        raw = self._acquire()
        cursor = raw.cursor()
        try:
            if self._engine.dialect.name == "sqlite":
                cursor.row_factory = None  # the connection may be a program's own
                cursor.execute("BEGIN IMMEDIATE")
                if self._background:  # nobody else writes through this connection
                    self._conflicts.look(cursor)
            with self._at_once(raw):
                refused = self._conflicts.among(cursor, batch)
                if refused:
                    batch = [rows for place, rows in enumerate(batch) if place not in refused]
                self._save(raw, cursor, batch)
                raw.commit()
            if self._background and self._engine.dialect.name == "sqlite":
                self._conflicts.learn(batch)
            return refused
        except BaseException:
            self._abandon(raw)
            raise
        finally:
            cursor.close()

    def _at_once(self, raw: Any) -> AbstractContextManager[Any]:
        """Have a server answer everything at once that nobody waits for."""
        pipeline = getattr(raw, "pipeline", None)
        return nullcontext() if pipeline is None or not _pipelines() else pipeline()

    def _save(self, raw: Any, cursor: Any, batch: Sequence[Rows]) -> None:
        statements = self._statements
        for rows in batch:
            if rows.make is not None:
                rows.make(Reading(raw, statements, self._place))
            self._begin(cursor, rows)
        checkpoints = [row for rows in batch for row in rows.checkpoints]
        values = [row for rows in batch for row in rows.values]
        writes = [*_packs(batch), *(row for rows in batch for row in rows.writes)]
        # Where PostgreSQL is told to replace a row, it refuses to do so twice in one statement.
        strict = self._engine.dialect.name == "postgresql"
        for statement, rows_of_table, keys in (
            (statements.save_checkpoint, checkpoints, 3),
            (statements.save_value, values, 4),
            (statements.save_write, writes, 5),
        ):
            insert(cursor, statement, rows_of_table, keys=keys if strict else 0)
        for row in values:
            if len(row[7]) >= _LARGE:
                self._refer(cursor, row)

    def _refer(self, cursor: Any, value: Sequence[Any]) -> None:
        """Let the write that the value came from lie there only: whatever is looked for among
        writes is compared with their rows, and SQLite reads the whole of a row for that."""
        thread_id, checkpoint_ns, checkpoint_id, channel = value[:4]
        statement = self._statements.refer_writes
        given = {
            "thread_id": thread_id,
            "checkpoint_ns": checkpoint_ns,
            "checkpoint_id": checkpoint_id,
            "channel": channel,
            "reference": VALUE_TAG + checkpoint_id,
        }
        cursor.execute(statement.text, statement.one(**given))

    @staticmethod
    def _begin(cursor: Any, rows: Rows) -> None:
        """What comes before the rows, in parts where somebody wants to know how far it is."""
        size = _PART if rows.advance is not None else max(1, len(rows.before))
        for first in range(0, len(rows.before), size):
            if rows.advance is not None:
                rows.advance(0.5 + first / len(rows.before) / 2)
            part = rows.before[first : first + size]
            for statement, group in groupby(part, key=itemgetter(0)):
                cursor.executemany(statement.text, [statement.one(**given) for _, given in group])

    def _acquire(self) -> Any:
        """The driver's connection, which is kept; the only one of an engine is not taken away."""
        if self._raw is None:
            connection = self._engine.connect()
            self._raw = connection.connection.dbapi_connection
            if self._background:
                self._connection = connection
            else:
                connection.close()
        return self._raw

    def _abandon(self, raw: Any) -> None:
        """Undo the transaction, and drop the connection where even that fails."""
        connection, self._connection = self._connection, None
        self._raw = None
        self._conflicts.forget()
        try:
            raw.rollback()
        except self._engine.dialect.loaded_dbapi.Error:
            if connection is not None:
                connection.invalidate()
        if connection is not None:
            connection.close()


def _packs(batch: Sequence[Rows]) -> Iterable[Sequence[Any]]:
    """One row for the tasks of each checkpoint."""
    return [
        (*address, f"{tasks[0][0]}:{place}", 0, "", TAG, pack_tasks(tasks), "", place)
        for rows in batch
        for address, (place, tasks) in rows.tasks.items()
    ]


@cache
def _pipelines() -> bool:
    """Whether the client library of PostgreSQL can do so."""
    from psycopg import Pipeline

    return Pipeline.is_supported()


def _of_database(error: BaseException) -> bool:
    return isinstance(error, DBAPIError) or type(error).__module__.split(".")[0] in (
        "sqlite3",
        "psycopg",
    )


def _write_when_told(signal: _Signal) -> None:
    while True:
        signal.event.wait()
        signal.event.clear()
        writer, signal.pending = signal.pending, None
        if writer is not None:
            writer.flush()
            del writer
        if signal.ending and signal.pending is None:
            return
        signal.urgent.wait(_REST)
        signal.urgent.clear()


def _end(signal: _Signal, thread: threading.Thread | None) -> None:
    signal.ending = True
    signal.urgent.set()
    signal.event.set()
    if thread is not None and thread is not threading.current_thread():
        thread.join()
