"""Savers that the engine hands changes to, and what all of them share.

A native saver stores rows (see ``rows``). This class turns the public calls into rows and back;
what remains for a store is to keep rows and to find them again.
"""

from abc import abstractmethod
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from itertools import islice
from typing import Any, NamedTuple, cast

from runtime.checkpoint.base.addressing import address, config_of
from runtime.checkpoint.base.checkpoint import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    Config,
    DeltaChannelHistory,
    PendingWrite,
)
from runtime.checkpoint.base.detaching import Advance
from runtime.checkpoint.base.difference import changes_of
from runtime.checkpoint.base.id import follow
from runtime.checkpoint.base.kept import KeptValues
from runtime.checkpoint.base.reading import StoredCheckpoint, ThreadListing, stored_checkpoint
from runtime.checkpoint.base.records import Record, TaskWrites
from runtime.checkpoint.base.rows import CheckpointRow, Folded, Pending, decoded
from runtime.checkpoint.base.saver import BaseCheckpointSaver
from runtime.checkpoint.base.session import Place, ReadSession, in_circles
from runtime.checkpoint.serde.encrypted import EncryptedSerializer
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer

SAVED: Future[None] = Future()
"""What is saved at once."""
SAVED.set_result(None)

_PAGE = 64
"""Checkpoints that a listing reads at a time."""


class Recorded(NamedTuple):
    """A checkpoint as it was read: its row, its whole state, its values and pending writes."""

    row: CheckpointRow
    folded: Folded
    values: dict[str, Any]
    writes: list[PendingWrite]


class NativeSaver(BaseCheckpointSaver[int]):
    """A saver that takes the engine's records as they are."""

    def commit(self, records: Sequence[Record]) -> None:
        """Save the records in order, all or none; returns when they are durable."""
        self.submit(records).result()

    @abstractmethod
    def submit(self, records: Sequence[Record], origin: object = None) -> Future[None]:
        """As ``commit``, without waiting: the future is done when the records are durable.
        It is ``SAVED`` where they are so already.

        Values are encoded before this returns. Records submitted earlier are saved earlier; what
        one ``origin`` submits in a row may be saved, or refused, together.
        """

    def hurry(self) -> None:
        """Somebody waits for what was submitted: nothing is collected any longer."""

    @abstractmethod
    def session(self) -> ReadSession:
        """A consistent view of what was committed, and of what this saver submitted."""

    # -- the public calls, writing

    def put(
        self,
        config: Config,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> dict[str, Any]:
        thread_id, checkpoint_ns, parent_id = address(config)
        with self.session() as session:
            parent: Folded | None = None
            if parent_id is not None:
                row = session.row(thread_id, checkpoint_ns, parent_id)
                parent = session.folded(row) if row is not None else None
            replaced = session.row(thread_id, checkpoint_ns, checkpoint["id"]) is not None
        if replaced:
            self._detach(thread_id, checkpoint_ns, {checkpoint["id"]}, relink=False)
        changes = changes_of(
            thread_id, checkpoint_ns, parent_id, parent, checkpoint, metadata, new_versions
        )
        self.commit([changes])
        return config_of(thread_id, checkpoint_ns, checkpoint["id"])

    def put_writes(
        self,
        config: Config,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        thread_id, checkpoint_ns, checkpoint_id = address(config)
        if checkpoint_id is None:
            raise KeyError("checkpoint_id")
        self.commit(
            [TaskWrites(thread_id, checkpoint_ns, checkpoint_id, task_id, writes, task_path)]
        )

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        with self.session() as session:
            found = session.runs([str(run_id) for run_id in run_ids])
        for (thread_id, checkpoint_ns), checkpoint_ids in found.items():
            self._detach(thread_id, checkpoint_ns, checkpoint_ids, relink=True)

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        if strategy not in ("keep_latest", "delete"):
            raise ValueError(f"strategy is 'keep_latest' or 'delete', not {strategy!r}")
        for thread_id in map(str, thread_ids):
            if strategy == "delete":
                self.delete_thread(thread_id)
                continue
            with self.session() as session:
                newest = session.newest(thread_id)
                leaving = {
                    checkpoint_ns: {
                        row.checkpoint_id
                        for row in session.rows(thread_id, checkpoint_ns)
                        if row.checkpoint_id != kept
                    }
                    for checkpoint_ns, kept in newest.items()
                }
            for checkpoint_ns, checkpoint_ids in leaving.items():
                self._detach(thread_id, checkpoint_ns, checkpoint_ids, relink=True)

    def remove_checkpoints(
        self,
        thread_id: str,
        checkpoint_ns: str,
        checkpoint_ids: Collection[str],
        advance: Advance | None = None,
    ) -> None:
        """Remove checkpoints, all in one step; the others read as before.

        Where ``advance`` raises, nothing is removed.
        """
        wanted = set(checkpoint_ids)
        self._detach(str(thread_id), checkpoint_ns, wanted, relink=True, advance=advance)

    @abstractmethod
    def _detach(
        self,
        thread_id: str,
        checkpoint_ns: str,
        checkpoint_ids: set[str],
        *,
        relink: bool,
        advance: Advance | None = None,
    ) -> None:
        """Let no other checkpoint need these; with ``relink`` they are removed, all in one step."""

    # -- the public calls, reading

    def get_tuple(self, config: Config) -> CheckpointTuple | None:
        thread_id, checkpoint_ns, checkpoint_id = address(config)
        with self.session() as session:
            row = session.row(thread_id, checkpoint_ns, checkpoint_id)
            if row is None:
                return None
            follow(row.checkpoint_id)
            return self._tuple(session, row)

    def list(
        self,
        config: Config | None,
        *,
        filter: dict[str, Any] | None = None,
        before: Config | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        return map(self.whole, self.recorded(config, filter=filter, before=before, limit=limit))

    def recorded(
        self,
        config: Config | None,
        *,
        filter: dict[str, Any] | None = None,
        before: Config | None = None,
        limit: int | None = None,
    ) -> Iterator[Recorded]:
        """As ``list``, for those who may not need all that a ``CheckpointTuple`` says."""
        if limit is not None and limit <= 0:
            return
        wanted = (config or {}).get("configurable", {})
        thread_id = None if config is None else str(wanted["thread_id"])
        before_id = None if before is None else before["configurable"].get("checkpoint_id")
        size = _PAGE if limit is None or filter else min(limit, _PAGE)
        place: Place | None = None
        remaining = limit
        while remaining is None or remaining > 0:
            page: list[Recorded] = []
            with self.session() as session:
                rows = session.rows(
                    thread_id,
                    wanted.get("checkpoint_ns"),
                    checkpoint_id=wanted.get("checkpoint_id"),
                    before=before_id,
                    after=place,
                    limit=size,
                )
                read = len(rows)
                if read == size and (remaining is None or remaining > read):
                    rows = _to_whole(rows)
                found = list(islice((row for row in rows if _matches(row, filter)), remaining))
                for row, pending in zip(found, session.pending_of(found), strict=True):
                    page.append(self._record(session, row, pending))
            yield from page
            if read < size:
                return
            if remaining is not None:
                remaining -= len(page)
            last = rows[-1]
            place = Place(last.checkpoint_id, last.thread_id, last.checkpoint_ns)

    def _record(
        self, session: ReadSession, row: CheckpointRow, pending: Sequence[Pending]
    ) -> Recorded:
        folded = session.folded(row)
        serde, loaded = self.serde, session.loaded
        return Recorded(
            row,
            folded,
            session.values(row, folded, serde),
            [(task_id, channel, loaded(value, serde)) for task_id, channel, value in pending],
        )

    def _tuple(self, session: ReadSession, row: CheckpointRow) -> CheckpointTuple:
        (pending,) = session.pending_of([row])
        return self.whole(self._record(session, row, pending))

    @property
    def reads_anew(self) -> bool:
        """Whether containers that are read are made for the reader, and nobody else has them."""
        return type(self.serde) in (JsonPlusSerializer, EncryptedSerializer)

    def whole(self, recorded: Recorded) -> CheckpointTuple:
        """All that is known of a checkpoint."""
        row, folded, values, writes = recorded
        return CheckpointTuple(
            config_of(row.thread_id, row.checkpoint_ns, row.checkpoint_id),
            self._checkpoint(row, folded, values),
            cast(CheckpointMetadata, row.metadata),
            None
            if row.parent_checkpoint_id is None
            else config_of(row.thread_id, row.checkpoint_ns, row.parent_checkpoint_id),
            writes,
        )

    def _checkpoint(self, row: CheckpointRow, folded: Folded, values: dict[str, Any]) -> Checkpoint:
        checkpoint = Checkpoint(
            v=row.v,
            id=row.checkpoint_id,
            ts=row.ts,
            channel_values=values,
            channel_versions=dict(folded.versions),
            versions_seen={node: dict(versions) for node, versions in folded.seen.items()},
            updated_channels=None if row.updated_channels is None else list(row.updated_channels),
        )
        if row.extra is not None:
            checkpoint.update(self.serde.loads_typed(row.extra))
        return checkpoint

    def get_delta_channel_history(
        self, *, config: Config, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        """As the interface says; writes of one superstep come in the order of their tasks."""
        thread_id, checkpoint_ns, checkpoint_id = address(config)
        loads = self.serde.loads_typed
        groups: dict[str, list[list[tuple[str, str, Any]]]] = {name: [] for name in channels}
        seeds: dict[str, Any] = {}
        passed: set[str] = set()
        with self.session() as session:
            row = session.row(thread_id, checkpoint_ns, checkpoint_id)
            while (
                row is not None
                and row.parent_checkpoint_id is not None
                and len(seeds) < len(groups)
            ):
                passed.add(row.checkpoint_id)
                if row.parent_checkpoint_id in passed:
                    raise in_circles(row)
                row = session.row(thread_id, checkpoint_ns, row.parent_checkpoint_id)
                if row is None:
                    break
                folded = session.folded(row)
                writes = sorted(
                    session.writes(thread_id, checkpoint_ns, row.checkpoint_id),
                    key=lambda write: (write.task_path, write.task_id, write.index),
                )
                for channel, found in groups.items():
                    if channel in seeds:
                        continue
                    found.append(
                        [
                            (write.task_id, channel, decoded(write.value, loads))
                            for write in writes
                            if write.channel == channel
                        ]
                    )
                    if channel in folded.inline or channel in folded.owners:
                        seeds[channel] = session.value(row, folded, channel, self.serde)
        histories: dict[str, DeltaChannelHistory] = {}
        for channel, found in groups.items():
            histories[channel] = {"writes": [write for group in reversed(found) for write in group]}
            if channel in seeds:
                histories[channel]["seed"] = seeds[channel]
        return histories

    # -- the debugger's read side

    @abstractmethod
    def list_threads(self, offset: int = 0, limit: int = 100) -> ThreadListing:
        """One page of threads, the one changed last first."""

    def list_rows(
        self,
        thread_id: str,
        checkpoint_ns: str | None = None,
        *,
        before: str | None = None,
        limit: int | None = None,
    ) -> Sequence[StoredCheckpoint]:
        """Checkpoints newest first, without their values."""
        if limit is not None and limit <= 0:
            return []
        with self.session() as session:
            listed = []
            for row in session.rows(thread_id, checkpoint_ns, before=before, limit=limit):
                folded = session.folded(row)
                tasks: dict[str, list[str]] = {}
                for task_id, channel in session.written(
                    thread_id, row.checkpoint_ns, row.checkpoint_id
                ):
                    tasks.setdefault(task_id, []).append(channel)
                listed.append(stored_checkpoint(row, folded, tasks))
            return listed

    def has_children(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> bool:
        """Whether a checkpoint is the parent of another, at the cost of an index scan."""
        with self.session() as session:
            return session.has_children(thread_id, checkpoint_ns, checkpoint_id)

    def look(
        self, config: Config, kept: KeptValues, *, writes: bool = True
    ) -> CheckpointTuple | None:
        """As ``get_tuple``, for one who changes nothing: larger values are shared with ``kept``.

        Without ``writes`` the pending ones say only which channels they are of.
        """
        with self.session() as session:
            session.kept = kept
            row = session.row(*address(config))
            if row is None:
                return None
            if writes:
                return self._tuple(session, row)
            folded = session.folded(row)
            where = (row.thread_id, row.checkpoint_ns, row.checkpoint_id)
            pending = [(task_id, channel, None) for task_id, channel in session.written(*where)]
            values = session.values(row, folded, self.serde)
            return self.whole(Recorded(row, folded, values, pending))

    def get_value(
        self,
        thread_id: str,
        checkpoint_ns: str,
        checkpoint_id: str,
        channel: str,
        kept: KeptValues | None = None,
    ) -> Any:
        """The value of one channel; ``KeyError`` where checkpoint or value do not exist."""
        with self.session() as session:
            session.kept = kept
            row = session.row(thread_id, checkpoint_ns, checkpoint_id)
            if row is None:
                raise KeyError(checkpoint_id)
            return session.value(row, session.folded(row), channel, self.serde)

    # -- the same for coroutines; a store that waits overrides these

    async def aget_tuple(self, config: Config) -> CheckpointTuple | None:
        return self.get_tuple(config)

    async def alist(
        self,
        config: Config | None,
        *,
        filter: dict[str, Any] | None = None,
        before: Config | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        for found in self.list(config, filter=filter, before=before, limit=limit):
            yield found

    async def aput(
        self,
        config: Config,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> dict[str, Any]:
        return self.put(config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self,
        config: Config,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        self.put_writes(config, writes, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        self.delete_thread(thread_id)

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        self.delete_for_runs(run_ids)

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        self.copy_thread(source_thread_id, target_thread_id)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        self.prune(thread_ids, strategy=strategy)

    async def ahas_children(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> bool:
        """As ``has_children``."""
        return self.has_children(thread_id, checkpoint_ns, checkpoint_id)

    async def aget_delta_channel_history(
        self, *, config: Config, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        return self.get_delta_channel_history(config=config, channels=channels)


def _to_whole(rows: Sequence[CheckpointRow]) -> Sequence[CheckpointRow]:
    """``rows`` up to the last that tells the whole state.

    The states of those after it are put together with the page that follows: here that page would
    have to be read for it, and once more in its turn.
    """
    for count in range(len(rows), 0, -1):
        if rows[count - 1].state.whole:
            return rows[:count]
    return rows


def _matches(row: CheckpointRow, filter: dict[str, Any] | None) -> bool:
    return not filter or all(row.metadata.get(key) == value for key, value in filter.items())


def native_saver(saver: BaseCheckpointSaver[Any]) -> NativeSaver | None:
    """``saver`` where records may be handed to it as they are.

    ``None`` for any other saver, and where a subclass or the object itself has its own ``put`` or
    ``put_writes``: then every save has to go through those.
    """
    if not isinstance(saver, NativeSaver):
        return None
    saves: tuple[Callable[..., Any], ...] = (
        saver.put,
        saver.put_writes,
        saver.aput,
        saver.aput_writes,
    )
    return saver if all(map(_is_ours, saves)) else None


def native_reader(saver: BaseCheckpointSaver[Any]) -> NativeSaver | None:
    """``saver`` where ``recorded`` says what its ``list`` does; ``None`` for any other."""
    listing = getattr(saver.list, "__func__", None)
    return saver if isinstance(saver, NativeSaver) and listing is NativeSaver.list else None


def own_versions(saver: BaseCheckpointSaver[Any]) -> Callable[[int], int] | None:
    """The rule of a saver that has its own ``get_next_version``.

    It is asked at every update; a version that is no integer, or does not rise, is not taken over.
    """
    asked = saver.get_next_version
    if _is_ours(asked):
        return None

    def following(newest: int) -> int:
        version = asked(newest or None, None)
        return version if isinstance(version, int) and version > newest else newest + 1

    return following


def _is_ours(method: Callable[..., Any]) -> bool:
    function = getattr(method, "__func__", None)
    return function is not None and function.__module__.startswith("runtime.checkpoint.")
