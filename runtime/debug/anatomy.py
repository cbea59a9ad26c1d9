"""What a value consists of, found out without running any code of the value's own class.

A debugger shows values that somebody else's program made. So nothing here calls ``__repr__``,
``__str__``, ``__len__``, ``__iter__`` or a property of a user class: containers are read through
the methods of the built-in base, objects through their instance dictionary and slots.
"""

import datetime
import decimal
import enum
import fractions
import ipaddress
import pathlib
import types
import uuid
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from runtime.debug.values import ValueKind

Child = tuple[str, str, Any]
"""Key as shown, step of a path, value."""

_DATES = (datetime.datetime, datetime.date, datetime.time, datetime.timedelta)
_SETS: tuple[type, ...] = (set, frozenset)
_CONTAINERS: tuple[Any, ...] = (list, tuple, deque, set, frozenset, dict)
_PLAIN_CONTAINERS = frozenset(_CONTAINERS)
_TEXTS: tuple[Any, ...] = (str, bytes, bytearray)

PLAIN_TEXT: tuple[type, ...] = (
    complex,
    decimal.Decimal,
    fractions.Fraction,
    ipaddress.IPv4Address,
    ipaddress.IPv4Network,
    ipaddress.IPv6Address,
    ipaddress.IPv6Network,
    pathlib.PosixPath,
    pathlib.PurePosixPath,
    pathlib.PureWindowsPath,
    pathlib.WindowsPath,
    range,
    uuid.UUID,
)
"""Standard classes whose text is short, harmless and says everything."""

LONGEST_INT_BITS = 700
"""Of an integer that is shown in digits."""


class NoSuchChild(LookupError):
    """A path that leads nowhere in the value."""


@dataclass(frozen=True, slots=True)
class Foreign:
    """An object known by type name and content only: how unreadable stored values are shown."""

    type_name: str
    content: Any


_foreign: list[tuple[type, Callable[[Any], Foreign]]] = []


def register_foreign(cls: type, read: Callable[[Any], Foreign]) -> None:
    """Have instances of ``cls`` shown as the ``Foreign`` that ``read`` gives."""
    _foreign.append((cls, read))


SCALARS = frozenset({bool, int, float, str, type(None)})
"""Exact types that hold nothing and that no class stands in for."""


def as_foreign(value: Any) -> Foreign | None:
    """The stand-in that shows ``value``, if its class has one."""
    if type(value) in SCALARS:
        return None
    for cls, read in _foreign:
        if is_a(value, cls):
            return read(value)
    return None


def is_a(value: Any, classes: Any) -> bool:
    """``isinstance`` without asking the value, whose ``__class__`` may be code."""
    return issubclass(type(value), classes)


def class_name(cls: type) -> str:
    """The class as a person names it, without the function it was defined in."""
    qualified: str = type.__getattribute__(cls, "__qualname__")
    return qualified.rpartition("<locals>.")[2]


def type_name(value: Any) -> str:
    """Name of the value's class."""
    foreign = as_foreign(value)
    return class_name(type(value)) if foreign is None else foreign.type_name


def kind_of(value: Any) -> ValueKind:
    """Which of the protocol's kinds the value is."""
    exact = _EXACT_KINDS.get(type(value))
    if exact is not None:
        return exact
    if value is None:
        return "none"
    if is_a(value, enum.Enum):
        return "enum"
    for base, kind in _BUILTIN_KINDS:
        if is_a(value, base):
            return "model" if base is tuple and _is_named_tuple(value) else kind
    if as_foreign(value) is not None:
        return "opaque"
    names = object_fields(value)
    if _is_message(value, names):
        return "message"
    if _is_model(type(value)):
        return "model"
    return "opaque"


_BUILTIN_KINDS: tuple[tuple[type | tuple[type, ...], ValueKind], ...] = (
    (bool, "bool"),
    (int, "int"),
    (float, "float"),
    (str, "str"),
    ((bytes, bytearray), "bytes"),
    (list, "list"),
    (deque, "list"),
    (tuple, "tuple"),
    (_SETS, "set"),
    (dict, "dict"),
    (_DATES, "datetime"),
)


_EXACT_KINDS: dict[type, ValueKind] = {
    base: kind
    for bases, kind in _BUILTIN_KINDS
    for base in (bases if isinstance(bases, tuple) else (bases,))
} | {type(None): "none"}


def _is_named_tuple(value: Any) -> bool:
    return is_a(_class_attribute(type(value), "_fields"), tuple)


def _is_model(cls: type) -> bool:
    return (
        _class_attribute(cls, "__dataclass_fields__") is not None
        or _class_attribute(cls, "__pydantic_fields__") is not None
    )


def _is_message(value: Any, names: dict[str, Any]) -> bool:
    if not {"id", "content"} <= names.keys():
        return False
    return is_a(names.get("type", _class_attribute(type(value), "type")), str)


def message_type(value: Any) -> str:
    """The ``type`` of a message, such as ``human``."""
    found = object_fields(value).get("type", _class_attribute(type(value), "type"))
    return str.__str__(found) if is_a(found, str) else ""


def _class_attribute(cls: type, name: str) -> Any:
    for base in type.__getattribute__(cls, "__mro__"):
        namespace = type.__getattribute__(base, "__dict__")
        if name in namespace:
            return namespace[name]
    return None


_Slots = tuple[tuple[str, types.MemberDescriptorType], ...]

_known_slots: dict[int, tuple[weakref.ref[type], _Slots]] = {}
"""By a class's id, for its hash may be code; the reference tells whether it is still that class."""
_MOST_KNOWN = 4096


def _slots(cls: type) -> _Slots:
    """Slots of the class and its bases; they are given once and for all when a class is made."""
    known = _known_slots.get(id(cls))
    if known is not None and known[0]() is cls:
        return known[1]
    slots = tuple(
        (name, member)
        for base in reversed(type.__getattribute__(cls, "__mro__"))
        for name, member in type.__getattribute__(base, "__dict__").items()
        if is_a(member, types.MemberDescriptorType) and not name.startswith("__")
    )
    if len(_known_slots) >= _MOST_KNOWN:
        _known_slots.clear()
    _known_slots[id(cls)] = (weakref.ref(cls), slots)
    return slots


def object_fields(value: Any) -> dict[str, Any]:
    """Fields that an object holds: its instance dictionary and filled slots, in order."""
    found: dict[str, Any] = {}
    if is_a(value, tuple):
        names = _class_attribute(type(value), "_fields") or ()
        return dict(zip(names, tuple.__iter__(value), strict=False))
    if is_a(value, (type, types.ModuleType, types.FunctionType, types.MethodType)):
        return found
    for name, member in _slots(type(value)):
        try:
            found[name] = member.__get__(value, type(value))
        except AttributeError:
            continue
    try:
        held = object.__getattribute__(value, "__dict__")
    except AttributeError:
        held = None
    if is_a(held, dict):
        found.update((name, each) for name, each in held.items() if is_a(name, str))
    if is_a(value, BaseException) and not found:
        found["args"] = value.args
    return found


def size_of(value: Any) -> int | None:
    """Number of children, characters or bytes; ``None`` for scalars."""
    if type(value) in (str, list, dict):
        return len(value)
    if type(value) in (int, float, bool, type(None)):
        return None
    for base in (*_TEXTS, *_CONTAINERS):
        if is_a(value, base):
            length: int = base.__len__(value)
            return length
    kind = kind_of(value)
    if kind in ("model", "message"):
        return len(object_fields(value))
    if kind == "opaque" and has_children(value):
        return child_count(value)
    return None


def has_children(value: Any) -> bool:
    """Whether ``children`` would give anything."""
    return child_count(value) > 0


def child_count(value: Any) -> int:
    """Number of children; 0 for texts and scalars."""
    if type(value) in _PLAIN_CONTAINERS:
        return len(value)
    if value is None or is_a(value, (str, bytes, bytearray, int, float, enum.Enum, *_DATES)):
        return 0
    for base in _CONTAINERS:
        if is_a(value, base):
            length: int = base.__len__(value)
            return length
    foreign = as_foreign(value)
    if foreign is not None:
        return 0 if foreign.content is None else 1
    return 0 if type(value) in PLAIN_TEXT else len(object_fields(value))


def children(value: Any, offset: int = 0, limit: int | None = None) -> Iterator[Child]:
    """Children ``offset`` and on, at most ``limit``, in the value's own order."""
    stop = None if limit is None else offset + limit
    kind = type(value)
    if kind is list or kind is tuple:
        for index, each in enumerate(value[offset:stop], offset):
            yield str(index), str(index), each
        return
    if child_count(value) == 0:
        return
    if is_a(value, (list, tuple)) and not _is_named_tuple(value):
        base: Any = list if is_a(value, list) else tuple
        for index, each in enumerate(base.__getitem__(value, slice(offset, stop)), offset):
            yield str(index), str(index), each
        return
    for index, (key, step, each) in islice(enumerate(_all_children(value)), offset, stop):
        yield key, str(index) if step is None else step, each


def _all_children(value: Any) -> Iterator[tuple[str, str | None, Any]]:
    if is_a(value, dict):
        for key, each in dict.items(value):
            yield key_text(key), None, each
    elif is_a(value, (deque, *_SETS)):
        base: Any = next(base for base in (deque, set, frozenset) if is_a(value, base))
        for index, each in enumerate(base.__iter__(value)):
            yield str(index), None, each
    elif (foreign := as_foreign(value)) is not None:
        yield "content", "content", foreign.content
    else:
        for name, each in object_fields(value).items():
            yield name, name, each


def child(value: Any, step: str) -> Any:
    """The child that a path's step leads to; ``NoSuchChild`` where there is none."""
    if child_count(value) == 0:
        raise NoSuchChild(f"a {type_name(value)} has no parts")
    by_position = is_a(value, (list, deque, dict, *_SETS)) or (
        is_a(value, tuple) and not _is_named_tuple(value)
    )
    if by_position:
        if not step.isdecimal():
            raise NoSuchChild(f"{step!r} is no position")
        for _, _, found in children(value, int(step), 1):
            return found
    else:
        for name, _, found in _all_children(value):
            if name == step:
                return found
    raise NoSuchChild(f"a {type_name(value)} has no part {step!r}")


def key_text(key: Any) -> str:
    """A dictionary's key as text: strings as they are, others as Python writes them."""
    if is_a(key, str):
        return str.__str__(key)
    if is_a(key, enum.Enum):
        return f"{class_name(type(key))}.{key._name_}"
    if type(key) is int:
        return int_text(key)
    if key is None or type(key) in (bool, float, bytes):
        return repr(key)
    if type(key) is tuple:
        return f"({', '.join(map(key_text, key))})"
    if type(key) in PLAIN_TEXT or is_a(key, _DATES):
        return scalar_text(key)
    return f"<{type_name(key)}>"


def scalar_text(value: Any) -> str:
    """Text of a date or of one of the ``PLAIN_TEXT`` classes."""
    if is_a(value, datetime.timedelta):
        return datetime.timedelta.__str__(value)
    dated: Any
    for dated in (datetime.datetime, datetime.date, datetime.time):
        if is_a(value, dated):
            return str(dated.isoformat(value))
    if is_a(value, fractions.Fraction):
        return f"{int_text(value.numerator)}/{int_text(value.denominator)}"
    if is_a(value, range):
        return f"range({', '.join(map(int_text, (value.start, value.stop, value.step)))})"
    return str(value)


def int_text(value: int) -> str:
    """An integer in digits, or its size: Python refuses to write very many digits."""
    bits = int.bit_length(value)
    return int.__repr__(value) if bits <= LONGEST_INT_BITS else f"int of {bits:,} bits"
