"""Parts of a value together with the path by which more of them can be asked for.

Nothing of a value's own class is called: see ``anatomy``.
"""

from collections.abc import Iterator
from typing import Any

from runtime.constants import MISSING
from runtime.debug.anatomy import as_foreign, children, is_a, message_type, object_fields

Path = tuple[str, ...]
WITHOUT_FIELDS = frozenset({str, bytes, int, float, bool, list, tuple, type(None)})
"""Types of values that have no fields."""
_MOST_ENTRIES = 256
"""Of a dictionary that may be a message, or a part of one."""


class Part:
    """A value and where it lies in the one that it was taken from."""

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: Path = ()) -> None:
        self.value = value
        self.path = path

    def field(self, name: str) -> "Part | None":
        """The entry or attribute of a name."""
        value = self.value
        if type(value) in WITHOUT_FIELDS:
            return None
        if is_a(value, dict):
            for position, key in enumerate(dict.__iter__(value)):
                if is_a(key, str) and str.__eq__(key, name):
                    return Part(dict.__getitem__(value, key), (*self.path, str(position)))
            return None
        foreign = as_foreign(value)
        if foreign is not None:
            return Part(foreign.content, (*self.path, "content")).field(name)
        found = _attribute(value, name)
        return None if found is MISSING else Part(found, (*self.path, name))

    def text(self, name: str) -> str:
        """The text of a field; empty where it has none."""
        found = self.field(name)
        if found is None:
            return message_type(self.value) if name == "type" else ""
        return str.__str__(found.value) if is_a(found.value, str) else ""

    def number(self, name: str) -> int | None:
        """The whole number of a field."""
        found = self.field(name)
        return found.value if found is not None and type(found.value) is int else None

    def items(self) -> "Iterator[Part]":
        """The items of a list or tuple."""
        if is_a(self.value, (list, tuple)):
            for _, step, each in children(self.value):
                yield Part(each, (*self.path, step))


def _attribute(value: Any, name: str) -> Any:
    """What an object holds under a name; most have it in their instance dictionary."""
    try:
        held = object.__getattribute__(value, "__dict__")
    except AttributeError:
        held = None
    if type(held) is dict and name in held:
        return held[name]
    return object_fields(value).get(name, MISSING)
