"""The sample graphs that ship with the program, read without running them."""

import ast
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Sample:
    """One file, and the first sentence of its docstring."""

    path: str
    name: str
    sentence: str


def samples() -> list[Sample]:
    """All samples by name; none where they are not installed as files."""
    try:
        folder = Path(str(files("sample_graphs").joinpath("research.py"))).parent
    except ModuleNotFoundError:
        return []
    found = []
    for path in sorted(folder.glob("[!_]*.py")):
        documentation = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        words = " ".join(documentation.replace("``", "").split())
        first = words.split(". ")[0].rstrip(".")
        found.append(Sample(str(path), path.stem, first + "." if first else ""))
    return found
