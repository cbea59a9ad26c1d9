"""What fits a schema, what does not, and how it is said."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter

from studio.forms.check import Problem, check
from studio.forms.schema import ABSENT, Schemas

FINDING: dict[str, Any] = {
    "type": "object",
    "properties": {"claim": {"type": "string"}, "weight": {"type": "number", "maximum": 1}},
    "required": ["claim"],
}
TREE: dict[str, Any] = {
    "$ref": "#/$defs/Node",
    "$defs": {
        "Node": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
            },
            "required": ["name"],
        }
    },
}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string"}, "text"),
        ({"type": "integer"}, 3),
        ({"type": "integer"}, 3.0),
        ({"type": "integer"}, 2**70),
        ({"type": "number"}, 1),
        ({"type": "boolean"}, False),
        ({"type": "null"}, None),
        ({"type": ["string", "null"]}, None),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, None),
        ({"enum": ["a", 1, None]}, None),
        ({"const": 5}, 5),
        ({}, {"any": ["thing"]}),
        ({"type": "array", "items": {"type": "string"}}, []),
        ({"type": "array", "prefixItems": [{"type": "integer"}], "maxItems": 1}, [1]),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, {"a": 1}),
        (FINDING, {"claim": "x", "more": 1}),
        (TREE, {"name": "a", "children": [{"name": "b", "children": [{"name": "c"}]}]}),
        ({"allOf": [FINDING, {"properties": {"n": {"type": "integer"}}}]}, {"claim": "", "n": 1}),
        ({"$ref": "#/nowhere"}, 1),
        (None, object),
    ],
)
def test_fits(schema: dict[str, Any] | None, value: Any) -> None:
    assert check(value, schema) == []


@pytest.mark.parametrize(
    ("schema", "value", "path", "words"),
    [
        ({"type": "string"}, 1, (), "Must be text."),
        ({"type": "string"}, None, (), "Must be text."),
        ({"type": "integer"}, "12a", (), "Must be a whole number."),
        ({"type": "integer"}, 1.5, (), "Must be a whole number."),
        ({"type": "integer"}, True, (), "Must be a whole number."),
        ({"type": "boolean"}, 1, (), "Must be true or false."),
        ({"type": ["integer", "null"]}, "x", (), "Must be a whole number or null."),
        ({"enum": ["a", "b"]}, "c", (), "Must be one of a, b."),
        ({"enum": [1]}, True, (), "Must be one of 1."),
        ({"type": "string", "minLength": 2}, "a", (), "Must have at least 2 characters."),
        ({"type": "string", "maxLength": 2}, "abc", (), "Must have at most 2 characters."),
        ({"type": "string", "pattern": "^a"}, "b", (), "Must match the pattern ^a."),
        ({"type": "number", "minimum": 1}, 0, (), "Must be at least 1."),
        ({"type": "number", "exclusiveMaximum": 1}, 1, (), "Must be less than 1."),
        ({"type": "array", "minItems": 1}, [], (), "Must have at least 1 item."),
        ({"type": "array", "items": FINDING}, [{"claim": 1}], ("0", "claim"), "Must be text."),
        (FINDING, {"claim": "x", "weight": 2}, ("weight",), "Must be at most 1."),
        (FINDING, [], (), "Must be an object."),
        (
            {"type": "object", "properties": {"a": {}}, "additionalProperties": False},
            {"b": 1},
            ("b",),
            "This key is not allowed here.",
        ),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}},
            {"a": "x"},
            ("a",),
            "Must be a whole number.",
        ),
        (
            {"anyOf": [{"type": "string"}, FINDING]},
            {"claim": "x", "weight": "heavy"},
            ("weight",),
            "Must be a number.",
        ),
        (
            TREE,
            {"name": "a", "children": [{"name": 1}]},
            ("children", "0", "name"),
            "Must be text.",
        ),
    ],
)
def test_does_not_fit(
    schema: dict[str, Any], value: Any, path: tuple[str, ...], words: str
) -> None:
    assert check(value, schema) == [Problem(path, words)]


def test_a_missing_value_is_told_apart_from_a_wrong_one() -> None:
    assert check({}, FINDING) == [Problem(("claim",), "A value is required.", missing=True)]


def test_a_pattern_of_another_dialect_is_left_to_the_session() -> None:
    assert check("x", {"type": "string", "pattern": "(?<open"}) == []


def test_a_reference_to_itself_accepts_anything() -> None:
    assert check(1, {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}) == []


class Address(BaseModel):
    """Where somebody lives."""

    street: str
    number: int | None = None


class Person(BaseModel):
    name: str
    home: Address
    tags: dict[str, list[int]] = {}
    point: tuple[int, str] = (0, "")


def test_schemas_of_pydantic_are_understood() -> None:
    schema = TypeAdapter(Person).json_schema()
    person: dict[str, Any] = {
        "name": "Ada",
        "home": {"street": "x", "number": None},
        "tags": {"a": [1]},
    }
    assert check(person, schema) == []
    person["home"] = {"street": "x", "number": "7"}
    person["tags"] = {"a": ["1"]}
    person["point"] = [1]
    assert [problem.path for problem in check(person, schema)] == [
        ("home", "number"),
        ("tags", "a", "0"),
        ("point",),
    ]


@pytest.mark.parametrize(
    ("schema", "start"),
    [
        ({"type": "string", "default": "x"}, "x"),
        ({"type": "array"}, []),
        (
            {"type": "object", "properties": {"a": {"default": 1}, "b": {"type": "string"}}},
            {"a": 1},
        ),
        ({"enum": ["x", "y"]}, "x"),
        ({"anyOf": [{"type": "boolean"}, {"type": "string"}]}, False),
        ({"type": "array", "prefixItems": [{"type": "boolean"}, {"enum": [3]}]}, [False, 3]),
    ],
)
def test_an_editor_starts_from_the_default_or_the_plainest_value(
    schema: dict[str, Any], start: Any
) -> None:
    schemas = Schemas(schema)
    assert schemas.start(schemas.shape(schema)) == start
    assert start is not ABSENT
