"""Where the engines disagree on purpose: a rule, what LangGraph does instead, what this one does.

Each test observes both engines. If LangGraph starts to keep a rule, its half fails, and the test
can go.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.differential.engines import ORACLE, OURS, Engine
from tests.differential.graphs.states import graph_of
from tests.differential.scenarios import asks, says

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours

THREAD: dict[str, Any] = {"configurable": {"thread_id": "thread"}}


def error_of(act: Callable[[], Any]) -> tuple[str, str]:
    """Class name and text of what `act` raises, or two empty texts."""
    try:
        act()
    except Exception as error:  # noqa: BLE001 - the error is what is compared
        return type(error).__name__, str(error)
    return "", ""


# Isolation: every task sees the state as it was when the superstep began, whoever changes its copy.


def _node_changes_its_input(engine: Engine) -> Any:
    def change(state: Any) -> None:
        state["log"].append("not written")

    nodes = {"change": change, "z": says("z")}
    graph = engine.compile(graph_of(engine, nodes, [(engine.START, "change"), ("change", "z")]))
    return graph.invoke({"x": 1, "log": ["in"]}, THREAD)["log"]


def test_a_node_that_changes_its_input_writes_nothing() -> None:
    assert _node_changes_its_input(ORACLE) == ["in", "not written", "z"]
    assert _node_changes_its_input(OURS) == ["in", "z"]


def _sibling_changes_its_input(engine: Engine) -> Any:
    def change(state: Any) -> None:
        state["log"][0].append("not written")

    def look(state: Any) -> Any:
        return {"x": len(state["log"][0])}

    nodes = {"a_changes": change, "b_looks": look}
    graph = graph_of(engine, nodes, [(engine.START, "a_changes"), (engine.START, "b_looks")])
    return graph.compile().invoke({"x": 0, "log": [["nested"]]}, {"max_concurrency": 1})["x"]


def test_a_sibling_does_not_see_a_nested_change() -> None:
    assert _sibling_changes_its_input(ORACLE) == 2
    assert _sibling_changes_its_input(OURS) == 1


def _router_changes_its_input(engine: Engine) -> Any:
    def route(state: Any) -> str:
        state["log"].append("by the router")
        return "z"

    builder = graph_of(engine, {"a": lambda state: None, "z": says("z")}, [(engine.START, "a")])
    builder.add_conditional_edges("a", route)
    return engine.compile(builder).invoke({"x": 1, "log": ["in"]}, THREAD)["log"]


def test_a_router_that_changes_its_input_writes_nothing() -> None:
    assert _router_changes_its_input(ORACLE) == ["in", "by the router", "z"]
    assert _router_changes_its_input(OURS) == ["in", "z"]


def _sends_share_an_argument(engine: Engine) -> Any:
    def work(state: Any) -> Any:
        state["seen"].append(1)
        return {"log": [len(state["seen"])]}

    def route(state: Any) -> Any:
        shared: dict[str, Any] = {"seen": []}
        return [engine.Send("work", shared) for _ in range(3)]

    builder = graph_of(engine, {"work": work})
    builder.add_conditional_edges(engine.START, route, ["work"])
    return builder.compile().invoke({"x": 1}, {"max_concurrency": 1})["log"]


def test_sends_with_one_argument_do_not_meet_in_it() -> None:
    assert _sends_share_an_argument(ORACLE) == [1, 2, 3]
    assert _sends_share_an_argument(OURS) == [1, 1, 1]


def _caller_changes_what_it_reads(engine: Engine) -> Any:
    nodes = {"a": says("a"), "b": says("b")}
    graph = engine.compile(graph_of(engine, nodes, [(engine.START, "a"), ("a", "b")]))
    for chunk in graph.stream({"x": 1, "log": ["in"]}, THREAD, stream_mode="values"):
        if len(chunk["log"]) == 2:
            chunk["log"].append("by the caller")
    return graph.get_state(THREAD).values["log"]


def test_a_caller_that_changes_an_event_changes_no_state() -> None:
    assert _caller_changes_what_it_reads(ORACLE) == ["in", "a", "by the caller", "b"]
    assert _caller_changes_what_it_reads(OURS) == ["in", "a", "b"]


# Versions are integers, which only ever rise.


def _versions(engine: Engine) -> list[Any]:
    nodes = {"a": says("a"), "b": says("b")}
    graph = engine.compile(graph_of(engine, nodes, [(engine.START, "a"), ("a", "b")]))
    graph.invoke({"x": 1}, THREAD)
    checkpoints = [found.checkpoint for found in graph.checkpointer.list(THREAD)]
    return [version for found in checkpoints for version in found["channel_versions"].values()]


def test_versions_are_integers() -> None:
    assert {type(version) for version in _versions(ORACLE)} == {str}
    assert {type(version) for version in _versions(OURS)} == {int}


# A refused superstep leaves the thread usable, and says where it went wrong.


def _conflicting(engine: Engine) -> Any:
    nodes = {"a": lambda state: {"x": 1}, "b": lambda state: {"x": 2}}
    graph = engine.compile(graph_of(engine, nodes, [(engine.START, "a"), (engine.START, "b")]))
    assert error_of(lambda: graph.invoke({"x": 0}, THREAD))[0] == "InvalidUpdateError"
    return graph


def test_a_thread_can_be_read_after_a_conflict() -> None:
    theirs, ours = _conflicting(ORACLE), _conflicting(OURS)
    assert error_of(lambda: theirs.get_state(THREAD))[0] == "InvalidUpdateError"
    snapshot = ours.get_state(THREAD)
    assert snapshot.values == {"x": 0, "log": []}
    assert set(snapshot.next) == {"a", "b"}
    assert [found.metadata["step"] for found in ours.get_state_history(THREAD)] == [0, -1]


def test_a_conflict_names_its_channel_writers_and_remedy() -> None:
    def text(engine: Engine) -> str:
        nodes = {"first": lambda state: {"x": 1}, "other": lambda state: {"x": 2}}
        edges = [(engine.START, "first"), (engine.START, "other")]
        graph = graph_of(engine, nodes, edges).compile()
        return error_of(lambda: graph.invoke({"x": 0}))[1]

    assert "'x'" in text(ORACLE)
    assert "first" not in text(ORACLE)
    for word in ("'x'", "first", "other", "Annotated"):
        assert word in text(OURS)


def _conflicting_edits(engine: Engine) -> Any:
    nodes = {"ask": asks("ask", "question")(engine)}
    graph = engine.compile(graph_of(engine, nodes, [(engine.START, "ask")]))
    graph.invoke({"x": 1}, THREAD)
    error_of(lambda: graph.invoke(engine.Command(update={"x": 2}), THREAD))
    error_of(lambda: graph.invoke(engine.Command(update={"x": 3}), THREAD))
    return graph


def test_the_caller_may_update_a_waiting_thread_twice() -> None:
    """LangGraph keeps both updates of the caller and fails on their conflict for ever."""
    theirs, ours = _conflicting_edits(ORACLE), _conflicting_edits(OURS)
    assert error_of(lambda: theirs.get_state(THREAD))[0] == "InvalidUpdateError"
    assert ours.get_state(THREAD).values["x"] == 3
    assert ours.get_state(THREAD).next == ("ask",)


# A destination is a node that exists.


def _going_nowhere(engine: Engine, how: str) -> tuple[str, str]:
    nodes: dict[str, Any] = {"a": lambda state: None, "b": says("b")}
    if how == "command":
        nodes["a"] = lambda state: engine.Command(goto="nowhere")
    builder = graph_of(engine, nodes, [(engine.START, "a")])
    target: Any = {"router": "nowhere", "number": 5, "send": engine.Send("nowhere", {})}.get(how)
    if how != "command":
        builder.add_conditional_edges("a", lambda state: target)
    return error_of(lambda: builder.compile().invoke({"x": 1}))


@pytest.mark.parametrize("how", ["router", "number", "send", "command"])
def test_a_destination_that_nobody_knows_is_an_error(how: str) -> None:
    """LangGraph ends that branch of the run without a word."""
    assert _going_nowhere(ORACLE, how) == ("", "")
    kind, text = _going_nowhere(OURS, how)
    assert kind == "InvalidUpdateError"
    assert "'a'" in text
    assert ("5" if how == "number" else "nowhere") in text


# Values keep their type on the way through a saver.


def _stored(engine: Engine) -> Any:
    result = {"x": (1, "two"), "log": [(3, [4])]}
    graph = engine.compile(graph_of(engine, {"a": lambda state: result}, [(engine.START, "a")]))
    graph.invoke({"x": 1}, THREAD)
    return graph.get_state(THREAD).values


def test_tuples_stay_tuples() -> None:
    assert _stored(ORACLE) == {"x": [1, "two"], "log": [[3, [4]]]}
    assert _stored(OURS) == {"x": (1, "two"), "log": [(3, [4])]}


# History is immutable: what is added later changes nothing that was there.


def _past_before_and_after_an_edit(engine: Engine) -> tuple[Any, Any]:
    nodes = {"a": says("a"), "b": says("b")}
    graph = engine.compile(graph_of(engine, nodes, [(engine.START, "a"), ("a", "b")]))
    graph.invoke({"x": 1}, THREAD)
    past = next(found for found in graph.get_state_history(THREAD) if found.next == ("b",))
    before = graph.checkpointer.get_tuple(past.config)
    graph.update_state(past.config, {"x": 9})
    return before, graph.checkpointer.get_tuple(past.config)


def test_an_edit_leaves_the_past_as_it_was() -> None:
    """LangGraph writes the edit's writes down beside those of the past superstep's own tasks."""
    before, after = _past_before_and_after_an_edit(ORACLE)
    assert len(after.pending_writes) > len(before.pending_writes)
    before, after = _past_before_and_after_an_edit(OURS)
    assert after == before


# A snapshot says what was due, also where the caller made it due.


def _past_of_a_goto(engine: Engine) -> Any:
    graph = engine.compile(
        graph_of(engine, {"a": says("a"), "b": says("b")}, [(engine.START, "a")])
    )
    graph.invoke({"x": 1}, THREAD)
    graph.invoke(engine.Command(goto="b"), THREAD)
    past = list(graph.get_state_history(THREAD))[1]
    return past.next, [task.result for task in past.tasks]


def test_the_past_of_a_goto_shows_what_ran() -> None:
    assert _past_of_a_goto(ORACLE) == ((), [])
    assert _past_of_a_goto(OURS) == (("b",), [{"log": ["b"]}])


# Answers belong to the questions they were given to.


def _answer_in_the_past(engine: Engine) -> Any:
    nodes = {"ask": asks("ask", "question")(engine)}
    graph = engine.compile(graph_of(engine, nodes, [(engine.START, "ask")]))
    graph.invoke({"x": 1}, THREAD)
    asked = graph.get_state(THREAD).config
    graph.invoke(engine.Command(resume="first"), THREAD)
    return graph.invoke(engine.Command(resume="second"), asked)["log"]


def test_an_answer_to_a_past_question_is_the_one_given_now() -> None:
    """LangGraph takes the answer that the question got in its first life, and drops the new one."""
    assert _answer_in_the_past(ORACLE) == ["ask", "first"]
    assert _answer_in_the_past(OURS) == ["ask", "second"]


@pytest.mark.parametrize("command", [{}, {"resume": None}], ids=["nothing", "no answer"])
def test_a_command_that_says_nothing(command: dict[str, Any]) -> None:
    """LangGraph trips over a variable of its own."""

    def kind(engine: Engine) -> str:
        nodes = {"ask": asks("ask", "question")(engine)}
        graph = engine.compile(graph_of(engine, nodes, [(engine.START, "ask")]))
        graph.invoke({"x": 1}, THREAD)
        return error_of(lambda: graph.invoke(engine.Command(**command), THREAD))[0]

    assert kind(ORACLE) == "UnboundLocalError"
    assert kind(OURS) == "EmptyInputError"


def test_one_worker_and_custom_events() -> None:
    """LangGraph waits for ever here: what listens for custom events takes its only worker."""

    def speak(state: Any) -> None:
        OURS.get_stream_writer()(state["x"])

    edges = [(OURS.START, "a"), (OURS.START, "b")]
    graph = graph_of(OURS, {"a": speak, "b": speak}, edges).compile()
    assert list(graph.stream({"x": 1}, {"max_concurrency": 1}, stream_mode="custom")) == [1, 1]
