"""Subgraphs beside one another, and what they hand to the graph around them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from typing_extensions import TypedDict

from runtime.checkpoint.memory import InMemorySaver
from runtime.errors import InvalidUpdateError
from runtime.graph import START, StateGraph
from runtime.types import Command, Send
from tests.runtime.rules.states import Log, Single, on


def compiled(name: str, action: Any, schema: Any = Log) -> Any:
    return StateGraph(schema).add_node(name, action).add_edge(START, name).compile()


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
def test_parallel_commands_for_the_parent_are_all_applied(way: str) -> None:
    inner = StateGraph(Log)
    for name in ("p", "q"):

        def leave(state: Log, name: str = name) -> Command[str]:
            return Command(graph=Command.PARENT, update={"log": [name]}, goto=f"after_{name}")

        inner.add_node(name, leave).add_edge(START, name)
    graph = StateGraph(Log).add_node("sub", inner.compile()).add_edge(START, "sub")
    for name in ("p", "q"):
        graph.add_node(f"after_{name}", lambda state, name=name: {"log": [f"after {name}"]})
    app = graph.compile(InMemorySaver())
    call = app.invoke if way == "invoke" else lambda *given: asyncio.run(app.ainvoke(*given))
    assert call({"log": []}, on())["log"] == ["p", "q", "after p", "after q"]


def test_parallel_subgraphs_follow_the_reducer_of_the_parent() -> None:
    graph = StateGraph(Log)
    for name in ("p", "q"):
        sub = compiled("inner", lambda state, name=name: {"log": [name]}, Inner)
        graph.add_node(name, sub).add_edge(START, name)
    assert graph.compile().invoke({"log": []})["log"] == ["p", "q"]


class Inner(TypedDict):
    log: list[str]


def test_parallel_subgraphs_that_write_one_plain_key_conflict_by_name() -> None:
    graph = StateGraph(Single)
    for name, value in (("p", 1), ("q", 2)):
        sub = compiled("inner", lambda state, value=value: {"x": value}, Single)
        graph.add_node(name, sub).add_edge(START, name)
    with pytest.raises(InvalidUpdateError, match=r"(?s)'x'.*Written by: 'p', 'q'"):
        graph.compile().invoke({})


def test_sends_to_one_subgraph_are_folded_in_order() -> None:
    sub = compiled("inner", lambda state: {"log": [state["log"][0] * 2]}, Inner)
    graph = StateGraph(Log).add_node("sub", sub)
    graph.add_conditional_edges(
        START, lambda state: [Send("sub", {"log": [each]}) for each in "xyz"]
    )
    assert graph.compile().invoke({"log": []})["log"] == ["xx", "yy", "zz"]


def test_list_that_a_subgraph_hands_back_whole_is_reported(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The parent's reducer appends what it gets, as in LangGraph: also what was there before."""
    sub = compiled("inner", lambda state: {"x": 1})
    graph = StateGraph(Log).add_node("sub", sub).add_edge(START, "sub")
    assert graph.compile().invoke({"log": ["a", "b"]})["log"] == ["a", "b", "a", "b"]
    (message,) = [record.getMessage() for record in caplog.records]
    assert "'sub'" in message
    assert "'log'" in message


def test_list_that_a_subgraph_makes_anew_is_not_reported(
    caplog: pytest.LogCaptureFixture,
) -> None:
    sub = compiled("inner", lambda state: {"log": ["c"]}, Inner)
    graph = StateGraph(Log).add_node("sub", sub).add_edge(START, "sub")
    assert graph.compile().invoke({"log": ["a", "b"]})["log"] == ["a", "b", "c"]
    assert caplog.records == []


def test_strict_graph_takes_from_subgraphs_only_what_is_new() -> None:
    sub = compiled("inner", lambda state: {"log": ["c"]})
    graph = StateGraph(Log).add_node("sub", sub).add_edge(START, "sub")
    assert graph.compile().invoke({"log": ["a", "b"]})["log"] == ["a", "b", "a", "b", "c"]
    strict = graph.compile(strict_subgraphs=True)
    assert strict.invoke({"log": ["a", "b"]})["log"] == ["a", "b", "c"]
    assert asyncio.run(strict.ainvoke({"log": ["a", "b"]}))["log"] == ["a", "b", "c"]


def test_an_edit_as_a_strict_subgraph_is_taken_as_it_is() -> None:
    sub = compiled("inner", lambda state: {"log": ["c"]})
    builder = StateGraph(Log).add_node("sub", sub).add_node("after", lambda state: {"log": ["d"]})
    builder.add_edge(START, "sub").add_edge("sub", "after")
    strict = builder.compile(InMemorySaver(), strict_subgraphs=True, interrupt_before=["after"])
    config = {"configurable": {"thread_id": "t"}}
    strict.invoke({"log": ["a"]}, config)
    strict.update_state(config, {"log": ["edit"]})
    strict.update_state(config, {"log": ["a"]}, as_node="sub")
    assert strict.get_state(config).values["log"] == ["a", "c", "edit", "a"]
    asyncio.run(strict.aupdate_state(config, {"log": ["async"]}, as_node="sub"))
    assert strict.invoke(None, config)["log"] == ["a", "c", "edit", "a", "async", "d"]
