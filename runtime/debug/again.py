"""What a node does again when it is resumed: calls that stand before its question.

A resumed node runs from its first line. Whatever it called before ``interrupt()`` is called once
more, so what has effects there has them twice. Which calls have some cannot be known; those that
are known to have none are left out. Only what runs before a question in the order of the statements
counts: the other arm of an ``if`` does not, the whole body of a loop does.
"""

import ast
from collections.abc import Iterator, Sequence

_FUNCTIONS = """
    abs all any bool bytes callable chr dict divmod enumerate filter float format frozenset getattr
    hasattr hash hex id int isinstance issubclass iter len list map max min next object oct ord pow
    range repr reversed round set sorted str sum super tuple type zip cast deepcopy copy dumps loads
"""
_METHODS = """
    get items keys values copy count index find strip lstrip rstrip split rsplit splitlines join
    lower upper title capitalize casefold format startswith endswith removeprefix removesuffix
    replace encode decode isoformat strftime model_dump model_dump_json model_copy dict json dumps
    loads group groups
"""
_HARMLESS = frozenset(_FUNCTIONS.split())
_HARMLESS_METHODS = frozenset(_METHODS.split())
_LONGEST = 60

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def calls_again(function: Function, questions: Sequence[ast.Call]) -> Iterator[tuple[int, str]]:
    """Line and text of each call that runs again, in the order of the source."""
    found: dict[tuple[int, int], tuple[int, str]] = {}
    for question in questions:
        for part in _before(function, question):
            for call in _calls(part, set(questions)):
                if not _is_harmless(call):
                    found[call.lineno, call.col_offset] = call.lineno, _text(call)
    for _, line in sorted(found.items()):
        yield line


def first_statement(function: Function) -> int:
    """The first line that runs, behind a docstring."""
    if isinstance(function, ast.Lambda):
        return function.body.lineno
    body = function.body
    is_text = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    return body[1 if is_text and len(body) > 1 else 0].lineno


def _before(node: ast.AST, question: ast.Call) -> Iterator[ast.AST]:
    """Parts of ``node`` that run before ``question``, which is somewhere inside of it."""
    if node is question:
        # Its own arguments are made anew.
        yield from ast.iter_child_nodes(node)
        return
    loops = isinstance(node, ast.For | ast.AsyncFor | ast.While)
    for name, field in ast.iter_fields(node):
        parts = field if isinstance(field, list) else [field]
        parts = [part for part in parts if isinstance(part, ast.AST)]
        place = next((i for i, part in enumerate(parts) if _holds(part, question)), None)
        if place is None:
            if name not in _OTHERWISE or (loops and name == "body"):
                yield from parts
            continue
        yield from parts if loops and name == "body" else parts[:place]
        yield from _before(parts[place], question)
        return


_OTHERWISE = ("body", "orelse", "finalbody", "handlers", "args", "decorator_list", "returns")
"""What need not have run when the question is in another part."""


def _holds(node: ast.AST, question: ast.Call) -> bool:
    return any(each is question for each in ast.walk(node))


def _calls(node: ast.AST, questions: set[ast.Call]) -> Iterator[ast.Call]:
    """Calls in ``node``, without what it only defines."""
    if isinstance(node, Function):
        return
    if isinstance(node, ast.Call) and node not in questions:
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _calls(child, questions)


def _is_harmless(call: ast.Call) -> bool:
    called = call.func
    if isinstance(called, ast.Name):
        # Classes are named with a capital; what they make is the node's own.
        return called.id in _HARMLESS or called.id[:1].isupper()
    if isinstance(called, ast.Attribute):
        return called.attr in _HARMLESS_METHODS or called.attr[:1].isupper()
    return False


def _text(call: ast.Call) -> str:
    text = " ".join(ast.unparse(call).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
