"""``pregel`` where its streams take or give nothing, and where the locale knows few characters."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest

from tests.runtime.cli.commands import (
    DONE,
    ERROR,
    GRAPHS,
    Outcome,
    command,
    process,
    surroundings,
)

WORDS = '{"log": ["grüße ☃"]}'
C_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def redirected(where: str, *arguments: object, cwd: Path, **changes: str) -> Outcome:
    """Run in a shell with a redirection."""
    line = f"{shlex.join(command(*arguments))} {where}"
    ended = subprocess.run(
        ["sh", "-c", line],
        cwd=cwd,
        env=surroundings(**changes),
        capture_output=True,
        timeout=100,
        check=False,
    )
    return Outcome(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A folder with a store that holds one thread."""
    run = ["run", GRAPHS / "words.py", "--input", WORDS, "--db", "s.sqlite", "--thread", "t"]
    assert process(*run, cwd=tmp_path).code == DONE
    return tmp_path


@pytest.mark.parametrize(
    ("where", "why"), [(">/dev/full", "No space left on device"), (">&-", "it is closed")]
)
@pytest.mark.parametrize(
    "arguments",
    [
        ["history", "--thread", "t"],
        ["history", "--thread", "t", "--json"],
        ["threads"],
        ["threads", "--debug"],
        ["--help"],
        ["history", "--help"],
        ["--version"],
        [],
    ],
    ids=" ".join,
)
def test_an_output_that_takes_nothing_is_one_line(
    saved: Path, arguments: list[str], where: str, why: str
) -> None:
    is_command = bool(arguments) and not arguments[-1].startswith(("--help", "--version"))
    store = ["--db", "s.sqlite"] if is_command else []
    outcome = redirected(where, *arguments, *store, cwd=saved)
    if "--debug" not in arguments:
        assert outcome.error == f"The standard output cannot be written: {why}."
    else:
        assert outcome.code == ERROR
        assert outcome.err.endswith(f"cannot be written: {why}.\n")


@pytest.mark.parametrize("where", [">/dev/full", ">&-"])
def test_a_run_whose_result_cannot_be_shown_is_saved(saved: Path, where: str) -> None:
    run = ["run", GRAPHS / "words.py", "--input", WORDS, "--db", "s.sqlite", "--thread", "new"]
    outcome = redirected(where, *run, cwd=saved)
    assert outcome.code == ERROR
    assert "Traceback" not in outcome.err
    assert outcome.err.splitlines()[-1].startswith("pregel: The standard output cannot be written")
    shown = process("history", "--db", "s.sqlite", "--thread", "new", "--json", cwd=saved)
    assert shown.json[0]["next"] == []


@pytest.mark.parametrize("where", ["2>/dev/full", "2>&-"])
def test_hints_that_cannot_be_shown_are_left_out(saved: Path, where: str) -> None:
    run = ["run", GRAPHS / "words.py", "--input", WORDS, "--db", "s.sqlite", "--thread", "new"]
    outcome = redirected(where, *run, cwd=saved)
    assert outcome.code == DONE
    assert "grüße ☃" in outcome.out
    assert redirected(where, "nonsense", cwd=saved).code == ERROR


def test_a_reader_that_has_seen_enough(saved: Path) -> None:
    outcome = redirected("| head -n 1", "history", "--thread", "t", "--db", "s.sqlite", cwd=saved)
    assert outcome == Outcome(DONE, "thread t\n", "")


def test_a_locale_without_the_characters(saved: Path) -> None:
    run = ["run", GRAPHS / "words.py", "--db", "s.sqlite", "--thread", "tür"]
    given = process(*run, "--input", WORDS, cwd=saved, **C_LOCALE)
    assert given.code == DONE
    assert r"gr\xfc\xdfe \u2603" in given.out
    (saved / "words.json").write_text(WORDS, encoding="utf-8")
    again = redirected("< words.json", *run, "--input", "-", cwd=saved, **C_LOCALE)
    assert again.code == DONE
    threads = process("threads", "--db", "s.sqlite", "--json", cwd=saved).json
    assert {thread["thread_id"] for thread in threads} == {"t", "tür"}
    missing = process("run", "tür.py", "--input", "{}", cwd=saved, **C_LOCALE)
    assert r"t\xfcr.py" in missing.error


def test_an_input_that_cannot_be_read(saved: Path) -> None:
    run = ["run", GRAPHS / "words.py", "--db", "s.sqlite", "--thread", "t", "--input", "-"]
    (saved / "bytes").write_bytes(b"\xff")
    assert redirected("< bytes", *run, cwd=saved).error.endswith("it is not UTF-8 text.")
    assert redirected("<&-", *run, cwd=saved).error.endswith("the standard input is closed.")


def test_a_value_that_is_inside_itself(tmp_path: Path) -> None:
    run = ["run", GRAPHS / "in_itself.py", "--db", "s.sqlite", "--input", "{}"]
    outcome = process(*run, cwd=tmp_path)
    assert outcome.code == ERROR
    assert "RecursionError" not in outcome.err
    (told,) = [line for line in outcome.err.splitlines() if "Cannot save" in line]
    assert "type list" in told
    assert "channel 'x' by node 'loops'" in told
    error = process(*run, "--json", cwd=tmp_path).json["error"]
    assert error["node"] == "loops"
    assert len(error["traceback"].splitlines()) < 60
