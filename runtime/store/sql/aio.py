"""The store on SQL databases, for coroutines."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import URL

from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.sql.async_engine import OpenedAsync, open_store_async
from runtime.checkpoint.sql.coroutines import AsyncEngine
from runtime.checkpoint.sql.engine import Options
from runtime.store.base.batch import AsyncBatchedBaseStore
from runtime.store.base.embed import Embeddings
from runtime.store.base.indexing import Index
from runtime.store.base.moments import Clock
from runtime.store.base.ops import IndexConfig, Op, Result, TTLConfig
from runtime.store.base.planning import Plan
from runtime.store.base.store import ensure_omit, sweep_minutes
from runtime.store.sql.schema import STORE
from runtime.store.sql.sweeping import log_failure
from runtime.store.sql.transaction import Transaction, sweep


class AsyncSqlStore(AsyncBatchedBaseStore):
    """As ``SqlStore``, on SQLAlchemy's asynchronous engine and in one event loop.

    ``target`` may also be a connection of ``aiosqlite``: it says which file is meant, and only a
    database in memory is used through the connection itself.
    The calls of one tick of the loop are one transaction. The database is opened by ``setup``, or
    by the first call. Other threads may use the synchronous methods, which wait for the loop.
    """

    supports_ttl = True

    def __init__(
        self,
        target: AsyncEngine | URL | str | Path | Any,
        *,
        serde: SerializerProtocol | None = None,
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
        create: bool = True,
        synchronous: str = "NORMAL",
        busy_timeout: float = 10.0,
    ) -> None:
        super().__init__()
        self.serde = serde or JsonPlusSerializer()
        self.index_config = index or None
        self.ttl_config = ttl
        self._index = Index(index) if index else None
        self._clock = Clock()
        self._target = target
        self._options = Options(create, False, synchronous, busy_timeout)
        self._owned = False
        self._opening: asyncio.Task[OpenedAsync] | None = None
        self._sweeper: asyncio.Task[None] | None = None

    @property
    def embeddings(self) -> Embeddings | None:
        """What makes vectors of texts, where there is an index."""
        return self._index.embeddings if self._index else None

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        self._refuse_own_loop("batch")
        return asyncio.run_coroutine_threadsafe(self.abatch(ops), self._loop).result()

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        plan = Plan(ops)
        transaction = Transaction(
            plan,
            self.serde,
            self._clock.tick(max(plan.size, 1)),
            omit_expired=ensure_omit(self.ttl_config),
            refresh=True,
        )
        if self._index is not None:
            transaction.embedded = await self._index.aembed(plan)
        return await (await self._opened()).run(transaction.run)

    async def setup(self) -> None:
        """Open the database, and make its tables where they are missing."""
        await self._opened()

    async def _opened(self) -> OpenedAsync:
        if self._opening is None:
            self._opening = self._loop.create_task(
                open_store_async(self._target, self._options, STORE, owned=self._owned)
            )
        try:
            return await asyncio.shield(self._opening)
        except Exception:
            self._opening = None
            raise

    def owns_engine(self) -> None:
        """Let go of the engine too when the store is closed, though it was given."""
        self._owned = True

    async def sweep_ttl(self) -> int:
        """Remove what is expired; gives the number of items."""
        opened = await self._opened()
        return await opened.run(lambda connection: sweep(connection, self._clock.now()))

    async def start_ttl_sweeper(
        self, sweep_interval_minutes: float | None = None
    ) -> "asyncio.Task[None]":
        """Remove what is expired now and then, in a task.

        The task ends at once where no times to live are configured.
        """
        if self._sweeper is None or self._sweeper.done():
            minutes = sweep_interval_minutes or sweep_minutes(self.ttl_config)
            self._sweeper = self._loop.create_task(self._sweep_always(minutes * 60))
        return self._sweeper

    async def _sweep_always(self, seconds: float) -> None:
        while self.ttl_config is not None:
            await asyncio.sleep(seconds)
            with log_failure():
                await self.sweep_ttl()

    async def stop_ttl_sweeper(self, timeout: float | None = None) -> bool:
        """End that task, waiting ``timeout`` seconds at most; gives whether it has ended."""
        if self._sweeper is None:
            return True
        self._sweeper.cancel()
        done, _ = await asyncio.wait([self._sweeper], timeout=timeout)
        return bool(done)

    async def close(self) -> None:
        """Let go of the database."""
        await self.stop_ttl_sweeper()
        if self._opening is not None:
            opening, self._opening = self._opening, None
            await (await opening).close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
