"""Rules that take private things out of values before they leave this machine.

Values are gone through in their stored form (see ``runtime.checkpoint.serde.codes``), so that the
inside of every object is reached and no class is built. Numbers, bytes, and JSON
inside of a text are gone through too. What a rule meets is replaced by ``REDACTED``; the rest
keeps its type.
"""

import fnmatch
import json
import re
from collections.abc import Callable, Iterable
from inspect import getattr_static
from typing import Any

import ormsgpack

from runtime.checkpoint.serde import classes, codes
from runtime.checkpoint.serde.errors import DecodeError, UnsavableValueError
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.debug.commands import RedactionRule
from runtime.debug.exported.source_text import without_private_values
from runtime.debug.searching import LONGEST_SEARCH, BadPattern

REDACTED = "[redacted]"

_TEXT_CODES = frozenset({codes.PATH, codes.ADDRESS, codes.PATTERN, codes.DECIMAL})
_PAIRS = frozenset({codes.MAPPING, codes.ORDERED_DICT, codes.COUNTER})
_ITEMS = frozenset({codes.TUPLE, codes.SET, codes.FROZENSET})
_FIELDS = {codes.DATACLASS: (1,), codes.SLOTTED: (1,), codes.MODEL: (1, 3, 4)}
"""Which parts of an object hold what its fields hold; the first part names its class."""
_VALUES = {codes.DERIVED: (2, 3), codes.ERROR: (0, 2, 3)}
_EXAMPLES = frozenset({"default", "examples", "example", "const", "enum"})
"""Keys of a JSON Schema under which values stand."""


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
        self._has_names = bool(names)
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
            if not self._changes:
                return self._serde.loads_typed((tag, data))
            if tag == "msgpack":
                return self._serde.loads_typed((tag, self._packed(data)))
            kept = self._serde.loads_typed((tag, data))
            if tag in ("bytes", "bytearray"):
                return type(kept)(self._bytes(data))
            return kept
        except (DecodeError, UnsavableValueError, RecursionError):
            # Something that cannot be gone through might hold anything.
            self.count += 1
            return REDACTED

    def text(self, text: str) -> str:
        """A text that stands by itself."""
        for substitute in self._texts:
            text, found = substitute(text)
            self.count += found
        return text

    def schema(self, value: Any, name: str = "") -> Any:
        """A JSON Schema, or a part of it, of the value called ``name``; its keys stay."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.schema(each, name) for each in value]
        if not isinstance(value, dict):
            return value
        kept: dict[str, Any] = {}
        for key, each in value.items():
            if key == "properties" and isinstance(each, dict):
                kept[key] = {field: self.schema(part, field) for field, part in each.items()}
            elif key in _EXAMPLES:
                shown = self.value(name, each)
                kept[key] = [shown] if isinstance(each, list) and shown is REDACTED else shown
            else:
                kept[key] = self.schema(each, name)
        return kept

    def source(self, text: str) -> str:
        """The text of a Python file; its lines keep their numbers."""
        if self._has_names:
            text, found = without_private_values(text, self._is_private, REDACTED)
            self.count += found
        return self.text(text)

    def _packed(self, data: bytes) -> bytes:
        found = ormsgpack.unpackb(data, ext_hook=_Part)
        return ormsgpack.packb(self._walk(found), _extension)

    def _walk(self, value: Any) -> Any:
        kind = type(value)
        if kind is str:
            return self._written(value)
        if kind is list:
            return [self._walk(each) for each in value]
        if kind is dict:
            return self._fields(value)
        if kind is int:
            return self._number(value)
        if kind is bytes:
            return self._bytes(value)
        return self._part(value) if kind is _Part else value

    def _written(self, text: str) -> str:
        """A text; if it is JSON, such as the arguments of a tool's call, names count in it."""
        if self._has_names and text.lstrip()[:1] in ("{", "["):
            try:
                before, held = self.count, json.loads(text)
                changed = self._walk(held)
            except (ValueError, TypeError, RecursionError):
                return self.text(text)
            if self.count != before:
                return json.dumps(changed, ensure_ascii=False)
        return self.text(text)

    def _number(self, value: int) -> Any:
        digits = str(value)
        changed = self.text(digits)
        return value if changed == digits else changed

    def _bytes(self, data: bytes) -> bytes:
        text = data.decode("utf-8", "surrogateescape")
        changed = self._written(text)
        return data if changed == text else changed.encode("utf-8", "surrogateescape")

    def _named(self, name: Any, value: Any) -> Any:
        if self._is_private(_name_of(name)):
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
        if code == codes.BYTEARRAY:
            return _Part(code, self._bytes(part.data))
        if code == codes.BIG_INT:
            number = int.from_bytes(part.data, "big", signed=True)
            changed = self._number(number)
            return part if changed == number else changed
        if code == codes.NAMED_TUPLE:
            return self._repacked(part, self._named_items)
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

    def _named_items(self, parts: list[Any]) -> list[Any]:
        """The names of a named tuple's items are those of its class, if it is here."""
        reference, items = parts
        if not self._has_names:
            return [reference, self._walk(items)]
        cls = classes.imported_class(*reference[:2])
        names = () if cls is None else getattr_static(cls, "_fields", ())
        if len(names) != len(items):
            self.count += len(items)
            return [reference, [REDACTED] * len(items)]
        return [reference, [self._named(*each) for each in zip(names, items, strict=True)]]

    def _repacked(self, part: _Part, change: Callable[[list[Any]], Any]) -> _Part:
        content = change(ormsgpack.unpackb(part.data, ext_hook=_Part))
        return _Part(part.code, ormsgpack.packb(content, _extension))

    def _whole_text(self, part: _Part) -> Any:
        """A path or a number as text; what is left of it need not be one any more."""
        content = ormsgpack.unpackb(part.data, ext_hook=_Part)
        # A class's name stands before the text, flags behind it.
        shown = content if isinstance(content, str) else content[part.code != codes.PATTERN]
        if not isinstance(shown, str):
            return self._walk(shown)
        changed = self.text(shown)
        return part if changed == shown else changed


def _extension(value: Any) -> ormsgpack.Ext:
    if type(value) is not _Part:
        raise TypeError
    return ormsgpack.Ext(value.code, value.data)


def _name_of(key: Any) -> str:
    """What a key is called: also one that is bytes, a number, or a member of an enumeration."""
    if type(key) is _Part and key.code in (codes.ENUM, codes.DERIVED):
        parts = ormsgpack.unpackb(key.data, ext_hook=_Part)
        return _name_of(parts[1 if key.code == codes.ENUM else 2])
    if type(key) is bytes:
        return key.decode("utf-8", "replace")
    return "" if type(key) is _Part else str(key)


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
