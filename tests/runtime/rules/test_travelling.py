"""Time travel into subgraphs: only the chosen inner node and what follows it run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.sql import SqlSaver
from runtime.graph import START, StateGraph
from runtime.types import Command, Send, interrupt
from tests.runtime.rules.states import Log, on

Call = Callable[[Any, Any, Any], Any]


class Nested:
    """A graph around a graph (around a graph), and the nodes that ran since it was asked last."""

    def __init__(
        self, *, keeps: bool | None = None, asks: str = "", deep: bool = False, saver: Any = None
    ) -> None:
        self._ran: list[str] = []
        self._asks = asks
        inner = self._chain({name: self._node(name) for name in ("i1", "i2", "i3")})
        sub = inner.compile(checkpointer=keeps)
        if deep:
            middle = {"m1": self._node("m1"), "middle": sub, "m2": self._node("m2")}
            sub = self._chain(middle).compile(checkpointer=keeps)
        self._outer = {"a": self._node("a"), "sub": sub, "b": self._node("b")}
        graph = self._chain(self._outer)
        self.app = graph.compile(checkpointer=saver or InMemorySaver())

    def _node(self, name: str) -> Any:
        def node(state: Log) -> Log:
            self._ran.append(name)
            return {"log": [name + interrupt("?") if name == self._asks else name]}

        return node

    @staticmethod
    def _chain(nodes: dict[str, Any]) -> Any:
        return StateGraph(Log).add_sequence(list(nodes.items())).add_edge(START, next(iter(nodes)))

    def ran(self) -> list[str]:
        found, self._ran[:] = list(self._ran), []
        return found

    def inside(self, name: str, *, saved_as: str = "sub") -> dict[str, Any]:
        """The config of the first subgraph checkpoint at which node `name` is due."""
        for saved in self.app.checkpointer.list(None):
            namespace = saved.config["configurable"]["checkpoint_ns"]
            if namespace.split("|")[-1].split(":")[0] == saved_as:
                for found in self.app.get_state_history(on(checkpoint_ns=namespace)):
                    if found.next == (name,):
                        config: dict[str, Any] = found.config
                        return config
        raise AssertionError(f"no checkpoint before {name}")


def invoke(app: Any, given: Any, config: Any) -> Any:
    return app.invoke(given, config)


def ainvoke(app: Any, given: Any, config: Any) -> Any:
    return asyncio.run(app.ainvoke(given, config))


each_way = pytest.mark.parametrize("call", [invoke, ainvoke])
each_keeping = pytest.mark.parametrize("keeps", [None, True])


@each_way
@each_keeping
@pytest.mark.parametrize(
    ("node", "runs"),
    [("i1", ["i1", "i2", "i3", "b"]), ("i2", ["i2", "i3", "b"]), ("i3", ["i3", "b"])],
)
def test_finished_subgraph(call: Call, keeps: bool | None, node: str, runs: list[str]) -> None:
    nested = Nested(keeps=keeps)
    result = call(nested.app, {"log": []}, on())
    nested.ran()
    config = nested.inside(node)
    assert call(nested.app, None, config) == result
    assert nested.ran() == runs
    assert nested.app.get_state(on()).values == result


@each_way
@each_keeping
def test_question_inside_a_subgraph_is_asked_again(call: Call, keeps: bool | None) -> None:
    nested = Nested(keeps=keeps, asks="i2")
    call(nested.app, {"log": []}, on())
    call(nested.app, Command(resume="!"), on())
    nested.ran()
    config = nested.inside("i2")
    assert "__interrupt__" in call(nested.app, None, config)
    assert nested.ran() == ["i2"]
    result = call(nested.app, Command(resume="?"), on())
    assert nested.ran() == ["i2", "i3", "b"]
    assert result["log"] == ["a", "a", "i1", "i2?", "i3", "b"]


@each_way
@each_keeping
@pytest.mark.parametrize("by_id", [False, True])
def test_branches_by_answers(call: Call, keeps: bool | None, by_id: bool) -> None:
    nested = Nested(keeps=keeps, asks="i2")
    call(nested.app, {"log": []}, on())
    (question,) = nested.app.get_state(on()).interrupts
    waiting = nested.app.get_state(on(), subgraphs=True).tasks[0].state.config
    nested.ran()
    for answer in ("x", "y", "z"):
        resume = {question.id: answer} if by_id else answer
        result = call(nested.app, Command(resume=resume), waiting)
        assert nested.ran() == ["i2", "i3", "b"]
        assert result["log"] == ["a", "a", "i1", f"i2{answer}", "i3", "b"]


@each_way
@each_keeping
def test_two_levels_down(call: Call, keeps: bool | None) -> None:
    nested = Nested(keeps=keeps, deep=True, asks="i2")
    call(nested.app, {"log": []}, on())
    first = call(nested.app, Command(resume="!"), on())
    assert nested.ran() == ["a", "m1", "i1", "i2", "i2", "i3", "m2", "b"]
    config = nested.inside("i2", saved_as="middle")
    assert "__interrupt__" in call(nested.app, None, config)
    assert nested.ran() == ["i2"]
    again = call(nested.app, Command(resume="!"), on())
    assert nested.ran() == ["i2", "i3", "m2", "b"]
    assert again == first


@each_way
@each_keeping
def test_edit_inside_a_subgraph_and_go_on(call: Call, keeps: bool | None) -> None:
    nested = Nested(keeps=keeps)
    call(nested.app, {"log": []}, on())
    nested.ran()
    edited = nested.app.update_state(nested.inside("i3"), {"log": ["edit"]})
    result = call(nested.app, None, edited)
    assert nested.ran() == ["i3", "b"]
    assert result["log"] == ["a", "a", "i1", "i2", "edit", "i3", "b"]


def test_addressing_without_the_ancestors() -> None:
    nested = Nested()
    nested.app.invoke({"log": []}, on())
    nested.ran()
    config = nested.inside("i3")
    del config["configurable"]["checkpoint_map"]
    nested.app.invoke(None, config)
    assert nested.ran() == ["i3", "b"]


def test_stored_history_serves_another_process(tmp_path: Path) -> None:
    with SqlSaver(tmp_path / "store.db") as saver:
        Nested(saver=saver).app.invoke({"log": []}, on())
        nested = Nested(saver=saver)
        nested.app.invoke(None, nested.inside("i3"))
        assert nested.ran() == ["i3", "b"]


@each_way
def test_siblings_keep_what_they_did(call: Call) -> None:
    ran: list[str] = []

    def node(name: str) -> Any:
        def act(state: Any) -> Log:
            ran.append(name)
            return {"log": [name]}

        return act

    inner = StateGraph(Log).add_sequence([("i1", node("i1")), ("i2", node("i2"))])
    sub = inner.add_edge(START, "i1").compile()
    graph = StateGraph(Log).add_node("sub", sub).add_node("beside", node("beside"))
    graph.add_edge(START, "beside").add_conditional_edges(
        START, lambda state: [Send("sub", {"log": [each]}) for each in "xyz"]
    )
    app = graph.compile(InMemorySaver())
    first = call(app, {"log": []}, on())
    (root,) = [found for found in app.get_state_history(on()) if found.next[1:]]
    state: Any = root.tasks[1].state
    inside = state["configurable"]["checkpoint_ns"]
    (config,) = [
        found.config
        for found in app.get_state_history(on(checkpoint_ns=inside))
        if found.next == ("i2",)
    ]
    ran.clear()
    assert call(app, None, config) == first
    assert ran == ["i2"]


def kept(asks: bool) -> Any:
    """A graph around one that keeps a count from run to run."""

    def count(state: Log) -> Log:
        answer = interrupt("?") if asks else ""
        return {"x": state.get("x", 0) + 1, "log": [f"{state.get('x', 0) + 1}{answer}"]}

    inner = StateGraph(Log, output_schema=OnlyLog).add_node("count", count)
    sub = inner.add_edge(START, "count").compile(checkpointer=True)
    graph = StateGraph(OnlyLog).add_node("before", lambda state: {"log": []})
    graph.add_node("call", lambda state: {"log": sub.invoke({})["log"][-1:]})
    return graph.add_edge(START, "before").add_edge("before", "call").compile(InMemorySaver())


class OnlyLog(Log):
    pass


@each_way
def test_replay_begins_kept_state_as_it_was(call: Call) -> None:
    app = kept(asks=False)
    for count in (1, 2, 3):
        assert call(app, {"log": []}, on())["log"][-1] == str(count)
    past = [found.config for found in app.get_state_history(on()) if found.next == ("call",)]
    assert call(app, None, past[-2])["log"] == ["1", "2"]
    assert call(app, None, past[-1])["log"] == ["1"]
    assert call(app, {"log": []}, on())["log"] == ["1", "2"]


@each_way
def test_branch_with_an_answer_begins_kept_state_as_it_was(call: Call) -> None:
    app = kept(asks=True)
    for answer in "ab":
        call(app, {"log": []}, on())
        call(app, Command(resume=answer), on())
    past = [found.config for found in app.get_state_history(on()) if found.next == ("call",)]
    assert call(app, Command(resume="c"), past[-1])["log"] == ["1c"]
    assert call(app, Command(resume="d"), past[0])["log"] == ["1a", "2d"]


@each_way
def test_kept_state_is_not_resumed_by_a_later_node(call: Call) -> None:
    """The run goes on from a question; a subgraph that comes later takes its input."""

    def ask(state: Log) -> Log:
        return {"log": [interrupt("?")]}

    inner = StateGraph(Log).add_node("inner", lambda state: {"log": ["inner"]})
    sub = inner.add_edge(START, "inner").compile(checkpointer=True)
    graph = StateGraph(Log).add_node("ask", ask)
    graph.add_node("call", lambda state: {"log": [str(len(sub.invoke({})["log"]))]})
    app = graph.add_edge(START, "ask").add_edge("ask", "call").compile(InMemorySaver())
    for run in (1, 2):
        call(app, {"log": []}, on())
        assert call(app, Command(resume="yes"), on())["log"][-1] == str(run)
