"""JSON as a person writes it: parsing with the place of the mistake, and printing."""

import json
from typing import Any

from studio.language import later, tr

PREVIEW_CHARACTERS = 120


class JsonError(Exception):
    """Text is not JSON. ``line`` and ``column`` count from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(
            tr("Line {line}, column {column}: {message}", line=line, column=column, message=message)
        )
        self.message = message
        self.line = line
        self.column = column


class _RepeatedKey(Exception):
    """An object names one key twice, so that one of the two values would be lost."""


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise _RepeatedKey(key)
        result[key] = value
    return result


def parse(text: str) -> Any:
    """The JSON value of ``text``. Raises ``JsonError`` where it is none."""
    if not text.strip():
        raise JsonError(tr("A JSON value is missing."), 1, 1)
    try:
        return json.loads(text, object_pairs_hook=_without_repetition)
    except json.JSONDecodeError as error:
        raise JsonError(_in_words(error, text), error.lineno, error.colno) from error
    except _RepeatedKey as error:
        key = json.dumps(str(error), ensure_ascii=False)
        offset = max(0, text.rfind(key))
        line = text.count("\n", 0, offset) + 1
        column = offset - text.rfind("\n", 0, offset)
        raise JsonError(
            tr("The key {key} appears twice in one object.", key=key), line, column
        ) from error
    except RecursionError as error:
        raise JsonError(tr("The value is nested too deeply."), 1, 1) from error
    except ValueError as error:  # an integer with more digits than Python converts
        raise JsonError(f"{error}.", 1, 1) from error


def _in_words(error: json.JSONDecodeError, text: str) -> str:
    early, elsewhere = _WORDS.get(error.msg, ("", ""))
    if error.pos >= len(text.rstrip()):
        return tr(early) if early else tr("The text ends too early.")
    return tr(elsewhere) if elsewhere else f"{error.msg}."


_WORDS = {
    "Expecting value": (
        later("The text ends too early; a value is expected here (text stands in double quotes)."),
        later("A value is expected here (text stands in double quotes)."),
    ),
    "Expecting ',' delimiter": (
        later("The text ends too early; a comma is expected here."),
        later("A comma is expected here."),
    ),
    "Expecting ':' delimiter": (
        later("The text ends too early; a colon is expected here."),
        later("A colon is expected here."),
    ),
    "Expecting property name enclosed in double quotes": (
        later("The text ends too early; a key in double quotes is expected here."),
        later("A key in double quotes is expected here."),
    ),
    "Extra data": ("", later("Nothing more is expected here.")),
    "Illegal trailing comma before end of object": ("", later("No comma may stand before }.")),
    "Illegal trailing comma before end of array": ("", later("No comma may stand before ].")),
    "Unterminated string starting at": (
        later("The text ends too early; this text has no closing quote."),
        later("This text has no closing quote."),
    ),
    "Invalid control character at": (
        later("The text ends too early; a line break in a text is written \\n."),
        later("A line break in a text is written \\n."),
    ),
}
"""What Python says of a mistake, and how it is said here: at the end of the text, and before."""


def dump(value: Any) -> str:
    """``value`` as indented JSON, with letters of all scripts as they are."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def dump_line(value: Any, limit: int = PREVIEW_CHARACTERS) -> str:
    """``value`` as one line of at most ``limit`` characters; a cut ends in an ellipsis."""
    if isinstance(value, str) and len(value) > limit:
        value = value[:limit]
        text = json.dumps(value, ensure_ascii=False)[: limit - 1] + "…"
        return text
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= limit else text[: limit - 1] + "…"
