"""The cache on PostgreSQL."""

from typing import Any, Generic

from sqlalchemy import URL, Engine

from runtime.cache.base import ValueT
from runtime.cache.sql.cache import SqlCache
from runtime.checkpoint.postgres.address import engine_of
from runtime.checkpoint.serde.base import SerializerProtocol

__all__ = ["PostgresCache"]


class PostgresCache(SqlCache[ValueT], Generic[ValueT]):
    """Keeps results in the database of ``conn``: a URL, an engine, or psycopg's connection."""

    def __init__(
        self, conn: Engine | URL | str | Any, *, serde: SerializerProtocol | None = None
    ) -> None:
        engine = conn if isinstance(conn, Engine) else engine_of(conn)
        super().__init__(engine, serde=serde)
        if engine is not conn:
            self._opened.owned = True
