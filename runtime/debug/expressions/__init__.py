"""Expressions over channels: one subset of Python for conditions, watches, searches and filters.

A channel's name stands for its value; a channel whose name is no Python name is read as
``channel("its name")``. They are read by a kept evaluator, which knows no imports, no assignment
and no attribute that begins with an underscore, and they see values only as ``readable`` gives
them: no class of the data ever runs.
"""

import ast
import datetime
import importlib
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType
from typing import Any

from runtime.debug.expressions import limits
from runtime.debug.expressions.readable import Items, Keyed, Record, readable, shown

ReadName = Callable[[str], Any]
"""Gives the value of a channel; raises ``KeyError`` where it has none."""

CHANNEL = "channel"
"""The function that reads a channel by its name."""

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "all": all,
    "any": any,
    "bool": bool,
    "float": float,
    "int": limits.whole,
    "len": len,
    "list": list,
    "max": max,
    "min": min,
    "round": limits.rounded,
    "set": set,
    "sorted": sorted,
    "str": str,
    "sum": limits.total,
}
TEXT_METHODS = (
    "casefold",
    "count",
    "endswith",
    "find",
    "index",
    "isalpha",
    "isdigit",
    "lower",
    "lstrip",
    "removeprefix",
    "removesuffix",
    "rstrip",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "upper",
)
LIST_METHODS = ("count", "index")
KEYED_METHODS = ("get", "items", "keys", "values")
DATE_PARTS = ("year", "month", "day", "hour", "minute", "second", "days", "seconds")

_CONSTANTS = {"True": True, "False": False, "None": None}
_METHODS = frozenset((*TEXT_METHODS, *LIST_METHODS, *KEYED_METHODS))
_REFUSED: dict[type[ast.AST], str] = {
    ast.Lambda: "lambda",
    ast.NamedExpr: "an assignment",
    ast.JoinedStr: "an f-string",
    ast.Await: "await",
    ast.Yield: "yield",
    ast.YieldFrom: "yield",
    ast.SetComp: "a set comprehension",
}


class BadExpression(ValueError):
    """A text that cannot be used: ``column`` is where, from 0; ``remedy`` says what helps."""

    def __init__(self, problem: str, remedy: str = "", column: int | None = None) -> None:
        super().__init__(problem)
        self.remedy = remedy
        self.column = column


class Expression:
    """One expression, checked when it is made; raises ``BadExpression``."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self._evaluator = _bounded_evaluator()
        if not self.text:
            raise BadExpression("is empty", "Write an expression, for example: round > 2")
        if len(self.text) > limits.LONGEST_EXPRESSION:
            raise BadExpression(f"is longer than {limits.LONGEST_EXPRESSION:,} characters")
        try:
            self._tree = ast.parse(self.text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            offset = getattr(error, "offset", None)
            where = f" at column {offset}" if offset else ""
            raise BadExpression(
                f"is not an expression{where}", column=offset - 1 if offset else None
            ) from error
        for node in ast.walk(self._tree):
            _check(node, self.text)

    @property
    def names(self) -> dict[str, int]:
        """Names of channels that it reads, with the column where each stands first."""
        bound = {
            each.id
            for node in ast.walk(self._tree)
            if isinstance(node, ast.comprehension)
            for each in ast.walk(node.target)
            if isinstance(each, ast.Name)
        }
        return {
            name: column
            for name, column in _read_names(self._tree, self.text)
            if name not in bound and name not in _CONSTANTS
        }

    def value(self, read: ReadName) -> Any:
        """What it is now; raises what evaluating raises, ``KeyError`` where a name has no value."""
        return shown(self.seen(read))

    def holds(self, read: ReadName) -> bool:
        """Whether it is true now; raises as ``value`` does."""
        return bool(self.seen(read))

    def seen(self, read: ReadName) -> Any:
        """As ``value``, as expressions see it."""

        def name(node: ast.Name) -> Any:
            return _CONSTANTS[node.id] if node.id in _CONSTANTS else readable(read(node.id))

        evaluator = self._evaluator(
            operators=_operators(),
            functions={**FUNCTIONS, CHANNEL: lambda named: readable(read(named))},
            names=name,
            allowed_attrs=_ATTRIBUTES,
        )
        with limits.budget():
            return evaluator.eval(self.text, self._tree)


def missing_value(error: Exception) -> str:
    """The name of the channel for whose lack an expression has no value; mostly empty."""
    return str(error.args[0]) if isinstance(error, KeyError) and error.args else ""


def trouble(error: Exception) -> str:
    """Why an expression has no value now, in words."""
    if isinstance(error, KeyError):
        return f"{missing_value(error)} has no value" if error.args else "no value"
    if isinstance(error, RecursionError):
        return "is nested too deeply"
    lacking = getattr(error, "attr", None)
    if isinstance(lacking, str):
        return f"there is no {lacking}"
    return str(error).strip() or type(error).__name__


def column_of(node: ast.expr, text: str) -> int:
    """Where a node stands in the text, in characters; the tree counts bytes of UTF-8."""
    lines = text.splitlines(keepends=True)
    before = sum(map(len, lines[: node.lineno - 1]))
    return before + len(lines[node.lineno - 1].encode()[: node.col_offset].decode())


def _check(node: ast.AST, text: str) -> None:
    what = _REFUSED.get(type(node))
    if what is not None:
        column = column_of(node, text) if isinstance(node, ast.expr) else None
        raise BadExpression(f"has {what}, which is not allowed", column=column)
    if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
        raise BadExpression(
            f"reads {node.attr}, and what begins with an underscore is not reached",
            column=column_of(node, text),
        )
    if not isinstance(node, ast.Call):
        return
    called = node.func
    if isinstance(called, ast.Name):
        if called.id not in FUNCTIONS and called.id != CHANNEL:
            known = ", ".join(FUNCTIONS)
            raise BadExpression(
                f"calls {called.id}, which is not known",
                f"Known are {known}.",
                column_of(called, text),
            )
    elif not isinstance(called, ast.Attribute):
        raise BadExpression("calls what is no function", column=column_of(called, text))
    elif called.attr not in _METHODS:
        raise BadExpression(
            f"calls the method {called.attr}, which is not allowed",
            f"Allowed are {', '.join(sorted(_METHODS))}.",
            column_of(called, text),
        )


def _read_names(tree: ast.expr, text: str) -> Iterator[tuple[str, int]]:
    """Names and the texts given to ``channel``, the first of each last, so that it stays."""
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    found: list[tuple[str, int]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and id(node) not in called:
            found.append((node.id, column_of(node, text)))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            first = node.args[0] if node.args else None
            named = first.value if isinstance(first, ast.Constant) else None
            if node.func.id == CHANNEL and first is not None and isinstance(named, str):
                found.append((named, column_of(first, text)))
    yield from sorted(found, key=lambda each: -each[1])


class _Anything:
    """Holds every name: keys and fields are reached as attributes too."""

    def __contains__(self, name: object) -> bool:
        return True


def _attributes() -> dict[type, Any]:
    dates = frozenset(DATE_PARTS)
    return {
        str: frozenset(TEXT_METHODS),
        Items: frozenset(LIST_METHODS),
        list: frozenset(LIST_METHODS),
        tuple: frozenset(LIST_METHODS),
        dict: frozenset(KEYED_METHODS),
        Keyed: _Anything(),
        Record: _Anything(),
        datetime.date: dates,
        datetime.datetime: dates,
        datetime.time: dates,
        datetime.timedelta: dates,
    }


_ATTRIBUTES = _attributes()


@cache
def _operators() -> dict[type[ast.AST], Callable[..., Any]]:
    kept: dict[type[ast.AST], Callable[..., Any]] = dict(_evaluator().DEFAULT_OPERATORS)
    return {**kept, **limits.OPERATORS}


def _evaluator() -> ModuleType:
    try:
        return importlib.import_module("simpleeval")
    except ImportError as error:
        raise BadExpression(
            "expressions need the package simpleeval, which is not installed",
            "Install it: python -m pip install simpleeval",
        ) from error


@cache
def _bounded_evaluator() -> Callable[..., Any]:
    """The kept evaluator, which counts each result that it gets."""
    kept: Any = _evaluator().EvalWithCompoundTypes

    class Bounded(kept):  # type: ignore[misc]
        def _check_disallowed_items(self, item: Any) -> None:
            limits.spend_on(item)
            # What a container holds was a result before, or is data.
            if type(item) not in (list, tuple, set, dict):
                super()._check_disallowed_items(item)

    return Bounded
