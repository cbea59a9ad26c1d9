"""The same graph on every saver: run, asked, answered, looked at, branched."""

import asyncio
import operator
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypedDict

import pytest

from runtime.checkpoint.base import NativeSaver
from runtime.errors import ConflictError
from runtime.graph import END, START, StateGraph
from runtime.types import Command, Send, interrupt
from tests.runtime.checkpoint.awaiting import Awaited, inner


class State(TypedDict, total=False):
    topic: str
    log: Annotated[list[str], operator.add]
    approved: bool


def plan(state: State) -> State:
    return {"log": [f"plan {state['topic']} " + "x" * 300]}


def spread(state: State) -> list[Send]:
    return [Send("search", {"topic": f"{state['topic']} {number}"}) for number in range(3)]


def search(state: State) -> State:
    return {"log": [f"found {state['topic']}"]}


def review(state: State) -> State:
    return {"approved": interrupt({"seen": len(state["log"])}), "log": ["reviewed"]}


def compiled(saver: NativeSaver) -> Any:
    builder = StateGraph(State)
    builder.add_node("plan", plan)
    builder.add_node("search", search)
    builder.add_node("review", review)
    builder.add_edge(START, "plan")
    builder.add_conditional_edges("plan", spread, ["search"])
    builder.add_edge("search", "review")
    builder.add_edge("review", END)
    return builder.compile(checkpointer=inner(saver))


class Runner:
    """Calls a graph plainly, or by its coroutines where the saver is one for these."""

    def __init__(self, graph: Any, saver: NativeSaver) -> None:
        self.graph = graph
        self.loop = saver.loop if isinstance(saver, Awaited) else None

    def __call__(self, method: str, *arguments: Any, **named: Any) -> Any:
        if self.loop is None:
            return getattr(self.graph, method)(*arguments, **named)
        return self.loop.run(getattr(self.graph, f"a{method}")(*arguments, **named))

    def history(self, config: Any, **named: Any) -> list[Any]:
        if self.loop is None:
            return list(self.graph.get_state_history(config, **named))

        async def collect() -> list[Any]:
            return [each async for each in self.graph.aget_state_history(config, **named)]

        return self.loop.run(collect())


THREAD = {"configurable": {"thread_id": "t"}}
FOUND = ["plan a " + "x" * 300, "found a 0", "found a 1", "found a 2"]


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
def test_run_ask_answer_and_branch(saver: NativeSaver, durability: str) -> None:
    call = Runner(compiled(saver), saver)
    asked = call("invoke", {"topic": "a"}, THREAD, durability=durability)
    assert asked["__interrupt__"][0].value == {"seen": 4}
    waiting = call("get_state", THREAD)
    assert waiting.next == ("review",)
    assert waiting.values == {"topic": "a", "log": FOUND}

    done = call("invoke", Command(resume=True), THREAD, durability=durability)
    assert done == {"topic": "a", "log": [*FOUND, "reviewed"], "approved": True}
    history = call.history(THREAD)
    steps = [each.metadata["step"] for each in history]
    assert steps == ([3, 2] if durability == "exit" else [3, 2, 1, 0, -1])
    assert history[0].next == ()

    edited = call("update_state", waiting.config, {"log": ["edited"]}, as_node="search")
    again = call("invoke", None, edited, durability=durability)
    assert again["__interrupt__"][0].value == {"seen": 5}
    refused = call("invoke", Command(resume=False), THREAD, durability=durability)
    assert refused["approved"] is False
    assert refused["log"] == [*FOUND, "edited", "reviewed"]
    assert call("get_state", history[0].config).values == done


def test_a_failed_task_is_run_again_and_its_sibling_is_not(saver: NativeSaver) -> None:
    ran: list[str] = []
    failing = True

    def steady(state: State) -> State:
        ran.append("steady")
        return {"log": ["steady"]}

    def unsteady(state: State) -> State:
        ran.append("unsteady")
        if failing:
            raise ValueError("unsteady")
        return {"log": ["unsteady"]}

    builder = StateGraph(State)
    builder.add_node("steady", steady)
    builder.add_node("unsteady", unsteady)
    builder.add_edge(START, "steady")
    builder.add_edge(START, "unsteady")
    call = Runner(builder.compile(checkpointer=inner(saver)), saver)
    with pytest.raises(ValueError, match="unsteady"):
        call("invoke", {"topic": "a"}, {**THREAD, "max_concurrency": 1})
    failing = False
    done = call("invoke", None, THREAD)
    assert done["log"] == ["steady", "unsteady"]
    assert ran == ["steady", "unsteady", "unsteady"]


def test_two_runs_on_one_thread_make_no_mixed_history(saver: NativeSaver) -> None:
    """The second is told, or both come one after the other: each history is one line."""
    graph = compiled(saver)

    def outcome(work: Callable[[], Any]) -> Any:
        try:
            return work()
        except ConflictError as error:
            return error

    if isinstance(saver, Awaited):

        async def both() -> list[Any]:
            runs: list[Awaitable[Any]] = [
                graph.ainvoke({"topic": name}, THREAD) for name in ("a", "b")
            ]
            return list(await asyncio.gather(*runs, return_exceptions=True))

        outcomes = saver.loop.run(both())
    else:
        stream = graph.stream({"topic": "a"}, THREAD, durability="sync")
        first = next(stream)
        second = outcome(lambda: graph.invoke({"topic": "b"}, THREAD, durability="sync"))
        outcomes = [outcome(lambda: [first, *stream]), second]
    for found in outcomes:
        assert isinstance(found, (ConflictError, dict, list))
    history = Runner(graph, saver).history(THREAD)
    parents = [each.parent_config for each in history]
    assert parents == [each.config for each in history[1:]] + [None]
