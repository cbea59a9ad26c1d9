"""What cannot be saved is refused with node, channel and type, in a message one can read."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from typing_extensions import TypedDict

from runtime.cache.memory import InMemoryCache
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.serde.errors import UnsavableValueError
from runtime.checkpoint.sql import SqlSaver
from runtime.graph import START, StateGraph
from runtime.types import CachePolicy, Command, Send, interrupt
from tests.runtime.rules.states import on


class State(TypedDict, total=False):
    x: Any
    other: int


def in_itself() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


def deep(levels: int = 100_000) -> dict[str, Any]:
    value: dict[str, Any] = {}
    inner = value
    for _ in range(levels):
        inner["k"] = inner = {}
    return value


VALUES = {
    "lock": (threading.Lock(), "_thread.lock"),
    "in itself": (in_itself(), "list"),
    "deep": (deep(), "dict"),
}

each_value = pytest.mark.parametrize("name", VALUES)
each_durability = pytest.mark.parametrize("durability", ["sync", "async", "exit"])
each_way = pytest.mark.parametrize("way", ["invoke", "ainvoke"])
each_saver = pytest.mark.parametrize("saver", ["memory", "sql"])


def saver_of(kind: str) -> Any:
    return InMemorySaver() if kind == "memory" else SqlSaver(":memory:")


def refused(app: Any, given: Any, way: str, name: str, *said: str, **options: Any) -> None:
    def run() -> None:
        if way == "invoke":
            app.invoke(given, on(), **options)
        else:
            asyncio.run(app.ainvoke(given, on(), **options))

    with pytest.raises(UnsavableValueError) as caught:
        run()
    text = str(caught.value)
    assert len(text) < 400
    assert f"of type {VALUES[name][1]} " in text
    for each in said:
        assert each in text


@each_value
@each_durability
@each_way
@each_saver
def test_what_a_node_returned(saver: str, way: str, durability: str, name: str) -> None:
    values = [VALUES[name][0]]
    graph = StateGraph(State).add_node("first", lambda state: {"other": 1})
    graph.add_node("bad", lambda state: {"x": values[0]}).add_edge(START, "first")
    graph.add_node("last", lambda state: {"other": 2})
    app = graph.add_edge("first", "bad").add_edge("bad", "last").compile(saver_of(saver))
    refused(app, {}, way, name, "in channel 'x'", "by node 'bad'", durability=durability)
    values[0] = "plain"
    given: Any = (
        {} if durability == "exit" else None
    )  # with "exit" nothing of the first run is kept
    assert app.invoke(given, on()) == {"x": "plain", "other": 2}


@each_value
@each_way
def test_what_a_node_asked_or_sent(way: str, name: str) -> None:
    value = VALUES[name][0]
    asks = StateGraph(State).add_node("asks", lambda state: {"x": interrupt(value)})
    app = asks.add_edge(START, "asks").compile(InMemorySaver())
    refused(app, {}, way, name, "channel '__interrupt__' by node 'asks'")
    sends = StateGraph(State).add_node("to", lambda state: {})
    sends.add_node("sends", lambda state: Command(goto=Send("to", {"x": value})))
    app = sends.add_edge(START, "sends").compile(InMemorySaver())
    refused(app, {}, way, name, "by node 'sends'", ".arg['x']")


@each_value
@each_way
def test_what_the_caller_gave(way: str, name: str) -> None:
    value = VALUES[name][0]
    asks = StateGraph(State).add_node("asks", lambda state: {"x": interrupt("?")})
    app = asks.add_edge(START, "asks").compile(InMemorySaver())
    refused(app, {"x": value}, way, name, "['x']", "in channel '__start__'")
    app.invoke({}, on())
    refused(app, Command(resume=value), way, name, "in channel '__resume__'")
    with pytest.raises(UnsavableValueError, match="in channel 'x'"):
        app.update_state(on(), {"x": value})
    assert app.get_state(on()).next == ("asks",)
    assert app.invoke(Command(resume="yes"), on())["x"] == "yes"


@each_value
@each_way
def test_without_a_saver_everything_goes(way: str, name: str) -> None:
    value = VALUES[name][0]
    graph = StateGraph(State).add_node("a", lambda state: {"x": value}).add_edge(START, "a")
    app = graph.compile()
    result = app.invoke({}) if way == "invoke" else asyncio.run(app.ainvoke({}))
    assert type(result["x"]) is type(value)


@each_value
@each_way
def test_what_the_cache_cannot_hold(way: str, name: str) -> None:
    value = VALUES[name][0]
    for given, result in (({"x": value}, {"x": 1}), ({"x": 1}, {"x": value})):
        graph = StateGraph(State)
        graph.add_node("kept", lambda state, made=result: made, cache_policy=CachePolicy())
        app = graph.add_edge(START, "kept").compile(cache=InMemoryCache())
        refused(app, given, way, name)
        with pytest.raises(UnsavableValueError) as caught:
            app.invoke(given)
        assert caught.value.__notes__ == ["While caching the result of node 'kept'"]
