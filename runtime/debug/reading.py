"""Channels of stored checkpoints, read by name for expressions."""

from collections import OrderedDict
from typing import Any

from runtime.checkpoint.base import HistoryReader, StoredCheckpoint
from runtime.debug.expressions import ReadName

_KEPT = 64


class ChannelValues:
    """Reads one saver; values of the checkpoint that was read last are kept for all expressions.

    For use in one thread.
    """

    def __init__(self, reader: HistoryReader) -> None:
        self._reader = reader
        self._at: tuple[str, str, str] | None = None
        self._values: OrderedDict[str, Any] = OrderedDict()

    def at(self, stored: StoredCheckpoint) -> ReadName:
        """What gives the channels of a checkpoint; ``KeyError`` where one has no value."""
        where = (stored.thread_id, stored.checkpoint_ns, stored.checkpoint_id)

        def read(channel: str) -> Any:
            if channel not in stored.available:
                raise KeyError(channel)
            if self._at != where:
                self._at = where
                self._values.clear()
            if channel not in self._values:
                self._values[channel] = self._reader.get_value(*where, channel)
                if len(self._values) > _KEPT:
                    self._values.popitem(last=False)
            return self._values[channel]

        return read
