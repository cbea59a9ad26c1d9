"""What ends a command early: one line for the terminal, the traceback for whoever asks for it."""

import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runtime.debug.views import ErrorView


class CommandError(Exception):
    """Why a command cannot be carried out, in one line.

    ``traceback`` is that of user code, ``next_line`` a command line that goes on from here.
    """

    def __init__(self, message: str, traceback: str = "", next_line: str = "") -> None:
        super().__init__(one_line(message))
        self.traceback = traceback
        self.next_line = next_line


def one_line(text: str) -> str:
    """The text without line breaks; names of files as UTF-8, whatever the locale says."""
    with suppress(UnicodeError):
        text = text.encode("utf-8", "surrogateescape").decode()
    return " ".join(text.split())


def sentences(*parts: str) -> str:
    """The parts that are not empty, each ended by a full stop."""
    kept = [part.strip() for part in parts if part.strip()]
    return " ".join(part if part[-1] in ".!?" else f"{part}." for part in kept)


def command_error(view: "ErrorView", place: str = "", next_line: str = "") -> CommandError:
    """The error that a session or a node reports, with the line of the user's code."""
    message = view.message
    if view.traceback and view.frames and view.type not in message:
        message = f"{view.type}: {message}" if message else view.type
    if view.node:
        message = f"{view.node}: {message}"
    elif place:
        message = f"{place}: {message}"
    if view.frames:
        frame = view.frames[-1]
        if f"line {frame.line})" not in message:
            message += f" ({os.path.basename(frame.path)}:{frame.line})"
    remedy = "" if view.remedy.rstrip(".") in message else view.remedy
    return CommandError(sentences(message, remedy), view.traceback, next_line)
