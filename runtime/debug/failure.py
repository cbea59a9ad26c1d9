"""Exceptions as views: what happened, where in the user's own code, and what can be done."""

import os
import re
import sys
import sysconfig
import traceback
from functools import cache

import runtime
from runtime.checkpoint.serde.opaque import StoredError
from runtime.debug.preview import line_of
from runtime.debug.views import ErrorFrame, ErrorView

_LEFT_OUT = (
    "This part of `{}` is not in the runtime; README lists under "
    '"Where a ported program notices a difference" what is left out.'
)
_LONGEST_TRACEBACK = 40_000
_LONGEST_MESSAGE = 8_000


def error_view(error: BaseException, node: str | None = None, remedy: str = "") -> ErrorView:
    """The exception with the frames of the user's code, innermost last."""
    told = _told(error)
    return ErrorView(
        type=type(error).__name__,
        message=_message(error),
        traceback=_shortened("".join(told.format()), _LONGEST_TRACEBACK) if told else "",
        frames=_frames(error, told),
        node=node or _own_text(error, "node") or None,
        remedy=remedy or _remedy(error) or _own_text(error, "remedy"),
    )


_FRAME = re.compile(r'^ *File "(?P<path>.+)", line (?P<line>[0-9]+), in (?P<function>.+)$')


def stored_error_view(stored: object, node: str | None = None) -> ErrorView:
    """A recorded failure, whose exception is gone: a ``StoredError`` or some text."""
    if not isinstance(stored, StoredError):
        text = str(stored) if isinstance(stored, str) else line_of(stored, _LONGEST_MESSAGE)
        return ErrorView(type="Error", message=_shortened(text, _LONGEST_MESSAGE), node=node)
    frames = []
    lines = stored.traceback.splitlines()
    for number, line in enumerate(lines):
        match = _FRAME.match(line)
        if match is not None and is_own_code(match["path"]):
            text = lines[number + 1].strip() if number + 1 < len(lines) else ""
            frames.append(ErrorFrame(match["path"], int(match["line"]), match["function"], text))
    return ErrorView(
        type=stored.type_name.rpartition(".")[2],
        message=_shortened(stored.message, _LONGEST_MESSAGE),
        traceback=stored.traceback,
        frames=tuple(frames),
        node=node,
    )


def _told(error: BaseException) -> traceback.TracebackException | None:
    """The traceback in words; ``None`` where the exception's own text cannot be had."""
    try:
        return traceback.TracebackException.from_exception(error, compact=True)
    except Exception:  # noqa: BLE001 - an exception's own __str__ is the user's code
        return None


def _message(error: BaseException) -> str:
    if isinstance(error, KeyError) and len(error.args) == 1:
        key = error.args[0]
        # A sentence speaks for itself.
        is_sentence = isinstance(key, str) and " " in key
        return (key if is_sentence else f"missing key {key!r}")[:_LONGEST_MESSAGE]
    try:
        return _shortened(str(error), _LONGEST_MESSAGE)
    except Exception as second:  # noqa: BLE001 - an exception's own __str__ is the user's code
        return f"(its text cannot be had: {type(second).__name__})"


def _shortened(text: str, length: int) -> str:
    if len(text) <= length:
        return text
    half = length // 2
    return f"{text[:half]}\n… {len(text) - length:,} characters left out …\n{text[-half:]}"


def _frames(
    error: BaseException, told: traceback.TracebackException | None
) -> tuple[ErrorFrame, ...]:
    if told is None:
        return ()
    frames = [
        ErrorFrame(each.filename, each.lineno or 0, each.name, each.line or "")
        for each in told.stack
    ]
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        text = (error.text or "").strip()
        frames.append(ErrorFrame(error.filename, error.lineno, "<module>", text))
    return tuple(frame for frame in frames if is_own_code(frame.path))


@cache
def is_own_code(path: str) -> bool:
    """Whether a source file is the user's: no part of the runtime, of Python or of a library."""
    if path.startswith("<"):
        return False
    full = os.path.realpath(path)
    return not any(full.startswith(folder) for folder in _foreign_folders())


@cache
def _foreign_folders() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    folders = {os.path.dirname(os.path.realpath(runtime.__file__))}
    folders |= {os.path.realpath(paths[name]) for name in ("stdlib", "platstdlib")}
    folders |= {os.path.realpath(paths[name]) for name in ("purelib", "platlib")}
    return tuple(folder + os.sep for folder in sorted(folders))


def _own_text(error: BaseException, name: str) -> str:
    """What an error of the engine says of itself: a store's what can be done, others the node."""
    found = vars(error).get(name)
    return found if isinstance(found, str) else ""


def _remedy(error: BaseException) -> str:
    if isinstance(error, ModuleNotFoundError) and error.name:
        root = error.name.split(".")[0]
        if root == "runtime":
            return _LEFT_OUT.format(error.name.replace("runtime", "langgraph", 1))
        if root == "langgraph":
            return (
                "Graphs run here on the built-in runtime: change the import root from "
                "`langgraph` to `runtime`, or install langgraph."
            )
        return (
            f"Install the package that provides `{root}` into the Python that runs the graph "
            f"({sys.executable}), or put its folder on PYTHONPATH."
        )
    if isinstance(error, ImportError) and error.name:
        if error.name == "greenlet":
            return ""
        if error.name.split(".")[0] == "runtime":
            return _LEFT_OUT.format("langgraph")
        return f"Check that the installed version of `{error.name}` has what is imported."
    if isinstance(error, SyntaxError):
        return "Correct the line and save the file."
    if isinstance(error, SystemExit):
        return "Put calls that end the program under `if __name__ == '__main__':`."
    return ""
