"""Stores of every kind, and time that stands still."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from runtime.store.base import BaseStore, IndexConfig, TTLConfig, moments
from runtime.store.memory import InMemoryStore
from runtime.store.sql import SqlStore
from runtime.store.sql.aio import AsyncSqlStore
from runtime.store.sqlite import SqliteStore
from runtime.store.sqlite.aio import AsyncSqliteStore
from tests.runtime.store.stores import Loop, MakeStore

KINDS = (
    "memory",
    "sql-file",
    "sql-memory",
    "sqlite-connection",
    "postgres",
    "async-file",
    "async-memory",
    "async-connection",
    "async-postgres",
)


@pytest.fixture(params=KINDS)
def make_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MakeStore]:
    """A function that makes stores; synchronous calls to those of a loop are made from outside."""
    kind = request.param
    with ExitStack() as stack:

        def where() -> str:
            if kind.endswith("memory"):
                return ":memory:"
            if kind.endswith("postgres"):
                return str(request.getfixturevalue("postgres_url"))
            return str(tmp_path / "store.db")

        async def make_async(
            loop: Loop, index: IndexConfig | None, ttl: TTLConfig | None
        ) -> BaseStore:
            if kind == "async-connection":
                made = AsyncSqliteStore.from_conn_string(where(), index=index, ttl=ttl)
                return await loop.stack.enter_async_context(made)
            return await loop.stack.enter_async_context(
                AsyncSqlStore(where(), index=index, ttl=ttl)
            )

        def make(*, index: IndexConfig | None = None, ttl: TTLConfig | None = None) -> BaseStore:
            if kind == "memory":
                return InMemoryStore(index=index, ttl=ttl)
            if kind.startswith("async"):
                loop = Loop()
                stack.callback(loop.close)
                made: BaseStore = loop.run(make_async(loop, index, ttl))
                return made
            if kind == "sqlite-connection":
                connection = sqlite3.connect(where(), check_same_thread=False)
                stack.callback(connection.close)
                return stack.enter_context(SqliteStore(connection, index=index, ttl=ttl))
            return stack.enter_context(SqlStore(where(), index=index, ttl=ttl))

        yield make


@pytest.fixture
def store(make_store: MakeStore) -> BaseStore:
    """An empty store of each kind."""
    return make_store()


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets minutes pass for stores; no time passes otherwise."""
    now = [time.time_ns()]

    class Standing:
        @staticmethod
        def time_ns() -> int:
            return now[0]

    monkeypatch.setattr(moments, "time", Standing)

    def wait(minutes: float) -> None:
        now[0] += round(minutes * 60_000_000_000)

    return wait
