"""The store on SQLite for coroutines."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runtime.checkpoint.sql.coroutines import AsyncEngine
from runtime.store.base.ops import IndexConfig, TTLConfig
from runtime.store.sql.aio import AsyncSqlStore
from runtime.store.sql.serde import serde_for

if TYPE_CHECKING:
    import aiosqlite

__all__ = ["AsyncSqliteStore"]


class AsyncSqliteStore(AsyncSqlStore):
    """Keeps items in the database of ``conn``: a connection of aiosqlite, an engine or a path.

    A connection says which file is meant; only a database in memory is used through it.
    ``deserializer`` reads values that are then kept as JSON.
    """

    def __init__(
        self,
        conn: "aiosqlite.Connection | AsyncEngine | str | Path",
        *,
        deserializer: Callable[[Any], dict[str, Any]] | None = None,
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
    ) -> None:
        super().__init__(conn, serde=serde_for(deserializer), index=index, ttl=ttl)
        self.conn = conn

    @classmethod
    @asynccontextmanager
    async def from_conn_string(
        cls, conn_string: str, *, index: IndexConfig | None = None, ttl: TTLConfig | None = None
    ) -> AsyncIterator["AsyncSqliteStore"]:
        """A store on the file ``conn_string``, or ``:memory:``, for the time of a ``with``."""
        import aiosqlite

        async with (
            aiosqlite.connect(conn_string) as connection,
            cls(connection, index=index, ttl=ttl) as store,
        ):
            yield store
