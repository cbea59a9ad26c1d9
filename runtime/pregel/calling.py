"""Calls: a running task starts further tasks of its own superstep and waits for what they return.

A call is a task like any other, with an id made of its caller's path and its place among the
caller's calls, so that a restart finds what it returned and does not run it again.
"""

import asyncio
import inspect
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, TypeVar

from runtime.constants import ERROR, INTERRUPT, PUSH, RESUME, RETURN
from runtime.errors import GraphInterrupt
from runtime.isolation import isolate
from runtime.pregel import workers
from runtime.pregel.caching import cached_writes
from runtime.pregel.callable import NodeFunction, injected_parameters, injection
from runtime.pregel.execute import arun_task, run_task
from runtime.pregel.limits import check_timeout
from runtime.pregel.node import PregelNode
from runtime.pregel.task import Task
from runtime.scope import Scope
from runtime.types import CachePolicy, RetryPolicy, TimeoutPolicy

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop

_TRIGGERS = (PUSH,)


def _write_return(result: Any, task: Task, writes: list[tuple[str, Any]]) -> None:
    writes.append((RETURN, isolate(result)))


class _CalledFunction:
    """A function whose arguments come as one ``(args, kwargs)`` input."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.names = tuple(
            name for name in injected_parameters(function, from_first=True) if name != "previous"
        )

    def arguments(self, given: Any, scope: Scope) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The call's own arguments with what the engine fills in."""
        args, kwargs = given
        filled = {name: injection(name, scope) for name in self.names if name not in kwargs}
        return args, {**kwargs, **filled}


def call_node(
    function: Callable[..., Any],
    name: str,
    retry_policy: Sequence[RetryPolicy] = (),
    cache_policy: CachePolicy | None = None,
    timeout: TimeoutPolicy | None = None,
) -> PregelNode:
    """A node that runs ``function`` on an ``(args, kwargs)`` input and writes what it returns."""
    called = _CalledFunction(function)

    def call(given: Any, scope: Scope) -> Any:
        args, kwargs = called.arguments(given, scope)
        return function(*args, **kwargs)

    async def acall(given: Any, scope: Scope) -> Any:
        args, kwargs = called.arguments(given, scope)
        return await function(*args, **kwargs)

    bound = NodeFunction(function, name)
    if bound.is_async:
        bound.acall = acall
    else:
        bound.call = call
    return PregelNode(
        channels=[],
        triggers=_TRIGGERS,
        bound=bound,
        writers=[_write_return],
        retry_policy=retry_policy,
        cache_policy=cache_policy,
        timeout=check_timeout(bound, timeout, "Task"),
    )


def start_call(caller: Task, node: PregelNode, given: Any) -> "Future[Any] | Awaitable[Any]":
    """Run ``node`` as a task called by ``caller``; the future gives what it returns.

    On an event loop the future is awaited, elsewhere ``result()`` waits. A coroutine function that
    is called in a thread of an async run is awaited on that run's event loop; ``RuntimeError``
    where there is none.
    """
    loop = caller.loop
    caller.touch()
    task = _called_task(caller, node, given)
    loop.calls.started(task)
    # A sync run may be called where an event loop runs, which it holds up: it has threads.
    event_loop = None if loop.event_loop is None else _running_loop()
    if event_loop is not None:
        return _watched(loop, event_loop.create_task(_arun(caller, task)))
    if node.bound.is_async:
        if loop.event_loop is None:
            raise RuntimeError(
                f"In an sync context async tasks cannot be called: '{task.name}' is one"
            )
        return _watched(
            loop, asyncio.run_coroutine_threadsafe(_arun(caller, task), loop.event_loop)
        )
    future = _watched(loop, _CallFuture(caller))
    if task.finished:
        _settle(future, task)
        return future
    context = copy_context()

    def job() -> None:
        try:
            with loop.calls.slot():
                _run(loop, task, context)
            _settle(future, task)
        except BaseException as error:  # noqa: BLE001  # handed to whoever waits
            future.set_exception(error)

    workers.start(job)
    return future


AnyFuture = TypeVar("AnyFuture", bound="Future[Any] | asyncio.Future[Any]")


def _watched(loop: "Loop", future: AnyFuture) -> AnyFuture:
    loop.calls.futures.append(future)
    return future


class _CallFuture(Future[Any]):
    """What a called task returns. A caller that handles the pause of a call still waits for it.

    A caller that is a called task itself gives its place among the calls away while it waits.
    """

    def __init__(self, caller: Task) -> None:
        super().__init__()
        self._caller = caller

    def result(self, timeout: float | None = None) -> Any:
        """As of any future."""
        try:
            with self._waiting():
                return super().result(timeout)
        except GraphInterrupt as signal:
            self._caller.raised = signal
            raise

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """As of any future."""
        with self._waiting():
            return super().exception(timeout)

    def _waiting(self) -> AbstractContextManager[Any]:
        is_call = self._caller.path[-1] is True
        return self._caller.loop.calls.slot_lent() if is_call and not self.done() else nullcontext()


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _called_task(caller: Task, node: PregelNode, given: Any) -> Task:
    with _COUNTING:
        index = caller.calls
        caller.calls += 1
    path = (PUSH, caller.path, index, True)
    task = Task(caller.loop, node.bound.name, node, path, _TRIGGERS, isolate(given))
    task.called_by = caller
    for task_id, channel, value in caller.loop.pending:
        if task_id != task.id:
            continue
        if channel == RESUME:
            task.resume = list(value)
        elif channel == RETURN:
            task.writes = [(RETURN, value)]
            task.finished = True
        elif channel not in (INTERRUPT, ERROR):
            task.finished = True
    return task


_COUNTING = threading.Lock()


def _run(loop: "Loop", task: Task, context: Any) -> None:
    writes = cached_writes(loop, task)
    if writes is not None:
        loop.calls.cached(task, writes)
        return
    run_task(task, context)
    loop.calls.finished(task)


async def _arun(caller: Task, task: Task) -> Any:
    loop = caller.loop
    if not task.finished:
        writes = cached_writes(loop, task)
        if writes is not None:
            loop.calls.cached(task, writes)
        else:
            await arun_task(task)
            loop.calls.finished(task)
    future = _CallFuture(caller)
    _settle(future, task)
    return future.result()


def _settle(future: "Future[Any]", task: Task) -> None:
    if task.interrupts:
        future.set_exception(GraphInterrupt(task.interrupts))
    elif task.error is not None:
        future.set_exception(task.error)
    else:
        # The caller may change what it gets; what is recorded stays as it was.
        result = next((value for key, value in task.writes if key == RETURN), None)
        future.set_result(isolate(result))


def is_generator(function: Callable[..., Any]) -> bool:
    """Whether ``function`` is a generator function, sync or async."""
    return inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function)
