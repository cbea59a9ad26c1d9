"""The store on PostgreSQL for coroutines."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import URL

from runtime.checkpoint.postgres.address import address_of
from runtime.checkpoint.sql.coroutines import AsyncEngine, create_async_engine
from runtime.store.base.ops import IndexConfig, TTLConfig
from runtime.store.sql.aio import AsyncSqlStore
from runtime.store.sql.serde import serde_for

__all__ = ["AsyncPostgresStore"]


class AsyncPostgresStore(AsyncSqlStore):
    """Keeps items in the database of ``conn``: a URL, an engine, or psycopg's connection or pool.

    A connection or pool tells which database is meant; the store makes connections of its own.
    ``deserializer`` reads values that are then kept as JSON.
    """

    def __init__(
        self,
        conn: AsyncEngine | URL | str | Any,
        *,
        deserializer: Callable[[Any], dict[str, Any]] | None = None,
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
    ) -> None:
        engine = conn if isinstance(conn, AsyncEngine) else _engine_of(conn)
        super().__init__(engine, serde=serde_for(deserializer), index=index, ttl=ttl)
        if engine is not conn:
            self.owns_engine()
        self.conn = conn

    @classmethod
    @asynccontextmanager
    async def from_conn_string(
        cls,
        conn_string: str,
        *,
        pipeline: bool = False,
        pool_config: Mapping[str, Any] | None = None,
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
    ) -> AsyncIterator["AsyncPostgresStore"]:
        """A store at the address ``conn_string``, for the time of a ``with``.

        ``pipeline`` and ``pool_config`` are accepted and change nothing: a batch is one
        transaction, and connections are pooled anyway.
        """
        async with cls(conn_string, index=index, ttl=ttl) as store:
            yield store


def _engine_of(conn: URL | str | Any) -> AsyncEngine:
    url, arguments = address_of(conn)
    return create_async_engine(url, **arguments)
