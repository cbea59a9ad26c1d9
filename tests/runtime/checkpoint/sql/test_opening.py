"""Opening a store: what is refused and how, and that nothing is touched unasked."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect

from runtime.checkpoint.serde.opaque import Opaque
from runtime.checkpoint.sql import (
    NotAStoreError,
    SqlSaver,
    StoreCorruptError,
    StoreError,
    StoreLockedError,
    StoreMissingError,
    StoreReadOnlyError,
    StoreTooNewError,
    StoreTooOldError,
    StoreUnreachableError,
)
from runtime.checkpoint.sql.schema import VERSION
from runtime.checkpoint.sqlite import SqliteSaver
from tests.runtime.checkpoint.making import config, save

WAYS: list[dict[str, Any]] = [{"create": False}, {"read_only": True}]


def snapshot(folder: Path) -> dict[str, bytes]:
    """Names and contents of everything in a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*")}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A closed store with one checkpoint in thread ``t``."""
    path = tmp_path / "here" / "store.db"
    path.parent.mkdir()
    with SqlSaver(path) as saver:
        save(saver, {"a": 1, "big": "x" * 1000})
    return path


@pytest.mark.parametrize("way", WAYS)
def test_a_missing_file_is_not_made(tmp_path: Path, way: dict[str, Any]) -> None:
    path = tmp_path / "absent.db"
    with pytest.raises(StoreMissingError) as caught:
        SqlSaver(path, **way)
    assert caught.value.place == str(path)
    assert str(path) in str(caught.value)
    assert caught.value.remedy in str(caught.value)
    assert snapshot(tmp_path) == {}


def test_a_missing_folder_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreMissingError, match="folder does not exist"):
        SqlSaver(tmp_path / "no" / "store.db")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(NotAStoreError, match="folder"):
        SqlSaver(tmp_path)


@pytest.mark.parametrize("way", [*WAYS, {"create": True}])
@pytest.mark.parametrize("content", [b"hello", b"SQLite format 2\0" * 100, b"PK\3\4" * 2000])
def test_a_file_of_another_kind_is_left_alone(
    tmp_path: Path, content: bytes, way: dict[str, Any]
) -> None:
    path = tmp_path / "other.db"
    path.write_bytes(content)
    with pytest.raises(NotAStoreError, match="no SQLite database"):
        SqlSaver(path, **way)
    assert snapshot(tmp_path) == {"other.db": content}


@pytest.mark.parametrize("way", WAYS)
def test_an_empty_file_holds_no_checkpoints(tmp_path: Path, way: dict[str, Any]) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    with pytest.raises(NotAStoreError):
        SqlSaver(path, **way)
    assert snapshot(tmp_path) == {"empty.db": b""}


@pytest.mark.parametrize("way", [*WAYS, {"create": True}])
def test_a_database_of_something_else_is_left_alone(tmp_path: Path, way: dict[str, Any]) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    before = snapshot(tmp_path)
    with pytest.raises(NotAStoreError, match=r"another program \(tables recipes\)"):
        SqlSaver(path, **way)
    assert snapshot(tmp_path) == before


def test_an_engine_that_is_given_may_hold_other_tables(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'application.db'}")
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE recipes (name TEXT)")
    SqlSaver(engine).close()
    assert {"recipes", "checkpoints"} <= set(inspect(engine).get_table_names())
    engine.dispose()


@pytest.mark.parametrize("way", [*WAYS, {"create": True}])
def test_tables_of_another_program_are_left_alone(tmp_path: Path, way: dict[str, Any]) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE checkpoints (thread_id TEXT, checkpoint BLOB)")
    connection.close()
    before = snapshot(tmp_path)
    with pytest.raises(NotAStoreError, match=r"another program \(checkpoints\)"):
        SqlSaver(path, **way)
    assert snapshot(tmp_path) == before


def set_version(path: Path, version: int) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE pregel_schema SET version = ?", (version,))
    connection.close()


@pytest.mark.parametrize("way", [*WAYS, {"create": True}])
def test_a_newer_schema_is_left_alone(store: Path, way: dict[str, Any]) -> None:
    set_version(store, VERSION + 1)
    before = snapshot(store.parent)
    with pytest.raises(StoreTooNewError, match=f"version {VERSION + 1}, this program knows"):
        SqlSaver(store, **way)
    assert snapshot(store.parent) == before


@pytest.mark.parametrize("way", WAYS)
def test_a_migration_has_to_be_allowed(store: Path, way: dict[str, Any]) -> None:
    with sqlite3.connect(store) as connection:
        for table in ("checkpoints", "channel_values", "checkpoint_writes"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("UPDATE pregel_schema SET version = 0")
    connection.close()
    before = snapshot(store.parent)
    with pytest.raises(StoreTooOldError, match="version 0, this program needs"):
        SqlSaver(store, **way)
    assert snapshot(store.parent) == before
    with SqlSaver(store) as saver:
        save(saver, {"a": 1})
        assert saver.get(config()) is not None


def test_an_unreadable_version_is_damage(store: Path) -> None:
    with sqlite3.connect(store) as connection:
        connection.execute("DELETE FROM pregel_schema")
    connection.close()
    with pytest.raises(StoreCorruptError, match="version"):
        SqlSaver(store)


@pytest.mark.parametrize("way", [*WAYS, {"create": True}])
def test_a_damaged_file_is_named(store: Path, way: dict[str, Any]) -> None:
    content = bytearray(store.read_bytes())
    content[100:4096] = b"\xff" * 3996
    store.write_bytes(content)
    with pytest.raises(StoreCorruptError) as caught:
        SqlSaver(store, **way)
    assert caught.value.place == str(store)
    assert store.read_bytes() == content


def test_damage_that_shows_only_when_reading(store: Path) -> None:
    content = bytearray(store.read_bytes())
    for page in range(2, len(content) // 4096):
        content[page * 4096 : page * 4096 + 200] = b"\xee" * 200
    store.write_bytes(content)
    with SqlSaver(store, read_only=True) as saver, pytest.raises(StoreCorruptError):
        saver.get(config())


@pytest.fixture
def locked(store: Path) -> Iterator[Path]:
    """A store, without a journal of its own, that another connection holds exclusively."""
    holder = sqlite3.connect(store, isolation_level=None)
    holder.execute("PRAGMA journal_mode=DELETE")
    holder.execute("BEGIN EXCLUSIVE")
    yield store
    holder.close()


def test_a_locked_file_is_said_to_be_locked(locked: Path) -> None:
    with pytest.raises(StoreLockedError, match="another program holds it") as caught:
        SqlSaver(locked, create=False, busy_timeout=0.05)
    assert caught.value.place == str(locked)


def test_a_store_that_is_locked_while_writing(store: Path) -> None:
    holder = sqlite3.connect(store, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with SqlSaver(store, create=False, busy_timeout=0.05) as saver:
        with pytest.raises(StoreLockedError):
            save(saver, {"a": 2}, step=5)
        assert len(list(saver.list(config()))) == 1
        holder.execute("ROLLBACK")
        save(saver, {"a": 2}, step=5)
        assert len(list(saver.list(config()))) == 2
    holder.close()


def test_reading_leaves_every_byte_and_name(store: Path) -> None:
    before = snapshot(store.parent)
    with SqlSaver(store, read_only=True) as saver:
        found = saver.get_tuple(config())
        assert found is not None
        assert found.checkpoint["channel_values"] == {"a": 1, "big": "x" * 1000}
        assert saver.list_threads().total == 1
        assert len(saver.list_rows("t")) == 1
        with pytest.raises(StoreReadOnlyError, match="opened for reading"):
            save(saver, {"a": 2})
        with pytest.raises(StoreReadOnlyError):
            saver.put_writes(found.config, [("a", 1)], "task")
        with pytest.raises(StoreReadOnlyError):
            saver.delete_thread("t")
        assert snapshot(store.parent) == before
    assert snapshot(store.parent) == before


def test_reading_where_nothing_may_be_written(store: Path) -> None:
    store.chmod(0o444)
    store.parent.chmod(0o555)
    try:
        with SqlSaver(store, read_only=True) as saver:
            assert saver.get(config()) is not None
    finally:
        store.parent.chmod(0o755)


def test_a_journal_without_its_program_is_read_and_left_alone(store: Path, tmp_path: Path) -> None:
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    with SqlSaver(store) as running:
        save(running, {"a": 2}, step=5)
        for suffix in ("", "-wal"):
            content = store.with_name(store.name + suffix).read_bytes()
            (crashed / ("store.db" + suffix)).write_bytes(content)
    before = snapshot(crashed)
    assert len(before["store.db-wal"]) > 0
    with SqlSaver(crashed / "store.db", read_only=True) as saver:
        assert [found.metadata["step"] for found in saver.list(config())] == [5, 0]
        assert snapshot(crashed) == before
    assert snapshot(crashed) == before


def test_a_store_can_be_read_while_another_program_writes(store: Path) -> None:
    with SqlSaver(store) as running, SqlSaver(store, read_only=True) as reading:
        for step in range(1, 4):
            save(running, {"a": step}, step=step)
            found = reading.get(config())
            assert found is not None
            assert found["channel_values"] == {"a": step}


def test_a_strangers_store_is_read_without_its_classes(store: Path) -> None:
    from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
    from tests.runtime.checkpoint.serde import shapes

    with SqlSaver(store) as saver:
        save(saver, {"point": shapes.Point(1)}, step=1)
    with SqlSaver(store, read_only=True, serde=JsonPlusSerializer(trusted=False)) as saver:
        found = saver.get(config())
    assert found is not None
    point = found["channel_values"]["point"]
    assert type(point) is Opaque
    assert point.content == {"x": 1, "y": 0.5}


def test_the_ways_to_name_a_store(tmp_path: Path) -> None:
    path = tmp_path / "a b ü?#%.db"
    with SqlSaver(path) as saver:
        save(saver, {"a": 1})
        assert saver.place == str(path)
    for target in (str(path), path):
        with SqlSaver(target, create=False) as saver:
            assert saver.get(config()) is not None
        with SqlSaver(target, read_only=True) as saver:
            assert saver.get(config()) is not None
    plain = tmp_path / "plain.db"
    with SqlSaver(f"sqlite:///{plain}") as saver:
        save(saver, {"a": 1})
    engine = create_engine(f"sqlite:///{plain}")
    with SqlSaver(engine, create=False) as saver:
        assert saver.get(config()) is not None
    engine.dispose()
    assert plain.exists()


@pytest.mark.parametrize("target", ["no address://", "nothing://x/y"])
def test_addresses_that_lead_nowhere(target: str) -> None:
    with pytest.raises((StoreMissingError, StoreUnreachableError)):
        SqlSaver(target)


def test_a_closed_store_says_so(store: Path) -> None:
    saver = SqlSaver(store)
    saver.close()
    saver.close()
    with pytest.raises(StoreError, match="was closed"):
        save(saver, {"a": 1})


def test_synchronous_can_be_chosen(tmp_path: Path) -> None:
    with SqlSaver(tmp_path / "full.db", synchronous="full") as saver:
        save(saver, {"a": 1})
        with saver.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    with pytest.raises(ValueError, match="synchronous"):
        SqlSaver(tmp_path / "other.db", synchronous="ON; DROP")
    assert not (tmp_path / "other.db").exists()


def test_a_saver_used_after_its_block_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with SqliteSaver.from_conn_string(str(tmp_path / "s.sqlite")) as saver:
        assert list(saver.list(None)) == []
    with pytest.raises(StoreError, match="is closed"):
        list(saver.list(None))
    assert not caplog.records
