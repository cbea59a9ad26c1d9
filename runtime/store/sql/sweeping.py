"""Removal of expired items by a thread of the store's own."""

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from weakref import WeakMethod

from runtime.checkpoint.sql.errors import StoreError

_log = logging.getLogger(__name__)


@contextmanager
def log_failure() -> Iterator[None]:
    """Let a sweep fail: the next one will do its work."""
    try:
        yield
    except StoreError:
        _log.exception("Expired items could not be removed; trying again")


class Sweeper:
    """Calls ``sweep``, a method, again and again, until stopped or its object is gone."""

    def __init__(self, sweep: Callable[[], int]) -> None:
        self._sweep = WeakMethod(sweep)
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._ended: Future[None] = Future()

    def start(self, minutes: float) -> "Future[None]":
        """Begin, unless it did already; the future is done once it has ended."""
        if self._thread is None:
            self._stopping.clear()
            self._ended = Future()
            self._thread = threading.Thread(
                target=_run,
                args=(self._sweep, self._stopping, self._ended, minutes * 60),
                name="store-sweeper",
                daemon=True,
            )
            self._thread.start()
        return self._ended

    def stop(self, timeout: float | None = None) -> bool:
        """End, waiting ``timeout`` seconds at most; gives whether it has ended."""
        if self._thread is None:
            return True
        self._stopping.set()
        self._thread.join(timeout)
        if self._thread.is_alive():
            return False
        self._thread = None
        return True


def _run(
    method: "WeakMethod[Callable[[], int]]",
    stopping: threading.Event,
    ended: "Future[None]",
    seconds: float,
) -> None:
    while not stopping.wait(seconds):
        sweep = method()
        if sweep is None:
            break
        with log_failure():
            sweep()
        del sweep
    ended.set_result(None)
