"""How much of what a program prints is passed on: a burst, then so much in a second."""

import time
from collections.abc import Callable
from threading import Lock


class Flow:
    """Counts entries and their sizes against two budgets that fill up again with time.

    What does not fit is for its owner to leave out, and to count.
    """

    def __init__(
        self,
        entries: float = 2_000,
        size: float = 1_000_000,
        burst: float = 2.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``entries`` and ``size`` are for one second, ``burst`` how many seconds' worth gather."""
        self._rates = (entries, size)
        self._most = (entries * burst, size * burst)
        self._left = list(self._most)
        self._clock = clock
        self._at = clock()
        self._lock = Lock()

    def admits(self, size: int) -> bool:
        """Whether one more entry of this size goes through now."""
        with self._lock:
            now = self._clock()
            passed, self._at = now - self._at, now
            for index, (rate, most) in enumerate(zip(self._rates, self._most, strict=True)):
                self._left[index] = min(most, self._left[index] + rate * passed)
            # A single large entry goes through where anything is left, and is paid for after.
            if self._left[0] < 1 or self._left[1] <= 0:
                return False
            self._left[0] -= 1
            self._left[1] -= size
            return True
