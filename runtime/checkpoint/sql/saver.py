"""The saver on SQL databases: SQLite by default, PostgreSQL by URL."""

import asyncio
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from sqlalchemy import URL, Engine

from runtime.checkpoint.base.addressing import address
from runtime.checkpoint.base.awaited import AwaitedSaver
from runtime.checkpoint.base.checkpoint import CheckpointTuple, Config
from runtime.checkpoint.base.detaching import Advance, detach
from runtime.checkpoint.base.id import follow
from runtime.checkpoint.base.reading import StoredThread, ThreadListing
from runtime.checkpoint.base.records import CheckpointChanges, Record
from runtime.checkpoint.deltas import DeltaEncoder
from runtime.checkpoint.serde.base import SerializerProtocol, UntypedSerializerProtocol
from runtime.checkpoint.sql.annotations import SqlAnnotations
from runtime.checkpoint.sql.engine import Opened, Options, open_store
from runtime.checkpoint.sql.errors import StoreReadOnlyError
from runtime.checkpoint.sql.schema import VALUE_TAG
from runtime.checkpoint.sql.session import Reading, SqlSession
from runtime.checkpoint.sql.source import Source
from runtime.checkpoint.sql.statements import Statements
from runtime.checkpoint.sql.submission import (
    Names,
    add_checkpoint,
    add_writes,
    store_once,
    value_tuple,
)
from runtime.checkpoint.sql.writer import Rows, Writer

ResultT = TypeVar("ResultT")


class SqlSaver(AwaitedSaver):
    """Keeps checkpoints in a database; safe to use from several threads and processes.

    ``target`` is a path, a URL or an engine. ``create=False`` opens only what exists in this
    version's schema; ``read_only`` moreover changes nothing at all. ``synchronous`` is SQLite's:
    ``NORMAL`` survives the end of the process, ``FULL`` also the loss of power. ``busy_timeout`` is
    how many seconds another program's lock is waited for.
    Errors are those of ``runtime.checkpoint.sql.errors``.
    """

    def __init__(
        self,
        target: Engine | URL | str | Path,
        *,
        serde: SerializerProtocol | UntypedSerializerProtocol | None = None,
        read_only: bool = False,
        create: bool = True,
        synchronous: str = "NORMAL",
        busy_timeout: float = 10.0,
    ) -> None:
        super().__init__(serde=serde)
        opened = open_store(target, Options(create, read_only, synchronous, busy_timeout))
        self.engine = opened.engine
        self.place = opened.place
        """Path or address, without a password."""
        self.read_only = read_only
        self._opened = opened
        self._statements = Statements.of(opened.engine.dialect)
        # Encoding and queueing happen under one lock, so that the queue has the encoder's order;
        # writing happens under another, so that nobody who encodes waits for the disk.
        # Where one connection serves all threads, one lock does.
        shared = opened.lock
        self._encoding = shared or threading.RLock()
        self._writing = shared or threading.RLock()
        self._shared = shared
        self._source = Source(self._read, self._flush)
        self._encoder = DeltaEncoder(self.serde, self._source)
        self._sequence = _moments()
        self._names = Names(nul=opened.engine.dialect.name == "sqlite")
        self._generation = 0
        reading = writing = opened.engine
        if reading.dialect.name == "postgresql":
            # A view reads one state of the database; a transaction that writes waits for another
            # that writes the same rows, and fails for no other reason.
            reading = reading.execution_options(isolation_level="REPEATABLE READ")
            writing = writing.execution_options(isolation_level="READ COMMITTED")
        self._reading = reading
        self.annotations = SqlAnnotations(writing, opened.place, single=shared is not None)
        self._writer = Writer(
            writing,
            self._statements,
            opened.place,
            self._writing,
            background=shared is None,
        )
        self._closing = weakref.finalize(self, _let_go, self._writer, opened)

    @property
    def connection_lock(self) -> "threading.RLock | None":
        """What whoever uses the one connection of all threads holds meanwhile, if there is one."""
        return self._shared

    # -- writing

    def submit(self, records: Sequence[Record], origin: object = None) -> Future[None]:
        with self._encoding:
            future = self._enqueue(records, origin)
        self._writer.start()
        return future

    def hurry(self) -> None:
        self._writer.hurry()

    def commit(self, records: Sequence[Record]) -> None:
        with self._encoding:
            future = self._enqueue(records)
        self._writer.flush(future)
        future.result()

    def _enqueue(self, records: Sequence[Record], origin: object = None) -> Future[None]:
        if self.read_only:
            raise StoreReadOnlyError(
                self.place, "it was opened for reading", "Open it for writing to run from here"
            )
        self._notice_loss()
        encoder, names = self._encoder, self._names
        encoded: list[Any] = []
        try:
            for record in records:
                if isinstance(record, CheckpointChanges):
                    checkpoint = encoder.checkpoint(record)
                    names.check_checkpoint(checkpoint)
                    encoded.append(checkpoint)
                else:
                    writes = encoder.writes(record)
                    names.check_writes(record, writes)
                    encoded.append(writes)
        except BaseException:
            for record in records[: len(encoded) + 1]:
                self._forget(record.thread_id)
            raise

        def add(rows: Rows) -> None:
            first_value, first_write = len(rows.values), len(rows.writes)
            for record, each in zip(records, encoded, strict=True):
                if isinstance(record, CheckpointChanges):
                    add_checkpoint(rows, record, each)
                else:
                    add_writes(rows, record, each, self._sequence)
            if len(rows.values) > first_value and len(rows.writes) > first_write:
                store_once(rows, first_value, first_write)

        return self._writer.submit(origin, self._generation, add)

    def _notice_loss(self) -> None:
        """What the writer lost, the encoder forgets."""
        generation = self._writer.generation
        if generation != self._generation:
            self._generation = generation
            self._forget()

    def _write(self, rows: Rows, thread_id: str) -> None:
        if self.read_only:
            raise StoreReadOnlyError(
                self.place, "it was opened for reading", "Open it for writing to change it"
            )
        # Nothing is encoded meanwhile: it would build on what is about to change.
        with self._encoding:
            self._notice_loss()
            rows.generation = self._generation
            self._forget(thread_id)
            future = self._writer.enqueue(rows)
            self._writer.flush(future)
        future.result()

    def _forget(self, thread_id: str | None = None) -> None:
        self._encoder.forget(thread_id)
        self._source.forget(thread_id)

    def delete_thread(self, thread_id: str) -> None:
        thread_id = str(thread_id)
        rows = Rows(changing=(thread_id,), before=self.annotations.deletion(thread_id))
        for statement in self._statements.delete_thread:
            rows.before.append((statement, {"thread_id": thread_id}))
        self._write(rows, thread_id)

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        source, target = str(source_thread_id), str(target_thread_id)
        rows = Rows(changing=(target,), before=self.annotations.copying(source, target))
        for statement in self._statements.copy_thread:
            rows.before.append((statement, {"source": source, "target": target}))
        self._write(rows, target)

    def _detach(
        self,
        thread_id: str,
        checkpoint_ns: str,
        checkpoint_ids: set[str],
        *,
        relink: bool,
        advance: Advance | None = None,
    ) -> None:
        rows = Rows(changing=(thread_id,), advance=advance)

        def make(reading: Reading) -> None:
            rewritten = detach(
                reading,
                self.serde,
                thread_id,
                checkpoint_ns,
                checkpoint_ids,
                relink=relink,
                advance=None if advance is None else lambda done: advance(done / 2),
            )
            rows.checkpoints[:] = [row.packed() for row in rewritten.checkpoints]
            rows.values[:] = map(value_tuple, rewritten.values)
            changing = {*rewritten.referred, *(value.checkpoint_id for value in rewritten.values)}
            rows.before[:0] = [
                (
                    self._statements.keep_writes,
                    {
                        "thread_id": thread_id,
                        "checkpoint_ns": checkpoint_ns,
                        "checkpoint_id": checkpoint_id,
                        "reference": VALUE_TAG + checkpoint_id,
                    },
                )
                for checkpoint_id in sorted(changing)
            ]

        rows.make = make
        if relink:
            place = {"thread_id": thread_id, "checkpoint_ns": checkpoint_ns}
            addresses = [{**place, "checkpoint_id": each} for each in sorted(checkpoint_ids)]
            for statement in self._statements.delete_checkpoint:
                rows.before.extend((statement, address) for address in addresses)
            rows.before += self.annotations.removal(thread_id, checkpoint_ns, checkpoint_ids)
        self._write(rows, thread_id)

    # -- reading

    def session(self) -> SqlSession:
        self._flush()
        return self._read()

    def _flush(self) -> None:
        self._writer.flush()

    def _read(self) -> SqlSession:
        """What is in the database by now."""
        return SqlSession(self._reading, self._statements, self.place, self._shared)

    def get_tuple(self, config: Config) -> CheckpointTuple | None:
        # A run may be about to go on from there: its first save shall read nothing more.
        with self.session() as session:
            row = session.row(*address(config))
            if row is None:
                return None
            follow(row.checkpoint_id)
            with self._encoding:
                self._encoder.check(row)
            found = self._tuple(session, row)
            self._source.keep(session, row)
            return found

    def list_threads(self, offset: int = 0, limit: int = 100) -> ThreadListing:
        offset, limit = max(offset, 0), max(limit, 0)
        with self.session() as session:
            total, found = session.threads(offset, limit)
        return ThreadListing(offset, total, tuple(StoredThread(*thread) for thread in found))

    # -- closing

    def owns_engine(self) -> None:
        """Let go of the engine too when the saver is closed, though it was given."""
        self._opened.owned = True

    def close(self) -> None:
        """Save what was submitted and let go of the database."""
        self._closing()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- for coroutines: the database is waited for in a thread

    async def elsewhere(self, work: Callable[[Self], ResultT]) -> ResultT:
        return await asyncio.to_thread(work, self)


def _moments() -> Iterator[int]:
    """Numbers that rise with the time, also from one program to another on the same clock."""
    last = 0
    while True:
        last = max(last + 1, time.time_ns())
        yield last


def _let_go(writer: Writer, opened: Opened) -> None:
    writer.close()
    opened.close()
