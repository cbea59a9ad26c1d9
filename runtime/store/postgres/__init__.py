"""The stores on PostgreSQL, under the names and with the calls that LangGraph gives them."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Engine

from runtime.checkpoint.postgres.address import engine_of
from runtime.store.base.ops import IndexConfig, TTLConfig
from runtime.store.sql.serde import serde_for
from runtime.store.sql.store import SqlStore

if TYPE_CHECKING:
    from runtime.store.postgres.aio import AsyncPostgresStore

__all__ = ["AsyncPostgresStore", "PostgresStore"]


class PostgresStore(SqlStore):
    """Keeps items in the database of ``conn``: a URL, an engine, or psycopg's connection or pool.

    A connection or pool tells which database is meant; the store makes connections of its own.
    ``deserializer`` reads values that are then kept as JSON. What an index configures beyond
    ``dims``, ``embed`` and ``fields`` is not needed: vectors are compared without an extension.
    """

    def __init__(
        self,
        conn: Engine | URL | str | Any,
        *,
        deserializer: Callable[[Any], dict[str, Any]] | None = None,
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
    ) -> None:
        engine = conn if isinstance(conn, Engine) else engine_of(conn)
        super().__init__(engine, serde=serde_for(deserializer), index=index, ttl=ttl)
        if engine is not conn:
            self.owns_engine()
        self.conn = conn

    @classmethod
    @contextmanager
    def from_conn_string(
        cls,
        conn_string: str,
        *,
        pipeline: bool = False,
        pool_config: Mapping[str, Any] | None = None,
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
    ) -> Iterator["PostgresStore"]:
        """A store at the address ``conn_string``, for the time of a ``with``.

        ``pipeline`` and ``pool_config`` are accepted and change nothing: a batch is one
        transaction, and connections are pooled anyway.
        """
        with cls(conn_string, index=index, ttl=ttl) as store:
            yield store


def __getattr__(name: str) -> Any:
    """The store for coroutines only where it is asked for: it takes an extra."""
    if name == "AsyncPostgresStore":
        from runtime.store.postgres.aio import AsyncPostgresStore

        return AsyncPostgresStore
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
