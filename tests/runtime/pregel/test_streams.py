"""Streams: what each mode says, in which order and shape; without a mode nothing is made."""

import asyncio
import operator
from typing import Annotated, Any

import pytest
from typing_extensions import TypedDict

from runtime.checkpoint.memory import InMemorySaver
from runtime.constants import RETURN
from runtime.graph import START, MessagesState, StateGraph
from runtime.graph.message import push_message
from runtime.pregel.streams import (
    chunk_shape,
    result_payload,
    split_namespace,
    updates_payload,
)
from runtime.types import Command, GraphOutput, Send, StreamWriter
from tests.runtime.pregel.making import asks, builder_of, chain, ids, says, thread

# -- payloads -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("writes", "payload"),
    [
        ([], None),
        ([("branch:to:b", None)], None),
        ([("x", 1), ("branch:to:b", None)], {"x": 1}),
        ([("x", 1), ("y", 2)], {"x": 1, "y": 2}),
        ([("x", 1), ("x", 2)], [{"x": 1}, {"x": 2}]),
        ([("x", None)], {"x": None}),
        ([(RETURN, 5), ("x", 1)], 5),
    ],
)
def test_updates_of_one_task(writes: Any, payload: Any) -> None:
    assert updates_payload(writes, ["x", "y"]) == payload


@pytest.mark.parametrize(
    ("writes", "payload"),
    [([], None), ([("__root__", 1)], 1), ([("__root__", 1), ("__root__", 2)], [1, 2])],
)
def test_updates_of_a_state_without_keys(writes: Any, payload: Any) -> None:
    assert updates_payload(writes, "__root__") == payload


@pytest.mark.parametrize(
    ("writes", "payload"),
    [
        ([], {}),
        ([("z", 1)], {}),
        ([("x", 1), ("y", 2)], {"x": 1, "y": 2}),
        ([("x", 1), ("x", 2)], {"x": {"$writes": [1, 2]}}),
    ],
)
def test_results_of_one_task(writes: Any, payload: Any) -> None:
    assert result_payload(writes, ["x", "y"]) == payload


def test_payloads_are_copies() -> None:
    value = {"deep": [1]}
    for payload in (updates_payload([("x", value)], ["x"]), result_payload([("x", value)], ["x"])):
        payload["x"]["deep"].append(2)

    assert value == {"deep": [1]}


@pytest.mark.parametrize(
    ("several", "subgraphs", "shape"),
    [
        (False, False, "payload"),
        (True, False, ("values", "payload")),
        (False, True, (("n:1",), "payload")),
        (True, True, (("n:1",), "values", "payload")),
    ],
)
def test_shapes(several: bool, subgraphs: bool, shape: Any) -> None:
    chunk = (("n:1",), "values", "payload")

    assert chunk_shape(chunk, several_modes=several, subgraphs=subgraphs) == shape


def test_namespaces() -> None:
    assert split_namespace("") == ()
    assert split_namespace("a:1|b:2") == ("a:1", "b:2")


# -- one run in every mode ------------------------------------------------------------------


def two_steps() -> Any:
    return builder_of("a b", *chain("a", "b")).compile(InMemorySaver())


def test_values_after_the_input_and_after_each_superstep_that_wrote() -> None:
    builder = builder_of({"a": says("a"), "b": lambda state: None, "c": says("c")}, *chain(*"abc"))

    values = list(builder.compile().stream({"x": 1}, stream_mode="values"))

    assert [each["log"] for each in values] == [[], ["a"], ["a", "c"]]


def test_updates_by_default() -> None:
    assert list(two_steps().stream({"x": 1}, thread())) == [
        {"a": {"log": ["a"]}},
        {"b": {"log": ["b"]}},
    ]


def test_several_modes_come_in_one_order() -> None:
    modes: Any = ["values", "updates", "tasks", "checkpoints", "debug"]
    seen = [
        (mode, chunk["type"] if mode == "debug" else None)
        for mode, chunk in two_steps().stream({"x": 1}, thread(), stream_mode=modes)
    ]

    checkpoint = [("checkpoints", None), ("debug", "checkpoint")]
    superstep = [
        ("tasks", None),
        ("debug", "task"),
        ("updates", None),
        ("tasks", None),
        ("debug", "task_result"),
        ("values", None),
    ]
    assert seen == [
        *checkpoint,
        ("values", None),
        *checkpoint,
        *superstep,
        *checkpoint,
        *superstep,
        *checkpoint,
    ]


def test_a_task_from_its_start_to_its_end() -> None:
    config = {**thread(), "metadata": {"k": "v"}, "tags": ["t"]}
    started, ended = list(
        builder_of({"n": says("n")}).compile().stream({"x": 1}, config, stream_mode="tasks")
    )

    assert started["id"] == ended["id"]
    assert started == {
        "id": started["id"],
        "name": "n",
        "input": {"x": 1, "total": 0, "log": []},
        "triggers": ("branch:to:n",),
        "metadata": {"k": "v", "tags": ["t"]},
    }
    assert ended == {
        "id": started["id"],
        "name": "n",
        "error": None,
        "result": {"log": ["n"]},
        "interrupts": [],
    }


def test_checkpoints_tell_their_place_and_what_is_next() -> None:
    graph = two_steps()
    chunks: Any = list(graph.stream({"x": 1}, thread(), stream_mode="checkpoints"))

    saved = ids(graph)
    assert [chunk["config"]["configurable"]["checkpoint_id"] for chunk in chunks] == saved
    assert [chunk["next"] for chunk in chunks] == [["__start__"], ["a"], ["b"], []]
    assert [chunk["metadata"]["step"] for chunk in chunks] == [-1, 0, 1, 2]
    parents = [chunk["parent_config"] for chunk in chunks]
    assert parents[0] is None
    assert [each["configurable"]["checkpoint_id"] for each in parents[1:]] == saved[:-1]
    assert [task["name"] for chunk in chunks for task in chunk["tasks"]] == ["__start__", "a", "b"]


def test_without_a_saver_there_are_no_checkpoints_to_tell_of() -> None:
    graph = builder_of("a").compile()

    assert list(graph.stream({"x": 1}, stream_mode="checkpoints")) == []
    events: Any = list(graph.stream({"x": 1}, stream_mode="debug"))
    assert [event["type"] for event in events] == ["task", "task_result"]
    assert [event["step"] for event in events] == [1, 1]


def test_the_error_of_a_task_is_seen_before_the_run_fails() -> None:
    def fails(state: Any) -> Any:
        raise LookupError("lost")

    stream: Any = builder_of({"n": fails}).compile().stream({"x": 1}, stream_mode="tasks")

    assert next(stream)["name"] == "n"
    ended = next(stream)
    assert repr(ended["error"]) == "LookupError('lost')"
    assert ended["result"] == {}
    with pytest.raises(LookupError):
        next(stream)


def test_questions_in_every_mode() -> None:
    graph = builder_of({"q": asks("q"), "s": says("s")}).compile(InMemorySaver())
    modes: Any = ["values", "updates", "tasks"]
    chunks: Any = list(
        graph.stream({"x": 1}, {**thread(), "max_concurrency": 1}, stream_mode=modes)
    )

    (question,) = graph.get_state(thread()).interrupts
    told = [(mode, chunk) for mode, chunk in chunks if "interrupt" in repr(chunk)]
    values = {"x": 1, "total": 0, "log": []}
    assert ("updates", {"__interrupt__": (question,)}) in told
    assert ("values", {**values, "__interrupt__": (question,)}) in told
    ended = [chunk for mode, chunk in chunks if mode == "tasks" and "result" in chunk]
    assert [(each["name"], each["interrupts"]) for each in ended] == [
        ("q", [{"value": "q0", "id": question.id}]),
        ("s", []),
    ]
    # At the end the values show what the others wrote.
    assert chunks[-1] == ("values", {**values, "log": ["s"]})


def test_a_resumed_run_tells_again_what_had_finished() -> None:
    graph = builder_of({"q": asks("q"), "s": says("s")}).compile(InMemorySaver())
    graph.invoke({"x": 1}, thread())

    updates = list(graph.stream(Command(resume="A"), thread(), stream_mode="updates"))

    assert updates == [
        {"s": {"log": ["s"]}, "__metadata__": {"cached": True}},
        {"q": {"log": [("q", "A")]}},
    ]


@pytest.mark.parametrize("stop", ["interrupt_before", "interrupt_after"])
def test_a_static_stop_is_told_as_no_question(stop: str) -> None:
    graph = builder_of("a b", *chain("a", "b")).compile(InMemorySaver())
    options: Any = {stop: ["b" if stop == "interrupt_before" else "a"]}

    updates = list(graph.stream({"x": 1}, thread(), stream_mode="updates", **options))

    assert updates == [{"a": {"log": ["a"]}}, {"__interrupt__": ()}]


def test_output_keys_narrow_values_and_updates() -> None:
    def node(state: Any) -> Any:
        return {"x": 2, "log": ["n"]}

    graph = builder_of({"n": node}).compile()
    modes: Any = ["values", "updates"]

    chunks = list(graph.stream({"x": 1}, stream_mode=modes, output_keys=["x"]))
    single = list(graph.stream({"x": 1}, stream_mode=modes, output_keys="x"))

    assert chunks == [("values", {"x": 1}), ("updates", {"n": {"x": 2}}), ("values", {"x": 2})]
    assert single == [("values", 1), ("updates", {"n": 2}), ("values", 2)]
    assert graph.invoke({"x": 1}, output_keys=["x"]) == {"x": 2}


def test_parts_of_version_two() -> None:
    graph = builder_of({"q": asks("q")}).compile(InMemorySaver())
    parts: Any = list(
        graph.stream({"x": 1}, thread(), stream_mode=["values", "updates"], version="v2")
    )

    (question,) = graph.get_state(thread()).interrupts
    assert {part["type"] for part in parts} == {"values", "updates"}
    assert all(part["ns"] == () for part in parts)
    last = [part for part in parts if part["type"] == "values"][-1]
    assert last["interrupts"] == (question,)
    assert "__interrupt__" not in last["data"]
    again = graph.invoke({"x": 2}, thread(), version="v2")
    assert again == GraphOutput({"x": 2, "total": 0, "log": []}, again.interrupts)
    assert [each.value for each in again.interrupts] == ["q0"]


def test_other_modes_of_invoke_give_all_chunks() -> None:
    graph = builder_of("a").compile()

    assert graph.invoke({"x": 1}, stream_mode="updates") == [{"a": {"log": ["a"]}}]


# -- subgraphs and custom -------------------------------------------------------------------


def test_chunks_of_graphs_inside_come_with_their_namespace_when_asked_for() -> None:
    def speaks(state: Any, writer: StreamWriter) -> Any:
        writer("from inside")
        return {"log": ["i"]}

    inner = builder_of({"i": speaks}).compile()

    def node(state: Any) -> Any:
        return {"log": inner.invoke({"x": 1})["log"]}

    graph = builder_of({"outer": node}).compile(InMemorySaver())
    found: Any = list(
        graph.stream({"x": 1}, thread(), stream_mode=["updates", "custom"], subgraphs=True)
    )

    namespaces = [namespace for namespace, _, _ in found]
    assert [chunk for _, _, chunk in found] == [
        "from inside",
        {"i": {"log": ["i"]}},
        {"outer": {"log": ["i"]}},
    ]
    assert namespaces[2] == ()
    assert namespaces[0] == namespaces[1]
    assert namespaces[1][0].startswith("outer:")
    without = list(graph.stream({"x": 1}, thread("u"), stream_mode="updates"))
    assert without == [{"outer": {"log": ["i"]}}]


def test_a_writer_without_listeners_does_nothing() -> None:
    def speaks(state: Any, writer: StreamWriter) -> None:
        writer(object())

    assert builder_of({"n": speaks}).compile().invoke({"x": 1})["x"] == 1


def test_several_sends_to_one_node_are_told_one_by_one() -> None:
    builder = builder_of({"n": lambda number: {"log": [number]}}, (["n"], "__end__"))
    builder.add_conditional_edges(START, lambda state: [Send("n", index) for index in range(3)])

    updates = list(builder.compile().stream({"x": 1}, {"max_concurrency": 1}))

    assert updates == [{"n": {"log": [index]}} for index in range(3)]


def test_printing(capsys: pytest.CaptureFixture[str]) -> None:
    graph = builder_of("a").compile()

    assert list(graph.stream({"x": 1}, stream_mode="values", print_mode="updates"))
    assert capsys.readouterr().out == "\x1b[1m[updates]\x1b[0m {'a': {'log': ['a']}}\n"
    graph.invoke({"x": 1}, print_mode=["updates"])
    assert capsys.readouterr().out == "\x1b[1m[updates]\x1b[0m {'a': {'log': ['a']}}\n"


def test_values_that_are_hidden_from_the_output_stay_inside() -> None:
    class Inside(TypedDict, total=False):
        x: int
        secret: Annotated[list[str], operator.add]

    class Outside(TypedDict):
        x: int

    builder: StateGraph[Any, Any, Any, Any] = StateGraph(Inside, output_schema=Outside)
    builder.add_node("n", lambda state: {"x": 2, "secret": ["s"]}).add_edge(START, "n")

    assert builder.compile().invoke({"x": 1}) == {"x": 2}


class _Chunk:
    """A part of a message, of nobody's library."""

    type = "AIMessageChunk"

    def __init__(self, content: str, id: str) -> None:
        self.content = content
        self.id = id


def test_tokens_of_any_model_are_streamed_by_pushing_them() -> None:
    def speaks(state: Any) -> dict[str, Any]:
        words = ["to", "kens"]
        for word in words:
            push_message(_Chunk(word, "m"), state_key=None)
        return {"messages": [_Chunk("".join(words), "m")]}

    builder = StateGraph(MessagesState).add_node("speaks", speaks).add_edge(START, "speaks")
    graph = builder.compile()
    given = {"messages": [("user", "hello")]}

    async def awaited() -> list[Any]:
        return [part async for part in graph.astream(given, stream_mode="messages")]

    for parts in (list(graph.stream(given, stream_mode="messages")), asyncio.run(awaited())):
        assert [message.content for message, _ in parts] == ["to", "kens"]
        assert {metadata["langgraph_node"] for _, metadata in parts} == {"speaks"}
