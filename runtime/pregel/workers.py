"""Daemon threads that are kept for reuse.

``concurrent.futures`` joins its threads when the interpreter ends, so that one node which never
returns would keep the process alive. These threads do not, and an idle one ends after a while.
"""

import threading
from collections import deque
from collections.abc import Callable
from queue import Empty, SimpleQueue

_IDLE_SECONDS = 5.0

_idle: "deque[_Worker]" = deque()
_count = 0


class _Worker:
    __slots__ = ("jobs",)

    def __init__(self) -> None:
        self.jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()

    def run(self) -> None:
        while True:
            try:
                job = self.jobs.get(timeout=_IDLE_SECONDS)
            except Empty:
                try:
                    _idle.remove(self)
                except ValueError:
                    # Somebody took this worker just now: its job is on the way.
                    job = self.jobs.get()
                else:
                    return
            job()
            del job
            _idle.append(self)


def start(job: Callable[[], None]) -> None:
    """Run ``job`` in a daemon thread of its own. It must not raise."""
    global _count
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _Worker()
        _count += 1
        threading.Thread(target=worker.run, name=f"pregel-task-{_count}", daemon=True).start()
    worker.jobs.put(job)
