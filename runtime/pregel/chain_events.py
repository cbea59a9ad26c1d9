"""What LangChain's callback handlers are told: that a run, a node, a router starts and ends.

A run's callbacks become LangChain's run managers: the run's own, below it one for each attempt of a
node, below that whatever the node calls. Without callbacks, or without LangChain, there are none.
"""

import inspect
import itertools
from collections import deque
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any

from runtime.pregel.langchain import enter_langchain, managed

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop
    from runtime.pregel.task import Task

_OF_RUNS = {"ls_integration": "langgraph"}


def begin_run(loop: "Loop", given: Any) -> None:
    """The run starts."""
    manager = _of_run(loop)
    if manager is not None:
        loop.chain = manager.on_chain_start(None, given, **_named(loop))


async def abegin_run(loop: "Loop", given: Any) -> None:
    """As ``begin_run``, for handlers that are awaited."""
    manager = _of_run(loop)
    if manager is not None:
        loop.chain = await manager.on_chain_start(None, given, **_named(loop))


def end_run(loop: "Loop", error: BaseException | None) -> Any:
    """The run ended; awaitable in an async run."""
    if error is not None:
        return loop.chain.on_chain_error(error)
    return loop.chain.on_chain_end(loop.output(loop.graph.output_channels))


def is_told(task: "Task") -> bool:
    """Whether handlers are told of ``task``; of a hidden one only if it has routers."""
    return task.loop.chain is not None and (
        not task.node.hidden or any(hasattr(writer, "branch") for writer in task.node.writers)
    )


def begin_node(task: "Task") -> None:
    """An attempt of a node starts; what it calls is told as its child.

    A function that an async run calls in a thread has a manager that is not awaited.
    """
    manager = managed(_of_task(task), is_async=False)
    _enter(task, manager.on_chain_start(None, _input_of(task), name=task.name))


async def abegin_node(task: "Task") -> None:
    """As ``begin_node``, for handlers that are awaited."""
    _enter(task, await _of_task(task).on_chain_start(None, _input_of(task), name=task.name))


def begin_router(task: "Task", writer: Any, name: str, given: Any) -> Any:
    """A router of a told task starts: its run manager, to be awaited in an async run."""
    place = list(task.node.writers).index(writer) + (0 if task.node.hidden else 1)
    manager = task.chain.get_child(f"seq:step:{place}")
    manager.add_tags(_tags_of(task))
    return manager.on_chain_start(None, given, name=name)


def end_node(task: "Task", result: Any) -> Any:
    """The attempt ended; awaitable in an async run."""
    for handler in _streaming(task.chain):
        deque(handler.tap_output_iter(task.chain.run_id, iter([result])), maxlen=0)
    return task.chain.on_chain_end(result)


def told_chunks(loop: "Loop", chunks: Iterator[Any]) -> Iterator[Any]:
    """``chunks`` of a run, of which handlers that stream are told as well."""
    for first in chunks:
        # Now the run has begun.
        told = itertools.chain([first], chunks)
        for handler in _streaming(loop.chain):
            told = handler.tap_output_iter(loop.chain.run_id, told)
        yield from told


async def atold_chunks(loop: "Loop", chunks: AsyncIterator[Any]) -> AsyncIterator[Any]:
    """As ``told_chunks``."""
    async for first in chunks:
        told = _achain(first, chunks)
        for handler in _streaming(loop.chain):
            told = handler.tap_output_aiter(loop.chain.run_id, told)
        async for chunk in told:
            yield chunk


async def _achain(first: Any, rest: AsyncIterator[Any]) -> AsyncIterator[Any]:
    yield first
    async for chunk in rest:
        yield chunk


def _streaming(run: Any) -> list[Any]:
    """Handlers of a run manager that are told of every chunk."""
    handlers = () if run is None else run.handlers
    return [handler for handler in handlers if hasattr(handler, "tap_output_iter")]


def _of_run(loop: "Loop") -> Any:
    callbacks = loop.callbacks
    if not hasattr(callbacks, "on_chain_start"):
        return None
    manager = callbacks.copy()
    manager.add_tags(loop.config.tags)
    manager.add_metadata({**loop.config.metadata, **_OF_RUNS})
    return manager


def _named(loop: "Loop") -> dict[str, Any]:
    config = loop.config
    return {"name": config.run_name or loop.graph.get_name(), "run_id": config.run_id}


def _of_task(task: "Task") -> Any:
    if task.called_by is not None:
        manager = task.called_by.chain.get_child("seq:step:1")
    else:
        manager = task.loop.chain.get_child(f"graph:step:{task.loop.step}")
    manager.add_tags(_tags_of(task))
    manager.add_metadata(task.config["metadata"])
    return manager


def _tags_of(task: "Task") -> list[str]:
    return [*task.loop.config.tags, *task.node.tags]


def _enter(task: "Task", run: Any) -> None:
    task.tell(run)
    enter_langchain(task)


def _input_of(task: "Task") -> Any:
    if task.called_by is None:
        return task.input
    args, kwargs = task.input
    try:
        bound = inspect.signature(task.node.bound.action).bind_partial(*args, **kwargs)
    except (TypeError, ValueError):
        return {"args": args, **kwargs}
    return dict(bound.arguments)
