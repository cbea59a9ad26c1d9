"""The read side of a saver that a debugger pages through, without decoding values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from runtime.checkpoint.base.rows import CheckpointRow, Folded


@dataclass(frozen=True, slots=True)
class StoredCheckpoint:
    """One checkpoint of a listing. ``available`` names the channels that have a value."""

    thread_id: str
    checkpoint_ns: str
    checkpoint_id: str
    parent_checkpoint_id: str | None
    step: int
    source: str
    ts: str
    metadata: Mapping[str, Any]
    versions: Mapping[str, Any]
    seen: Mapping[str, Mapping[str, Any]]
    available: frozenset[str]
    updated_channels: tuple[str, ...] | None
    written_tasks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Tasks with pending writes: task id and the channels it wrote, reserved ones included."""


@dataclass(frozen=True, slots=True)
class StoredThread:
    """One thread of a listing. ``count`` is the number of its checkpoints in all namespaces."""

    thread_id: str
    first_checkpoint_id: str
    newest_checkpoint_id: str
    first_ts: str
    newest_ts: str
    count: int


@dataclass(frozen=True, slots=True)
class ThreadListing:
    """Threads ``offset .. offset + len(threads)`` of ``total``, newest first."""

    offset: int
    total: int
    threads: tuple[StoredThread, ...] = field(default=())


@runtime_checkable
class HistoryReader(Protocol):
    """What a debugger reads from a saver."""

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
        """Checkpoints newest first; all namespaces where ``checkpoint_ns`` is ``None``.

        ``before`` is a checkpoint id; only older checkpoints are given.
        """

    def get_value(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str, channel: str
    ) -> Any:
        """The value of one channel; ``KeyError`` where checkpoint or value do not exist."""


def stored_checkpoint(
    row: CheckpointRow, folded: Folded, written: Mapping[str, Sequence[str]]
) -> StoredCheckpoint:
    """The light form of a row for a listing."""
    step, source = row.metadata.get("step"), row.metadata.get("source")
    return StoredCheckpoint(
        row.thread_id,
        row.checkpoint_ns,
        row.checkpoint_id,
        row.parent_checkpoint_id,
        step if isinstance(step, int) else -2,
        source if isinstance(source, str) else "",
        row.ts,
        row.metadata,
        folded.versions,
        folded.seen,
        folded.available(),
        None if row.updated_channels is None else tuple(row.updated_channels),
        tuple((task_id, tuple(channels)) for task_id, channels in written.items()),
    )
