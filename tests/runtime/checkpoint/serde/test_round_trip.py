"""A value comes back equal and of the same types, at every depth."""

import ipaddress
import math
import re
from collections import Counter, OrderedDict, defaultdict, deque
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any
from urllib.parse import urlparse
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from pydantic import SecretBytes, SecretStr, TypeAdapter

from runtime.checkpoint.serde.errors import UnsavableValueError
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.serde.opaque import StoredError
from runtime.types import Command, Interrupt, Overwrite, Send, StateUpdate
from tests.runtime.checkpoint.serde import shapes
from tests.runtime.checkpoint.serde.sameness import same

serde = JsonPlusSerializer()


def again(value: Any) -> Any:
    return serde.loads_typed(serde.dumps_typed(value))


def check(value: Any) -> Any:
    """Alone, in containers, and as part of a class, the value survives."""
    for placed in (value, [value], {"k": value}, (1, value), shapes.Node(value), {1: [value]}):
        read = again(placed)
        assert same(read, placed), (placed, read)
        assert serde.dumps_typed(read) == serde.dumps_typed(placed)
    return again(value)


SCALARS: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    2**63 - 1,
    -(2**63),
    2**63,
    2**64 - 1,
    2**64,
    -(2**63) - 1,
    10**400,
    -(10**400),
    0.0,
    -0.0,
    1.5,
    math.inf,
    -math.inf,
    math.nan,
    complex(1, -0.0),
    complex(math.nan, math.inf),
    "",
    "text",
    "Grüße, 世界 🌍",
    "nul\0inside",
    "lone \ud800 surrogate",
    "\udfff",
    b"",
    b"bytes\xff\0",
    bytearray(b""),
    bytearray(b"array"),
]


def label(value: object) -> str:
    """The start of the representation, or the type where a set makes that differ between runs."""
    text = repr(value)
    return type(value).__name__ if "{" in text else text[:30]


@pytest.mark.parametrize("value", SCALARS, ids=label)
def test_scalars(value: Any) -> None:
    check(value)


CONTAINERS: list[Any] = [
    [],
    (),
    {},
    set(),
    frozenset(),
    [1, [2, (3, {4})]],
    (1,),
    ((),),
    {1, "a", None, 2.5, (1, 2), frozenset({3})},
    frozenset({b"x", True}),
    {"b": 1, "a": 2},
    {1: "int", "1": "str", 2.5: "float", None: "none", (1, 2): "tuple", b"k": "bytes"},
    {True: 1, "lone \ud800": 2},
    {frozenset({1}): {2: {3: [4]}}},
    OrderedDict([("z", 1), ("a", [2])]),
    defaultdict(list, {"a": [1], 2: [3]}),
    defaultdict(None, {"a": 1}),
    Counter({"a": 3, 7: -1}),
    deque([1, [2], (3,)]),
    deque([1, 2], maxlen=2),
    deque(maxlen=0),
    range(0),
    range(5, -5, -2),
    [bytearray(b"in a list"), {"k": bytearray(b"in a dict")}, (bytearray(b"in a tuple"),)],
    [["ą", 0x1C4C5C6, 1e300], bytearray(b"\xc4\xc5\xc6")],
    {"emptiest": [[], {}, (), set(), frozenset(), "", b"", None]},
]


@pytest.mark.parametrize("value", CONTAINERS, ids=label)
def test_containers(value: Any) -> None:
    check(value)


STANDARD: list[Any] = [
    datetime(2026, 1, 2, 3, 4, 5, 678901),
    datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=ZoneInfo("Europe/Berlin")),
    datetime(2026, 1, 1, tzinfo=UTC),
    datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=-3, minutes=-30))),
    TypeAdapter(datetime).validate_python("2026-01-01T10:00:00-03:30"),
    TypeAdapter(time).validate_python("10:00:00Z"),
    datetime(2026, 1, 1, tzinfo=timezone(timedelta(seconds=1, microseconds=5), "odd")),
    datetime.min,
    datetime.max,
    date(2024, 2, 29),
    time(23, 59, 59, 999999, fold=1),
    time(1, 2, tzinfo=UTC),
    timedelta(days=-1, seconds=3, microseconds=7),
    timedelta.max,
    UTC,
    ZoneInfo("Asia/Tokyo"),
    TypeAdapter(datetime).validate_python("2026-01-01T10:00:00-03:30").tzinfo,
    Decimal("1.500"),
    Decimal("-0"),
    Decimal("1E+999999"),
    Decimal("Infinity"),
    Fraction(-22, 7),
    UUID("12345678-1234-5678-1234-567812345678"),
    Path("a/b c/ü.txt"),
    PurePosixPath("/x"),
    PureWindowsPath("C:/x"),
    ipaddress.ip_address("10.0.0.1"),
    ipaddress.ip_address("fe80::1%eth0"),
    ipaddress.ip_network("10.0.0.0/8"),
    ipaddress.ip_interface("fe80::1/64"),
    re.compile(r"a+(?P<n>b)", re.IGNORECASE | re.MULTILINE),
    re.compile(rb"\xff", re.DOTALL),
    re.compile("a", re.ASCII),
]


@pytest.mark.parametrize("value", STANDARD, ids=label)
def test_standard_types(value: Any) -> None:
    check(value)


def test_a_decimal_that_is_not_a_number() -> None:
    assert again(Decimal("sNaN")).is_snan()


CLASSES: list[Any] = [
    shapes.Point(1),
    shapes.Point(2, math.inf),
    shapes.Frozen("n", ("a", "b")),
    shapes.Node(1, [shapes.Node((2,), [shapes.Node(None)])]),
    shapes.Outer.Part(1),
    shapes.Colour.RED,
    shapes.Colour.GREEN,
    shapes.Level.HIGH,
    shapes.Word.YES,
    shapes.Rights.READ,
    shapes.Rights.READ | shapes.Rights.RUN,
    shapes.Rights(0),
    shapes.Outer.Inner.A,
    shapes.Pair(1),
    shapes.Pair(1, shapes.Pair(2, [3])),
    shapes.Named(1, [2]),
    urlparse("http://host/path?query"),
    shapes.Traffic.GO,
    shapes.Masks.ONE | shapes.Masks.TWO,
    {shapes.Traffic.GO: {(shapes.Traffic.GO, 1), (shapes.Level.LOW, 2)}},
    shapes.Computed(2),
    shapes.Crate[int, shapes.Box[str]](first=1, second=shapes.Box[str](content="in")),
    shapes.Crate(first="x", secret=SecretStr("hidden")),
    SecretStr("hidden"),
    SecretBytes(b"hidden"),
    shapes.Whole(7),
    shapes.Whole(10**40),
    shapes.Listed([1, (2,)]),
    shapes.Mapped({"a": 1, 2: (3,)}),
    {shapes.Colour.RED: 1, shapes.Word.YES: 2, shapes.Frozen("k"): 3},
    {shapes.Frozen("in a set"), shapes.Level.LOW},
    shapes.Person(name="n"),
    shapes.Person(name="n", age=3, friends=[shapes.Person(name="m", secretNote=(1,))]),
    shapes.Loose(a=2, b=[1], c=(2,)),  # type: ignore[call-arg]
    shapes.Numbers([1, 2]),
    shapes.Box[int](content=3),
    shapes.Box[shapes.Person](content=shapes.Person(name="boxed")),
    shapes.Box(content={1: 2}),
    Send("node", {"arg": (1, 2)}),
    Send("node", None, timeout=2.5),
    Interrupt({"question": ("a",)}, "id"),
    Command(update={"a": {1}}, goto=[Send("x", 1), "y"], resume={"i": (1,)}),
    Overwrite([1, (2,)]),
    StateUpdate({"a": (1,)}, "node"),
]


@pytest.mark.parametrize("value", CLASSES, ids=label)
def test_classes(value: Any) -> None:
    shapes.ran.clear()
    data = serde.dumps_typed([value])
    shapes.ran.clear()
    read = serde.loads_typed(data)
    assert shapes.ran == []
    assert same(read, [value])
    assert serde.dumps_typed(read) == data


def test_flags_and_members_are_the_very_same_objects() -> None:
    assert again(shapes.Colour.GREEN) is shapes.Colour.GREEN
    assert again(shapes.Rights.READ | shapes.Rights.WRITE) is shapes.Rights.READ | (
        shapes.Rights.WRITE
    )


def test_a_derived_text_keeps_its_attributes() -> None:
    text = shapes.Text("body")
    vars(text)["note"] = [1]
    read = again([text])[0]
    assert type(read) is shapes.Text
    assert read == "body"
    assert vars(read) == {"note": [1]}


def test_what_a_model_knows_of_itself_is_kept() -> None:
    person = shapes.Person(name="n")
    person._hidden = 42
    read = again(person)
    assert read._hidden == 42
    assert read.model_fields_set == {"name"}
    assert read.model_dump(exclude_unset=True) == {"name": "n"}
    assert again(shapes.Loose(a=1, b=2)).model_extra == {"b": 2}  # type: ignore[call-arg]


def test_private_and_unset_fields_of_a_generic_model() -> None:
    crate = shapes.Crate[int, str](first=1)
    crate._seen.append((1, 2))
    read = again(crate)
    assert type(read) is shapes.Crate[int, str]
    assert read._seen == [(1, 2)]
    assert read.model_fields_set == {"first"}
    assert read.model_dump(exclude_unset=True) == {"first": 1}
    assert again(shapes.Crate(first=SecretStr("s"))).first.get_secret_value() == "s"


def test_an_unset_slot_stays_unset() -> None:
    read = again(shapes.Computed(3))
    assert (read.given, read.length) == (3, 6)
    assert not hasattr(read, "never")


def test_a_named_tuple_with_further_attributes_is_refused() -> None:
    value = shapes.Named(1, 2)
    vars(value)["note"] = 3
    with pytest.raises(UnsavableValueError, match="attributes of its own"):
        serde.dumps_typed(value)


def test_a_dataclass_keeps_what_its_constructor_computed_without_running_it() -> None:
    made = shapes.Prepared(4, "given")
    assert made.costly == 400
    shapes.ran.clear()
    data = serde.dumps_typed(made)
    read = serde.loads_typed(data)
    assert shapes.ran == []
    assert (read.given, read.doubled, read.not_a_field) == (4, 8, "given")
    assert "costly" not in vars(read)
    assert read.costly == 400


def test_classes_of_a_function_are_known_to_the_process_that_saved_them() -> None:
    from dataclasses import dataclass

    @dataclass
    class Local:
        a: int

    read = again(Local(3))
    assert type(read) is Local
    assert read == Local(3)


def test_an_error_is_kept_as_text_with_its_traceback() -> None:
    try:
        try:
            raise ValueError("inner ü")
        except ValueError as inner:
            raise shapes.Fault(3, "outer") from inner
    except shapes.Fault as error:
        read = again([error])[0]
    assert isinstance(read, StoredError)
    assert read == "Fault('3: outer')"
    assert read.type_name == f"{shapes.__name__}.Fault"
    assert read.message == "3: outer"
    assert "ValueError: inner ü" in read.traceback
    assert "test_round_trip.py" in read.traceback
    assert again(read).traceback == read.traceback
    assert serde.dumps_typed(again(read)) == serde.dumps_typed(read)


def test_an_error_that_cannot_be_shown_is_kept_nevertheless() -> None:
    class Broken(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no text")

        __repr__ = __str__

    read = again(Broken())
    assert "Broken whose text raised RuntimeError" in read


def test_a_set_gives_the_same_bytes_in_whatever_order_it_was_filled() -> None:
    names = [f"name {number}" for number in range(50)]
    backwards = names[::-1]
    assert serde.dumps_typed(set(names)) == serde.dumps_typed(set(backwards))


def test_tags() -> None:
    assert serde.dumps_typed(None) == ("null", b"")
    assert serde.dumps_typed(b"x") == ("bytes", b"x")
    assert serde.dumps_typed(bytearray(b"x")) == ("bytearray", b"x")
    assert serde.dumps_typed(1)[0] == "msgpack"
    assert serde.loads_typed(("json", b'{"a": [1]}')) == {"a": [1]}


def test_langchain_messages() -> None:
    from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

    messages = [
        HumanMessage("hi", id="1"),
        AIMessage(
            [{"type": "text", "text": "x"}],
            id="2",
            tool_calls=[{"name": "t", "args": {"a": 1}, "id": "c"}],
            usage_metadata={"input_tokens": 1, "output_tokens": 2, "total_tokens": 3},
        ),
        ToolMessage("done", tool_call_id="c", artifact={"rows": (1, 2)}),
    ]
    read = again(messages)
    assert read == messages
    assert [type(message) for message in read] == [HumanMessage, AIMessage, ToolMessage]
    assert read[2].artifact == {"rows": (1, 2)}
