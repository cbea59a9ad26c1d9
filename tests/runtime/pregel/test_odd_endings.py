"""Ways a task or a run ends that need a word of their own."""

from __future__ import annotations

import asyncio
import gc
import weakref
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pytest
from typing_extensions import TypedDict

from runtime.checkpoint.memory import InMemorySaver
from runtime.graph import START, StateGraph
from runtime.types import StreamWriter, TimeoutPolicy


class State(TypedDict):
    log: str


def _graph(**nodes: Any) -> StateGraph[Any, Any, Any, Any]:
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    names = list(nodes)
    for name, node in nodes.items():
        builder.add_node(name, node)
    for source, target in zip([START, *names], names, strict=False):
        builder.add_edge(source, target)
    return builder


def test_a_node_that_raises_stop_iteration_is_named() -> None:
    def node(state: State) -> Any:
        return next(iter(()))

    with pytest.raises(RuntimeError, match=r"Node 'node' raised StopIteration"):
        _graph(node=node).compile().invoke({"log": ""})


class Thing:
    """A value that tells by a weak reference whether somebody still holds it."""


@pytest.mark.parametrize("library", ["runtime", "langchain_core.runnables"])
def test_a_run_that_ended_is_gone_without_a_garbage_collection(library: str) -> None:
    import_module(library)
    held: list[weakref.ref[Thing]] = []

    def node(state: State) -> Any:
        thing = Thing()
        held.append(weakref.ref(thing))
        return {"log": thing}

    app = _graph(node=node).compile()
    gc.disable()
    try:
        app.invoke({"log": ""})
        assert held[0]() is None
    finally:
        gc.enable()


@dataclass(frozen=True)
class FrozenError(Exception):
    code: int


def test_an_exception_that_refuses_notes_is_raised_all_the_same() -> None:
    def node(state: State) -> Any:
        raise FrozenError(7)

    graph = _graph(node=node).compile(checkpointer=InMemorySaver())
    thread: dict[str, Any] = {"configurable": {"thread_id": "t"}}
    with pytest.raises(FrozenError):
        graph.invoke({"log": ""}, thread)
    assert "FrozenError" in str(graph.get_state(thread).tasks[0].error)


def test_a_stream_left_before_the_barrier_says_what_is_next() -> None:
    def a(state: State) -> Any:
        return {"log": "a"}

    def b(state: State) -> Any:
        return {"log": "b"}

    graph = _graph(a=a, b=b).compile(checkpointer=InMemorySaver())
    thread: dict[str, Any] = {"configurable": {"thread_id": "t"}}
    for _ in graph.stream({"log": ""}, thread, stream_mode="updates"):
        break
    assert graph.get_state(thread).next == ("b",)
    assert graph.invoke(None, thread) == {"log": "b"}


def test_writing_to_the_stream_keeps_an_idle_node_alive_though_nobody_listens() -> None:
    async def node(state: State, writer: StreamWriter) -> Any:
        for part in range(6):
            await asyncio.sleep(0.1)
            writer(part)
        return {"log": "done"}

    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    builder.add_node("node", node, timeout=TimeoutPolicy(idle_timeout=0.4))
    builder.add_edge(START, "node")
    assert asyncio.run(builder.compile().ainvoke({"log": ""})) == {"log": "done"}
