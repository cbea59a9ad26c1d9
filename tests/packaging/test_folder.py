"""The one-folder build, made by its documented command and started where no Python is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.installed import ROOT, outside_environment

pytestmark = [
    pytest.mark.timeout(900),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the build is Linux's"),
]
GRAPH = '''"""Uses a part of the standard library that the program itself does not."""
import statistics
from typing import TypedDict

from runtime.graph import START, StateGraph


class State(TypedDict, total=False):
    mean: float


def count(state: State) -> State:
    return {"mean": statistics.mean([1, 2, 6])}


EXAMPLE_INPUT: State = {}
graph = StateGraph(State).add_node(count).add_edge(START, "count").compile()
'''


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built program, moved to where it was not built."""
    built = tmp_path_factory.mktemp("built")
    subprocess.run(
        [sys.executable, str(ROOT / ".ci" / "folder.py"), str(built)],
        env=outside_environment(),
        check=True,
        capture_output=True,
        timeout=800,
    )
    moved = tmp_path_factory.mktemp("my programs") / "Pregel Studio"
    shutil.move(built / "pregel-studio", moved)
    return moved / "pregel-studio"


def run(program: Path, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(program), *arguments],
        cwd=home,
        env={"HOME": str(home), "PATH": os.defpath, "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_it_opens_a_sample_and_a_graph_of_ones_own(program: Path, tmp_path: Path) -> None:
    sample = program.parent / "_internal" / "sample_graphs" / "counter.py"
    shown = run(program, tmp_path, str(sample), "--screenshot", "sample.png")
    assert shown.returncode == 0, shown.stderr
    (tmp_path / "mine.py").write_text(GRAPH)
    store = tmp_path / "store.sqlite"
    mine = run(program, tmp_path, "mine.py", "--db", str(store), "--screenshot", "mine.png")
    assert mine.returncode == 0, mine.stderr
    for name in ("sample.png", "mine.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
    # What the graph computed was saved by the process that ran it.
    assert b"mean" in store.read_bytes()


def test_it_puts_itself_into_the_menu(program: Path, tmp_path: Path) -> None:
    done = run(program, tmp_path, "--install-desktop")
    assert done.returncode == 0, done.stderr
    entry = tmp_path / ".local" / "share" / "applications" / "pregel-studio.desktop"
    assert f'Exec="{program}" %f' in entry.read_text(encoding="utf-8")
