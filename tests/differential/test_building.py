"""Graphs that cannot be built or run: the same error, at the same moment, in the same words."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import pytest
from typing_extensions import TypedDict

from tests.differential.engines import ORACLE, OURS, Engine
from tests.differential.graphs.states import Log
from tests.differential.normalise import Normaliser

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours

Build = Callable[[Engine, Any], Any]


def _nothing(state: Any) -> None:
    return None


def _one_parameter(left: Any) -> Any:
    return left


def _route(state: Any) -> str:
    return "a"


def _with_a(engine: Engine, builder: Any) -> Any:
    return builder.add_node("a", _nothing).add_edge(engine.START, "a")


def _bad_reducer_state() -> Any:
    class Bad(TypedDict):
        key: Annotated[list[Any], _one_parameter]

    return Bad


def _input_schema_disagrees(engine: Engine, builder: Any) -> Any:
    class Other(TypedDict):
        log: Annotated[list[Any], operator.mul]

    return engine.StateGraph(Log, input_schema=Other)


BUILDS: dict[str, Build] = {
    "empty": lambda engine, builder: builder,
    "no entry": lambda engine, builder: builder.add_node("a", _nothing),
    "edge to nobody": lambda engine, builder: _with_a(engine, builder).add_edge("a", "nobody"),
    "edge from nobody": lambda engine, builder: _with_a(engine, builder).add_edge("nobody", "a"),
    "start to nobody": lambda engine, builder: builder.add_edge(engine.START, "nobody"),
    "branch of nobody": lambda engine, builder: _with_a(engine, builder).add_conditional_edges(
        "nobody", _route
    ),
    "branch to nobody": lambda engine, builder: _with_a(engine, builder).add_conditional_edges(
        "a", _route, ["nobody"]
    ),
    "branch with a map to nobody": lambda engine, builder: _with_a(
        engine, builder
    ).add_conditional_edges("a", _route, {"a": "nobody"}),
    "same branch twice": lambda engine, builder: (
        _with_a(engine, builder)
        .add_conditional_edges("a", _route)
        .add_conditional_edges("a", _route)
    ),
    "same node twice": lambda engine, builder: _with_a(engine, builder).add_node("a", _nothing),
    "node named start": lambda engine, builder: builder.add_node(engine.START, _nothing),
    "node named end": lambda engine, builder: builder.add_node(engine.END, _nothing),
    "bar in a name": lambda engine, builder: builder.add_node("a|b", _nothing),
    "colon in a name": lambda engine, builder: builder.add_node("a:b", _nothing),
    "node named as a key": lambda engine, builder: builder.add_node("x", _nothing).add_edge(
        engine.START, "x"
    ),
    "edge from end": lambda engine, builder: builder.add_edge(engine.END, "a"),
    "edge to start": lambda engine, builder: builder.add_edge("a", engine.START),
    "join from nobody": lambda engine, builder: _with_a(engine, builder).add_edge(
        ["a", "nobody"], "a"
    ),
    "join to nobody": lambda engine, builder: _with_a(engine, builder).add_edge(["a"], "nobody"),
    "join from end": lambda engine, builder: _with_a(engine, builder).add_edge(
        ["a", engine.END], "a"
    ),
    "join from start": lambda engine, builder: _with_a(engine, builder).add_edge(
        [engine.START], "a"
    ),
    "join to start": lambda engine, builder: _with_a(engine, builder).add_edge(["a"], engine.START),
    "join to end": lambda engine, builder: _with_a(engine, builder).add_edge(["a"], engine.END),
    "empty sequence": lambda engine, builder: builder.add_sequence([]),
    "sequence of one name": lambda engine, builder: builder.add_sequence(
        [("a", _nothing), ("a", _nothing)]
    ),
    "number as a node": lambda engine, builder: builder.add_node("a", 7),
    "unreachable node": lambda engine, builder: _with_a(engine, builder).add_node(
        "island", _nothing
    ),
    "same edge twice": lambda engine, builder: _with_a(engine, builder).add_edge(engine.START, "a"),
    "input schema disagrees": _input_schema_disagrees,
}

COMPILES: dict[str, dict[str, Any]] = {
    "stop before nobody": {"interrupt_before": ["nobody"]},
    "stop after nobody": {"interrupt_after": ["a", "nobody"]},
}


def _outcome(act: Callable[[], Any]) -> Any:
    try:
        act()
    except Exception as error:  # noqa: BLE001 - the error is what is compared
        return Normaliser()(error)
    return "no error"


@pytest.mark.parametrize("name", BUILDS)
def test_building(name: str) -> None:
    def outcome(engine: Engine) -> Any:
        builder = engine.StateGraph(Log)
        return _outcome(lambda: BUILDS[name](engine, builder).compile().invoke({"x": 1}))

    assert outcome(OURS) == outcome(ORACLE)


@pytest.mark.parametrize("name", COMPILES)
def test_compiling(name: str) -> None:
    def outcome(engine: Engine) -> Any:
        builder = _with_a(engine, engine.StateGraph(Log))
        return _outcome(lambda: builder.compile(**COMPILES[name]))

    assert outcome(ORACLE) != "no error"
    assert outcome(OURS) == outcome(ORACLE)


def test_a_reducer_of_one_parameter() -> None:
    refusal = _outcome(partial(ORACLE.StateGraph, _bad_reducer_state()))
    assert refusal != "no error"
    assert _outcome(partial(OURS.StateGraph, _bad_reducer_state())) == refusal


def test_a_number_as_a_saver() -> None:
    def outcome(engine: Engine) -> Any:
        builder = _with_a(engine, engine.StateGraph(Log))
        return _outcome(partial(builder.compile, checkpointer=5))

    assert outcome(ORACLE) != "no error"
    assert outcome(OURS) == outcome(ORACLE)


def test_what_a_builder_holds() -> None:
    def held(engine: Engine) -> Any:
        builder = _with_a(engine, engine.StateGraph(Log)).add_node("b", _nothing)
        builder.add_edge(["a", "b"], "b").add_conditional_edges("a", _route)
        branches = {source: list(found) for source, found in builder.branches.items()}
        return builder.edges, builder.waiting_edges, branches, builder.branches["nobody"]

    assert held(OURS) == held(ORACLE)


@pytest.mark.parametrize("path_map", [None, {}, [], {"a": "a"}])
def test_an_empty_path_map_is_none(path_map: Any) -> None:
    def result(engine: Engine) -> Any:
        builder = engine.StateGraph(Log).add_node("a", lambda state: {"log": ["a"]})
        builder.add_conditional_edges(engine.START, _route, path_map)
        return builder.compile().invoke({"x": 1})

    assert result(OURS) == result(ORACLE)


def test_a_name_without_a_function() -> None:
    """LangGraph raises an error without a word; an error must say what is wrong and where."""
    assert _outcome(lambda: ORACLE.StateGraph(Log).add_node("alone")) == (
        "error",
        "RuntimeError",
        "",
    )
    _, kind, text = _outcome(lambda: OURS.StateGraph(Log).add_node("alone"))
    assert kind in {"RuntimeError", "ValueError", "TypeError"}
    assert "alone" in text


class Obliging:
    """As a mock: has every attribute, can be called, remembers its calls."""

    def __init__(self) -> None:
        self.given: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Obliging()

    def __call__(self, *args: Any) -> Any:
        self.given.append(args)
        return {"log": ["called"]}


def test_an_object_with_every_attribute_is_called() -> None:
    def calls(engine: Engine) -> Any:
        node = Obliging()
        builder = engine.StateGraph(Log).add_node("a", node).add_edge(engine.START, "a")
        by_hand = engine.NodeBuilder().subscribe_only("in").do(node).write_to("out")
        channels = {"in": engine.EphemeralValue(Any), "out": engine.LastValue(Any)}
        graph = engine.Pregel(
            nodes={"a": by_hand}, channels=channels, input_channels="in", output_channels="out"
        )
        return builder.compile().invoke({"x": 1}), graph.invoke(7), node.given

    assert calls(OURS) == calls(ORACLE)


def test_layout_of_a_compiled_graph() -> None:
    """Nodes, channels and triggers have the names that saved threads know."""

    def layout(engine: Engine) -> Any:
        builder = _with_a(engine, engine.StateGraph(Log)).add_node("b", _nothing)
        builder.add_node("late", _nothing, defer=True)
        builder.add_edge("a", "b").add_edge(["a", "b"], "late").add_conditional_edges("b", _route)
        graph = builder.compile(name="named")
        return {
            "name": graph.name,
            "nodes": list(graph.nodes),
            "channels": {key: type(channel).__name__ for key, channel in graph.channels.items()},
            "input": graph.input_channels,
            "output": graph.output_channels,
            "stream": graph.stream_channels_list,
            "mode": graph.stream_mode,
            "triggers": {key: list(nodes) for key, nodes in graph.trigger_to_nodes.items()},
        }

    assert layout(OURS) == layout(ORACLE)


def test_attaching_to_a_compiled_graph() -> None:
    def attached(engine: Engine) -> Any:
        builder = _with_a(engine, engine.StateGraph(Log))
        graph = builder.compile()
        for name in ("b", "c", "join", "last"):
            builder.add_node(name, lambda state, name=name: {"log": [name]})
        builder.add_conditional_edges("join", _to_last, ["last"])
        for name in ("b", "c", "join", "last"):
            graph.attach_node(name, builder.nodes[name])
        graph.attach_edge("a", "b")
        graph.attach_edge("a", "c")
        graph.attach_edge(["b", "c"], "join")
        graph.attach_edge("last", engine.END)
        (branch,) = builder.branches["join"].items()
        graph.attach_branch("join", *branch)
        graph.validate()
        for start in ("nowhere", ["a", "nowhere"]):
            with pytest.raises(KeyError, match="nowhere"):
                graph.attach_edge(start, "a")
        return graph.invoke({"log": []}), sorted(graph.channels), list(graph.nodes)

    assert attached(OURS) == attached(ORACLE)


def _to_last(state: Any) -> str:
    return "last"
