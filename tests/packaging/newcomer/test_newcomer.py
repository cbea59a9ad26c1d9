"""A newcomer with the README installs, starts a sample, approves, forks, compares and exports.

Everything is done with real keys and clicks on a virtual display; where to click is read off the
screen. What came of it is asked of the command `pregel`.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.packaging.installed import ROOT, Installation, outside_environment
from tests.packaging.newcomer.display import PATIENCE, Display, Newcomer, virtual_display

pytestmark = pytest.mark.timeout(400)  # with the installation

COMMANDS = ["pip install", "pregel-studio"]


@pytest.fixture
def display(qapp: object, tmp_path: Path) -> Iterator[Display]:
    with virtual_display(tmp_path) as display:
        yield display


def test_the_first_minutes(
    with_window: Installation,
    display: Display,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    environment = outside_environment() | {"HOME": str(home), "LC_ALL": "C.UTF-8"}

    def asked(*arguments: str) -> Any:
        answer = subprocess.run(
            [with_window.commands / "pregel", *arguments, "--json"],
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        return json.loads(answer.stdout)

    newcomer = Newcomer(display)
    with (tmp_path / "window.log").open("w") as log:
        window = subprocess.Popen(
            [with_window.commands / "pregel-studio"],
            cwd=home,
            env=environment | {"DISPLAY": display.name},
            stdout=log,
            stderr=log,
        )
        try:
            the_first_minutes(newcomer)
            assert window.wait(PATIENCE) == 0
        except BaseException as error:
            display.save(tmp_path / "screen.png")
            error.add_note(f"the screen and what was said: {tmp_path}")
            raise
        finally:
            window.kill()
            window.wait()
    assert (tmp_path / "window.log").read_text() == ""

    (thread,) = asked("threads")
    history = asked("history", "--thread", thread["thread_id"])
    two_branches(history)
    reports = {
        asked("show", row["checkpoint_id"], "--thread", row["thread_id"])["values"]["report"]
        for row in history
        if not row["next"]
    }
    assert len(reports) == 2
    (edit,) = (row for row in history if row["source"] in ("update", "fork"))
    edited = asked("show", edit["checkpoint_id"], "--thread", edit["thread_id"])
    assert edited["values"]["queries"][-1] == "cache metrics"
    (exported,) = home.glob("*.pregelrun")
    assert asked("history", "--db", str(exported), "--thread", thread["thread_id"]) == history

    length = len(COMMANDS) + len(newcomer.actions)
    record_property("actions", length)
    assert f"takes {length} actions" in (ROOT / "README.md").read_text("utf-8"), newcomer.actions


def the_first_minutes(newcomer: Newcomer) -> None:
    newcomer.scrolls_down("counter")
    newcomer.clicks("research")

    newcomer.sees("Give input to start")
    newcomer.presses("F10")
    newcomer.clicks("Start paused")
    newcomer.sees("Next: superstep 1")
    newcomer.presses("F10")
    newcomer.sees("Next: superstep 2")
    newcomer.presses("F5")
    newcomer.sees("Answer later")
    newcomer.clicks("Approve")

    newcomer.sees("Step 5 of 5")
    newcomer.clicks("search (3)")
    newcomer.sees("Viewing step 1 of 5")
    newcomer.presses("ctrl+e")
    newcomer.clicks("queries")
    newcomer.clicks("database load")
    newcomer.presses("ctrl+a")
    newcomer.writes("cache metrics")
    newcomer.sees('"cache metrics"')  # in the effect, which the program has worked out
    newcomer.clicks("Fork and run")
    newcomer.sees("Answer later")
    newcomer.clicks("Approve")

    newcomer.sees("Step 6 of 6")
    newcomer.presses("ctrl+shift+d")
    newcomer.sees("2 checkpoints")
    newcomer.clicks("Compare")
    newcomer.sees("forked at step 1")

    newcomer.clicks("&File")
    newcomer.clicks("Export the run…")
    newcomer.clicks("Export…")
    newcomer.clicks("&Save")
    newcomer.sees("research-1.pregelrun")
    newcomer.presses("ctrl+q")


def two_branches(history: list[dict[str, Any]]) -> None:
    """Both went to their end, and they part in one checkpoint."""
    assert sum(not row["next"] for row in history) == 2
    children = Counter(row["parent_checkpoint_id"] for row in history)
    (fork,) = (row for row in history if children[row["checkpoint_id"]] > 1)
    assert fork["next"] == ["search", "search", "search"]
