"""Bytes of strangers, damaged bytes: nothing runs, nothing hangs, nothing balloons."""

import sys
import tracemalloc
from collections.abc import Iterator
from typing import Any

import ormsgpack
import pytest

from runtime.checkpoint.serde import codes
from runtime.checkpoint.serde.errors import DecodeError, UnknownFormatError
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.serde.opaque import Opaque
from runtime.types import Interrupt, Overwrite, Send
from tests.runtime.checkpoint.serde import shapes

serde = JsonPlusSerializer()
stranger = JsonPlusSerializer(trusted=False)
strict = JsonPlusSerializer(allowed_msgpack_modules=None)


@pytest.fixture(autouse=True)
def nothing_ran() -> Iterator[None]:
    shapes.ran.clear()
    yield
    assert shapes.ran == []


def extension(code: int, content: Any) -> bytes:
    """The bytes of an extension with that content."""
    return ormsgpack.packb(ormsgpack.Ext(code, ormsgpack.packb(content)))


def reference(cls: type) -> list[str]:
    return [cls.__module__, cls.__qualname__]


EVERYTHING = [
    shapes.Point(1),
    shapes.Frozen("n"),
    shapes.Colour.RED,
    shapes.Rights.READ | shapes.Rights.RUN,
    shapes.Pair(1, [2]),
    shapes.Mapped({"a": 1}),
    shapes.Listed([1]),
    shapes.Person(name="n"),
    shapes.Box[int](content=3),
    {1: {2, 3}, (4,): b"x"},
    ValueError("x"),
    Send("node", (1, 2)),
]
"""One of most kinds."""


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("os", "system"),
        ("subprocess", "Popen"),
        ("builtins", "eval"),
        ("builtins", "object"),
        ("builtins", "type"),
        ("pathlib", "Path"),
        ("not_imported_anywhere", "Thing"),
        ("", ""),
        ("os.path", "..join"),
        (shapes.__name__, "ran"),
        (shapes.__name__, "Outer"),
        (shapes.__name__, "__doc__"),
        (shapes.__name__, "Fault"),
        (shapes.__name__, "Point.__init__"),
    ],
)
@pytest.mark.parametrize(
    ("code", "rest"),
    [
        (codes.DATACLASS, [{"x": 1}]),
        (codes.MODEL, [{"x": 1}, ["x"], None, None]),
        (codes.NAMED_TUPLE, [["x", "y"]]),
        (codes.ENUM, ["RED"]),
        (codes.DERIVED, ["dict", {"a": 1}, {}]),
        (codes.SLOTTED, [{"x": 1}]),
    ],
)
def test_a_name_that_is_no_fitting_class_stays_opaque(
    module: str, name: str, code: int, rest: list[Any]
) -> None:
    before = set(sys.modules)
    data = ("msgpack", extension(code, [[module, name], *rest]))
    read = serde.loads_typed(data)
    assert type(read) is Opaque
    assert read.type_name == f"{module}.{name}"
    assert serde.dumps_typed(read) == data
    assert set(sys.modules) == before


def test_no_code_of_a_class_runs_when_it_is_rebuilt() -> None:
    original = shapes.Watchful([1])
    data = serde.dumps_typed(original)
    shapes.ran.clear()
    read = serde.loads_typed(data)
    assert shapes.ran == []
    assert object.__getattribute__(read, "__dict__") == {"value": [1]}
    assert object.__getattribute__(read, "__class__") is shapes.Watchful
    shapes.ran.clear()


def test_a_class_that_acts_when_it_is_dropped_is_never_made() -> None:
    data = ("msgpack", extension(codes.DATACLASS, [reference(shapes.Destroying), {"path": "/"}]))
    read = serde.loads_typed(data)
    assert type(read) is Opaque
    assert read.content == {"path": "/"}
    del read
    assert shapes.ran == []
    with pytest.raises(TypeError, match="cannot be restored safely"):
        serde.dumps_typed(shapes.Destroying.__new__(shapes.Destroying))
    shapes.ran.clear()


def test_a_property_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        shapes.Guarded, "value", property(lambda self: 1, shapes._set_value), raising=False
    )
    data = ("msgpack", extension(codes.DATACLASS, [reference(shapes.Guarded), {"value": 5}]))
    read = serde.loads_typed(data)
    assert vars(read) == {"value": 5}


@pytest.mark.parametrize(
    "content",
    [
        {"x": 1, "__class__": "os", "__dict__": {}, "__init__": 1, "__reduce__": [1]},
        {"__slots__": 1, "__weakref__": None, "x": {"__class__": 3}},
    ],
)
def test_special_names_are_only_attributes(content: dict[str, Any]) -> None:
    data = ("msgpack", extension(codes.DATACLASS, [reference(shapes.Point), content]))
    read = serde.loads_typed(data)
    assert type(read) is shapes.Point
    assert read.x == content["x"]


@pytest.mark.parametrize("value", EVERYTHING, ids=lambda value: type(value).__name__)
def test_in_a_strangers_file_classes_are_opaque_and_survive(value: Any) -> None:
    data = serde.dumps_typed({"v": [value]})
    shapes.ran.clear()
    for reader in (stranger, strict):
        read = reader.loads_typed(data)
        assert reader.dumps_typed(read) == data
        assert serde.dumps_typed(read) == data
        found = read["v"][0]
        if type(value).__module__ == shapes.__name__:
            assert type(found) is Opaque
            assert found.type_name.startswith(f"{shapes.__name__}.")
            repr(found)


def test_what_an_opaque_value_shows() -> None:
    shown = [
        (shapes.Point(1), "Point", {"x": 1, "y": 0.5}),
        (shapes.Person(name="n"), "Person", {"name": "n"}),
        (shapes.Pair(1, 2), "Pair", [1, 2]),
        (shapes.Colour.RED, "Colour", "RED"),
        (shapes.Whole(3), "Whole", 3),
        (shapes.Box[int](content=3), "Box[int]", {"content": 3}),
        (shapes.Outer.Part(1), "Outer.Part", {"n": 1}),
    ]
    for value, name, content in shown:
        data = serde.dumps_typed(value)
        shapes.ran.clear()
        read = stranger.loads_typed(data)
        assert read.type_name == f"{shapes.__name__}.{name}"
        if isinstance(content, dict):
            assert content.items() <= read.content.items()
        else:
            assert read.content == content
        assert read == stranger.loads_typed(data)
        assert hash(read) == hash(stranger.loads_typed(data))


def test_values_of_the_runtime_itself_are_read_everywhere() -> None:
    assert stranger.loads_typed(serde.dumps_typed(Send("n", (1,)))) == Send("n", (1,))


def test_patterns_of_strangers_are_not_compiled() -> None:
    import re

    read = stranger.loads_typed(serde.dumps_typed(re.compile("(a+)+$")))
    assert type(read) is Opaque
    assert read.content[0] == "(a+)+$"


@pytest.mark.parametrize(
    ("cls", "code", "held"),
    [
        (Send, codes.SLOTTED, {"node": "n", "arg": 1}),
        (Interrupt, codes.DATACLASS, {"id": "i"}),
        (Overwrite, codes.DATACLASS, {}),
    ],
)
def test_objects_of_the_runtime_are_whole_or_opaque(
    cls: type, code: int, held: dict[str, Any]
) -> None:
    data = ("msgpack", extension(code, [reference(cls), held]))
    for reader in (serde, stranger):
        read = reader.loads_typed(data)
        assert type(read) is Opaque
        assert reader.dumps_typed(read) == data


def test_an_allow_list_admits_what_it_names() -> None:
    data = serde.dumps_typed([shapes.Point(1), shapes.Frozen("n")])
    by_name = strict.with_msgpack_allowlist([(shapes.__name__, "Point")])
    read = by_name.loads_typed(data)
    assert read[0] == shapes.Point(1)
    assert type(read[1]) is Opaque
    by_class = JsonPlusSerializer(allowed_msgpack_modules=[shapes.Frozen])
    assert by_class.loads_typed(data)[1] == shapes.Frozen("n")


def test_a_class_that_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    more = ("msgpack", extension(codes.DATACLASS, [reference(shapes.Point), {"x": 1, "old": 2}]))
    read = serde.loads_typed(more)
    assert read == shapes.Point(1, 0.5)
    tuple_data = serde.dumps_typed(shapes.Pair(1, 2))
    monkeypatch.setattr(shapes, "Pair", shapes.Point)
    other = JsonPlusSerializer(allowed_msgpack_modules=True)
    assert other.loads_typed(tuple_data) == (1, 2)
    gone = extension(codes.ENUM, [reference(shapes.Colour), "VIOLET"])
    assert type(serde.loads_typed(("msgpack", gone))) is Opaque


def test_pickle_is_refused() -> None:
    with pytest.raises(ValueError, match="pickle"):
        JsonPlusSerializer(pickle_fallback=True)
    with pytest.raises(UnknownFormatError, match="unknown format 'pickle'") as refused:
        serde.loads_typed(("pickle", b"cos\nsystem\n(S'true'\ntR."))
    assert isinstance(refused.value, DecodeError)
    assert isinstance(refused.value, NotImplementedError)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x91",
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff\x01",
        b"\xc6\xff\xff\xff\xffab",
        b"\xdb\xff\xff\xff\xffab",
        b"\xa1\xff",
        b"\x81\x01\x02",
        b"\x91" * 5000 + b"\x00",
        b"\xc7\x01\x7fa",
        b"\xc9\xff\xff\xff\xff\x01",
        extension(99, [1]),
        extension(codes.TUPLE, {"not": "a list"}),
        extension(codes.SET, [[1]]),
        extension(codes.MAPPING, [1]),
        extension(codes.MAPPING, [[1], 2]),
        extension(codes.DATETIME, [99999, 1, 1, 0, 0, 0, 0, 0, None]),
        extension(codes.DATETIME, [2026, 1, 1, 0, 0, 0, 0, 0, "../../etc/passwd"]),
        extension(codes.DECIMAL, "not a number"),
        extension(codes.FRACTION, [1, 0]),
        extension(codes.PATH, ["Popen", "x"]),
        extension(codes.ADDRESS, ["IPv4Address", "x"]),
        extension(codes.DEFAULT_DICT, ["eval", []]),
        extension(codes.DEFAULT_DICT, ["system", []]),
        extension(codes.RANGE, [1, 2, 0]),
        extension(codes.ERROR, [1, 2, 3, 4]),
        extension(codes.DATACLASS, []),
        extension(codes.DATACLASS, [[1, 2], {}]),
        extension(codes.DATACLASS, "text"),
        ormsgpack.packb(ormsgpack.Ext(codes.UUID, b"short")),
        ormsgpack.packb(ormsgpack.Ext(codes.TUPLE, b"")),
        ormsgpack.packb(ormsgpack.Ext(codes.TUPLE, b"\xdd\xff\xff\xff\xff")),
    ],
    ids=lambda data: data[:12].hex(),
)
def test_damaged_bytes_are_one_clear_error(data: bytes) -> None:
    tracemalloc.start()
    try:
        for reader in (serde, stranger):
            with pytest.raises(DecodeError, match="cannot be read"):
                reader.loads_typed(("msgpack", data))
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_an_error_inside_says_what_is_wrong() -> None:
    inner = [1, ormsgpack.Ext(codes.FRACTION, ormsgpack.packb([1, 0]))]
    with pytest.raises(DecodeError, match=r"cannot be read: Fraction\(1, 0\)"):
        serde.loads_typed(("msgpack", extension(codes.TUPLE, [inner])))


def test_a_time_zone_of_unknown_name_imports_nothing() -> None:
    before = set(sys.modules)
    serde.loads_typed(("msgpack", extension(codes.ZONE, "Elsewhere/Known")))
    read = serde.loads_typed(("msgpack", extension(codes.ZONE, "Atlantis/Harbour")))
    assert type(read) is Opaque
    assert not any(name.startswith("tzdata") for name in set(sys.modules) - before)


def test_nesting_without_end_is_refused() -> None:
    data = ormsgpack.packb(1)
    for _ in range(5000):
        data = ormsgpack.packb(ormsgpack.Ext(codes.TUPLE, b"\x91" + data))
    with pytest.raises(DecodeError):
        serde.loads_typed(("msgpack", data))


def test_other_tags_are_one_clear_error() -> None:
    for data in (("json", b"{"), ("json", b"\xff"), ("other", b""), ("json", b"[" * 100_000)):
        with pytest.raises(DecodeError, match="cannot be read"):
            serde.loads_typed(data)
