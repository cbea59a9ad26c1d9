"""Questions and answers: each question its own id, each answer its own question."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from runtime.checkpoint.memory import InMemorySaver
from runtime.func import entrypoint, task
from runtime.graph import START, StateGraph
from runtime.types import Command, Send, interrupt
from tests.runtime.rules.states import Log, on


def asking(*names: str) -> tuple[Any, Counter[str]]:
    """Parallel nodes that ask twice each, and how often each was begun."""
    runs: Counter[str] = Counter()

    def node(name: str) -> Any:
        def ask(state: Log) -> Log:
            runs[name] += 1
            return {"log": [f"{name}{interrupt(f'{name}1')}{interrupt(f'{name}2')}"]}

        return ask

    graph = StateGraph(Log)
    for name in names:
        graph.add_node(name, node(name)).add_edge(START, name)
    return graph.compile(checkpointer=InMemorySaver()), runs


def questions(app: Any, thread: str = "1") -> dict[str, str]:
    return {found.value: found.id for found in app.get_state(on(thread)).interrupts}


def test_every_question_has_an_id_of_its_own() -> None:
    app, _ = asking("a", "b")
    app.invoke({}, on())
    first = questions(app)
    app.invoke(Command(resume={first["a1"]: 1, first["b1"]: 2}), on())
    second = questions(app)
    assert list(second) == ["a2", "b2"]
    assert len({*first.values(), *second.values()}) == 4


@pytest.mark.parametrize("saver", [None, InMemorySaver])
def test_question_stays_as_it_was_asked(saver: Any) -> None:
    def ask(state: Log) -> Log:
        question = {"options": ["a", "b"]}
        try:
            return {"log": [interrupt(question)]}
        finally:
            question["options"].append("changed")

    graph = StateGraph(Log).add_node("ask", ask).add_edge(START, "ask")
    app = graph.compile(saver and saver())
    (asked,) = app.invoke({}, on())["__interrupt__"]
    assert asked.value == {"options": ["a", "b"]}
    if saver:
        assert app.get_state(on()).interrupts == (asked,)


@pytest.mark.parametrize("unknown", ["0" * 32, "an answered one"])
def test_answer_to_an_unknown_question_is_an_error(unknown: str) -> None:
    app, _ = asking("a")
    app.invoke({}, on())
    answered = questions(app)["a1"]
    app.invoke(Command(resume={answered: 1}), on())
    wrong = answered if unknown == "an answered one" else unknown
    with pytest.raises(RuntimeError, match=f"No pending interrupt has the id {wrong}"):
        app.invoke(Command(resume={wrong: 1}), on())
    assert list(questions(app)) == ["a2"]


def test_partial_resume_runs_only_what_it_answers() -> None:
    app, runs = asking("a", "b")
    app.invoke({}, on())
    app.invoke(Command(resume={questions(app)["a1"]: 1}), on())
    assert runs == {"a": 2, "b": 1}
    assert list(questions(app)) == ["a2", "b1"]
    app.invoke(Command(resume={questions(app)["a2"]: 2}), on())
    assert runs == {"a": 3, "b": 1}
    result = app.invoke(Command(resume={questions(app)["b1"]: 3}), on())
    assert [found.value for found in result["__interrupt__"]] == ["b2"]
    assert app.invoke(Command(resume=4), on())["log"] == ["a12", "b34"]


def test_plain_answer_to_several_questions_is_an_error() -> None:
    app, runs = asking("a", "b")
    app.invoke({}, on())
    with pytest.raises(RuntimeError, match="multiple pending interrupts"):
        app.invoke(Command(resume=1), on())
    assert runs == {"a": 1, "b": 1}


def test_handling_every_exception_does_not_swallow_the_pause() -> None:
    def ask(state: Log) -> Log:
        try:
            return {"log": [interrupt("?")]}
        except Exception:  # noqa: BLE001
            return {"log": ["swallowed"]}

    app = StateGraph(Log).add_node("ask", ask).add_edge(START, "ask").compile(InMemorySaver())
    assert "__interrupt__" in app.invoke({}, on())
    assert app.get_state(on()).next == ("ask",)
    assert app.invoke(Command(resume="yes"), on())["log"] == ["yes"]


def test_handling_every_exception_of_a_subgraph_does_not_swallow_its_pause() -> None:
    inner = StateGraph(Log).add_node("ask", lambda state: {"log": [interrupt("?")]})
    sub = inner.add_edge(START, "ask").compile()

    def call(state: Log) -> Log:
        try:
            return {"log": sub.invoke({})["log"]}
        except Exception:  # noqa: BLE001
            return {"log": ["swallowed"]}

    app = StateGraph(Log).add_node("call", call).add_edge(START, "call").compile(InMemorySaver())
    assert "__interrupt__" in app.invoke({}, on())
    assert app.invoke(Command(resume="yes"), on())["log"] == ["yes"]


def test_handling_every_exception_of_a_task_does_not_swallow_its_pause() -> None:
    @task
    def ask() -> Any:
        return interrupt("?")

    @entrypoint(checkpointer=InMemorySaver())
    def flow(given: int) -> Any:
        try:
            return ask().result()
        except Exception:  # noqa: BLE001
            return "swallowed"

    assert "__interrupt__" in flow.invoke(1, on())
    assert flow.invoke(Command(resume="yes"), on()) == "yes"


def test_handling_every_exception_of_an_awaited_task_does_not_swallow_its_pause() -> None:
    async def ask() -> Any:
        return interrupt("?")

    asked = task(ask)

    async def flow(given: int) -> Any:
        try:
            return await asked()
        except Exception:  # noqa: BLE001
            return "swallowed"

    app = entrypoint(checkpointer=InMemorySaver())(flow)

    async def run() -> Any:
        first = await app.ainvoke(1, on())
        return first, await app.ainvoke(Command(resume="yes"), on())

    first, second = asyncio.run(run())
    assert "__interrupt__" in first
    assert second == "yes"


def test_handling_every_exception_in_a_coroutine_does_not_swallow_the_pause() -> None:
    async def ask(state: Log) -> Log:
        try:
            return {"log": [interrupt("?")]}
        except Exception:  # noqa: BLE001
            return {"log": ["swallowed"]}

    app = StateGraph(Log).add_node("ask", ask).add_edge(START, "ask").compile(InMemorySaver())

    async def run() -> Any:
        first = await app.ainvoke({}, on())
        return first, await app.ainvoke(Command(resume="yes"), on())

    first, second = asyncio.run(run())
    assert "__interrupt__" in first
    assert second["log"] == ["yes"]


def test_resuming_twice_from_one_checkpoint_gives_two_branches() -> None:
    def ask(state: Log) -> Log:
        return {"log": [interrupt("?")]}

    graph = StateGraph(Log).add_node("ask", ask).add_node("end", lambda state: {"log": ["end"]})
    app = graph.add_edge(START, "ask").add_edge("ask", "end").compile(InMemorySaver())
    app.invoke({}, on())
    waiting = app.get_state(on()).config
    assert app.invoke(Command(resume="a"), waiting)["log"] == ["a", "end"]
    first = app.get_state(on())
    assert app.invoke(Command(resume="b"), waiting)["log"] == ["b", "end"]
    second = app.get_state(on())
    assert app.get_state(first.config).values["log"] == ["a", "end"]
    assert app.get_state(second.config).values["log"] == ["b", "end"]
    assert first.config != second.config
    by_id = {found.value: found.id for found in app.get_state(waiting).interrupts}
    assert app.invoke(Command(resume={by_id["?"]: "c"}), waiting)["log"] == ["c", "end"]


def test_branch_asks_again() -> None:
    app, _ = asking("a")
    app.invoke({}, on())
    waiting = app.get_state(on()).config
    app.invoke(Command(resume=1), on())
    app.invoke(Command(resume=2), on())
    assert [found.value for found in app.invoke(None, waiting)["__interrupt__"]] == ["a1"]
    app.invoke(Command(resume=3), on())
    assert app.invoke(Command(resume=4), on())["log"] == ["a34"]


def test_sends_to_one_node_have_questions_of_their_own() -> None:
    def ask(state: Any) -> Log:
        return {"log": [f"{state}{interrupt(state)}"]}

    graph = StateGraph(Log).add_node("ask", ask)
    graph.add_conditional_edges(START, lambda state: [Send("ask", each) for each in "abc"])
    app = graph.compile(InMemorySaver())
    app.invoke({}, on())
    answers = {found: value.upper() for value, found in questions(app).items()}
    assert len(answers) == 3
    assert app.invoke(Command(resume=answers), on())["log"] == ["aA", "bB", "cC"]
