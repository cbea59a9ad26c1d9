"""Every saver under the same tests."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.checkpoint.base import NativeSaver
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.sql import SqlSaver
from runtime.checkpoint.sqlite import SqliteSaver


@pytest.fixture(params=["memory", "sql-file", "sql-memory", "sqlite-connection", "postgres"])
def saver(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NativeSaver]:
    """An empty saver of each kind."""
    if request.param == "memory":
        yield InMemorySaver()
    elif request.param == "sqlite-connection":
        connection = sqlite3.connect(tmp_path / "store.db", check_same_thread=False)
        with SqliteSaver(connection) as on_connection:
            yield on_connection
        connection.close()
    elif request.param == "postgres":
        with SqlSaver(request.getfixturevalue("postgres_url")) as on_postgres:
            yield on_postgres
    else:
        target = ":memory:" if request.param == "sql-memory" else tmp_path / "store.db"
        with SqlSaver(target) as on_sql:
            yield on_sql
