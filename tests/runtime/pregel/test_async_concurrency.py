"""Coroutines of a superstep: truly concurrent, bounded, cancelled; what finished is kept."""

import asyncio
import threading
from contextvars import ContextVar
from typing import Any

import pytest

from runtime.checkpoint.memory import InMemorySaver
from runtime.errors import NodeCancelledError
from runtime.graph import START
from runtime.types import RetryPolicy, Send, StreamWriter, interrupt
from tests.runtime.pregel.making import (
    PATIENCE,
    awaited,
    builder_of,
    chain,
    thread,
)

# -- concurrency ----------------------------------------------------------------------------


@awaited
async def test_coroutines_of_a_superstep_run_at_the_same_time() -> None:
    meeting = asyncio.Barrier(5)

    async def meet(state: Any) -> Any:
        await meeting.wait()
        return {"log": [state]}

    builder = builder_of({"n": meet}, (["n"], "__end__"))
    builder.add_conditional_edges(START, lambda state: [Send("n", index) for index in range(5)])

    assert (await builder.compile().ainvoke({"x": 1}))["log"] == [0, 1, 2, 3, 4]


@awaited
async def test_sync_nodes_of_an_async_run_are_on_threads_of_their_own() -> None:
    meeting = threading.Barrier(3)
    idents = set()

    def meet(state: Any) -> None:
        meeting.wait(PATIENCE)
        idents.add(threading.get_ident())

    await builder_of(dict.fromkeys("abc", meet)).compile().ainvoke({"x": 1})

    assert len(idents) == 3
    assert threading.get_ident() not in idents


@pytest.mark.parametrize("limit", [1, 2, 3])
@awaited
async def test_concurrency_is_used_up_to_its_limit_and_not_beyond(limit: int) -> None:
    full = asyncio.Barrier(limit)
    running = [0]
    most = [0]

    async def node(state: Any) -> None:
        running[0] += 1
        most[0] = max(most[0], running[0])
        await full.wait()
        running[0] -= 1

    graph = builder_of({f"n{index}": node for index in range(6)}).compile()
    await graph.ainvoke({"x": 1}, {"max_concurrency": limit})

    assert most == [limit]


@pytest.mark.parametrize("order", ["abc", "acb", "bac", "bca", "cab", "cba"])
@awaited
async def test_the_fold_order_is_the_same_whichever_coroutine_finished_first(order: str) -> None:
    gates = {name: asyncio.Event() for name in order}
    gates[order[0]].set()

    def node(name: str) -> Any:
        async def run(state: Any) -> Any:
            await gates[name].wait()
            return {"log": [name]}

        return run

    graph = builder_of({name: node(name) for name in "bca"}).compile(InMemorySaver())
    finished = []
    async for chunk in graph.astream({"x": 1}, thread(), stream_mode="updates"):
        (name,) = chunk
        finished.append(name)
        if len(finished) < 3:
            gates[order[len(finished)]].set()

    assert finished == list(order)
    assert (await graph.aget_state(thread())).values["log"] == ["a", "b", "c"]


@awaited
async def test_custom_chunks_arrive_while_the_task_still_runs() -> None:
    answered = asyncio.Event()

    async def node(state: Any, writer: StreamWriter) -> None:
        writer("question")
        await answered.wait()
        writer("thanks")

    chunks = []
    async for chunk in builder_of({"n": node}).compile().astream({"x": 1}, stream_mode="custom"):
        chunks.append(chunk)
        answered.set()

    assert chunks == ["question", "thanks"]


_mark: ContextVar[str] = ContextVar("async mark", default="unset")


@pytest.mark.parametrize("kind", ["sync", "async"])
@awaited
async def test_context_variables_go_in_and_do_not_come_out(kind: str) -> None:
    seen = {}

    def note(name: str) -> None:
        seen[name] = _mark.get()
        _mark.set(name)

    def node(name: str) -> Any:
        async def coroutine(state: Any) -> None:
            note(name)

        return (lambda state: note(name)) if kind == "sync" else coroutine

    _mark.set("caller")
    await (
        builder_of({name: node(name) for name in "abc"}, *chain("a", "b"), ("a", "c"))
        .compile()
        .ainvoke({"x": 1})
    )

    assert seen == {"a": "caller", "b": "caller", "c": "caller"}
    assert _mark.get() == "caller"


# -- failing and cancelling -----------------------------------------------------------------


@awaited
async def test_a_failure_cancels_those_that_wait_and_keeps_those_that_finished() -> None:
    cancelled: list[str] = []
    done = asyncio.Event()

    async def finishes(state: Any) -> Any:
        return {"log": ["a"]}

    async def fails(state: Any) -> Any:
        await done.wait()
        raise LookupError("lost")

    async def waits(state: Any) -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append("c")
            raise

    graph = builder_of({"a": finishes, "b": fails, "c": waits}).compile(InMemorySaver())

    async def watch() -> None:
        async for _ in graph.astream({"x": 1}, thread(), stream_mode="updates"):
            done.set()

    with pytest.raises(LookupError):
        await watch()

    state = await graph.aget_state(thread())
    assert cancelled == ["c"]
    assert state.next == ("b", "c")
    assert state.tasks[0].result == {"log": ["a"]}


@awaited
async def test_cancelling_a_run_keeps_what_finished_and_the_run_can_go_on() -> None:
    reached = asyncio.Event()
    hang = [True]
    runs: list[str] = []

    async def first(state: Any) -> Any:
        runs.append("first")
        return {"log": ["first"]}

    async def second(state: Any) -> Any:
        runs.append("second")
        if hang[0]:
            reached.set()
            await asyncio.Event().wait()
        return {"log": ["second"]}

    builder = builder_of({"first": first, "second": second}, *chain("first", "second"))
    graph = builder.compile(InMemorySaver())
    run = asyncio.create_task(graph.ainvoke({"x": 1}, thread()))
    await reached.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    hang[0] = False

    assert (await graph.aget_state(thread())).next == ("second",)
    assert (await graph.ainvoke(None, thread()))["log"] == ["first", "second"]
    assert runs == ["first", "second", "second"]


@awaited
async def test_a_node_that_cancels_itself_fails() -> None:
    async def node(state: Any) -> None:
        raise asyncio.CancelledError

    with pytest.raises(NodeCancelledError, match="'n'"):
        await builder_of({"n": node}).compile().ainvoke({"x": 1})


@awaited
async def test_a_stream_that_is_left_early_runs_nothing_more() -> None:
    runs: list[str] = []

    def node(name: str) -> Any:
        async def run(state: Any) -> Any:
            runs.append(name)
            return {"log": [name]}

        return run

    graph = builder_of({name: node(name) for name in "abc"}, *chain(*"abc")).compile(
        InMemorySaver()
    )
    stream: Any = graph.astream({"x": 1}, thread(), stream_mode="updates")
    async for _ in stream:
        break
    await stream.aclose()

    assert runs == ["a"]
    assert (await graph.ainvoke(None, thread()))["log"] == ["a", "b", "c"]
    assert runs == ["a", "b", "c"]


@awaited
async def test_stop_iteration_out_of_a_node_is_an_error() -> None:
    def node(state: Any) -> None:
        raise StopIteration("empty")

    with pytest.raises(Exception, match="empty"):
        await builder_of({"n": node}).compile().ainvoke({"x": 1})


@awaited
async def test_a_coroutine_that_swallows_its_interrupt_still_pauses() -> None:
    async def careless(state: Any) -> Any:
        try:
            interrupt("sure?")
        except Exception:  # noqa: BLE001  # the careless handler under test
            await asyncio.sleep(0)
        return {"log": ["went on"]}

    graph = builder_of({"n": careless}).compile(InMemorySaver())
    result = await graph.ainvoke({"x": 1}, thread())

    assert result["__interrupt__"][0].value == "sure?"
    assert result["log"] == []


@awaited
async def test_coroutines_are_retried() -> None:
    attempts = []

    async def flaky(state: Any) -> Any:
        attempts.append(1)
        if len(attempts) < 3:
            raise ConnectionError("flaky")
        return {"log": ["at last"]}

    builder = builder_of({"n": flaky})
    builder.set_node_defaults(retry_policy=RetryPolicy(initial_interval=0, jitter=False))

    assert (await builder.compile().ainvoke({"x": 1}))["log"] == ["at last"]
