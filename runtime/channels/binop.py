"""A channel that folds its writes with a reducer."""

import collections.abc
import operator
from collections.abc import Callable, Sequence
from itertools import chain
from operator import is_not
from typing import Any, Generic, NotRequired, Required, Self, get_args, get_origin

from runtime.channels.base import Value
from runtime.channels.cell import Cell
from runtime.constants import MISSING, OVERWRITE
from runtime.errors import (
    ErrorCode,
    InvalidUpdateError,
    create_error_message,
)
from runtime.isolation import isolate
from runtime.types import Overwrite

_LEAVES_OPERANDS_ALONE: set[Any] = {
    operator.add,
    operator.or_,
    operator.and_,
    operator.mul,
    operator.sub,
    min,
    max,
}


def leaves_operands_alone(reducer: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Promise that ``reducer`` never changes its first operand in place."""
    _LEAVES_OPERANDS_ALONE.add(reducer)
    return reducer


def is_pure(reducer: Any) -> bool:
    """Whether ``reducer`` is known not to change its first operand in place."""
    try:
        return reducer in _LEAVES_OPERANDS_ALONE
    except TypeError:
        return False


def overwritten(write: Any) -> tuple[bool, Any]:
    """Whether ``write`` is an overwrite in one of its forms, and the value it carries."""
    if isinstance(write, Overwrite):
        return True, write.value
    if isinstance(write, dict):
        if len(write) == 1 and OVERWRITE in write:
            return True, write[OVERWRITE]
        if write.get("type") == OVERWRITE and "value" in write and len(write) == 2:
            return True, write["value"]
    return False, None


_ABSTRACT: dict[Any, type] = {
    collections.abc.Sequence: list,
    collections.abc.MutableSequence: list,
    collections.abc.Set: set,
    collections.abc.MutableSet: set,
    collections.abc.Mapping: dict,
    collections.abc.MutableMapping: dict,
}


def _plain(typ: Any) -> Any:
    while get_origin(typ) in (Required, NotRequired):
        typ = get_args(typ)[0]
    typ = get_origin(typ) or typ
    return _ABSTRACT.get(typ, typ)


def empty_of(typ: Any) -> Any:
    """What a channel of type ``typ`` starts with: ``typ()``, else ``MISSING``."""
    try:
        return _plain(typ)()
    except Exception:  # noqa: BLE001  # any type that cannot start empty starts missing
        return MISSING


def _only_lists(value: Any, writes: Sequence[Any]) -> bool:
    """Whether adding ``writes`` is one concatenation of lists, instead of a copy for each."""
    return type(value) is list and all(type(write) is list for write in writes)


def _begins_with(value: Any, before: Any) -> bool:
    """Whether a list begins with the very items of another."""
    return (
        type(value) is list
        and type(before) is list
        and len(value) >= len(before)
        and not any(map(is_not, before, value))
    )


class BinaryOperatorAggregate(Cell[Value], Generic[Value]):
    """``value = operator(value, write)`` for each write in order, starting at ``typ()``."""

    __slots__ = ("grown_from", "operator", "pure")

    idle_update = "never"

    def __init__(self, typ: type[Value], operator: Callable[[Value, Value], Value]) -> None:
        super().__init__(typ)
        self.operator = operator
        self.pure = is_pure(operator)
        self.value = empty_of(typ)
        self.grown_from: Any = None
        """The list that was the value before, where the present one begins with its very items."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BinaryOperatorAggregate):
            return False
        # Two lambdas of the same text are different objects: a lambda is taken for any operator.
        names = (getattr(each.operator, "__name__", "") for each in (self, other))
        return "<lambda>" in names or self.operator is other.operator

    __hash__ = None  # type: ignore[assignment]

    def empty(self) -> Self:
        channel = self.__class__(self.typ, self.operator)
        channel.key = self.key
        return channel

    def is_quiet(self) -> bool:
        return self.pure and super().is_quiet()

    def update(self, values: Sequence[Any]) -> bool:
        if not values:
            return False
        before = self.value
        if self.operator is operator.add and _only_lists(before, values):
            self.value = before + values[0] if len(values) == 1 else [*chain(before, *values)]
            self.grown_from = before
            return True
        # A reducer may append in place: the old value belongs to checkpoints that hold it.
        value = self.value if self.pure else isolate(self.value)
        replaced = False
        for write in values:
            overwrites, content = overwritten(write)
            if overwrites:
                if replaced:
                    raise InvalidUpdateError(
                        create_error_message(
                            message="Can receive only one Overwrite value per super-step.",
                            error_code=ErrorCode.INVALID_CONCURRENT_GRAPH_UPDATE,
                        )
                    )
                value, replaced = isolate(content), True
            elif replaced:
                continue
            else:
                operand = write if self.pure else isolate(write)
                value = operand if value is MISSING else self.operator(value, operand)
        self.value = value
        self.grown_from = before if self.pure and _begins_with(value, before) else None
        return True
