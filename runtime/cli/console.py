"""Text for the terminal: colours, tables, values, JSON."""

import json
import os
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, TextIO

from runtime.cli.failure import CommandError

_COLOURS = {
    "bold": "1",
    "dim": "2",
    "failed": "31",
    "wrote": "32",
    "running": "33",
    "due": "34",
    "interrupted": "35",
    "accent": "36",
}
_GAP = "  "
_LEAST = 8


class OutputError(CommandError):
    """The standard output takes nothing more."""

    def __init__(self, error: OSError) -> None:
        super().__init__(f"The standard output cannot be written: {error.strerror or error}.")


def give_up(stream: TextIO) -> None:
    """Nothing more may fail to be written to ``stream``, also when the interpreter ends."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class Console:
    """One stream: ``styled`` colours only on a terminal, ``width`` is known only of one.

    ``OutputError`` where results cannot be written; hints are ``dispensable``.
    """

    def __init__(self, stream: TextIO, *, dispensable: bool = False) -> None:
        self.stream = stream
        self._dispensable = dispensable
        self._coloured = _is_terminal(stream) and not os.environ.get("NO_COLOR")
        wide = shutil.get_terminal_size().columns if _is_terminal(stream) else 0
        self.width: int | None = wide or None

    def write(self, text: str = "") -> None:
        """One line, or several."""
        try:
            self.stream.write(f"{text}\n")
            self.stream.flush()
        except BrokenPipeError:
            if not self._dispensable:
                raise
        except OSError as error:
            if not self._dispensable:
                raise OutputError(error) from error
            give_up(self.stream)

    def styled(self, text: str, style: str) -> str:
        """The text in a style, where there are colours."""
        code = _COLOURS.get(style)
        return f"\x1b[{code}m{text}\x1b[0m" if self._coloured and code and text else text

    def json(self, value: Any) -> None:
        """One JSON document."""
        ascii_only = (self.stream.encoding or "").lower().replace("-", "") != "utf8"
        self.write(json.dumps(value, indent=2, ensure_ascii=ascii_only))

    def table(
        self,
        head: Sequence[str],
        rows: Iterable[Sequence[str]],
        *,
        right: Sequence[int] = (),
        styles: Sequence[Sequence[str]] = (),
    ) -> None:
        """Aligned columns; on a terminal the last one is cut at its edge."""
        cells = [tuple(map(visible, row)) for row in rows]
        widths = [max(map(display_width, column)) for column in zip(head, *cells, strict=True)]
        for number, row in enumerate([tuple(head), *cells]):
            look = ["dim"] * len(row) if number == 0 else ()
            if number and number <= len(styles):
                look = list(styles[number - 1])
            self.write(self._line(row, widths, right, look))

    def _line(
        self,
        row: Sequence[str],
        widths: Sequence[int],
        right: Sequence[int],
        look: Sequence[str],
    ) -> str:
        parts = []
        left = 0
        for index, (text, width) in enumerate(zip(row, widths, strict=True)):
            is_last = index == len(row) - 1
            if is_last and self.width is not None:
                text = cut(text, max(_LEAST, self.width - left))
            padding = " " * max(0, width - display_width(text))
            shown = self.styled(text, look[index] if index < len(look) else "")
            if index in right:
                shown = padding + shown
            elif not is_last:
                shown += padding
            parts.append(shown)
            left += width + len(_GAP)
        return _GAP.join(parts).rstrip()


def output() -> Console:
    """The console that results go to."""
    return Console(sys.stdout)


def notes() -> Console:
    """The console that progress and hints go to."""
    return Console(sys.stderr, dispensable=True)


def _is_terminal(stream: TextIO) -> bool:
    return stream.isatty()


def display_width(text: str) -> int:
    """Columns that a text takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(character)
        else 2
        if unicodedata.east_asian_width(character) in "WF"
        else 1
        for character in text
    )


def cut(text: str, width: int) -> str:
    """The text, or its beginning where it takes more columns than ``width``."""
    if display_width(text) <= width:
        return text
    kept = ""
    for character in text:
        if display_width(kept) + display_width(character) > width - 1:
            break
        kept += character
    return kept.rstrip() + "…"


def visible(text: str) -> str:
    """The text on one line, without characters that steer a terminal."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else _escape(character) for character in text
    )


def _escape(character: str) -> str:
    return {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(character, f"\\x{ord(character):02x}")


def safe(text: str) -> str:
    """Text of several lines, without characters that steer a terminal."""
    lines = text.replace("\r\n", "\n").replace("\t", "    ").split("\n")
    return "\n".join(map(visible, lines))


def plain(value: Any, indent: int = 0) -> str:
    """A JSON value to read: keys and items on lines of their own.

    Texts stand without quotes, except those that would read as another value, such as ``"5"``.
    """
    space = "  " * indent
    if isinstance(value, dict) and value:
        return "\n".join(
            _entry(f"{space}{visible(str(key))}:", each, indent) for key, each in value.items()
        )
    if isinstance(value, list) and value:
        return "\n".join(_entry(f"{space}-", each, indent) for each in value)
    if isinstance(value, str) and value and not _reads_as_json(value):
        return "\n".join(f"{space}{line}".rstrip() for line in safe(value).split("\n"))
    return space + json.dumps(value, ensure_ascii=False)


def _reads_as_json(text: str) -> bool:
    if "\n" in text:
        return False
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return not (value and isinstance(value, (dict, list)))


def _entry(start: str, value: Any, indent: int) -> str:
    is_text = isinstance(value, str)
    if (is_text and "\n" in value) or (isinstance(value, (dict, list)) and value):
        below = plain(value, indent + 1)
        if start.endswith("-") and not is_text:
            # The first entry stands beside the dash.
            return f"{start} {below.lstrip()}"
        return f"{start}\n{below}"
    return f"{start} {plain(value)}"
