"""What an expression may cost: it is evaluated beside a run, in the same process.

Each step and each part of a value that is read or made counts, also where parts are the same
object: comparing and printing go through each of them. One built-in function is not to be stopped
while it works, so that none is given more than may be spent.
"""

import ast
import decimal
import fractions
import numbers
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

MOST_WORK = 3_000_000
"""Steps and parts that one evaluation may take."""

LONGEST_EXPRESSION = 10_000
_LONGEST_SEQUENCE = 1_000_000
_MOST_BITS = 14_000
"""Of a number that is made: Python writes about as many out."""
_MOST_DIGITS = 400
_CHARACTERS_A_STEP = 100

_left: ContextVar[list[int] | None] = ContextVar("left", default=None)


class TooCostly(ValueError):
    """An expression that would take too long, or make something too large."""


@contextmanager
def budget() -> Iterator[None]:
    """What is spent inside is limited; raises ``TooCostly``."""
    token = _left.set([MOST_WORK])
    try:
        yield
    finally:
        _left.reset(token)


def spend(work: int = 1) -> None:
    """Count work that an evaluation does; outside of one nothing is counted."""
    left = _left.get()
    if left is not None:
        left[0] -= work
        if left[0] < 0:
            raise TooCostly(f"takes more than {MOST_WORK:,} steps, and was given up")


def spend_on(value: Any) -> None:
    """Count a value with all that it holds; what a view holds counts when it is read."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        kind = type(each)
        if kind is str or kind is bytes:
            spend(1 + len(each) // _CHARACTERS_A_STEP)
        elif kind is list or kind is tuple or kind is set:
            spend(1 + len(each))
            waiting += each
        elif kind is dict:
            spend(1 + len(each))
            waiting += each
            waiting += each.values()
        else:
            spend()


# -- functions ------------------------------------------------------------------------------


def total(values: Any, start: Any = 0) -> Any:
    """As ``sum``, of numbers only: sequences are copied with each that is added."""
    found = _number(start)
    for each in values:
        found = found + _number(each)
    return found


def _number(value: Any) -> Any:
    if not isinstance(value, numbers.Number):
        raise TypeError(f"sum takes numbers only, not {type(value).__name__.lower()}")
    return value


def rounded(number: Any, digits: int = 0) -> Any:
    """As ``round``, which takes for ever where it is asked for very many digits."""
    if abs(digits) > _MOST_DIGITS:
        raise TooCostly("too many digits to round to")
    _check_whole(number)
    return round(number, digits) if digits else round(number)


def whole(number: Any = 0, *base: Any) -> int:
    """As ``int``, without making a number of very many digits."""
    _check_whole(number)
    return int(number, *base)


def _check_whole(number: Any) -> None:
    if isinstance(number, decimal.Decimal) and number.is_finite():
        _check_bits(number.adjusted() * 4)


# -- operators ------------------------------------------------------------------------------


def _check_bits(bits: int) -> None:
    if bits > _MOST_BITS:
        raise TooCostly("makes a number that is too large")


def _bits(number: Any) -> int:
    if isinstance(number, fractions.Fraction):
        return max(number.numerator.bit_length(), number.denominator.bit_length())
    return number.bit_length() if isinstance(number, int) else 0


def _check_length(length: int) -> None:
    if length > _LONGEST_SEQUENCE:
        raise TooCostly(f"makes something longer than {_LONGEST_SEQUENCE:,} items")


def _added(left: Any, right: Any) -> Any:
    if hasattr(left, "__len__") and hasattr(right, "__len__"):
        _check_length(len(left) + len(right))
    return left + right


def _product(left: Any, right: Any) -> Any:
    for sequence, count in ((left, right), (right, left)):
        if hasattr(sequence, "__len__") and isinstance(count, int):
            _check_length(len(sequence) * count)
    if _bits(left) and _bits(right):
        _check_bits(_bits(left) + _bits(right))
    return left * right


def _power(base: Any, exponent: Any) -> Any:
    if isinstance(exponent, int) and _bits(base) > 1:
        _check_bits(abs(exponent) * _bits(base))
    return base**exponent


def _shifted_left(number: Any, by: Any) -> Any:
    _check_bits(_bits(number) + by)
    return number << by


def _remainder(left: Any, right: Any) -> Any:
    if isinstance(left, (str, bytes)):
        raise TypeError("% makes no texts here")
    return left % right


OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: _added,
    ast.Mult: _product,
    ast.Pow: _power,
    ast.LShift: _shifted_left,
    ast.RShift: lambda number, by: number >> by,
    ast.Mod: _remainder,
}
"""Those that take the place of the evaluator's own."""
