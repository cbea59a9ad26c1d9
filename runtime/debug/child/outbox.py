"""What is on its way to a child: in order, written by a thread of its own, so nobody waits."""

import threading
from collections import deque
from collections.abc import Callable
from typing import BinaryIO

from runtime.debug.child.framing import Frame, encode

_BATCH = 256

Late = Callable[[], Frame]
"""A message that is made when it is its turn."""


class Outbox:
    """Writes messages to a pipe, until nobody reads it any more."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._waiting: deque[Late] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._write, name="pregel-outbox", daemon=True)
        self._thread.start()

    def put(self, message: Late) -> None:
        """Hand over a message."""
        with self._changed:
            if not self._closed:
                self._waiting.append(message)
                self._changed.notify_all()

    def close(self) -> None:
        """Write what is there, then nothing more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def abandon(self) -> None:
        """Forget what is there; nobody waits for the pipe any more."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify_all()

    def _write(self) -> None:
        while batch := self._next():
            try:
                self._stream.write(b"".join([encode(make()) for make in batch]))
                self._stream.flush()
            except (OSError, ValueError):
                self.abandon()
                return

    def _next(self) -> list[Late]:
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._waiting)
            batch = [self._waiting.popleft() for _ in range(min(_BATCH, len(self._waiting)))]
            self._changed.notify_all()
            return batch
