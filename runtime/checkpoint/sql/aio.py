"""The saver on SQL databases, for coroutines: the plain saver, used where waiting disturbs nobody.

Saving encodes at once and leaves the writing to the plain saver's own thread. Everything else is
done in a thread (see ``lanes``). Other threads may use the plain calls; in a thread that runs an
event loop they are refused, since that loop would stand still.
"""

import asyncio
import copy
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Self, TypeVar

from sqlalchemy import Engine

from runtime.checkpoint.base.awaited import AwaitedSaver
from runtime.checkpoint.base.checkpoint import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    Config,
    DeltaChannelHistory,
)
from runtime.checkpoint.base.detaching import Advance
from runtime.checkpoint.base.kept import KeptValues
from runtime.checkpoint.base.reading import StoredCheckpoint, ThreadListing
from runtime.checkpoint.base.records import Record
from runtime.checkpoint.base.session import ReadSession
from runtime.checkpoint.serde.base import SerializerProtocol, UntypedSerializerProtocol
from runtime.checkpoint.sql.lanes import Lane, ThreadLane
from runtime.checkpoint.sql.saver import SqlSaver

ResultT = TypeVar("ResultT")


class Opening:
    """A plain saver that is opened when it is first needed, in the lane that it is used from.

    ``make_engine`` gives its engine, which is let go of when the saver is closed.
    """

    def __init__(self, make_engine: Callable[[], Engine], *, owned: bool = True) -> None:
        self._make_engine = make_engine
        self.owned = owned
        self._lock = threading.Lock()
        self.lane: Lane = ThreadLane()
        self.saver: SqlSaver | None = None

    async def prepare(self) -> None:
        """What has to be awaited before the first use."""

    def prepare_elsewhere(self) -> None:
        """As ``prepare``, in a thread where nothing can be awaited."""

    def opened(self, serde: SerializerProtocol) -> SqlSaver:
        """The saver; to be called in the lane."""
        with self._lock:
            if self.saver is None:
                engine = self._make_engine()
                self.saver = SqlSaver(engine, serde=serde)
                if self.owned:
                    self.saver.owns_engine()
            return self.saver


class AsyncSqlSaver(AwaitedSaver):
    """As ``SqlSaver``, for graphs that are awaited.

    The database is opened by ``setup``, or by the first call that needs it.
    """

    def __init__(
        self,
        opening: Opening,
        *,
        serde: SerializerProtocol | UntypedSerializerProtocol | None = None,
    ) -> None:
        super().__init__(serde=serde)
        self._opening = opening
        self._view: SqlSaver | None = None

    async def setup(self) -> None:
        """Open the database, and make its tables where they are missing."""
        await self.elsewhere(_nothing)

    # -- waiting

    async def elsewhere(self, work: Callable[[SqlSaver], ResultT]) -> ResultT:
        await self._opening.prepare()
        return await self._opening.lane.run(lambda: work(self._plain()))

    def _wait(self, work: Callable[[SqlSaver], ResultT]) -> ResultT:
        """The result of ``work`` for a plain call; refused where a loop would wait for it."""
        self._refuse_loop()
        self._opening.prepare_elsewhere()
        return self._opening.lane.call(lambda: work(self._plain()))

    def _refuse_loop(self) -> None:
        if _in_event_loop():
            name = type(self).__name__
            raise asyncio.InvalidStateError(
                f"{name} was called without await in a thread that runs an event loop, which "
                "would stand still. Await the methods that begin with 'a' (graph.ainvoke, "
                f"graph.aget_state, {name}.aget_tuple), or call from another thread."
            )

    def _plain(self) -> SqlSaver:
        """The plain saver, with this one's serializer; in the lane."""
        saver = self._opening.opened(self.serde)
        if saver.serde is self.serde:
            return saver
        view = self._view
        if view is None or view.serde is not self.serde:
            view = self._view = copy.copy(saver)
            view.serde = self.serde
        return view

    # -- saving

    def submit(self, records: Sequence[Record], origin: object = None) -> Future[None]:
        """As the interface says; also allowed in a thread that runs an event loop."""
        self._opening.prepare_elsewhere()
        return self._opening.lane.call(lambda: self._plain().submit(records, origin))

    def hurry(self) -> None:
        if self._opening.saver is not None:
            self._opening.saver.hurry()

    def commit(self, records: Sequence[Record]) -> None:
        self._wait(lambda saver: saver.commit(records))

    # -- the plain calls, for other threads

    def session(self) -> ReadSession:
        return self._wait(lambda saver: saver.session())

    def get_tuple(self, config: Config) -> CheckpointTuple | None:
        return self._wait(lambda saver: saver.get_tuple(config))

    def list(
        self,
        config: Config | None,
        *,
        filter: dict[str, Any] | None = None,
        before: Config | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        found = self._wait(
            lambda saver: saver.list(config, filter=filter, before=before, limit=limit)
        )
        while (following := self._wait(lambda _: next(found, None))) is not None:
            yield following

    def put(
        self,
        config: Config,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> dict[str, Any]:
        return self._wait(lambda saver: saver.put(config, checkpoint, metadata, new_versions))

    def put_writes(
        self,
        config: Config,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        self._wait(lambda saver: saver.put_writes(config, writes, task_id, task_path))

    def delete_thread(self, thread_id: str) -> None:
        self._wait(lambda saver: saver.delete_thread(thread_id))

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        self._wait(lambda saver: saver.delete_for_runs(run_ids))

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        self._wait(lambda saver: saver.copy_thread(source_thread_id, target_thread_id))

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        self._wait(lambda saver: saver.prune(thread_ids, strategy=strategy))

    def get_delta_channel_history(
        self, *, config: Config, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        return self._wait(
            lambda saver: saver.get_delta_channel_history(config=config, channels=channels)
        )

    def _detach(
        self,
        thread_id: str,
        checkpoint_ns: str,
        checkpoint_ids: set[str],
        *,
        relink: bool,
        advance: Advance | None = None,
    ) -> None:
        self._wait(
            lambda saver: saver._detach(
                thread_id, checkpoint_ns, checkpoint_ids, relink=relink, advance=advance
            )
        )

    # -- the debugger's read side

    def list_threads(self, offset: int = 0, limit: int = 100) -> ThreadListing:
        return self._wait(lambda saver: saver.list_threads(offset, limit))

    def list_rows(
        self,
        thread_id: str,
        checkpoint_ns: str | None = None,
        *,
        before: str | None = None,
        limit: int | None = None,
    ) -> Sequence[StoredCheckpoint]:
        return self._wait(
            lambda saver: saver.list_rows(thread_id, checkpoint_ns, before=before, limit=limit)
        )

    def has_children(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> bool:
        return self._wait(lambda saver: saver.has_children(thread_id, checkpoint_ns, checkpoint_id))

    def get_value(
        self,
        thread_id: str,
        checkpoint_ns: str,
        checkpoint_id: str,
        channel: str,
        kept: KeptValues | None = None,
    ) -> Any:
        return self._wait(
            lambda saver: saver.get_value(thread_id, checkpoint_ns, checkpoint_id, channel, kept)
        )

    # -- closing

    async def aclose(self) -> None:
        """Save what was submitted and let go of the database."""
        if self._opening.saver is not None:
            await self.elsewhere(SqlSaver.close)

    def close(self) -> None:
        """As ``aclose``, for other threads."""
        self._refuse_loop()
        if self._opening.saver is not None:
            self._wait(SqlSaver.close)

    async def __aenter__(self) -> Self:
        await self.setup()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()


def _in_event_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _nothing(saver: SqlSaver) -> None:
    """Only the opening counts."""
