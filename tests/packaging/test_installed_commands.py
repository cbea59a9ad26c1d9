"""The installed commands, in a new environment without a checkout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.packaging.installed import Installation

pytestmark = pytest.mark.timeout(400)  # the first test of each kind installs

EXAMPLE = "import json, runpy, sys; print(json.dumps(runpy.run_path({!r})['EXAMPLE_INPUT']))"
DONE, ERROR, WAITING = 0, 1, 2


def example_input(installation: Installation, sample: str) -> str:
    return installation.python(EXAMPLE.format(sample))


def history(installation: Installation, database: Path) -> list[dict[str, Any]]:
    listed = installation.run("pregel", "history", "--json", *store(database))
    assert listed.returncode == DONE, listed.stderr
    checkpoints: list[dict[str, Any]] = json.loads(listed.stdout)
    return checkpoints


def store(database: Path) -> tuple[str, ...]:
    return ("--db", str(database), "--thread", "t")


def test_headless_installation_has_no_qt(headless: Installation) -> None:
    found = headless.python("import importlib.util as u; print(u.find_spec('PySide6'))")
    assert found == "None"


def test_pregel_says_what_it_can_do(headless: Installation) -> None:
    helped = headless.run("pregel", "--help")
    assert helped.returncode == DONE, helped.stderr
    for command in ("threads", "history", "show", "run", "resume", "fork", "draw"):
        assert command in helped.stdout


def test_pregel_runs_and_lists_a_thread(headless: Installation, tmp_path: Path) -> None:
    sample, database = headless.sample("counter.py"), tmp_path / "store.sqlite"
    given = example_input(headless, sample)
    ran = headless.run("pregel", "run", sample, "--input", given, *store(database))
    assert ran.returncode == DONE, ran.stderr

    checkpoints = history(headless, database)
    assert checkpoints[0]["next"] == []
    assert checkpoints[-1]["source"] == "input"
    assert [entry["parent_checkpoint_id"] for entry in checkpoints] == [
        *(entry["checkpoint_id"] for entry in checkpoints[1:]),
        None,
    ]

    shown = headless.run(
        "pregel", "show", checkpoints[0]["checkpoint_id"], "--json", *store(database)
    )
    assert shown.returncode == DONE, shown.stderr
    assert {"values", "channel_versions", "versions_seen", "pending_writes"} <= set(
        json.loads(shown.stdout)
    )


def test_pregel_waits_at_an_interrupt_and_resumes(headless: Installation, tmp_path: Path) -> None:
    sample, database = headless.sample("research.py"), tmp_path / "store.sqlite"
    given = example_input(headless, sample)
    waiting = headless.run("pregel", "run", sample, "--input", given, *store(database))
    assert waiting.returncode == WAITING, waiting.stderr
    before = history(headless, database)
    assert before[0]["next"]

    resumed = headless.run("pregel", "resume", sample, "--answer", '"approve"', *store(database))
    assert resumed.returncode == DONE, resumed.stderr
    after = history(headless, database)
    assert after[0]["next"] == []
    assert after[len(after) - len(before) :] == before


def test_pregel_forks_and_the_old_branch_stays(headless: Installation, tmp_path: Path) -> None:
    sample, database = headless.sample("counter.py"), tmp_path / "store.sqlite"
    ran = headless.run("pregel", "run", sample, "--input", '{"count": 4}', *store(database))
    assert ran.returncode == DONE, ran.stderr
    before = history(headless, database)

    fork = ["fork", sample, before[0]["checkpoint_id"], "--values", '{"count": 10}']
    forked = headless.run("pregel", *fork, "--as-node", "increment", *store(database))
    assert forked.returncode == DONE, forked.stderr
    after = history(headless, database)
    assert after[len(after) - len(before) :] == before
    assert after[0]["source"] == "update"
    assert after[0]["parent_checkpoint_id"] == before[0]["checkpoint_id"]

    shown = headless.run("pregel", "show", after[0]["checkpoint_id"], "--json", *store(database))
    assert json.loads(shown.stdout)["values"] == {"count": 4 + 1 + 10}
    threads = headless.run("pregel", "threads", "--json", "--db", str(database))
    assert [thread["thread_id"] for thread in json.loads(threads.stdout)] == ["t"]


@pytest.mark.parametrize("suffix", ["svg", "mmd"])
def test_pregel_draws(suffix: str, headless: Installation, tmp_path: Path) -> None:
    picture = tmp_path / f"graph.{suffix}"
    drawn = headless.run("pregel", "draw", headless.sample("research.py"), "-o", str(picture))
    assert drawn.returncode == DONE, drawn.stderr
    assert "synthesize" in picture.read_text("utf-8")


def test_pregel_error_is_one_line(headless: Installation, tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.py")
    failed = headless.run("pregel", "run", missing, "--input", "{}", *store(tmp_path / "s.sqlite"))
    assert failed.returncode == ERROR
    assert missing in failed.stderr
    assert len(failed.stderr.strip().splitlines()) == 1


def test_window_without_qt_names_the_extra(headless: Installation) -> None:
    refused = headless.run("pregel-studio")
    assert refused.returncode == ERROR
    assert "pregel-studio[studio]" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_window_without_a_display_says_so(with_window: Installation) -> None:
    refused = with_window.run("pregel-studio", with_window.sample("counter.py"))
    assert refused.returncode == ERROR
    assert "display" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_window_draws_a_sample(with_window: Installation, tmp_path: Path) -> None:
    picture = tmp_path / "window.png"
    sample = with_window.sample("research.py")
    drawn = with_window.run(
        "pregel-studio", sample, "--screenshot", str(picture), QT_QPA_PLATFORM="offscreen"
    )
    assert drawn.returncode == DONE, drawn.stderr
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 20_000


def test_resources_are_read_from_the_installation(with_window: Installation) -> None:
    code = "import importlib.resources as r; print(len([*r.files('resources.icons').iterdir()]))"
    assert int(with_window.python(code)) > 0
