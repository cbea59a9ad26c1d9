"""The import rules: what each layer may know, read from the sources and tried in a bare process."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OTHER_ENGINES = {"langgraph", "langchain", "langchain_core"}
QT = {"PySide6", "shiboken6", "PyQt5", "PyQt6"}
SEAM = (
    "runtime.checkpoint",
    "runtime.constants",
    "runtime.debug",
    "runtime.drawing",
    "runtime.errors",
    "runtime.types",
)
TOP_LEVEL = {
    "CHANGELOG.md", "LICENSE", "Makefile", "README.md", "pyproject.toml", "requirements-test.txt",
    "requirements.txt", "resources", "runtime", "sample_graphs", "studio", "tests",
}  # fmt: skip

# Import every module of a package while the named packages cannot be found.
IMPORT_EVERYTHING = """
import importlib, importlib.abc, pkgutil, sys

class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in set(sys.argv[2].split(",")):
            raise ModuleNotFoundError(name + " is not installed here", name=name)
        return None

sys.meta_path.insert(0, Absent())
package = importlib.import_module(sys.argv[1])
names = [module.name for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
print(len(names))
"""


def sources(package: str) -> list[Path]:
    found = sorted((ROOT / package).rglob("*.py"))
    assert found, f"{package}/ has no sources"
    return found


def imported_modules(source: Path) -> Iterator[tuple[int, str]]:
    """Line and absolute name of every import, wherever it stands in the file."""
    package = source.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(source.read_text("utf-8"), str(source))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield node.lineno, f"{module}.{alias.name}"


def violations(package: str, forbidden: set[str]) -> list[str]:
    return [
        f"{source.relative_to(ROOT)}:{line} imports {name}"
        for source in sources(package)
        for line, name in imported_modules(source)
        if name.partition(".")[0] in forbidden
    ]


def test_runtime_knows_no_qt_no_window_and_no_other_engine() -> None:
    forbidden = QT | OTHER_ENGINES | {"studio", "sample_graphs", "resources", "tests"}
    assert violations("runtime", forbidden) == []


def test_studio_reaches_the_runtime_only_through_the_seam() -> None:
    wrong = [
        f"{source.relative_to(ROOT)}:{line} imports {name}"
        for source in sources("studio")
        for line, name in imported_modules(source)
        if name.partition(".")[0] == "runtime"
        and not any(name == seam or name.startswith(seam + ".") for seam in SEAM)
    ]
    assert wrong == []


def test_studio_knows_no_other_engine_and_no_sample() -> None:
    assert violations("studio", OTHER_ENGINES | {"sample_graphs", "tests"}) == []


def test_samples_use_the_public_runtime_alone() -> None:
    allowed = set(sys.stdlib_module_names) | {"runtime", "pydantic", "typing_extensions"}
    wrong = [
        f"{source.relative_to(ROOT)}:{line} imports {name}"
        for source in sources("sample_graphs")
        for line, name in imported_modules(source)
        if name.partition(".")[0] not in allowed
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("package", "absent"),
    [
        ("runtime", sorted(QT | OTHER_ENGINES | {"pydantic", "psycopg", "aiosqlite", "pygments"})),
        ("studio", sorted(OTHER_ENGINES | {"runtime.pregel"})),
    ],
)
def test_every_module_imports_without(package: str, absent: list[str]) -> None:
    finished = subprocess.run(
        [sys.executable, "-W", "error", "-c", IMPORT_EVERYTHING, package, ",".join(absent)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert int(finished.stdout) > 0


def test_top_level_is_what_a_reader_expects() -> None:
    made_here = {"build", "dist"}
    found = {
        entry.name
        for entry in ROOT.iterdir()
        if not entry.name.startswith(".") and entry.name != "__pycache__"
    }
    assert found - made_here == TOP_LEVEL
