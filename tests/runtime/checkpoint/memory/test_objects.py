"""Serializers that give objects instead of bytes."""

from __future__ import annotations

import operator
from typing import Annotated, Any

from typing_extensions import TypedDict

from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.graph import START, StateGraph
from runtime.types import Command, interrupt

THREAD: dict[str, Any] = {"configurable": {"thread_id": "thread"}}


class State(TypedDict, total=False):
    thing: Any
    log: Annotated[list[str], operator.add]


class AsTheyAre(SerializerProtocol):
    """Gives every object as it is."""

    def dumps_typed(self, obj: Any) -> tuple[str, Any]:
        return "object", obj

    def loads_typed(self, data: tuple[str, Any]) -> Any:
        return data[1]


def test_objects_are_kept_and_history_stays_as_it_was() -> None:
    thing = object()
    builder = StateGraph(State).add_node("a", lambda state: {"log": ["a"], "thing": thing})
    builder.add_node("ask", lambda state: {"log": [interrupt("?")]})
    app = (
        builder.add_edge(START, "a").add_edge("a", "ask").compile(InMemorySaver(serde=AsTheyAre()))
    )
    app.invoke({"log": ["in"]}, THREAD)
    assert app.get_state(THREAD).next == ("ask",)
    result = app.invoke(Command(resume="yes"), THREAD)
    assert result == {"log": ["in", "a", "yes"], "thing": thing}
    logs = [found.values.get("log") for found in app.get_state_history(THREAD)]
    assert logs == [["in", "a", "yes"], ["in", "a"], ["in"], []]


def test_a_savers_serializer_gives_back_what_it_gave() -> None:
    serde = InMemorySaver(serde=AsTheyAre()).serde
    thing = object()
    assert serde.loads_typed(serde.dumps_typed([thing])) == [thing]
