"""How a value travels across the session seam: as a preview and a handle, never as the object.

A preview says what a value is (kind, Python type, size) and shows one line of it. Whoever wants
more asks with the handle for one page of children, or for a slice of a long text.
"""

from dataclasses import dataclass
from typing import Literal

ValueKind = Literal[
    "none",
    "bool",
    "int",
    "float",
    "str",
    "bytes",
    "list",
    "tuple",
    "set",
    "dict",
    "model",  # pydantic model, dataclass or named tuple: children are its fields
    "message",  # anything with .id, .type and .content
    "enum",
    "datetime",  # date, time, datetime, timedelta
    "opaque",  # an object that is shown by name and content only
]


@dataclass(frozen=True, slots=True)
class ValueHandle:
    """Where a value lives: a place in a checkpoint, and the path inside it.

    ``place`` is ``("channel", name)``, ``("write", task_id, index)``, ``("input", task_id)`` or
    ``("interrupt", interrupt_id)``; ``path`` steps into containers by index, key position or field
    name, as text.
    """

    thread_id: str
    checkpoint_ns: str
    checkpoint_id: str
    place: tuple[str, ...]
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ValuePreview:
    """One value as it is drawn: ``text`` is a single line of at most 200 characters."""

    kind: ValueKind
    type: str
    text: str
    size: int | None = None
    """Number of children, characters or bytes; ``None`` for scalars."""
    handle: ValueHandle | None = None
    """``None`` where the value is shown whole and has no children."""


@dataclass(frozen=True, slots=True)
class ValueChild:
    """One child of a container: ``key`` as shown, ``step`` as the handle's path wants it."""

    key: str
    step: str
    value: ValuePreview


@dataclass(frozen=True, slots=True)
class ValuePage:
    """Children ``offset .. offset + len(children)`` of ``total``."""

    total: int
    offset: int
    children: tuple[ValueChild, ...]


@dataclass(frozen=True, slots=True)
class TextPage:
    """A slice of a long text, or of bytes as hexadecimal; ``total`` counts characters or bytes."""

    total: int
    offset: int
    text: str
