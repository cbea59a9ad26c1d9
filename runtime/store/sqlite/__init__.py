"""The stores on SQLite, under the names and with the calls that LangGraph gives them."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine

from runtime.checkpoint.sql.connections import engine_on
from runtime.store.base.ops import IndexConfig, TTLConfig
from runtime.store.sql.serde import serde_for
from runtime.store.sql.store import SqlStore

if TYPE_CHECKING:
    from runtime.store.sqlite.aio import AsyncSqliteStore

__all__ = ["AsyncSqliteStore", "SqliteStore"]


class SqliteStore(SqlStore):
    """Keeps items in the database of ``conn``: a connection, an engine or a path.

    A connection has to be made with ``check_same_thread=False`` where several threads use it.
    ``deserializer`` reads values that are then kept as JSON.
    """

    def __init__(
        self,
        conn: sqlite3.Connection | Engine | str | Path,
        *,
        deserializer: Callable[[Any], dict[str, Any]] | None = None,
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
    ) -> None:
        target = conn if isinstance(conn, (Engine, str, Path)) else engine_on(conn)
        super().__init__(target, serde=serde_for(deserializer), index=index, ttl=ttl)
        self.conn = conn

    @classmethod
    @contextmanager
    def from_conn_string(
        cls, conn_string: str, *, index: IndexConfig | None = None, ttl: TTLConfig | None = None
    ) -> Iterator["SqliteStore"]:
        """A store on the file ``conn_string``, or ``:memory:``, for the time of a ``with``."""
        connection = sqlite3.connect(conn_string, check_same_thread=False)
        try:
            with cls(connection, index=index, ttl=ttl) as store:
                yield store
        finally:
            connection.close()


def __getattr__(name: str) -> Any:
    """The store for coroutines only where it is asked for: it takes an extra."""
    if name == "AsyncSqliteStore":
        from runtime.store.sqlite.aio import AsyncSqliteStore

        return AsyncSqliteStore
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
