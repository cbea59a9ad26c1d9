"""Stores that are not there, not ours, damaged, locked, too new: one line, and nothing changed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from runtime.checkpoint.location import default_store
from runtime.cli.main import main
from tests.runtime.cli.commands import SAMPLES, Pregel

COUNTER = SAMPLES / "counter.py"
RUN = ("run", COUNTER, "--input", '{"count": 1}')
LOOKING: list[tuple[object, ...]] = [("threads",), ("history",), ("show", "1")]


@pytest.mark.parametrize("command", [*LOOKING, ("resume", COUNTER, "--answer", "1")])
def test_a_missing_store_is_not_made(pregel: Pregel, command: tuple[object, ...]) -> None:
    assert f"{pregel.store}: there is no such file" in pregel(*command).error
    assert not pregel.store.exists()


@pytest.mark.parametrize("empty", [False, True])
def test_a_new_store_is_told_once(pregel: Pregel, empty: bool) -> None:
    if empty:
        pregel.store.touch()
    ran = pregel(*RUN)
    assert ran.code == 0
    assert f"{pregel.store} is new" in ran.err
    assert "is new" not in pregel(*RUN).err


@pytest.mark.parametrize("command", [*LOOKING, RUN])
@pytest.mark.parametrize("content", [b"this is a letter\n", b"PK\x03\x04" * 300])
def test_a_file_of_another_kind_stays_as_it_is(
    pregel: Pregel, command: tuple[object, ...], content: bytes
) -> None:
    pregel.store.write_bytes(content)
    assert "no SQLite database" in pregel(*command).error
    assert pregel.store.read_bytes() == content


@pytest.mark.parametrize("command", [*LOOKING, RUN])
def test_a_database_of_another_program_stays_as_it_is(
    pregel: Pregel, command: tuple[object, ...]
) -> None:
    with sqlite3.connect(pregel.store) as connection:
        connection.execute("CREATE TABLE checkpoints (thread_id TEXT)")
    connection.close()
    before = pregel.store.read_bytes()
    assert str(pregel.store) in pregel(*command).error
    assert pregel.store.read_bytes() == before


@pytest.mark.parametrize("command", [*LOOKING, RUN])
def test_a_store_of_a_newer_program_is_refused(pregel: Pregel, command: tuple[object, ...]) -> None:
    pregel(*RUN)
    with sqlite3.connect(pregel.store) as connection:
        connection.execute("UPDATE pregel_schema SET version = 99")
    connection.close()
    before = pregel.store.read_bytes()
    refused = pregel(*command).error
    assert "version 99" in refused
    assert "newer version of the program" in refused
    assert pregel.store.read_bytes() == before


@pytest.mark.parametrize("command", [*LOOKING, RUN])
def test_a_store_of_an_older_program_is_brought_up_to_date_when_asked(
    pregel: Pregel, command: tuple[object, ...]
) -> None:
    pregel(*RUN)
    with sqlite3.connect(pregel.store) as connection:
        connection.execute("UPDATE pregel_schema SET version = 0")
    connection.close()
    before = pregel.store.read_bytes()
    if command[0] != "show":
        assert "give --migrate once" in pregel(*command).error
        assert pregel.store.read_bytes() == before
    assert f"{pregel.store} was brought up to date" in pregel(*command, "--migrate").err
    assert "up to date" not in pregel(*command).err


@pytest.mark.parametrize("command", LOOKING)
def test_an_empty_file_is_called_empty(pregel: Pregel, command: tuple[object, ...]) -> None:
    pregel.store.touch()
    assert "the file is empty. A run makes it a store" in pregel(*command).error
    assert not pregel.store.read_bytes()


def test_a_damaged_store_is_told(pregel: Pregel) -> None:
    pregel(*RUN)
    content = pregel.store.read_bytes()
    pregel.store.write_bytes(content[: len(content) // 2])
    assert "damaged" in pregel("history").error


def test_a_store_that_lacks_a_table_is_told(pregel: Pregel) -> None:
    pregel(*RUN)
    with sqlite3.connect(pregel.store) as connection:
        connection.execute("DROP TABLE channel_values")
    connection.close()
    before = pregel.store.read_bytes()
    for command in (("threads",), RUN):
        assert "it lacks the tables channel_values" in pregel(*command).error
    assert pregel.store.read_bytes() == before


def test_threads_beside_a_damaged_one_are_listed(pregel: Pregel) -> None:
    pregel(*RUN, "--thread", "bad")
    pregel(*RUN, "--thread", "good")
    with sqlite3.connect(pregel.store) as connection:
        connection.execute("UPDATE checkpoints SET state = x'c1ff00' WHERE thread_id = 'bad'")
    connection.close()
    shown = {row["thread_id"]: row["status"] for row in pregel.json("threads")}
    assert shown == {"bad": "damaged", "good": "idle"}
    assert pregel("history", "--thread", "good").code == 0
    told = pregel("history", "--thread", "bad").error
    assert told.startswith(f"{pregel.store}: Checkpoint ")
    assert "of thread 'bad' is damaged" in told


def test_an_empty_name_is_no_thread(pregel: Pregel) -> None:
    assert "--thread names no thread" in pregel(*RUN, "--thread", "").error
    assert (
        "thread is given in bytes that are no UTF-8"
        in pregel("history", "--thread", "\udcff").error
    )


def test_a_threads_name_does_not_steer_the_terminal(pregel: Pregel) -> None:
    shown = pregel(*RUN, "--thread", "a\nb\x1b[31m")
    assert "thread a\\nb\\x1b[31m" in shown.err
    assert "thread a\\nb\\x1b[31m" in pregel("history").out


def test_a_locked_store_is_told(pregel: Pregel, monkeypatch: pytest.MonkeyPatch) -> None:
    pregel(*RUN)
    holder = sqlite3.connect(pregel.store, isolation_level=None)
    try:
        holder.execute("PRAGMA locking_mode=EXCLUSIVE")
        holder.execute("BEGIN EXCLUSIVE")
        assert "another program holds it" in pregel(*RUN).error
    finally:
        holder.close()


def test_a_folder_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    place = tmp_path / "missing" / "store.sqlite"
    assert main([*map(str, RUN), "--db", str(place)]) == 1
    assert "folder does not exist" in capsys.readouterr().err
    assert not place.parent.exists()


def test_an_address_that_cannot_be_reached_hides_its_password(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["threads", "--db", "nosuchkind://me:secret@nowhere/x"]) == 1
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert "secret" not in said


def test_the_users_own_store_is_made_by_a_run_only(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own = default_store()
    for command in LOOKING:
        assert main([*map(str, command)]) == 1
        assert "there is no store yet" in capsys.readouterr().err
    assert not own.exists()
    assert not own.parent.exists()
    assert main([*map(str, RUN), "--thread", "mine"]) == 0
    assert own.exists()
    capsys.readouterr()
    assert main(["threads"]) == 0
    assert "mine" in capsys.readouterr().out
