"""Update: one fold order whichever task finished first; versions rise only for what changed."""

import logging
import operator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.channels import (
    BaseChannel,
    BinaryOperatorAggregate,
    EphemeralValue,
    LastValue,
    LastValueAfterFinish,
    NamedBarrierValue,
    Topic,
)
from runtime.checkpoint.memory import InMemorySaver
from runtime.errors import InvalidUpdateError
from runtime.graph import START
from runtime.pregel.state import Layout, ThreadState, restore
from runtime.pregel.update import CallerWrites, apply_caller_writes, apply_writes, in_fold_order
from runtime.types import Command, Send
from tests.runtime.pregel.making import builder_of, chain, entered, thread


def fresh(**channels: BaseChannel[Any, Any, Any]) -> ThreadState:
    """An empty state of these channels."""
    for name, channel in channels.items():
        channel.key = name
    return restore(Layout(channels), None)


def test_changed_channels_share_the_next_version() -> None:
    state = fresh(a=LastValue(int), b=LastValue(int), c=LastValue(int))
    apply_writes(state, [CallerWrites("n", [("a", 1), ("b", 1)])], {})
    apply_writes(state, [CallerWrites("n", [("b", 2)])], {})
    assert state.versions == {"a": 1, "b": 2}

    updated = apply_writes(state, [CallerWrites("n", [("c", 3), ("a", 1)])], {})

    assert state.versions == {"a": 3, "b": 2, "c": 3}
    assert updated == {"a", "c"}


def test_a_write_that_changes_nothing_raises_no_version() -> None:
    state = fresh(join=NamedBarrierValue(str, {"a", "b"}))
    apply_writes(state, [CallerWrites("a", [("join", "a")])], {})

    assert apply_writes(state, [CallerWrites("a", [("join", "a")])], {}) == set()
    assert state.versions == {"join": 1}


def test_a_task_has_seen_its_triggers_as_they_were_at_the_start_of_the_superstep() -> None:
    state = fresh(loop=LastValue(int), other=LastValue(int))
    apply_writes(state, [CallerWrites("__input__", [("loop", 1)])], {})

    apply_writes(state, [CallerWrites("n", [("loop", 2)], triggers=["loop", "other"])], {})

    assert state.seen["n"] == {"loop": 1}
    assert state.versions["loop"] == 2


def test_ephemeral_channels_are_emptied_after_a_superstep_only() -> None:
    state = fresh(start=EphemeralValue(int), x=LastValue(int))
    apply_writes(state, [CallerWrites("__input__", [("start", 1)])], {})
    apply_writes(state, [CallerWrites("__input__", [("x", 1)])], {})
    assert state.values == {"start": 1, "x": 1}

    updated = apply_writes(state, [CallerWrites("n", [("x", 2)], triggers=["start"])], {})

    assert state.values == {"x": 2}
    assert updated == {"x"}
    assert state.versions == {"start": 3, "x": 3}


def test_a_barrier_is_consumed_by_the_node_it_triggered() -> None:
    state = fresh(join=NamedBarrierValue(str, {"a", "b"}))
    apply_writes(
        state, [CallerWrites("a", [("join", "a")]), CallerWrites("b", [("join", "b")])], {}
    )
    assert state.channels["join"].is_available()

    apply_writes(state, [CallerWrites("n", [], triggers=["join"])], {})

    assert state.channels["join"].checkpoint() == set()
    assert state.seen["n"] == {"join": 1}
    assert state.versions == {"join": 2}


def test_deferred_channels_show_when_nothing_else_can_run() -> None:
    def state_of() -> ThreadState:
        state = fresh(x=LastValue(int), late=LastValueAfterFinish(int))
        apply_writes(state, [CallerWrites("__input__", [("x", 0), ("late", 7)])], {})
        return state

    busy = state_of()
    apply_writes(busy, [CallerWrites("n", [("x", 1)], ["x"])], {"x": ("n",)}, ["late"])
    assert "late" not in busy.values

    idle = state_of()
    updated = apply_writes(
        idle, [CallerWrites("n", [("x", 1)], ["x"])], {"late": ("late node",)}, ["late"]
    )
    assert idle.values["late"] == 7
    assert updated == {"x", "late"}


def test_reserved_writes_reach_no_channel_and_unknown_ones_are_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    state = fresh(x=LastValue(int))

    with caplog.at_level(logging.WARNING):
        apply_writes(
            state, [CallerWrites("n", [("__no_writes__", None), ("__error__", 1), ("y", 1)])], {}
        )

    assert state.values == {}
    assert state.versions == {}
    assert "Node 'n' wrote to the unknown channel 'y'" in caplog.text
    assert "__error__" not in caplog.text


def test_going_to_an_unknown_node_is_an_error() -> None:
    state = fresh(**{"branch:to:b": EphemeralValue(object), "branch:to:a": EphemeralValue(object)})

    with pytest.raises(InvalidUpdateError, match=r"unknown node 'x'\. Nodes of this graph: a, b"):
        apply_writes(state, [CallerWrites("n", [("branch:to:x", None)])], {})


def test_a_refused_write_names_channel_writers_and_remedy() -> None:
    state = fresh(x=LastValue(int))

    with pytest.raises(InvalidUpdateError) as caught:
        apply_writes(state, [CallerWrites("a", [("x", 1)]), CallerWrites("b", [("x", 1)])], {})

    first, second, third = str(caught.value).split("\n")
    assert first.startswith("At key 'x': Can receive only one value per step.")
    assert "Use an Annotated key" in first
    assert second == "Written by: 'a', 'b'."
    assert "INVALID_CONCURRENT_GRAPH_UPDATE" in third


def test_of_the_callers_own_writes_the_newest_value_wins() -> None:
    state = fresh(x=LastValue(int), log=BinaryOperatorAggregate(list, operator.add))
    caller = "00000000-0000-0000-0000-000000000000"

    apply_caller_writes(
        state,
        [
            (caller, "x", 1),
            (caller, "log", [1]),
            ("task", "x", 5),
            (caller, "__resume__", 9),
            (caller, "x", 2),
            (caller, "log", [2]),
        ],
        {},
    )

    assert state.values == {"x": 2, "log": [1, 2]}


# -- order ----------------------------------------------------------------------------------


def test_fold_order_is_nodes_by_name_then_sends_by_index() -> None:
    loop = entered(builder_of("b a").compile(), {"x": 0})
    loop.plan()
    loop.tasks[0].writes = [("branch:to:b", None), ("branch:to:a", None)]
    loop.tasks[0].writes += [("__pregel_tasks", Send("b", index)) for index in range(3)]
    loop.update()
    tasks = loop.plan() or []
    assert len(tasks) == 5

    for shuffled in (tasks, list(reversed(tasks)), [tasks[i] for i in (3, 0, 4, 2, 1)]):
        ordered = in_fold_order(sorted(shuffled, key=lambda task: task.index or 0))
        assert [(task.name, task.index) for task in ordered] == [
            ("a", None),
            ("b", None),
            ("b", 0),
            ("b", 1),
            ("b", 2),
        ]


@given(st.lists(st.tuples(st.sampled_from("xyz"), st.integers(0, 9)), max_size=8), st.data())
def test_folding_in_parts_equals_folding_at_once_for_lists(
    writes: list[tuple[str, int]], data: st.DataObject
) -> None:
    """Grouping by channel keeps each channel's own order, whichever tasks the writes came from."""
    channels = {name: BinaryOperatorAggregate(list, operator.add) for name in "xyz"}
    cut = data.draw(st.integers(0, len(writes)))
    pairs = [(name, [number]) for name, number in writes]
    state = fresh(**channels)

    apply_writes(state, [CallerWrites("a", pairs[:cut]), CallerWrites("b", pairs[cut:])], {})

    for name in "xyz":
        assert state.channels[name].get() == [number for each, number in writes if each == name]


def test_topics_take_the_writes_of_all_tasks_in_order() -> None:
    state = fresh(t=Topic(int))

    apply_writes(state, [CallerWrites("a", [("t", [1, 2])]), CallerWrites("b", [("t", 3)])], {})

    assert state.values["t"] == [1, 2, 3]


# -- one write a superstep ------------------------------------------------------------------


def conflicting() -> Any:
    """Two nodes that write the same plain key unless told ``total``."""

    def write(name: str) -> Any:
        def node(state: Any) -> Any:
            return {"log": [name]} if state.get("total") else {"x": len(name), "log": [name]}

        return node

    builder = builder_of({"first": write("first"), "second": write("second")})
    return builder.compile(InMemorySaver())


def test_after_a_conflict_the_thread_stays_usable() -> None:
    graph = conflicting()
    with pytest.raises(InvalidUpdateError, match="Written by: 'first', 'second'"):
        graph.invoke({"x": 0}, thread())

    state = graph.get_state(thread())
    assert state.values == {"x": 0, "total": 0, "log": []}
    assert state.next == ("first", "second")
    with pytest.raises(InvalidUpdateError):
        graph.invoke(None, thread())
    assert graph.invoke({"total": 1}, thread())["log"] == ["first", "second"]


def test_after_a_conflict_an_edit_goes_on_from_the_last_checkpoint() -> None:
    graph = conflicting()
    with pytest.raises(InvalidUpdateError):
        graph.invoke({"x": 0}, thread())
    before = graph.get_state(thread()).config

    edited = graph.update_state(before, {"x": 5}, as_node="first")

    assert graph.get_state(edited).values["x"] == 5
    assert graph.get_state(before).values == {"x": 0, "total": 0, "log": []}


def test_one_node_may_write_a_key_once_only() -> None:
    graph = builder_of({"n": lambda state: Command(update=[("x", 1), ("x", 2)])}).compile()

    with pytest.raises(InvalidUpdateError, match="Written by: 'n', 'n'"):
        graph.invoke({"x": 0})


# -- joins ----------------------------------------------------------------------------------


def test_a_join_edge_fires_once_all_sources_reported_separate_edges_once_each() -> None:
    def graph(*ends: tuple[str | list[str], str]) -> Any:
        return builder_of(
            "start short long longer end",
            *chain("start"),
            ("start", "short"),
            ("start", "long"),
            ("long", "longer"),
            *ends,
        ).compile()

    joined = graph((["short", "longer"], "end")).invoke({"log": []})["log"]
    separate = graph(("short", "end"), ("longer", "end")).invoke({"log": []})["log"]

    assert joined == ["start", "long", "short", "longer", "end"]
    assert separate == ["start", "long", "short", "end", "longer", "end"]


def test_a_join_waits_anew_in_each_round_of_a_loop() -> None:
    def split(state: Any) -> Any:
        return {"total": 1, "log": ["split"]}

    actions = {"split": split} | {
        name: lambda state, name=name: {"log": [name]} for name in ("a", "b", "join")
    }
    builder = builder_of(
        actions, (START, "split"), ("split", "a"), ("split", "b"), (["a", "b"], "join")
    )
    builder.add_conditional_edges("join", lambda s: "split" if s["total"] < 3 else "__end__")

    log = builder.compile().invoke({"log": []})["log"]

    assert log == ["split", "a", "b", "join"] * 3


def test_a_join_counts_sources_over_several_runs_of_a_thread() -> None:
    builder = builder_of("a b join", (["a", "b"], "join"))
    builder.add_conditional_edges(START, lambda state: "a" if state["x"] == 1 else "b")
    graph = builder.compile(InMemorySaver())

    assert graph.invoke({"x": 1}, thread())["log"] == ["a"]
    assert graph.invoke({"x": 1}, thread())["log"] == ["a", "a"]
    assert graph.invoke({"x": 2}, thread())["log"] == ["a", "a", "b", "join"]
