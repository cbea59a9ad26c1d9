"""The README as data: its code blocks, its links, and the table that a script writes into it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
PICTURES = ROOT / "resources" / "pictures"

_BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"")
_TABLE = re.compile(r"(<!-- keys: [^\n]*-->\n).*?(<!-- end of keys -->)", re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block; ``line`` is where its first line of text stands, from 1."""

    language: str
    text: str
    line: int


def text() -> str:
    """The whole README."""
    return README.read_text("utf-8")


def blocks(language: str) -> list[Block]:
    """The fenced blocks of a language, in order; there is at least one."""
    whole = text()
    found = [
        Block(match[2], match[3], whole.count("\n", 0, match.start(3)) + 1)
        for match in _BLOCK.finditer(whole)
        if match[2] == language
    ]
    assert found, f"the README has no block of {language!r}"
    return found


def commands(language: str) -> list[str]:
    """The lines of all blocks of a shell language, without comments."""
    lines = [
        line.partition("  #")[0].strip()
        for block in blocks(language)
        for line in block.text.splitlines()
    ]
    return [line for line in lines if line]


def prose() -> str:
    """The README without its fenced blocks."""
    return _BLOCK.sub("", text())


def links() -> list[str]:
    """Targets of every link and picture."""
    return [first or second for first, second in _LINK.findall(prose())]


def anchors() -> set[str]:
    """What ``#...`` may name: the headings as web pages of repositories address them."""
    headings = re.findall(r"^#+ (.+)$", prose(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def with_keys(table: str) -> str:
    """The README with ``table`` as its table of keys."""
    whole = text()
    assert _TABLE.search(whole), "the README has no place for the table of keys"
    return _TABLE.sub(lambda match: f"{match[1]}{table}{match[2]}", whole)
