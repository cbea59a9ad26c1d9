"""Where tasks run on an event loop: as coroutines, and in threads what cannot be awaited."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from runtime.pregel.execute import arun_task

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop
    from runtime.pregel.observe import Observer
    from runtime.pregel.task import Task


def _is_serial(observer: "Observer") -> bool:
    """Asked anew each time: while a task was chosen the answer may have changed."""
    return observer.serial


class AsyncioExecutor:
    """As an ``Executor``, awaited."""

    async def run(self, loop: "Loop", tasks: "Sequence[Task]") -> "AsyncIterator[Task | None]":
        """Each task when it ended, ``None`` when something was streamed meanwhile.

        After a failure no task is started and coroutines are cancelled. Nodes that run in a thread
        cannot be: they may finish.
        """
        if not tasks:
            return
        observer = loop.observer
        waiting = list(tasks)
        while observer is not None and _is_serial(observer):
            chosen = observer.choose_task(loop, waiting)
            if not _is_serial(observer):
                # Nobody steps any more: the others run as they would have.
                break
            waiting.remove(chosen)
            yield await asyncio.create_task(arun_task(chosen))
            if chosen.failed or not waiting:
                return
        tasks = waiting
        live = loop.streams is not None and (loop.streams.live or loop.graph.stream_eager)
        if len(tasks) == 1 and not live and loop.graph.step_timeout is None:
            if await _alone(tasks[0]):
                yield tasks[0]
            return
        crew = _Crew(loop.config.max_concurrency)
        ended: asyncio.Queue[None] = asyncio.Queue()
        event_loop = asyncio.get_running_loop()
        if live and loop.streams is not None:

            def wake() -> None:
                event_loop.call_soon_threadsafe(ended.put_nowait, None)

            loop.streams.notify = wake
        running = {asyncio.create_task(crew.run(task)): task for task in tasks}
        pending = set(running)
        timeout = loop.graph.step_timeout
        deadline = None if timeout is None else event_loop.time() + timeout
        woken: asyncio.Task[None] | None = None
        try:
            while pending:
                if live and woken is None:
                    woken = asyncio.create_task(ended.get())
                remaining = None if deadline is None else max(0.0, deadline - event_loop.time())
                done, _ = await asyncio.wait(
                    pending if woken is None else {*pending, woken},
                    timeout=remaining,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                if not done:
                    if crew.stopped:
                        return
                    raise TimeoutError(
                        f"Timed out: superstep {loop.step} took longer than {timeout} s"
                    )
                if woken is not None and woken in done:
                    woken = None
                    yield None
                finished = [each for each in pending if each in done]
                pending.difference_update(finished)
                ended_by_itself = [each for each in finished if not each.cancelled()]
                for each in ended_by_itself:
                    each.exception()  # one is raised; none of the others was left unread
                results = [each.result() for each in ended_by_itself]
                for task in sorted(results, key=tasks.index) if len(results) > 1 else results:
                    yield task
                if crew.stopped:
                    for each in pending:
                        if not crew.is_in_thread(running[each]):
                            each.cancel()
        finally:
            for each in pending:
                each.cancel()
            if woken is not None:
                woken.cancel()
            if pending:
                await asyncio.gather(*pending, return_exceptions=True)
            if loop.streams is not None:
                loop.streams.notify = None


async def _alone(task: "Task") -> bool:
    """Run the only task of a superstep; whether it ended, and did not cancel itself."""
    waiting = asyncio.current_task()
    assert waiting is not None
    cancellations = waiting.cancelling()
    running = asyncio.create_task(arun_task(task))
    try:
        await running
    except asyncio.CancelledError:
        if waiting.cancelling() > cancellations or not running.cancelled():
            raise
        return False
    if waiting.cancelling() > cancellations:
        # The node went on when it was cancelled; whoever runs the graph stops nevertheless.
        raise asyncio.CancelledError
    return True


class _Crew:
    """The coroutines that work on one superstep, ``limit`` at a time."""

    def __init__(self, limit: int | None) -> None:
        self._slots = asyncio.Semaphore(limit) if limit else nullcontext()
        self._started: set[Task] = set()
        self.stopped = False
        """Whether a task failed: no further one is started."""

    async def run(self, task: "Task") -> "Task":
        """Run ``task`` when its turn comes."""
        async with self._slots:
            if self.stopped:
                raise asyncio.CancelledError
            self._started.add(task)
            await arun_task(task)
            if task.failed:
                self.stopped = True
            return task

    def is_in_thread(self, task: "Task") -> bool:
        """Whether ``task`` was started and its node is a plain function."""
        return task in self._started and task.node.bound.acall is None
