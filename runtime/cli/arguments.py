"""The command line as data."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Never

from runtime.cli.console import output
from runtime.cli.failure import CommandError

EXIT_CODES = """\
exit codes:
  0    done
  1    error, or a mistake in the command line
  2    waiting at an interrupt
  130  ended by Ctrl+C, with everything that had finished saved

JSON is given as text, as @FILE, or as - for the standard input.
"""


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks for; ``None`` is what it leaves open."""

    command: str
    db: str | None = None
    thread: str | None = None
    ns: str | None = None
    as_json: bool = False
    debug: bool = False
    migrate: bool = False
    target: str = ""
    checkpoint_id: str = ""
    input: str | None = None
    answers: tuple[str, ...] = ()
    interrupts: tuple[str, ...] = ()
    values: str = ""
    as_node: str | None = None
    overwrite: bool = False
    output: Path = Path()
    theme: str | None = None
    limit: int | None = None


_TEXTS = frozenset({"thread", "ns", "checkpoint_id", "input", "values", "as_node"})
"""Options that are neither files nor addresses."""


class UsageError(CommandError):
    """A command line that cannot be read."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Never:
        raise UsageError(f"{message} (see {self.prog} --help)")

    def print_help(self, file: Any = None) -> None:
        output().write(self.format_help().rstrip("\n"))


class _Version(argparse.Action):
    """Prints the version of what is installed, which takes a while to look up."""

    def __call__(self, *_: object) -> Never:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("pregel-studio")
        except PackageNotFoundError:
            number = "(not installed)"
        output().write(f"pregel {number}")
        raise SystemExit(0)


def parse(arguments: Sequence[str] | None) -> Options:
    """Read the command line. Raises ``UsageError``; ``--help`` ends the program.

    So does a command line without a command, which gets the help too.
    """
    parser = _parser()
    given = sys.argv[1:] if arguments is None else arguments
    read = vars(parser.parse_args(given))
    if read["command"] is None:
        parser.print_help()
        raise SystemExit(0)
    for name in _TEXTS & read.keys():
        if isinstance(read[name], str):
            read[name] = _as_utf8(read[name])
    for name in ("answers", "interrupts"):
        if name in read:
            read[name] = tuple(map(_as_utf8, read[name] or ()))
    if read.get("thread") == "":
        raise UsageError("--thread names no thread: its value is empty")
    for name in ("thread", "ns", "checkpoint_id"):
        if not _is_text(read.get(name) or ""):
            raise UsageError(f"{name} is given in bytes that are no UTF-8 text")
    return Options(**read)


def _is_text(given: str) -> bool:
    try:
        given.encode()
    except UnicodeEncodeError:
        return False
    return True


def _as_utf8(text: str) -> str:
    """An argument whose bytes the locale has no characters for, read as UTF-8; files stay."""
    if text.isascii() or text.startswith("@"):
        return text
    try:
        return os.fsencode(text).decode()
    except UnicodeError:
        return text


def _parser() -> _Parser:
    parser = _Parser(
        prog="pregel",
        description="Run stateful agent graphs and look into their checkpoints, without a window.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version",
        action=_Version,
        nargs=0,
        dest=argparse.SUPPRESS,
        default=argparse.SUPPRESS,
        help="print the version and end",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    common = _common()

    def add(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(
            name,
            help=text,
            description=text[0].upper() + text[1:] + ".",
            epilog=EXIT_CODES,
            parents=[common],
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    add("threads", "list the threads of a store, the one changed last first")
    history = add("history", "list the checkpoints of a thread, newest first")
    history.add_argument("--limit", metavar="N", type=_count, help="at most N checkpoints")
    show = add("show", "show one checkpoint: values, versions, tasks, interrupts")
    show.add_argument("checkpoint_id", metavar="CHECKPOINT_ID")
    run = add("run", "run a graph with an input, or run a thread on without one")
    _target(run)
    run.add_argument(
        "--input", metavar="JSON", help="the input; without it the thread --thread runs on"
    )
    resume = add("resume", "answer the interrupts of a thread and run on")
    _target(resume)
    resume.add_argument(
        "--answer",
        dest="answers",
        metavar="JSON",
        action="append",
        required=True,
        help="the answer; may be given several times, once for each --interrupt",
    )
    resume.add_argument(
        "--interrupt",
        dest="interrupts",
        metavar="ID",
        action="append",
        help="which interrupt is answered (default: the only one)",
    )
    fork = add("fork", "save changed values at a checkpoint as a new checkpoint")
    _target(fork)
    fork.add_argument("checkpoint_id", metavar="CHECKPOINT_ID")
    fork.add_argument("--values", metavar="JSON", required=True, help="values by channel")
    fork.add_argument(
        "--as-node", metavar="N", help="the node that the values come from (default: the last)"
    )
    fork.add_argument(
        "--overwrite", action="store_true", help="replace values instead of folding them in"
    )
    draw = add("draw", "draw a graph; with --thread, as it stands at the thread's end")
    _target(draw)
    draw.add_argument(
        "-o",
        "--output",
        metavar="OUT.svg|.png|.mmd",
        type=Path,
        required=True,
        help="the picture; .png needs Qt, .mmd is Mermaid text",
    )
    draw.add_argument(
        "--theme",
        choices=["auto", "light", "dark"],
        help="auto (default): as the reader prefers; a .png is light",
    )
    return parser


def _common() -> _Parser:
    common = _Parser(add_help=False)
    group = common.add_argument_group("common options")
    group.add_argument(
        "--db",
        metavar="URL|PATH",
        help="store of checkpoints (default: the user's own, as in the window)",
    )
    group.add_argument("--thread", metavar="ID", help="thread")
    group.add_argument(
        "--ns",
        metavar="NS",
        help='namespace: "" for the graph itself, node:task_id for a subgraph',
    )
    group.add_argument(
        "--migrate",
        action="store_true",
        help="bring a store of an older version up to date first; make a copy of it before",
    )
    group.add_argument("--json", dest="as_json", action="store_true", help="print JSON")
    group.add_argument("--debug", action="store_true", help="print tracebacks of errors")
    return common


def _target(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", metavar="FILE.py[:NAME]", help="graph; the file's code is run")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number from 1")
    return int(text)


def _standard_input(option: str) -> str:
    """Everything that comes in, as UTF-8 whatever the locale says."""
    if sys.stdin is None:
        raise CommandError(f"{option} cannot be read: the standard input is closed.")
    try:
        source = getattr(sys.stdin, "buffer", None)
        return sys.stdin.read() if source is None else source.read().decode()
    except OSError as error:
        raise CommandError(f"{option} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{option} cannot be read: it is not UTF-8 text.") from error


def read_json(text: str, option: str) -> Any:
    """The JSON value that an option gives: as text, as ``@FILE``, or as ``-``."""
    source = option
    if text == "-":
        source, text = f"{option} (standard input)", _standard_input(option)
    elif text.startswith("@"):
        source = f"{option} ({text[1:]})"
        try:
            text = Path(text[1:]).read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
            raise CommandError(f"{source} cannot be read: {why}.") from error
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{source} is not JSON: {error}.") from error
