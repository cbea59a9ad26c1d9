"""Handlers that are told when a graph stops to ask and when it goes on.

Handlers stand in ``config["callbacks"]``, beside those of LangChain where it is used. The outermost
graph tells of questions; every graph that goes on from where it stopped tells that it does.
"""

import inspect
import logging
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from uuid import UUID

from runtime.deferred import Deferred
from runtime.types import Interrupt

if TYPE_CHECKING:
    import asyncio
else:
    asyncio = Deferred("asyncio")

_log = logging.getLogger(__name__)

GraphLifecycleStatus = Literal[
    "input", "pending", "done", "interrupt_before", "interrupt_after", "out_of_steps"
]


@dataclass(frozen=True, slots=True)
class GraphInterruptEvent:
    """A run stopped: ``interrupts`` are asked, or none at a static stop (see ``status``)."""

    run_id: UUID | None
    status: GraphLifecycleStatus
    checkpoint_id: str
    checkpoint_ns: tuple[str, ...]
    interrupts: tuple[Interrupt, ...]


@dataclass(frozen=True, slots=True)
class GraphResumeEvent:
    """A graph goes on from ``checkpoint_id``."""

    run_id: UUID | None
    status: GraphLifecycleStatus
    checkpoint_id: str
    checkpoint_ns: tuple[str, ...]


GraphLifecycleEvent: TypeAlias = GraphInterruptEvent | GraphResumeEvent


class GraphCallbackHandler:
    """Base of handlers: override what matters, with functions or coroutines.

    What a handler raises is logged, or ends the run while ``raise_error`` is set.
    """

    raise_error: bool = False
    # LangChain asks these of every handler in a config; none of its events concern this one.
    run_inline: bool = False
    ignore_llm: bool = True
    ignore_retry: bool = True
    ignore_chain: bool = True
    ignore_agent: bool = True
    ignore_retriever: bool = True
    ignore_chat_model: bool = True
    ignore_custom_event: bool = True

    def on_interrupt(self, event: GraphInterruptEvent) -> Any:
        """The run stopped."""

    def on_resume(self, event: GraphResumeEvent) -> Any:
        """The graph goes on."""


class GraphCallbackManager:
    """The graph handlers of one config, told one after the other."""

    is_async: bool = False

    def __init__(
        self, handlers: Sequence[GraphCallbackHandler], run_id: UUID | None = None
    ) -> None:
        self.handlers = list(handlers)
        self.run_id = run_id

    def on_interrupt(self, event: GraphInterruptEvent) -> Any:
        """Tell every handler."""
        self._tell("on_interrupt", event)

    def on_resume(self, event: GraphResumeEvent) -> Any:
        """Tell every handler."""
        self._tell("on_resume", event)

    def _tell(self, method: str, event: GraphLifecycleEvent) -> None:
        for handler in self.handlers:
            try:
                result = getattr(handler, method)(event)
                if inspect.isawaitable(result):
                    asyncio.run(_awaited(result))
            except Exception as error:  # noqa: BLE001  # handlers may fail; ``_take`` decides
                _take(handler, method, error)


class AsyncGraphCallbackManager(GraphCallbackManager):
    """As ``GraphCallbackManager``, awaiting handlers that are coroutines."""

    is_async = True

    async def on_interrupt(self, event: GraphInterruptEvent) -> None:
        """Tell every handler."""
        await self._atell("on_interrupt", event)

    async def on_resume(self, event: GraphResumeEvent) -> None:
        """Tell every handler."""
        await self._atell("on_resume", event)

    async def _atell(self, method: str, event: GraphLifecycleEvent) -> None:
        for handler in self.handlers:
            try:
                result = getattr(handler, method)(event)
                if inspect.isawaitable(result):
                    await result
            except Exception as error:  # noqa: BLE001  # handlers may fail; ``_take`` decides
                _take(handler, method, error)


async def _awaited(result: Awaitable[Any]) -> Any:
    return await result


def _take(handler: GraphCallbackHandler, method: str, error: Exception) -> None:
    _log.warning("Error in %s.%s callback: %r", type(handler).__name__, method, error)
    if handler.raise_error:
        raise error


def graph_handlers(callbacks: Any) -> list[GraphCallbackHandler]:
    """The graph handlers among callbacks: a list, or a manager that has a list."""
    given = getattr(callbacks, "handlers", callbacks) or ()
    return [handler for handler in given if isinstance(handler, GraphCallbackHandler)]


def get_sync_graph_callback_manager_for_config(
    config: Mapping[str, Any], *, run_id: UUID | None = None
) -> GraphCallbackManager:
    """A manager of the graph handlers in ``config["callbacks"]``."""
    return GraphCallbackManager(graph_handlers(config.get("callbacks")), run_id)


def get_async_graph_callback_manager_for_config(
    config: Mapping[str, Any], *, run_id: UUID | None = None
) -> AsyncGraphCallbackManager:
    """As the sync one, for coroutines."""
    return AsyncGraphCallbackManager(graph_handlers(config.get("callbacks")), run_id)
