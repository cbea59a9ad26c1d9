"""What fails is tried again, what had finished is not, and nothing is lost without a word."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from typing import Any

import pytest

from runtime.checkpoint.memory import InMemorySaver
from runtime.errors import InvalidUpdateError, NodeError
from runtime.graph import END, START, StateGraph
from runtime.types import Command, RetryPolicy, Send
from tests.runtime.rules.states import Log, on


def test_router_that_raised_is_tried_again() -> None:
    runs: Counter[str] = Counter()

    def node(state: Log) -> Log:
        runs["node"] += 1
        return {"log": ["node"]}

    def router(state: Log) -> str:
        runs["router"] += 1
        if runs["router"] == 1:
            raise ConnectionError("once")
        return "end"

    graph = StateGraph(Log).add_node("node", node).add_node("end", lambda state: {"log": ["end"]})
    graph.add_edge(START, "node").add_conditional_edges("node", router, ["end"])
    app = graph.compile(InMemorySaver())
    with pytest.raises(ConnectionError):
        app.invoke({}, on())
    snapshot = app.get_state(on())
    assert snapshot.next == ("node",)
    assert "once" in str(snapshot.tasks[0].error)
    assert app.invoke(None, on())["log"] == ["node", "end"]
    assert runs == {"node": 2, "router": 2}


def test_sibling_of_a_failed_task_may_finish_and_is_kept() -> None:
    started, failed = threading.Event(), threading.Event()
    runs: Counter[str] = Counter()

    def slow(state: Log) -> Log:
        runs["slow"] += 1
        started.set()
        assert failed.wait(10)
        return {"log": ["slow"]}

    def fails(state: Log) -> Log:
        runs["fails"] += 1
        assert started.wait(10)
        if runs["fails"] == 1:
            try:
                raise ConnectionError("once")
            finally:
                failed.set()
        return {"log": ["fails"]}

    graph = StateGraph(Log).add_node("slow", slow).add_node("fails", fails)
    graph.add_edge(START, "slow").add_edge(START, "fails")
    app = graph.compile(InMemorySaver())
    with pytest.raises(ConnectionError):
        app.invoke({}, on())
    snapshot = app.get_state(on())
    assert snapshot.next == ("fails",)
    assert snapshot.values["log"] == ["slow"]
    assert app.invoke(None, on())["log"] == ["fails", "slow"]
    assert runs == {"slow": 1, "fails": 2}


def test_sync_sibling_in_an_async_run_may_finish_and_is_kept() -> None:
    started, failed = threading.Event(), threading.Event()
    runs: Counter[str] = Counter()

    def slow(state: Log) -> Log:
        runs["slow"] += 1
        started.set()
        assert failed.wait(10)
        return {"log": ["slow"]}

    async def fails(state: Log) -> Log:
        runs["fails"] += 1
        if runs["fails"] == 1:
            assert await asyncio.to_thread(started.wait, 10)
            asyncio.get_running_loop().call_soon(failed.set)
            raise ConnectionError("once")
        return {"log": ["fails"]}

    graph = StateGraph(Log).add_node("slow", slow).add_node("fails", fails)
    graph.add_edge(START, "slow").add_edge(START, "fails")
    app = graph.compile(InMemorySaver())
    with pytest.raises(ConnectionError):
        asyncio.run(app.ainvoke({}, on()))
    snapshot = app.get_state(on())
    assert snapshot.next == ("fails",)
    assert snapshot.values["log"] == ["slow"]
    assert asyncio.run(app.ainvoke(None, on()))["log"] == ["fails", "slow"]
    assert runs == {"slow": 1, "fails": 2}


@pytest.mark.parametrize("then", ["stops", "finishes", "breaks"])
def test_coroutine_beside_a_failed_task_is_cancelled(then: str) -> None:
    started = asyncio.Event()

    async def slow(state: Log) -> Log:
        started.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if then == "breaks":
                raise ConnectionError("cut off") from None
            if then == "stops":
                raise
        return {"log": ["slow"]}

    async def fails(state: Log) -> Log:
        await started.wait()
        raise LookupError("lost")

    retry = RetryPolicy(initial_interval=0, jitter=False)
    # In fold order it comes first: its own error would hide the one that ended the superstep.
    graph = StateGraph(Log).add_node("a", slow, retry_policy=retry).add_node("fails", fails)
    graph.add_edge(START, "a").add_edge(START, "fails")
    app = graph.compile(InMemorySaver())
    with pytest.raises(LookupError, match="lost"):
        asyncio.run(app.ainvoke({}, on()))
    snapshot = app.get_state(on())
    assert snapshot.next == (("fails",) if then == "finishes" else ("a", "fails"))
    assert [task.name for task in snapshot.tasks if task.error] == ["fails"]


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
def test_no_task_is_started_after_a_failure(way: str) -> None:
    runs: list[str] = []

    def node(name: str) -> Any:
        def run(state: Log) -> Log:
            runs.append(name)
            raise LookupError(name)

        return run

    graph = StateGraph(Log)
    for name in ("a", "b", "c"):
        graph.add_node(name, node(name)).add_edge(START, name)
    app = graph.compile(InMemorySaver())
    alone = {**on(), "max_concurrency": 1}
    with pytest.raises(LookupError, match="a"):
        app.invoke({}, alone) if way == "invoke" else asyncio.run(app.ainvoke({}, alone))
    assert runs == ["a"]
    assert app.get_state(on()).next == ("a", "b", "c")


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
def test_failure_is_not_hidden_by_a_sibling_that_never_ends(way: str) -> None:
    released = threading.Event()

    def fails(state: Log) -> Log:
        raise LookupError("lost")

    graph = StateGraph(Log).add_node("fails", fails)
    graph.add_node("slow", lambda state: {"log": [str(released.wait(20))]})
    graph.add_edge(START, "fails").add_edge(START, "slow")
    app = graph.compile(InMemorySaver())
    app.step_timeout = 0.2
    with pytest.raises(LookupError, match="lost"):
        app.invoke({}, on()) if way == "invoke" else asyncio.run(app.ainvoke({}, on()))
    released.set()


def test_error_handler_counts_beside_siblings() -> None:
    def fails(state: Log) -> Log:
        raise ValueError("no luck")

    def handler(state: Log, error: NodeError) -> Command[str]:
        return Command(update={"log": [f"{error.node}: {error.error}"]}, goto="after")

    graph = StateGraph(Log).add_node("fails", fails, error_handler=handler)
    for name in ("sibling", "after", "end"):
        graph.add_node(name, lambda state, name=name: {"log": [name]})
    graph.add_edge(START, "fails").add_edge(START, "sibling").add_edge("sibling", "end")
    app = graph.compile(InMemorySaver())
    result = app.invoke({}, on())
    assert result["log"] == ["fails: no luck", "sibling", "after", "end"]
    assert asyncio.run(app.ainvoke({}, on("async"))) == result


def slow_beside_quick() -> tuple[Any, threading.Event]:
    released = threading.Event()

    def slow(state: Log) -> Log:
        released.wait(20)
        return {"log": ["slow"]}

    graph = StateGraph(Log).add_node("slow", slow).add_node("quick", lambda state: {"log": ["q"]})
    graph.add_edge(START, "slow").add_edge(START, "quick")
    app = graph.compile(InMemorySaver())
    app.step_timeout = 0.2
    return app, released


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
def test_step_timeout_does_not_wait_for_sync_nodes(way: str) -> None:
    app, released = slow_beside_quick()

    def run() -> None:
        if way == "invoke":
            app.invoke({}, on())
        else:
            asyncio.run(app.ainvoke({}, on()))

    with pytest.raises(TimeoutError):
        run()
    # Had the run waited for it, the node would have finished.
    assert app.get_state(on()).next == ("slow",)
    released.set()


@pytest.mark.parametrize("target", [Send("nowhere", {}), "nowhere"])
@pytest.mark.parametrize("by", ["router", "command", "input"])
def test_going_to_an_unknown_node_names_it(by: str, target: Any) -> None:
    graph = StateGraph(Log)
    goto = Command[Any](goto=target) if by == "command" else {"log": ["a"]}
    graph.add_node("a", lambda state: goto).add_edge(START, "a")
    if by == "router":
        graph.add_conditional_edges("a", lambda state: target)
    app = graph.compile(InMemorySaver())
    given: Any = Command(goto=target) if by == "input" else {"log": []}
    with pytest.raises(InvalidUpdateError, match="'nowhere'"):
        app.invoke(given, on())


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
@pytest.mark.parametrize("answer", ["elsewhere", None, 3, ["yes", "no"]])
def test_router_that_leaves_its_path_map_is_named(way: str, answer: Any) -> None:
    def choose(state: Log) -> Any:
        return answer

    graph = StateGraph(Log).add_node("a", lambda state: {"log": ["a"]}).add_edge(START, "a")
    graph.add_node("b", lambda state: {"log": ["b"]})
    app = graph.add_conditional_edges("a", choose, {"yes": "b", 5: END}).compile()
    missing = "no" if isinstance(answer, list) else answer
    said = f"router choose of node a returned {missing!r}, .* declared ends: 'yes', 5"
    with pytest.raises(KeyError, match=said):
        app.invoke({}) if way == "invoke" else asyncio.run(app.ainvoke({}))


def test_router_that_returns_a_dictionary_is_named() -> None:
    graph = StateGraph(Log).add_node("a", lambda state: {"log": ["a"]}).add_edge(START, "a")
    path: Any = lambda state: {"go": "a"}  # noqa: E731 - routers are often lambdas
    app = graph.add_conditional_edges("a", path, {"yes": END}).compile()
    with pytest.raises(TypeError, match=r"of node a returned {'go': 'a'}, .*unhashable"):
        app.invoke({})


def joined(chosen: str) -> Any:
    graph = StateGraph(Log)
    for name in ("a", "b", "c", "d"):
        graph.add_node(name, lambda state, name=name: {"log": [name]})
    graph.add_conditional_edges(START, lambda state: ["a", chosen], ["a", "b", "c"])
    graph.add_edge(["a", "b"], "d")
    return graph.compile(InMemorySaver())


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
def test_join_that_did_not_fire_is_reported(caplog: pytest.LogCaptureFixture, way: str) -> None:
    app = joined("c")
    if way == "invoke":
        app.invoke({}, on())
    else:
        asyncio.run(app.ainvoke({}, on()))
    (message,) = [record.getMessage() for record in caplog.records]
    assert "'d'" in message
    assert "'b'" in message
    caplog.clear()
    joined("b").invoke({}, on("2"))
    assert caplog.records == []


def ends(state: Log) -> str:
    return END


@pytest.mark.parametrize("path_map", [None, ["b"], {"b": "b"}])
def test_end_means_end_whatever_the_router_declares(path_map: Any) -> None:
    graph = StateGraph(Log).add_node("a", lambda state: {"log": ["a"]})
    graph.add_node("b", lambda state: {"log": ["b"]}).add_edge(START, "a")
    graph.add_conditional_edges("a", ends, path_map)
    assert graph.compile().invoke({"log": []}) == {"log": ["a"]}


def test_end_beside_other_destinations_takes_nothing_from_them() -> None:
    graph = StateGraph(Log).add_node("a", lambda state: {"log": ["a"]})
    graph.add_node("b", lambda state: {"log": ["b"]}).add_edge(START, "a")
    graph.add_conditional_edges("a", lambda state: [END, "b"], ["b"])
    assert graph.compile().invoke({"log": []}) == {"log": ["a", "b"]}
