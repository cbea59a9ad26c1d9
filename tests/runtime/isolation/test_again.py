"""An input that is needed again is the one that the superstep began with: by another attempt, by an
error handler, as the cache's key, and by calls that were given the same arguments."""

import asyncio
import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest
from pydantic import BaseModel
from typing_extensions import TypedDict

from runtime.cache.memory import InMemoryCache
from runtime.checkpoint.memory import InMemorySaver
from runtime.config import get_stream_writer
from runtime.func import entrypoint, task
from runtime.graph import START, StateGraph
from runtime.types import CachePolicy, Command, Durability, RetryPolicy, Send, interrupt

AGAIN = RetryPolicy(initial_interval=0, jitter=False, max_attempts=3)


class State(TypedDict, total=False):
    given: list[Any]
    seen: Annotated[list[Any], operator.add]


@dataclass
class Typed:
    given: list[Any] = field(default_factory=list)
    seen: Annotated[list[Any], operator.add] = field(default_factory=list)


@dataclass(slots=True, frozen=True)
class Frozen:
    given: list[Any] = field(default_factory=list)
    seen: Annotated[list[Any], operator.add] = field(default_factory=list)


class Model(BaseModel):
    given: list[Any] = []
    seen: Annotated[list[Any], operator.add] = []


def given_of(state: Any) -> list[Any]:
    found: list[Any] = state["given"] if isinstance(state, dict) else state.given
    return found


def failing(times: int) -> Callable[[Any], Any]:
    """A node that changes its input, then fails, the first ``times`` times."""
    left = times

    def node(state: Any) -> Any:
        nonlocal left
        seen = repr(given_of(state))
        given_of(state)[0].append("changed")
        given_of(state).append("changed")
        left -= 1
        if left >= 0:
            raise ConnectionError
        return {"seen": [seen]}

    return node


def awaited(node: Callable[[Any], Any]) -> Callable[[Any], Any]:
    async def waiting(state: Any) -> Any:
        return node(state)

    return waiting


@pytest.mark.parametrize("schema", [State, Typed, Frozen, Model])
@pytest.mark.parametrize("is_async", [False, True])
def test_every_attempt_gets_the_input(schema: Any, is_async: bool) -> None:
    node = failing(2)
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(schema)
    builder.add_node("n", awaited(node) if is_async else node, retry_policy=AGAIN)
    graph = builder.add_edge(START, "n").compile()
    given: Any = {"given": [[1]], "seen": []}
    result = asyncio.run(graph.ainvoke(given)) if is_async else graph.invoke(given)
    assert result["seen"] == ["[[1]]"]
    assert result["given"] == [[1]]


def test_attempts_of_sends_and_of_a_policy_of_the_whole_graph() -> None:
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    builder.add_node("n", failing(2))
    builder.add_conditional_edges(START, lambda state: [Send("n", {"given": [[2]]})], ["n"])
    graph = builder.compile()
    graph.retry_policy = (AGAIN,)
    graph.index()
    assert graph.invoke({"given": [[1]]})["seen"] == ["[[2]]"]


def test_an_error_handler_gets_the_input_of_the_node() -> None:
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    builder.add_node("n", failing(9), error_handler=lambda state: {"seen": [repr(given_of(state))]})
    assert builder.add_edge(START, "n").compile().invoke({"given": [[1]]})["seen"] == ["[[1]]"]


def test_a_result_is_cached_under_the_input_that_it_was_made_from() -> None:
    runs: list[str] = []

    def node(state: Any) -> Any:
        runs.append(repr(given_of(state)))
        given_of(state).append("changed")
        return {"seen": runs[-1:]}

    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    builder.add_node("n", node, cache_policy=CachePolicy()).add_edge(START, "n")
    graph = builder.compile(cache=InMemoryCache())
    for _ in range(2):
        assert graph.invoke({"given": [1]})["seen"] == ["[1]"]
    assert graph.invoke({"given": [1, "changed"]})["seen"] == ["[1, 'changed']"]
    assert runs == ["[1]", "[1, 'changed']"]


def test_calls_cannot_change_what_their_caller_gave_to_others() -> None:
    @task
    def vandal(items: list[Any], *, more: dict[str, Any]) -> Any:
        seen = repr((items, more))
        items.append("changed")
        more["deep"].append("changed")
        return seen

    @entrypoint(InMemorySaver())
    def flow(items: list[Any]) -> Any:
        more = {"deep": [0]}
        calls = [vandal(items, more=more) for _ in range(3)]
        seen = [call.result() for call in calls]
        interrupt("go on?")
        return [*seen, repr((items, more))]

    config: Any = {"configurable": {"thread_id": "t"}}
    flow.invoke([1], config)
    # On resuming the recorded calls do not run: what they would have changed is as it was.
    assert flow.invoke(Command(resume=True), config) == ["([1], {'deep': [0]})"] * 4


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
def test_a_caller_cannot_change_what_is_recorded_of_a_call(durability: Durability) -> None:
    @task
    def call() -> list[Any]:
        return [[1]]

    @entrypoint(InMemorySaver())
    def flow(_given: Any) -> Any:
        result = call().result()
        result[0].append("changed")
        interrupt("go on?")
        return result

    config: Any = {"configurable": {"thread_id": "t"}}
    flow.invoke(1, config, durability=durability)
    resumed = flow.invoke(Command(resume=True), config, durability=durability)
    assert resumed == [[1, "changed"]]


def test_what_was_streamed_is_as_it_was_told() -> None:
    def node(state: Any) -> Any:
        told: list[Any] = [1]
        for number in (2, 3):
            get_stream_writer()(told)
            told.append(number)
        return {"seen": told}

    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    graph = builder.add_node("n", node).add_edge(START, "n").compile()
    chunks: list[Any] = []
    for chunk in graph.stream({"given": []}, stream_mode="custom"):
        chunks.append(list(chunk))
        chunk.clear()
    assert chunks == [[1], [1, 2]]
    assert graph.invoke({"given": []})["seen"] == [1, 2, 3]
