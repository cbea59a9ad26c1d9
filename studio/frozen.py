"""The program of a one-folder build: the window, and what it starts of itself.

There ``sys.executable`` is this program and no Python. It takes the command lines that the rest of
Pregel Studio gives to a Python, for its own modules and for the child's bootstrap only.
"""

import runpy
import sys
from pathlib import Path

from runtime.debug.child import process

MODULES = ("studio.main", "runtime.drawing.layout.worker", "studio.graph.picture")
"""What this program starts of itself by ``-m``."""
_WITH_VALUE = ("-X", "-W")


def main() -> int:
    """Returns the exit code."""
    arguments = _without_options(sys.argv[1:])
    if arguments[:1] == ["-m"] and arguments[1:2] and arguments[1] in MODULES:
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        return 0
    bootstrap = str(Path(process.__file__).with_name("bootstrap.py"))
    if arguments[:1] == [bootstrap]:
        sys.argv = arguments
        runpy.run_path(bootstrap, run_name="__main__")
        return 0
    from studio.main import main as open_window

    return open_window()


def _without_options(arguments: list[str]) -> list[str]:
    """Leave away what a Python would take for itself before the module or the script."""
    place = 0
    while place < len(arguments) and arguments[place].startswith("-") and arguments[place] != "-m":
        if arguments[place].startswith("--"):
            return arguments
        place += 2 if arguments[place] in _WITH_VALUE else 1
    return arguments[place:]


if __name__ == "__main__":
    sys.exit(main())
