"""Graphs inside nodes: as nodes, called by hand, in other threads, with threads of their own."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import pytest

from runtime.checkpoint.base.records import Record
from runtime.checkpoint.memory import InMemorySaver
from runtime.config import get_config
from runtime.graph import START, StateGraph
from runtime.types import Command, interrupt
from tests.runtime.pregel.making import State, asks, builder_of, chain, history, says, thread


def called(graph: Any, **options: Any) -> Any:
    """A node that calls ``graph`` with its own input and logs what it logged."""

    def node(state: Any) -> Any:
        return {"log": graph.invoke({"x": state["x"]}, **options)["log"]}

    return node


@pytest.mark.parametrize("saver", [None, InMemorySaver()])
def test_a_graph_as_a_node(saver: Any) -> None:
    inner = builder_of("i j", *chain("i", "j")).compile()
    graph = builder_of({"a": says("a"), "inner": inner}, *chain("a", "inner")).compile(saver)

    # A graph that shares a folded key returns it whole.
    assert graph.invoke({"x": 1}, thread())["log"] == ["a", "a", "i", "j"]


def test_a_graph_called_by_hand() -> None:
    inner = builder_of("i j", *chain("i", "j")).compile()
    graph = builder_of({"a": called(inner)}).compile(InMemorySaver())

    assert graph.invoke({"x": 1}, thread())["log"] == ["i", "j"]
    assert len(history(graph)) == 3


def test_what_runs_inside_a_task_knows_its_task() -> None:
    seen: dict[str, Any] = {}

    def inner_node(state: Any) -> None:
        seen["inner"] = get_config()

    inner = builder_of({"n": inner_node}).compile()

    def node(state: Any) -> None:
        seen["outer"] = get_config()
        inner.invoke({"x": 1})

    graph = builder_of({"outer": node}).compile(InMemorySaver())
    graph.invoke({"x": 1}, {**thread(user="me"), "tags": ["t"], "metadata": {"k": "v"}})

    outer, found = seen["outer"], seen["inner"]
    assert found["configurable"]["user"] == "me"
    assert found["configurable"]["thread_id"] == "t"
    assert found["tags"] == ["t"]
    assert found["metadata"]["k"] == "v"
    assert found["metadata"]["langgraph_node"] == "n"
    around = outer["configurable"]["checkpoint_ns"]
    assert found["configurable"]["checkpoint_ns"].startswith(f"{around}|n:")


def test_a_question_inside_pauses_the_outer_run_and_is_answered_there() -> None:
    runs: list[str] = []

    def before(state: Any) -> Any:
        runs.append("before")
        return {"log": ["before"]}

    inner = builder_of({"before": before, "asks": asks("asks")}, *chain("before", "asks")).compile()
    graph = builder_of({"a": called(inner), "b": says("b")}, *chain("a", "b")).compile(
        InMemorySaver()
    )

    asked = graph.invoke({"x": 1}, thread())["__interrupt__"]
    assert [question.value for question in asked] == ["asks0"]
    assert graph.get_state(thread()).next == ("a",)
    assert graph.get_state(thread()).interrupts == tuple(asked)

    result = graph.invoke(Command(resume="yes"), thread())

    assert result["log"] == ["before", ("asks", "yes"), "b"]
    # The graph inside goes on from its own checkpoint.
    assert runs == ["before"]


def test_two_calls_in_one_node_have_places_of_their_own() -> None:
    inner = builder_of({"asks": asks("asks")}).compile()

    def node(state: Any) -> Any:
        first = inner.invoke({"x": 1})["log"]
        second = inner.invoke({"x": 2})["log"]
        return {"log": [*first, *second]}

    graph = builder_of({"n": node}).compile(InMemorySaver())
    graph.invoke({"x": 1}, thread())
    graph.invoke(Command(resume="A"), thread())
    result = graph.invoke(Command(resume="B"), thread())

    assert result["log"] == [("asks", "A"), ("asks", "B")]


def test_a_call_with_its_own_thread_is_a_run_of_its_own() -> None:
    saver = InMemorySaver()
    inner = builder_of("i").compile(saver)

    def node(state: Any) -> Any:
        return {"log": inner.invoke({"x": 1}, thread("inside"))["log"]}

    graph = builder_of({"n": node}).compile(saver)
    graph.invoke({"x": 1}, thread())
    graph.invoke({"x": 1}, thread())

    assert inner.get_state(thread("inside")).values["log"] == ["i", "i"]
    assert all(entry.metadata["parents"] == {} for entry in history(inner, "inside"))


def test_code_in_another_thread_belongs_to_the_task_only_with_its_context() -> None:
    inner = builder_of({"n": lambda state: {"log": [get_config()["metadata"]["langgraph_node"]]}})
    compiled = inner.compile()

    def node(state: Any) -> Any:
        with ThreadPoolExecutor(1) as pool:
            inside = pool.submit(copy_context().run, compiled.invoke, {"x": 1}).result()
            asked = pool.submit(copy_context().run, get_config).result()["metadata"]
            with pytest.raises(RuntimeError, match="outside of a runnable context"):
                pool.submit(get_config).result()
        return {"log": [*inside["log"], asked["langgraph_node"]]}

    assert builder_of({"outer": node}).compile().invoke({"x": 1})["log"] == ["n", "outer"]


def test_a_failure_inside_names_both_tasks() -> None:
    def fails(state: Any) -> Any:
        raise LookupError("deep")

    inner = builder_of({"fails": fails}).compile()
    graph = builder_of({"outer": called(inner)}).compile(InMemorySaver())

    with pytest.raises(LookupError) as caught:
        graph.invoke({"x": 1}, thread())

    notes = [note.split(" and id")[0] for note in caught.value.__notes__]
    assert notes == ["During task with name 'fails'", "During task with name 'outer'"]


def test_commands_to_the_parent() -> None:
    def leaves(state: Any) -> Any:
        return Command(graph=Command.PARENT, goto="b", update={"log": ["from inside"]})

    inner = builder_of({"leaves": leaves, "never": says("never")}, *chain("leaves", "never"))
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    builder.add_node("inner", inner.compile()).add_node("b", says("b")).add_edge(START, "inner")

    assert builder.compile().invoke({"x": 1})["log"] == ["from inside", "b"]


# -- sync and async mixed -------------------------------------------------------------------


def test_a_sync_run_inside_an_async_node() -> None:
    inner = builder_of({"asks": asks("asks")}).compile()

    async def node(state: Any) -> Any:
        return {"log": inner.invoke({"x": 1})["log"]}

    async def main() -> Any:
        graph = builder_of({"n": node}).compile(InMemorySaver())
        asked = await graph.ainvoke({"x": 1}, thread())
        assert [question.value for question in asked["__interrupt__"]] == ["asks0"]
        return await graph.ainvoke(Command(resume="yes"), thread())

    assert asyncio.run(main())["log"] == [("asks", "yes")]


def test_sync_nodes_of_an_async_run_may_call_graphs_and_ask() -> None:
    inner = builder_of({"asks": asks("asks")}).compile()

    async def main() -> Any:
        graph = builder_of({"n": called(inner), "m": asks("m")}).compile(InMemorySaver())
        asked = (await graph.ainvoke({"x": 1}, thread()))["__interrupt__"]
        answers = {question.id: f"to {question.value}" for question in asked}
        return await graph.ainvoke(Command(resume=answers), thread())

    assert asyncio.run(main())["log"] == [("m", "to m0"), ("asks", "to asks0")]


def test_an_async_run_inside_a_sync_node() -> None:
    async def inner_node(state: Any) -> Any:
        return {"log": [interrupt("inside?")]}

    inner = builder_of({"n": inner_node}).compile()

    def node(state: Any) -> Any:
        return {"log": asyncio.run(inner.ainvoke({"x": 1}))["log"]}

    graph = builder_of({"outer": node}).compile(InMemorySaver())
    asked = graph.invoke({"x": 1}, thread())["__interrupt__"]
    result = graph.invoke(Command(resume="yes"), thread())

    assert [question.value for question in asked] == ["inside?"]
    assert result["log"] == ["yes"]


def test_nested_graphs_three_deep_resume_where_they_were() -> None:
    deepest = builder_of({"asks": asks("asks", times=2)}).compile()
    middle = builder_of({"m": called(deepest)}).compile()
    graph = builder_of({"n": called(middle), "side": says("side")}).compile(InMemorySaver())

    graph.invoke({"x": 1}, thread())
    graph.invoke(Command(resume="A"), thread())
    result = graph.invoke(Command(resume="B"), thread())

    assert result["log"] == [("asks", "A", "B"), "side"]
    assert graph.get_state(thread()).next == ()


def test_the_same_graph_runs_in_many_threads_at_once() -> None:
    graph = builder_of("a b c", *chain("a", "b", "c")).compile(InMemorySaver())

    with ThreadPoolExecutor(8) as pool:
        results = list(
            pool.map(lambda number: graph.invoke({"x": number}, thread(str(number))), range(40))
        )

    assert [result["x"] for result in results] == list(range(40))
    assert all(result["log"] == ["a", "b", "c"] for result in results)


class Reading(InMemorySaver):
    """Notes which namespaces are read, and saves some a little later or never."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[str] = []
        self.later: list[Future[None]] = []
        self.lost: Exception | None = None

    def get_tuple(self, config: Any) -> Any:
        self.read.append(config["configurable"].get("checkpoint_ns", ""))
        return super().get_tuple(config)

    def submit(self, records: Sequence[Record], origin: object = None) -> Future[None]:
        future: Future[None] = Future()
        if self.lost is not None and records[0].checkpoint_ns:
            self.later.append(future)
        else:
            super().commit(records)
            future.set_result(None)
        return future

    def commit(self, records: Sequence[Record]) -> None:
        super().commit(records)
        while self.later:
            self.later.pop().set_exception(self.lost)


def nested(saver: Any) -> Any:
    """Three graphs inside each other."""
    graph = builder_of("i j", *chain("i", "j")).compile()
    for _ in range(2):
        graph = builder_of({"a": says("a"), "inner": graph}, *chain("a", "inner")).compile()
    return builder_of({"inner": graph}).compile(saver)


def test_a_subgraph_that_begins_reads_nothing() -> None:
    saver = Reading()
    graph = nested(saver)

    graph.invoke({"x": 1}, thread())
    graph.invoke({"x": 2}, thread())

    assert saver.read == ["", ""]


def test_what_a_subgraph_saves_is_waited_for_at_the_root() -> None:
    saver = Reading()
    saver.lost = OSError("no space left")
    graph = nested(saver)

    with pytest.raises(OSError, match="no space left"):
        graph.invoke({"x": 1}, thread())

    assert graph.get_state(thread()).values["x"] == 1


def test_a_subgraph_that_asked_goes_on_in_the_next_run() -> None:
    saver = Reading()
    inner = builder_of({"i": says("i"), "ask": asks("?")}, *chain("i", "ask")).compile()
    graph = builder_of({"inner": inner}).compile(saver)

    graph.invoke({"x": 1}, thread())
    result = graph.invoke(Command(resume="yes"), thread())

    assert result["log"].count("i") == 1
    assert len([namespace for namespace in saver.read if namespace]) == 1
