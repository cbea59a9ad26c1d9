"""JSON as a person writes it: parsing with the place of the mistake, and printing."""

import json
from typing import Any

PREVIEW_CHARACTERS = 120


class JsonError(Exception):
    """Text is not JSON. ``line`` and ``column`` count from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"Line {line}, column {column}: {message}")
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
        raise JsonError("A JSON value is missing.", 1, 1)
    try:
        return json.loads(text, object_pairs_hook=_without_repetition)
    except json.JSONDecodeError as error:
        raise JsonError(_in_words(error, text), error.lineno, error.colno) from error
    except _RepeatedKey as error:
        key = json.dumps(str(error), ensure_ascii=False)
        offset = max(0, text.rfind(key))
        line = text.count("\n", 0, offset) + 1
        column = offset - text.rfind("\n", 0, offset)
        raise JsonError(f"The key {key} appears twice in one object.", line, column) from error
    except RecursionError as error:
        raise JsonError("The value is nested too deeply.", 1, 1) from error
    except ValueError as error:  # an integer with more digits than Python converts
        raise JsonError(f"{error}.", 1, 1) from error


def _in_words(error: json.JSONDecodeError, text: str) -> str:
    if error.pos >= len(text.rstrip()):
        return f"The text ends too early; {_expected(error.msg)}."
    return f"{_expected(error.msg)[0].upper()}{_expected(error.msg)[1:]}."


def _expected(message: str) -> str:
    known = {
        "Expecting value": "a value is expected here (text stands in double quotes)",
        "Expecting ',' delimiter": "a comma is expected here",
        "Expecting ':' delimiter": "a colon is expected here",
        "Expecting property name enclosed in double quotes": (
            "a key in double quotes is expected here"
        ),
        "Extra data": "nothing more is expected here",
        "Illegal trailing comma before end of object": "no comma may stand before }",
        "Illegal trailing comma before end of array": "no comma may stand before ]",
        "Unterminated string starting at": "this text has no closing quote",
        "Invalid control character at": "a line break in a text is written \\n",
    }
    return known.get(message, message[0].lower() + message[1:])


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
