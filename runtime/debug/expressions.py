"""Expressions over channels, the same for breakpoint conditions and for watching.

They are read by a kept evaluator without access to attributes that begin with an underscore, to
imports or to the interpreter. A channel's name stands for its value.
"""

import ast
import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any

ReadName = Callable[[str], Any]
"""Gives the value of a channel; raises ``KeyError`` where it has none."""

_CONSTANTS = {"True": True, "False": False, "None": None}
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "all": all,
    "any": any,
    "float": float,
    "int": int,
    "len": len,
    "max": max,
    "min": min,
    "str": str,
    "sum": sum,
}


class BadExpression(ValueError):
    """A text that cannot be used; ``remedy`` says what helps, if anything."""

    def __init__(self, problem: str, remedy: str = "") -> None:
        super().__init__(problem)
        self.remedy = remedy


class Expression:
    """One expression, checked when it is made; raises ``BadExpression``."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self._evaluator = _evaluator()
        try:
            tree = ast.parse(self.text, mode="eval")
        except SyntaxError as error:
            where = f" at column {error.offset}" if error.offset else ""
            raise BadExpression(f"is not an expression{where}") from error
        for node in ast.walk(tree):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and called.id not in _FUNCTIONS:
                known = ", ".join(_FUNCTIONS)
                raise BadExpression(f"calls {called.id}, which is not known", f"Known are {known}.")

    def value(self, read: ReadName) -> Any:
        """What it is now; raises what evaluating raises, ``KeyError`` where a name has no value."""

        def name(node: ast.Name) -> Any:
            return _CONSTANTS[node.id] if node.id in _CONSTANTS else read(node.id)

        # The evaluator adds to the functions that it is given.
        functions = dict(_FUNCTIONS)
        evaluator = self._evaluator.EvalWithCompoundTypes(names=name, functions=functions)
        return evaluator.eval(self.text)


def _evaluator() -> ModuleType:
    try:
        return importlib.import_module("simpleeval")
    except ImportError as error:
        raise BadExpression(
            "expressions need the package simpleeval, which is not installed",
            "Install it: python -m pip install simpleeval",
        ) from error
