"""The called tasks of a superstep: those that running tasks started and wait for."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runtime.pregel.task import Task


class CalledTasks:
    """Keeps and tells of called tasks, in the threads that call and run them.

    ``limit`` bounds how many run at a time. The loop is found through the tasks: held here it would
    be part of a cycle, and live on after its run.
    """

    def __init__(self, limit: int | None) -> None:
        self._tasks: list[Task] = []
        self._lock = threading.Lock()
        self._slots = threading.Semaphore(limit) if limit else None

    def take(self) -> "list[Task]":
        """All of the superstep, which is over."""
        tasks, self._tasks = self._tasks, []
        return tasks

    def started(self, task: "Task") -> None:
        """A running task called ``task``."""
        with self._lock:
            self._tasks.append(task)
        if task.loop.streams is not None:
            task.loop.streams.call_started(task.loop, task)
        if task.finished:
            self._tell_observer(task)

    def cached(self, task: "Task", writes: list[tuple[str, Any]]) -> None:
        """``task`` ends with ``writes`` out of the cache."""
        task.writes = writes
        task.loop.keep(task)
        if task.loop.streams is not None:
            task.loop.streams.taken(task)
        self._wake(task)
        self._tell_observer(task)

    def finished(self, task: "Task") -> None:
        """``task`` ran."""
        task.loop.show(task)
        self._wake(task)

    def slot(self) -> AbstractContextManager[Any]:
        """Held while a called task runs."""
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

    @staticmethod
    def _tell_observer(task: "Task") -> None:
        if task.loop.observer is not None:
            task.loop.observer.task_finished(task.loop, task, 0.0)

    @staticmethod
    def _wake(task: "Task") -> None:
        streams = task.loop.streams
        if streams is not None and streams.notify is not None:
            streams.notify()
