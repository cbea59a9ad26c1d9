"""Where tasks run: in the caller's thread one after the other, or on several threads.

An executor takes the tasks of one superstep and gives each back as it ends. It knows nothing of
state and channels: a task goes in with its input and comes out with writes, an error or questions.
One that runs tasks elsewhere sends them as plain data, see ``assignment``.
"""

import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextvars import Context, copy_context
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Protocol

from runtime.pregel import workers
from runtime.pregel.execute import run_task

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop
    from runtime.pregel.task import Task

DEFAULT_CONCURRENCY = 128
"""Threads at most for one superstep; nodes mostly wait for others."""
_PATIENCE = 0.0005
"""Seconds in which a superstep has to get on, or gets more threads."""
_QUICK = 8
"""Tasks begun in that time without which it does not get on: more threads may help."""


class Executor(Protocol):
    """Runs the tasks of one superstep."""

    def run(self, loop: "Loop", tasks: "Sequence[Task]") -> "Iterator[Task | None]":
        """Yield each task when it ended; ``None`` says that there may be something to stream.

        Closing the iterator starts no further task.
        """


class InlineExecutor:
    """One task after the other in the caller's thread, in the order the observer chooses."""

    def run(self, loop: "Loop", tasks: "Sequence[Task]") -> "Iterator[Task | None]":
        observer = loop.observer
        if observer is None or len(tasks) == 1:
            for task in tasks:
                yield run_task(task)
                if task.failed:
                    return
            return
        waiting = list(tasks)
        while waiting:
            task = observer.choose_task(loop, waiting)
            if len(waiting) > 1 and not observer.serial and loop.config.max_concurrency != 1:
                # Nobody steps any more: the others run as they would have.
                limit, step_timeout = loop.config.max_concurrency, loop.graph.step_timeout
                yield from ThreadExecutor(limit, step_timeout, helps=False).run(loop, waiting)
                return
            waiting.remove(task)
            yield run_task(task)
            if task.failed:
                return


class ThreadExecutor:
    """Several tasks at a time.

    The caller's thread works too; further threads are started, ever more, only while tasks wait
    and hardly any begins, so that quick tasks never pay for threads. That does not show: as many
    tasks as may run at a time count as begun. Those finish after a failure, and no further one is
    started. ``step_timeout`` is in seconds.
    """

    def __init__(
        self,
        max_concurrency: int | None = None,
        step_timeout: float | None = None,
        helps: bool = True,
    ) -> None:
        self._limit = max_concurrency or DEFAULT_CONCURRENCY
        self._step_timeout = step_timeout
        self._helps = helps and step_timeout is None

    def run(self, loop: "Loop", tasks: "Sequence[Task]") -> "Iterator[Task | None]":
        crew = _Crew(tasks, self._limit, self._limit - self._helps)
        if loop.streams is not None:
            loop.streams.notify = crew.wake
        deadline = None if self._step_timeout is None else time.monotonic() + self._step_timeout
        try:
            crew.begin(1 - self._helps)
            while crew.is_open():
                while self._helps and (job := crew.take()) is not None:
                    task, context = job
                    run_task(task, context)
                    crew.take_back(task)
                    yield task
                    if not crew.done.empty():
                        break
                if not crew.is_open():
                    break
                remaining = None if deadline is None else max(0.0, deadline - time.monotonic())
                try:
                    done = crew.done.get(timeout=remaining)
                except Empty:
                    if any(task.failed for task in tasks):
                        return
                    raise TimeoutError(
                        f"Timed out: superstep {loop.step} took longer than {self._step_timeout} s"
                    ) from None
                yield from crew.settle(done)
        finally:
            crew.stop()
            if loop.streams is not None:
                loop.streams.notify = None


class _Crew:
    """The threads that work on one superstep."""

    def __init__(self, tasks: "Sequence[Task]", limit: int, helpers: int) -> None:
        self._waiting = deque(tasks)
        self._context = copy_context()
        """The caller's; each task runs in a copy of it."""
        self._limit = limit
        self._helpers = helpers
        self._ended = 0
        self._failed = False
        self._total = self._expected = len(tasks)
        self._returned = 0
        self._stopping = threading.Lock()
        self.done: SimpleQueue[Task | BaseException | None] = SimpleQueue()

    def is_open(self) -> bool:
        """Whether a task is waiting or running."""
        return self._returned < self._expected

    def take(self) -> "tuple[Task, Context] | None":
        """The next task to run, with its context, or ``None``."""
        try:
            return self._waiting.popleft(), self._context.copy()
        except IndexError:
            return None

    def begin(self, helpers: int) -> None:
        """Start this many threads, and have more start where tasks wait."""
        self._call_help(helpers)
        if self._helpers > 0 and self._expected > 1:
            workers.start(self._supervise)

    def _call_help(self, count: int) -> None:
        for _ in range(min(count, self._helpers, len(self._waiting))):
            self._helpers -= 1
            workers.start(self._work)

    def _supervise(self) -> None:
        """While tasks wait and hardly any begins, start threads, each time twice as many."""
        count = 1
        waiting = len(self._waiting)
        while waiting and self._helpers > 0:
            time.sleep(_PATIENCE)
            before, waiting = waiting, len(self._waiting)
            if before - waiting < _QUICK:
                self._call_help(count)
                count *= 2

    def _work(self) -> None:
        while (job := self.take()) is not None:
            task, context = job
            try:
                run_task(task, context)
            except BaseException as error:  # noqa: BLE001  # handed to the caller's thread
                self.done.put(error)
                return
            self.ended(task)

    def ended(self, task: "Task") -> None:
        """Hand a task back, from another thread than the caller's."""
        self._is_over(task)
        self.done.put(task)

    def take_back(self, task: "Task") -> None:
        """Count a task that ended in the caller's thread."""
        self._is_over(task)
        self._returned += 1

    def _is_over(self, task: "Task") -> None:
        """Count a task; at the first failure, let go of those that had to wait for a place."""
        with self._stopping:
            self._ended += 1
            if task.error is not None and task.failed and not self._failed:
                self._failed = True
                begun = self._limit + self._ended - 1
                while self._waiting and self._total - begun > 0:
                    self._waiting.pop()
                    self._total -= 1
                    self._expected -= 1

    def wake(self) -> None:
        """Something was streamed."""
        self.done.put(None)

    def settle(self, done: "Task | BaseException | None") -> "Iterator[Task | None]":
        """Give back ``done`` and everything else that has ended meanwhile."""
        while True:
            if isinstance(done, BaseException):
                raise done
            if done is not None:
                self._returned += 1
            yield done
            try:
                done = self.done.get_nowait()
            except Empty:
                return

    def stop(self) -> None:
        """Start no further task."""
        with self._stopping:
            self._expected -= len(self._waiting)
            self._waiting.clear()
