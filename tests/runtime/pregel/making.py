"""Small graphs and loops for the tests of the engine."""

import asyncio
import functools
import operator
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from typing_extensions import TypedDict

from runtime.graph import START, StateGraph
from runtime.pregel.loop import Loop
from runtime.pregel.observe import Observer
from runtime.pregel.running import Options, make_loop
from runtime.types import interrupt

Graph = Any
Action = Callable[..., Any]
PATIENCE = 30
"""Seconds until a meeting that cannot happen fails the test."""


class State(TypedDict, total=False):
    """One plain key, one that is summed, one that is appended to."""

    x: int
    total: Annotated[int, operator.add]
    log: Annotated[list[Any], operator.add]


def says(name: str) -> Action:
    """A node that logs its name."""

    def node(state: Any) -> dict[str, Any]:
        return {"log": [name]}

    return node


def asks(name: str, times: int = 1) -> Action:
    """A node that asks ``times`` questions and logs the answers."""

    def node(state: Any) -> dict[str, Any]:
        return {"log": [(name, *[interrupt(f"{name}{index}") for index in range(times)])]}

    return node


def builder_of(
    nodes: dict[str, Any] | str, *edges: tuple[str | list[str], str], schema: Any = State
) -> StateGraph[Any, Any, Any, Any]:
    """A builder; a text of names makes nodes that log them. Without edges all start at once."""
    actions = {name: says(name) for name in nodes.split()} if isinstance(nodes, str) else nodes
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(schema)
    for name, action in actions.items():
        builder.add_node(name, action)
    for start, end in edges or [(START, name) for name in actions]:
        builder.add_edge(start, end)
    return builder


def chain(*names: str) -> list[tuple[str | list[str], str]]:
    """Edges from START through ``names``."""
    return list(zip((START, *names), names, strict=False))


def thread(name: str = "t", **configurable: Any) -> dict[str, Any]:
    """A config that addresses a thread."""
    return {"configurable": {"thread_id": name, **configurable}}


def entered(graph: Graph, given: Any, observer: Observer | None = None) -> Loop:
    """A loop without a saver, standing before its first superstep."""
    loop = make_loop(graph, None, Options(observer=observer))
    loop.enter(given)
    return loop


def ids(graph: Graph, name: str = "t") -> list[str]:
    """Checkpoint ids of a thread, oldest first."""
    found = [entry.config["configurable"]["checkpoint_id"] for entry in history(graph, name)]
    return list(reversed(found))


def history(graph: Graph, name: str = "t") -> list[Any]:
    """Snapshots of a thread, newest first."""
    return list(graph.get_state_history(thread(name)))


def awaited(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test in an event loop of its own."""

    @functools.wraps(test)
    def run(*arguments: Any, **named: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*arguments, **named), PATIENCE))

    return run
