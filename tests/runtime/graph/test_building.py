"""The builder: what it takes, what it refuses and how it says so."""

import logging
import operator
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

import pytest
from typing_extensions import TypedDict

from runtime.checkpoint.memory import InMemorySaver
from runtime.graph import END, START, StateGraph
from runtime.types import Command, RetryPolicy, Send
from runtime.warnings import LangGraphDeprecationWarning


class State(TypedDict, total=False):
    x: int
    log: Annotated[list[str], operator.add]


def says(name: str) -> Callable[[Any], dict[str, Any]]:
    """A node that logs its name."""

    def node(state: Any) -> dict[str, Any]:
        return {"log": [name]}

    return node


def builder_of(*names: str) -> StateGraph[Any, Any, Any, Any]:
    """A builder with nodes and no edges."""
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    for name in names:
        builder.add_node(name, says(name))
    return builder


# -- names ----------------------------------------------------------------------------------


def plain(state: Any) -> dict[str, Any]:
    return {"log": ["plain"]}


class Callable_:
    def __call__(self, state: Any) -> dict[str, Any]:
        return {"log": ["object"]}


class Runnable:
    def get_name(self) -> str:
        return "chain"

    def invoke(self, value: Any, config: Any) -> dict[str, Any]:
        return {"log": [f"runnable of {sorted(value)}"]}


@pytest.mark.parametrize(
    ("action", "name"),
    [
        (plain, "plain"),
        (partial(plain), "plain"),
        (Callable_(), "Callable_"),
        (Runnable(), "chain"),
    ],
)
def test_a_node_is_named_after_its_action(action: Any, name: str) -> None:
    builder = StateGraph(State).add_node(action)

    assert list(builder.nodes) == [name]


def test_builder_methods_give_the_builder() -> None:
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)

    assert builder.add_node("a", plain) is builder
    assert builder.add_edge(START, "a") is builder
    assert builder.add_conditional_edges("a", lambda state: END) is builder
    assert builder.add_sequence([("b", plain)]) is builder
    assert builder.set_entry_point("a") is builder
    assert builder.set_finish_point("b") is builder
    assert builder.set_conditional_entry_point(lambda state: "a") is builder
    assert builder.set_node_defaults(retry_policy=RetryPolicy()) is builder
    assert builder.validate() is builder


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a", "Node `a` already present."),
        (START, "Node `__start__` is reserved."),
        (END, "Node `__end__` is reserved."),
        ("a|b", r"'\|' is a reserved character"),
        ("a:b", "':' is a reserved character"),
    ],
)
def test_names_that_are_refused(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        builder_of("a").add_node(name, plain)


@pytest.mark.parametrize("action", [5, object()])
def test_an_action_that_cannot_be_called_is_refused(action: Any) -> None:
    with pytest.raises(TypeError, match="Expected a Runnable, callable or dict"):
        StateGraph(State).add_node("n", action)
    with pytest.raises(TypeError, match="Expected a Runnable, callable or dict"):
        StateGraph(State).add_node(action)


def test_a_name_needs_an_action() -> None:
    with pytest.raises(RuntimeError, match="Node `n` needs an action"):
        StateGraph(State).add_node("n")


def test_unknown_and_old_arguments_are_told(caplog: pytest.LogCaptureFixture) -> None:
    StateGraph(State).add_node("n", plain, retries=3)
    assert "'retries' is ignored" in caplog.text
    with pytest.warns(LangGraphDeprecationWarning, match="`retry` is deprecated"):
        StateGraph(State).add_node("n", plain, retry=RetryPolicy())


def test_a_synchronous_node_cannot_be_timed_out() -> None:
    builder = StateGraph(State).add_node("n", plain, timeout=1).add_edge(START, "n")
    with pytest.raises(ValueError, match="Node 'n' is sync"):
        builder.compile()


# -- edges ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "end", "message"),
    [
        (END, "a", "END cannot be a start node"),
        ("a", START, "START cannot be an end node"),
        ([END, "a"], "b", "END cannot be a start node"),
        (["a", "x"], "b", "Need to add_node `x` first"),
        (["a", "b"], "x", "Need to add_node `x` first"),
        (["a", "b"], START, "START cannot be an end node"),
    ],
)
def test_edges_that_are_refused_at_once(start: Any, end: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        builder_of("a", "b").add_edge(start, end)


def test_a_router_is_refused_twice_at_the_same_node() -> None:
    def route(state: Any) -> str:
        return END

    builder = builder_of("a", "b").add_conditional_edges("a", route)
    builder.add_conditional_edges("b", route)

    with pytest.raises(ValueError, match="Branch with name `route` already exists for node `a`"):
        builder.add_conditional_edges("a", route)


def test_sequences() -> None:
    builder = StateGraph(State).add_sequence([plain, ("second", says("second"))])

    assert list(builder.edges) == [("plain", "second")]
    with pytest.raises(ValueError, match="at least one node"):
        builder.add_sequence([])
    with pytest.raises(ValueError, match="Node names must be unique: node with the name 'plain'"):
        builder.add_sequence([plain])


# -- validation -----------------------------------------------------------------------------


def with_router(**options: Any) -> StateGraph[Any, Any, Any, Any]:
    return builder_of("a").add_edge(START, "a").add_conditional_edges("a", plain, **options)


@pytest.mark.parametrize(
    ("builder", "message"),
    [
        (builder_of("a"), "Graph must have an entrypoint"),
        (builder_of("a").add_edge(START, "b"), "Found edge ending at unknown node `b`"),
        (
            builder_of("a").add_edge(START, "a").add_edge("x", "a"),
            "Found edge starting at unknown node 'x'",
        ),
        (
            builder_of("a").add_edge(START, "a").add_conditional_edges("x", plain),
            "Found edge starting at unknown node 'x'",
        ),
        (
            with_router(path_map={"yes": "x"}),
            "At 'a' node, 'plain' branch found unknown target 'x'",
        ),
        (with_router(path_map=["a", "x"]), "branch found unknown target 'x'"),
        (
            builder_of().add_node("a", plain, destinations=("x",)).add_edge(START, "a"),
            "Found edge ending at unknown node `x`",
        ),
    ],
)
def test_what_compile_refuses(builder: StateGraph[Any, Any, Any, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        builder.compile()


def test_declared_commands_are_checked() -> None:
    def jumps(state: Any) -> Command[Literal["nowhere"]]:
        return Command(goto="nowhere")

    with pytest.raises(ValueError, match="unknown node `nowhere`"):
        StateGraph(State).add_node(jumps).add_edge(START, "jumps").compile()


def test_declared_routes_are_checked() -> None:
    def route(state: Any) -> Literal["a", "nowhere"]:
        return "a"

    with pytest.raises(ValueError, match="'route' branch found unknown target 'nowhere'"):
        builder_of("a").add_edge(START, "a").add_conditional_edges("a", route).compile()


@pytest.mark.parametrize("which", ["interrupt_before", "interrupt_after"])
def test_static_interrupts_name_nodes(which: str) -> None:
    stops: Any = {which: ["x"]}
    with pytest.raises(ValueError, match="Interrupt node `x` not found"):
        builder_of("a").add_edge(START, "a").compile(**stops)


def test_a_saver_must_be_one() -> None:
    with pytest.raises(TypeError, match="Invalid checkpointer provided"):
        builder_of("a").add_edge(START, "a").compile(InMemorySaver)  # type: ignore[arg-type]


def test_a_graph_without_a_way_to_the_end_is_fine() -> None:
    graph = builder_of("a").set_entry_point("a").compile()

    assert graph.invoke({"log": ["in"]}) == {"log": ["in", "a"]}


def test_adding_after_compiling_is_told_and_changes_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    builder = builder_of("a").add_edge(START, "a")
    graph = builder.compile()

    with caplog.at_level(logging.WARNING):
        builder.add_node("b", plain)
        builder.add_edge("a", "b")

    assert "already been compiled" in caplog.text
    assert graph.invoke({}, stream_mode="updates") == [{"a": {"log": ["a"]}}]
    assert builder.compile().invoke({"x": 0})["log"] == ["a", "plain"]


# -- what nodes may be ----------------------------------------------------------------------


def test_runnables_mappings_and_generators_are_nodes() -> None:
    def pieces(state: Any) -> Any:
        yield Pieces(["one"])
        yield Pieces(["two"])

    class Pieces(dict[str, Any]):
        def __init__(self, log: list[str]) -> None:
            super().__init__(log=log)

        def __add__(self, other: "Pieces") -> "Pieces":
            return Pieces(self["log"] + other["log"])

    builder = StateGraph(State)
    builder.add_node("runnable", Runnable())
    builder.add_node("mapping", {"log": lambda state: ["mapped"], "x": lambda state: 7})
    builder.add_node("pieces", pieces)
    builder.add_edge(START, "runnable").add_edge("runnable", "mapping").add_edge(
        "mapping", "pieces"
    )

    assert builder.compile().invoke({"x": 1}) == {
        "x": 7,
        "log": ["runnable of ['log', 'x']", "mapped", "one", "two"],
    }


def test_a_node_may_refer_to_what_is_assigned_later_and_to_stubborn_objects() -> None:
    class Stubborn:
        def __getattr__(self, name: str) -> Any:
            raise RuntimeError(f"nobody asks me for {name}")

    stubborn = Stubborn()

    def node(state: Any) -> Any:
        return {"log": [later, type(stubborn).__name__]}

    builder = StateGraph(State).add_node(node).add_edge(START, "node")
    later = "assigned"

    assert builder.compile().invoke({"x": 1})["log"] == ["assigned", "Stubborn"]


def test_a_coroutine_in_a_synchronous_run_is_refused() -> None:
    async def later(state: Any) -> None:
        return None

    graph = StateGraph(State).add_node(later).add_edge(START, "later").compile()

    with pytest.raises(TypeError, match='No synchronous function provided to "later"'):
        graph.invoke({"x": 1})


@pytest.mark.parametrize("labels", [{True: "yes", False: "no"}, None])
def test_routers_take_labels_or_names(labels: Any) -> None:
    def route(state: Any) -> Any:
        return state["x"] > 0 if labels else ("yes" if state["x"] > 0 else "no")

    builder = builder_of("ask", "yes", "no").add_edge(START, "ask")
    graph = builder.add_conditional_edges("ask", route, labels).compile()

    assert graph.invoke({"x": 1})["log"] == ["ask", "yes"]
    assert graph.invoke({"x": 0})["log"] == ["ask", "no"]


def test_a_route_may_be_a_send_a_list_or_the_end() -> None:
    def route(state: Any) -> Any:
        return [Send("b", {"x": 5}), "c", END]

    def show(state: Any) -> Any:
        return {"log": [f"b{state['x']}"]}

    builder = builder_of("a", "c").add_node("b", show).add_edge(START, "a")
    graph = builder.add_conditional_edges("a", route).compile()

    assert graph.invoke({"x": 1})["log"] == ["a", "c", "b5"]
