"""Every saver under the same tests."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from runtime.checkpoint.base import NativeSaver
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.postgres import PostgresSaver
from runtime.checkpoint.postgres.aio import AsyncPostgresSaver
from runtime.checkpoint.sql import SqlSaver
from runtime.checkpoint.sql.aio import AsyncSqlSaver
from runtime.checkpoint.sqlite import SqliteSaver
from runtime.checkpoint.sqlite.aio import AsyncSqliteSaver
from tests.runtime.checkpoint.awaiting import Awaited, EventLoop

PLAIN = ["memory", "sql-file", "sql-memory", "sqlite-connection", "postgres"]
DIFFERING = ["memory differing", "sql-file differing", "postgres differing"]
"""Most checkpoints are told as differences, as those of wide states are."""
AWAITED = ["async-file", "async-connection", "async-memory", "async-postgres"]


@pytest.fixture(params=[*PLAIN, *DIFFERING, *AWAITED])
def saver(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[NativeSaver]:
    """An empty saver of each kind."""
    kind, _, differing = request.param.partition(" ")
    if differing:
        monkeypatch.setattr("runtime.checkpoint.deltas._steps_between", lambda _: 64)
    file = tmp_path / "store.db"
    if kind == "memory":
        yield InMemorySaver()
    elif kind == "sqlite-connection":
        connection = sqlite3.connect(file, check_same_thread=False)
        with SqliteSaver(connection) as on_connection:
            yield on_connection
        connection.close()
    elif kind == "sql-file" or kind == "sql-memory":
        with SqlSaver(":memory:" if kind == "sql-memory" else file) as on_sql:
            yield on_sql
    elif kind == "postgres":
        url = request.getfixturevalue("postgres_url")
        with PostgresSaver.from_conn_string(url) as on_postgres:
            yield on_postgres
    elif kind == "async-file":
        with awaited(AsyncSqliteSaver.from_conn_string(str(file))) as made:
            yield made
    elif kind == "async-postgres":
        url = request.getfixturevalue("postgres_url")
        with awaited(AsyncPostgresSaver.from_conn_string(url)) as made:
            yield made
    else:
        place = ":memory:" if kind == "async-memory" else file
        with awaited(aiosqlite.connect(place), AsyncSqliteSaver) as made:
            yield made


@contextmanager
def awaited(
    entered: AbstractAsyncContextManager[Any],
    make: Callable[[Any], AsyncSqlSaver] = lambda found: found,
) -> Iterator[Awaited]:
    """A saver in an event loop of its own."""
    loop = EventLoop()

    async def begin() -> AsyncSqlSaver:
        found = make(await loop.stack.enter_async_context(entered))
        loop.stack.push_async_callback(found.aclose)
        return found

    try:
        yield Awaited(loop.run(begin()), loop)
    finally:
        loop.close()
