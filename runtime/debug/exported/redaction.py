"""Rules that take private things out of values before they leave this machine.

Values are gone through in their stored form (see ``runtime.checkpoint.serde.codes``), so that the
inside of every object is reached and no class is built. What a rule meets is replaced by
``REDACTED``; the rest keeps its type.
"""

import fnmatch
import re
from collections.abc import Callable, Iterable
from typing import Any

import ormsgpack

from runtime.checkpoint.serde import codes
from runtime.checkpoint.serde.errors import DecodeError, UnsavableValueError
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.debug.commands import RedactionRule
from runtime.debug.searching import LONGEST_SEARCH, BadPattern

REDACTED = "[redacted]"

_TEXT_CODES = frozenset({codes.PATH, codes.ADDRESS, codes.PATTERN, codes.DECIMAL})
_PAIRS = frozenset({codes.MAPPING, codes.ORDERED_DICT, codes.COUNTER})
_ITEMS = frozenset({codes.TUPLE, codes.SET, codes.FROZENSET})
_FIELDS = {codes.DATACLASS: (1,), codes.SLOTTED: (1,), codes.MODEL: (1, 3, 4)}
"""Which parts of an object hold what its fields hold; the first part names its class."""
_VALUES = {codes.NAMED_TUPLE: (1,), codes.DERIVED: (2, 3), codes.ERROR: (0, 2, 3)}


class _Part:
    """An extension as it is stored."""

    __slots__ = ("code", "data")

    def __init__(self, code: int, data: bytes) -> None:
        self.code = code
        self.data = data


class Redactor:
    """Applies rules; ``count`` is how often one was met. ``BadPattern`` where one is no rule."""

    def __init__(self, rules: Iterable[RedactionRule]) -> None:
        rules = [rule for rule in rules if rule.pattern]
        names = [fnmatch.translate(rule.pattern) for rule in rules if rule.kind == "name"]
        self._is_private: Callable[[str], object] = (
            re.compile("|".join(names), re.IGNORECASE).match if names else lambda _: None
        )
        self._texts = [_compiled(rule.pattern) for rule in rules if rule.kind == "text"]
        self._changes = bool(rules)
        self._serde = JsonPlusSerializer(trusted=False)
        self.count = 0

    def value(self, name: str, value: Any) -> Any:
        """The value of a channel, or of whatever else has a name, without what is private."""
        if self._is_private(name):
            self.count += 1
            return REDACTED
        try:
            tag, data = self._serde.dumps_typed(value)
            if self._changes and tag == "msgpack":
                data = self._packed(data)
            return self._serde.loads_typed((tag, data))
        except (DecodeError, UnsavableValueError):
            # Something that cannot be gone through might hold anything.
            self.count += 1
            return REDACTED

    def text(self, text: str) -> str:
        """A text that stands by itself."""
        for substitute in self._texts:
            text, found = substitute(text)
            self.count += found
        return text

    def plain(self, value: Any) -> Any:
        """A JSON value of which only the texts are gone through, and no key."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.plain(each) for each in value]
        if isinstance(value, dict):
            return {key: self.plain(each) for key, each in value.items()}
        return value

    def _packed(self, data: bytes) -> bytes:
        found = ormsgpack.unpackb(data, ext_hook=_Part)
        return ormsgpack.packb(self._walk(found), _extension)

    def _walk(self, value: Any) -> Any:
        kind = type(value)
        if kind is str:
            return self.text(value)
        if kind is list:
            return [self._walk(each) for each in value]
        if kind is dict:
            return self._fields(value)
        return self._part(value) if kind is _Part else value

    def _named(self, name: Any, value: Any) -> Any:
        if type(name) is str and self._is_private(name):
            self.count += 1
            return REDACTED
        return self._walk(value)

    def _fields(self, held: dict[str, Any]) -> dict[str, Any]:
        kept: dict[str, Any] = {}
        for name, value in held.items():
            kept[_fresh(self.text(name), kept)] = self._named(name, value)
        return kept

    def _pairs(self, flat: list[Any]) -> list[Any]:
        kept: list[Any] = []
        for key, value in zip(flat[::2], flat[1::2], strict=True):
            kept += (self._walk(key), self._named(key, value))
        return kept

    def _part(self, part: _Part) -> Any:
        code = part.code
        if code == codes.SURROGATE_TEXT:
            text = part.data.decode("utf-8", "surrogatepass")
            changed = self.text(text)
            return part if changed == text else changed.encode("utf-8", "replace").decode()
        if code in _TEXT_CODES:
            return self._whole_text(part)
        if code in _ITEMS:
            return self._repacked(part, self._walk)
        if code in _PAIRS:
            return self._repacked(part, self._pairs)
        if code == codes.DEFAULT_DICT:
            return self._repacked(part, lambda parts: [parts[0], self._pairs(parts[1])])
        if code == codes.DEQUE:
            return self._repacked(part, lambda parts: [parts[0], self._walk(parts[1])])
        chosen = _FIELDS.get(code) or _VALUES.get(code)
        if chosen is None:
            return part
        return self._repacked(
            part,
            lambda parts: [
                self._walk(each) if place in chosen else each for place, each in enumerate(parts)
            ],
        )

    def _repacked(self, part: _Part, change: Callable[[list[Any]], Any]) -> _Part:
        content = change(ormsgpack.unpackb(part.data, ext_hook=_Part))
        return _Part(part.code, ormsgpack.packb(content, _extension))

    def _whole_text(self, part: _Part) -> Any:
        """A path or a number as text; what is left of it need not be one any more."""
        content = ormsgpack.unpackb(part.data, ext_hook=_Part)
        texts = [content] if isinstance(content, str) else list(content or ())
        shown = " ".join(each for each in texts[-1:] if isinstance(each, str))
        changed = self.text(shown)
        return part if changed == shown else changed


def _extension(value: Any) -> ormsgpack.Ext:
    if type(value) is not _Part:
        raise TypeError
    return ormsgpack.Ext(value.code, value.data)


def _fresh(name: str, taken: dict[str, Any]) -> str:
    """Keys that became the same are numbered."""
    if name not in taken:
        return name
    number = 2
    while f"{name} ({number})" in taken:
        number += 1
    return f"{name} ({number})"


def _compiled(pattern: str) -> Callable[[str], tuple[str, int]]:
    """Replaces what a regular expression finds; one text has ``LONGEST_SEARCH`` for it."""
    try:
        import regex
    except ImportError as error:
        raise BadPattern("Regular expressions need the package regex; install it.") from error
    try:
        expression = regex.compile(pattern, regex.IGNORECASE)
    except regex.error as error:
        raise BadPattern(f"Not a regular expression: {pattern}: {error}.") from error

    def substitute(text: str) -> tuple[str, int]:
        try:
            return expression.subn(REDACTED, text, timeout=LONGEST_SEARCH, concurrent=True)
        except TimeoutError as error:
            raise BadPattern(f"{pattern} takes too long. Make it simpler.") from error

    return substitute
