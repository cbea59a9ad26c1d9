"""Times of a store: whole microseconds since 1970, UTC."""

import threading
import time
from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MINUTE = 60_000_000


class Clock:
    """Tells the time; no two ticks of one clock are equal. Safe from several threads."""

    def __init__(self) -> None:
        self._last = 0
        self._lock = threading.Lock()

    def tick(self, count: int = 1) -> int:
        """Now, and later than every tick before: the first of ``count`` ticks in a row."""
        with self._lock:
            first = max(time.time_ns() // 1000, self._last + 1)
            self._last = first + count - 1
            return first

    def now(self) -> int:
        """Now."""
        return time.time_ns() // 1000


def as_datetime(microseconds: int) -> datetime:
    """The same time with its zone."""
    return _EPOCH + timedelta(microseconds=microseconds)


def expiry(now: int, ttl: float | None) -> int | None:
    """When what lives ``ttl`` minutes from ``now`` ends; ``None`` for ever."""
    return None if ttl is None else now + round(ttl * _MINUTE)
