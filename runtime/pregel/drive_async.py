"""The async driver: the same loop on an event loop. Tasks are asyncio tasks, saving is awaited."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import nullcontext

from runtime.errors import GraphInterrupt
from runtime.pregel.drive import show_waiting
from runtime.pregel.execute import arun_task
from runtime.pregel.lifecycle import atell_resume, atell_stop
from runtime.pregel.loop import Loop
from runtime.pregel.outcome import failure, raise_unless_done
from runtime.pregel.persistence import AsyncPersistence
from runtime.pregel.task import Task


async def adrive(loop: Loop, given: object) -> AsyncIterator[None]:
    """Run ``loop`` on ``given`` to its end; yields whenever there may be chunks to take."""
    persistence = loop.persistence
    assert persistence is None or isinstance(persistence, AsyncPersistence)
    error: BaseException | None = None
    loop.event_loop = asyncio.get_running_loop()
    try:
        loop.enter(given)
        if loop.resuming and loop.config.callbacks is not None:
            await atell_resume(loop)
        if persistence is not None:
            persistence.flush()
            if persistence.awaits_input:
                await persistence.asettle()
        yield
        while (tasks := loop.plan()) is not None:
            yield
            show_waiting(loop, tasks)
            running = loop.runnable()
            while running:
                async for done in _run(loop, running):
                    if done is not None:
                        loop.show(done)
                    yield
                running = loop.error_handlers()
            cause = failure(loop.tasks)
            if cause is not None:
                raise cause
            async for _ in loop.calls.arest(loop.graph.step_timeout):
                yield
            if any(not task.finished for task in loop.tasks) or loop.calls.asking:
                loop.stop_for_interrupts()
                break
            goes_on = loop.update()
            await _save(persistence)
            yield
            if not goes_on:
                break
        yield
        raise_unless_done(loop)
    except GraphInterrupt as signal:
        error = signal
        if loop.parent is not None:
            # Also where the node around it handles every exception.
            loop.parent.raised = signal
            raise
    except BaseException as failed:
        error = failed
        raise
    finally:
        loop.calls.cancel()
        try:
            if persistence is not None:
                await persistence.aclose()
        finally:
            if loop.observer is not None:
                loop.observer.run_ended(loop, error)
    if loop.config.callbacks is not None:
        await atell_stop(loop)
    yield


async def _save(persistence: AsyncPersistence | None) -> None:
    if persistence is None:
        return
    persistence.flush()
    if persistence.durability == "sync":
        await persistence.asettle()


async def _run(loop: Loop, tasks: Sequence[Task]) -> AsyncIterator[Task | None]:
    """Each task when it ended, ``None`` when something was streamed meanwhile.

    After a failure no task is started and coroutines are cancelled. Nodes that run in a thread
    cannot be: they may finish.
    """
    if not tasks:
        return
    observer = loop.observer
    if observer is not None and observer.serial:
        waiting = list(tasks)
        while waiting:
            chosen = observer.choose_task(loop, waiting)
            waiting.remove(chosen)
            yield await asyncio.create_task(arun_task(chosen))
            if chosen.failed:
                return
        return
    crew = _Crew(loop.config.max_concurrency)
    ended: asyncio.Queue[None] = asyncio.Queue()
    event_loop = asyncio.get_running_loop()
    live = loop.streams is not None and (loop.streams.live or loop.graph.stream_eager)
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
                raise TimeoutError(f"Timed out: superstep {loop.step} took longer than {timeout} s")
            if woken is not None and woken in done:
                woken = None
                yield None
            finished = [each for each in pending if each in done]
            pending.difference_update(finished)
            results = [each.result() for each in finished if not each.cancelled()]
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


class _Crew:
    """The coroutines that work on one superstep, ``limit`` at a time."""

    def __init__(self, limit: int | None) -> None:
        self._slots = asyncio.Semaphore(limit) if limit else nullcontext()
        self._started: set[Task] = set()
        self.stopped = False
        """Whether a task failed: no further one is started."""

    async def run(self, task: Task) -> Task:
        """Run ``task`` when its turn comes."""
        async with self._slots:
            if self.stopped:
                raise asyncio.CancelledError
            self._started.add(task)
            await arun_task(task)
            if task.failed:
                self.stopped = True
            return task

    def is_in_thread(self, task: Task) -> bool:
        """Whether ``task`` was started and its node is a plain function."""
        return task in self._started and task.node.bound.acall is None
