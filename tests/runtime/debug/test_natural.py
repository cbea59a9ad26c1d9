"""Values as JSON for an editor and back: types are kept, misfits are named with their path."""

import datetime
import enum
import json
import math
import operator
import subprocess
import sys
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

import pytest
from pydantic import BaseModel

from runtime.debug import anatomy, natural
from runtime.debug.declared import Misfit, json_schema, read_json, type_text
from runtime.debug.natural import TooLarge, as_text, from_natural, to_natural


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Point(NamedTuple):
    x: int
    y: int


class Query(TypedDict, total=False):
    text: str
    weight: float


@dataclass
class Section:
    title: str
    tags: list[str] = field(default_factory=list)


class Draft(BaseModel):
    text: str
    sections: list[Section] = []


TODAY = datetime.datetime(2026, 11, 3, 12, tzinfo=datetime.UTC)


@pytest.mark.parametrize(
    ("declared", "value"),
    [
        (int, 2**80),
        (float, math.inf),
        (str, "ü\n\u2028\0"),
        (bytes, b"text\nlines"),
        (bytes, b"\x00\xff"),
        (list[bytes], [b"base64:", b"\xfe"]),
        (tuple[int, str], (1, "a")),
        (tuple[int, ...], (1, 2)),
        (set[str], {"b", "a"}),
        (frozenset[int], frozenset({1, 2})),
        (dict[int, str], {1: "a"}),
        (dict[str, Any], {"a": [1, None, {"b": 2.5}]}),
        (datetime.datetime, TODAY),
        (datetime.date, TODAY.date()),
        (datetime.timedelta, datetime.timedelta(days=2, seconds=3)),
        (Colour, Colour.BLUE),
        (Decimal, Decimal("1.10")),
        (Section, Section("t", ["a"])),
        (Point, Point(1, 2)),
        (Draft, Draft(text="x", sections=[Section("s")])),
        (list[Query], [{"text": "q", "weight": 0.5}]),
        (Literal["a", "b"] | None, None),
        (Annotated[list[Section], operator.add], [Section("s")]),
    ],
)
def test_a_declared_type_survives_the_editor(declared: Any, value: Any) -> None:
    natural = json.loads(json.dumps(to_natural(value), allow_nan=False))
    back = from_natural(natural, declared)
    assert type(back) is type(value)
    assert back == value


@pytest.mark.parametrize(
    "value",
    [
        [Section("a"), {"when": TODAY, "colour": Colour.RED}, (1, {2, 3})],
        {1: object(), "two": [object()]},
        Draft(text="x"),
    ],
)
def test_what_is_not_touched_stays_the_same_object(value: Any) -> None:
    assert from_natural(to_natural(value), Any, value) is value


def test_a_change_leaves_its_neighbours_alone() -> None:
    opaque = object()
    before: dict[Any, Any] = {
        "sections": [Section("a"), Section("b")],
        "pair": (1, opaque),
        7: opaque,
    }
    edited = to_natural(before)
    edited["sections"][1]["title"] = "c"
    edited["sections"].append({"free": True})
    edited["new"] = 1
    after = from_natural(edited, Any, before)
    assert after["sections"] == [Section("a"), Section("c"), {"free": True}]
    assert after["sections"][0] is before["sections"][0]
    assert after["pair"] is before["pair"]
    assert after[7] is opaque
    assert after["new"] == 1


def test_untouched_items_are_found_again_after_an_insertion() -> None:
    before = [Section("a"), TODAY]
    after = from_natural(["first", *to_natural(before)], list[Any], before)
    assert after == ["first", Section("a"), TODAY]
    assert after[1] is before[0]


def test_true_and_one_are_different_values() -> None:
    assert from_natural([True], list[Any], [1])[0] is True


def test_a_tuple_stays_a_tuple_and_a_set_a_set() -> None:
    assert from_natural({"t": [1, 9], "s": [1, 9]}, Any, {"t": (1, 2), "s": {1, 2}}) == {
        "t": (1, 9),
        "s": {1, 9},
    }


@pytest.mark.parametrize(
    ("edited", "declared", "path", "message"),
    [
        ("x", int, (), "valid integer"),
        ([1, "x"], list[int], ("1",), "valid integer"),
        ({"a": {"b": "x"}}, dict[str, dict[str, bool]], ("a", "b"), "valid boolean"),
        ({"title": 1}, Section, ("title",), "valid string"),
        ({}, Section, ("title",), "required"),
        ({"text": "x", "sections": [{"title": "t", "tags": [1]}]}, Draft, None, "valid string"),
        (["x"], list[int | None], ("0",), "valid integer"),
        ("green", Colour, (), "'red' or 'blue'"),
        ("c", Literal["a", "b"], (), "'a' or 'b'"),
        ([{"text": 5}], list[Query], ("0", "text"), "valid string"),
        ([1, 2, 3], tuple[int, int], None, "at most 2"),
        ("base64:??", bytes, (), "base64"),
    ],
)
def test_a_misfit_is_named_with_its_path(
    edited: Any, declared: Any, path: tuple[str, ...] | None, message: str
) -> None:
    with pytest.raises(Misfit) as raised:
        from_natural(edited, declared)
    found, text = raised.value.problems[0]
    assert message in text
    if path is not None:
        assert found == path


def test_a_misfit_inside_an_undeclared_value_is_named_too() -> None:
    with pytest.raises(Misfit) as raised:
        from_natural({"list": [{"title": 3, "tags": []}]}, Any, {"list": [Section("a")]})
    assert raised.value.problems[0][0] == ("list", "0", "title")


@pytest.mark.parametrize(
    "made", [list(range(251)), tuple(range(251)), set(range(251)), dict.fromkeys(range(251))]
)
def test_of_too_many_items_none_is_looked_at(monkeypatch: pytest.MonkeyPatch, made: Any) -> None:
    looked_at: list[Any] = []

    def kind_of(value: Any) -> str:
        looked_at.append(value)
        return anatomy.kind_of(value)

    monkeypatch.setattr(natural, "kind_of", kind_of)
    with pytest.raises(TooLarge, match="1,000"):
        to_natural(made, limit=1000)
    assert looked_at == [made]


def test_large_values_are_not_turned_into_json() -> None:
    with pytest.raises(TooLarge, match="1,000"):
        to_natural(["x" * 100] * 100, limit=1000)
    knot: list[Any] = []
    knot.append(knot)
    with pytest.raises(TooLarge, match="levels deep"):
        to_natural(knot)
    assert len(as_text("x" * 100_000, 500)) == 500
    assert as_text({"a": [1]}, 500) == '{\n  "a": [\n    1\n  ]\n}'


@pytest.mark.parametrize(
    ("declared", "text"),
    [
        (Any, "Any"),
        (None, "None"),
        (list[Section], "list[Section]"),
        (str | None, "str | None"),
        (dict[str, list[int]], "dict[str, list[int]]"),
        (tuple[int, ...], "tuple[int, ...]"),
        (Literal["a", 1], "Literal['a', 1]"),
        (Annotated[list[str], operator.add], "list[str]"),
    ],
)
def test_types_are_written_as_a_person_would(declared: Any, text: str) -> None:
    assert type_text(declared) == text


def test_schemas() -> None:
    schema = json_schema(list[Query])
    assert schema is not None
    assert schema["items"]["$ref"] in ("#/$defs/Query",)
    assert json_schema(object) is None
    assert json_schema(type("Odd", (), {})) is None


PLAIN = """
import sys
sys.modules["pydantic"] = None
from dataclasses import dataclass, field
from runtime.debug.declared import Misfit, json_schema, read_json
@dataclass
class Section:
    title: str
    tags: list[str] = field(default_factory=list)
def misfit(value, declared):
    try:
        read_json(value, declared)
    except Misfit as error:
        return error.problems
print(json_schema(int))
print(read_json([1, "a"], tuple[int, str]), read_json([1], set[int]), read_json(3, float | None))
print(read_json({"title": "t", "tags": ["x"]}, Section))
print(read_json({"a": [1]}, dict[str, list[int]]))
print(misfit({"tags": [1]}, Section), misfit([1, "x"], list[int]), misfit(None, int))
"""


def test_plain_types_are_checked_without_pydantic() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAIN], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines() == [
        "None",
        "(1, 'a') {1} 3.0",
        "Section(title='t', tags=['x'])",
        "{'a': [1]}",
        "[(('title',), 'Field required')] [(('1',), 'must be a whole number')]"
        " [((), 'must be a whole number')]",
    ]


def test_nothing_declared_takes_json_as_it_is() -> None:
    assert read_json({"a": [1]}, Any) == {"a": [1]}
    assert from_natural([1], object) == [1]


def test_integers_that_python_does_not_write_in_digits_are_told_and_kept() -> None:
    value = {10**5000: 10**5000, "near": 10**1000}
    natural = json.loads(json.dumps(to_natural(value)))
    assert natural == {"int of 16,610 bits": "int of 16,610 bits", "near": 10**1000}
    assert from_natural({**natural, "near": 1}, dict[Any, Any], value) == {**value, "near": 1}
