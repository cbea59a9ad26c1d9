"""Lists of which is remembered how to copy them are copied as any other."""

import copy
import operator
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import TypedDict

from runtime.channels.binop import BinaryOperatorAggregate
from runtime.checkpoint.memory import InMemorySaver
from runtime.graph import END, START, StateGraph, add_messages
from runtime.messages import AIMessage
from runtime.pregel.known_list import LONG, KnownList
from tests.runtime.isolation.containers import containers, mutate_everything

_records = st.dictionaries(st.text("ab", max_size=1), st.integers() | st.lists(st.integers()))
_lists = st.lists(containers, max_size=4) | st.lists(_records, max_size=4) | st.lists(st.integers())


@given(_lists, st.lists(_lists, max_size=3))
def test_copies_share_nothing(value: list[Any], steps: list[list[Any]]) -> None:
    known = KnownList(value)
    for fresh in steps:
        following = [*value, *fresh]
        before = repr(following)
        for copied in (known.copy_of(following), known.grown(following).copy()):
            assert repr(copied) == before
            mutate_everything(copied)
            assert repr(following) == before
        value, known = following, known.grown(following)
    assert repr(known.copy()) == repr(value)


@pytest.mark.parametrize(
    ("reducer", "value", "writes", "grows"),
    [
        (operator.add, [1], [[2]], True),
        (operator.add, [1], [[2], [3]], True),
        (operator.add, [], [[2]], True),
        (operator.add, [1], [{"__overwrite__": [3, 1]}], False),
        (lambda old, new: old + new, [1], [[2]], False),
        (add_messages, [AIMessage("a", id="a")], [AIMessage("b", id="b")], True),
        (add_messages, [AIMessage("a", id="a")], [AIMessage("b", id="a")], False),
    ],
)
def test_a_channel_says_what_its_list_has_grown_from(
    reducer: Any, value: list[Any], writes: list[Any], grows: bool
) -> None:
    channel = BinaryOperatorAggregate(list, reducer).from_checkpoint(value)
    channel.update(writes)
    assert (channel.grown_from is value) is grows
    channel.update([[]])
    assert channel.grown_from is not value or not value


class State(TypedDict, total=False):
    items: Annotated[list[Any], operator.add]


def test_a_router_cannot_change_what_the_barrier_takes_over() -> None:
    """The fold of a long list is done once, for the router and the barrier."""
    written: list[Any] = []

    def node(state: State) -> State:
        item = {"number": len(state["items"]), "parts": [1]}
        written.append(item)
        return {"items": [item]}

    def route(state: State) -> str:
        again = END if len(state["items"]) > LONG + 5 else "node"
        mutate_everything(state)
        return again

    builder = StateGraph(State).add_node("node", node).add_edge(START, "node")
    graph = builder.add_conditional_edges("node", route).compile(InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t"}, "recursion_limit": 100}
    start = [{"number": number, "parts": [1]} for number in range(LONG)]
    expected = [{"number": number, "parts": [1]} for number in range(LONG + 6)]

    result = graph.invoke({"items": copy.deepcopy(start)}, config)

    assert result["items"] == expected
    mutate_everything(written)
    mutate_everything(result)
    for snapshot in graph.get_state_history(config):
        items = snapshot.values["items"]
        assert items == expected[: len(items)]


def test_messages_that_are_made_of_pairs_are_made_for_the_router_and_for_the_barrier() -> None:
    def node(state: Any) -> Any:
        return {"messages": [("ai", "said")]}

    def route(state: Any) -> str:
        newest = state["messages"][-1]
        newest.content = "changed"
        return END

    class Messages(TypedDict, total=False):
        messages: Annotated[list[Any], add_messages]

    builder = StateGraph(Messages).add_node("node", node).add_edge(START, "node")
    graph = builder.add_conditional_edges("node", route).compile()
    start: Any = [AIMessage(str(number), id=str(number)) for number in range(LONG)]
    assert graph.invoke({"messages": start})["messages"][-1].content == "said"
