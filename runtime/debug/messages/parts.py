"""Parts of a value together with the path by which more of them can be asked for.

Nothing of a value's own class is called: see ``anatomy``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from runtime.debug.anatomy import as_foreign, children, is_a, message_type, object_fields

Path = tuple[str, ...]
_MOST_ENTRIES = 256
"""Of a dictionary that may be a message, or a part of one."""


@dataclass(frozen=True, slots=True)
class Part:
    """A value and where it lies in the one that it was taken from."""

    value: Any
    path: Path = ()

    def field(self, name: str) -> "Part | None":
        """The entry or attribute of a name."""
        value = self.value
        if is_a(value, dict):
            if dict.__len__(value) > _MOST_ENTRIES:
                return None
            for position, key in enumerate(dict.__iter__(value)):
                if is_a(key, str) and str.__eq__(key, name):
                    return Part(dict.__getitem__(value, key), (*self.path, str(position)))
            return None
        foreign = as_foreign(value)
        if foreign is not None:
            return Part(foreign.content, (*self.path, "content")).field(name)
        fields = object_fields(value)
        return Part(fields[name], (*self.path, name)) if name in fields else None

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
