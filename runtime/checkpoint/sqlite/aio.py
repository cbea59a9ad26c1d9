"""The saver on SQLite for coroutines, under the name and with the calls that LangGraph gives it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.pool import StaticPool

from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.checkpoint.sql.aio import AsyncSqlSaver, Opening
from runtime.checkpoint.sql.connections import engine_on, file_of
from runtime.checkpoint.sql.engine import Pragmas
from runtime.checkpoint.sql.lanes import ConnectionLane, InlineLane, ThreadLane

if TYPE_CHECKING:
    import aiosqlite
    from sqlalchemy.ext.asyncio import AsyncEngine

__all__ = ["AsyncSqliteSaver"]

_BUSY_SECONDS = 10.0


class AsyncSqliteSaver(AsyncSqlSaver):
    """Keeps checkpoints in the database of ``conn``, for graphs that are awaited.

    ``conn`` is a path, ``":memory:"``, a connection of ``aiosqlite`` or an engine. A connection or
    asynchronous engine tells which file is meant, and the saver makes connections of its own; only
    a database in memory is used through the connection itself.

    Calls that are not awaited are for other threads; where an event loop runs they raise
    ``asyncio.InvalidStateError``.
    """

    def __init__(
        self,
        conn: "aiosqlite.Connection | AsyncEngine | Engine | str | Path",
        *,
        serde: SerializerProtocol | None = None,
    ) -> None:
        super().__init__(_opening_of(conn), serde=serde)
        self.conn = conn

    @classmethod
    @asynccontextmanager
    async def from_conn_string(cls, conn_string: str) -> AsyncIterator["AsyncSqliteSaver"]:
        """A saver on the file ``conn_string``, or ``:memory:``, for the time of a ``with``."""
        async with cls(conn_string) as saver:
            yield saver


def _opening_of(conn: Any) -> Opening:
    if isinstance(conn, Engine):
        return Opening(lambda: conn, owned=False)
    if isinstance(conn, (str, Path)):
        return _opening_at(str(conn))
    if type(conn).__module__.startswith("aiosqlite"):
        return _OnConnection(conn)
    if hasattr(conn, "sync_engine"):
        database = conn.url.database
        if database and database != ":memory:" and not database.startswith("file:"):
            return _opening_at(database)
        return _OnAsyncEngine(conn)
    raise TypeError(f"Give a path, a connection or an engine, not {type(conn).__name__}")


def _opening_at(path: str) -> Opening:
    if path == ":memory:":
        opening = Opening(_in_memory)
        opening.lane = InlineLane()
        return opening
    return Opening(lambda: _engine_at(path))


def _in_memory() -> Engine:
    return create_engine(
        "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}
    )


def _engine_at(path: str) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(Path(path).absolute())),
        connect_args={"check_same_thread": False, "timeout": _BUSY_SECONDS},
        pool_size=8,
        max_overflow=64,
    )
    event.listen(engine, "connect", Pragmas("NORMAL"))
    return engine


class _OnConnection(Opening):
    """On the file of an ``aiosqlite`` connection, or where it has none, on the connection."""

    def __init__(self, connection: "aiosqlite.Connection | None") -> None:
        super().__init__(self._engine)
        self._loop = asyncio.get_running_loop()
        self._connection = connection
        self._on: ConnectionLane | None = None
        self._path = ""

    async def prepare(self) -> None:
        if self._on is None:
            lane = ConnectionLane(await self._connected(), self._loop)
            self._decide(lane, await lane.run(lambda: file_of(lane.raw)))

    def prepare_elsewhere(self) -> None:
        if self._on is None:
            if self._connection is None:
                asyncio.run_coroutine_threadsafe(self.prepare(), self._loop).result()
                return
            lane = ConnectionLane(self._connection, self._loop)
            self._decide(lane, lane.call(lambda: file_of(lane.raw)))

    def _decide(self, lane: ConnectionLane, path: str) -> None:
        self._path = path
        self.lane = ThreadLane() if path else lane
        self._on = lane

    async def _connected(self) -> "aiosqlite.Connection":
        assert self._connection is not None
        if self._connection._connection is None:
            await self._connection
        return self._connection

    def _engine(self) -> Engine:
        if self._path:
            return _engine_at(self._path)
        assert self._on is not None
        self.owned = False  # closing the engine would close the program's connection
        return engine_on(self._on.raw)


class _OnAsyncEngine(_OnConnection):
    """On the one connection of an asynchronous engine in memory."""

    def __init__(self, engine: "AsyncEngine") -> None:
        super().__init__(None)
        self._given = engine

    async def _connected(self) -> "aiosqlite.Connection":
        async with self._given.connect() as connection:
            raw = await connection.get_raw_connection()
            found: aiosqlite.Connection = raw.driver_connection  # type: ignore[assignment]
            return found
