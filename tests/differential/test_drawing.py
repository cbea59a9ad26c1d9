"""The drawn graph: the same nodes, edges and diagram text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest

from tests.differential.engines import ORACLE, OURS, Engine
from tests.differential.graphs.states import Log, graph_of
from tests.differential.scenarios import says

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours


def _nodes(*names: str) -> dict[str, Any]:
    return {name: says(name) for name in names}


def _chain(engine: Engine) -> Any:
    edges = [(engine.START, "a"), ("a", "b"), ("b", engine.END)]
    return graph_of(engine, _nodes("a", "b"), edges).compile()


def _open_ended_branch(engine: Engine) -> Any:
    builder = graph_of(engine, _nodes("a", "b", "c"), [(engine.START, "a"), ("b", engine.END)])
    return builder.add_conditional_edges("a", lambda state: "b").compile()


def _annotated_branch(engine: Engine) -> Any:
    def route(state: Any) -> Literal["b", "__end__"]:
        return "b"

    builder = graph_of(engine, _nodes("a", "b"), [(engine.START, "a"), ("b", "a")])
    return builder.add_conditional_edges("a", route).compile()


def _labelled_branch_and_stops(engine: Engine) -> Any:
    builder = graph_of(engine, _nodes("a", "b", "c"), [(engine.START, "a"), ("b", "c")])
    path = {"yes": "b", "no": engine.END, "c": "c"}
    builder.add_conditional_edges("a", lambda state: "yes", path)
    return builder.compile(interrupt_before=["b"], interrupt_after=["b", "a"])


def _command(engine: Engine) -> Any:
    def a(state: Any) -> Any:
        return engine.Command(goto="b")

    a.__annotations__["return"] = engine.Command[Literal["b", "__end__"]]
    return graph_of(engine, {"a": a, **_nodes("b")}, [(engine.START, "a")]).compile()


def _join_loop_and_deferred(engine: Engine) -> Any:
    builder = engine.StateGraph(Log)
    for name in ["a", "b", "loop"]:
        builder.add_node(name, says(name))
    builder.add_node("late", says("late"), defer=True)
    for start, end in [(engine.START, "b"), (engine.START, "a"), (["a", "b"], "late")]:
        builder.add_edge(start, end)
    builder.add_edge("late", "loop").add_edge("loop", "loop")
    return builder.compile()


def _destinations_metadata_and_names(engine: Engine) -> Any:
    builder = engine.StateGraph(Log)
    builder.add_node("a", says("a"), destinations={"b": "label"}, metadata={"kind": 1})
    builder.add_node("b b", says("b b")).add_node("b", says("b")).add_node("ü", says("ü"))
    for start, end in [(engine.START, "a"), ("a", "b b"), ("b", "ü")]:
        builder.add_edge(start, end)
    return builder.compile()


def _tuple_of_destinations(engine: Engine) -> Any:
    builder = engine.StateGraph(Log)
    builder.add_node("a", says("a"), destinations=("b", engine.END)).add_node("b", says("b"))
    return builder.add_edge(engine.START, "a").compile()


def _conditional_entry(engine: Engine) -> Any:
    builder = graph_of(engine, _nodes("a"))
    builder.set_conditional_entry_point(lambda state: "a", ["a", engine.END])
    return builder.set_finish_point("a").compile()


GRAPHS: dict[str, Callable[[Engine], Any]] = {
    build.__name__.strip("_"): build
    for build in [
        _chain,
        _open_ended_branch,
        _annotated_branch,
        _labelled_branch_and_stops,
        _command,
        _join_loop_and_deferred,
        _destinations_metadata_and_names,
        _tuple_of_destinations,
        _conditional_entry,
    ]
}

each_graph = pytest.mark.parametrize("name", GRAPHS)


@each_graph
def test_nodes_and_edges(name: str) -> None:
    def drawn(engine: Engine) -> Any:
        shown = GRAPHS[name](engine).get_graph().to_json()
        for node in shown["nodes"]:
            # The path of the class that wraps a plain function is the engine's own.
            if "data" in node:
                node["data"].pop("id")
        return shown

    assert drawn(OURS) == drawn(ORACLE)


@each_graph
def test_mermaid_text(name: str) -> None:
    def drawn(engine: Engine) -> Any:
        return GRAPHS[name](engine).get_graph().draw_mermaid()

    assert drawn(OURS) == drawn(ORACLE)
