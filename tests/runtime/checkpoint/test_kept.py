"""Readers that share values read each of them once, and see what others see."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from runtime.checkpoint.base import CheckpointTuple, NativeSaver
from runtime.checkpoint.base.kept import KeptValues
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.sql import SqlSaver
from runtime.graph import END, START, StateGraph
from tests.runtime.checkpoint.growing import Growing, grow, tick

STEPS = 80
"""More than are looked at one by one to find a kept value."""


class CountingSerializer(JsonPlusSerializer):
    """Counts the bytes that it decodes."""

    def __init__(self) -> None:
        super().__init__()
        self.decoded = 0

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        self.decoded += len(data[1])
        return super().loads_typed(data)


@pytest.fixture(params=["memory", "sql"])
def saver(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NativeSaver]:
    serde = CountingSerializer()
    if request.param == "memory":
        yield InMemorySaver(serde=serde)
        return
    with SqlSaver(str(tmp_path / "store.sqlite"), serde=serde) as opened:
        yield opened


@pytest.fixture
def history(saver: NativeSaver) -> list[CheckpointTuple]:
    """Checkpoints of a run whose list and dict grow while a large text stays, oldest first."""
    builder = StateGraph(Growing).add_node(grow).add_node(tick)
    builder.add_edge(START, "grow").add_edge("grow", "tick")
    builder.add_conditional_edges("tick", lambda state: "grow" if state["n"] < STEPS else END)
    graph = builder.compile(checkpointer=saver)
    config: Any = {"configurable": {"thread_id": "t"}, "recursion_limit": 10 * STEPS}
    graph.invoke({"n": 0, "text": "x" * 500_000}, config)
    return list(saver.list(config))[::-1]


def look(saver: NativeSaver, at: CheckpointTuple, kept: KeptValues) -> CheckpointTuple:
    found = saver.look(at.config, kept)
    assert found is not None
    return found


@pytest.mark.parametrize("order", [1, -1, 70])
def test_what_is_shared_is_what_is_stored(
    saver: NativeSaver, history: list[CheckpointTuple], order: int
) -> None:
    kept = KeptValues()
    for at in history[::order]:
        assert look(saver, at, kept) == at
        for channel, value in at.checkpoint["channel_values"].items():
            assert saver.get_value("t", "", at.checkpoint["id"], channel, kept) == value
    # What grew on is none of the values that were there before.
    assert [look(saver, at, kept).checkpoint for at in history] == [at.checkpoint for at in history]


def test_a_step_reads_only_what_it_changed(
    saver: NativeSaver, history: list[CheckpointTuple]
) -> None:
    serde = saver.serde
    assert isinstance(serde, CountingSerializer)
    kept = KeptValues()
    before = look(saver, history[-3], kept).checkpoint["channel_values"]
    serde.decoded = 0
    after = look(saver, history[-1], kept).checkpoint["channel_values"]
    assert after["text"] is before["text"]
    assert len(after["items"]) > len(before["items"])
    assert after["items"][0] is before["items"][0]
    assert 0 < serde.decoded < 20_000


def test_the_writes_of_a_step_can_be_left_unread(
    saver: NativeSaver, history: list[CheckpointTuple]
) -> None:
    at = next(each for each in history if each.pending_writes)
    found = saver.look(at.config, KeptValues(), writes=False)
    assert found is not None
    whole = at.pending_writes or []
    assert found.pending_writes == [(task, channel, None) for task, channel, _ in whole]
    assert found.checkpoint == at.checkpoint


def test_a_checkpoint_that_is_not_there(saver: NativeSaver) -> None:
    config = {"configurable": {"thread_id": "t", "checkpoint_ns": ""}}
    assert saver.look(config, KeptValues()) is None


def test_what_nobody_asked_for_longest_makes_room() -> None:
    kept = KeptValues(most=100)
    first, second, large = (("t", "", name, "c") for name in "abc")
    kept.put(first, [1], 40)
    kept.put(second, [2], 40)
    assert kept.get(first) == ([1], 40)
    kept.put(large, [3], 50)
    assert kept.get(second) is None
    assert kept.get(first) == ([1], 40)
    kept.put(large, [3], 1_000)
    assert kept.get(first) is None
    assert kept.get(large) == ([3], 1_000)
