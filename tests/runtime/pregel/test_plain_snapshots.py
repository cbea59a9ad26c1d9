"""What is read off a record alone is what the engine itself makes of it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.checkpoint.base import CheckpointTuple
from runtime.checkpoint.memory import InMemorySaver
from runtime.graph import END, START, StateGraph
from runtime.pregel.plain_snapshot import PlainSnapshots
from runtime.types import Command, StateSnapshot, interrupt
from tests.runtime.durability.generation import Plan, build, plans
from tests.runtime.rules.states import Log, on

READERS = ("snapshot", "of_record")


@contextmanager
def by_the_engine() -> Iterator[None]:
    """No checkpoint is taken for plain."""
    with pytest.MonkeyPatch.context() as patch:
        for name in READERS:
            patch.setattr(PlainSnapshots, name, lambda *_, **__: None)
        yield


@contextmanager
def counting() -> Iterator[list[bool]]:
    """Says of each checkpoint whether it was plain."""
    plain: list[bool] = []

    def counted(read: Any) -> Any:
        def reader(*given: Any, **named: Any) -> StateSnapshot | None:
            found: StateSnapshot | None = read(*given, **named)
            plain.append(found is not None)
            return found

        return reader

    with pytest.MonkeyPatch.context() as patch:
        for name in READERS:
            patch.setattr(PlainSnapshots, name, counted(getattr(PlainSnapshots, name)))
        yield plain


def everything(graph: Any) -> list[StateSnapshot]:
    """The history, the newest state, and the state at each checkpoint."""
    history = list(graph.get_state_history(on()))
    return [*history, graph.get_state(on()), *(graph.get_state(each.config) for each in history)]


@given(plans(), st.sampled_from(["", "a", "b"]), st.sampled_from(["", "b", "c"]))
@settings(max_examples=40)
def test_of_generated_runs(plan: Plan, asks: str, fails: str) -> None:
    failing = {fails}

    def hook(name: str) -> Any:
        if name in failing:
            failing.discard(name)
            raise RuntimeError(name)
        return interrupt(name) if name == asks else None

    graph = build(plan, hook).compile(InMemorySaver())
    inputs: list[Any] = [{"total": 1}, None, Command(resume="yes"), {"total": 2}]
    for each in inputs:
        with suppress(Exception):  # whatever ends the run is in the record
            graph.invoke(each, {**on(), "recursion_limit": 12, "max_concurrency": 1})
        found = everything(graph)
        with by_the_engine():
            assert found == everything(graph)
    graph.update_state(on(), {"total": 5}, as_node="a")
    found = everything(graph)
    with by_the_engine():
        assert found == everything(graph)


def looping() -> Any:
    def step(state: Log) -> Log:
        return {"log": [str(len(state["log"]))]}

    builder = StateGraph(Log).add_node("step", step).add_edge(START, "step")
    builder.add_conditional_edges("step", lambda state: END if len(state["log"]) > 5 else "step")
    graph = builder.compile(InMemorySaver())
    graph.invoke({"log": []}, on())
    return graph


def test_of_a_loop_all_is_plain_but_the_input() -> None:
    graph = looping()

    async def awaited() -> list[StateSnapshot]:
        return [each async for each in graph.aget_state_history(on())]

    with counting() as plain:
        found = everything(graph)
        assert asyncio.run(awaited()) == found[: len(found) // 2]
    checkpoints = len(found) // 2
    assert plain.count(True) == len(plain) - 3 == 3 * checkpoints + 1 - 3
    with by_the_engine():
        assert found == everything(graph)


def test_what_was_handed_out_is_nobody_elses() -> None:
    graph = looping()
    before = repr(everything(graph))
    for snapshot in everything(graph):
        snapshot.values["log"].append("vandal")
        assert snapshot.metadata is not None
        snapshot.metadata["step"] = 77
        snapshot.config["configurable"]["thread_id"] = "vandal"
        for task in snapshot.tasks:
            if task.result is not None:
                task.result["log"] = "vandal"
    assert repr(everything(graph)) == before


def test_a_saver_with_a_listing_of_its_own_is_asked_for_it() -> None:
    class Newest(InMemorySaver):
        def list(self, *given: Any, **named: Any) -> Iterator[CheckpointTuple]:
            yield from islice(super().list(*given, **named), 2)

    def step(state: Log) -> Log:
        return {"x": 1}

    builder = StateGraph(Log).add_node("step", step).add_edge(START, "step")
    graph = builder.compile(Newest())
    graph.invoke({"x": 0}, on())
    found = list(graph.get_state_history(on()))
    assert [snapshot.values for snapshot in found] == [{"log": [], "x": 1}, {"log": [], "x": 0}]


@pytest.mark.parametrize("version", ["00000000000000000000000000000009.0.5", 9.5])
def test_versions_of_other_savers_are_left_to_the_engine(version: Any) -> None:
    graph = looping()
    saved = graph.checkpointer.get_tuple(on())
    assert isinstance(saved, CheckpointTuple)
    saved.checkpoint["channel_values"]["branch:to:step"] = None
    saved.checkpoint["channel_versions"]["branch:to:step"] = version
    plain = PlainSnapshots(graph)
    assert plain.snapshot(saved, ["log"], "", newest=True) is None
    saved.checkpoint["channel_versions"]["branch:to:step"] = 99
    found = plain.snapshot(saved, ["log"], "", newest=True)
    assert found is not None
    assert found.next == ("step",)
