"""Nodes and routers that yield: the chunks are added up, or the last one counts."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import pytest
from typing_extensions import TypedDict

from tests.differential.coroutines import InCoroutines
from tests.differential.engines import Engine
from tests.differential.probing import Probe, same

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours


class State(TypedDict, total=False):
    x: int
    log: Annotated[list[Any], operator.add]


class Sum(dict[str, Any]):
    """A dictionary that can be added to another."""

    def __add__(self, other: dict[str, Any]) -> Sum:
        return Sum({**self, **other})


YIELDED: dict[str, Callable[[Engine], list[Any]]] = {
    "nothing": lambda engine: [],
    "one": lambda engine: [{"log": ["a"]}],
    "two dictionaries": lambda engine: [{"log": ["a"]}, {"x": 1}],
    "two that can be added": lambda engine: [Sum(log=["a"]), Sum(x=1)],
    "none first": lambda engine: [None, {"log": ["a"]}],
    "none last": lambda engine: [{"log": ["a"]}, None],
    "lists": lambda engine: [[{"log": ["a"]}], [{"log": ["b"]}]],
    "commands": lambda engine: [engine.Command(update={"x": 1}), engine.Command(update={"x": 2})],
    "texts": lambda engine: ["a", "b"],
    "numbers": lambda engine: [1, 2],
}


def graph_of(engine: Engine, node: Any) -> Any:
    return engine.StateGraph(State).add_node("n", node).add_edge(engine.START, "n").compile()


@pytest.mark.parametrize("kind", ["sync", "async"])
@pytest.mark.parametrize("name", YIELDED)
def test_nodes_that_yield(name: str, kind: str) -> None:
    def program(probe: Probe) -> None:
        chunks = YIELDED[name](probe.engine)

        def node(state: Any) -> Any:
            yield from chunks

        async def anode(state: Any) -> Any:
            for chunk in chunks:
                yield chunk

        graph = graph_of(probe.engine, node if kind == "sync" else anode)
        ways = [InCoroutines(graph)] if kind == "async" else [graph, InCoroutines(graph)]
        for way in ways:
            probe.stream("chunks", way.stream({"log": []}, stream_mode=["updates", "values"]))
            probe("result", partial(way.invoke, {"log": []}))

    same(program)


def test_generators_in_other_places() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine

        def fails(state: Any) -> Any:
            yield {"log": ["a"]}
            raise LookupError("after a chunk")

        def asks(state: Any) -> Any:
            yield {"log": [engine.interrupt("?")]}

        def configured(state: Any, config: Any) -> Any:
            yield {"log": [config["metadata"]["langgraph_node"]]}

        class Callable:
            async def __call__(self, state: Any) -> Any:
                yield {"log": ["called"]}

        for node in (fails, asks, configured, functools.partial(configured)):
            probe("invoke", partial(graph_of(engine, node).invoke, {"log": []}))
        probe("object", partial(graph_of(engine, Callable()).ainvoke, {"log": []}))

        def route(state: Any) -> Any:
            yield "b"

        builder = engine.StateGraph(State).add_node("b", configured)
        builder.add_conditional_edges(engine.START, route, ["b"])
        probe("router", partial(builder.compile().invoke, {"log": []}))

        def twice(value: Any) -> Any:
            yield value
            yield value

        node = engine.NodeBuilder().subscribe_only("a").do(twice).write_to("b")
        app = engine.Pregel(
            nodes={"n": node},
            channels={"a": engine.EphemeralValue(int), "b": engine.LastValue(int)},
            input_channels="a",
            output_channels="b",
        )
        probe("by hand", partial(app.invoke, 2))
        probe("transform", lambda: list(app.transform(iter([2, 3, "x"]))))

    same(program)


def test_async_generators_need_a_loop() -> None:
    """Both refuse them in a sync run; ours names the node."""

    async def node(state: Any) -> Any:
        yield {"log": ["a"]}

    def program(probe: Probe) -> None:
        with pytest.raises(TypeError):
            graph_of(probe.engine, node).invoke({"log": []})

    same(program)
