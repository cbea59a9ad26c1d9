"""What may stand at the cursor of an expression: channels, functions, keys, fields and methods.

What stands before the cursor's word is evaluated as an expression of its own, by the same rules,
so that keys and methods are those of the very value.
"""

import datetime
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from operator import getitem
from typing import Any

from runtime.debug.expressions import (
    CHANNEL,
    DATE_PARTS,
    FUNCTIONS,
    KEYED_METHODS,
    LIST_METHODS,
    TEXT_METHODS,
    BadExpression,
    Expression,
    ReadName,
)
from runtime.debug.expressions.readable import Items, Keyed, Parts, shown
from runtime.debug.preview import line_of
from runtime.debug.views import Completion, CompletionKind

MOST = 200
"""Completions that are given at most."""
DETAIL = 60
"""Characters of a value that are shown beside its name."""

_WORD = re.compile(r"\w*\Z")
_KEY = re.compile(r"""\[\s*(?P<quote>['"])(?P<key>[^'"]*)\Z""")


Offer = tuple[str, CompletionKind, Callable[[], str]]
"""Text, kind, and what gives the detail, which is asked for only where it is shown."""


def complete(
    text: str, cursor: int, channels: Mapping[str, str], read: ReadName
) -> tuple[int, tuple[Completion, ...]]:
    """Where what is replaced begins, and what may stand there; ``channels`` have their types."""
    before = text[:cursor]
    key = _KEY.search(before)
    if key is not None:
        owner = _value(operand_before(before, key.start()), read)
        typed, start, quote = key["key"], key.start("key"), key["quote"]
        return start, _fitting(typed, _keys(owner, quote))
    word = _WORD.search(before)
    start = cursor if word is None else word.start()
    typed = before[start:]
    if typed[:1].isdigit() or _inside_text(before):
        return cursor, ()
    if before[:start].endswith("."):
        owner = _value(operand_before(before, start - 1), read)
        return start, _fitting(typed, _members(owner))
    return start, _fitting(typed, _names(channels))


def operand_before(text: str, end: int) -> str:
    """The expression that ends at ``end`` and to which an attribute or a key is added."""
    start = end
    while start > 0:
        char = text[start - 1]
        if char in ")]":
            opened = _opening(text, start - 1)
            if opened is None:
                return ""
            start = opened
        elif char.isalnum() or char in "_.":
            start -= 1
        elif char in "'\"":
            opened = text.rfind(char, 0, start - 1)
            if opened < 0:
                return ""
            start = opened
        else:
            break
    return text[start:end]


def _opening(text: str, closing: int) -> int | None:
    """Where the bracket opens that closes at ``closing``."""
    depth, place = 0, closing
    while place >= 0:
        char = text[place]
        if char in "'\"":
            place = text.rfind(char, 0, place)
            if place < 0:
                return None
        elif char in ")]}":
            depth += 1
        elif char in "([{":
            depth -= 1
            if depth == 0:
                return place
        place -= 1
    return None


def _inside_text(before: str) -> bool:
    quote = ""
    for char in before:
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
    return bool(quote)


def _value(operand: str, read: ReadName) -> Any:
    try:
        return Expression(operand).seen(read)
    except (BadExpression, Exception):  # noqa: BLE001 - then nothing is known of it
        return None


def _fitting(typed: str, offered: Iterable[Offer]) -> tuple[Completion, ...]:
    """Those that begin with what was typed, then those that contain it."""
    wanted = typed.casefold()
    first: list[Offer] = []
    then: list[Offer] = []
    for each in offered:
        named = each[0].casefold()
        if named.startswith(wanted):
            first.append(each)
        elif wanted in named:
            then.append(each)
    chosen = (first + then)[:MOST]
    return tuple(Completion(named, kind, detail()) for named, kind, detail in chosen)


def _nothing() -> str:
    return ""


def _names(channels: Mapping[str, str]) -> Iterator[Offer]:
    for name, declared in channels.items():
        text = name if name.isidentifier() else f"{CHANNEL}({name!r})"
        yield text, "channel", partial(str, declared)
    for name in FUNCTIONS:
        yield f"{name}(", "function", _nothing


def _keys(owner: Any, quote: str) -> Iterator[Offer]:
    if isinstance(owner, (Parts, dict)):
        for key in owner:
            if isinstance(key, str) and quote not in key and "\\" not in key:
                yield f"{key}{quote}]", "key", partial(_detail, owner, key)


def _members(owner: Any) -> Iterator[Offer]:
    if isinstance(owner, (Parts, dict)):
        kind: CompletionKind = "key" if isinstance(owner, (Keyed, dict)) else "field"
        hidden = KEYED_METHODS if kind == "key" else ()
        for key in owner:
            named = isinstance(key, str) and key.isidentifier() and not key.startswith("_")
            if named and key not in hidden:
                yield key, kind, partial(_detail, owner, key)
    methods: tuple[str, ...] = ()
    if isinstance(owner, str):
        methods = TEXT_METHODS
    elif isinstance(owner, (Items, list, tuple)):
        methods = LIST_METHODS
    elif isinstance(owner, (Keyed, dict)):
        methods = KEYED_METHODS
    for method in methods:
        ending = "()" if method in ("items", "keys", "values") else "("
        yield f"{method}{ending}", "method", _nothing
    if isinstance(owner, (datetime.date, datetime.time, datetime.timedelta)):
        for part in DATE_PARTS:
            if hasattr(owner, part):
                yield part, "field", partial(str, getattr(owner, part))


def _detail(owner: Any, key: str) -> str:
    return line_of(shown(getitem(owner, key)), DETAIL)
