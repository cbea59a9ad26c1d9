"""Values of every kind that a saver keeps, inside each other at random."""

import math
import pathlib
import re
from collections import Counter, OrderedDict, defaultdict, deque
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from urllib.parse import urlparse

import numpy
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from langchain_core.messages import AIMessage as LangChainAnswer
from langchain_core.messages import HumanMessage as LangChainQuestion
from pydantic import SecretBytes, SecretStr, TypeAdapter

from runtime.checkpoint.serde.types import _DeltaSnapshot
from runtime.messages import AIMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage
from runtime.types import Command, Interrupt, Overwrite, Send, StateUpdate, TimeoutPolicy
from tests.runtime.checkpoint.serde import shapes

Values = st.SearchStrategy[Any]

_any_text = st.text(st.characters(exclude_categories=[]), max_size=8)
_text = st.one_of(
    st.sampled_from(["", "a", "items", "__class__", "null", "\0", "\ud800", "日本"]), _any_text
)
_integers = st.one_of(
    st.integers(),
    st.sampled_from([0, -1, 127, 128, 2**31, 2**32, 2**63 - 1, 2**63, -(2**63), 2**64]),
    st.builds(
        lambda bits, sign: sign * (1 << bits), st.integers(60, 2000), st.sampled_from([1, -1])
    ),
)
_floats = st.one_of(
    st.floats(), st.sampled_from([0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324])
)
_offsets = st.timedeltas(timedelta(hours=-23, minutes=-59), timedelta(hours=23, minutes=59))
_zones = st.one_of(
    st.none(),
    st.just(UTC),
    st.timezones(),
    st.builds(timezone, _offsets),
    st.builds(timezone, _offsets, st.text(max_size=4)),
    st.sampled_from(["2026-01-01T10:00:00-03:30", "2026-01-01T10:00:00Z"]).map(
        lambda text: TypeAdapter(datetime).validate_python(text).tzinfo
    ),
)
_names = st.text("abc.é ", max_size=6)
_paths = st.one_of(
    st.builds(pathlib.Path, _names),
    st.builds(pathlib.PurePosixPath, _names, _names),
    st.builds(
        lambda drive, name: pathlib.PureWindowsPath(f"{drive}{name}"),
        st.sampled_from(["", "C:", "\\\\host\\share\\"]),
        _names,
    ),
)
_patterns = st.builds(
    re.compile,
    st.sampled_from(["", "a+(?P<n>b)", r"\d\w", "[ü]"]),
    st.sampled_from([re.NOFLAG, re.IGNORECASE, re.ASCII, re.MULTILINE | re.DOTALL | re.VERBOSE]),
) | st.builds(
    re.compile, st.sampled_from([rb"\xff", b"(a|b)*"]), st.sampled_from([re.NOFLAG, re.DOTALL])
)
_members = st.sampled_from(
    [
        *shapes.Colour,
        *shapes.Level,
        *shapes.Word,
        *shapes.Rights,
        *shapes.Traffic,
        shapes.Rights.READ | shapes.Rights.RUN,
        shapes.Rights(0),
        shapes.Masks.ONE | shapes.Masks.TWO,
        shapes.Outer.Inner.A,
    ]
)


def _with_note(text: str, note: Any) -> shapes.Text:
    made = shapes.Text(text)
    if note is not None:
        vars(made)["note"] = note
    return made


_atoms = st.one_of(
    st.none(),
    st.booleans(),
    _integers,
    st.floats(allow_nan=False),
    _text,
    st.binary(max_size=8),
    st.decimals(allow_nan=False),
    st.fractions(),
    st.dates(),
    st.timedeltas(),
    st.datetimes(timezones=_zones, allow_imaginary=True),
    st.times(timezones=_zones),
    st.uuids(),
    st.ip_addresses(),
    _paths,
    _members,
    _text.map(shapes.Text),
    _integers.map(shapes.Whole),
    st.builds(range, st.integers(-9, 9), st.integers(-9, 9), st.integers(1, 3)),
)
atoms: Values = st.deferred(lambda: _atoms)
"""Values without others inside that may be keys, and that equal themselves."""


def _keys(below: Values) -> Values:
    made = st.one_of(
        atoms,
        st.lists(below, max_size=3).map(tuple),
        st.frozensets(below, max_size=3),
        st.builds(shapes.Pair, st.integers(), below),
        st.builds(shapes.Frozen, _text, st.lists(_text, max_size=2).map(tuple)),
    )
    return st.deferred(lambda: made)


hashable: Values = _keys(_keys(atoms))
"""Keys of dictionaries and items of sets."""

_dtypes: st.SearchStrategy[numpy.dtype[Any]] = st.one_of(
    arrays.boolean_dtypes(),
    arrays.integer_dtypes(),
    arrays.unsigned_integer_dtypes(),
    arrays.floating_dtypes(sizes=(16, 32, 64)),
    arrays.complex_number_dtypes(),
    arrays.datetime64_dtypes(),
    arrays.timedelta64_dtypes(),
    arrays.byte_string_dtypes(max_len=4),
    arrays.unicode_string_dtypes(max_len=4),
)
_arrays = arrays.arrays(
    _dtypes, arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3)
)
_array_scalars = _dtypes.flatmap(arrays.from_dtype)

_leaves = st.one_of(
    hashable,
    _floats,
    st.complex_numbers(),
    st.decimals(),
    st.binary(max_size=8).map(bytearray),
    _patterns,
    _arrays,
    _array_scalars,
    _text.map(SecretStr),
    st.binary(max_size=4).map(SecretBytes),
    _zones,
    st.just("http://host/path?query#part").map(urlparse),
    st.builds(shapes.Numbers, st.lists(st.integers(0, 9), max_size=3)),
)
leaves: Values = st.deferred(lambda: _leaves)


def _shared(inner: Any, count: int) -> Any:
    """The same object at several places."""
    return [inner, {"again": inner}, (inner,) * count]


def _deep(inner: Any, levels: int, kinds: str) -> Any:
    for number in range(levels):
        kind = kinds[number % len(kinds)]
        if kind == "l":
            inner = [inner]
        elif kind == "d":
            inner = {"k": inner}
        elif kind == "t":
            inner = (inner,)
        else:
            inner = {number: inner}
    return inner


def _containers(inner: Values) -> Values:
    several = st.lists(inner, max_size=4)
    keyed = st.dictionaries(_text, inner, max_size=4)
    mapped = st.dictionaries(hashable, inner, max_size=3)
    return st.one_of(
        several,
        several.map(tuple),
        keyed,
        mapped,
        st.sets(hashable, max_size=3),
        st.frozensets(hashable, max_size=3),
        st.builds(deque, several, st.none() | st.integers(0, 4)),
        mapped.map(OrderedDict),
        st.builds(defaultdict, st.sampled_from([None, list, dict, int, set]), mapped),
        st.dictionaries(hashable, st.integers(), max_size=3).map(Counter),
        several.map(shapes.Listed),
        mapped.map(shapes.Mapped),
        st.builds(_with_note, _text, inner),
        st.builds(_shared, inner, st.integers(0, 3)),
        st.builds(_deep, inner, st.integers(1, 25), st.text("ldti", min_size=1, max_size=4)),
    )


def _objects(inner: Values) -> Values:
    named = st.dictionaries(st.sampled_from("abc"), inner, max_size=2)
    return st.one_of(
        st.builds(shapes.Node, inner, st.lists(st.builds(shapes.Node, inner), max_size=2)),
        st.builds(shapes.Pair, st.integers(), inner),
        st.builds(shapes.Named, st.integers(), inner),
        st.builds(shapes.Box, content=inner),
        st.builds(shapes.Box[int], content=st.integers()),
        st.builds(shapes.Crate, first=inner, second=inner),
        st.builds(shapes.Person, name=st.text(max_size=3), secretNote=inner),
        st.builds(shapes.Loose, a=st.integers(), b=inner),
        st.builds(shapes.Computed, st.integers(0, 9)),
        st.builds(shapes.Watchful, inner),
        st.builds(Send, st.text(max_size=3), inner),
        st.builds(Send, st.text(max_size=3), inner, timeout=st.floats(0.5, 9)),
        st.builds(Interrupt, inner, st.text("0123abc", min_size=1, max_size=4)),
        st.builds(Command, update=inner, goto=st.lists(st.builds(Send, _names, inner), max_size=2)),
        st.builds(Command, resume=inner),
        st.builds(Overwrite, inner),
        st.builds(StateUpdate, named, st.none() | _names, st.none() | _names),
        st.builds(TimeoutPolicy, run_timeout=st.floats(1, 9)),
        st.builds(_DeltaSnapshot, inner),
        st.builds(HumanMessage, inner, id=st.none() | _names),
        st.builds(AIMessage, inner, tool_calls=st.lists(named, max_size=1)),
        st.builds(SystemMessage, _text, additional_kwargs=named),
        st.builds(ToolMessage, _text, tool_call_id=_names, artifact=inner),
        st.builds(RemoveMessage, _names),
        st.builds(LangChainQuestion, st.text(max_size=4), additional_kwargs=named),
        st.builds(LangChainAnswer, st.text(max_size=4), response_metadata=named),
    )


def _level(below: Values) -> Values:
    """Values with ``below`` inside. Deferred, as the text of a strategy spells out all of it."""
    made = leaves | _containers(below) | _objects(below)
    return st.deferred(lambda: made)


values: Values = _level(_level(_level(leaves)))
"""Anything that a saver keeps."""
