"""The called tasks of a superstep: those that running tasks started.

The superstep is over when all of them are, also those that nobody waits for.
"""

import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from runtime.deferred import Deferred

if TYPE_CHECKING:
    import asyncio

    from runtime.pregel.task import Task
else:
    asyncio = Deferred("asyncio")


class CalledTasks:
    """Keeps and tells of called tasks, in the threads that call and run them.

    ``limit`` bounds how many run at a time. The loop is found through the tasks: held here it would
    be part of a cycle, and live on after its run.
    """

    def __init__(self, limit: int | None) -> None:
        self._tasks: list[Task] = []
        self.futures: list[Future[Any] | asyncio.Future[Any]] = []
        """What the calls of this superstep gave to their callers."""
        self._lock = threading.Lock()
        self._slots = threading.Semaphore(limit) if limit else None

    def take(self) -> "list[Task]":
        """All of the superstep, which is over."""
        tasks, self._tasks = self._tasks, []
        self.futures = []
        return tasks

    @property
    def idle(self) -> bool:
        """Whether nothing was called in this superstep."""
        return not (self._tasks or self.futures)

    @property
    def asking(self) -> "list[Task]":
        """Those that stopped with a question."""
        return [task for task in self._tasks if task.interrupts]

    def rest(self, timeout: float | None) -> Iterator[None]:
        """Wait for the calls that still run; yields whenever one of them is done."""
        while running := [
            future for future in self.futures if isinstance(future, Future) and not future.done()
        ]:
            done, _ = wait(running, timeout, FIRST_COMPLETED)
            if not done:
                raise TimeoutError(f"Timed out: called tasks took longer than {timeout} s")
            yield

    async def arest(self, timeout: float | None) -> AsyncIterator[None]:
        """As ``rest``, on the event loop."""
        while running := [future for future in self.futures if not future.done()]:
            awaited = [
                asyncio.wrap_future(future) if isinstance(future, Future) else future
                for future in running
            ]
            done, _ = await asyncio.wait(
                awaited, timeout=timeout, return_when=asyncio.FIRST_COMPLETED
            )
            if not done:
                raise TimeoutError(f"Timed out: called tasks took longer than {timeout} s")
            for future in done:
                if not future.cancelled():
                    # Somebody looked: it is no error that nobody asks for the result.
                    future.exception()
            yield

    def cancel(self) -> None:
        """Stop the calls that still run, where that is possible."""
        for future in self.futures:
            if not future.done():
                future.cancel()

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
