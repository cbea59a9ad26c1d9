"""Sections of ``RESULTS.md`` that other scripts write: each keeps its own, and all others."""

import re
from pathlib import Path

RESULTS = Path(__file__).parent / "RESULTS.md"


def _begin(name: str) -> str:
    return f"<!-- {name}: made by `python -m tests.bench.{name} --write` -->"


def _end(name: str) -> str:
    return f"<!-- end of {name} -->"


def with_section(text: str, name: str, section: str) -> str:
    """``text`` with a section put in place of the one of that name, or at the end."""
    block = f"{_begin(name)}\n{section.strip()}\n{_end(name)}"
    known = re.compile(f"{re.escape(_begin(name))}.*?{re.escape(_end(name))}", re.DOTALL)
    if known.search(text):
        return known.sub(lambda _: block, text)
    return f"{text.rstrip()}\n\n{block}\n"


def sections_of(text: str) -> str:
    """All sections, one after the other."""
    found = re.findall(r"<!-- (\w+): made by .*?<!-- end of \1 -->", text, re.DOTALL)
    return "".join(
        f"\n{text[text.index(_begin(name)) : text.index(_end(name)) + len(_end(name))]}\n"
        for name in found
    )


def write_section(name: str, section: str) -> None:
    """Put a section into the results."""
    text = RESULTS.read_text() if RESULTS.exists() else ""
    RESULTS.write_text(with_section(text, name, section))
