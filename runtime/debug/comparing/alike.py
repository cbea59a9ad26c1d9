"""Whether two values say the same, and a number that values which do have in common.

No code of a value's class runs: everything is read as ``anatomy`` reads it. Types count: ``1``,
``1.0`` and ``true`` are three values, and so are a list and a tuple.
"""

import enum
import math
from collections.abc import Iterator
from typing import Any

from runtime.debug.anatomy import (
    Child,
    child_count,
    children,
    int_text,
    is_a,
    kind_of,
    type_name,
)
from runtime.debug.preview import line_of

LONGEST_LINE = 65_536
"""Characters of an object without parts that tell it from another one."""
_DEEPEST = 60
"""Levels that count for a fingerprint."""

_PLAIN = frozenset({str, int, bool, type(None), bytes})


def same(before: Any, after: Any) -> bool:
    """Whether two values are of the same types and say the same throughout."""
    stack = [(before, after)]
    while stack:
        old, new = stack.pop()
        if old is new:
            continue
        kind = type(old)
        if kind in _PLAIN:
            if type(new) is not kind or old != new:
                return False
            continue
        if type(new) is not kind or type_name(old) != type_name(new):
            return False
        count = child_count(old)
        if count != child_count(new):
            return False
        if not count:
            if leaf(old) != leaf(new):
                return False
            continue
        if kind_of(old) == "set":
            if sorted(map(fingerprint, parts(old))) != sorted(map(fingerprint, parts(new))):
                return False
            continue
        if kind is list or kind is tuple:
            stack.extend(zip(old, new, strict=True))
            continue
        others = keyed(new)
        for key, each in keyed(old).items():
            if key not in others:
                return False
            stack.append((each[2], others[key][2]))
    return True


def leaf(value: Any) -> Any:
    """What a value without parts says, as something that may be compared."""
    kind = kind_of(value)
    if kind == "float":
        number = float.__float__(value)
        return "nan" if math.isnan(number) else (number, math.copysign(1.0, number))
    if kind == "int":
        return int.__int__(value)
    if kind == "str":
        return str.__str__(value)
    if kind == "bytes":
        return bytes(memoryview(value))
    if kind == "enum" and is_a(value, enum.Enum):
        return value._name_
    if kind in ("list", "tuple", "set", "dict"):
        return ()
    return line_of(value, LONGEST_LINE)


def parts(value: Any) -> Iterator[Any]:
    """The parts of a value without their keys."""
    return (each for _, _, each in children(value))


def keyed(value: Any) -> dict[tuple[str, int], Child]:
    """Parts by key; keys that read the same are told apart by their order."""
    found: dict[tuple[str, int], Child] = {}
    for each in children(value):
        again = 0
        while (each[0], again) in found:
            again += 1
        found[each[0], again] = each
    return found


def fingerprint(value: Any, depth: int = 0) -> int:
    """A number that is the same for values that say the same; below 60 levels all do."""
    if type(value) in _PLAIN:
        return hash((type(value), value))
    if depth > _DEEPEST:
        return 0
    name = type_name(value)
    if not child_count(value):
        found = leaf(value)
        return hash((name, int_text(found) if type(found) is int else found))
    if kind_of(value) == "set":
        return hash((name, *sorted(fingerprint(each, depth + 1) for each in parts(value))))
    if type(value) in (list, tuple):
        return hash((name, *(fingerprint(each, depth + 1) for each in value)))
    # The order of keys says nothing.
    return hash(
        (
            name,
            *sorted(
                hash((key, again, fingerprint(each[2], depth + 1)))
                for (key, again), each in keyed(value).items()
            ),
        )
    )
