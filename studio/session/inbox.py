"""What the session's threads have to tell the window's thread, in order. Plain Python, no Qt.

Whoever tells keeps the inbox and nothing else of the window, so that no widget can be freed in a
thread of the session by its letting go of the last reference.
"""

import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

MOST = 10_000
"""Entries that wait at most for their reader."""

Entry = TypeVar("Entry")


class Inbox(Generic[Entry]):
    """A queue that wakes its reader with the first entry after a rest.

    ``wake`` is called in the thread that tells. Once ``close`` has returned it is not running and
    is not called again.
    """

    def __init__(self, wake: Callable[[], None], most: int = MOST) -> None:
        self._wake: Callable[[], None] | None = wake
        self._most = most
        self._entries: deque[Entry] = deque()
        self._changed = threading.Condition()
        self._awake = False

    def put(self, entry: Entry) -> None:
        """Called in any thread."""
        with self._changed:
            self._add(entry)

    def put_in_turn(self, entry: Entry) -> None:
        """As ``put``, for one of many: whoever tells more than is read waits, out of memory's way.

        Not for the reader's own thread.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._wake is None or len(self._entries) < self._most)
            self._add(entry)

    def _add(self, entry: Entry) -> None:
        if self._wake is None:
            return
        self._entries.append(entry)
        if not self._awake:
            self._awake = True
            self._wake()

    def take(self, most: int) -> list[Entry]:
        """The oldest entries."""
        with self._changed:
            taken = [self._entries.popleft() for _ in range(min(most, len(self._entries)))]
            self._changed.notify_all()
            return taken

    def rest(self) -> bool:
        """Wait for the next entry to wake; tells whether there is none already."""
        with self._changed:
            self._awake = bool(self._entries)
            return not self._awake

    @property
    def empty(self) -> bool:
        return not self._entries

    def close(self) -> None:
        """Forget what is there, and take no more."""
        with self._changed:
            self._wake = None
            self._entries.clear()
            self._changed.notify_all()
