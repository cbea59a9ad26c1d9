"""The async driver: the same loop on an event loop. Tasks are asyncio tasks, saving is awaited."""

import asyncio
from collections.abc import AsyncIterator

from runtime.errors import GraphInterrupt
from runtime.pregel.chain_events import abegin_run, end_run
from runtime.pregel.drive import show_waiting
from runtime.pregel.executors_async import AsyncioExecutor
from runtime.pregel.lifecycle import atell_resume, atell_stop
from runtime.pregel.loop import Loop
from runtime.pregel.outcome import failure, raise_unless_done
from runtime.pregel.persistence import AsyncPersistence

_EXECUTOR = AsyncioExecutor()


async def adrive(loop: Loop, given: object) -> AsyncIterator[None]:
    """Run ``loop`` on ``given`` to its end; yields whenever there may be chunks to take."""
    persistence = loop.persistence
    assert persistence is None or isinstance(persistence, AsyncPersistence)
    error: BaseException | None = None
    loop.event_loop = asyncio.get_running_loop()
    if loop.callbacks:
        await abegin_run(loop, given)
    try:
        loop.enter(given)
        if loop.resuming and loop.config.callbacks is not None:
            await atell_resume(loop)
        waits = persistence is not None and persistence.awaits_input
        if not loop.begins_quietly():
            await _save(persistence, waits)
            waits = False
        yield
        while (tasks := loop.plan()) is not None:
            yield
            show_waiting(loop, tasks)
            running = loop.runnable()
            while running:
                async for done in _EXECUTOR.run(loop, running):
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
            await _save(persistence, waits)
            waits = False
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
            if loop.chain is not None:
                await end_run(loop, error)
    if loop.config.callbacks is not None:
        await atell_stop(loop)
    yield


async def _save(persistence: AsyncPersistence | None, waits: bool) -> None:
    if persistence is None:
        return
    persistence.flush()
    if waits or persistence.durability == "sync":
        await persistence.asettle()
