"""Build Pregel Studio with its own Python into one folder: ``python .ci/folder.py [DIST]``.

The folder needs no Python on the machine it is copied to. The sources of ``runtime`` lie in it as
files, for graphs that run in the Python of their project.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAME = "pregel-studio"
UNUSED = ("antigravity", "idlelib", "lib2to3", "test", "this", "tkinter", "turtle", "turtledemo")
"""Of the standard library, which a graph may need any other part of."""
DEVELOPMENT = (
    *("hypothesis", "langchain_core", "langgraph", "langsmith", "mypy", "numpy", "pip"),
    *("pkg_resources", "psycopg_pool", "pytest", "ruff", "setuptools", "xdist"),
)
"""What may be installed beside the program where it is built, and does not belong to it."""
AS_FILES = ("runtime", "sample_graphs", "resources")
WHOLE = ("graphlay", "ormsgpack", "pydantic", "pygments", "regex", "simpleeval", "sqlalchemy")


def standard_library() -> list[str]:
    """Modules that a graph may import although nothing here does."""
    names = sorted(sys.stdlib_module_names - set(UNUSED))
    return [
        name
        for name in names
        if not name.startswith("_") and importlib.util.find_spec(name) is not None
    ]


def build(target: Path) -> Path:
    """The folder, made anew; raises ``CalledProcessError``."""
    with tempfile.TemporaryDirectory() as work:
        command = [
            *(sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--onedir"),
            *("--name", NAME, "--log-level", "WARN", "--noupx"),
            *("--distpath", str(target), "--workpath", work, "--specpath", work),
            *("--paths", str(ROOT)),
        ]
        for package in AS_FILES:
            command += ["--add-data", f"{ROOT / package}{os.pathsep}{package}"]
        for package in ("runtime", "studio"):
            command += ["--collect-submodules", package]
        for package in WHOLE:
            command += ["--collect-submodules", package]
        for module in standard_library():
            command += ["--hidden-import", module]
        for module in (*UNUSED, *DEVELOPMENT):
            command += ["--exclude-module", module]
        command.append(str(ROOT / "studio" / "frozen.py"))
        subprocess.run(command, check=True, cwd=ROOT)
    return target / NAME


if __name__ == "__main__":
    print(build(Path(sys.argv[1]).absolute() if len(sys.argv) > 1 else ROOT / "dist"))
