"""Values as previews: one line of bounded length, at a cost that does not grow with the value."""

import types
from collections import deque
from typing import Any

from runtime.debug.anatomy import (
    PLAIN_TEXT,
    SCALARS,
    as_foreign,
    child,
    child_count,
    children,
    class_name,
    int_text,
    is_a,
    kind_of,
    message_type,
    object_fields,
    scalar_text,
    size_of,
    type_name,
)
from runtime.debug.inspecting.arrays import first_items, is_array, kind_text
from runtime.debug.values import TextPage, ValueChild, ValueHandle, ValuePage, ValuePreview

LINE_LENGTH = 200
MAX_DEPTH = 5

_BRACKETS = {
    "list": ("[", "]"),
    "tuple": ("(", ")"),
    "set": ("{", "}"),
    "dict": ("{", "}"),
}


_SHORT = 18
"""Characters of a text whose ``repr`` fits into any line."""


def preview(value: Any, handle: ValueHandle | None = None) -> ValuePreview:
    """What is drawn of the value, with the handle by which more of it can be had."""
    cls = type(value)
    if cls in SCALARS and not (cls is str and len(value) > _SHORT):
        # Most of what tasks write; huge integers have a text of their own.
        text = int_text(value) if cls is int else repr(value)
        size = len(value) if cls is str else None
        return ValuePreview(kind_of(value), cls.__name__, text, size, handle)
    return ValuePreview(
        kind=kind_of(value),
        type=type_name(value),
        text=line_of(value),
        size=size_of(value),
        handle=handle,
    )


def line_of(value: Any, length: int = LINE_LENGTH) -> str:
    """The value on one line of at most ``length`` characters."""
    line = _Line(length)
    line.add(value, 0)
    return line.text()


def value_at(value: Any, path: tuple[str, ...]) -> Any:
    """The part that the path leads to; ``NoSuchChild`` where it leads nowhere."""
    for step in path:
        value = child(value, step)
    return value


def children_page(value: Any, handle: ValueHandle, offset: int, limit: int) -> ValuePage:
    """Children of the value that ``handle`` (path included) stands for."""
    page = tuple(
        ValueChild(
            key=key,
            step=step,
            value=preview(
                each,
                ValueHandle(
                    thread_id=handle.thread_id,
                    checkpoint_ns=handle.checkpoint_ns,
                    checkpoint_id=handle.checkpoint_id,
                    place=handle.place,
                    path=(*handle.path, step),
                ),
            ),
        )
        for key, step, each in children(value, max(offset, 0), max(limit, 0))
    )
    return ValuePage(total=child_count(value), offset=offset, children=page)


def text_page(value: Any, offset: int, limit: int) -> TextPage:
    """A slice of a text, or of bytes as hexadecimal pairs; other values give their long line."""
    offset, limit = max(offset, 0), max(limit, 0)
    if is_a(value, str):
        text = str.__getitem__(value, slice(offset, offset + limit))
        return TextPage(total=str.__len__(value), offset=offset, text=text)
    if is_a(value, (bytes, bytearray)):
        part = bytes(memoryview(value)[offset : offset + limit])
        return TextPage(total=memoryview(value).nbytes, offset=offset, text=part.hex(" "))
    text = line_of(value, 65_536)
    return TextPage(total=len(text), offset=offset, text=text[offset : offset + limit])


class _Line:
    """Collects text until the line is full; whoever adds more then does nothing."""

    def __init__(self, length: int) -> None:
        self._parts: list[str] = []
        self._length = length
        self._left = length

    @property
    def _full(self) -> bool:
        return self._left < 0

    @property
    def _room(self) -> int:
        """How many parts of a value are looked at, each of which takes a character at least."""
        return max(0, self._left + 1)

    def text(self) -> str:
        whole = "".join(self._parts)
        return whole if len(whole) <= self._length else whole[: self._length - 1] + "…"

    def _put(self, text: str) -> None:
        self._parts.append(text[: self._left + 1])
        self._left -= len(text)

    def add(self, value: Any, depth: int) -> None:
        if self._left < 0:
            return
        kind = kind_of(value)
        if kind in _BRACKETS:
            self._add_container(value, kind, depth)
        elif kind in ("model", "message", "opaque"):
            self._add_object(value, kind, depth)
        else:
            self._put(self._scalar(value, kind))

    def _scalar(self, value: Any, kind: str) -> str:
        if kind == "str":
            return repr(str.__getitem__(value, slice(0, self._left + 1)))
        if kind == "bytes":
            return repr(bytes(memoryview(value)[: self._left + 1]))
        if kind == "int":
            return int_text(value)
        if kind == "float":
            return float.__repr__(value)
        if kind == "enum":
            return f"{class_name(type(value))}.{value._name_}"
        if kind == "datetime":
            return scalar_text(value)
        return repr(value)

    def _add_container(self, value: Any, kind: str, depth: int) -> None:
        opening, closing = _BRACKETS[kind]
        count = child_count(value)
        if is_a(value, (frozenset, deque)) or (kind == "set" and not count):
            opening, closing = f"{type_name(value)}({opening}", f"{closing})"
        self._put(opening)
        if depth >= MAX_DEPTH and count:
            self._put("…")
        else:
            for number, (key, _, each) in enumerate(children(value, 0, self._room)):
                if self._full:
                    return
                if number:
                    self._put(", ")
                if kind == "dict":
                    self._put(f"{key[: self._left + 1]!r}: ")
                self.add(each, depth + 1)
            if kind == "tuple" and count == 1:
                self._put(",")
        self._put(closing)

    def _add_object(self, value: Any, kind: str, depth: int) -> None:
        if kind == "message":
            self._put(f"{message_type(value) or type_name(value)}: ")
            self.add(object_fields(value)["content"], depth + 1)
            return
        foreign = as_foreign(value)
        if foreign is None and type(value) in PLAIN_TEXT:
            self._put(scalar_text(value))
            return
        if is_array(value):
            self._put(f"{kind_text(value)}: ")
            self.add(first_items(value, self._room), depth + 1)
            return
        if is_a(value, type):
            self._put(f"class {class_name(value)}")
            return
        if is_a(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodType)):
            self._put(f"function {value.__qualname__.rpartition('<locals>.')[2]}")
            return
        self._put(f"{type_name(value)}(")
        if depth >= MAX_DEPTH:
            self._put("…")
        elif foreign is not None:
            if foreign.content is not None:
                self.add(foreign.content, depth + 1)
        else:
            for number, (name, _, each) in enumerate(children(value, 0, self._room)):
                if self._full:
                    return
                self._put(f"{', ' if number else ''}{name}=")
                self.add(each, depth + 1)
        self._put(")")
