"""Configurations: how they merge, what a run takes over from the task around it."""

import asyncio
import logging
from typing import Any

import pytest

from runtime.checkpoint.memory import InMemorySaver
from runtime.config import get_config
from runtime.errors import EmptyInputError, GraphDrained, GraphRecursionError
from runtime.graph import START
from runtime.pregel.config import merge_configs, public_configurable, resolve_config
from runtime.runtime import RunControl
from tests.runtime.pregel.making import builder_of, chain, history, says, thread


@pytest.mark.parametrize(
    ("configs", "merged"),
    [
        ((None, None), {}),
        (({"run_name": "a"}, {"run_name": "b"}), {"run_name": "b"}),
        (({"run_name": "a"}, {"run_name": None}), {"run_name": "a"}),
        (({"tags": ["a"]}, {"tags": ["b"]}), {"tags": ["a", "b"]}),
        (
            ({"metadata": {"a": 1, "b": 1}}, {"metadata": {"b": 2}}),
            {"metadata": {"a": 1, "b": 2}},
        ),
        (
            ({"configurable": {"a": {"x": 1}}}, {"configurable": {"a": {"y": 2}}}),
            {"configurable": {"a": {"y": 2}}},
        ),
        (
            ({"user": "me", "recursion_limit": 5},),
            {"configurable": {"user": "me"}, "recursion_limit": 5},
        ),
        (({"callbacks": [1]}, {"callbacks": [2]}), {"callbacks": [1, 2]}),
    ],
)
def test_merging(configs: Any, merged: dict[str, Any]) -> None:
    assert merge_configs(*configs) == merged


def test_merging_leaves_what_it_was_given_alone() -> None:
    first: dict[str, Any] = {"tags": ["a"], "metadata": {"a": 1}, "configurable": {"a": 1}}

    merge_configs(first, {"tags": ["b"], "metadata": {"b": 1}, "configurable": {"b": 1}, "c": 1})

    assert first == {"tags": ["a"], "metadata": {"a": 1}, "configurable": {"a": 1}}


@pytest.mark.parametrize("key", ["recursion_limit", "max_concurrency"])
def test_limits(key: str) -> None:
    for limit in (0, -1, False):
        with pytest.raises(ValueError, match=f"{key} must be at least 1"):
            resolve_config({key: limit})
    for other in ("5", [1]):
        with pytest.raises(TypeError, match=f"{key} must be a number, not {type(other).__name__}"):
            resolve_config({key: other})
    assert resolve_config({}).recursion_limit == 10007
    assert getattr(resolve_config({key: 7}), key) == 7


@pytest.mark.parametrize("way", ["invoke", "stream", "ainvoke", "astream", "get_state"])
def test_what_is_no_config_is_refused_with_a_word(way: str) -> None:
    graph = builder_of("a").compile(InMemorySaver())

    def run(config: Any) -> Any:
        if way == "get_state":
            return graph.get_state(config)
        if way == "ainvoke":
            return asyncio.run(graph.ainvoke({"x": 1}, config))
        if way == "astream":
            return asyncio.run(anext(aiter(graph.astream({"x": 1}, config))))  # type: ignore[arg-type]
        return list(getattr(graph, way)({"x": 1}, config))

    configs: list[tuple[Any, str]] = [
        (5, "The config is a dictionary, not int"),
        ({"configurable": "t"}, "`configurable` of the config is a dictionary, not str"),
        ({"metadata": 5}, "`metadata` of the config is a dictionary, not int"),
        ({"tags": 5}, "`tags` of the config is a list, not int"),
    ]
    for config, said in configs:
        with pytest.raises(TypeError, match=said):
            run(config)


def test_the_default_limit_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGGRAPH_DEFAULT_RECURSION_LIMIT", "2")

    with pytest.raises(GraphRecursionError, match="Recursion limit of 2 reached"):
        builder_of("a b c", *chain("a", "b", "c")).compile().invoke({"x": 1})


def test_thread_ids_are_kept_as_text() -> None:
    graph = builder_of("a").compile(InMemorySaver())
    numbered: Any = {"configurable": {"thread_id": 7}}
    graph.invoke({"x": 1}, numbered)

    assert graph.get_state({"configurable": {"thread_id": "7"}}).values["log"] == ["a"]
    assert resolve_config(numbered).metadata["thread_id"] == 7


def test_engine_entries_stay_inside() -> None:
    assert public_configurable({"a": 1, "__pregel_x": 2}) == {"a": 1}


def test_a_saver_needs_a_thread() -> None:
    graph = builder_of("a").compile(InMemorySaver())

    with pytest.raises(ValueError, match="thread_id"):
        graph.invoke({"x": 1})


def test_without_a_saver_there_is_no_state_to_ask_for() -> None:
    graph = builder_of("a").compile()

    with pytest.raises(ValueError, match="No checkpointer set"):
        graph.get_state(thread())
    with pytest.warns(UserWarning, match="`durability` has no effect"):
        graph.invoke({"x": 1}, durability="sync")
    with pytest.raises(RuntimeError, match="cannot be used for root graphs"):
        builder_of("a").compile(True).invoke({"x": 1}, thread())


@pytest.mark.parametrize("given", [None, {}])
def test_nothing_to_work_on(given: Any) -> None:
    graph = builder_of("a").compile(InMemorySaver())

    if given is None:
        with pytest.raises(EmptyInputError, match="Received no input for __start__"):
            graph.invoke(given, thread())
        assert history(graph) == []
    else:
        assert graph.invoke(given, thread())["log"] == ["a"]


def test_bound_configuration_lies_under_the_callers() -> None:
    seen: list[Any] = []

    def node(state: Any) -> None:
        seen.append(get_config())

    graph = builder_of({"n": node}).compile()
    bound = graph.with_config({"tags": ["bound"], "configurable": {"a": 1, "b": 1}})
    bound.invoke({"x": 1}, {"tags": ["mine"], "configurable": {"b": 2}})

    assert seen[0]["tags"] == ["bound", "mine"]
    assert {key: seen[0]["configurable"][key] for key in "ab"} == {"a": 1, "b": 2}
    assert graph.config is None


def test_the_metadata_of_a_run_is_stored_with_its_checkpoints() -> None:
    graph = builder_of("a").compile(InMemorySaver())
    config = {**thread(user="me", nested={"not": "scalar"}), "metadata": {"k": "v"}}
    graph.invoke({"x": 1}, config)

    for entry in history(graph):
        assert entry.metadata["k"] == "v"
        assert entry.metadata["user"] == "me"
        assert "nested" not in entry.metadata
        assert "thread_id" not in entry.metadata


# -- limits of a run ------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "enough"), [(2, False), (3, True)])
def test_the_recursion_limit_counts_supersteps(limit: int, enough: bool) -> None:
    graph = builder_of("a b", *chain("a", "b")).compile(InMemorySaver())
    config = {**thread(), "recursion_limit": limit}

    if enough:
        assert graph.invoke({"x": 1}, config)["log"] == ["a", "b"]
        return
    with pytest.raises(GraphRecursionError, match="Recursion limit of 2 reached"):
        graph.invoke({"x": 1}, config)
    assert graph.get_state(thread()).values["log"] == ["a", "b"]
    assert graph.invoke(None, thread())["log"] == ["a", "b"]


def test_a_loop_for_ever_ends_at_the_limit_and_can_go_on() -> None:
    builder = builder_of({"n": lambda state: {"total": 1}})
    builder.add_edge("n", "n")
    graph = builder.compile(InMemorySaver())
    config = {**thread(), "recursion_limit": 5}
    with pytest.raises(GraphRecursionError):
        graph.invoke({"x": 1}, config)
    before = graph.get_state(thread()).values["total"]
    with pytest.raises(GraphRecursionError):
        graph.invoke(None, config)

    assert before == 5
    assert graph.get_state(thread()).values["total"] > before


def test_draining_stops_before_the_next_superstep() -> None:
    control = RunControl()

    def node(state: Any) -> Any:
        control.request_drain("a first reason")
        control.request_drain("update of the machine")
        return {"log": ["a"]}

    graph = builder_of({"a": node, "b": says("b")}, *chain("a", "b")).compile(InMemorySaver())
    with pytest.raises(GraphDrained, match="update of the machine") as caught:
        graph.invoke({"x": 1}, thread(), control=control)

    assert caught.value.reason == "update of the machine"
    assert graph.get_state(thread()).next == ("b",)
    assert graph.invoke(None, thread())["log"] == ["a", "b"]


def test_draining_a_run_with_nothing_left_to_do_lets_it_end() -> None:
    control = RunControl()

    def node(state: Any) -> Any:
        control.request_drain()
        return {"log": ["last"]}

    graph = builder_of({"a": node}).compile()

    assert graph.invoke({"x": 1}, control=control)["log"] == ["last"]


# -- static stops ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stops", "waiting"),
    [
        ({"interrupt_before": ["b"]}, [("b",)]),
        ({"interrupt_after": ["a"]}, [("b",)]),
        ({"interrupt_before": "*"}, [("a",), ("b",), ("c",)]),
        ({"interrupt_after": "*"}, [("b",), ("c",), ()]),
        ({"interrupt_before": ["b"], "interrupt_after": ["b"]}, [("b",), ("c",)]),
    ],
)
@pytest.mark.parametrize("at", ["compile", "invoke"])
def test_static_stops(stops: Any, waiting: list[Any], at: str) -> None:
    builder = builder_of("a b c", *chain("a", "b", "c"))
    saver = InMemorySaver()
    graph = builder.compile(saver, **(stops if at == "compile" else {}))
    options = stops if at == "invoke" else {}

    found = []
    given: Any = {"x": 1}
    for _ in waiting:
        assert "__interrupt__" not in graph.invoke(given, thread(), **options)
        found.append(graph.get_state(thread()).next)
        given = None

    assert found == waiting
    assert graph.invoke(None, thread(), **options)["log"] == ["a", "b", "c"]
    assert graph.get_state(thread()).next == ()


def test_an_edit_at_a_stop_is_not_stopped_again() -> None:
    builder = builder_of("a b", *chain("a", "b"))
    graph = builder.compile(InMemorySaver(), interrupt_before=["b"])
    graph.invoke({"x": 1}, thread())

    graph.update_state(thread(), {"x": 9}, as_node="a")

    assert graph.get_state(thread()).next == ("b",)
    assert graph.get_state(thread()).values["x"] == 9
    result = graph.invoke(None, thread())
    assert result["x"] == 9
    assert result["log"] == ["a", "b"]


def test_a_new_input_at_a_stop_begins_anew() -> None:
    builder = builder_of("a b", (START, "a"), ("a", "b"))
    graph = builder.compile(InMemorySaver(), interrupt_before=["b"])
    graph.invoke({"x": 1}, thread())

    assert graph.invoke({"x": 2}, thread())["log"] == ["a", "a"]
    assert graph.get_state(thread()).next == ("b",)


def test_unknown_writes_are_told_once_each(caplog: pytest.LogCaptureFixture) -> None:
    graph = builder_of({"a": lambda state: {"stranger": 1}}).compile()

    with caplog.at_level(logging.WARNING):
        assert graph.invoke({"x": 1}) == {"x": 1, "total": 0, "log": []}
