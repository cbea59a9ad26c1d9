"""Equality that tells types apart at every depth, and takes NaN as equal to itself."""

import enum
import re
import struct
from collections import deque
from datetime import datetime, time
from decimal import Decimal
from typing import Any

import numpy
from pydantic import BaseModel, SecretBytes, SecretStr

_ABSENT = object()
_ATOMS = (bool, int, str, bytes, bytearray)


def same(left: Any, right: Any) -> bool:
    """Whether both are of the same types and hold the same, also in what ``==`` leaves out."""
    if type(left) is not type(right):
        return False
    if isinstance(left, enum.Enum):
        return left is right
    if not _same_content(left, right):
        return False
    left_held, right_held = _held(left), _held(right)
    return not (left_held or right_held) or same(left_held, right_held)


def _same_content(left: Any, right: Any) -> bool:
    if isinstance(left, float):
        return struct.pack("d", left) == struct.pack("d", right)
    if isinstance(left, complex):
        return same(left.real, right.real) and same(left.imag, right.imag)
    if isinstance(left, dict):
        factories = getattr(left, "default_factory", 0) is getattr(right, "default_factory", 0)
        return factories and _all_same(
            [part for pair in dict.items(left) for part in pair],
            [part for pair in dict.items(right) for part in pair],
        )
    if isinstance(left, (list, tuple, deque)):
        longest = getattr(left, "maxlen", 0) == getattr(right, "maxlen", 0)
        return longest and _all_same(list(left), list(right))
    if isinstance(left, (set, frozenset)):
        found = {item: item for item in right}
        return len(left) == len(right) and all(
            item in found and same(item, found[item]) for item in left
        )
    if isinstance(left, (datetime, time)):
        zones = same(left.tzinfo, right.tzinfo)
        return zones and left.fold == right.fold and left.isoformat() == right.isoformat()
    if isinstance(left, Decimal):
        return str(left) == str(right)
    if isinstance(left, (SecretStr, SecretBytes)):
        return same(left.get_secret_value(), right.get_secret_value())
    if isinstance(left, range):
        return (left.start, left.stop, left.step) == (right.start, right.stop, right.step)
    if isinstance(left, re.Pattern):
        return same([left.pattern, left.flags], [right.pattern, right.flags])
    if isinstance(left, (numpy.ndarray, numpy.generic)):
        shapes = left.dtype == right.dtype and left.shape == right.shape
        return bool(shapes and left.tobytes() == right.tobytes())
    if isinstance(left, _ATOMS) or not _held(left):
        return bool(left == right)
    return True


def _all_same(left: list[Any], right: list[Any]) -> bool:
    return len(left) == len(right) and all(map(same, left, right))


def _held(value: Any) -> dict[str, Any]:
    """The attributes of an object, those in slots too; empty where it has none."""
    cls = type(value)
    if cls.__module__ == "builtins" or isinstance(value, (SecretStr, SecretBytes)):
        return {}
    held: dict[str, Any] = {}
    if isinstance(value, BaseModel):
        return {
            "fields": value.__dict__,
            "set": value.model_fields_set,
            "extra": value.__pydantic_extra__,
            "private": value.__pydantic_private__,
        }
    for base in cls.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__"):
                held[name] = getattr(value, name, _ABSENT)
    if cls.__dictoffset__ and not isinstance(value, type):
        held.update(getattr(value, "__dict__", {}))
    return {} if cls.__module__ in _STANDARD else held


_STANDARD = frozenset(
    (
        *("collections", "datetime", "decimal", "fractions", "ipaddress"),
        *("pathlib", "re", "urllib.parse", "uuid", "zoneinfo"),
    )
)
"""Modules whose objects have slots that are caches, and an equality that tells all."""
