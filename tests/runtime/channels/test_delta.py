"""Delta channels: stored by what was written, read as if they were stored whole."""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typing_extensions import TypedDict

from runtime.cache.memory import InMemoryCache
from runtime.channels import DeltaChannel, LastValue
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.serde.types import _DeltaSnapshot
from runtime.checkpoint.sql import SqlSaver
from runtime.constants import MISSING
from runtime.errors import EmptyChannelError, InvalidUpdateError
from runtime.graph import START, StateGraph
from runtime.pregel import NodeBuilder, Pregel
from runtime.types import CachePolicy, Command, Overwrite, interrupt

THREAD = {"configurable": {"thread_id": "t"}}


def joined(state: list[Any], writes: Sequence[list[Any]]) -> list[Any]:
    return [*state, *(item for write in writes for item in write)]


def delta(frequency: int = 1000) -> DeltaChannel[list[Any]]:
    return DeltaChannel(joined, list, snapshot_frequency=frequency)


# -- the channel by itself ----------------------------------------------------------------------


def test_all_writes_of_a_superstep_are_folded_at_once() -> None:
    seen: list[Any] = []

    def reducer(state: list[Any], writes: Sequence[list[Any]]) -> list[Any]:
        seen.append((list(state), list(writes)))
        return joined(state, writes)

    channel: DeltaChannel[list[Any]] = DeltaChannel(reducer)
    with pytest.raises(EmptyChannelError):
        channel.get()
    assert not channel.is_available()
    assert channel.update([[1], [2]])
    assert not channel.update([])
    assert channel.get() == [1, 2]
    assert seen == [([], [[1], [2]])]


def test_checkpoints_hold_nothing_of_it() -> None:
    channel = delta()
    channel.update([[1]])
    assert channel.checkpoint() is MISSING
    assert channel.from_checkpoint(MISSING).get() == []
    assert channel.from_checkpoint(_DeltaSnapshot([5])).get() == [5]
    assert channel.from_checkpoint([6]).get() == [6]


def test_copies_change_independently() -> None:
    channel = delta()
    channel.update([[1]])
    copy = channel.copy()
    copy.update([[2]])
    assert (channel.get(), copy.get()) == ([1], [1, 2])


def test_recorded_writes_are_folded_in_order() -> None:
    channel = delta().from_checkpoint(_DeltaSnapshot([0]))
    channel.replay_writes([("a", "k", [1]), ("b", "k", [2])])
    assert channel.get() == [0, 1, 2]
    channel.replay_writes([("a", "k", [3]), ("a", "k", Overwrite([9])), ("b", "k", [4])])
    assert channel.get() == [9, 4]


def test_overwrites_replace_what_else_is_written() -> None:
    channel = delta()
    assert channel.update([[1], Overwrite([5]), [6]])
    assert channel.get() == [5]
    assert channel.cut
    with pytest.raises(InvalidUpdateError, match="only one Overwrite"):
        channel.update([Overwrite([1]), {"__overwrite__": [2]}])


@pytest.mark.parametrize("frequency", [0, -1])
def test_frequencies_are_positive(frequency: int) -> None:
    with pytest.raises(ValueError, match="positive"):
        delta(frequency)


def test_rules_are_compared() -> None:
    assert delta() == delta()
    assert delta() != delta(5)
    assert delta() != LastValue(list)


# -- in graphs -------------------------------------------------------------------------------------


class Plain(TypedDict, total=False):
    log: Annotated[list[Any], operator.add]
    x: Annotated[int, max]


def state_of(frequency: int) -> Any:
    hints = {"log": Annotated[list[Any], delta(frequency)], "x": Annotated[int, max]}
    return TypedDict("Delta", hints, total=False)  # type: ignore[operator]


def says(name: str) -> Any:
    return lambda state: {"log": [name], "x": len(state.get("log", ()))}


def asks(state: Any) -> Any:
    return {"log": [f"asked {interrupt('?')}"]}


def overwrites(state: Any) -> Any:
    return {"log": Overwrite(["over"])}


def built(schema: Any, saver: Any) -> Any:
    """Parallel nodes, one of which asks; then one among others that overwrites; then an end."""
    graph = StateGraph(schema)
    for name, node in {
        "c": says("c"),
        "ask": asks,
        "b": says("b"),
        "over": overwrites,
        "beside": says("beside"),
        "end": says("end"),
    }.items():
        graph.add_node(name, node)
    for name in ("c", "ask", "b"):
        graph.add_edge(START, name)
    graph.add_conditional_edges("ask", lambda state: ["over", "beside"][len(state["log"]) % 2 :])
    graph.add_edge("over", "end").add_edge("beside", "end")
    return graph.compile(checkpointer=saver)


def seen_by(app: Any) -> list[Any]:
    """Everything that snapshots show of the values, newest first."""
    shown = [(found.values, found.next) for found in app.get_state_history(THREAD)]
    newest = app.get_state(THREAD)
    return [(newest.values, newest.next), *shown]


@pytest.fixture(params=["memory", "sql"])
def saver(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    if request.param == "memory":
        yield InMemorySaver()
    else:
        with SqlSaver(tmp_path / "store.db") as found:
            yield found


@pytest.mark.parametrize("frequency", [1, 2, 3, 1000])
def test_values_are_those_of_a_plain_reducer(saver: Any, frequency: int) -> None:
    apps = [built(Plain, InMemorySaver()), built(state_of(frequency), saver)]
    for app in apps:
        for _ in range(2):
            app.invoke({"log": ["in"]}, THREAD)
            app.invoke(Command(resume="yes"), THREAD)
    assert seen_by(apps[0]) == seen_by(apps[1])


def test_whole_values_are_stored_as_often_as_said(saver: Any) -> None:
    graph = StateGraph(state_of(2))
    graph.add_sequence([(name, says(name)) for name in "abcd"]).add_edge(START, "a")
    graph.compile(checkpointer=saver).invoke({"log": ["in"]}, THREAD)
    found = [
        (tuple_.metadata["step"], tuple_.metadata.get("counters_since_delta_snapshot"))
        for tuple_ in saver.list(THREAD)
        if "log" not in tuple_.checkpoint["channel_values"]
    ]
    counts = [
        (step, {name: tuple(each) for name, each in counts.items()}) for step, counts in found
    ]
    assert counts == [
        (4, {"log": (1, 1)}),
        (2, {"log": (1, 1)}),
        (0, {"log": (1, 2)}),
        (-1, {"log": (0, 1)}),
    ]


STEPS = st.lists(
    st.sampled_from(["input", "answer", "edit", "overwrite", "back", "command", "exit", "clear"]),
    min_size=1,
    max_size=7,
)


def act(app: Any, step: str, number: int) -> None:
    """One thing that may be done to a thread; what does not fit at this place raises."""
    if step == "input":
        app.invoke({"log": [f"in {number}"]}, THREAD)
    elif step == "exit":
        app.invoke({"log": [f"in {number}"]}, THREAD, durability="exit")
    elif step == "answer":
        app.invoke(Command(resume=f"yes {number}"), THREAD)
    elif step == "command":
        app.invoke(Command(resume="yes", update={"log": [f"command {number}"]}), THREAD)
    elif step == "edit":
        app.update_state(THREAD, {"log": [f"edit {number}"]}, as_node="c")
    elif step == "overwrite":
        app.update_state(THREAD, {"log": Overwrite([f"over {number}"])}, as_node="end")
    elif step == "clear":
        app.update_state(THREAD, None, as_node="__end__")
    else:
        past = list(app.get_state_history(THREAD))
        app.invoke(None, past[len(past) // 2].config)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS, st.sampled_from([1, 2, 5, 1000]))
def test_values_are_those_of_a_plain_reducer_whatever_happens(
    steps: list[str], frequency: int
) -> None:
    apps = [built(Plain, InMemorySaver()), built(state_of(frequency), InMemorySaver())]
    for number, step in enumerate(steps):
        came: list[Any] = []
        for app in apps:
            try:
                act(app, step, number)
            except Exception as error:  # noqa: BLE001 - both raise the same or none
                came.append(type(error))
            else:
                came.append(None)
        assert came[0] == came[1]
        assert seen_by(apps[0]) == seen_by(apps[1]), step


def test_coroutines_read_the_same(saver: Any) -> None:
    async def run() -> Any:
        app = built(state_of(1000), InMemorySaver())
        await app.ainvoke({"log": ["in"]}, THREAD)
        await app.ainvoke(Command(resume="yes"), THREAD)
        await app.aupdate_state(THREAD, {"log": ["edit"]}, as_node="end")
        state = await app.aget_state(THREAD)
        return state.values, [found.values async for found in app.aget_state_history(THREAD)]

    plain = built(Plain, InMemorySaver())
    plain.invoke({"log": ["in"]}, THREAD)
    plain.invoke(Command(resume="yes"), THREAD)
    plain.update_state(THREAD, {"log": ["edit"]}, as_node="end")
    history = [found.values for found in plain.get_state_history(THREAD)]
    assert asyncio.run(run()) == (plain.get_state(THREAD).values, history)


def test_input_of_graphs_by_hand_is_kept(saver: Any) -> None:
    app: Pregel[Any, Any, Any, Any] = Pregel(
        nodes={"n": NodeBuilder().subscribe_only("log").do(len).write_to("o")},
        channels={"log": delta(3), "o": LastValue(int)},
        input_channels="log",
        output_channels=["log", "o"],
        checkpointer=saver,
    )
    for number in range(5):
        result = app.invoke([number], THREAD)
    assert result == {"log": [0, 1, 2, 3, 4], "o": 5}
    assert app.get_state(THREAD).values == result


def test_results_out_of_the_cache_are_kept(saver: Any) -> None:
    graph = StateGraph(state_of(1000))
    graph.add_node("a", lambda state: {"log": ["a"]}, cache_policy=CachePolicy(key_func=_same))
    app = graph.add_edge(START, "a").compile(checkpointer=saver, cache=InMemoryCache())
    for _ in range(3):
        result = app.invoke({"log": ["in"]}, THREAD)
    assert result["log"] == ["in", "a"] * 3
    assert app.get_state(THREAD).values == result


def _same(state: Any) -> str:
    return "the same"


def test_state_of_a_subgraph_is_read_while_it_waits(saver: Any) -> None:
    inner = StateGraph(state_of(1000)).add_node("i", says("i")).add_node("ask", asks)
    sub = inner.add_edge(START, "i").add_edge("i", "ask").compile()
    graph = StateGraph(Plain).add_node("sub", sub).add_edge(START, "sub")
    app = graph.compile(checkpointer=saver)
    app.invoke({"log": ["in"]}, THREAD)
    state: Any = app.get_state(THREAD, subgraphs=True).tasks[0].state
    assert state.values["log"] == ["in", "i"]
    result = app.invoke(Command(resume="yes"), THREAD)
    assert result["log"] == ["in", "in", "i", "asked yes"]
