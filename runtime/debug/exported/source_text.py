"""Values that stand in the text of a Python file under names that are private."""

import ast
from collections.abc import Callable, Iterator


def without_private_values(
    text: str, is_private: Callable[[str], object], instead: str
) -> tuple[str, int]:
    """The text without its private literals, and how many there were. Lines keep their numbers.

    A text that cannot be parsed might hold anything: all of it goes.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return instead, 1
    found = [
        each
        for node in ast.walk(tree)
        for name, value in _named(node)
        if is_private(name)
        for each in ast.walk(value)
        if isinstance(each, ast.Constant | ast.JoinedStr) and _tells(each)
    ]
    outermost: list[tuple[int, int, int, int]] = []
    for place in sorted(map(_place, found), key=lambda at: (at[0], at[1], -at[2], -at[3])):
        if not outermost or place[:2] >= outermost[-1][2:]:
            outermost.append(place)
    lines = text.encode().splitlines(keepends=True)
    # From the end, so that the places before stay where they are.
    for first, column, last, end in reversed(outermost):
        rest = lines[last][end:]
        quotes = '"""' if last > first else '"'
        blank = "\n" * (last - first)
        literal = f"{quotes}{instead}{blank}{quotes}".encode()
        lines[first : last + 1] = (lines[first][:column] + literal + rest).splitlines(True)
    return b"".join(lines).decode(), len(outermost)


def _place(node: ast.Constant | ast.JoinedStr) -> tuple[int, int, int, int]:
    """Line and column, from 0, of its start and its end."""
    last, end = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
    return node.lineno - 1, node.col_offset, last - 1, end


def _tells(node: ast.Constant | ast.JoinedStr) -> bool:
    return isinstance(node, ast.JoinedStr) or not (
        node.value is None or node.value is ... or isinstance(node.value, bool) or node.value == ""
    )


def _named(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Names with what is given to them."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from ((name, node.value) for name in _names_of(target))
    elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr):
        if node.value is not None:
            yield from ((name, node.value) for name in _names_of(node.target))
    elif isinstance(node, ast.keyword):
        yield node.arg or "", node.value
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            yield from ((name, value) for name in _names_of(key))
    elif isinstance(node, ast.arguments):
        places = [*node.posonlyargs, *node.args]
        yield from (
            (each.arg, default)
            for each, default in zip(reversed(places), reversed(node.defaults), strict=False)
        )
        yield from (
            (each.arg, default)
            for each, default in zip(node.kwonlyargs, node.kw_defaults, strict=True)
            if default is not None
        )


def _names_of(target: ast.AST | None) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Attribute):
        yield target.attr
    elif isinstance(target, ast.Constant):
        yield str(target.value)
    elif isinstance(target, ast.Subscript):
        yield from _names_of(target.slice)
    elif isinstance(target, ast.Tuple | ast.List):
        for each in target.elts:
            yield from _names_of(each)
