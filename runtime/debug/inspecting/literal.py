"""A whole value as Python would be given it: literals, and calls of classes with their fields."""

import datetime
import math
from collections import deque
from collections.abc import Iterator
from typing import Any

from runtime.debug.anatomy import (
    PLAIN_TEXT,
    as_foreign,
    class_name,
    is_a,
    kind_of,
    object_fields,
    type_name,
)
from runtime.debug.inspecting.arrays import is_array
from runtime.debug.natural import TooLarge

_WIDTH = 88
_MAX_DEPTH = 150
_LONGEST_DECIMAL_BITS = 13_000


def to_python(value: Any, limit: int) -> str:
    """The value as an expression; ``TooLarge`` above about ``limit`` characters."""
    return _Writer(limit).write(value, 0)


class _Writer:
    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._left = limit
        self._open: set[int] = set()

    def _spend(self, text: str) -> str:
        self._left -= len(text)
        if self._left < 0:
            raise TooLarge(f"more than {self._limit:,} characters")
        return text

    def write(self, value: Any, depth: int) -> str:
        if depth > _MAX_DEPTH:
            raise TooLarge(f"nested more than {_MAX_DEPTH} levels deep")
        kind = kind_of(value)
        if kind in ("list", "tuple", "set", "dict", "model", "message", "opaque"):
            if id(value) in self._open:
                raise TooLarge("it contains itself")
            self._open.add(id(value))
            try:
                return self._container(value, kind, depth)
            finally:
                self._open.discard(id(value))
        return self._spend(self._scalar(value, kind))

    def _scalar(self, value: Any, kind: str) -> str:
        if kind == "str":
            if str.__len__(value) > self._left:
                raise TooLarge(f"more than {self._limit:,} characters")
            return str.__repr__(value)
        if kind == "bytes":
            if memoryview(value).nbytes > self._left:
                raise TooLarge(f"more than {self._limit:,} characters")
            plain = repr(bytes(memoryview(value)))
            return f"bytearray({plain})" if is_a(value, bytearray) else plain
        if kind == "int":
            return int.__repr__(value) if _is_short(value) else hex(int.__int__(value))
        if kind == "float":
            plain = float.__repr__(value)
            return plain if math.isfinite(value) else f"float({plain!r})"
        if kind == "enum":
            return f"{class_name(type(value))}.{value._name_}"
        if kind == "datetime":
            base = next(each for each in _DATES if is_a(value, each))
            return str(base.__repr__(value))
        return repr(value)

    def _container(self, value: Any, kind: str, depth: int) -> str:
        inner = depth + 1
        if kind == "dict":
            pairs = (
                f"{self.write(key, inner)}: {self.write(each, inner)}"
                for key, each in dict.items(value)
            )
            return self._joined("{", pairs, "}", depth)
        if kind in ("list", "tuple", "set"):
            return self._items(value, kind, depth)
        foreign = as_foreign(value)
        if foreign is not None:
            content = () if foreign.content is None else (self.write(foreign.content, inner),)
            return self._joined(f"{foreign.type_name}(", iter(content), ")", depth)
        if is_array(value):
            items = self.write(value.tolist(), inner)
            return self._spend(f"numpy.array({items}, dtype={str(value.dtype)!r})")
        if type(value) in PLAIN_TEXT:
            return self._spend(repr(value))
        if is_a(value, type):
            return self._spend(class_name(value))
        held = object_fields(value)
        if is_a(value, BaseException):
            given = (self.write(each, inner) for each in value.args)
            return self._joined(f"{type_name(value)}(", given, ")", depth)
        fields = (f"{name}={self.write(each, inner)}" for name, each in held.items())
        return self._joined(f"{type_name(value)}(", fields, ")", depth)

    def _items(self, value: Any, kind: str, depth: int) -> str:
        bases: tuple[Any, ...] = (list, tuple, deque, set, frozenset)
        base = next(each for each in bases if is_a(value, each))
        items = [self.write(each, depth + 1) for each in base.__iter__(value)]
        if base is deque:
            return self._joined("deque([", iter(items), "])", depth)
        if kind == "set":
            if not items:
                return self._spend(f"{base.__name__}()")
            opening, closing = ("{", "}") if base is set else ("frozenset({", "})")
            return self._joined(opening, iter(items), closing, depth)
        if kind == "tuple" and len(items) == 1:
            return f"({items[0]},)"
        return self._joined(
            *(("[", iter(items), "]") if kind == "list" else ("(", iter(items), ")")), depth
        )

    def _joined(self, opening: str, parts: Iterator[str], closing: str, depth: int) -> str:
        written = list(parts)
        self._spend(opening + closing + ", " * len(written))
        line = ", ".join(written)
        if len(line) + 4 * depth <= _WIDTH and "\n" not in line:
            return f"{opening}{line}{closing}"
        indent = "    " * (depth + 1)
        self._spend(indent * len(written))
        body = "".join(f"{indent}{part},\n" for part in written)
        return f"{opening}\n{body}{'    ' * depth}{closing}"


_DATES = (datetime.datetime, datetime.date, datetime.time, datetime.timedelta)


def _is_short(value: int) -> bool:
    return int.bit_length(value) <= _LONGEST_DECIMAL_BITS
