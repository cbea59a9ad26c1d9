"""Copies of values, so that nobody can change what a store holds."""

import copy
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from runtime.isolation import isolate

_ATOMS = frozenset(
    {str, int, float, bool, type(None), bytes, complex}
    | {datetime, date, time, timedelta, Decimal, UUID}
)


class _NotPlain(Exception):
    """A value holds more than lists and dictionaries of immutable values."""


def detached(value: Any) -> Any:
    """A deep copy of ``value``; what refuses to be copied is shared, inside copied containers."""
    try:
        return _plain(value)
    except (_NotPlain, RecursionError):
        try:
            return copy.deepcopy(value)
        except (TypeError, ValueError, AttributeError, RuntimeError, copy.Error):
            return isolate(value)


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is dict:
        return {key: _plain(item) for key, item in value.items()}
    if kind is list:
        return [_plain(item) for item in value]
    raise _NotPlain
