"""The sample graphs that ship with the program, read without running them."""

import ast
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from studio.language import later, tr

SENTENCES = (
    later(
        "An agent that calls tools: agent asks a model, which streams its words and asks for tools,"
        " tools runs each of its calls as a task of its own, and the edge leads back until the"
        " model only answers."
    ),
    later("The smallest graph: one channel, one node."),
    later("Two branches of unequal length, collected in two ways."),
    later(
        "A cycle with an exit: write produces a small program with slips in it, compile has"
        " Python's own parser look at it, and fix repairs the one error that the parser named."
    ),
    later("What a failure costs: only the task that failed."),
    later("An incident inquiry that fans out and waits for a person."),
    later("A refund that nobody pays out by accident."),
)
"""What the samples say of themselves, for the catalog."""


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
        sentence = f"{first}." if first else ""
        found.append(Sample(str(path), path.stem, tr(sentence)))
    return found
