"""Which answers a payload offers."""

from __future__ import annotations

from typing import Any

import pytest

from studio.approval.answers import Offer, Option, action_of, offer_of
from studio.approval.payload_view import table_columns

DECISION: dict[str, Any] = {
    "type": "object",
    "properties": {
        "decision": {"enum": ["approve", "revise"]},
        "feedback": {"type": "string"},
    },
    "required": ["decision"],
}


@pytest.mark.parametrize("payload", ["Go on?", 3, None, [1], {"action": "pay", "args": {}}])
def test_without_a_hint_the_answers_are_true_and_false(payload: Any) -> None:
    offer = offer_of(payload)
    assert offer.options == (Option("Approve", True, "yes"), Option("Reject", False, "no"))
    assert offer.schema is None
    assert offer.shown == payload


@pytest.mark.parametrize(
    ("listed", "options"),
    [
        (["ship", "hold"], (Option("Ship", "ship"), Option("Hold", "hold"))),
        ([True, False], (Option("Approve", True, "yes"), Option("Reject", False, "no"))),
        (
            ["approve", "reject"],
            (Option("Approve", "approve", "yes"), Option("Reject", "reject", "no")),
        ),
        ([{"label": "now", "value": {"at": 1}}], (Option("Now", {"at": 1}),)),
        ([1, 2], (Option("1", 1), Option("2", 2))),
    ],
)
def test_listed_options_become_one_button_each(
    listed: list[Any], options: tuple[Option, ...]
) -> None:
    offer = offer_of({"text": "Which?", "options": listed})
    assert offer.options == options
    assert offer.shown == {"text": "Which?"}


@pytest.mark.parametrize(
    "listed", [[], "abc", list(range(50)), [None], [{"label": [], "value": 1}]]
)
def test_what_is_no_list_of_options_stays_in_the_payload(listed: Any) -> None:
    offer = offer_of({"options": listed})
    assert [option.value for option in offer.options] == [True, False]
    assert offer.shown == {"options": listed}


def test_a_decision_among_few_is_one_button_each_with_a_form_for_the_rest() -> None:
    offer = offer_of({"round": 1, "answer_schema": DECISION})
    assert [option.value for option in offer.options] == ["approve", "revise"]
    assert offer.decision == "decision"
    assert offer.schema is not None
    assert list(offer.schema["properties"]) == ["feedback"]
    assert offer.shown == {"round": 1}
    assert offer.answer(offer.options[1], {"feedback": "more"}) == {
        "decision": "revise",
        "feedback": "more",
    }
    assert offer.answer(offer.options[0], {}) == {"decision": "approve"}


@pytest.mark.parametrize("key", ["schema", "response_schema", "answer_schema"])
def test_a_schema_without_a_single_decision_is_a_form(key: str) -> None:
    schema = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    offer = offer_of({key: schema})
    assert offer == Offer((), schema, shown={})


def test_schemas_of_one_value() -> None:
    assert [option.value for option in offer_of({"schema": {"type": "boolean"}}).options] == [
        True,
        False,
    ]
    assert [option.value for option in offer_of({"schema": {"enum": ["a", 1]}}).options] == ["a", 1]
    assert offer_of({"schema": {"type": "string"}}).options == ()


def test_a_word_called_schema_that_is_none_is_content() -> None:
    assert offer_of({"schema": {"table": "users"}}).shown == {"schema": {"table": "users"}}


@pytest.mark.parametrize(
    ("payload", "call"),
    [
        ({"action": "pay", "args": {"amount": 1}}, ("pay", {"amount": 1})),
        ({"name": "search", "arguments": "{}"}, ("search", "{}")),
        ({"tool": "mail", "input": []}, ("mail", [])),
        ({"action": {"name": "x"}, "args": 1}, None),
        ({"action": "pay"}, None),
        ({"args": {}}, None),
        ("pay", None),
    ],
)
def test_calls_of_tools_are_recognised(payload: Any, call: tuple[str, Any] | None) -> None:
    assert action_of(payload) == call


@pytest.mark.parametrize(
    ("items", "columns"),
    [
        ([{"a": 1, "b": "x"}, {"b": "y", "a": 2}], ["a", "b"]),
        ([{"a": 1}], []),
        ([{"a": 1}, {"b": 1}], []),
        ([{"a": 1}, {"a": [1]}], []),
        ([{"a": 1}, {"a": "two\nlines"}], []),
        ([{"a": 1}, 2], []),
        ([{}, {}], []),
    ],
)
def test_uniform_flat_objects_are_read_as_a_table(items: list[Any], columns: list[str]) -> None:
    assert table_columns(items) == columns
