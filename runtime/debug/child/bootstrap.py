"""Started in the interpreter that is to run a person's graphs: ``python bootstrap.py FOLDER...``.

It takes the protocol's pipes away from the standard streams, makes ``runtime`` of the program that
started it importable, and serves. FOLDER is where that ``runtime`` lies; the folders behind it lend
the libraries it needs, where the interpreter has none of its own and is of the same kind.

This file alone must be readable by any Python 3, to say in words why an old one cannot serve.
"""

import io
import json
import os
import sys
from typing import Any, Iterable, NoReturn

OLDEST = (3, 11)
VARIABLE = "PREGEL_STUDIO_LENDS"
NEEDED = ("ormsgpack", "platformdirs", "sqlalchemy", "typing_extensions", "xxhash")
PACKAGES = {"sqlalchemy": "SQLAlchemy>=2.1", "typing_extensions": "typing-extensions"}
LENT = (
    *NEEDED,
    "aiosqlite",
    "greenlet",
    "psycopg",
    "psycopg_binary",
    "regex",
    "simpleeval",
    "Crypto",
)


class Lender:
    """Finds packages in folders that are not on the path: only those that are named."""

    def __init__(self, names: "Iterable[str]", folders: "list[str]") -> None:
        self.names = frozenset(names)
        self.folders = folders

    def find_spec(self, name: str, path: "Any" = None, target: "Any" = None) -> "Any":
        if path is not None or name not in self.names:
            return None
        from importlib.machinery import PathFinder

        return PathFinder.find_spec(name, self.folders, target)

    def invalidate_caches(self) -> None:
        pass


def lend(home: str, kind: str, *folders: str) -> None:
    """Make ``runtime`` importable, and what it needs if compiled modules fit this interpreter."""
    sys.meta_path.insert(0, Lender(["runtime"], [home]))
    if kind == "%s-%s" % (sys.implementation.cache_tag, sys.platform):
        sys.meta_path.append(Lender(LENT, list(folders)))


def take_pipes() -> "tuple[int, int]":
    """The descriptors of the protocol. From now on standard input is empty, and what is printed,
    also by C code and by other programs, goes to the error stream."""
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if sys.platform == "win32":
        import msvcrt

        for each in (incoming, outgoing):
            msvcrt.setmode(each, os.O_BINARY)
    return incoming, outgoing


def print_line_by_line() -> None:
    """What is printed is text of any language and is seen at once."""
    for stream in (sys.stdout, sys.stderr):
        # A program without a console may have none.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)


def end_with_parent() -> None:
    """On Linux the system ends this process with the program that started it."""
    if not sys.platform.startswith("linux"):
        return
    try:
        import ctypes
        import signal

        ctypes.CDLL(None).prctl(1, int(signal.SIGKILL), 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        pass


def refuse(outgoing: int, kind: str, message: str, remedy: str) -> "NoReturn":
    """Say why this interpreter cannot serve, and end."""
    parameters = {"type": kind, "message": message, "remedy": remedy}
    frame = {"jsonrpc": "2.0", "method": "unusable", "params": parameters}
    body = json.dumps(frame).encode("ascii")
    os.write(outgoing, b"Content-Length: " + str(len(body)).encode("ascii") + b"\r\n\r\n" + body)
    sys.exit(0)


def lacking() -> "list[str]":
    """Names of the libraries that ``runtime`` needs and that are not to be had."""
    import importlib

    missing = []
    for name in NEEDED:
        try:
            importlib.import_module(name)
        except ImportError:
            missing.append(name)
    return missing


def main() -> None:
    # As for a program that is given by name: its folder is not where modules are found.
    if os.path.realpath(sys.path[0]) == os.path.dirname(os.path.realpath(__file__)):
        del sys.path[0]
    incoming, outgoing = take_pipes()
    end_with_parent()
    version = "%d.%d.%d" % sys.version_info[:3]
    if sys.version_info < OLDEST:
        refuse(
            outgoing,
            "PythonTooOld",
            "%s is Python %s; graphs need Python %d.%d or newer."
            % (sys.executable, version, *OLDEST),
            "Choose another interpreter.",
        )
    print_line_by_line()
    lend(*sys.argv[1:])
    # Programs of multiprocessing that begin anew run this file under another name.
    os.environ[VARIABLE] = json.dumps(sys.argv[1:])
    missing = lacking()
    if missing:
        install = " ".join('"%s"' % PACKAGES.get(each, each) for each in missing)
        refuse(
            outgoing,
            "PackagesMissing",
            "Python %s at %s lacks %s, which the runtime needs."
            % (version, sys.executable, ", ".join(missing)),
            "Install them there: %s -m pip install %s" % (sys.executable, install),
        )
    sys.argv = [""]
    import faulthandler

    faulthandler.enable()
    from runtime.debug.child.server import main as serve

    serve(incoming, outgoing)


if __name__ == "__main__":
    main()
elif __name__ == "__mp_main__" and VARIABLE in os.environ:
    lend(*json.loads(os.environ[VARIABLE]))
