"""Listeners hear of the classes that stored values name."""

import logging
from typing import Any

import pytest

from runtime.checkpoint.serde.event_hooks import (
    SerdeEvent,
    emit_serde_event,
    register_serde_event_listener,
)
from runtime.checkpoint.serde.jsonplus import STRICT_VARIABLE, JsonPlusSerializer
from runtime.checkpoint.serde.opaque import Opaque
from runtime.messages import AIMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage
from runtime.types import Send
from tests.runtime.checkpoint.serde.shapes import Point

_NAMED = {"module": Point.__module__, "name": "Point"}


def heard(serde: JsonPlusSerializer, value: Any) -> list[SerdeEvent]:
    events: list[SerdeEvent] = []
    unregister = register_serde_event_listener(events.append)
    try:
        serde.loads_typed(serde.dumps_typed(value))
    finally:
        unregister()
        unregister()
    serde.loads_typed(serde.dumps_typed(value))
    return events


def test_a_class_that_nobody_named_is_rebuilt_and_told() -> None:
    kind = "msgpack_unregistered_allowed"
    assert heard(JsonPlusSerializer(), [Point(1)]) == [{"kind": kind, **_NAMED}]


def test_a_blocked_class_is_told() -> None:
    serde = JsonPlusSerializer(allowed_msgpack_modules=[("other", "Class")])
    assert heard(serde, Point(1)) == [{"kind": "msgpack_blocked", **_NAMED}]


def test_classes_named_or_registered_are_no_news() -> None:
    assert heard(JsonPlusSerializer(allowed_msgpack_modules=[Point]), Point(1)) == []
    assert heard(JsonPlusSerializer(allowed_msgpack_modules=None), Send("node", 1)) == []


def test_a_failing_listener_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    events: list[SerdeEvent] = []

    def fail(event: SerdeEvent) -> None:
        raise ValueError("listener")

    failing = register_serde_event_listener(fail)
    listening = register_serde_event_listener(events.append)
    event: SerdeEvent = {"kind": "k", "module": "m", "name": "n", "method": "f"}
    with caplog.at_level(logging.ERROR):
        emit_serde_event(event)
    failing()
    listening()
    emit_serde_event(event)
    assert events == [event]
    assert "listener" in caplog.text


def test_the_environment_can_make_it_strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STRICT_VARIABLE, "true")
    strict = JsonPlusSerializer()
    assert isinstance(strict.loads_typed(strict.dumps_typed(Point(1))), Opaque)
    allowing = strict.with_msgpack_allowlist([Point])
    assert allowing.loads_typed(allowing.dumps_typed(Point(1))) == Point(1)
    told = JsonPlusSerializer(allowed_msgpack_modules=True)
    assert told.loads_typed(told.dumps_typed(Point(1))) == Point(1)


@pytest.mark.parametrize(
    "message",
    [
        HumanMessage("hi", id="1"),
        AIMessage([{"type": "text"}], tool_calls=[{"name": "f", "args": {}, "id": "c"}]),
        SystemMessage("be kind"),
        ToolMessage("42", tool_call_id="c", artifact=(1, 2)),
        RemoveMessage(id="1"),
    ],
)
def test_messages_are_restored_also_from_a_strangers_file(message: Any) -> None:
    for serde in (
        JsonPlusSerializer(trusted=False),
        JsonPlusSerializer(allowed_msgpack_modules=None),
    ):
        restored = serde.loads_typed(serde.dumps_typed([message]))
        assert restored == [message]
        assert type(restored[0]) is type(message)
