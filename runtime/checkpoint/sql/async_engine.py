"""Opening a store for coroutines, on SQLAlchemy's asynchronous engine.

What is written for a plain connection runs on an asynchronous one by ``run_sync``.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import URL, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from runtime.checkpoint.sql.engine import Options, Pragmas, explain, open_store, prepare
from runtime.checkpoint.sql.errors import StoreUnreachableError
from runtime.checkpoint.sql.schema import CHECKPOINTS
from runtime.checkpoint.sql.versioned import VersionedSchema

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}


@dataclass(slots=True)
class OpenedAsync:
    """An engine with what is known of it. ``single`` says that it has one connection for all.

    ``lock`` is then the one of that connection, which everything that uses it holds meanwhile.
    """

    engine: AsyncEngine
    place: str
    single: bool
    owned: bool
    lock: asyncio.Lock | None = None

    async def close(self) -> None:
        """Let go of the database, where it was not the caller's engine."""
        if self.owned:
            await self.engine.dispose()


async def open_store_async(
    target: AsyncEngine | URL | str | Path, options: Options, schema: VersionedSchema = CHECKPOINTS
) -> OpenedAsync:
    """As ``open_store``, with an engine that coroutines wait for."""
    if isinstance(target, AsyncEngine):
        single = isinstance(target.pool, StaticPool)
        place = target.url.render_as_string(hide_password=True)
        opened = OpenedAsync(target, place, single, owned=False)
    elif (url := _url_of(target)).get_backend_name() == "sqlite" and not url.database:
        memory = _created("sqlite+aiosqlite://", ":memory:", poolclass=StaticPool)
        opened = OpenedAsync(memory, ":memory:", single=True, owned=True)
    else:
        return await _open_elsewhere(url, options, schema)
    try:
        async with opened.engine.connect() as connection:
            await connection.run_sync(
                lambda plain: prepare(plain, opened.place, options, schema, owned=opened.owned)
            )
            if opened.single:
                raw = await connection.get_raw_connection()
                opened.lock = _locks.setdefault(id(raw.driver_connection), asyncio.Lock())
    except DBAPIError as error:
        await opened.close()
        raise explain(error, opened.place) from error
    except BaseException:
        await opened.close()
        raise
    return opened


_locks: "WeakValueDictionary[int, asyncio.Lock]" = WeakValueDictionary()


async def _open_elsewhere(url: URL, options: Options, schema: VersionedSchema) -> OpenedAsync:
    """A file or a server: checked and migrated in a thread, as for a saver that does not wait."""
    backend = url.get_backend_name()
    first = await asyncio.to_thread(
        open_store, url.set(drivername=backend) if backend in _DRIVERS else url, options, schema
    )
    place = first.place
    first.close()
    if "+" not in url.drivername:
        url = url.set(drivername=_DRIVERS.get(backend, backend))
    if backend != "sqlite":
        return OpenedAsync(_created(url, place), place, single=False, owned=True)
    engine = _created(
        url.set(database=place),
        place,
        connect_args={"timeout": options.busy_timeout},
        pool_size=8,
        max_overflow=64,
    )
    event.listen(engine.sync_engine, "connect", Pragmas(options.synchronous))
    return OpenedAsync(engine, place, single=False, owned=True)


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


def _created(url: URL | str, place: str, **arguments: Any) -> AsyncEngine:
    try:
        return create_async_engine(url, **arguments)
    except ImportError as error:
        raise StoreUnreachableError(
            place,
            f"its driver cannot be loaded ({error})",
            "Install the extras for it, for example pregel-studio[async,postgres]",
        ) from error
