"""The cache on PostgreSQL."""

from typing import Any, Generic

from sqlalchemy import URL, Engine

from runtime.cache.base import ValueT
from runtime.cache.sql.cache import SqlCache
from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.checkpoint.sql.connections import engine_on

__all__ = ["PostgresCache"]


class PostgresCache(SqlCache[ValueT], Generic[ValueT]):
    """Keeps results in the database of ``conn``: a URL, an engine, or psycopg's connection."""

    def __init__(
        self, conn: Engine | URL | str | Any, *, serde: SerializerProtocol | None = None
    ) -> None:
        target = conn if isinstance(conn, (Engine, URL, str)) else engine_on(conn)
        super().__init__(target, serde=serde)
