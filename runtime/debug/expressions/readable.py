"""Values as expressions see them: plain, or behind a view that runs none of their own code.

A view holds the value and gives its parts when asked, each made readable in turn, so that
``len(messages)`` costs the same however much the messages hold. What is compared, hashed and
counted is always a built-in value or a view, never an object of a class that somebody else wrote.
"""

import datetime
import decimal
import fractions
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from runtime.debug.anatomy import (
    PLAIN_TEXT,
    as_foreign,
    child_count,
    is_a,
    key_text,
    kind_of,
    object_fields,
    scalar_text,
)
from runtime.debug.expressions.limits import spend
from runtime.debug.preview import line_of

LONGEST_TEXT = 100_000
"""Characters that ``str`` of a container gives at most."""

_AS_THEY_ARE = frozenset(
    {
        type(None),
        bool,
        int,
        float,
        complex,
        str,
        bytes,
        decimal.Decimal,
        fractions.Fraction,
        datetime.date,
        datetime.time,
        datetime.datetime,
        datetime.timedelta,
    }
)
_KEYS = frozenset({type(None), bool, int, float, str, bytes})


class View:
    """Base of what stands for a value that has parts."""

    __slots__ = ("_value",)

    def __init__(self, value: Any) -> None:
        self._value = value

    def __repr__(self) -> str:
        text = line_of(self._value, LONGEST_TEXT)
        spend(len(text))
        return text

    __hash__ = None  # type: ignore[assignment]


class Items(View, Sequence[Any]):
    """A list, tuple, deque or set, in its own order."""

    __slots__ = ()

    def __init__(self, value: Any) -> None:
        if is_a(value, (list, tuple)):
            super().__init__(value)
            return
        base: Any = next(base for base in (deque, set, frozenset) if is_a(value, base))
        super().__init__(list(base.__iter__(value)))

    def __len__(self) -> int:
        return child_count(self._value)

    def __getitem__(self, place: Any) -> Any:
        base: Any = list if is_a(self._value, list) else tuple
        found = base.__getitem__(self._value, place)
        return Items(found) if isinstance(place, slice) else readable(found)

    def __iter__(self) -> Iterator[Any]:
        base: Any = list if is_a(self._value, list) else tuple
        return map(readable, base.__iter__(self._value))

    def __add__(self, other: Any) -> list[Any]:
        return [*self, *other]

    def __radd__(self, other: Any) -> list[Any]:
        return [*other, *self]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Items, list, tuple, set, frozenset)):
            return NotImplemented
        if isinstance(other, (set, frozenset)):
            return len(self) == len(other) and all(each in self for each in other)
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))


class Parts(View):
    """What is reached by name: ``_read`` finds the parts when the first one is asked for."""

    __slots__ = ("_parts",)

    def __init__(self, value: Any) -> None:
        super().__init__(value)
        self._parts: dict[Any, Any] | None = None

    def _read(self) -> dict[Any, Any]:
        raise NotImplementedError

    def _held(self) -> dict[Any, Any]:
        if self._parts is None:
            self._parts = self._read()
            spend(len(self._parts))
        return self._parts

    def __len__(self) -> int:
        return len(self._held())

    def __iter__(self) -> Iterator[Any]:
        return iter(self._held())

    def __contains__(self, key: Any) -> bool:
        return key in self._held()

    def __getitem__(self, key: Any) -> Any:
        return readable(self._held()[key])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Parts, dict)):
            return NotImplemented
        return len(self) == len(other) and all(
            key in other and self[key] == other[key] for key in self
        )


class Keyed(Parts):
    """A dictionary by its keys; a key that is no plain value goes by its text."""

    __slots__ = ()

    def _read(self) -> dict[Any, Any]:
        return {
            key if type(key) in _KEYS else key_text(key): each
            for key, each in dict.items(self._value)
        }

    def get(self, key: Any, default: Any = None) -> Any:
        """The value under a key, or the default."""
        held = self._held()
        return readable(held[key]) if key in held else default

    def keys(self) -> list[Any]:
        """All keys."""
        return list(self._held())

    def values(self) -> list[Any]:
        """All values."""
        return [readable(each) for each in self._held().values()]

    def items(self) -> list[tuple[Any, Any]]:
        """Keys with their values."""
        return [(key, readable(each)) for key, each in self._held().items()]


class Record(Parts):
    """An object by the fields that it holds."""

    __slots__ = ()

    def _read(self) -> dict[Any, Any]:
        return object_fields(self._value)

    def __bool__(self) -> bool:
        return True


def readable(value: Any) -> Any:
    """What an expression gets for a value."""
    spend()
    if type(value) in _AS_THEY_ARE or isinstance(value, View):
        return value
    kind = kind_of(value)
    if kind == "bool":
        return bool(value)
    if kind == "int":
        return int.__int__(value)
    if kind == "float":
        return float.__float__(value)
    if kind == "str":
        return str.__str__(value)
    if kind == "bytes":
        return bytes(memoryview(value))
    if kind == "enum":
        return readable(value._value_)
    if kind in ("list", "tuple", "set"):
        return Items(value)
    if kind == "dict":
        return Keyed(value)
    if kind in ("model", "message"):
        return Record(value)
    if kind == "datetime" or type(value) in PLAIN_TEXT:
        return scalar_text(value)
    foreign = as_foreign(value)
    if foreign is not None:
        return line_of(value) if foreign.content is None else readable(foreign.content)
    return Record(value) if object_fields(value) else line_of(value)


def shown(value: Any) -> Any:
    """The result of an expression with what stands behind its views."""
    if isinstance(value, View):
        return value._value
    if type(value) in (list, tuple, set):
        return type(value)(shown(each) for each in value)
    if type(value) is dict:
        return {key: shown(each) for key, each in value.items()}
    return value
