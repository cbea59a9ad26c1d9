"""The called tasks of a superstep: those that running tasks started and wait for."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop
    from runtime.pregel.task import Task


class CalledTasks:
    """Keeps and tells of called tasks, in the threads that call and run them."""

    def __init__(self, loop: "Loop") -> None:
        self._loop = loop
        self._tasks: list[Task] = []
        self._lock = threading.Lock()
        limit = loop.config.max_concurrency
        self._slots = threading.Semaphore(limit) if limit else None

    def take(self) -> "list[Task]":
        """All of the superstep, which is over."""
        tasks, self._tasks = self._tasks, []
        return tasks

    def started(self, task: "Task") -> None:
        """A running task called ``task``."""
        with self._lock:
            self._tasks.append(task)
        if self._loop.streams is not None:
            self._loop.streams.call_started(self._loop, task)
        if task.finished:
            self._tell_observer(task)

    def cached(self, task: "Task", writes: list[tuple[str, Any]]) -> None:
        """``task`` ends with ``writes`` out of the cache."""
        task.writes = writes
        self._loop.keep(task)
        if self._loop.streams is not None:
            self._loop.streams.taken(task)
        self._wake()
        self._tell_observer(task)

    def finished(self, task: "Task") -> None:
        """``task`` ran."""
        self._loop.show(task)
        self._wake()

    def slot(self) -> AbstractContextManager[Any]:
        """Held while a called task runs: bounds them by ``max_concurrency``."""
        return nullcontext() if self._slots is None else self._slots

    @contextmanager
    def slot_lent(self) -> Iterator[None]:
        """Give a called task's place to others while it waits for a task that it called."""
        if self._slots is not None:
            self._slots.release()
        try:
            yield
        finally:
            if self._slots is not None:
                self._slots.acquire()

    def _tell_observer(self, task: "Task") -> None:
        if self._loop.observer is not None:
            self._loop.observer.task_finished(self._loop, task, 0.0)

    def _wake(self) -> None:
        streams = self._loop.streams
        if streams is not None and streams.notify is not None:
            streams.notify()
