"""Questions: a pause that nothing swallows, answers in order and bound to ids, none twice."""

from typing import Any

import pytest

from runtime.checkpoint.memory import InMemorySaver
from runtime.errors import GraphInterrupt
from runtime.graph import START
from runtime.types import Command, Interrupt, interrupt
from tests.runtime.pregel.making import asks, builder_of, chain, says, thread


def test_a_node_that_swallows_its_interrupt_still_pauses() -> None:
    reached = []

    def careless(state: Any) -> Any:
        try:
            answer = interrupt("sure?")
        except Exception:  # noqa: BLE001  # the careless handler under test
            reached.append("swallowed")
            answer = "nothing"
        return {"log": [answer]}

    graph = builder_of({"n": careless}).compile(InMemorySaver())
    result = graph.invoke({"x": 1}, thread())

    assert reached == ["swallowed"]
    assert [question.value for question in result["__interrupt__"]] == ["sure?"]
    assert result["log"] == []
    assert graph.get_state(thread()).next == ("n",)
    assert graph.invoke(Command(resume="yes"), thread())["log"] == ["yes"]


def test_an_error_after_a_swallowed_interrupt_is_an_error() -> None:
    def careless(state: Any) -> Any:
        try:
            interrupt("sure?")
        except Exception as caught:
            raise LookupError("lost") from caught

    graph = builder_of({"n": careless}).compile(InMemorySaver())

    with pytest.raises(LookupError, match="lost"):
        graph.invoke({"x": 1}, thread())


def test_a_graph_interrupt_of_the_nodes_own_making_is_a_question() -> None:
    def asking(state: Any) -> Any:
        raise GraphInterrupt([Interrupt("mine", "id")])

    result = builder_of({"n": asking}).compile(InMemorySaver()).invoke({"x": 1}, thread())

    assert [question.value for question in result["__interrupt__"]] == ["mine"]


def test_a_node_starts_over_and_its_questions_take_answers_in_order() -> None:
    lines = []

    def node(state: Any) -> Any:
        lines.append("first line")
        answers = [interrupt("one")]
        lines.append("between")
        answers.append(interrupt("two"))
        return {"log": answers}

    graph = builder_of({"n": node}).compile(InMemorySaver())
    graph.invoke({"x": 1}, thread())
    second = graph.invoke(Command(resume="A"), thread())
    result = graph.invoke(Command(resume="B"), thread())

    assert second["__interrupt__"][0].value == "two"
    assert result["log"] == ["A", "B"]
    assert lines == ["first line", "first line", "between", "first line", "between"]


def test_answers_of_several_tasks_are_bound_to_ids() -> None:
    graph = builder_of({"a": asks("a"), "b": asks("b"), "c": says("c")}).compile(InMemorySaver())
    asked = graph.invoke({"x": 1}, thread())["__interrupt__"]
    assert [question.value for question in asked] == ["a0", "b0"]

    with pytest.raises(RuntimeError, match="multiple pending interrupts"):
        graph.invoke(Command(resume="which?"), thread())
    with pytest.raises(RuntimeError, match=f"No pending interrupt has the id {'0' * 32}"):
        graph.invoke(Command(resume={"0" * 32: 1}), thread())
    left = graph.invoke(Command(resume={asked[1].id: "B"}), thread())
    assert [question.value for question in left["__interrupt__"]] == ["a0"]
    assert graph.get_state(thread()).interrupts == (asked[0],)
    result = graph.invoke(Command(resume={asked[0].id: "A"}), thread())

    assert result["log"] == [("a", "A"), ("b", "B"), "c"]


def test_a_replayed_checkpoint_asks_again() -> None:
    graph = builder_of({"a": asks("a"), "b": says("b")}, *chain("a", "b")).compile(InMemorySaver())
    graph.invoke({"x": 1}, thread())
    before = graph.get_state(thread()).config
    assert graph.invoke(Command(resume="first"), thread())["log"] == [("a", "first"), "b"]

    again = graph.invoke(None, before)
    assert [question.value for question in again["__interrupt__"]] == ["a0"]
    assert graph.invoke(Command(resume="second"), thread())["log"] == [("a", "second"), "b"]


def test_a_fork_by_edit_asks_again() -> None:
    graph = builder_of({"a": asks("a"), "b": says("b")}, *chain("a", "b")).compile(InMemorySaver())
    graph.invoke({"x": 1}, thread())
    before = graph.get_state(thread()).config
    graph.invoke(Command(resume="first"), thread())

    edited = graph.update_state(before, {"x": 2}, as_node=START)
    again = graph.invoke(None, edited)

    assert [question.value for question in again["__interrupt__"]] == ["a0"]
    assert graph.invoke(Command(resume="second"), thread())["log"] == [("a", "second"), "b"]


def test_answers_need_a_saver() -> None:
    graph = builder_of({"a": asks("a")}).compile()

    assert graph.invoke({"x": 1})["__interrupt__"][0].value == "a0"
    with pytest.raises(RuntimeError, match="without checkpointer"):
        graph.invoke(Command(resume=1))


def test_an_answer_is_the_nodes_own() -> None:
    """What a node does to an answer changes neither the record nor the caller's object."""

    def node(state: Any) -> Any:
        answer = interrupt("list?")
        answer.append("changed by the node")
        second = interrupt("more?")
        return {"log": [answer, second]}

    graph = builder_of({"n": node}).compile(InMemorySaver())
    graph.invoke({"x": 1}, thread())
    mine = ["mine"]
    graph.invoke(Command(resume=mine), thread())
    result = graph.invoke(Command(resume="yes"), thread())

    assert mine == ["mine"]
    assert result["log"] == [["mine", "changed by the node"], "yes"]
