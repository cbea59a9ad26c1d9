"""What the encoder reads of a parent that it does not remember.

A run loads the checkpoint that it goes on from. What the loading read is kept for the run's first
save, so that an event loop does not wait for the database then. What was not loaded is read; only
where it is not there yet, what was submitted is written first.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from runtime.checkpoint.base.rows import CheckpointRow, Folded, ValueRow
from runtime.checkpoint.sql.session import SqlSession

_MOST_LOADED = 256
"""Checkpoints that are kept for a first save."""
_MOST_BYTES = 1 << 16
"""Bytes of one checkpoint's larger values that are kept."""

ResultT = TypeVar("ResultT")
_Checkpoint = tuple[str, str, str]
_Value = tuple[str, str, str, str]


@dataclass(slots=True)
class _Loaded:
    depth: int
    folded: Folded
    chains: dict[_Value, Sequence[ValueRow]]


class Source:
    """Reads by ``session``, after ``flush`` where something is missing."""

    def __init__(self, session: Callable[[], SqlSession], flush: Callable[[], None]) -> None:
        self._session = session
        self._flush = flush
        self._loaded: dict[_Checkpoint, _Loaded] = {}
        self._chains: dict[_Value, Sequence[ValueRow]] = {}

    def keep(self, session: SqlSession, row: CheckpointRow) -> None:
        """Keep what ``session`` has read of a checkpoint that a run is about to go on from."""
        address = (row.thread_id, row.checkpoint_ns)
        folded = session.folded(row)
        chains: dict[_Value, Sequence[ValueRow]] = {}
        size = 0
        for channel, owner in folded.owners.items():
            chain = session.chain(*address, owner, channel)
            size += sum(len(link.value) for link in chain)
            if size > _MOST_BYTES:
                break
            chains[(*address, owner, channel)] = chain
        loaded = self._loaded
        loaded[(*address, row.checkpoint_id)] = _Loaded(row.depth, folded.copy(), chains)
        while len(loaded) > _MOST_LOADED:
            loaded.pop(next(iter(loaded)), None)

    def forget(self, thread_id: str | None = None) -> None:
        """Drop what is kept, of one thread or of all."""
        if thread_id is None:
            self._loaded.clear()
            self._chains.clear()
            return
        for loaded in [key for key in list(self._loaded) if key[0] == thread_id]:
            self._loaded.pop(loaded, None)
        for chain in [key for key in list(self._chains) if key[0] == thread_id]:
            self._chains.pop(chain, None)

    def folded(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> tuple[int, Folded]:
        """Depth and state of a checkpoint; ``KeyError`` where it does not exist."""
        loaded = self._loaded.pop((thread_id, checkpoint_ns, checkpoint_id), None)
        if loaded is not None:
            self._chains.update(loaded.chains)
            while len(self._chains) > _MOST_LOADED:
                self._chains.pop(next(iter(self._chains)), None)
            return loaded.depth, loaded.folded

        def read(session: SqlSession) -> tuple[int, Folded] | None:
            row = session.row(thread_id, checkpoint_ns, checkpoint_id)
            return None if row is None else (row.depth, session.folded(row).copy())

        found = self._read(read)
        if found is None:
            raise KeyError(checkpoint_id)
        return found

    def chain(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str, channel: str
    ) -> Sequence[ValueRow]:
        """The links of a value, newest first."""
        loaded = self._chains.pop((thread_id, checkpoint_ns, checkpoint_id, channel), None)
        if loaded is not None:
            return loaded
        return (
            self._read(
                lambda session: (
                    session.chain(thread_id, checkpoint_ns, checkpoint_id, channel) or None
                )
            )
            or ()
        )

    def _read(self, read: Callable[[SqlSession], ResultT | None]) -> ResultT | None:
        with self._session() as session:
            found = read(session)
        if found is None:
            self._flush()
            with self._session() as session:
                found = read(session)
        return found
