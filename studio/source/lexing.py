"""Colours of Python text: lexed once as a whole, handed out line by line.

Lexing line by line would be wrong inside strings that span lines.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from pygments.lexers.python import PythonLexer
from pygments.token import Token, _TokenType

Category = Literal[
    "keyword", "string", "comment", "number", "definition", "decorator", "builtin", "operator"
]

# The first that holds the token decides.
_CATEGORIES: tuple[tuple[_TokenType, Category], ...] = (
    (Token.Comment, "comment"),
    (Token.Literal.String, "string"),
    (Token.Literal.Number, "number"),
    (Token.Keyword, "keyword"),
    (Token.Operator.Word, "keyword"),
    (Token.Operator, "operator"),
    (Token.Name.Decorator, "decorator"),
    (Token.Name.Function, "definition"),
    (Token.Name.Class, "definition"),
    (Token.Name.Builtin, "builtin"),
    (Token.Name.Exception, "builtin"),
)


class ColorSpan(NamedTuple):
    """A run of one category inside one line; ``start`` and ``length`` in UTF-16 code units."""

    start: int
    length: int
    category: Category


Lines = list[list[ColorSpan]]


def lex(text: str, cancelled: Callable[[], bool] = lambda: False) -> Lines:
    """Spans of each line of Python text; stops early once ``cancelled`` says so."""
    lines: Lines = [[]]
    column = 0
    lexer = PythonLexer(stripnl=False, ensurenl=False)
    for number, (kind, value) in enumerate(lexer.get_tokens(text)):
        if number % 2000 == 0 and cancelled():
            return []
        category = _category(kind)
        pieces = value.split("\n")
        for place, piece in enumerate(pieces):
            if place:
                lines.append([])
                column = 0
            width = len(piece.encode("utf-16-le")) // 2
            if category is not None and width:
                lines[-1].append(ColorSpan(column, width, category))
            column += width
    return lines


def _category(kind: _TokenType) -> Category | None:
    for family, category in _CATEGORIES:
        if kind[: len(family)] == family:
            return category
    return None
