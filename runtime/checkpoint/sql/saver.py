"""The saver on SQL databases: SQLite by default, PostgreSQL by URL."""

import asyncio
import itertools
import threading
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import URL, Engine

from runtime.checkpoint.base.checkpoint import (
    WRITES_IDX_MAP,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    Config,
    DeltaChannelHistory,
)
from runtime.checkpoint.base.detaching import Rewritten
from runtime.checkpoint.base.native import NativeSaver
from runtime.checkpoint.base.reading import StoredThread, ThreadListing
from runtime.checkpoint.base.records import CheckpointChanges, Record, TaskWrites
from runtime.checkpoint.base.rows import Folded, ValueRow
from runtime.checkpoint.deltas import DeltaEncoder
from runtime.checkpoint.serde.base import SerializerProtocol, UntypedSerializerProtocol
from runtime.checkpoint.sql.conflicts import Claim
from runtime.checkpoint.sql.engine import Options, open_store
from runtime.checkpoint.sql.errors import StoreReadOnlyError
from runtime.checkpoint.sql.session import SqlSession
from runtime.checkpoint.sql.statements import Statements
from runtime.checkpoint.sql.writer import Rows, Writer


class SqlSaver(NativeSaver):
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
        self._statements = Statements(opened.engine.dialect)
        # Encoding and queueing happen under one lock, so that the queue has the encoder's order;
        # writing happens under another, so that nobody who encodes waits for the disk.
        self._encoding = opened.lock or threading.RLock()
        self._writing = threading.RLock() if not opened.single else self._encoding
        self._shared = self._writing if opened.single else None
        self._encoder = DeltaEncoder(self.serde, _Source(self))
        self._sequence = itertools.count(time.time_ns())
        self._generation = 0
        self._writer = Writer(
            opened.engine,
            self._statements,
            opened.place,
            self._writing,
            background=not opened.single,
        )

    # -- writing

    def submit(self, records: Sequence[Record]) -> Future[None]:
        with self._encoding:
            future = self._enqueue(records)
        self._writer.start()
        return future

    def commit(self, records: Sequence[Record]) -> None:
        with self._encoding:
            future = self._enqueue(records)
        self._writer.flush(future)
        future.result()

    def _enqueue(self, records: Sequence[Record]) -> Future[None]:
        if self.read_only:
            raise StoreReadOnlyError(
                self.place, "it was opened for reading", "Open it for writing to run from here"
            )
        rows = self._new_rows()
        encoder = self._encoder
        encoded: list[str] = []
        try:
            for record in records:
                if isinstance(record, CheckpointChanges):
                    checkpoint, values = encoder.checkpoint(record)
                    encoded.append(record.thread_id)
                    if record.sole_child:
                        rows.sole.append(
                            Claim(
                                record.thread_id,
                                record.checkpoint_ns,
                                record.parent_checkpoint_id,
                                record.checkpoint_id,
                            )
                        )
                    rows.checkpoints.append(checkpoint)
                    rows.values.extend(map(_value_tuple, values))
                else:
                    self._encode_writes(record, rows)
        except BaseException:
            for thread_id in encoded:
                encoder.forget(thread_id)
            raise
        return self._writer.enqueue(rows)

    def _new_rows(self) -> Rows:
        """Rows of the writer's present generation; what it lost, the encoder forgets."""
        generation = self._writer.generation
        if generation != self._generation:
            self._generation = generation
            self._encoder.forget()
        return Rows(generation=generation)

    def _encode_writes(self, record: TaskWrites, rows: Rows) -> None:
        dumps = self.serde.dumps_typed
        for index, (channel, value) in enumerate(record.writes):
            tag, data = dumps(value)
            rows.writes.append(
                (
                    record.thread_id,
                    record.checkpoint_ns,
                    record.checkpoint_id,
                    record.task_id,
                    WRITES_IDX_MAP.get(channel, index),
                    channel,
                    tag,
                    data,
                    record.task_path,
                    next(self._sequence),
                )
            )

    def _write(self, rows: Rows, thread_id: str) -> None:
        if self.read_only:
            raise StoreReadOnlyError(
                self.place, "it was opened for reading", "Open it for writing to change it"
            )
        with self._encoding:
            rows.generation = self._new_rows().generation
            self._encoder.forget(thread_id)
            future = self._writer.enqueue(rows)
        self._writer.flush(future)
        future.result()

    def delete_thread(self, thread_id: str) -> None:
        thread_id = str(thread_id)
        rows = Rows()
        for statement in self._statements.delete_thread:
            rows.before.append((statement, {"thread_id": thread_id}))
        self._write(rows, thread_id)

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        source, target = str(source_thread_id), str(target_thread_id)
        rows = Rows()
        for statement in self._statements.copy_thread:
            rows.before.append((statement, {"source": source, "target": target}))
        self._write(rows, target)

    def _rewrite(
        self, thread_id: str, checkpoint_ns: str, rewritten: Rewritten, leaving: set[str]
    ) -> None:
        rows = Rows()
        for checkpoint_id in sorted(leaving):
            address = {
                "thread_id": thread_id,
                "checkpoint_ns": checkpoint_ns,
                "checkpoint_id": checkpoint_id,
            }
            rows.before.extend(
                (statement, address) for statement in self._statements.delete_checkpoint
            )
        rows.checkpoints.extend(row.packed() for row in rewritten.checkpoints)
        rows.values.extend(map(_value_tuple, rewritten.values))
        self._write(rows, thread_id)

    # -- reading

    def session(self) -> SqlSession:
        self._writer.flush()
        return SqlSession(self.engine, self._statements, self.place, self._shared)

    def list_threads(self, offset: int = 0, limit: int = 100) -> ThreadListing:
        offset, limit = max(offset, 0), max(limit, 0)
        with self.session() as session:
            total, found = session.threads(offset, limit)
        return ThreadListing(offset, total, tuple(StoredThread(*thread) for thread in found))

    # -- closing

    def close(self) -> None:
        """Save what was submitted and let go of the database."""
        self._writer.close()
        self._opened.close()

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

    async def aget_tuple(self, config: Config) -> CheckpointTuple | None:
        return await asyncio.to_thread(self.get_tuple, config)

    async def alist(
        self,
        config: Config | None,
        *,
        filter: dict[str, Any] | None = None,
        before: Config | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        found = self.list(config, filter=filter, before=before, limit=limit)
        while (following := await asyncio.to_thread(next, found, None)) is not None:
            yield following

    async def aput(
        self,
        config: Config,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> dict[str, Any]:
        return await asyncio.to_thread(self.put, config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self,
        config: Config,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        await asyncio.to_thread(self.put_writes, config, writes, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        await asyncio.to_thread(self.delete_thread, thread_id)

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        await asyncio.to_thread(self.delete_for_runs, run_ids)

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        await asyncio.to_thread(self.copy_thread, source_thread_id, target_thread_id)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        await asyncio.to_thread(lambda: self.prune(thread_ids, strategy=strategy))

    async def aget_delta_channel_history(
        self, *, config: Config, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        return await asyncio.to_thread(
            lambda: self.get_delta_channel_history(config=config, channels=channels)
        )


def _value_tuple(row: ValueRow) -> tuple[Any, ...]:
    return (
        row.thread_id,
        row.checkpoint_ns,
        row.checkpoint_id,
        row.channel,
        row.base_checkpoint_id,
        row.level,
        row.tag,
        row.value,
    )


class _Source:
    """What the encoder reads of a parent that is not the head: what was submitted before."""

    def __init__(self, saver: SqlSaver) -> None:
        self._saver = saver

    def folded(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> tuple[int, Folded]:
        with self._saver.session() as session:
            row = session.row(thread_id, checkpoint_ns, checkpoint_id)
            if row is None:
                raise KeyError(checkpoint_id)
            return row.depth, session.folded(row).copy()

    def chain(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str, channel: str
    ) -> Sequence[ValueRow]:
        with self._saver.session() as session:
            return session.chain(thread_id, checkpoint_ns, checkpoint_id, channel)
