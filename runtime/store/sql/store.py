"""The store on SQL databases: SQLite by default, PostgreSQL by URL."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import nullcontext
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import DBAPIError

from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.sql.engine import Options, explain, open_store
from runtime.checkpoint.sql.errors import StoreReadOnlyError
from runtime.store.base.embed import Embeddings
from runtime.store.base.indexing import Index
from runtime.store.base.moments import Clock
from runtime.store.base.ops import IndexConfig, Op, Result, TTLConfig
from runtime.store.base.planning import Plan
from runtime.store.base.store import BaseStore, ensure_omit, sweep_minutes
from runtime.store.sql.schema import STORE
from runtime.store.sql.sweeping import Sweeper
from runtime.store.sql.transaction import Transaction, sweep

ResultT = TypeVar("ResultT")


class SqlStore(BaseStore):
    """Keeps items in a database; safe to use from several threads and processes.

    ``target`` is a path, a URL or an engine. A batch is one transaction. Items are found in the
    order in which their namespaces, and in them their keys, came to be. Values are saved by
    ``serde`` and keep their types; filters and similarity are computed here, over what lies at and
    below the namespace of the search. ``create=False`` opens only what exists in this version's
    schema, ``read_only`` moreover changes nothing at all; ``busy_timeout`` is how many seconds
    another program's lock is waited for. Errors are those of ``runtime.checkpoint.sql.errors``.
    """

    supports_ttl = True

    def __init__(
        self,
        target: Engine | URL | str | Path,
        *,
        serde: SerializerProtocol | None = None,
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
        read_only: bool = False,
        create: bool = True,
        synchronous: str = "NORMAL",
        busy_timeout: float = 10.0,
    ) -> None:
        self.serde = serde or JsonPlusSerializer()
        self.index_config = index or None
        self.ttl_config = ttl
        self.read_only = read_only
        self._index = Index(index) if index else None
        self._clock = Clock()
        self._sweeper = Sweeper(self.sweep_ttl)
        self._opened = open_store(
            target, Options(create, read_only, synchronous, busy_timeout), STORE
        )
        self.engine = self._opened.engine
        self.place = self._opened.place
        """Path or address, without a password."""
        self._lock = self._opened.lock or nullcontext()

    @property
    def embeddings(self) -> Embeddings | None:
        """What makes vectors of texts, where there is an index."""
        return self._index.embeddings if self._index else None

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        plan, transaction = self._begun(ops)
        if self._index is not None:
            transaction.embedded = self._index.embed(plan)
        return self._connected(transaction.run)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        plan, transaction = self._begun(ops)
        if self._index is not None:
            transaction.embedded = await self._index.aembed(plan)
        return await asyncio.to_thread(self._connected, transaction.run)

    def _begun(self, ops: Iterable[Op]) -> tuple[Plan, Transaction]:
        plan = Plan(ops)
        if plan.puts and self.read_only:
            raise StoreReadOnlyError(
                self.place, "it was opened for reading", "Open it for writing to change it"
            )
        return plan, Transaction(
            plan,
            self.serde,
            self._clock.tick(max(plan.size, 1)),
            omit_expired=ensure_omit(self.ttl_config),
            refresh=not self.read_only,
        )

    def _connected(self, work: Callable[[Connection], ResultT]) -> ResultT:
        with self._lock:
            try:
                with self.engine.connect() as connection:
                    return work(connection)
            except DBAPIError as error:
                raise explain(error, self.place) from error

    def setup(self) -> None:
        """Nothing is left to do: the tables are made when the store is."""

    def sweep_ttl(self) -> int:
        """Remove what is expired; gives the number of items."""
        return self._connected(lambda connection: sweep(connection, self._clock.now()))

    def start_ttl_sweeper(self, sweep_interval_minutes: float | None = None) -> "Future[None]":
        """Remove what is expired now and then, in a thread; the future is done once it ended.

        Does nothing where no times to live are configured.
        """
        if self.ttl_config is None:
            nothing: Future[None] = Future()
            nothing.set_result(None)
            return nothing
        return self._sweeper.start(sweep_interval_minutes or sweep_minutes(self.ttl_config))

    def stop_ttl_sweeper(self, timeout: float | None = None) -> bool:
        """End that thread, waiting ``timeout`` seconds at most; gives whether it has ended."""
        return self._sweeper.stop(timeout)

    def owns_engine(self) -> None:
        """Let go of the engine too when the store is closed, though it was given."""
        self._opened.owned = True

    def close(self) -> None:
        """Let go of the database."""
        self._sweeper.stop()
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
