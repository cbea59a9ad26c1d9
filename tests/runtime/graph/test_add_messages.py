"""``add_messages``: merging by id, removal, ids for those that have none."""

from dataclasses import dataclass
from typing import Any

import pytest

from runtime.checkpoint.memory import InMemorySaver
from runtime.graph import START, MessagesState, StateGraph, add_messages
from runtime.graph.message import REMOVE_ALL_MESSAGES
from runtime.messages import AIMessage, HumanMessage, MessageLike, RemoveMessage, message_of


def human(content: str, id: str | None = None) -> HumanMessage:
    return HumanMessage(content, id=id)


def contents(messages: list[Any]) -> list[tuple[Any, Any]]:
    return [(message.id, message.content) for message in messages]


def test_new_messages_are_appended_in_order() -> None:
    merged = add_messages([human("1", "a")], [human("2", "b"), human("3", "c")])

    assert contents(merged) == [("a", "1"), ("b", "2"), ("c", "3")]


def test_a_known_id_replaces_in_place() -> None:
    merged = add_messages([human("1", "a"), human("2", "b")], [AIMessage("new", id="a")])

    assert contents(merged) == [("a", "new"), ("b", "2")]
    assert merged[0].type == "ai"


def test_an_id_twice_in_one_write_ends_as_the_last() -> None:
    merged = add_messages([], [human("1", "a"), human("2", "b"), human("3", "a")])

    assert contents(merged) == [("a", "3"), ("b", "2")]


def test_single_messages_stand_for_lists_of_one() -> None:
    assert contents(add_messages(human("1", "a"), human("2", "b"))) == [("a", "1"), ("b", "2")]


def test_missing_ids_are_made_once_and_differ() -> None:
    first, second = human("same"), human("same")

    merged = add_messages([], [first, second])

    assert len({message.id for message in merged}) == 2
    assert all(isinstance(message.id, str) and len(message.id) == 36 for message in merged)
    again = add_messages(merged, [])
    assert contents(again) == contents(merged)


def test_lists_given_stay_as_they_are() -> None:
    left, right = [human("1", "a")], [RemoveMessage("a"), human("2", "b")]

    add_messages(left, right)

    assert contents(left) == [("a", "1")]
    assert len(right) == 2


def test_removal_by_id() -> None:
    left = [human("1", "a"), human("2", "b"), human("3", "c")]

    assert contents(add_messages(left, RemoveMessage("b"))) == [("a", "1"), ("c", "3")]


def test_removal_of_what_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"an ID that doesn't exist \('x'\)"):
        add_messages([human("1", "a")], [RemoveMessage("x")])


def test_a_message_can_come_and_go_in_one_write() -> None:
    left = [human("1", "a")]

    assert contents(add_messages(left, [human("2", "b"), RemoveMessage("b")])) == [("a", "1")]
    back = add_messages(left, [RemoveMessage("a"), human("again", "a")])
    assert contents(back) == [("a", "again")]


def test_remove_all_drops_everything_before_it() -> None:
    left = [human("1", "a")]
    right = [human("2", "b"), RemoveMessage(REMOVE_ALL_MESSAGES), human("3", "c")]

    assert contents(add_messages(left, right)) == [("c", "3")]
    twice = [*right, RemoveMessage(REMOVE_ALL_MESSAGES), human("4", "d")]
    assert contents(add_messages(left, twice)) == [("d", "4")]
    assert add_messages(left, RemoveMessage(REMOVE_ALL_MESSAGES)) == []


@pytest.mark.parametrize(("arguments", "given"), [({"left": []}, "left"), ({"right": []}, "right")])
def test_one_list_alone_is_refused(arguments: dict[str, Any], given: str) -> None:
    with pytest.raises(ValueError, match=f"Only received: '{given}'"):
        add_messages(**arguments)


def test_without_lists_it_is_a_reducer() -> None:
    reducer = add_messages()

    assert contents(reducer([human("1", "a")], [human("2", "b")])) == [("a", "1"), ("b", "2")]
    unknown: Any = "xml"
    with pytest.raises(ValueError, match="Unrecognized format='xml'"):
        add_messages([], [human("1")], format=unknown)


@dataclass
class Own:
    """A message class of somebody else's."""

    content: Any
    id: str | None = None
    type: str = "own"


def test_anything_with_id_type_and_content_is_a_message() -> None:
    own = Own("mine")

    merged = add_messages([], [own])

    assert isinstance(own, MessageLike)
    assert merged == [own]
    assert own.id is not None


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("hello", HumanMessage("hello")),
        (("ai", "hello"), AIMessage("hello")),
        (["assistant", "hello"], AIMessage("hello")),
        ({"role": "user", "content": "hello"}, HumanMessage("hello")),
        ({"type": "ai", "content": "x", "id": "i", "name": "n"}, AIMessage("x", id="i", name="n")),
        ({"role": "remove", "id": "i"}, RemoveMessage("i")),
        (
            {"role": "user", "content": "x", "mood": "good"},
            HumanMessage("x", additional_kwargs={"mood": "good"}),
        ),
    ],
)
def test_our_own_messages_from_texts_pairs_and_dictionaries(given: Any, made: Any) -> None:
    assert message_of(given) == made
    assert type(message_of(given)) is type(made)


def test_what_cannot_become_a_message() -> None:
    with pytest.raises(ValueError, match="needs 'role' or 'type'"):
        message_of({"content": "x"})
    with pytest.raises(ValueError, match="Unexpected message type 'king'"):
        message_of(("king", "x"))
    with pytest.raises(NotImplementedError, match="Unsupported message type"):
        message_of(5)


def test_messages_as_state_keep_their_ids_over_a_run() -> None:
    def answer(state: MessagesState) -> Any:
        return {"messages": [AIMessage(f"answer {len(state['messages'])}")]}

    def shorten(state: MessagesState) -> Any:
        return {"messages": [RemoveMessage(state["messages"][0].id)]}

    builder = StateGraph(MessagesState).add_sequence([answer, shorten])
    graph = builder.add_edge(START, "answer").compile(InMemorySaver())
    config = {"configurable": {"thread_id": "t"}}

    first = graph.invoke({"messages": [human("ask")]}, config)["messages"]
    second = graph.invoke({"messages": [human("again")]}, config)["messages"]

    assert [message.content for message in first] == ["answer 1"]
    assert [message.content for message in second] == ["again", "answer 2"]
    history = list(graph.get_state_history(config))
    ids = {m.content: m.id for entry in history for m in entry.values.get("messages", ())}
    for entry in history:
        for message in entry.values.get("messages", ()):
            assert message.id == ids[message.content]
