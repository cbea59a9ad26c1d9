"""Graphs with coroutine nodes, made to run in threads.

A debugged run is driven by one thread that the gate can hold. A node or router that can only be
awaited gets an event loop of its own for each call, in the thread of its task.
"""

import asyncio
import copy
from collections.abc import Awaitable, Callable
from typing import Any

from runtime.debug.opened import AnyGraph
from runtime.graph.branch import BranchWriter
from runtime.pregel.callable import NodeFunction
from runtime.pregel.main import Pregel
from runtime.pregel.node import PregelNode


def in_threads(graph: AnyGraph) -> AnyGraph:
    """The graph with everything in it callable from a thread; itself where it already is."""
    changed = {name: _node(node) for name, node in graph.nodes.items()}
    if all(changed[name] is node for name, node in graph.nodes.items()):
        return graph
    return graph.copy(update={"nodes": changed})


def _node(node: PregelNode) -> PregelNode:
    bound = _bound(node.bound)
    writers = [_writer(writer) for writer in node.writers]
    same = all(new is old for new, old in zip(writers, node.writers, strict=True))
    if bound is node.bound and same:
        return node
    made = copy.copy(node)
    made.bound = bound
    made.writers = writers
    made.subgraphs = bound.subgraphs
    return made


def _bound(function: NodeFunction) -> NodeFunction:
    action = function.action
    if isinstance(action, Pregel):
        inner = in_threads(action)
        return function if inner is action else NodeFunction(inner, function.name)
    if not function.is_async or function.acall is None:
        return function
    made = copy.copy(function)
    made.is_async = False
    made.call = _awaited(function.acall)
    return made


def _writer(writer: Any) -> Any:
    if not isinstance(writer, BranchWriter) or not writer.is_async:
        return writer
    branch = copy.copy(writer.branch)
    branch.path = _bound(branch.path)
    made = copy.copy(writer)
    made.branch = branch
    return made


def _awaited(call: Callable[[Any, Any], Awaitable[Any]]) -> Callable[[Any, Any], Any]:
    async def main(value: Any, scope: Any) -> Any:
        return await call(value, scope)

    return lambda value, scope: asyncio.run(main(value, scope))
