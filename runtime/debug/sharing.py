"""Stored checkpoints as a debugger reads them: one after the other, most of the state the same."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from runtime.checkpoint.base import BaseCheckpointSaver, CheckpointTuple, HistoryReader
from runtime.checkpoint.base.kept import KeptValues
from runtime.checkpoint.base.native import native_reader
from runtime.constants import NO_WRITES, NULL_TASK_ID, RESERVED_WRITES

_PLANS_KEPT = 64

K = TypeVar("K")
V = TypeVar("V")


class Newest(Generic[K, V]):
    """The entries that were put last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K, otherwise: V) -> V:
        return self._held.get(key, otherwise)

    def put(self, key: K, value: V) -> None:
        self._held[key] = value
        self._held.move_to_end(key)
        if len(self._held) > self._most:
            self._held.popitem(last=False)


class SharingReader:
    """Reads one saver for looking only: values are shared with what was read before."""

    def __init__(self, saver: BaseCheckpointSaver[Any], reader: HistoryReader) -> None:
        self.saver = saver
        self._reader = reader
        self._native = native_reader(saver)
        self._kept = KeptValues()
        self.planned: Newest[tuple[str, str, str], Mapping[str, str]] = Newest(_PLANS_KEPT)
        """By checkpoint: names of its tasks by id, in the order of the fold."""

    def read(self, config: Mapping[str, Any], *, writes: bool = True) -> CheckpointTuple | None:
        """A checkpoint whole; without ``writes`` perhaps only the channels of pending ones."""
        if self._native is None:
            return self.saver.get_tuple(dict(config))
        found = self._native.look(dict(config), self._kept, writes=writes)
        if found is None:
            return None
        pending = found.pending_writes or ()
        if any(task_id == NULL_TASK_ID for task_id, _, _ in pending):
            # What the caller wrote is folded into the values, which are not to change then.
            return self.saver.get_tuple(dict(config))
        if not writes and any(channel in _TELLING for _, channel, _ in pending):
            return self._native.look(dict(config), self._kept)
        return found

    def value(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str, channel: str) -> Any:
        """The value of one channel; ``KeyError`` where it has none."""
        where = (thread_id, checkpoint_ns, checkpoint_id, channel)
        if self._native is None:
            return self._reader.get_value(*where)
        return self._native.get_value(*where, self._kept)


_TELLING = RESERVED_WRITES - {NO_WRITES}
"""Questions, answers and errors: their values say how a task stands."""
