"""Values that were read, kept so that a debugger that goes from step to step reads each once.

A stored value never changes: the checkpoint that wrote it and its channel say which one it is. So
the value of a later checkpoint is the very same where no superstep wrote it since, and where a list
grew it is the kept one with the new items behind.
"""

import threading
from collections import OrderedDict
from typing import Any

MOST_BYTES = 256 << 20
"""Of encoded values that are kept; the newest one is, however large it is."""

Stored = tuple[str, str, str, str]
"""Thread, namespace, the checkpoint that wrote the value, channel."""


class KeptValues:
    """The values that were read last. They are shared: nobody may change them."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._held: OrderedDict[Stored, tuple[Any, int]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, stored: Stored) -> tuple[Any, int] | None:
        """A value, and of how many bytes it was made; ``None`` where it is not kept."""
        with self._lock:
            found = self._held.get(stored)
            if found is not None:
                self._held.move_to_end(stored)
            return found

    def put(self, stored: Stored, value: Any, size: int) -> None:
        """Keep a value in place of those that nobody asked for longest."""
        with self._lock:
            _, replaced = self._held.pop(stored, (None, 0))
            self._held[stored] = value, size
            self._bytes += size - replaced
            while self._bytes > self._most and len(self._held) > 1:
                _, (_, freed) = self._held.popitem(last=False)
                self._bytes -= freed
