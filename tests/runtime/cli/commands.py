"""Runs ``pregel`` as a test needs it: in this process, or as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from runtime.cli.main import main

ROOT = Path(__file__).resolve().parents[3]
GRAPHS = Path(__file__).resolve().parent / "graphs"
SAMPLES = ROOT / "sample_graphs"
DONE, ERROR, WAITING, ENDED = 0, 1, 2, 130


@dataclass(frozen=True)
class Outcome:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The one line of an error."""
        assert self.code == ERROR, (self.out, self.err)
        lines = self.err.splitlines()
        assert len(lines) == 1, lines
        assert lines[0].startswith("pregel: ")
        return lines[0].removeprefix("pregel: ")


class Pregel:
    """Commands in this process, on one store."""

    def __init__(self, capsys: pytest.CaptureFixture[str], store: Path) -> None:
        self._capsys = capsys
        self.store = store

    def __call__(self, *arguments: object) -> Outcome:
        self._capsys.readouterr()
        code = main([*map(str, arguments), "--db", str(self.store)])
        said = self._capsys.readouterr()
        return Outcome(code, said.out, said.err)

    def json(self, *arguments: object, code: int = DONE) -> Any:
        """The JSON that a command prints, which must end with ``code``."""
        outcome = self(*arguments, "--json")
        assert outcome.code == code, (outcome.out, outcome.err)
        return outcome.json


def command(*arguments: object) -> list[str]:
    """The command line of a process of its own."""
    return [sys.executable, "-m", "runtime.cli.main", *map(str, arguments)]


def surroundings(**changes: str) -> dict[str, str]:
    """Its environment."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **changes}


def process(*arguments: object, cwd: Path, **changes: str) -> Outcome:
    """Run to the end."""
    ended = subprocess.run(
        command(*arguments),
        cwd=cwd,
        env=surroundings(**changes),
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    return Outcome(ended.returncode, ended.stdout, ended.stderr)
