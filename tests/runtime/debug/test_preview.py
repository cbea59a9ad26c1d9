"""Previews are short and cheap, and never run code of the value's class."""

import datetime
import enum
import uuid
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, NoReturn

import pytest
from pydantic import BaseModel

from runtime.debug.anatomy import NoSuchChild
from runtime.debug.preview import children_page, line_of, preview, text_page, value_at
from runtime.debug.values import ValueHandle

HANDLE = ValueHandle("thread", "", "checkpoint", ("channel", "messages"))


class Colour(enum.Enum):
    RED = "red"


class Point(NamedTuple):
    x: int
    y: int


@dataclass
class Section:
    title: str
    tags: list[str] = field(default_factory=list)


class Draft(BaseModel):
    text: str
    score: float = 0.5


@dataclass
class Message:
    content: Any
    id: str
    type: str = "human"


class Hostile:
    """Whatever a debugger might be tempted to call ends the test."""

    __slots__ = ("__dict__", "held")

    def __init__(self) -> None:
        self.held = 1
        self.name = "n"

    def refuse(self, *_: Any) -> NoReturn:
        pytest.fail("user code was called")

    __repr__ = __str__ = __len__ = __iter__ = __eq__ = __hash__ = __bool__ = refuse
    __getattr__ = __getattribute__ = refuse

    @property
    def secret(self) -> NoReturn:
        self.refuse()


class HostileList(list[Any]):
    def refuse(self, *_: Any) -> NoReturn:
        pytest.fail("user code was called")

    __repr__ = __str__ = __len__ = __iter__ = __getitem__ = refuse


@pytest.mark.parametrize(
    ("value", "kind", "type_name", "text", "size"),
    [
        (None, "none", "NoneType", "None", None),
        (True, "bool", "bool", "True", None),
        (-7, "int", "int", "-7", None),
        (float("nan"), "float", "float", "nan", None),
        ("a\nb", "str", "str", r"'a\nb'", 3),
        (b"\x00a", "bytes", "bytes", r"b'\x00a'", 2),
        ([1, "x"], "list", "list", "[1, 'x']", 2),
        (deque([1]), "list", "deque", "deque([1])", 1),
        ((1,), "tuple", "tuple", "(1,)", 1),
        ((), "tuple", "tuple", "()", 0),
        ({3}, "set", "set", "{3}", 1),
        (set(), "set", "set", "set({})", 0),
        (frozenset({3}), "set", "frozenset", "frozenset({3})", 1),
        ({"a": 1, 2: None}, "dict", "dict", "{'a': 1, '2': None}", 2),
        (OrderedDict(a=1), "dict", "OrderedDict", "{'a': 1}", 1),
        (Point(1, 2), "model", "Point", "Point(x=1, y=2)", 2),
        (Section("t", ["a"]), "model", "Section", "Section(title='t', tags=['a'])", 2),
        (Draft(text="hi"), "model", "Draft", "Draft(text='hi', score=0.5)", 2),
        (Message("hello", "1"), "message", "Message", "human: 'hello'", 3),
        (Colour.RED, "enum", "Colour", "Colour.RED", None),
        (datetime.date(2026, 11, 3), "datetime", "date", "2026-11-03", None),
        (datetime.timedelta(hours=1), "datetime", "timedelta", "1:00:00", None),
        (Decimal("1.50"), "opaque", "Decimal", "1.50", None),
        (uuid.UUID(int=1), "opaque", "UUID", str(uuid.UUID(int=1)), None),
        (Section, "opaque", "type", "class Section", None),
        (line_of, "opaque", "function", "function line_of", None),
        (ValueError("bad"), "opaque", "ValueError", "ValueError(args=('bad',))", 1),
        (object(), "opaque", "object", "object()", None),
    ],
)
def test_every_kind_has_its_line(
    value: Any, kind: str, type_name: str, text: str, size: int | None
) -> None:
    shown = preview(value, HANDLE)
    assert (shown.kind, shown.type, shown.text, shown.size) == (kind, type_name, text, size)
    assert shown.handle == HANDLE


def test_no_code_of_the_value_is_called() -> None:
    shown = preview({"k": [Hostile()]})
    assert shown.text == "{'k': [Hostile(held=1, name='n')]}"
    assert [each.key for each in children_page(Hostile(), HANDLE, 0, 10).children] == [
        "held",
        "name",
    ]
    assert preview(HostileList([1, 2])).text == "[1, 2]"


@pytest.mark.parametrize(
    "value",
    [
        "x" * 50_000_000,
        b"x" * 50_000_000,
        list(range(2_000_000)),
        {str(number): number for number in range(300_000)},
        10**200_000,
        [["deep"] * 300] * 300,
        {"key " * 500: Section("long " * 500)},
        {10**5000: Fraction(10**5000, 7)},
        range(10**5000),
        ["x" * 150, {"k": [Section("long " * 9)]}] * 2,
    ],
    ids=["str", "bytes", "list", "dict", "int", "nested", "long key", "digits", "range", "objects"],
)
def test_a_line_is_short_whatever_the_value(value: Any) -> None:
    text = preview(value).text
    assert len(text) <= 200
    assert "\n" not in text


def test_nesting_without_end_ends() -> None:
    knot: list[Any] = [1]
    knot.append(knot)
    assert preview(knot).text == "[1, [1, [1, [1, [1, […]]]]]]"


def test_children_come_in_pages_with_paths_that_lead_to_them() -> None:
    value = {"items": [Section("a"), Section("b", ["x", "y"])], 5: {1, 2}}
    page = children_page(value, HANDLE, 0, 10)
    assert [(each.key, each.step) for each in page.children] == [("items", "0"), ("5", "1")]
    inner = page.children[0].value.handle
    assert inner is not None
    assert inner.path == ("0",)
    second = children_page(value_at(value, inner.path), inner, 1, 1)
    assert (second.total, second.offset, len(second.children)) == (2, 1, 1)
    handle = second.children[0].value.handle
    assert handle is not None
    assert value_at(value, (*handle.path, "tags", "1")) == "y"


def test_a_late_page_of_a_long_list() -> None:
    page = children_page(list(range(1_000_000)), HANDLE, 999_998, 100)
    assert [each.value.text for each in page.children] == ["999998", "999999"]
    assert page.total == 1_000_000


@pytest.mark.parametrize("path", [("9",), ("0", "x"), ("-1",), ("0", "nope", "0"), ("1", "0")])
def test_paths_that_lead_nowhere_are_refused(path: tuple[str, ...]) -> None:
    with pytest.raises(NoSuchChild):
        value_at([Section("a"), 7], path)


def test_texts_are_read_in_slices() -> None:
    assert text_page("abcdef", 2, 3).text == "cde"
    assert text_page("abcdef", 2, 3).total == 6
    assert text_page(b"\x00\xff\x10", 1, 5).text == "ff 10"
    assert text_page([1, 2], 0, 100).text == "[1, 2]"
