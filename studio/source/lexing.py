"""Colours of Python text: lexed once as a whole, handed out line by line.

Lexing line by line would be wrong inside strings that span lines.
"""

import time
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


class Lexing:
    """Lexes one Python text bit by bit, so that its thread can do other things in between."""

    def __init__(self, text: str) -> None:
        self.lines: Lines = [[]]
        self._column = 0
        self._tokens = PythonLexer(stripnl=False, ensurenl=False).get_tokens(text)

    def go_on(self, seconds: float) -> bool:
        """Lex for about so long; tells whether ``lines`` holds the whole text."""
        until = time.perf_counter() + seconds
        for kind, value in self._tokens:
            self._add(_category(kind), value)
            if time.perf_counter() > until:
                return False
        return True

    def _add(self, category: Category | None, value: str) -> None:
        for place, piece in enumerate(value.split("\n")):
            if place:
                self.lines.append([])
                self._column = 0
            width = len(piece.encode("utf-16-le")) // 2
            if category is not None and width:
                self.lines[-1].append(ColorSpan(self._column, width, category))
            self._column += width


def _category(kind: _TokenType) -> Category | None:
    for family, category in _CATEGORIES:
        if kind[: len(family)] == family:
            return category
    return None
