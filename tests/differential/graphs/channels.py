"""Update rules: channels named in annotations, reducers, Overwrite."""

import operator
from typing import Annotated, Any

from typing_extensions import TypedDict

from runtime.errors import InvalidUpdateError
from tests.differential.corrections import refused
from tests.differential.engines import Engine
from tests.differential.graphs.states import graph_of
from tests.differential.recording import Session
from tests.differential.scenarios import run_and_look, says, scenario


def _channel_state(engine: Engine) -> Any:
    class State(TypedDict):
        topic: Annotated[list[str], engine.Topic(str)]
        kept: Annotated[list[str], engine.Topic(str, accumulate=True)]
        untracked: Annotated[int, engine.UntrackedValue]
        ephemeral: Annotated[int, engine.EphemeralValue]
        same: Annotated[int, engine.AnyValue]
        plain: int

    return State


@scenario(run_and_look({"plain": 0}))
def every_channel_class(engine: Engine) -> Any:
    def see(state: Any) -> Any:
        return {"plain": len(state)}

    nodes: dict[str, Any] = {
        "one": lambda state: {
            "topic": "a",
            "kept": ["x", "y"],
            "untracked": 1,
            "ephemeral": 5,
            "same": 3,
        },
        "two": lambda state: {"topic": ["p", "q"], "kept": "z", "same": 4},
        "see": see,
        "nothing": lambda state: None,
        "see_again": see,
    }
    edges = [(engine.START, "one"), ("one", "two"), ("two", "see"), ("see", "nothing")]
    builder = graph_of(engine, nodes, [*edges, ("nothing", "see_again")], _channel_state(engine))
    return engine.compile(builder)


@scenario(run_and_look({"plain": 0}))
def topic_of_several_writers(engine: Engine) -> Any:
    nodes: dict[str, Any] = {
        "b": lambda state: {"topic": ["b1", "b2"], "kept": "b", "same": 1},
        "a": lambda state: {"topic": "a", "kept": "a", "same": 1},
        "see": lambda state: {"plain": len(state["topic"])},
    }
    edges = [(engine.START, "a"), (engine.START, "b"), (["a", "b"], "see")]
    return engine.compile(graph_of(engine, nodes, edges, _channel_state(engine)))


def _each_conflict(engine: Engine, session: Session) -> None:
    for channel in ("ephemeral", "untracked", "same"):
        session.invoke({"kept": channel}, base={"configurable": {"thread_id": channel}})


@scenario(_each_conflict)
def conflicts_by_channel_class(engine: Engine) -> Any:
    nodes: dict[str, Any] = {
        "a": lambda state: {state["kept"][0]: 1},
        "b": lambda state: {state["kept"][0]: 2},
    }
    edges = [(engine.START, "a"), (engine.START, "b")]
    return engine.compile(graph_of(engine, nodes, edges, _channel_state(engine)))


def _largest(left: int, right: int) -> int:
    return max(left, right)


class Reduced(TypedDict):
    largest: Annotated[int, _largest]
    members: Annotated[set[int], operator.or_]
    table: Annotated[dict[str, int], operator.or_]
    text: Annotated[str, operator.add]
    items: Annotated[list[int], operator.add]


@scenario(run_and_look({"largest": -7}, {"text": "again", "items": [0]}))
def reducers_and_their_empty_values(engine: Engine) -> Any:
    nodes: dict[str, Any] = {
        "a": lambda state: {
            "largest": -5,
            "members": {1},
            "table": {"a": 1},
            "text": "a",
            "items": [1],
        },
        "b": lambda state: {
            "largest": 3,
            "members": {2},
            "table": {"a": 2},
            "text": "b",
            "items": [2],
        },
    }
    return engine.compile(
        graph_of(engine, nodes, [(engine.START, "b"), (engine.START, "a")], Reduced)
    )


@scenario(run_and_look({"x": 1, "log": ["in"]}))
def overwrite_in_turn(engine: Engine) -> Any:
    nodes: dict[str, Any] = {
        "a": says("a"),
        "b": lambda state: {"log": engine.Overwrite(["b"])},
        "c": lambda state: {"log": {"__overwrite__": ["c"]}},
        "d": lambda state: {"log": {"type": "__overwrite__", "value": ["d"]}},
        "e": says("e"),
    }
    edges = [(engine.START, "a"), ("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")]
    return engine.compile(graph_of(engine, nodes, edges))


@scenario(run_and_look({"x": 1, "log": ["in"]}))
def overwrite_among_siblings(engine: Engine) -> Any:
    nodes: dict[str, Any] = {
        "a": says("a"),
        "b": lambda state: {"log": engine.Overwrite(["b"])},
        "c": says("c"),
        "z": says("z"),
    }
    edges = [(engine.START, name) for name in "abc"]
    return engine.compile(graph_of(engine, nodes, [*edges, (["a", "b", "c"], "z")]))


def _overwriting_input(engine: Engine, session: Session) -> None:
    session.stream({"x": 1, "log": ["first"]})
    session.stream({"x": 1, "log": engine.Overwrite(["second"])})
    session.update({"log": engine.Overwrite(["edited"])}, "a")
    session.snapshot()
    session.history()


@scenario(_overwriting_input)
def overwrite_by_the_caller(engine: Engine) -> Any:
    return engine.compile(graph_of(engine, {"a": says("a")}, [(engine.START, "a")]))


TWO_OVERWRITES = InvalidUpdateError("Can receive only one Overwrite value per super-step.")


@scenario(run_and_look({"x": 1}), refused(TWO_OVERWRITES, "log", "a", "b"))
def two_overwrites_conflict(engine: Engine) -> Any:
    nodes: dict[str, Any] = {
        "a": lambda state: {"log": engine.Overwrite([1])},
        "b": lambda state: {"log": engine.Overwrite([2])},
    }
    return engine.compile(graph_of(engine, nodes, [(engine.START, "a"), (engine.START, "b")]))
