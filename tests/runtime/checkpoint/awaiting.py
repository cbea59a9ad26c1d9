"""Savers for coroutines under the tests of plain ones."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AsyncExitStack
from typing import Any, TypeVar

from runtime.checkpoint.base import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    Config,
    DeltaChannelHistory,
    NativeSaver,
    Record,
    StoredCheckpoint,
    ThreadListing,
)
from runtime.checkpoint.base.detaching import Advance
from runtime.checkpoint.base.kept import KeptValues
from runtime.checkpoint.base.session import ReadSession
from runtime.checkpoint.sql.aio import AsyncSqlSaver

ResultT = TypeVar("ResultT")

SECONDS = 60
"""How long one call may take."""


class EventLoop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.stack = AsyncExitStack()

    def run(self, coroutine: Coroutine[Any, Any, ResultT]) -> ResultT:
        """The result of a coroutine."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(SECONDS)

    def close(self) -> None:
        """Leave what was entered on ``stack`` and end the loop."""
        try:
            self.run(self.stack.aclose())
            self.run(self._loop.shutdown_default_executor())
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(SECONDS)
            self._loop.close()


class Awaited(NativeSaver):
    """``saver``, whose methods for coroutines are what is tested."""

    def __init__(self, saver: AsyncSqlSaver, loop: EventLoop) -> None:
        super().__init__(serde=saver.serde)
        self.saver = saver
        self.loop = loop

    def commit(self, records: Sequence[Record]) -> None:
        async def commit() -> None:
            await asyncio.wrap_future(self.saver.submit(records))

        self.loop.run(commit())

    def submit(self, records: Sequence[Record], origin: object = None) -> "Future[None]":
        async def submit() -> "Future[None]":
            return self.saver.submit(records, origin)

        return self.loop.run(submit())

    def get_tuple(self, config: Config) -> CheckpointTuple | None:
        return self.loop.run(self.saver.aget_tuple(config))

    def get(self, config: Config) -> Checkpoint | None:
        return self.loop.run(self.saver.aget(config))

    def list(
        self,
        config: Config | None,
        *,
        filter: dict[str, Any] | None = None,
        before: Config | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        found = self.saver.alist(config, filter=filter, before=before, limit=limit)
        while (following := self.loop.run(_next(found))) is not None:
            yield following

    def put(
        self,
        config: Config,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> dict[str, Any]:
        return self.loop.run(self.saver.aput(config, checkpoint, metadata, new_versions))

    def put_writes(
        self,
        config: Config,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        self.loop.run(self.saver.aput_writes(config, writes, task_id, task_path))

    def delete_thread(self, thread_id: str) -> None:
        self.loop.run(self.saver.adelete_thread(thread_id))

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        self.loop.run(self.saver.adelete_for_runs(run_ids))

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        self.loop.run(self.saver.acopy_thread(source_thread_id, target_thread_id))

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        self.loop.run(self.saver.aprune(thread_ids, strategy=strategy))

    def get_delta_channel_history(
        self, *, config: Config, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        return self.loop.run(
            self.saver.aget_delta_channel_history(config=config, channels=channels)
        )

    def has_children(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> bool:
        return self.loop.run(self.saver.ahas_children(thread_id, checkpoint_ns, checkpoint_id))

    # -- what is there for other threads only

    def session(self) -> ReadSession:
        return self.saver.session()

    def _detach(
        self,
        thread_id: str,
        checkpoint_ns: str,
        checkpoint_ids: set[str],
        *,
        relink: bool,
        advance: Advance | None = None,
    ) -> None:
        raise AssertionError("the saver itself rewrites")

    def list_threads(self, offset: int = 0, limit: int = 100) -> ThreadListing:
        return self.saver.list_threads(offset, limit)

    def list_rows(
        self,
        thread_id: str,
        checkpoint_ns: str | None = None,
        *,
        before: str | None = None,
        limit: int | None = None,
    ) -> Sequence[StoredCheckpoint]:
        return self.saver.list_rows(thread_id, checkpoint_ns, before=before, limit=limit)

    def get_value(
        self,
        thread_id: str,
        checkpoint_ns: str,
        checkpoint_id: str,
        channel: str,
        kept: KeptValues | None = None,
    ) -> Any:
        return self.saver.get_value(thread_id, checkpoint_ns, checkpoint_id, channel, kept)


async def _next(found: AsyncIterator[CheckpointTuple]) -> CheckpointTuple | None:
    return await anext(found, None)


def perform(saver: NativeSaver, work: Callable[[Any], ResultT]) -> ResultT:
    """The result of ``work``, called with the plain saver inside where it may use the database."""
    return saver.saver._wait(work) if isinstance(saver, Awaited) else work(saver)


def inner(saver: NativeSaver) -> NativeSaver:
    """The saver that is tested."""
    return saver.saver if isinstance(saver, Awaited) else saver
