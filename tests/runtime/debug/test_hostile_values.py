"""Values that lie, raise or hang whenever one of their methods is called, and knots."""

from typing import Any, NoReturn

import pytest

from runtime.debug.inspecting.answering import Inspections
from runtime.debug.inspecting.commands import (
    CopyFormat,
    CopyValue,
    DescribeValue,
    FindInState,
    FindText,
    ReadPaths,
    ReadTable,
)
from runtime.debug.refused import Refused
from runtime.debug.values import ValueHandle

HANDLE = ValueHandle("t", "", "c", ("channel", "x"))


def refuse(*_: Any) -> NoReturn:
    pytest.fail("code of the value was called")


_METHODS = [
    *("__repr__", "__str__", "__len__", "__iter__", "__getitem__", "__eq__", "__hash__"),
    *("__bool__", "__lt__", "__contains__", "__format__", "__reduce__", "__getattr__"),
    *("items", "keys", "values", "get"),
]


def hostile(base: type) -> Any:
    """A subclass whose every method fails the test."""
    return type("Hostile", (base,), dict.fromkeys(_METHODS, refuse))


def _knot() -> Any:
    knot: dict[str, Any] = {"a": [1]}
    knot["a"].append(knot)
    return knot


VALUES = {
    "list": hostile(list)([1, {"k": "v"}]),
    "dict": hostile(dict)({"k": "v", "l": [1]}),
    "tuple": hostile(tuple)((1, 2)),
    "set": hostile(frozenset)({3}),
    "text": hostile(str)("some text"),
    "bytes": hostile(bytes)(b"some bytes"),
    "int": hostile(int)(7),
    "float": hostile(float)(0.5),
    "object": hostile(object)(),
    "error": hostile(Exception)("x"),
    "records": [hostile(dict)({"a": 1}), hostile(dict)({"a": hostile(str)("s")})],
    "message": {"role": hostile(str)("user"), "content": hostile(str)("hi"), "tool_calls": [{}]},
}


@pytest.mark.parametrize("name", VALUES)
def test_nothing_of_a_value_is_called(name: str) -> None:
    inspections: Any = Inspections(lambda _: VALUES[name])
    described = inspections.answer(DescribeValue(HANDLE))
    assert described.forms
    for command in (
        CopyValue(HANDLE, "python"),
        CopyValue(HANDLE, "json"),
        FindText(HANDLE, "s"),
        FindInState("t", "", "c", ("x",), "s"),
        ReadPaths("t", "", "c", (("x", "k"), ("x", "0"))),
    ):
        inspections.answer(command)
    if "table" in described.forms:
        assert inspections.answer(ReadTable(HANDLE, sort=0)).total == 2
        inspections.answer(CopyValue(HANDLE, "csv"))


def test_knots_come_to_an_end() -> None:
    inspections: Any = Inspections(lambda _: _knot())
    assert inspections.answer(DescribeValue(HANDLE)).forms == ("table", "text")
    found = inspections.answer(FindInState("t", "", "c", ("x",), "1"))
    assert [hit.keys for hit in found.hits] == [("a", "0"), ("a", "1")]
    forms: tuple[CopyFormat, ...] = ("python", "json")
    for form in forms:
        with pytest.raises(Refused, match="too large to copy"):
            inspections.answer(CopyValue(HANDLE, form))
