"""Called tasks under ``max_concurrency``, and checkpoints that do not exist."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from typing_extensions import TypedDict

from runtime.checkpoint.memory import InMemorySaver
from runtime.func import entrypoint, task
from runtime.graph import START, StateGraph
from runtime.pregel.resuming import open_questions
from runtime.types import Command, interrupt


class State(TypedDict):
    log: str


@task
def countdown(depth: int) -> int:
    return 0 if depth == 0 else 1 + int(countdown(depth - 1).result())


@pytest.mark.parametrize("limit", [1, 2])
def test_a_call_that_waits_for_a_call_gives_its_place_away(limit: int) -> None:
    @entrypoint()
    def flow(depth: int) -> list[int]:
        waiting = [countdown(depth), countdown(depth)]
        return [each.result() for each in waiting]

    assert flow.invoke(4, {"max_concurrency": limit}) == [4, 4]


def _graph() -> Any:
    builder = StateGraph(State)
    builder.add_node("a", lambda state: {"log": state["log"] + "a"})
    builder.add_edge(START, "a")
    return builder.compile(checkpointer=InMemorySaver())


def test_an_edit_of_a_checkpoint_that_the_thread_lacks_is_refused() -> None:
    graph = _graph()
    mine: dict[str, Any] = {"configurable": {"thread_id": "mine"}}
    graph.invoke({"log": ""}, {"configurable": {"thread_id": "other"}})
    graph.invoke({"log": ""}, mine)
    other = graph.get_state({"configurable": {"thread_id": "other"}}).config["configurable"]
    wrong = {"configurable": {**mine["configurable"], "checkpoint_id": other["checkpoint_id"]}}
    before = list(graph.get_state_history(mine))

    with pytest.raises(ValueError, match="Thread 'mine' has no checkpoint"):
        graph.update_state(wrong, {"log": "x"})
    with pytest.raises(ValueError, match="Thread 'mine' has no checkpoint"):
        graph.invoke({"log": "x"}, wrong)

    assert list(graph.get_state_history(mine)) == before


@task
def asks(name: str) -> str:
    return name + str(interrupt(f"q{name}"))


@entrypoint(checkpointer=InMemorySaver())
def asking(names: str) -> list[str]:
    return [each.result() for each in [asks(name) for name in names]]


def test_one_question_of_parallel_calls_is_shown_everywhere() -> None:
    config = {"configurable": {"thread_id": "shown"}}
    for name in "abc":
        asked = asking.invoke("abc" if name == "a" else None, config)["__interrupt__"]
        shown = asking.get_state(config).interrupts
        assert [each.value for each in asked] == [each.value for each in shown] == [f"q{name}"]
        last = asking.invoke(Command(resume={shown[0].id: name.upper()}), config)
    assert last == ["aA", "bB", "cC"]


def test_an_answer_to_a_call_behind_another_question_is_kept() -> None:
    config = {"configurable": {"thread_id": "behind"}}
    asking.invoke("abc", config)
    saver = asking.checkpointer
    assert isinstance(saver, InMemorySaver)
    saved = saver.get_tuple(config)
    assert saved is not None
    ids = {each.value: each.id for each in open_questions(saved.pending_writes or ())}
    assert sorted(ids) == ["qa", "qb", "qc"]
    rest = asking.invoke(Command(resume={ids["qb"]: "B"}), config)["__interrupt__"]
    assert [each.value for each in rest] == ["qa"]
    both = {ids["qa"]: "A", ids["qc"]: "C"}
    assert asking.invoke(Command(resume=both), config) == ["aA", "bB", "cC"]


def test_a_sync_run_calls_tasks_where_an_event_loop_runs() -> None:
    @task
    def double(x: int) -> int:
        return 2 * x

    @entrypoint()
    def flow(x: int) -> Any:
        return double(x).result() + sum(each.result() for each in map(double, range(x)))

    builder = StateGraph(State)
    builder.add_node("a", lambda state: {"log": str(flow.invoke(3))})
    builder.add_edge(START, "a")
    graph = builder.compile()

    async def outer() -> list[Any]:
        return [flow.invoke(3), graph.invoke({"log": ""}), await graph.ainvoke({"log": ""})]

    assert asyncio.run(outer()) == [12, {"log": "12"}, {"log": "12"}]
