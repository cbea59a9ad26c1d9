"""How tests make stores."""

import asyncio
import threading
from contextlib import AsyncExitStack
from typing import Any, Protocol

from runtime.store.base import BaseStore, IndexConfig, TTLConfig


class MakeStore(Protocol):
    """Makes an empty store of one kind."""

    def __call__(
        self, *, index: IndexConfig | None = None, ttl: TTLConfig | None = None
    ) -> BaseStore: ...


class Loop:
    """An event loop in a thread, for stores that live in one."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.stack = AsyncExitStack()
        self._thread = threading.Thread(target=self.loop.run_forever)
        self._thread.start()

    def run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def close(self) -> None:
        self.run(self.stack.aclose())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()
