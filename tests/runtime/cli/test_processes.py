"""``pregel`` as a process: exit codes, streams, Ctrl+C, being killed, how little it imports."""

from __future__ import annotations

import fcntl
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.runtime.cli.commands import (
    DONE,
    ENDED,
    ERROR,
    GRAPHS,
    SAMPLES,
    WAITING,
    command,
    process,
    surroundings,
)

RESEARCH = SAMPLES / "research.py"
SLOW = GRAPHS / "slow.py"
RUNS = "runs.txt"


def test_the_main_path(tmp_path: Path) -> None:
    store = ("--db", "store.sqlite", "--thread", "r")
    given = '{"question": "größer?", "breadth": 2}'
    asked = process("run", RESEARCH, "--input", given, *store, cwd=tmp_path)
    assert asked.code == WAITING, asked.err
    assert "größer?" in asked.out
    answered = process("resume", RESEARCH, "--answer", '"approve"', *store, cwd=tmp_path)
    assert answered.code == DONE, answered.err
    listed = process("history", "--json", *store, cwd=tmp_path)
    rows = json.loads(listed.out)
    assert rows[0]["next"] == []
    shown = process("show", rows[0]["checkpoint_id"], "--json", *store, cwd=tmp_path)
    assert shown.json["values"]["question"] == "größer?"
    drawn = process("draw", RESEARCH, "-o", "graph.svg", *store, cwd=tmp_path)
    assert drawn.code == DONE, drawn.err
    assert (tmp_path / "graph.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("walk",), "walk"),
        (("run",), "FILE.py"),
        (("threads", "--nothing"), "--nothing"),
        (("fork", "x.py", "1"), "--values"),
    ],
)
def test_a_mistake_in_the_command_line_is_an_error(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    refused = process(*arguments, cwd=tmp_path)
    assert refused.code == ERROR
    assert refused.out == ""
    assert words in refused.err
    assert len(refused.err.splitlines()) == 1


def test_help_imports_neither_engine_nor_database(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from runtime.cli.main import main\n"
        "try:\n    main(['run', '--help'])\nexcept SystemExit as end:\n    assert end.code == 0\n"
        "heavy = {'sqlalchemy', 'pydantic', 'platformdirs', 'asyncio', 'ormsgpack', 'PySide6'}\n"
        "own = {'runtime.pregel', 'runtime.graph', 'runtime.debug', 'runtime.checkpoint'}\n"
        "found = (heavy | own) & set(sys.modules)\n"
        "assert not found, found\n"
    )
    helped = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=surroundings(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert helped.returncode == 0, helped.stderr
    assert "--input JSON" in helped.stdout


def test_a_terminal_without_unicode_gets_codes(tmp_path: Path) -> None:
    given = '{"question": "größer?", "breadth": 1}'
    arguments = ("run", RESEARCH, "--input", given, "--db", "store.sqlite")
    asked = process(*arguments, cwd=tmp_path, PYTHONIOENCODING="ascii:strict")
    assert asked.code == WAITING, asked.err
    assert "gr\\xf6\\xdfer?" in asked.out
    as_json = process(*arguments, "--json", cwd=tmp_path, PYTHONIOENCODING="ascii:strict")
    assert as_json.json["interrupts"][0]["value"]["question"] == "größer?"


def test_a_reader_who_leaves_early_is_no_error_message(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    given = '{"question": "w", "breadth": 1}'
    process("run", RESEARCH, "--input", given, "--db", store, cwd=tmp_path)
    with subprocess.Popen(
        command("history", "--json", "--db", store),
        env=surroundings(),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as reader:
        assert reader.stdout is not None
        assert reader.stderr is not None
        reader.stdout.close()
        assert reader.stderr.read() == b""


@contextmanager
def under_way(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """The slow graph in a process, once its second superstep waits; it does so until the end."""
    given = json.dumps({"folder": str(folder), "done": []})
    with (folder / "held").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        run = subprocess.Popen(
            command(
                "run", SLOW, "--input", given, "--thread", "s", "--db", folder / "store.sqlite"
            ),
            env=surroundings(PYTHONUNBUFFERED="1"),
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        try:
            assert run.stderr is not None
            for line in run.stderr:
                if "quick" in line and "wrote" in line:
                    break
            else:
                raise AssertionError("the run ended early")
            yield run
        finally:
            run.kill()
            run.communicate(timeout=60)


def runs(folder: Path) -> list[str]:
    return (folder / RUNS).read_text("utf-8").split()


def test_a_killed_run_goes_on_without_what_had_finished(tmp_path: Path) -> None:
    with under_way(tmp_path) as run:
        run.kill()
        run.wait(timeout=60)
    assert runs(tmp_path) == ["first", "quick"]
    store = ("--db", tmp_path / "store.sqlite", "--thread", "s")
    left = process("history", "--json", *store, cwd=tmp_path).json[0]
    assert left["next"] == ["before", "quick", "waiting"]
    shown = process("show", left["checkpoint_id"], "--json", *store, cwd=tmp_path).json
    assert {task["name"]: task["state"] for task in shown["tasks"]} == {
        "before": "due",
        "quick": "wrote",
        "waiting": "due",
    }
    ran = process("run", SLOW, "--json", *store, cwd=tmp_path)
    assert ran.code == DONE, ran.err
    assert ran.json["output"]["done"] == ["first", "before", "quick", "waiting"]
    assert runs(tmp_path)[:2] == ["first", "quick"]
    assert sorted(runs(tmp_path)[2:]) == ["before", "waiting"]


def test_ctrl_c_ends_the_run_with_everything_saved(tmp_path: Path) -> None:
    with under_way(tmp_path) as run:
        run.send_signal(signal.SIGINT)
        assert run.wait(timeout=60) == ENDED
        assert run.stderr is not None
        said = run.stderr.read()
    assert "Traceback" not in said
    assert "Stopped" in said
    assert "pregel run" in said
    store = ("--db", tmp_path / "store.sqlite", "--thread", "s")
    ran = process("run", SLOW, "--json", *store, cwd=tmp_path)
    assert ran.json["output"]["done"] == ["first", "before", "quick", "waiting"]
    assert runs(tmp_path)[:2] == ["first", "quick"]
    assert sorted(runs(tmp_path)[2:]) == ["before", "waiting"]
