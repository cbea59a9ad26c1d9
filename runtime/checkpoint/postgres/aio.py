"""The saver on PostgreSQL for coroutines, under LangGraph's name and with its calls."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Engine

from runtime.checkpoint.postgres.address import engine_of
from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.checkpoint.sql.aio import AsyncSqlSaver, Opening

if TYPE_CHECKING:
    import psycopg
    from sqlalchemy.ext.asyncio import AsyncEngine

__all__ = ["AsyncPostgresSaver"]


class AsyncPostgresSaver(AsyncSqlSaver):
    """Keeps checkpoints in the database of ``conn``, for graphs that are awaited.

    ``conn`` is a URL or connection string, an engine, or a connection or pool of ``psycopg``, also
    an asynchronous one. What is asynchronous tells which database is meant; the saver makes
    connections of its own, and waits for them in threads.

    Calls that are not awaited are for other threads; where an event loop runs they raise
    ``asyncio.InvalidStateError``.
    """

    def __init__(
        self,
        conn: "psycopg.AsyncConnection[Any] | AsyncEngine | Engine | URL | str | Any",
        pipe: Any = None,
        serde: SerializerProtocol | None = None,
    ) -> None:
        """``pipe`` is accepted for ported programs: saving is pipelined anyway."""
        if isinstance(conn, Engine):
            opening = Opening(lambda: conn, owned=False)
        else:
            opening = Opening(lambda: engine_of(conn))
        super().__init__(opening, serde=serde)
        self.conn = conn
        self.pipe = pipe

    @classmethod
    @asynccontextmanager
    async def from_conn_string(
        cls, conn_string: str, *, pipeline: bool = False, serde: SerializerProtocol | None = None
    ) -> AsyncIterator["AsyncPostgresSaver"]:
        """A saver on the database at ``conn_string``, for the time of a ``with``."""
        async with cls(conn_string, serde=serde) as saver:
            yield saver
