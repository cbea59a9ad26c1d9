"""Coroutines: the same events, states and histories as the sync run, and truly concurrent tasks."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given as given_any
from hypothesis import settings
from hypothesis import strategies as st

from runtime.checkpoint.memory import InMemorySaver
from runtime.config import get_config
from runtime.errors import GraphInterrupt
from runtime.graph import START
from runtime.types import Command, Interrupt, interrupt
from tests.runtime.durability.generation import Plan, build, plans
from tests.runtime.pregel.making import (
    asks,
    awaited,
    builder_of,
    chain,
    history,
    says,
    thread,
)

MODES = ["values", "updates", "tasks", "checkpoints", "debug"]


class Names:
    """Ids and times of a run under names that are the same in every run."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def __call__(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {
                self._key(key): "TIME" if key in ("timestamp", "ts") else self(item)
                for key, item in value.items()
            }
        if isinstance(value, (list, tuple)):
            return [self(item) for item in value]
        if isinstance(value, Interrupt):
            return [self(value.value), self(value.id)]
        return self._key(value) if isinstance(value, str) else value

    def _key(self, text: Any) -> Any:
        if not isinstance(text, str) or len(text) not in (32, 36):
            return text
        return self.known.setdefault(text, f"id {len(self.known)}")


def config() -> dict[str, Any]:
    return {**thread(), "max_concurrency": 1}


def quiet(_name: str) -> None:
    """A hook that does nothing."""


# -- the same as sync -----------------------------------------------------------------------


@given_any(plans(), st.sampled_from([MODES, ["updates", "custom", "values"]]))
@settings(max_examples=40)
def test_events_and_history_are_those_of_the_sync_run(plan: Plan, modes: Any) -> None:
    def in_this_thread() -> Any:
        graph = build(plan, quiet).compile(InMemorySaver())
        events = []
        for given in ({"total": 1}, {"total": 2}, None):
            events += list(graph.stream(given, config(), stream_mode=modes))
        return [events, *history(graph)]

    async def in_coroutines() -> Any:
        graph = build(plan, quiet).compile(InMemorySaver())
        events: list[Any] = []
        for given in ({"total": 1}, {"total": 2}, None):
            events += [c async for c in graph.astream(given, config(), stream_mode=modes)]
        return [events, *[entry async for entry in graph.aget_state_history(thread())]]

    assert timeless(asyncio.run(in_coroutines())) == timeless(in_this_thread())


def eventful(wrapped: Callable[[Any], Any]) -> Any:
    """A graph that asks twice, fails once and then ends."""
    broken = [True]

    def fails_once(state: Any) -> Any:
        if broken[0]:
            broken[0] = False
            raise LookupError("lost")
        return {"log": ["b"]}

    actions = {"a": wrapped(asks("a", 2)), "b": wrapped(fails_once), "c": wrapped(says("c"))}
    return builder_of(actions, *chain("a", "b", "c")).compile(InMemorySaver())


def as_coroutine(function: Callable[[Any], Any]) -> Any:
    async def coroutine(state: Any) -> Any:
        await asyncio.sleep(0)
        return function(state)

    return coroutine


def lived_through() -> Any:
    """What the sync run of the eventful graph shows."""
    graph = eventful(lambda function: function)
    seen: list[Any] = [graph.invoke({"x": 1}, config())]
    seen.append(graph.invoke(Command(resume="A"), config()))
    with pytest.raises(LookupError) as caught:
        graph.invoke(Command(resume="B"), config())
    seen += [len(caught.value.__notes__), graph.get_state(config())]
    edited = graph.update_state(config(), {"x": 5}, as_node="a")
    return [*seen, graph.invoke(None, edited), *history(graph)]


def timeless(values: list[Any]) -> Any:
    """Snapshots without times, ids by their order."""
    return Names()(
        [each._replace(created_at=None) if hasattr(each, "next") else each for each in values]
    )


@pytest.mark.parametrize("wrapped", [lambda function: function, as_coroutine])
@awaited
async def test_questions_failures_and_edits(wrapped: Callable[[Any], Any]) -> None:
    graph = eventful(wrapped)

    seen: list[Any] = [await graph.ainvoke({"x": 1}, config())]
    seen.append(await graph.ainvoke(Command(resume="A"), config()))
    with pytest.raises(LookupError, match="lost") as caught:
        await graph.ainvoke(Command(resume="B"), config())
    seen += [len(caught.value.__notes__), await graph.aget_state(config())]
    edited = await graph.aupdate_state(config(), {"x": 5}, as_node="a")
    seen.append(await graph.ainvoke(None, edited))
    seen += [entry async for entry in graph.aget_state_history(thread())]

    assert timeless(seen) == timeless(lived_through())


# -- what may be awaited --------------------------------------------------------------------


@awaited
async def test_async_routers_runnables_and_generators() -> None:
    class Runnable:
        def invoke(self, value: Any, config: Any) -> Any:
            raise AssertionError("an async run awaits")

        async def ainvoke(self, value: Any, config: Any) -> Any:
            return {"log": [config["metadata"]["langgraph_node"]]}

    async def route(state: Any) -> str:
        await asyncio.sleep(0)
        return "g"

    class Log(dict[str, Any]):
        def __add__(self, other: Any) -> "Log":
            return Log(log=self["log"] + other["log"])

    async def pieces(state: Any) -> Any:
        yield Log(log=["one"])
        await asyncio.sleep(0)
        yield Log(log=["two"])

    builder = builder_of({"r": Runnable(), "g": pieces}, (START, "r"))
    graph = builder.add_conditional_edges("r", route).compile()

    assert (await graph.ainvoke({"x": 1}))["log"] == ["r", "one", "two"]
    with pytest.raises(AssertionError, match="an async run awaits"):
        graph.invoke({"x": 1})


@awaited
async def test_an_async_router_in_an_edit() -> None:
    async def route(state: Any) -> str:
        return "b" if state["x"] > 5 else "__end__"

    builder = builder_of("a b", (START, "a")).add_conditional_edges("a", route)
    graph = builder.compile(InMemorySaver())
    await graph.ainvoke({"x": 1}, thread())

    await graph.aupdate_state(thread(), {"x": 9}, as_node="a")

    assert (await graph.aget_state(thread())).next == ("b",)


@awaited
async def test_tasks_started_by_a_node_belong_to_it() -> None:
    async def inside(name: str) -> str:
        await asyncio.sleep(0)
        return str(get_config()["metadata"]["langgraph_node"]) + name

    async def node(state: Any) -> Any:
        return {"log": await asyncio.gather(inside("1"), asyncio.create_task(inside("2")))}

    result = await builder_of({"n": node, "m": node}).compile().ainvoke({"x": 1})

    assert result["log"] == ["m1", "m2", "n1", "n2"]


@awaited
async def test_batches_give_results_in_order_and_errors_where_asked() -> None:
    async def node(state: Any) -> Any:
        if state["x"] == 1:
            raise LookupError("one")
        return {"log": [state["x"]]}

    graph = builder_of({"n": node}).compile()
    results = await graph.abatch([{"x": 0}, {"x": 1}, {"x": 2}], return_exceptions=True)

    assert [results[0]["log"], results[2]["log"]] == [[0], [2]]
    assert isinstance(results[1], LookupError)
    with pytest.raises(LookupError):
        await graph.abatch([{"x": 0}, {"x": 1}])


def test_the_signals_of_the_engine_are_no_plain_errors_to_a_loop() -> None:
    """A future that is awaited carries the pause through, whatever awaits it."""

    async def main() -> Any:
        async def node(state: Any) -> Any:
            async def ask() -> Any:
                return interrupt("from a task")

            with pytest.raises(GraphInterrupt):
                await asyncio.create_task(ask())
            raise LookupError("asked and went on")

        graph = builder_of({"n": node}).compile(InMemorySaver())
        with pytest.raises(LookupError, match="asked and went on"):
            await graph.ainvoke({"x": 1}, thread())

    asyncio.run(main())
