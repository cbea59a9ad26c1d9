"""What a node may return, and what becomes of it."""

import operator
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest
from pydantic import BaseModel
from typing_extensions import TypedDict

from runtime.checkpoint.memory import InMemorySaver
from runtime.errors import InvalidUpdateError, ParentCommand
from runtime.graph import END, START, StateGraph
from runtime.types import Command, Send


class State(TypedDict, total=False):
    x: int
    log: Annotated[list[Any], operator.add]


def run(action: Any, given: Any = None, schema: Any = State) -> Any:
    """The state after one node."""
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(schema)
    builder.add_node("n", action).add_node("m", lambda state: {"log": ["m"]}).add_edge(START, "n")
    return builder.compile().invoke({"x": 1} if given is None else given)


@dataclass
class Part:
    x: int
    log: list[Any] = field(default_factory=list)


class Model(BaseModel):
    x: int | None = None
    log: list[Any] = []


@pytest.mark.parametrize(
    ("returned", "state"),
    [
        (None, {"x": 1, "log": []}),
        ({}, {"x": 1, "log": []}),
        ({"x": 2}, {"x": 2, "log": []}),
        ({"x": None}, {"x": None, "log": []}),
        ({"x": 2, "stranger": 3}, {"x": 2, "log": []}),
        (Part(2, ["p"]), {"x": 2, "log": ["p"]}),
        (Model(log=["p"]), {"x": 1, "log": ["p"]}),
        (Command(update={"x": 2}), {"x": 2, "log": []}),
        (Command(update=[("log", ["a"]), ("log", ["b"])]), {"x": 1, "log": ["a", "b"]}),
        (Command(update=Part(2, ["p"])), {"x": 2, "log": ["p"]}),
        (Command(update={"x": 2}, goto="m"), {"x": 2, "log": ["m"]}),
        (Command(goto=[Send("m", {}), "m", END]), {"x": 1, "log": ["m", "m"]}),
        (Send("m", {}), {"x": 1, "log": ["m"]}),
        ([{"log": ["a"]}, Command(update={"log": ["b"]}, goto="m")], {"x": 1, "log": list("abm")}),
        ((Command(update={"x": 2}), Part(3, ["p"]))[:1], {"x": 2, "log": []}),
    ],
)
def test_what_a_node_may_return(returned: Any, state: dict[str, Any]) -> None:
    assert run(lambda given: returned) == state


@pytest.mark.parametrize("returned", [5, "text", [{"x": 2}], ({"x": 2},), [1], object, State])
def test_what_a_node_may_not_return(returned: Any) -> None:
    with pytest.raises(InvalidUpdateError, match="Expected dict, got") as caught:
        run(lambda given: returned)

    assert "INVALID_GRAPH_NODE_RETURN_VALUE" in str(caught.value)
    assert caught.value.__notes__[0].startswith("During task with name 'n' and id '")


def test_a_state_without_keys_takes_any_value() -> None:
    def double(value: int) -> int:
        return value * 2

    builder: StateGraph[Any, Any, Any, Any] = StateGraph(int)
    builder.add_node("double", double).add_node("again", double)
    graph = builder.add_edge(START, "double").add_edge("double", "again").compile()

    assert graph.invoke(3) == 12
    assert list(graph.stream(3, stream_mode="values")) == [3, 6, 12]


def test_a_reduced_state_without_keys_is_folded() -> None:
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(Annotated[list[int], operator.add])  # type: ignore[arg-type]
    builder.add_node("a", lambda values: [len(values)]).add_node("b", lambda values: None)
    graph = builder.add_edge(START, "a").add_edge("a", "b").compile(InMemorySaver())
    config = {"configurable": {"thread_id": "t"}}

    assert graph.invoke([1, 2], config) == [1, 2, 2]
    assert graph.invoke([5], config) == [1, 2, 2, 5, 4]


@pytest.mark.parametrize(
    ("action", "problem"),
    [
        (lambda state: Command(goto="nowhere"), "goes to the unknown node 'nowhere'"),
        (lambda state: Command(goto=["m", 5]), "goes to the unknown node 5"),
        (lambda state: Command[Any](goto=[["m"]]), r"goes to the unknown node \['m'\]"),
        (lambda state: Command(goto=Send("nowhere", 1)), "goes to the unknown node 'nowhere'"),
        (lambda state: Command(goto=Send(END, 1)), "Cannot send a packet to the END node"),
    ],
)
def test_commands_that_lead_nowhere(action: Any, problem: str) -> None:
    with pytest.raises(InvalidUpdateError, match=problem):
        run(action)


def test_a_command_for_a_parent_that_is_not_there_reaches_the_caller() -> None:
    with pytest.raises(ParentCommand) as caught:
        run(lambda state: Command(graph=Command.PARENT, goto="m"))
    assert [command.goto for command in caught.value.commands] == ["m"]


@pytest.mark.parametrize(
    ("answer", "error", "problem"),
    [
        ("nowhere", InvalidUpdateError, "of node 'n' goes to the unknown node 'nowhere'"),
        (Send("nowhere", 1), InvalidUpdateError, "unknown node 'nowhere'"),
        (Send(END, 1), InvalidUpdateError, "Cannot send a packet to the END node"),
        (None, ValueError, "did not return a valid destination"),
        (["m", None], ValueError, "did not return a valid destination"),
        (START, ValueError, "did not return a valid destination"),
    ],
)
def test_routes_that_lead_nowhere(answer: Any, error: type[Exception], problem: str) -> None:
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    builder.add_node("n", lambda state: {"x": 2}).add_node("m", lambda state: None)
    builder.add_edge(START, "n").add_conditional_edges("n", lambda state: answer)

    with pytest.raises(error, match=problem):
        builder.compile().invoke({"x": 1})


def test_a_router_sees_its_own_nodes_writes_and_no_siblings() -> None:
    seen = {}

    def route(name: str) -> Any:
        def router(state: Any) -> str:
            seen[name] = (state["x"], list(state["log"]))
            return END

        return router

    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    builder.add_node("a", lambda state: {"x": 7, "log": ["a"]})
    builder.add_node("b", lambda state: {"log": ["b"]})
    builder.add_edge(START, "a").add_edge(START, "b")
    builder.add_conditional_edges("a", route("a")).add_conditional_edges("b", route("b"))
    builder.compile().invoke({"x": 1})

    assert seen == {"a": (7, ["a"]), "b": (1, ["b"])}
