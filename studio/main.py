"""The ``pregel-studio`` command. Qt is imported only when everything else is in order."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Never, get_args

from runtime.checkpoint.location import default_store
from runtime.debug.exported.run_file import SUFFIX
from studio import desktop
from studio.display import display_problem, libraries_remedy
from studio.session.making import InChild, in_window
from studio.shell.settings import LanguageChoice, SettingsFile

USAGE_ERROR = 1


class StartError(Exception):
    """Why the window cannot open, in words for the terminal."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks for."""

    target: str | None
    database: str | None
    """As named; ``None`` means the user's own, and memory for a picture."""
    thread: str | None
    screenshot: Path | None
    size: tuple[int, int] | None
    theme: str | None
    language: LanguageChoice | None
    given: Any
    """The input as JSON, if ``has_input``."""
    has_input: bool
    step: int | None
    migrate: bool
    in_process: bool


class _Version(argparse.Action):
    """Prints the version of what is installed."""

    def __call__(self, *_: object) -> Never:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("pregel-studio")
        except PackageNotFoundError:
            number = "(not installed)"
        sys.stdout.write(f"pregel-studio {number}\n")
        raise SystemExit(0)


class _Desktop(argparse.Action):
    """Puts the program into the menu of the desktop, or takes it out again, and ends."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> Never:
        if not sys.platform.startswith("linux"):
            parser.error(f"{option_string} is for desktops on Linux")
        installs = option_string == "--install-desktop"
        home = desktop.data_home()
        try:
            if installs:
                done = desktop.install(home, desktop.own_command())
            else:
                done = desktop.remove(home)
        except OSError as error:
            parser.error(f"{error.filename} cannot be changed: {error.strerror}")
        word = "wrote" if installs else "removed"
        sys.stdout.write("".join(f"{word} {path}\n" for path in done) or "nothing was there\n")
        raise SystemExit(0)


def parse(arguments: Sequence[str] | None) -> Options:
    """Read the command line; ends the program with words on a mistake."""
    parser = argparse.ArgumentParser(
        prog="pregel-studio",
        description="Step through a stateful agent graph, look at any checkpoint, edit and fork.",
    )
    parser.add_argument(
        "target",
        nargs="?",
        metavar="FILE",
        help="FILE.py or FILE.py:NAME is a graph, whose code is run; FILE.pregelrun is an exported"
        " run, of which nothing is run",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and end")
    parser.add_argument(
        "--install-desktop",
        action=_Desktop,
        nargs=0,
        help="put the program into the menu of a Linux desktop, and open exported runs with it",
    )
    parser.add_argument(
        "--remove-desktop", action=_Desktop, nargs=0, help="take it out of the menu again"
    )
    parser.add_argument(
        "--db", metavar="URL|PATH", help=f"checkpoint database (default: {default_store()})"
    )
    parser.add_argument(
        "--migrate",
        action="store_true",
        help="bring a database of an older version up to date (copy it before)",
    )
    parser.add_argument(
        "--in-process",
        action="store_true",
        help="run graphs in the window's process, not in one of their own",
    )
    parser.add_argument("--thread", metavar="ID", help="thread to show (default: a new one)")
    parser.add_argument(
        "--screenshot",
        metavar="OUT.png",
        type=Path,
        help="without a display: run until the run pauses or ends, save the window, exit;"
        " with --db and --thread and no file, as the thread is stored",
    )
    parser.add_argument("--size", metavar="WxH", type=_size, help="size of the window")
    parser.add_argument("--theme", choices=["light", "dark"], help="default: as the system")
    parser.add_argument(
        "--language",
        choices=get_args(LanguageChoice),
        help="language of the window (default: as chosen in View, at first the system's)",
    )
    parser.add_argument(
        "--input",
        metavar="JSON",
        help="with --screenshot: the input (default: EXAMPLE_INPUT of the file)",
    )
    parser.add_argument(
        "--at", metavar="STEP", type=int, help="with --screenshot: look at this step"
    )
    read = parser.parse_args(arguments)
    if read.target is not None and read.target.endswith(SUFFIX):
        if read.db is not None:
            parser.error("an exported run is a database of its own: leave --db away")
        read.db, read.target = read.target, None
    named = read.thread is not None or (read.db is not None and read.db.endswith(SUFFIX))
    stored = read.db is not None and named and read.input is None
    if read.screenshot is not None and read.target is None and not stored:
        parser.error("--screenshot needs a FILE.py to open, or --db and --thread to look at")
    if read.screenshot is None and (read.input is not None or read.at is not None):
        parser.error("--input and --at go with --screenshot")
    value = None
    if read.input is not None:
        try:
            value = json.loads(read.input)
        except json.JSONDecodeError as error:
            parser.error(f"--input is not JSON: {error}")
    return Options(
        target=read.target,
        database=read.db,
        thread=read.thread,
        screenshot=read.screenshot,
        size=read.size,
        theme=read.theme,
        language=read.language,
        given=value,
        has_input=read.input is not None,
        step=read.at,
        migrate=read.migrate,
        in_process=read.in_process,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window; returns the exit code."""
    options = parse(arguments)
    # The child starts while Qt is imported.
    child = None if options.in_process or not SettingsFile().values.own_process else InChild()
    try:
        _check_surroundings(options)
        from studio.application import run

        return run(options, child or in_window)
    except StartError as error:
        sys.stderr.write(f"pregel-studio: {error}\n")
        return USAGE_ERROR
    finally:
        if child is not None:
            child.give_up()


def _check_surroundings(options: Options) -> None:
    """Say in words what Qt would abort the process for."""
    if options.screenshot is not None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        import PySide6.QtWidgets  # noqa: F401
    except ModuleNotFoundError as error:
        raise StartError(
            f"the window needs {error.name}, which is not installed here.\n"
            'Install it with: pip install "pregel-studio[studio]"\n'
            "The command `pregel` works without it."
        ) from None
    except ImportError as error:
        raise StartError(f"Qt does not load: {error}.\n{libraries_remedy()}") from None
    problem = display_problem()
    if problem:
        raise StartError(
            f"{problem}\nStart it from a graphical session, make a picture with --screenshot"
            " OUT.png, or use the command `pregel`, which needs no display."
        )


def _size(text: str) -> tuple[int, int]:
    width, separator, height = text.lower().partition("x")
    if not separator or not width.isdecimal() or not height.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is not WIDTHxHEIGHT, for example 1280x800")
    if not (320 <= int(width) <= 7680 and 240 <= int(height) <= 4320):
        raise argparse.ArgumentTypeError(f"{text} is outside of 320x240 to 7680x4320")
    return int(width), int(height)


if __name__ == "__main__":
    # By its name, so that the errors raised elsewhere are the ones caught here.
    from studio.main import main as named_main

    sys.exit(named_main())
