"""Snapshots tell the truth about what waits, what was answered and what failed."""

from __future__ import annotations

import asyncio
import operator
from typing import Annotated, Any

import pytest
from pydantic import BaseModel
from typing_extensions import TypedDict

from runtime.checkpoint.memory import InMemorySaver
from runtime.errors import InvalidUpdateError, NodeError
from runtime.graph import END, START, StateGraph
from runtime.types import Command, Send, interrupt
from tests.runtime.rules.states import Log, Single, on


def test_error_handler_that_asks_is_shown_waiting() -> None:
    def fails(state: Log) -> Log:
        raise ValueError("no luck")

    def handler(state: Log, error: NodeError) -> Log:
        return {"log": [f"{error.node}: {interrupt('what now?')}"]}

    graph = StateGraph(Log).add_node("fails", fails, error_handler=handler)
    app = graph.add_edge(START, "fails").compile(checkpointer=InMemorySaver())
    app.invoke({"log": []}, on())
    snapshot = app.get_state(on())
    assert snapshot.next == ("__error_handler__fails",)
    assert [question.value for question in snapshot.interrupts] == ["what now?"]
    assert "no luck" in str(snapshot.tasks[0].error)
    answers = {snapshot.interrupts[0].id: "go on"}
    assert app.invoke(Command(resume=answers), on())["log"] == ["fails: go on"]
    assert app.get_state(on()).next == ()


def two_questions() -> Any:
    def ask(state: Log) -> Log:
        first = interrupt("first?")
        second = interrupt("second?")
        return {"log": [f"{first}{second}"]}

    graph = StateGraph(Log).add_node("ask", ask).add_edge(START, "ask")
    return graph.compile(checkpointer=InMemorySaver())


def test_task_at_its_second_question_is_still_next() -> None:
    app = two_questions()
    app.invoke({"log": []}, on())
    app.invoke(Command(resume="a"), on())
    snapshot = app.get_state(on())
    assert snapshot.next == ("ask",)
    assert [question.value for question in snapshot.interrupts] == ["second?"]
    assert [question.value for question in snapshot.tasks[0].interrupts] == ["second?"]
    assert snapshot.tasks[0].result is None


def test_answered_questions_are_gone() -> None:
    app = two_questions()
    app.invoke({"log": []}, on())
    app.invoke(Command(resume="a"), on())
    app.invoke(Command(resume="b"), on())
    snapshot = app.get_state(on())
    assert (snapshot.next, snapshot.interrupts, snapshot.values["log"]) == ((), (), ["ab"])


def test_question_of_a_parallel_task_is_gone_once_it_is_answered() -> None:
    def ask(name: str) -> Any:
        def node(state: Log) -> Log:
            return {"log": [name + interrupt(name)]}

        return node

    graph = StateGraph(Log)
    for name in ("a", "b"):
        graph.add_node(name, ask(name)).add_edge(START, name)
    app = graph.compile(checkpointer=InMemorySaver())
    asked = {question.value: question.id for question in app.invoke({}, on())["__interrupt__"]}
    app.invoke(Command(resume={asked["a"]: "1"}), on())
    snapshot = app.get_state(on())
    assert snapshot.next == ("b",)
    assert [question.value for question in snapshot.interrupts] == ["b"]


def test_question_is_still_shown_after_an_edit() -> None:
    app = two_questions()
    app.invoke({"log": []}, on())
    app.update_state(on(), {"x": 5})
    snapshot = app.get_state(on())
    assert snapshot.next == ("ask",)
    assert [question.value for question in snapshot.interrupts] == ["first?"]
    assert snapshot.values["x"] == 5
    app.invoke(Command(resume="a"), on())
    assert app.invoke(Command(resume="b"), on())["log"] == ["ab"]


def beside_a_question() -> Any:
    def node(name: str) -> Any:
        return lambda state: {"log": [name]}

    graph = StateGraph(Log).add_node("ask", lambda state: {"log": [interrupt("?")]})
    for name in ("a", "beside", "after"):
        graph.add_node(name, node(name))
    graph.add_edge(START, "a").add_edge("a", "ask").add_edge("a", "beside")
    app = graph.add_edge("beside", "after").compile(checkpointer=InMemorySaver())
    app.invoke({"log": []}, on())
    return app


@pytest.mark.parametrize("values", [None, {"x": 5}])
@pytest.mark.parametrize("as_node", [None, "a"])
def test_edit_of_what_asks_beside_a_finished_task_keeps_the_question(
    values: Any, as_node: str | None
) -> None:
    app = beside_a_question()
    app.update_state(on(), values, as_node=as_node)
    snapshot = app.get_state(on())
    assert snapshot.next == ("ask", "beside")
    assert [question.value for question in snapshot.interrupts] == ["?"]
    assert app.invoke(Command(resume="yes"), on())["log"] == ["a", "yes", "beside", "after"]


def test_edit_that_makes_a_finished_task_not_due_keeps_what_it_wrote() -> None:
    app = beside_a_question()
    app.update_state(on(), {"log": ["edit"]}, as_node="ask")
    assert app.get_state(on()).values["log"] == ["a", "beside", "edit"]


def conflicting() -> Any:
    graph = StateGraph(Single)
    for name, value in (("a", 1), ("b", 2)):
        graph.add_node(name, lambda state, value=value: {"x": value}).add_edge(START, name)
    return graph.compile(checkpointer=InMemorySaver())


def test_refused_superstep_leaves_the_thread_readable_and_says_what_failed() -> None:
    app = conflicting()
    with pytest.raises(InvalidUpdateError, match="'x'"):
        app.invoke({"x": 0}, on())
    snapshot = app.get_state(on())
    assert snapshot.next == ("a", "b")
    assert snapshot.values == {"x": 0}
    for task in snapshot.tasks:
        assert "InvalidUpdateError" in str(task.error)
        assert "'x'" in str(task.error)
    newest = next(iter(app.get_state_history(on())))
    assert newest.config == snapshot.config
    assert all("'x'" in str(task.error) for task in newest.tasks)


def test_refused_superstep_says_what_failed_in_async_runs_too() -> None:
    async def refused() -> Any:
        app = conflicting()
        with pytest.raises(InvalidUpdateError):
            await app.ainvoke({"x": 0}, on())
        return await app.aget_state(on())

    snapshot = asyncio.run(refused())
    assert all("'x'" in str(task.error) for task in snapshot.tasks)


def test_thread_goes_on_after_an_edit_of_a_refused_superstep() -> None:
    app = conflicting()
    with pytest.raises(InvalidUpdateError):
        app.invoke({"x": 0}, on())
    app.update_state(on(), {"x": 7}, as_node="a")
    snapshot = app.get_state(on())
    assert snapshot.values == {"x": 7}
    assert all(task.error is None for task in snapshot.tasks)


class Checked(BaseModel):
    x: int = 0


def test_invalid_model_leaves_the_thread_readable_and_says_what_failed() -> None:
    graph = StateGraph(Checked)
    graph.add_node("a", lambda state: {"x": "no number"})
    graph.add_node("b", lambda state: {"x": state.x + 1})
    graph.add_edge(START, "a").add_edge("a", "b").add_edge("b", END)
    app = graph.compile(checkpointer=InMemorySaver())
    with pytest.raises(ValueError, match="valid integer"):
        app.invoke({"x": 1}, on())
    snapshot = app.get_state(on())
    assert snapshot.next == ("b",)
    assert snapshot.values == {"x": "no number"}
    assert "valid integer" in str(snapshot.tasks[0].error)
    assert [found.next for found in app.get_state_history(on())] == [("b",), ("a",), (START,)]
    app.update_state(on(), {"x": 3}, as_node="a")
    assert app.invoke(None, on()) == {"x": 4}


def waiting_at(*names: str) -> tuple[Any, InMemorySaver]:
    saver = InMemorySaver()
    return graph_of(*names).compile(checkpointer=saver, interrupt_before=["b"]), saver


def graph_of(*names: str, schema: Any = Log) -> Any:
    graph = StateGraph(schema)
    before = START
    for name in names:
        graph.add_node(name, lambda state, name=name: {"log": [name]}).add_edge(before, name)
        before = name
    return graph


def test_node_removed_under_a_waiting_thread_is_reported() -> None:
    app, saver = waiting_at("a", "b")
    app.invoke({"log": []}, on())
    assert app.get_state(on()).next == ("b",)
    changed = graph_of("a", "c").compile(checkpointer=saver)
    snapshot = changed.get_state(on())
    assert snapshot.values["log"] == ["a"]
    assert snapshot.next == ("b",)
    assert "unknown node 'b'" in str(snapshot.tasks[0].error)
    with pytest.raises(InvalidUpdateError, match="unknown node 'b'"):
        changed.invoke(None, on())
    assert len(list(changed.get_state_history(on()))) == 3


@pytest.mark.parametrize("way", ["new input", "edit"])
def test_removed_nodes_can_be_left_behind(way: str) -> None:
    app, saver = waiting_at("a", "b")
    app.invoke({"log": []}, on())
    changed = graph_of("a", "c").compile(checkpointer=saver)
    if way == "edit":
        changed.update_state(on(), {"log": ["new"]}, as_node="a")
    else:
        changed.invoke({"log": ["new"]}, on())
    assert changed.invoke(None, on())["log"][-1] == "c"
    assert changed.get_state(on()).next == ()


def test_send_to_a_removed_node_is_reported() -> None:
    def build(target: str) -> Any:
        graph = StateGraph(Log).add_node("a", lambda state: {"log": ["a"]})
        graph.add_node(target, lambda state: {"log": [target]}).add_edge(START, "a")
        return graph.add_conditional_edges("a", lambda state: [Send(target, state)])

    saver = InMemorySaver()
    build("old").compile(checkpointer=saver, interrupt_before=["old"]).invoke({"log": []}, on())
    changed = build("new").compile(checkpointer=saver)
    snapshot = changed.get_state(on())
    assert snapshot.next == ("old",)
    assert "unknown node 'old'" in str(snapshot.tasks[0].error)
    with pytest.raises(InvalidUpdateError, match="unknown node 'old'"):
        changed.invoke(None, on())


class WithoutNumber(TypedDict, total=False):
    log: Annotated[list[str], operator.add]


def test_state_key_removed_under_a_waiting_thread_is_reported(
    caplog: pytest.LogCaptureFixture,
) -> None:
    app, saver = waiting_at("a", "b")
    app.invoke({"log": [], "x": 3}, on())
    changed = graph_of("a", "b", schema=WithoutNumber).compile(checkpointer=saver)
    assert changed.get_state(on()).next == ("b",)
    assert "this graph lacks: 'x'" in caplog.text
    caplog.clear()
    assert changed.invoke(None, on()) == {"log": ["a", "b"]}
    assert "this graph lacks: 'x'" in caplog.text
    assert app.get_state(on()).values == {"log": ["a", "b"], "x": 3}
