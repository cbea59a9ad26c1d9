"""The entry point: reads the command line, carries out one command, says how it ended."""

import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from runtime.cli.arguments import Options, parse
from runtime.cli.exits import ENDED, ERROR
from runtime.cli.failure import CommandError, one_line

_COMMANDS = {
    "threads": ("runtime.cli.reading", "threads"),
    "history": ("runtime.cli.reading", "history"),
    "show": ("runtime.cli.reading", "show"),
    "run": ("runtime.cli.running", "run"),
    "resume": ("runtime.cli.running", "resume"),
    "fork": ("runtime.cli.forking", "fork"),
    "draw": ("runtime.cli.drawing", "draw"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; returns the exit code."""
    _tolerate_any_text()
    try:
        options = parse(arguments)
    except CommandError as error:
        sys.stderr.write(f"pregel: {error}\n")
        return ERROR
    try:
        code = _command(options.command)(options)
        sys.stdout.flush()
    except CommandError as error:
        _report(str(error), options, error.traceback)
        if error.next_line:
            sys.stderr.write(f"{error.next_line}\n")
        return ERROR
    except BrokenPipeError:
        # Whoever read the output has seen enough; nothing may be written at the interpreter's end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ERROR
    except KeyboardInterrupt:
        sys.stderr.write("pregel: ended.\n")
        return ENDED
    except Exception as error:  # noqa: BLE001 - an error is one line, whatever it is
        text = f"{type(error).__name__}: {error}".rstrip(": ")
        _report(f"unexpected {text} (--debug shows the traceback)", options)
        return ERROR
    return code


def _command(name: str) -> Callable[[Options], int]:
    module, function = _COMMANDS[name]
    command: Callable[[Options], int] = getattr(import_module(module), function)
    return command


def _report(message: str, options: Options, told: str = "") -> None:
    if options.debug:
        # Only here: it is not needed otherwise and takes a while to import.
        import traceback

        sys.stderr.write(told or traceback.format_exc())
    sys.stderr.write(f"pregel: {one_line(message)}\n")


def _tolerate_any_text() -> None:
    """A character that the terminal lacks is shown by its code, and is no error."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
