"""Isolation: whatever a node, a router or the caller does to what it was handed changes nothing.

Each property runs a graph twice: with an honest participant, and with a vandal that changes every
container it can reach. Both must leave the same history.
"""

import copy
import operator
from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typing_extensions import TypedDict

from runtime.checkpoint.base import BaseCheckpointSaver
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.sql import SqlSaver
from runtime.graph import START, StateGraph
from runtime.types import Command, Send, interrupt
from tests.runtime.isolation.containers import mutate_everything, plain_containers

THREAD: Any = {"configurable": {"thread_id": "t"}, "max_concurrency": 1}
states = st.fixed_dictionaries(
    {"data": plain_containers, "items": st.lists(plain_containers, max_size=3)}
)


@pytest.fixture(params=["short", "long"], autouse=True, scope="module")
def lists(request: pytest.FixtureRequest) -> Iterator[None]:
    """All lists count as short ones, or as long ones: of those is remembered how to copy them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("runtime.pregel.state.LONG", 1 if request.param == "long" else 1_000)
        yield


class State(TypedDict, total=False):
    data: Any
    items: Annotated[list[Any], operator.add]
    seen: Annotated[list[str], operator.add]


def shown(graph: Any) -> list[Any]:
    """The thread's history as text: values, what is due, results and questions."""
    return [
        repr((found.values, found.next, found.metadata, [_shown(task) for task in found.tasks]))
        for found in graph.get_state_history(THREAD)
    ]


def _shown(task: Any) -> Any:
    return task.name, task.result, [question.value for question in task.interrupts]


def spoil(value: Any) -> None:
    """The vandal's hand."""
    mutate_everything(value)


def leave(value: Any) -> None:
    """The honest participant's."""


def graph_of(hand: Any, saver: BaseCheckpointSaver[Any] | None = None) -> Any:
    """Vandals before, beside and after an honest node that says what it sees."""

    def vandal(state: Any) -> None:
        hand(state)

    def witness(state: Any) -> Any:
        return {"seen": [repr((state.get("data"), state.get("items")))]}

    def route(state: Any) -> Any:
        hand(state)
        return "z_witness"

    def hands_on(state: Any) -> Any:
        content = copy.deepcopy(state.get("data"))
        kept = [content]
        sends = [Send("sent", kept), Send("sent", kept)]
        hand(state)
        return sends

    def sent(argument: Any) -> Any:
        before = repr(argument)
        hand(argument)
        return {"seen": [before]}

    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    builder.add_node("a_vandal", vandal).add_node("b_witness", witness)
    builder.add_node("sent", sent).add_node("z_witness", witness)
    builder.add_edge(START, "a_vandal").add_edge(START, "b_witness")
    builder.add_conditional_edges("a_vandal", route)
    builder.add_conditional_edges("b_witness", hands_on)
    return builder.compile(saver or InMemorySaver())


@given(states)
@settings(max_examples=40)
def test_nodes_routers_and_sends_cannot_change_what_others_see(state: dict[str, Any]) -> None:
    honest, spoiled = graph_of(leave), graph_of(spoil)

    expected = honest.invoke(copy.deepcopy(state), THREAD)

    assert repr(spoiled.invoke(copy.deepcopy(state), THREAD)) == repr(expected)
    assert shown(spoiled) == shown(honest)


@given(states)
@settings(max_examples=30)
def test_the_same_on_a_database(state: dict[str, Any]) -> None:
    with SqlSaver(":memory:") as one, SqlSaver(":memory:") as other:
        honest, spoiled = graph_of(leave, one), graph_of(spoil, other)

        honest.invoke(copy.deepcopy(state), THREAD)
        spoiled.invoke(copy.deepcopy(state), THREAD)

        assert shown(spoiled) == shown(honest)


@given(states)
@settings(max_examples=40)
def test_the_caller_cannot_change_the_record(state: dict[str, Any]) -> None:
    """Not by the input, nor by results, chunks or snapshots it was given."""
    graph, untouched = graph_of(leave), graph_of(leave)
    untouched.invoke(copy.deepcopy(state), THREAD)

    modes = ["values", "updates", "tasks", "checkpoints", "debug"]
    for _, chunk in graph.stream(state, THREAD, stream_mode=modes):
        mutate_everything(chunk)
    mutate_everything(state)
    for snapshot in graph.get_state_history(THREAD):
        mutate_everything(snapshot)
    mutate_everything(graph.get_state(THREAD))
    mutate_everything(graph.invoke(None, THREAD))

    assert shown(graph) == shown(untouched)


@given(states, plain_containers)
@settings(max_examples=40)
def test_the_caller_cannot_change_an_edit_afterwards(state: dict[str, Any], new: Any) -> None:
    graph, untouched = graph_of(leave), graph_of(leave)
    for each in (graph, untouched):
        each.invoke(copy.deepcopy(state), THREAD)
    edit = {"data": copy.deepcopy(new), "items": [copy.deepcopy(new)]}

    untouched.update_state(THREAD, copy.deepcopy(edit), as_node="z_witness")
    graph.update_state(THREAD, edit, as_node="z_witness")
    mutate_everything(edit)

    assert shown(graph) == shown(untouched)


@given(plain_containers)
@settings(max_examples=40)
def test_a_node_cannot_change_what_it_wrote(content: Any) -> None:
    """Nodes keep what they returned and spoil it in the next superstep."""
    kept: list[Any] = []

    def write(hand: Any) -> Any:
        def first(state: Any) -> Any:
            update = {"data": copy.deepcopy(content), "items": [copy.deepcopy(content)]}
            kept.append(update)
            return update

        def second(state: Any) -> Any:
            hand(kept.pop())
            command: Any = Command(update=[("items", [copy.deepcopy(content)])])
            kept.append(command.update[0][1])
            return command

        def third(state: Any) -> None:
            hand(kept.pop())

        builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
        builder.add_sequence([first, second, third]).add_edge(START, "first")
        graph = builder.compile(InMemorySaver())
        graph.invoke({}, THREAD)
        return graph

    assert shown(write(spoil)) == shown(write(leave))


@given(plain_containers)
@settings(max_examples=40)
def test_questions_and_answers_are_copies(content: Any) -> None:
    def asked(hand: Any) -> Any:
        def node(state: Any) -> Any:
            question = [copy.deepcopy(content)]
            answer = interrupt(question)
            before = repr(answer)
            hand(question)
            hand(answer)
            interrupt("again")
            return {"seen": [before]}

        builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
        graph = builder.add_node("n", node).add_edge(START, "n").compile(InMemorySaver())
        result = graph.invoke({}, THREAD)
        hand(result["__interrupt__"][0].value)
        hand(graph.get_state(THREAD).interrupts[0].value)
        answer = [copy.deepcopy(content)]
        graph.invoke(Command(resume=answer), THREAD)
        hand(answer)
        graph.invoke(Command(resume="done"), THREAD)
        return graph

    spoiled = asked(spoil)
    assert shown(spoiled) == shown(asked(leave))
    assert spoiled.get_state(THREAD).values["seen"] == [repr([content])]


@given(plain_containers)
@settings(max_examples=40)
def test_a_reducer_cannot_change_the_checkpoint_before(content: Any) -> None:
    def vandal(old: list[Any], new: list[Any]) -> list[Any]:
        kept = [*copy.deepcopy(old), *copy.deepcopy(new)]
        mutate_everything(old)
        mutate_everything(new)
        return kept

    def run(reducer: Any) -> Any:
        class Reduced(TypedDict, total=False):
            items: Annotated[list[Any], reducer]

        builder: StateGraph[Any, Any, Any, Any] = StateGraph(Reduced)
        for name in ("a", "b", "c"):
            builder.add_node(name, lambda state: {"items": [copy.deepcopy(content)]})
        builder.add_edge(START, "a").add_edge("a", "b").add_edge("a", "c")
        graph = builder.compile(InMemorySaver())
        graph.invoke({"items": [copy.deepcopy(content)]}, THREAD)
        return graph

    assert shown(run(vandal)) == shown(run(operator.add))


@pytest.mark.parametrize("saver", [None, InMemorySaver()])
def test_siblings_on_threads_have_inputs_of_their_own(saver: Any) -> None:
    inputs: list[Any] = []

    def node(state: Any) -> None:
        inputs.append(state)

    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    for name in ("a", "b", "c"):
        builder.add_node(name, node).add_edge(START, name)
    builder.compile(saver).invoke({"data": {"deep": [{}]}}, THREAD)

    places = [id(each["data"]["deep"][0]) for each in inputs]
    assert len(set(places)) == 3
