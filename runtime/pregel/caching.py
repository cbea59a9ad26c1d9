"""Task results from the cache: the writes of a task, kept under a key of its input."""

import inspect
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from xxhash import xxh3_128_hexdigest

from runtime.constants import CACHE_WRITES, SUBSTITUTED
from runtime.pregel.callable import unwrapped

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop
    from runtime.pregel.node import PregelNode
    from runtime.pregel.task import Task

FullKey = tuple[tuple[str, ...], str]


def cache_namespace(name: str, node: "PregelNode") -> tuple[str, ...]:
    """Where the results of a node lie: they belong to its function, and to its name."""
    function = unwrapped(node.bound.action)
    identity = getattr(function, "__qualname__", type(function).__qualname__)
    module = getattr(inspect.getmodule(function), "__name__", "")
    return (CACHE_WRITES, f"{module}.{identity}", name)


def _key(loop: "Loop", task: "Task") -> FullKey | None:
    policy = task.node.cache_policy or loop.graph.cache_policy
    if policy is None or loop.graph.cache is None or task.node.hidden:
        return None
    is_call = task.path[-1] is True
    positional, named = task.input if is_call else ((task.input,), {})
    with _saying_whose(task):
        key = policy.key_func(*positional, **named)
    content = key.encode() if isinstance(key, str) else key
    return cache_namespace(task.name, task.node), xxh3_128_hexdigest(content)


def cached_writes(loop: "Loop", task: "Task") -> list[tuple[str, Any]] | None:
    """The writes that the cache has for one task, or ``None``."""
    key = _key(loop, task)
    if key is None or loop.graph.cache is None:
        return None
    found = loop.graph.cache.get([key]).get(key)
    return None if found is None else [tuple(write) for write in found]


def take_cached(loop: "Loop", tasks: "Sequence[Task]") -> None:
    """Finish those tasks whose writes are in the cache."""
    if loop.graph.cache is None:
        return
    keys = {}
    for task in tasks:
        if not task.finished:
            key = _key(loop, task)
            if key is not None:
                keys[task.id] = key
    if not keys:
        return
    found = loop.graph.cache.get(list(keys.values()))
    for task in tasks:
        writes = found.get(keys.get(task.id, ((), "")))
        if writes is not None:
            task.writes = [tuple(write) for write in writes]
            task.finished = True


def keep_writes(loop: "Loop", task: "Task") -> None:
    """Put the writes of a finished task into the cache, where its policy says so."""
    if loop.graph.cache is None or task.error is not None or task.interrupts:
        return
    if any(channel == SUBSTITUTED for channel, _ in task.writes):
        return
    key = _key(loop, task)
    if key is not None:
        policy = task.node.cache_policy or loop.graph.cache_policy
        with _saying_whose(task):
            loop.graph.cache.set({key: (task.writes, policy.ttl)})


@contextmanager
def _saying_whose(task: "Task") -> Iterator[None]:
    """An error of the cache or of a key says whose result it is about."""
    try:
        yield
    except Exception as error:
        error.add_note(f"While caching the result of node '{task.name}'")
        raise
