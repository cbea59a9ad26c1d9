"""Databases with stores in them: opening, sharing, refusing."""

import hashlib
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect

from runtime.cache.sqlite import SqliteCache
from runtime.checkpoint.base import empty_checkpoint
from runtime.checkpoint.serde.errors import UnsavableValueError
from runtime.checkpoint.sql import (
    NotAStoreError,
    SqlSaver,
    StoreMissingError,
    StoreReadOnlyError,
    StoreTooNewError,
)
from runtime.checkpoint.sqlite import SqliteSaver
from runtime.store.base import IndexConfig, PutOp
from runtime.store.sql import SqlStore
from runtime.store.sql.schema import STORE
from runtime.store.sqlite import SqliteStore


def letters(texts: Sequence[str]) -> list[list[float]]:
    return [[float(text.count(letter)) for letter in "ab"] for text in texts]


INDEX: IndexConfig = {"dims": 2, "embed": letters, "fields": ["t"]}


def test_a_file_keeps_everything(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with SqlStore(path, index=INDEX) as store:
        store.put(("b",), "1", {"t": "a", "tuple": (1, 2)})
        store.put(("a",), "1", {"t": "b"})
    with SqlStore(str(path), index=INDEX) as store:
        store.put(("c",), "1", {"t": "ab"})
        assert [item.namespace for item in store.search(())] == [("b",), ("a",), ("c",)]
        assert [item.namespace for item in store.search((), query="b")] == [("a",), ("c",), ("b",)]
        assert store.search(("b",))[0].value == {"t": "a", "tuple": (1, 2)}


def test_two_stores_on_one_file_see_each_other(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with SqlStore(path) as one, SqlStore(path) as two:
        one.put(("a",), "k", {"v": 1})
        item = two.get(("a",), "k")
        assert item is not None
        two.delete(("a",), "k")
        assert one.get(("a",), "k") is None


def test_a_saver_a_store_and_a_cache_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "all.db"
    with SqlStore(path) as store, SqlSaver(path) as saver, SqliteCache[int](path=path) as cache:
        store.put(("a",), "k", {"v": 1})
        config = saver.put({"configurable": {"thread_id": "t"}}, empty_checkpoint(), {}, {})
        cache.set({(("a",), "k"): (1, None)})
        assert store.get(("a",), "k") is not None
        assert saver.get_tuple(config) is not None
        assert cache.get([(("a",), "k")]) == {(("a",), "k"): 1}


def test_a_saver_and_a_store_share_a_connection(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "all.db", check_same_thread=False)
    failures: list[BaseException] = []
    with SqliteStore(connection) as store, SqliteSaver(connection) as saver:

        def put_items() -> None:
            for number in range(100):
                store.put(("a",), str(number), {"v": number})

        def put_checkpoints() -> None:
            for number in range(100):
                config = {"configurable": {"thread_id": str(number)}}
                saver.put(config, empty_checkpoint(), {}, {})

        def watched(work: Callable[[], None]) -> None:
            try:
                work()
            except BaseException as error:
                failures.append(error)
                raise

        threads = [
            threading.Thread(target=watched, args=(work,)) for work in (put_items, put_checkpoints)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failures
        assert len(store.search((), limit=1000)) == 100
        assert len(list(saver.list(None))) == 100
    assert connection.execute("SELECT count(*) FROM store_items").fetchone() == (100,)
    connection.close()


def test_an_engine_of_the_program_stays_open() -> None:
    engine = create_engine("sqlite://")
    with SqlStore(engine) as store:
        store.put(("a",), "k", {"v": 1})
    assert "store_items" in inspect(engine).get_table_names()
    engine.dispose()


def test_a_value_that_cannot_be_saved_is_named_and_nothing_is_written() -> None:
    with SqlStore(":memory:") as store:
        store.put(("a",), "before", {"v": 1})
        with pytest.raises(UnsavableValueError) as caught:
            store.batch(
                [PutOp(("a",), "good", {"v": 1}), PutOp(("a",), "bad", {"v": threading.Lock()})]
            )
        assert caught.value.__notes__ == ["While putting 'bad' under ('a',)"]
        assert [item.key for item in store.search(())] == ["before"]


def test_nothing_is_made_unless_asked(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with pytest.raises(StoreMissingError, match=r"store\.db: there is no such file"):
        SqlStore(path, create=False)
    assert not path.exists()
    with SqlSaver(path):
        pass
    with pytest.raises(NotAStoreError, match="it holds no items of this program"):
        SqlStore(path, read_only=True)


def test_a_newer_schema_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with SqlStore(path) as store, store.engine.begin() as connection:
        connection.execute(STORE.version_table.update().values(version=STORE.version + 1))
    with pytest.raises(StoreTooNewError, match=f"version {STORE.version + 1}"):
        SqlStore(path)


def test_tables_of_another_program_are_left_alone(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "other.db")
    connection.execute("CREATE TABLE store_items (id)")
    with pytest.raises(NotAStoreError, match=r"tables of another program \(store_items\)"):
        SqliteStore(connection)
    connection.close()


def test_a_store_may_be_read_only(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with SqlStore(path) as store:
        store.put(("a",), "k", {"v": 1}, ttl=5)
    before = hashlib.sha256(path.read_bytes()).digest()
    with SqlStore(path, read_only=True) as store:
        item = store.get(("a",), "k")
        assert item is not None
        assert item.value == {"v": 1}
        assert len(store.search(())) == 1
        with pytest.raises(StoreReadOnlyError):
            store.put(("a",), "k", {"v": 2})
        with pytest.raises(StoreReadOnlyError):
            store.sweep_ttl()
    assert hashlib.sha256(path.read_bytes()).digest() == before
    assert [file.name for file in tmp_path.iterdir()] == ["store.db"]
