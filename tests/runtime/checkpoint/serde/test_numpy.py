"""Arrays and scalars of numpy."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from runtime.checkpoint.serde.errors import DecodeError, UnsavableValueError
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from tests.runtime.checkpoint.serde import shapes

serde = JsonPlusSerializer()

_RECORD = np.dtype([("a", "<i4"), ("b", "U3"), ("c", "<f8", (2, 2)), ("d", [("x", "i1")])])

ARRAYS: list[Any] = [
    np.array([1, 2, 3]),
    np.array([]),
    np.zeros((2, 0, 3)),
    np.array(1.5),
    np.arange(6).reshape(2, 3).T,
    np.asfortranarray(np.arange(6).reshape(2, 3)),
    np.array([1, 2])[::-1],
    np.array([1], dtype=">i4"),
    np.array([True, False]),
    np.array([1.5, np.nan, -np.inf], dtype=np.float16),
    np.array([1 + 2j], dtype=np.complex64),
    np.array(["a", "bcd", ""]),
    np.array([b"x", b"\0y"]),
    np.array(["2020-02-29", "NaT"], dtype="M8[D]"),
    np.array([5], dtype="m8[25us]"),
    np.array([2**63], dtype=np.uint64),
    np.zeros(3, dtype=_RECORD),
]

SCALARS: list[Any] = [
    np.float32(1.25),
    np.float64(2.5),
    np.int8(-1),
    np.int64(3),
    np.uint64(2**64 - 1),
    np.bool_(True),
    np.complex128(1j),
    np.str_("text"),
    np.str_(""),
    np.bytes_(b""),
    np.bytes_(b"x"),
    np.datetime64("2020-01-01T00:00", "m"),
    np.timedelta64(5, "D"),
    np.longdouble(1.5),
    np.zeros(1, dtype=_RECORD)[0],
]


def label(value: Any) -> str:
    return f"{type(value).__name__} {value.dtype.str} {value.shape}"


@pytest.mark.parametrize("value", [*ARRAYS, *SCALARS], ids=label)
def test_value_type_and_shape_come_back(value: Any) -> None:
    for placed in (value, [value], {"k": (value,)}, shapes.Node(value)):
        read = serde.loads_typed(serde.dumps_typed(placed))
        while not hasattr(read, "dtype"):
            read = (
                read.value
                if isinstance(read, shapes.Node)
                else next(iter(read.values() if isinstance(read, dict) else read))
            )
        assert type(read) is type(value)
        assert (read.dtype, read.shape) == (value.dtype, value.shape)
        assert read.tobytes() == value.tobytes()


def test_an_array_that_was_read_can_be_written_to() -> None:
    read = serde.loads_typed(serde.dumps_typed(np.array([1, 2])))
    read[0] = 5
    assert read.tolist() == [5, 2]


@pytest.mark.parametrize(
    "value",
    [
        np.array([{"a": 1}], dtype=object),
        np.array([(1, None)], dtype=[("a", "i4"), ("b", object)]),
        np.zeros(2, dtype="V3"),
        np.zeros(2, dtype=[]),
        np.zeros(2, dtype=np.dtype([("a", "i1"), ("b", "i4")], align=True)),
        np.ma.array([1, 2], mask=[True, False]),
        np.rec.array([(1, "a")], dtype=[("x", "i4"), ("y", "U1")]),
    ],
    ids=lambda value: f"{type(value).__name__} {value.dtype.str}",
)
def test_what_would_not_come_back_is_refused(value: Any) -> None:
    with pytest.raises(UnsavableValueError, match=r"numpy\.[\w.]+ at \['k'\]"):
        serde.dumps_typed({"k": value})


def test_damaged_arrays() -> None:
    tag, data = serde.dumps_typed(np.array([1, 2, 3]))
    with pytest.raises(DecodeError):
        serde.loads_typed((tag, data.replace(b"<i8", b"|O8")))
    with pytest.raises(DecodeError):
        serde.loads_typed((tag, data.replace(b"<i8", b"<i5")))


def test_without_numpy_an_array_is_opaque_and_stays_what_it_was() -> None:
    tag, data = serde.dumps_typed({"k": np.array([1, 2]), "s": np.float32(1)})
    program = (
        "import sys\n"
        "from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer\n"
        "serde = JsonPlusSerializer()\n"
        f"read = serde.loads_typed(({tag!r}, {data!r}))\n"
        "assert 'numpy' not in sys.modules\n"
        "assert [type(each).__name__ for each in read.values()] == ['Opaque', 'Opaque']\n"
        f"assert serde.dumps_typed(read) == ({tag!r}, {data!r})\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
