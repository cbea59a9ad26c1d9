"""The sync driver: moves a loop and lets its caller take what was streamed in between."""

from collections.abc import Iterator, Sequence
from typing import Any

from runtime.errors import GraphInterrupt
from runtime.pregel.chain_events import begin_run, end_run
from runtime.pregel.execute import run_task
from runtime.pregel.executors import Executor, InlineExecutor, ThreadExecutor
from runtime.pregel.lifecycle import tell_resume, tell_stop
from runtime.pregel.loop import Loop
from runtime.pregel.outcome import failure, raise_unless_done
from runtime.pregel.task import Task

_INLINE = InlineExecutor()


def drive(loop: Loop, given: Any) -> Iterator[None]:
    """Run ``loop`` on ``given`` to its end; yields whenever there may be chunks to take."""
    persistence = loop.persistence
    error: BaseException | None = None
    if loop.callbacks:
        begin_run(loop, given)
    try:
        loop.enter(given)
        if loop.resuming and loop.config.callbacks is not None:
            tell_resume(loop)
        waits = True if persistence is not None and persistence.awaits_input else None
        if persistence is not None and not loop.begins_quietly():
            persistence.flush(wait=waits)
            waits = None
        yield
        unseen = _runs_unseen(loop)
        while (tasks := loop.plan()) is not None:
            yield
            running = loop.runnable()
            if loop.resuming:
                show_waiting(loop, tasks)
            if unseen and len(running) == 1:
                run_task(running[0])
                running = loop.error_handlers()
            while running:
                for done in _executor(loop, len(running)).run(loop, running):
                    if done is not None:
                        loop.show(done)
                    yield
                running = loop.error_handlers()
            if not loop.calls.idle or not (len(tasks) == 1 and tasks[0].finished):
                for _ in loop.calls.rest(loop.graph.step_timeout):
                    yield
                cause = failure(loop.tasks)
                if cause is not None:
                    raise cause
                if any(not task.finished for task in loop.tasks) or loop.calls.asking:
                    loop.stop_for_interrupts()
                    break
            goes_on = loop.update()
            if persistence is not None:
                persistence.flush(wait=waits)
                waits = None
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
        try:
            if persistence is not None:
                persistence.close()
        finally:
            if loop.observer is not None:
                loop.observer.run_ended(loop, error)
            if loop.chain is not None:
                end_run(loop, error)
    if loop.config.callbacks is not None:
        tell_stop(loop)
    yield


def show_waiting(loop: Loop, tasks: Sequence[Task]) -> None:
    """Ask again, without running them, what tasks wait for that the resume did not answer."""
    if loop.streams is not None:
        for task in tasks:
            if task.waiting:
                loop.streams.finished(loop, task)


def _runs_unseen(loop: Loop) -> bool:
    """Whether a task that is alone runs in this thread, with nobody to tell of it."""
    return (
        loop.streams is None
        and loop.observer is None
        and loop.graph.executor is None
        and loop.graph.step_timeout is None
    )


def _executor(loop: Loop, count: int) -> Executor:
    graph, config = loop.graph, loop.config
    if graph.executor is not None and loop.observer is None:
        return graph.executor
    serial = loop.observer is not None and loop.observer.serial
    live = loop.streams is not None and (loop.streams.live or graph.stream_eager)
    if serial or (
        (count == 1 or config.max_concurrency == 1) and not live and graph.step_timeout is None
    ):
        return _INLINE
    # A caller's thread that helps cannot tell meanwhile what the others finished.
    helps = loop.streams is None and loop.observer is None
    return ThreadExecutor(config.max_concurrency, graph.step_timeout, helps=helps)
