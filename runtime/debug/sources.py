"""What can be read off a node's source without running it.

Nodes are ordinary functions, so which channels they touch and where they go is not declared. The
source often says it in plain words: ``state["key"]``, ``return {"key": …}``, ``goto="node"``,
``Send("node", …)``. What is found here is marked as inferred; nothing depends on it but pictures.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from runtime.debug.again import calls_again, first_statement
from runtime.debug.description import RepeatedCall, SourceSpan
from runtime.pregel.callable import unwrapped
from runtime.types import interrupt


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """Facts of one function. ``reads`` and ``writes`` are keys, ``goes_to`` constants returned."""

    span: SourceSpan | None = None
    reads: tuple[str, ...] = ()
    reads_all: bool = True
    writes: tuple[str, ...] = ()
    goes_to: tuple[str, ...] = ()


def function_of(action: Any) -> Any:
    """The Python function behind a node's action, or ``None``."""
    function = unwrapped(action)
    if inspect.ismethod(function):
        function = function.__func__
    if not inspect.isfunction(function):
        call = getattr(type(function), "__call__", None)  # noqa: B004 - the method itself
        function = call if inspect.isfunction(call) else None
    return function


def documentation_of(action: Any) -> str:
    """The action's own docstring."""
    function = function_of(action)
    return inspect.cleandoc(getattr(function, "__doc__", None) or "")


def source_facts(action: Any) -> SourceFacts:
    """What the action's source says; nothing where it cannot be read."""
    function = function_of(action)
    if function is None:
        return SourceFacts()
    try:
        lines, first = inspect.getsourcelines(function)
        path = inspect.getsourcefile(function) or function.__code__.co_filename
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return SourceFacts()
    body = _definition(tree)
    questions = list(_interrupts(tree, function))
    span = SourceSpan(
        path=path,
        first_line=first,
        last_line=first + len(lines) - 1,
        interrupt_lines=tuple(dict.fromkeys(first + call.lineno - 1 for call in questions)),
        first_statement=0 if body is None else first + first_statement(body) - 1,
        repeated=()
        if body is None
        else tuple(
            RepeatedCall(first + line - 1, text) for line, text in calls_again(body, questions)
        ),
    )
    if body is None:
        return SourceFacts(span)
    reads, reads_all = _reads(body)
    return SourceFacts(
        span=span,
        reads=reads,
        reads_all=reads_all,
        writes=tuple(dict.fromkeys(_writes(body))),
        goes_to=tuple(dict.fromkeys(_destinations(body))),
    )


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def _definition(tree: ast.AST) -> Definition | None:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return node
    return None


def _interrupts(tree: ast.AST, function: Any) -> Iterator[ast.Call]:
    names = getattr(function, "__globals__", {})
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name):
            if called.id == "interrupt" or names.get(called.id) is interrupt:
                yield node
        elif isinstance(called, ast.Attribute) and called.attr == "interrupt":
            yield node


def _reads(body: Definition) -> tuple[tuple[str, ...], bool]:
    """Keys taken from the first parameter, and whether it is also used whole."""
    arguments = [*body.args.posonlyargs, *body.args.args]
    names = [each.arg for each in arguments if each.arg not in ("self", "cls")]
    if not names:
        return (), False
    keys: dict[str, None] = {}
    uses = taken = 0
    for node in ast.walk(body):
        if isinstance(node, ast.Name) and node.id == names[0]:
            uses += 1
        key = _key_of(node, names[0])
        if key is not None:
            keys[key] = None
            taken += 1
    return tuple(keys), uses > taken


def _key_of(node: ast.AST, state: str) -> str | None:
    def is_state(value: ast.AST) -> bool:
        return isinstance(value, ast.Name) and value.id == state

    if isinstance(node, ast.Subscript) and is_state(node.value):
        return _text(node.slice)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "get" and is_state(node.func.value) and node.args:
            return _text(node.args[0])
    elif isinstance(node, ast.Attribute) and is_state(node.value) and node.attr != "get":
        return node.attr
    return None


def _text(node: ast.AST | None) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def _results(body: Definition) -> Iterator[ast.AST]:
    if isinstance(body, ast.Lambda):
        yield body.body
        return
    for node in ast.walk(body):
        if isinstance(node, (ast.Return, ast.Yield)) and node.value is not None:
            yield node.value


def _writes(body: Definition) -> Iterator[str]:
    for result in _results(body):
        if isinstance(result, ast.Dict):
            yield from _keys(result)
    for node in ast.walk(body):
        if isinstance(node, ast.Call) and _called(node) == "Command":
            for keyword in node.keywords:
                if keyword.arg == "update" and isinstance(keyword.value, ast.Dict):
                    yield from _keys(keyword.value)


def _keys(node: ast.Dict) -> Iterator[str]:
    for key in node.keys:
        text = _text(key)
        if text is not None:
            yield text


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _destinations(body: Definition) -> Iterator[str]:
    for result in _results(body):
        yield from _names(result)
    for node in ast.walk(body):
        if not isinstance(node, ast.Call):
            continue
        if _called(node) == "Send" and node.args:
            yield from _names(node.args[0])
        elif _called(node) == "Command":
            for keyword in node.keywords:
                if keyword.arg == "goto":
                    yield from _names(keyword.value)


def _names(node: ast.AST) -> Iterator[str]:
    """Node names in an expression: constants, both arms of a choice, items of a list, END."""
    text = _text(node)
    if text is not None:
        yield text
    elif isinstance(node, ast.Name) and node.id in ("END", "START"):
        yield f"__{node.id.lower()}__"
    elif isinstance(node, ast.IfExp):
        yield from _names(node.body)
        yield from _names(node.orelse)
    elif isinstance(node, (ast.List, ast.Tuple)):
        for item in node.elts:
            yield from _names(item)
    elif isinstance(node, ast.BoolOp):
        for item in node.values:
            yield from _names(item)
