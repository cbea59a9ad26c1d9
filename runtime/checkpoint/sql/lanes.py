"""Where an asynchronous saver does its waiting.

A thread of its own for each call beats waiting in the event loop for each statement: a call makes
several statements, and handing over to another thread costs more than any of them.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

_PATIENCE = 10.0
"""Seconds that another's transaction on the same connection is waited for."""
_PAUSE = 0.001

ResultT = TypeVar("ResultT")


class Lane(Protocol):
    """A place to use the database from."""

    async def run(self, work: Callable[[], ResultT]) -> ResultT:
        """The result of ``work``, which does not hold the event loop up."""

    def call(self, work: Callable[[], ResultT]) -> ResultT:
        """The result of ``work``, waited for."""


class ThreadLane:
    """For databases that any thread may use."""

    async def run(self, work: Callable[[], ResultT]) -> ResultT:
        return await asyncio.to_thread(work)

    def call(self, work: Callable[[], ResultT]) -> ResultT:
        return work()


class InlineLane:
    """For databases in memory: nothing is waited for."""

    async def run(self, work: Callable[[], ResultT]) -> ResultT:
        return work()

    def call(self, work: Callable[[], ResultT]) -> ResultT:
        return work()


class ConnectionLane:
    """The thread of an ``aiosqlite`` connection, the only one that may use what it wraps.

    Work is queued as the driver queues its own, so that both keep their order.
    """

    def __init__(self, connection: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._connection = connection
        self._loop = loop

    @property
    def raw(self) -> Any:
        """The wrapped connection; ``ValueError`` where it is closed."""
        return self._connection._conn

    async def run(self, work: Callable[[], ResultT]) -> ResultT:
        return await asyncio.wrap_future(self.start(work))

    def call(self, work: Callable[[], ResultT]) -> ResultT:
        return self.start(work).result()

    def start(self, work: Callable[[], ResultT]) -> "Future[ResultT]":
        """The future result of ``work``."""
        future: Future[ResultT] = Future()
        patience = time.monotonic() + _PATIENCE

        def perform() -> None:
            if self.raw.in_transaction and time.monotonic() < patience:
                # The program's own, whose end comes after this in the queue.
                time.sleep(_PAUSE)
                self._queue(perform)
                return
            if not future.set_running_or_notify_cancel():
                return
            try:
                found = work()
            except BaseException as error:  # noqa: BLE001 - whoever waits raises it
                future.set_exception(error)
            else:
                future.set_result(found)

        self.raw  # noqa: B018 - raises where the connection is closed
        self._queue(perform)
        return future

    def _queue(self, job: Callable[[], None]) -> None:
        # The driver tells a future of its own about the end; nobody asks this one.
        self._connection._tx.put_nowait((self._loop.create_future(), job))
