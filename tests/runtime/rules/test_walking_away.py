"""What a stream yielded is stored, whatever its consumer does next."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from runtime.checkpoint.memory import InMemorySaver
from runtime.graph import START, StateGraph
from tests.runtime.rules.states import Log, on


def chain() -> Any:
    graph = StateGraph(Log)
    graph.add_sequence([(name, lambda state, name=name: {"log": [name]}) for name in "abc"])
    return graph.add_edge(START, "a").compile(InMemorySaver())


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
@pytest.mark.parametrize("close", [True, False])
def test_consumer_that_stops_keeps_what_it_saw(durability: Any, close: bool) -> None:
    app = chain()
    stream = app.stream({"log": []}, on(), stream_mode="updates", durability=durability)
    assert [next(stream), next(stream)] == [{"a": {"log": ["a"]}}, {"b": {"log": ["b"]}}]
    if close:
        stream.close()
    del stream
    gc.collect()
    assert app.get_state(on()).values["log"] == ["a", "b"]
    assert app.invoke(None, on())["log"] == ["a", "b", "c"]


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
def test_consumer_of_a_coroutine_that_stops_keeps_what_it_saw(durability: Any) -> None:
    app = chain()

    async def run() -> None:
        async for chunk in app.astream(
            {"log": []}, on(), stream_mode="updates", durability=durability
        ):
            if "b" in chunk:
                break

    asyncio.run(run())
    assert app.get_state(on()).values["log"] == ["a", "b"]
    assert app.invoke(None, on())["log"] == ["a", "b", "c"]


def test_cancelled_run_keeps_what_had_finished() -> None:
    reached: list[asyncio.Event] = []

    async def hang(state: Log) -> Log:
        reached[0].set()
        await asyncio.Event().wait()
        return {}

    graph = StateGraph(Log).add_node("a", lambda state: {"log": ["a"]}).add_node("hang", hang)
    app = graph.add_edge(START, "a").add_edge("a", "hang").compile(InMemorySaver())

    async def run() -> None:
        reached.append(asyncio.Event())
        running = asyncio.create_task(app.ainvoke({"log": []}, on()))
        await reached[0].wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    asyncio.run(run())
    snapshot = app.get_state(on())
    assert (snapshot.next, snapshot.values["log"]) == (("hang",), ["a"])
