"""The entry point: reads the command line, carries out one command, says how it ended."""

import errno
import io
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from runtime.cli.arguments import Options, parse
from runtime.cli.console import OutputError, give_up, notes
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
    _prepare_streams()
    options: Options | None = None
    try:
        options = parse(arguments)
        return _command(options.command)(options)
    except CommandError as error:
        if isinstance(error, OutputError):
            give_up(sys.stdout)
        _report(str(error), options, error.traceback)
        if error.next_line:
            notes().write(error.next_line)
        return ERROR
    except BrokenPipeError:
        # Whoever read the output has seen enough.
        give_up(sys.stdout)
        return ERROR
    except KeyboardInterrupt:
        notes().write("pregel: ended.")
        return ENDED
    except Exception as error:  # noqa: BLE001 - an error is one line, whatever it is
        text = f"{type(error).__name__}: {error}".rstrip(": ")
        _report(f"unexpected {text} (--debug shows the traceback)", options)
        return ERROR


def _command(name: str) -> Callable[[Options], int]:
    module, function = _COMMANDS[name]
    command: Callable[[Options], int] = getattr(import_module(module), function)
    return command


def _report(message: str, options: Options | None, told: str = "") -> None:
    if options is not None and options.debug:
        # Only here: it is not needed otherwise and takes a while to import.
        import traceback

        notes().write((told or traceback.format_exc()).rstrip("\n"))
    notes().write(f"pregel: {one_line(message)}")


def _prepare_streams() -> None:
    """A character that the terminal lacks is shown by its code, and is no error.

    Streams that were closed before the start are ones that nothing can be written to.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, _Closed())
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


class _Closed(io.StringIO):
    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "it is closed")


if __name__ == "__main__":
    sys.exit(main())
