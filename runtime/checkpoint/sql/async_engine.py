"""Opening a store for coroutines, on SQLAlchemy's asynchronous engine.

What is written for a plain connection runs on an asynchronous one by ``run_sync``. A connection of
``aiosqlite`` says which file is meant; where it is in memory it is used itself, in its own thread.
"""

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import StaticPool

from runtime.checkpoint.sql.connections import engine_on, file_of
from runtime.checkpoint.sql.coroutines import AsyncEngine, create_async_engine
from runtime.checkpoint.sql.engine import Options, Pragmas, explain, lock_of, open_store, prepare
from runtime.checkpoint.sql.errors import StoreUnreachableError
from runtime.checkpoint.sql.lanes import ConnectionLane
from runtime.checkpoint.sql.schema import CHECKPOINTS
from runtime.checkpoint.sql.versioned import VersionedSchema

ResultT = TypeVar("ResultT")

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}


class OpenedAsync(Protocol):
    """An open database."""

    async def run(self, work: Callable[[Connection], ResultT]) -> ResultT:
        """The result of ``work``, which uses a connection of its own meanwhile."""

    async def close(self) -> None:
        """Let go of the database, where it was not the caller's."""


async def open_store_async(
    target: AsyncEngine | URL | str | Path | Any,
    options: Options,
    schema: VersionedSchema = CHECKPOINTS,
    *,
    owned: bool = False,
) -> OpenedAsync:
    """As ``open_store``, for coroutines; ``target`` may be a connection of ``aiosqlite`` too.

    ``owned`` lets an engine that is given end with what is opened.
    """
    if type(target).__module__.startswith("aiosqlite"):
        return await _on_connection(target, options, schema)
    if isinstance(target, AsyncEngine):
        if isinstance(target.pool, StaticPool) and target.dialect.name == "sqlite":
            async with target.connect() as connection:
                raw = await connection.get_raw_connection()
            return await _on_connection(raw.driver_connection, options, schema)
        return await _prepared(_OnEngine(target, _place(target.url), owned=owned), options, schema)
    url = _url_of(target)
    if url.get_backend_name() == "sqlite" and not url.database:
        memory = _created("sqlite+aiosqlite://", ":memory:", poolclass=StaticPool)
        opened = _OnEngine(memory, ":memory:", owned=True, lock=asyncio.Lock())
        return await _prepared(opened, options, schema)
    return await _elsewhere(url, options, schema)


class _OnEngine:
    def __init__(
        self, engine: AsyncEngine, place: str, *, owned: bool, lock: asyncio.Lock | None = None
    ) -> None:
        self.place = place
        self.owned = owned
        self._engine = engine
        self._lock = lock

    async def run(self, work: Callable[[Connection], ResultT]) -> ResultT:
        async with self._lock or nullcontext():
            try:
                async with self._engine.connect() as connection:
                    return await connection.run_sync(work)
            except DBAPIError as error:
                raise explain(error, self.place) from error

    async def close(self) -> None:
        if self.owned:
            await self._engine.dispose()


class _OnConnection:
    """In the thread of the connection, a whole transaction at a time."""

    place = ":memory:"
    owned = False

    def __init__(self, lane: ConnectionLane, engine: Engine) -> None:
        self._lane = lane
        self._engine = engine
        self._lock = lock_of(engine)

    async def run(self, work: Callable[[Connection], ResultT]) -> ResultT:
        def connected() -> ResultT:
            with self._lock:
                try:
                    with self._engine.connect() as connection:
                        return work(connection)
                except DBAPIError as error:
                    raise explain(error, self.place) from error

        return await self._lane.run(connected)

    async def close(self) -> None:
        return None


async def _prepared(
    opened: _OnEngine | _OnConnection, options: Options, schema: VersionedSchema
) -> OpenedAsync:
    try:
        await opened.run(
            lambda connection: prepare(
                connection, opened.place, options, schema, owned=opened.owned
            )
        )
    except BaseException:
        await opened.close()
        raise
    return opened


async def _on_connection(connection: Any, options: Options, schema: VersionedSchema) -> OpenedAsync:
    lane = ConnectionLane(connection, asyncio.get_running_loop())
    path = await lane.run(lambda: file_of(lane.raw))
    if path:
        return await _elsewhere(URL.create("sqlite", database=path), options, schema)
    engine = await lane.run(lambda: engine_on(lane.raw))
    return await _prepared(_OnConnection(lane, engine), options, schema)


async def _elsewhere(url: URL, options: Options, schema: VersionedSchema) -> OpenedAsync:
    """A file or a server: checked and migrated in a thread, as for what does not wait."""
    backend = url.get_backend_name()
    first = await asyncio.to_thread(
        open_store, url.set(drivername=backend) if backend in _DRIVERS else url, options, schema
    )
    place = first.place
    first.close()
    if "+" not in url.drivername:
        url = url.set(drivername=_DRIVERS.get(backend, backend))
    if backend != "sqlite":
        return _OnEngine(_created(url, place), place, owned=True)
    engine = _created(
        url.set(database=place),
        place,
        connect_args={"timeout": options.busy_timeout},
        pool_size=8,
        max_overflow=64,
    )
    event.listen(engine.sync_engine, "connect", Pragmas(options.synchronous))
    return _OnEngine(engine, place, owned=True)


def _url_of(target: URL | str | Path) -> URL:
    if isinstance(target, Path) or (isinstance(target, str) and "://" not in target):
        if target == ":memory:":
            return URL.create("sqlite")
        return URL.create("sqlite", database=str(Path(target).absolute()))
    try:
        url = make_url(target)
    except ArgumentError as error:
        raise StoreUnreachableError(
            str(target), "this is no address of a database", "Give a path or a URL"
        ) from error
    return url.set(database=None) if url.database == ":memory:" else url


def _place(url: URL) -> str:
    if url.get_backend_name() == "sqlite":
        return url.database or ":memory:"
    return url.render_as_string(hide_password=True)


def _created(url: URL | str, place: str, **arguments: Any) -> AsyncEngine:
    try:
        return create_async_engine(url, **arguments)
    except ImportError as error:
        raise StoreUnreachableError(
            place,
            f"its driver cannot be loaded ({error})",
            "Install the extras for it, for example pregel-studio[async,postgres]",
        ) from error
