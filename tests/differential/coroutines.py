"""A compiled graph whose plain methods run its coroutines, so that one script serves both."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any


class InCoroutines:
    """Every call runs the asynchronous twin of the method in an event loop of its own."""

    def __init__(self, graph: Any) -> None:
        self._graph = graph

    def __getattr__(self, name: str) -> Any:
        return getattr(self._graph, name)

    def stream(self, *given: Any, **options: Any) -> Iterator[Any]:
        """The chunks of `astream`; if it raises, those before the error, then the error."""
        chunks: list[Any] = []
        errors: list[Exception] = []

        async def collect() -> None:
            try:
                async for chunk in self._graph.astream(*given, **options):
                    chunks.append(chunk)
            except Exception as error:  # noqa: BLE001 - raised again once the chunks are seen
                errors.append(error)

        asyncio.run(collect())
        yield from chunks
        for error in errors:
            raise error

    def invoke(self, *given: Any, **options: Any) -> Any:
        return asyncio.run(self._graph.ainvoke(*given, **options))

    def get_state(self, *given: Any, **options: Any) -> Any:
        return asyncio.run(self._graph.aget_state(*given, **options))

    def get_state_history(self, *given: Any, **options: Any) -> Iterator[Any]:
        async def collect() -> list[Any]:
            return [found async for found in self._graph.aget_state_history(*given, **options)]

        return iter(asyncio.run(collect()))

    def update_state(self, *given: Any, **options: Any) -> Any:
        return asyncio.run(self._graph.aupdate_state(*given, **options))

    def bulk_update_state(self, *given: Any, **options: Any) -> Any:
        return asyncio.run(self._graph.abulk_update_state(*given, **options))
