"""Caches in files."""

from pathlib import Path

import pytest

from runtime.cache.sql import SqlCache
from runtime.cache.sql.schema import CACHE
from runtime.cache.sqlite import SqliteCache
from runtime.checkpoint.serde.errors import UnsavableValueError
from runtime.checkpoint.sql import NotAStoreError, StoreTooNewError

KEY = (("a",), "k")


class Reversed:
    """A serializer of one's own."""

    def dumps_typed(self, obj: str) -> tuple[str, bytes]:
        return "reversed", obj[::-1].encode()

    def loads_typed(self, data: tuple[str, bytes]) -> str:
        assert data[0] == "reversed"
        return data[1].decode()[::-1]


def test_a_file_keeps_results(tmp_path: Path) -> None:
    path = str(tmp_path / "cache.db")
    with SqliteCache[str](path=path, serde=Reversed()) as cache:
        cache.set({KEY: ("abc", None)})
    with SqliteCache[str](path=path, serde=Reversed()) as cache:
        assert cache.get([KEY]) == {KEY: "abc"}
    assert b"cba" in (tmp_path / "cache.db").read_bytes()


def test_two_caches_on_one_file_see_each_other(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    with SqliteCache[int](path=path) as one, SqliteCache[int](path=path) as two:
        one.set({KEY: (1, None)})
        assert two.get([KEY]) == {KEY: 1}
        two.clear()
        assert one.get([KEY]) == {}


def test_what_is_expired_leaves_the_file() -> None:
    with SqlCache[int](":memory:") as cache:
        cache.set({KEY: (1, -1)})
        cache.set({(("b",), "k"): (2, None)})
        with cache.engine.connect() as connection:
            rows = connection.exec_driver_sql("SELECT namespace FROM cache_entries").fetchall()
    assert rows == [('"b",',)]


def test_a_result_that_cannot_be_saved(tmp_path: Path) -> None:
    with SqliteCache[object](path=tmp_path / "cache.db") as cache:
        with pytest.raises(UnsavableValueError):
            cache.set({(("b",), "k"): (1, None), KEY: (lambda: 1, None)})
        assert cache.get([(("b",), "k"), KEY]) == {}


def test_a_newer_schema_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    with SqliteCache[int](path=path) as cache, cache.engine.begin() as connection:
        connection.execute(CACHE.version_table.update().values(version=CACHE.version + 1))
    with pytest.raises(StoreTooNewError, match=f"version {CACHE.version + 1}"):
        SqliteCache[int](path=path)


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("some notes that are no database")
    with pytest.raises(NotAStoreError, match="no SQLite database"):
        SqliteCache[int](path=path)
    assert path.read_text() == "some notes that are no database"
