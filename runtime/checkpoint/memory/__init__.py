"""A saver that keeps everything in this process.

Values are encoded when they are saved and decoded when they are read, as in any other store: what
happens later to an object never reaches the history.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import replace
from itertools import islice
from threading import RLock
from types import TracebackType
from typing import Any, Self

from runtime.checkpoint.base.checkpoint import WRITES_IDX_MAP
from runtime.checkpoint.base.detaching import Advance, detach
from runtime.checkpoint.base.native import SAVED, NativeSaver
from runtime.checkpoint.base.reading import StoredThread, ThreadListing
from runtime.checkpoint.base.records import CheckpointChanges, Record, TaskWrites
from runtime.checkpoint.base.rows import (
    CheckpointRow,
    Folded,
    Inline,
    PackedCheckpoint,
    ValueRow,
    WriteRow,
    unpack_checkpoint,
)
from runtime.checkpoint.base.session import Place, ReadSession
from runtime.checkpoint.deltas import DeltaEncoder, EncodedCheckpoint, EncodedWrites
from runtime.checkpoint.memory.objects import HoldsObjects
from runtime.checkpoint.memory.order import Order
from runtime.checkpoint.memory.persistent import PersistentDict, in_files_of_their_own
from runtime.checkpoint.serde.base import SerializerProtocol, UntypedSerializerProtocol
from runtime.checkpoint.serde.encrypted import EncryptedSerializer
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.errors import ConflictError

__all__ = ["InMemorySaver", "MemorySaver", "PersistentDict"]

_SavedTask = tuple[str, Sequence[Any], Sequence[int] | None]
"""Task path, channels and values in turn, and their positions where these are not 0, 1, 2..."""


class InMemorySaver(
    NativeSaver,
    AbstractContextManager["InMemorySaver"],
    AbstractAsyncContextManager["InMemorySaver"],
):
    """Keeps checkpoints in memory; safe to use from several threads.

    ``storage[thread_id][checkpoint_ns][checkpoint_id]`` holds the checkpoints,
    ``writes[thread_id, checkpoint_ns, checkpoint_id]`` the pending writes by task,
    ``blobs[thread_id, checkpoint_ns, checkpoint_id, channel]`` the larger values. ``factory`` makes
    these dictionaries, as ``defaultdict`` is made; leaving a ``with`` writes each
    ``PersistentDict`` to its file.
    """

    storage: dict[str, dict[str, dict[str, PackedCheckpoint]]]
    writes: dict[tuple[str, str, str], dict[str, _SavedTask]]
    blobs: dict[tuple[str, str, str, str], ValueRow]

    def __init__(
        self,
        *,
        serde: SerializerProtocol | UntypedSerializerProtocol | None = None,
        factory: Callable[..., Any] = defaultdict,
    ) -> None:
        super().__init__(serde=serde)
        if not isinstance(self.serde, (JsonPlusSerializer, EncryptedSerializer)):
            self.serde = HoldsObjects(self.serde)
        self.storage = factory(_namespaces)
        self.writes = factory(dict)
        self.blobs = factory()
        self._files = in_files_of_their_own(self.storage, self.writes, self.blobs)
        self._lock = RLock()
        self._order = Order(self.storage)
        self._children: dict[tuple[str, str, str | None], str] = {}
        self._encoder = DeltaEncoder(self.serde, _Source(self))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for each in self._files:
            each.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.__exit__(kind, error, trace)

    def commit(self, records: Sequence[Record]) -> None:
        with self._lock:
            for record in records:
                if isinstance(record, CheckpointChanges) and record.sole_child:
                    self._check_sole(record)
            checkpoints: list[EncodedCheckpoint] = []
            writes: list[tuple[TaskWrites, EncodedWrites]] = []
            try:
                for record in records:
                    if isinstance(record, CheckpointChanges):
                        checkpoints.append(self._encoder.checkpoint(record))
                    else:
                        writes.append((record, self._encoder.writes(record)))
            except BaseException:
                for row, *_ in checkpoints:
                    self._encoder.forget(row[0])
                raise
            for record, encoded in writes:
                self._save_writes(record, encoded)
            for row, values, _ in checkpoints:
                self._save_row(row)
                for value in values:
                    self._save_value(value)

    def submit(self, records: Sequence[Record], origin: object = None) -> Future[None]:
        """Saves at once."""
        self.commit(records)
        return SAVED

    def _check_sole(self, record: CheckpointChanges) -> None:
        """``ConflictError`` where the record's parent has another child."""
        parent = (record.thread_id, record.checkpoint_ns, record.parent_checkpoint_id)
        if record.parent_checkpoint_id is None:
            other = next(iter(self.storage.get(parent[0], {}).get(parent[1], ())), None)
        else:
            other = self._child_of(parent)
        if other is not None and other != record.checkpoint_id:
            raise ConflictError(*parent, record.checkpoint_id, other)

    def _child_of(self, parent: tuple[str, str, str | None]) -> str | None:
        """The first child of a checkpoint."""
        if self._files:  # they may have been loaded
            self._find_children(parent[0])
        return self._children.get(parent)

    def _save_row(self, row: PackedCheckpoint) -> None:
        self.storage[row[0]][row[1]][row[2]] = row
        self._children.setdefault((row[0], row[1], row[3]), row[2])

    def _find_children(self, thread_id: str) -> None:
        """Look again for the first child of each checkpoint of a thread."""
        for key in [key for key in self._children if key[0] == thread_id]:
            del self._children[key]
        for rows in self.storage.get(thread_id, {}).values():
            for row in rows.values():
                self._children.setdefault((row[0], row[1], row[3]), row[2])

    def _save_value(self, value: ValueRow) -> None:
        key = (value.thread_id, value.checkpoint_ns, value.checkpoint_id, value.channel)
        self.blobs[key] = value

    def _save_writes(self, record: TaskWrites, encoded: EncodedWrites) -> None:
        items, packable = encoded
        task_id, path = record.task_id, record.task_path
        place = self.writes[record.thread_id, record.checkpoint_ns, record.checkpoint_id]
        saved = place.get(task_id)
        if saved is None and packable:
            place[task_id] = (path, items, None)
            return
        writes = {} if saved is None else {index: pair for index, *pair in _writes_in(saved)}
        for index, (channel, value) in enumerate(zip(items[::2], items[1::2], strict=True)):
            index = WRITES_IDX_MAP.get(channel, index)
            if index < 0 or index not in writes:
                writes[index] = [channel, value]
        place[task_id] = (path, [each for pair in writes.values() for each in pair], list(writes))

    def session(self) -> ReadSession:
        return _Session(self)

    def delete_thread(self, thread_id: str) -> None:
        thread_id = str(thread_id)
        with self._lock:
            self._encoder.forget(thread_id)
            self.storage.pop(thread_id, None)
            self._order.forget(thread_id)
            self._find_children(thread_id)
            for writes_key in [key for key in self.writes if key[0] == thread_id]:
                del self.writes[writes_key]
            for blob_key in [key for key in self.blobs if key[0] == thread_id]:
                del self.blobs[blob_key]

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        source, target = str(source_thread_id), str(target_thread_id)
        with self._lock:
            self._encoder.forget(target)
            for rows in list(self.storage.get(source, {}).values()):
                for row in list(rows.values()):
                    self._save_row((target, *row[1:]))
            for value in [blob for key, blob in self.blobs.items() if key[0] == source]:
                self._save_value(replace(value, thread_id=target))
            for key, writes in [pair for pair in self.writes.items() if pair[0][0] == source]:
                self.writes[target, key[1], key[2]].update(writes)

    def _detach(
        self,
        thread_id: str,
        checkpoint_ns: str,
        checkpoint_ids: set[str],
        *,
        relink: bool,
        advance: Advance | None = None,
    ) -> None:
        with self._lock:
            with self.session() as session:
                rewritten = detach(
                    session,
                    self.serde,
                    thread_id,
                    checkpoint_ns,
                    checkpoint_ids,
                    relink=relink,
                    advance=advance,
                )
            self._encoder.forget(thread_id)
            for row in rewritten.checkpoints:
                self._save_row(row.packed())
            for value in rewritten.values:
                self._save_value(value)
            if relink:
                self._remove(thread_id, checkpoint_ns, checkpoint_ids)
            self._find_children(thread_id)

    def _remove(self, thread_id: str, checkpoint_ns: str, checkpoint_ids: set[str]) -> None:
        rows = self.storage[thread_id][checkpoint_ns]
        for checkpoint_id in checkpoint_ids:
            rows.pop(checkpoint_id, None)
            self.writes.pop((thread_id, checkpoint_ns, checkpoint_id), None)
        for key in [
            key
            for key in self.blobs
            if key[0] == thread_id and key[1] == checkpoint_ns and key[2] in checkpoint_ids
        ]:
            del self.blobs[key]

    def list_threads(self, offset: int = 0, limit: int = 100) -> ThreadListing:
        with self._lock:
            threads = []
            for thread_id, namespaces in self.storage.items():
                ends: list[PackedCheckpoint] = []
                for checkpoint_ns, rows in namespaces.items():
                    ids = self._order.ids(thread_id, checkpoint_ns)
                    ends.extend((rows[ids[0]], rows[ids[-1]]) if ids else ())
                if not ends:
                    continue
                first, newest = min(ends, key=_id_of), max(ends, key=_id_of)
                count = sum(map(len, namespaces.values()))
                threads.append(
                    StoredThread(thread_id, first[2], newest[2], first[8], newest[8], count)
                )
        threads.sort(key=lambda thread: thread.thread_id)
        threads.sort(key=lambda thread: thread.newest_checkpoint_id, reverse=True)
        page = threads[max(offset, 0) :][: max(limit, 0)]
        return ThreadListing(max(offset, 0), len(threads), tuple(page))


def _namespaces() -> defaultdict[str, dict[str, PackedCheckpoint]]:
    return defaultdict(dict)


def _id_of(row: PackedCheckpoint) -> str:
    return row[2]


class _Session(ReadSession):
    """Reads rows where they are: committed rows never change, only come and go."""

    def __init__(self, saver: InMemorySaver) -> None:
        super().__init__()
        self._saver = saver

    def _rows_of(self, thread_id: str, checkpoint_ns: str) -> dict[str, PackedCheckpoint]:
        return self._saver.storage.get(thread_id, {}).get(checkpoint_ns, {})

    def row(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str | None
    ) -> CheckpointRow | None:
        with self._saver._lock:
            rows = self._rows_of(thread_id, checkpoint_ns)
            if checkpoint_id is None and rows:
                checkpoint_id = self._saver._order.ids(thread_id, checkpoint_ns)[-1]
            found = None if checkpoint_id is None else rows.get(checkpoint_id)
        return None if found is None else unpack_checkpoint(found)

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
        order = self._saver._order
        with self._saver._lock:
            listed = order.descending(thread_id, checkpoint_ns, before, after)
            if checkpoint_id is not None:
                listed = (row for row in listed if row[2] == checkpoint_id)
            found = list(islice(listed, limit))
        return [unpack_checkpoint(row) for row in found]

    def chain(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str, channel: str
    ) -> Sequence[ValueRow]:
        links: list[ValueRow] = []
        owner: str | None = checkpoint_id
        while owner is not None:
            link = self._saver.blobs.get((thread_id, checkpoint_ns, owner, channel))
            if link is None:
                break
            links.append(link)
            owner = link.base_checkpoint_id
        return links

    def writes(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> Sequence[WriteRow]:
        with self._saver._lock:
            saved = self._saver.writes.get((thread_id, checkpoint_ns, checkpoint_id), {})
            return [
                WriteRow(
                    thread_id,
                    checkpoint_ns,
                    checkpoint_id,
                    task_id,
                    index,
                    channel,
                    value,
                    task[0],
                )
                for task_id, task in saved.items()
                for index, channel, value in _writes_in(task)
            ]

    def has_children(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> bool:
        with self._saver._lock:
            return self._saver._child_of((thread_id, checkpoint_ns, checkpoint_id)) is not None

    def runs(self, run_ids: Sequence[str]) -> dict[tuple[str, str], set[str]]:
        wanted = set(run_ids)
        found: dict[tuple[str, str], set[str]] = {}
        with self._saver._lock:
            for thread_id, namespaces in self._saver.storage.items():
                for checkpoint_ns, rows in namespaces.items():
                    ids = {row[2] for row in rows.values() if row[7] in wanted}
                    if ids:
                        found[thread_id, checkpoint_ns] = ids
        return found

    def newest(self, thread_id: str) -> dict[str, str]:
        with self._saver._lock:
            return self._saver._order.newest(thread_id)


def _writes_in(saved: _SavedTask) -> Iterator[tuple[int, str, Inline]]:
    """Position, channel and value of each write."""
    _, items, positions = saved
    channels, values = items[::2], items[1::2]
    return zip(positions or range(len(channels)), channels, values, strict=True)


class _Source:
    """What the encoder reads of a parent that is not the head."""

    def __init__(self, saver: InMemorySaver) -> None:
        self._saver = saver

    def folded(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> tuple[int, Folded]:
        with _Session(self._saver) as session:
            row = session.row(thread_id, checkpoint_ns, checkpoint_id)
            if row is None:
                raise KeyError(checkpoint_id)
            return row.depth, session.folded(row).copy()

    def chain(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str, channel: str
    ) -> Sequence[ValueRow]:
        return _Session(self._saver).chain(thread_id, checkpoint_ns, checkpoint_id, channel)


MemorySaver = InMemorySaver
