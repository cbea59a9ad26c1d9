"""How the cases get a saver."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from runtime.checkpoint.base import BaseCheckpointSaver

Factory = Callable[[], AsyncIterator[BaseCheckpointSaver[Any]]]
"""An asynchronous generator that yields one fresh saver."""
Lifespan = Callable[[], AsyncIterator[Any]]
"""An asynchronous generator around all cases, for a database that they share."""


@dataclass(slots=True)
class RegisteredCheckpointer:
    """A saver under test: ``factory`` makes a fresh one."""

    name: str
    factory: Factory
    skip_capabilities: set[str] = field(default_factory=set)
    lifespan: Lifespan | None = None

    def create(self) -> AbstractAsyncContextManager[BaseCheckpointSaver[Any]]:
        """A fresh saver, for the time of an ``async with``."""
        return asynccontextmanager(self.factory)()

    @asynccontextmanager
    async def enter_lifespan(self) -> AsyncIterator[None]:
        """What is around all cases."""
        if self.lifespan is None:
            yield
            return
        async with asynccontextmanager(self.lifespan)():
            yield


def checkpointer_test(
    name: str,
    *,
    skip_capabilities: set[str] | None = None,
    lifespan: Lifespan | None = None,
) -> Callable[[Factory], RegisteredCheckpointer]:
    """Register a generator of savers under a name, as a decorator.

    ``skip_capabilities`` are counted as not there, though the saver has the methods.
    """

    def register(factory: Factory) -> RegisteredCheckpointer:
        return RegisteredCheckpointer(name, factory, set(skip_capabilities or ()), lifespan)

    return register
