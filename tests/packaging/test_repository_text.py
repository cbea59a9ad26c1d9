"""The repository's text names no folder of one machine and no address of a package registry."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

KEPT_DOT_NAMES = {".ci", ".gitattributes", ".gitignore"}
# Written in pieces, so that this file does not find itself.
MACHINE_FOLDERS = re.compile(r"(?<![\w.-])/(?:" + "|".join(["wo" + "rk", "ro" + "ot"]) + r")/\w")
REGISTRIES = re.compile(
    "|".join(
        re.escape(".".join(parts))
        for parts in [
            ("py" + "pi", "org"),
            ("pythonhosted", "org"),
            ("registry", "npm" + "js", "org"),
            ("deb", "debian", "org"),
            ("archive", "ubuntu", "com"),
        ]
    )
)


def kept_files() -> list[Path]:
    """Every file of the checkout but what tools make there (environments, caches, builds)."""
    kept: list[Path] = []
    for entry in sorted(ROOT.iterdir()):
        if entry.name in {"build", "dist"}:
            continue
        if entry.name.startswith(".") and entry.name not in KEPT_DOT_NAMES:
            continue
        files = [entry] if entry.is_file() else entry.rglob("*")
        kept += [file for file in files if file.is_file() and "__pycache__" not in file.parts]
    assert {ROOT / "README.md", Path(__file__).resolve()} <= set(kept)
    return kept


@pytest.mark.parametrize("unwanted", [MACHINE_FOLDERS, REGISTRIES], ids=["folders", "registries"])
def test_no_file_names(unwanted: re.Pattern[str]) -> None:
    found = []
    for file in kept_files():
        content = file.read_bytes()
        if b"\0" in content:
            continue
        for number, line in enumerate(content.decode("utf-8").splitlines(), start=1):
            if unwanted.search(line):
                found.append(f"{file.relative_to(ROOT)}:{number}: {line.strip()[:120]}")
    assert found == []
