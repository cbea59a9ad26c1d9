"""Execute: one task from its input to its writes.

The node is called in a context of its own, with the task as its scope. What it returns goes through
the node's writers, which append the writes; nothing touches the state. A task always ends in one
of three ways: writes, an error, or questions.
"""

import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, cast

from runtime.constants import MISSING
from runtime.deferred import Deferred
from runtime.errors import (
    GraphBubbleUp,
    GraphInterrupt,
    NodeCancelledError,
    NodeTimeoutError,
    ParentCommand,
)
from runtime.isolation import isolate, isolate_instance
from runtime.pregel import workers
from runtime.pregel.chain_events import abegin_node, begin_node, end_node, is_told
from runtime.pregel.langchain import enter_langchain
from runtime.pregel.limits import check_timeout
from runtime.pregel.message_stream import note_handed_up
from runtime.pregel.persistence import AsyncPersistence
from runtime.scope import CURRENT
from runtime.types import Command, RetryPolicy, TimeoutPolicy

if TYPE_CHECKING:
    import asyncio
    import random

    from runtime.pregel.task import Task
else:
    asyncio = Deferred("asyncio")
    random = Deferred("random")


def run_task(task: "Task", context: Context | None = None) -> "Task":
    """Run ``task`` in this thread, inside ``context`` (default: a copy of the present one)."""
    (copy_context() if context is None else context).run(_run, task)
    return task


def _run(task: "Task") -> None:
    enter(task)
    started = tried = time.perf_counter()
    while True:
        try:
            if task.loop.chain is None:
                take_result(task, called(task))
            else:
                _told(task)
        except GraphBubbleUp as signal:
            take_signal(task, signal)
        except asyncio.CancelledError:
            fail(task, NodeCancelledError(task.name))
        except Exception as error:  # noqa: BLE001  # any failure of user code is the task's
            wait = retry_wait(task, error)
            if wait is None:
                fail(task, error)
            else:
                _tell_retry(task, error, tried, wait)
                time.sleep(wait)
                tried = time.perf_counter()
                task.restart()
                task.attempt += 1
                continue
        break
    task.seconds = time.perf_counter() - started
    task.loop.keep(task)
    task.forget_config()


def _told(task: "Task") -> None:
    """One attempt, with LangChain's handlers told of it."""
    if not is_told(task):
        take_result(task, called(task))
        return
    begin_node(task)
    try:
        result = called(task)
        take_result(task, result)
    except BaseException as error:
        task.chain.on_chain_error(error)
        raise
    end_node(task, result)


async def _atold(task: "Task") -> None:
    """As ``_told``."""
    if not is_told(task):
        await atake_result(task, await acalled(task))
        return
    await abegin_node(task)
    try:
        result = await acalled(task)
        await atake_result(task, result)
    except BaseException as error:
        await task.chain.on_chain_error(error)
        raise
    await end_node(task, result)


def enter(task: "Task") -> None:
    """Make ``task`` the scope of the present context."""
    CURRENT.set(task)
    task.first_attempt_time = time.time()
    loop = task.loop
    if loop.observer is not None:
        loop.observer.task_started(loop, task)
    if loop.chain is None and not task.node.hidden:
        enter_langchain(task)


async def arun_task(task: "Task") -> "Task":
    """Run ``task`` on the event loop; nodes that can only be called run in a thread."""
    enter(task)
    started = tried = time.perf_counter()
    while True:
        try:
            if task.loop.chain is None:
                await atake_result(task, await acalled(task))
            else:
                await _atold(task)
        except GraphBubbleUp as signal:
            take_signal(task, signal)
        except asyncio.CancelledError:
            if _is_cancelled():
                raise
            fail(task, NodeCancelledError(task.name))
        except Exception as error:
            if _is_cancelled():
                # It says how the node was stopped, not what went wrong in the superstep.
                raise asyncio.CancelledError from error
            wait = retry_wait(task, error)
            if wait is None:
                fail(task, error)
            else:
                _tell_retry(task, error, tried, wait)
                await asyncio.sleep(wait)
                tried = time.perf_counter()
                task.restart()
                task.attempt += 1
                continue
        break
    task.seconds = time.perf_counter() - started
    task.loop.keep(task)
    task.forget_config()
    persistence = task.loop.persistence
    if isinstance(persistence, AsyncPersistence) and persistence.durability == "sync":
        await persistence.asettle()
    return task


def _is_cancelled() -> bool:
    """Whether the engine or the caller has cancelled what runs now."""
    current = asyncio.current_task()
    return current is not None and current.cancelling() > 0


def take_input(task: "Task") -> Any:
    """The input for one attempt, which may change it.

    The task keeps a copy where it is needed again: by another attempt, by an error handler, or for
    the key under which the result is cached.
    """
    given, node = task.input, task.node
    if node.retry_policy or node.cache_policy or task.loop.graph.keeps_inputs:
        own = node.mapper is not None and task.send is None
        task.input = isolate_instance(given) if own else isolate(given)
    return given


def called(task: "Task") -> Any:
    """What the node returns; a command that a graph inside it has for this one counts as that."""
    instead = _result_instead(task)
    if instead is not MISSING:
        return instead
    try:
        if task.send is not None and task.send.timeout is not None:
            check_timeout(task.node.bound, task.send.timeout)
        return task.node.bound.call(take_input(task), task)
    except ParentCommand as signal:
        return _handed_up(task, signal)


def _result_instead(task: "Task") -> Any:
    observer = task.loop.observer
    return MISSING if observer is None else observer.result_instead(task.loop, task)


def _handed_up(task: "Task", signal: ParentCommand) -> list[Command[Any]]:
    commands = [replace(command, graph=None) for command in signal.commands]
    note_handed_up(task, commands)
    return commands


async def acalled(task: "Task") -> Any:
    """As ``called``, awaiting the node."""
    instead = _result_instead(task)
    if instead is not MISSING:
        return instead
    policy = task.timeout
    try:
        if policy is None:
            return await _acalled(task)
        return await within_limits(task, policy, _acalled(task))
    except ParentCommand as signal:
        return _handed_up(task, signal)


async def _acalled(task: "Task") -> Any:
    bound = task.node.bound
    given = take_input(task)
    if bound.acall is None:
        return await in_thread(bound.call, given, task)
    return await bound.acall(given, task)


async def within_limits(
    task: "Task", policy: TimeoutPolicy, attempt: Coroutine[Any, Any, Any]
) -> Any:
    """Await one attempt; ``NodeTimeoutError`` when it runs or idles for too long."""
    run_limit = cast("float | None", policy.run_timeout)
    idle_limit = cast("float | None", policy.idle_timeout)
    started = task.active_at = time.monotonic()
    running = asyncio.ensure_future(attempt)
    try:
        while True:
            now = time.monotonic()
            limits: list[tuple[float, Literal["run", "idle"]]] = []
            if run_limit is not None:
                limits.append((started + run_limit - now, "run"))
            if idle_limit is not None:
                limits.append((task.active_at + idle_limit - now, "idle"))
            left, kind = min(limits)
            if left <= 0:
                raise NodeTimeoutError(
                    task.name,
                    now - started,
                    kind=kind,
                    idle_timeout=idle_limit,
                    run_timeout=run_limit,
                )
            done, _ = await asyncio.wait({running}, timeout=left)
            if done:
                return running.result()
    finally:
        if not running.done():
            running.cancel()


async def in_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a blocking function in a daemon thread, inside a copy of the present context."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()
    context = copy_context()

    def settle(result: Any, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)
        elif isinstance(error, StopIteration):
            future.set_exception(RuntimeError(f"The node raised {error!r}"))
        else:
            future.set_exception(error)

    def job() -> None:
        result, failure = None, None
        try:
            result = context.run(function, *arguments)
        except BaseException as error:  # noqa: BLE001  # handed to whoever awaits
            failure = error
        try:
            loop.call_soon_threadsafe(settle, result, failure)
        except RuntimeError:
            # The event loop is closed: nobody waits for the result any more.
            return

    workers.start(job)
    return await future


async def atake_result(task: "Task", result: Any) -> None:
    """As ``take_result``, for writers that are awaited."""
    if task.raised is not None:
        raise task.raised
    writes = task.writes
    for writer in task.node.writers:
        if getattr(writer, "is_async", False) or (
            task.chain is not None and hasattr(writer, "acall")
        ):
            await writer.acall(result, task, writes)  # type: ignore[attr-defined]
        else:
            writer(result, task, writes)


def take_result(task: "Task", result: Any) -> None:
    """Turn what the node returned into writes."""
    if task.raised is not None:
        # The node caught the pause and went on: it still waits for the answer.
        raise task.raised
    writes = task.writes
    for writer in task.node.writers:
        writer(result, task, writes)


def check_parent(command: Command[Any]) -> None:
    """Pass a command for the parent graph on to it: to the caller, where there is none."""
    if command.graph == Command.PARENT:
        raise ParentCommand(command)


def take_signal(task: "Task", signal: GraphBubbleUp) -> None:
    """A control flow exception out of the node: questions, or what is for the graph around it."""
    task.writes = []
    if isinstance(signal, GraphInterrupt):
        task.interrupts = signal.interrupts
        if not task.interrupts:
            task.waiting = True
    else:
        task.error = signal


def fail(task: "Task", error: BaseException) -> None:
    """Record the failure; the exception says during which task it happened."""
    if isinstance(error, (StopIteration, StopAsyncIteration)):
        # Raised on, it would end a generator of the engine instead of the run.
        cause, error = error, RuntimeError(f"Node '{task.name}' raised {error!r}")
        error.__cause__ = cause
    task.writes = []
    task.error = error
    # An exception may refuse notes, a frozen dataclass for one.
    with suppress(Exception):
        error.add_note(f"During task with name '{task.name}' and id '{task.id}'")


def retry_wait(task: "Task", error: BaseException) -> float | None:
    """Seconds until the next attempt, or ``None`` when the failure stands."""
    for policy in task.node.retry_policy or task.loop.graph.retry_policy:
        if policy.matches(error):
            if task.attempt >= policy.max_attempts:
                return None
            return _backoff(policy, task.attempt)
    return None


def _tell_retry(task: "Task", error: BaseException, since: float, wait: float) -> None:
    loop = task.loop
    if loop.observer is not None:
        loop.observer.task_retried(loop, task, error, time.perf_counter() - since, wait)


def _backoff(policy: RetryPolicy, attempt: int) -> float:
    interval = min(
        policy.max_interval, policy.initial_interval * policy.backoff_factor ** (attempt - 1)
    )
    # Not for secrets: it only spreads retries.
    return interval + random.uniform(0, 1) if policy.jitter else interval
