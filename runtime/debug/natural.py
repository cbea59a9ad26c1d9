"""Values as natural JSON for editors, and edited JSON back as values.

Natural means untagged: a dataclass is an object, a set a list, a date its ISO text. So JSON alone
does not say which types it stood for. Reading it back uses the declared type and the value as it
was before the edit: what the person did not touch stays the very same object.
"""

import base64
import json
import math
from collections.abc import Callable
from typing import Any

from runtime.debug.anatomy import (
    child_count,
    children,
    key_text,
    kind_of,
    object_fields,
    scalar_text,
)
from runtime.debug.declared import Misfit, read_json, says_something
from runtime.debug.preview import line_of

BASE64 = "base64:"
_MAX_DEPTH = 200
_LEAST = 4
"""Characters that any value counts for."""
_COUNTED = ("dict", "list", "tuple", "set")
_LONGEST_INT_BITS = 13_000
"""Of an integer in JSON: Python writes and reads 4,300 digits."""


class TooLarge(ValueError):
    """The value has more characters of JSON than asked for."""


def to_natural(value: Any, limit: int | None = None) -> Any:
    """The value as JSON values; ``TooLarge`` above about ``limit`` characters."""
    return _Writer(limit).write(value, 0)


def from_natural(edited: Any, declared: Any = Any, before: Any = None) -> Any:
    """The edited JSON as a value of the declared type; ``Misfit`` where it does not fit.

    Parts whose JSON equals that of the same part of ``before`` are taken from there, which keeps
    the types that JSON lacks even where nothing was declared.
    """
    if before is not None and _canonical(to_natural(before)) == _canonical(edited):
        return before
    typed = _decode_bytes(read_json(edited, declared)) if says_something(declared) else edited
    return _keep(typed, edited, before)


def as_text(value: Any, length: int) -> str:
    """Indented natural JSON, cut to ``length`` characters."""
    try:
        text = json.dumps(to_natural(value, 4 * length), indent=2, ensure_ascii=False)
    except TooLarge:
        return line_of(value, length)
    return text if len(text) <= length else text[: length - 1] + "…"


class _Writer:
    def __init__(self, limit: int | None) -> None:
        self._limit = limit
        self._left = limit or 0

    def _afford(self, characters: int) -> None:
        if self._limit is not None and characters > self._left:
            raise TooLarge(f"more than {self._limit:,} characters of JSON")

    def _spend(self, characters: int) -> None:
        self._afford(characters)
        self._left -= characters

    def write(self, value: Any, depth: int) -> Any:
        if depth > _MAX_DEPTH:
            raise TooLarge(f"nested more than {_MAX_DEPTH} levels deep")
        kind = kind_of(value)
        self._spend(_LEAST)
        if kind in _SCALARS:
            return self._scalar(value, _SCALARS[kind])
        if kind == "str":
            self._spend(str.__len__(value))
            return str.__str__(value)
        if kind == "bytes":
            self._spend(memoryview(value).nbytes)
            return _bytes_text(bytes(value))
        if kind == "enum":
            return self.write(value._value_, depth + 1)
        if kind in _COUNTED:
            self._afford(_LEAST * child_count(value))  # told before any of so many is looked at
        if kind == "dict":
            return {self._key(key): self.write(each, depth + 1) for key, each in dict.items(value)}
        if kind in ("list", "tuple"):
            return [self.write(each, depth + 1) for _, _, each in children(value)]
        if kind == "set":
            items = [self.write(each, depth + 1) for _, _, each in children(value)]
            return sorted(items, key=_canonical)
        if kind in ("model", "message"):
            return {
                self._key(name): self.write(each, depth + 1)
                for name, each in object_fields(value).items()
            }
        if child_count(value):
            return {key: self.write(each, depth + 1) for key, _, each in children(value)}
        return line_of(value)

    def _key(self, key: Any) -> str:
        text = key_text(key)
        self._spend(len(text))
        return text

    def _scalar(self, value: Any, read: Callable[[Any], Any]) -> Any:
        self._spend(16)
        return read(value)


def _int(value: int) -> int | str:
    return int.__int__(value) if int.bit_length(value) <= _LONGEST_INT_BITS else line_of(value)


def _float(value: float) -> float | str:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return float.__float__(value)


_SCALARS: dict[str, Callable[[Any], Any]] = {
    "none": lambda value: None,
    "bool": bool,
    "int": _int,
    "float": _float,
    "datetime": scalar_text,
}


def _bytes_text(value: bytes) -> str:
    """UTF-8 text where the bytes are printable text, else marked base64."""
    try:
        text = value.decode()
    except UnicodeDecodeError:
        text = "\x00"
    if (text.isprintable() or text.replace("\n", "").isprintable()) and BASE64 not in text:
        return text
    return BASE64 + base64.b64encode(value).decode()


def _decode_bytes(value: Any) -> Any:
    """Bytes that were read from marked base64, decoded; inside plain containers too."""
    if type(value) is bytes and value.startswith(BASE64.encode()):
        try:
            return base64.b64decode(value[len(BASE64) :], validate=True)
        except ValueError as error:
            raise Misfit([((), "is not valid base64")]) from error
    if type(value) is dict:
        return {key: _decode_bytes(each) for key, each in value.items()}
    if type(value) in (list, tuple, set, frozenset):
        return type(value)(_decode_bytes(each) for each in value)
    return value


def _canonical(natural: Any) -> str:
    return json.dumps(natural, sort_keys=True)


def _keep(typed: Any, edited: Any, before: Any) -> Any:
    """``typed`` with every untouched part replaced by that of ``before``."""
    if before is None:
        return typed
    if _canonical(to_natural(before)) == _canonical(edited):
        return before
    if type(typed) is dict and type(before) is dict and isinstance(edited, dict):
        return _keep_items(typed, edited, before)
    if type(typed) is list and type(before) in _LISTED:
        kept = _keep_list(typed, edited, list(before))
        return type(before)(kept) if typed is edited and _hashable(kept) else kept
    return _as_before(typed, edited, before)


_LISTED = (list, tuple, set, frozenset)


def _keep_items(typed: dict[Any, Any], edited: Any, before: dict[Any, Any]) -> dict[Any, Any]:
    old_keys = {key_text(key): key for key in before}
    kept: dict[Any, Any] = {}
    for key, each in typed.items():
        text = key_text(key)
        if text in old_keys and text in edited:
            old_key = old_keys[text]
            part = _at(text, each, edited[text], before[old_key])
            kept[old_key if isinstance(key, str) else key] = part
        else:
            kept[key] = each
    return kept


def _keep_list(typed: list[Any], edited: Any, before: list[Any]) -> list[Any]:
    untouched: dict[str, list[Any]] = {}
    for each in before:
        untouched.setdefault(_canonical(to_natural(each)), []).append(each)
    kept: list[Any] = []
    for index, (new, text) in enumerate(zip(typed, edited, strict=True)):
        if same := untouched.get(_canonical(text)):
            kept.append(same.pop(0))
        else:
            old = before[index] if index < len(before) else None
            kept.append(_at(str(index), new, text, old))
    return kept


def _at(step: str, typed: Any, edited: Any, before: Any) -> Any:
    try:
        return _keep(typed, edited, before)
    except Misfit as misfit:
        raise Misfit([((step, *path), text) for path, text in misfit.problems]) from misfit


def _speaks_otherwise(edited: dict[str, Any], message: Any) -> bool:
    """Whether a message was given another type, which is another class."""
    return "type" in edited and edited["type"] != object_fields(message).get("type")


def _as_before(typed: Any, edited: Any, before: Any) -> Any:
    """Edited JSON as the class that stood in its place, where nothing else was declared."""
    if type(typed) is not type(edited):
        return typed
    kind = kind_of(before)
    if kind == "message" and isinstance(edited, dict) and _speaks_otherwise(edited, before):
        return typed
    if kind in ("model", "message") and isinstance(edited, dict):
        return _decode_bytes(read_json(edited, type(before)))
    if kind in ("enum", "datetime", "bytes") and isinstance(edited, (str, int, float)):
        try:
            return _decode_bytes(read_json(edited, type(before)))
        except Misfit:
            return typed
    return typed


def _hashable(items: list[Any]) -> bool:
    try:
        hash(tuple(items))
    except TypeError:
        return False
    return True
