"""Filters of searches, as ``SearchOp`` describes them."""

import operator
from collections.abc import Callable, Mapping
from typing import Any

_ORDER: dict[str, Callable[[Any, Any], Any]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


def passes(value: Any, filter: Mapping[str, Any] | None) -> bool:
    """Whether ``value`` has all that ``filter`` asks for.

    A field that is missing counts as ``None``. A dictionary of fields asks for these fields only; a
    list has to agree item by item. Numbers and texts that spell numbers are ordered as numbers,
    other texts by code point; what has no order never passes. Raises ``ValueError`` for an
    operator that is not known.
    """
    return not filter or _agrees(value, filter)


def _agrees(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        if any(isinstance(name, str) and name.startswith("$") for name in wanted):
            return all(_compares(found, name, given) for name, given in wanted.items())
        return isinstance(found, Mapping) and all(
            _agrees(found.get(name), given) for name, given in wanted.items()
        )
    if isinstance(wanted, (list, tuple)):
        return (
            isinstance(found, (list, tuple))
            and len(found) == len(wanted)
            and all(map(_agrees, found, wanted))
        )
    return bool(found == wanted)


def _compares(found: Any, name: str, given: Any) -> bool:
    if name == "$eq":
        return bool(found == given)
    if name == "$ne":
        return bool(found != given)
    if name not in _ORDER:
        raise ValueError(f"Unsupported operator: {name}")
    if isinstance(found, str) or isinstance(given, str):
        numbers = _number(found), _number(given)
        if None not in numbers:
            found, given = numbers
    try:
        return bool(_ORDER[name](found, given))
    except TypeError:
        return False


def _number(value: Any) -> float | None:
    if isinstance(value, (int, float)):
        return value
    try:
        return float(value) if isinstance(value, str) else None
    except ValueError:
        return None
