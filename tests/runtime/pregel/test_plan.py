"""Plan: node n is due iff a trigger channel has a version above the one that n has seen."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.channels import EphemeralValue, LastValue, Topic
from runtime.checkpoint.memory import InMemorySaver
from runtime.errors import InvalidUpdateError
from runtime.graph import START
from runtime.pregel import NodeBuilder, Pregel
from runtime.pregel.config import RunConfig
from runtime.pregel.plan import candidates, is_due, plan_tasks
from runtime.pregel.snapshot import recorded_loop
from runtime.pregel.state import Layout, ThreadState, restore
from runtime.types import Send
from tests.runtime.pregel.making import builder_of, chain, entered, history, says, thread


def state_of(
    values: dict[str, Any], versions: dict[str, int], seen: dict[str, dict[str, int]]
) -> ThreadState:
    """A state with the channels that ``versions`` names."""
    specs: dict[str, Any] = {name: LastValue(object, name) for name in versions}
    checkpoint = {"channel_values": values, "channel_versions": versions, "versions_seen": seen}
    return restore(Layout(specs), checkpoint)


def node_on(*triggers: str) -> Any:
    return NodeBuilder().subscribe_to(*triggers).do(lambda value: value).build()


@pytest.mark.parametrize(
    ("version", "seen", "due"),
    [
        (1, {}, True),
        (1, {"n": {}}, True),
        (3, {"n": {"c": 2}}, True),
        (3, {"n": {"c": 3}}, False),
        (3, {"other": {"c": 3}}, True),
        (10, {"n": {"c": 9}}, True),
    ],
)
def test_due_by_the_numbers(version: int, seen: dict[str, dict[str, int]], due: bool) -> None:
    state = state_of({"c": 0}, {"c": version}, seen)

    assert is_due(node_on("c"), "n", state) is due


def test_an_empty_channel_makes_nobody_due() -> None:
    state = state_of({}, {"c": 5}, {})

    assert not is_due(node_on("c"), "n", state)


def test_a_first_value_that_nobody_wrote_makes_nobody_due() -> None:
    state = state_of({"c": []}, {}, {})

    assert not is_due(node_on("c"), "n", state)


def test_one_new_trigger_of_several_is_enough() -> None:
    state = state_of({"a": 0, "b": 0, "c": 0}, {"a": 4, "b": 2, "c": 4}, {"n": {"a": 4, "b": 1}})

    assert is_due(node_on("a", "b", "c"), "n", state)
    assert not is_due(node_on("a"), "n", state)


@given(
    st.dictionaries(st.sampled_from("abc"), st.integers(0, 4), min_size=3),
    st.dictionaries(st.sampled_from("abc"), st.integers(0, 4)),
    st.sets(st.sampled_from("abc")),
)
def test_the_rule_itself(
    versions: dict[str, int], seen: dict[str, int], available: set[str]
) -> None:
    state = state_of(dict.fromkeys(available, 0), versions, {"n": seen})

    expected = any(c in available and versions[c] > seen.get(c, 0) for c in "abc")

    assert is_due(node_on(*"abc"), "n", state) is expected


def test_versions_of_other_savers_are_read_as_numbers() -> None:
    checkpoint = {
        "channel_values": {"c": 1, "d": 1},
        "channel_versions": {"c": f"{10:032}.0.5", "d": 7},
        "versions_seen": {"n": {"c": f"{9:032}.0.25", "d": 7.0}},
    }
    state = restore(Layout({"c": LastValue(int, "c"), "d": LastValue(int, "d")}), checkpoint)

    assert state.versions == {"c": 10, "d": 7}
    assert is_due(node_on("c"), "n", state)
    assert not is_due(node_on("d"), "n", state)


def test_only_nodes_of_changed_channels_are_looked_at() -> None:
    nodes = {"b": node_on("x"), "a": node_on("x"), "c": node_on("y")}
    triggered = {"x": ("b", "a"), "y": ("c",)}

    assert list(candidates(nodes, triggered, None)) == ["a", "b", "c"]
    assert list(candidates(nodes, triggered, {"x", "unrelated"})) == ["a", "b"]
    assert list(candidates(nodes, triggered, {"y"})) == ["c"]
    assert list(candidates(nodes, triggered, ())) == []


def test_tasks_come_sends_first_then_nodes_by_name() -> None:
    builder = builder_of("z a m")
    builder.add_conditional_edges(START, lambda state: [Send("m", {"x": 2}), Send("a", {"x": 1})])
    loop = entered(builder.compile(), {"x": 0})
    assert [task.name for task in loop.plan() or ()] == ["__start__"]
    for task in loop.tasks:
        task.writes = [("branch:to:z", None), ("branch:to:a", None), ("branch:to:m", None)]
        task.writes += [("__pregel_tasks", Send("m", {"x": 2})), ("__pregel_tasks", Send("a", 1))]
    loop.update()

    tasks = plan_tasks(loop)

    assert [(task.name, task.kind, task.path) for task in tasks] == [
        ("m", "PUSH", ("__pregel_push", 0, False)),
        ("a", "PUSH", ("__pregel_push", 1, False)),
        ("a", "PULL", ("__pregel_pull", "a")),
        ("m", "PULL", ("__pregel_pull", "m")),
        ("z", "PULL", ("__pregel_pull", "z")),
    ]
    assert [task.input for task in tasks[:2]] == [{"x": 2}, 1]


def test_a_node_with_two_new_triggers_is_one_task() -> None:
    graph = Pregel(
        nodes={"n": NodeBuilder().subscribe_to("a", "b").do(lambda v: v).write_to("out")},
        channels={"a": EphemeralValue(int), "b": EphemeralValue(int), "out": LastValue(dict)},
        input_channels=["a", "b"],
        output_channels="out",
    )

    assert graph.invoke({"a": 1, "b": 2}) == {"a": 1, "b": 2}
    assert graph.invoke({"a": 1}) == {"a": 1}


def test_a_send_to_an_unknown_node_names_it_and_the_nodes_there_are() -> None:
    graph = Pregel(
        nodes={"n": NodeBuilder().subscribe_only("a").do(lambda v: [Send("x", v)]).write_to("t")},
        channels={"a": EphemeralValue(int), "t": Topic(Send)},
        input_channels="a",
        output_channels="t",
    )
    loop = entered(graph, 1)
    loop.state.values["__pregel_tasks"] = [Send("x", 1)]

    with pytest.raises(InvalidUpdateError, match=r"unknown node 'x'\. Nodes of this graph: n"):
        plan_tasks(loop)


def test_nothing_but_versions_says_what_runs_next() -> None:
    """The stored numbers alone give the tasks of each checkpoint of a run."""
    saver = InMemorySaver()
    builder = builder_of(
        "split left right join last",
        *chain("split"),
        ("split", "left"),
        ("split", "right"),
        (["left", "right"], "join"),
        ("join", "last"),
    )
    graph = builder.compile(saver)
    graph.invoke({"x": 1}, thread())

    found = {}
    for saved in saver.list(thread()):
        state = restore(graph.layout, saved.checkpoint)
        due = [name for name, node in graph.nodes.items() if is_due(node, name, state)]
        found[saved.metadata["step"]] = due

    assert found == {
        -1: [START],
        0: ["split"],
        1: ["left", "right"],
        2: ["join"],
        3: ["last"],
        4: [],
    }
    assert {entry.metadata["step"]: list(entry.next) for entry in history(graph)} == found


def test_stored_versions_are_integers() -> None:
    saver = InMemorySaver()
    builder_of("a b", *chain("a", "b")).compile(saver).invoke({"x": 1}, thread())

    for saved in saver.list(thread()):
        checkpoint = saved.checkpoint
        numbers = [*checkpoint["channel_versions"].values()]
        for seen in checkpoint["versions_seen"].values():
            numbers += seen.values()
        assert {type(number) for number in numbers} == {int}


def test_a_node_does_not_run_for_channels_it_only_reads() -> None:
    runs = []

    def watch(state: Any) -> None:
        runs.append(state.get("x"))

    builder = builder_of(
        {"watch": watch, "write": lambda state: {"x": 9}, "more": says("more")},
        (START, "watch"),
        (START, "write"),
        ("write", "more"),
    )
    builder.compile().invoke({"x": 1})

    assert runs == [1]


@pytest.mark.parametrize("channels", [["c"], "c"])
def test_what_is_planned_to_be_shown_is_not_copied(channels: Any) -> None:
    graph = Pregel(
        nodes={"n": NodeBuilder().subscribe_to("c").do(lambda value: value).build()},
        channels={"c": LastValue(list)},
        input_channels="c",
        output_channels="c",
    )
    graph.nodes["n"].channels = channels
    loop = recorded_loop(graph, RunConfig(configurable={"thread_id": "t"}), None)
    loop.state = restore(
        Layout(dict(graph.channels)),
        {"channel_values": {"c": [[1]]}, "channel_versions": {"c": 1}, "versions_seen": {}},
    )
    held = loop.state.values["c"]

    (shown,) = plan_tasks(loop, graph.nodes, to_show=True)
    (due,) = plan_tasks(loop, graph.nodes)

    shown_value, due_value = (
        task.input["c"] if channels == ["c"] else task.input for task in (shown, due)
    )
    assert shown_value is held
    assert due_value == held
    assert due_value is not held
    assert due_value[0] is not held[0]
