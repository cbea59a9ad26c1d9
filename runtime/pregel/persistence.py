"""Saving: what the engine wants kept, in order, by the durability that was asked for.

``sync``   each checkpoint is on disk before a node of the next superstep runs;
``async``  it is saved while the next superstep runs, in order;
``exit``   only the last checkpoint is saved, when the run ends.

A task's writes are saved the moment it finishes; those of the last task of a superstep wait for
the checkpoint that consumes them and share its transaction.
"""

import inspect
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from runtime.checkpoint.base import BaseCheckpointSaver, CheckpointMetadata
from runtime.checkpoint.base.native import SAVED, NativeSaver, native_saver
from runtime.checkpoint.base.records import CheckpointChanges, Record, TaskWrites
from runtime.checkpoint.serde.errors import UnsavableValueError
from runtime.deferred import Deferred
from runtime.pregel.saver_errors import note_saving, while_saving
from runtime.types import Durability

if TYPE_CHECKING:
    import asyncio
else:
    asyncio = Deferred("asyncio")


class Persistence:
    """Takes records in order; ``flush`` hands over what is waiting, ``close`` waits for all.

    The persistence of a subgraph leaves the waiting to that of the run around it, ``outer``, where
    nobody has to wait before.
    """

    def __init__(
        self,
        saver: BaseCheckpointSaver[Any],
        durability: Durability,
        outer: "Persistence | None" = None,
    ) -> None:
        self.saver = saver
        self.durability = durability
        self._native = native_saver(saver)
        self._takes_path = self._native is not None or _takes_path(saver.put_writes)
        self._lock = threading.Lock()
        self._waiting: list[Record] = []
        self._whole: dict[str, Any] = {}
        self._futures: deque[tuple[Future[None], Record]] = deque()
        self._thread: ThreadPoolExecutor | None = None
        self._failure: BaseException | None = None
        """Of something handed over: what follows may build on it, and fails like it."""
        shares = outer is not None and outer.saver is saver and outer.durability == durability
        self._outer = outer if shares and durability == "async" and self._native else None
        self._origin: object = self if self._outer is None else self._outer._origin
        """The run, to a saver that may save together what one run submits."""

    @property
    def needs_whole_checkpoints(self) -> bool:
        """Whether the saver wants full checkpoints through its public methods."""
        return self._native is None

    def add(self, record: Record, whole: Any = None) -> None:
        """Queue a record; ``whole`` is the full checkpoint where the saver needs it."""
        self._waiting.append(record)
        if whole is not None:
            self._whole[record.checkpoint_id] = whole

    def save_now(self, record: Record) -> None:
        """Hand over a record and all that is queued; from any thread, durable as ``flush``."""
        with self._lock:
            self._waiting.append(record)
            if self.durability == "exit":
                return
            records, self._waiting = self._waiting, []
        self._hand_over(records, None)

    def flush(self, *, wait: bool | None = None) -> None:
        """Hand over what is queued. ``wait`` overrides what the durability says."""
        if not self._waiting or (self.durability == "exit" and not wait):
            return
        with self._lock:
            records, self._waiting = self._waiting, []
        if self.durability != "exit":
            self._hand_over(records, wait)
            return
        try:
            self._hand_over(self._only_last(records), wait)
        except UnsavableValueError as error:
            writer = error.node or self._writer_of(error, records)
            raise error.of(error.channel, writer) from error.__cause__

    def _writer_of(self, error: UnsavableValueError, records: Sequence[Record]) -> str:
        """The node that wrote what ``error`` is about; empty where a reducer made it."""
        for record in reversed(records):
            if isinstance(record, TaskWrites):
                for channel, value in record.writes:
                    if channel == error.channel and not self._can_save(value):
                        return record.node
        return ""

    def _can_save(self, value: Any) -> bool:
        try:
            self.saver.serde.dumps_typed(value)
        except UnsavableValueError:
            return False
        return True

    def _hand_over(self, records: Sequence[Record], wait: bool | None) -> None:
        if wait is None:
            wait = self.durability != "async"
        if wait:
            self.settle()
            self._save(records)
        elif self._native is not None:
            self._submit(self._native, records)
        else:
            if self._thread is None:
                self._thread = ThreadPoolExecutor(1, "pregel-saver")
            self._expect(self._thread.submit(self._save_later, records), records[-1])

    def _submit(self, native: NativeSaver, records: Sequence[Record]) -> None:
        try:
            future = native.submit(records, self._origin)
        except Exception as error:
            self._failure = error
            note_saving(error, records[-1])
            raise
        self._expect(future, records[-1])

    def _save_later(self, records: Sequence[Record]) -> None:
        """In the saver's thread."""
        try:
            self._save(records)
        except BaseException as error:
            self._failure = error
            raise

    def _expect(self, future: Future[None], record: Record) -> None:
        """Remember what is being saved, and look at the outcome of what was saved meanwhile."""
        if future is SAVED:
            return
        futures = self._futures
        if futures and futures[-1][0] is future:
            futures[-1] = (future, record)
            return
        if future.done():
            self._outcome(future, record)
            return
        futures.append((future, record))
        while (saved := self._take_saved()) is not None:
            self._outcome(*saved)

    def _take_saved(self) -> tuple[Future[None], Record] | None:
        """The first of what was handed over, once it is saved or failed."""
        with self._lock:
            return self._futures.popleft() if self._futures and self._futures[0][0].done() else None

    @property
    def awaits_input(self) -> bool:
        """Whether the input is on disk before any node runs: another run is noticed there."""
        return self.durability != "exit" and self._outer is None

    def settle(self) -> None:
        """Wait until everything handed over is saved; raises the saver's error."""
        futures = self._take_futures()
        if futures and self._native is not None:
            # Written here rather than waited for; what goes wrong, the outcomes say.
            with suppress(Exception):
                self._native.commit(())
        for future, record in futures:
            self._outcome(future, record)

    def _outcome(self, future: Future[None], record: Record) -> None:
        error = future.exception()
        if error is not None:
            self._failure = error
            note_saving(error, record)
            raise error

    def _take_futures(self) -> deque[tuple[Future[None], Record]]:
        with self._lock:
            futures, self._futures = self._futures, deque()
        return futures

    def _leave_to(self, outer: "Persistence") -> None:
        """Hand over what is queued; whoever waits for ``outer`` waits for it too."""
        self.flush()
        futures = self._take_futures()
        with outer._lock:
            outer._futures.extend(futures)

    def close(self) -> None:
        """Save what is queued and wait for all of it."""
        if self._outer is not None:
            self._leave_to(self._outer)
            return
        try:
            self.flush(wait=True)
            self.settle()
        finally:
            if self._thread is not None:
                self._thread.shutdown(wait=True)
                self._thread = None

    def _only_last(self, records: Sequence[Record]) -> list[Record]:
        """For ``exit``: one checkpoint that tells the whole run, and the writes pending at it."""
        checkpoints = [record for record in records if isinstance(record, CheckpointChanges)]
        if not checkpoints:
            return list(records)
        last = checkpoints[-1]
        merged = CheckpointChanges(
            last.thread_id,
            last.checkpoint_ns,
            last.checkpoint_id,
            checkpoints[0].parent_checkpoint_id,
            last.ts,
            last.whole_metadata(),
            updated_channels=last.updated_channels,
            v=last.v,
            sole_child=checkpoints[0].sole_child,
        )
        removed: dict[str, None] = {}
        for record in checkpoints:
            merged.versions.update(record.versions)
            for node, versions in record.seen.items():
                merged.seen.setdefault(node, {}).update(versions)
            for name in record.removed:
                merged.values.pop(name, None)
                removed[name] = None
            for name, value in record.values.items():
                merged.values[name] = value
                removed.pop(name, None)
        merged.removed = tuple(removed)
        pending = [
            record
            for record in records
            if isinstance(record, TaskWrites) and record.checkpoint_id == last.checkpoint_id
        ]
        return [merged, *pending]

    def _save(self, records: Sequence[Record]) -> None:
        if self._failure is not None:
            raise self._failure
        if self._native is not None:
            with while_saving(records[-1]):
                self._native.commit(records)
            return
        for record in records:
            with while_saving(record):
                self._put(record)

    def _put(self, record: Record) -> None:
        if isinstance(record, TaskWrites):
            self.saver.put_writes(*self._writes_of(record))
        else:
            self.saver.put(
                record_config(record),
                self._whole.pop(record.checkpoint_id),
                cast("CheckpointMetadata", record.whole_metadata()),
                dict(record.versions),
            )

    def _writes_of(self, record: TaskWrites) -> tuple[Any, ...]:
        """What the saver's ``put_writes`` takes; savers of an older kind take no task path."""
        given = (record_config(record), list(record.writes), record.task_id)
        return (*given, record.task_path) if self._takes_path else given


class AsyncPersistence(Persistence):
    """As ``Persistence`` on an event loop: handing over never blocks, waiting is awaited."""

    def __init__(
        self,
        saver: BaseCheckpointSaver[Any],
        durability: Durability,
        outer: Persistence | None = None,
    ) -> None:
        super().__init__(saver, durability, outer)
        self._takes_path = self._native is not None or _takes_path(saver.aput_writes)
        self._chain: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()

    def _hand_over(self, records: Sequence[Record], wait: bool | None) -> None:
        if self._native is not None:
            self._submit(self._native, records)
        else:
            if self._chain is not None and self._chain.done():
                self._chain.result()
            self._loop.call_soon_threadsafe(self._enqueue, records)

    def _enqueue(self, records: Sequence[Record]) -> None:
        self._chain = self._loop.create_task(self._asave(records, self._chain))

    async def _asave(self, records: Sequence[Record], earlier: "asyncio.Task[None] | None") -> None:
        if earlier is not None:
            await earlier
        for record in records:
            with while_saving(record):
                await self._aput(record)

    async def _aput(self, record: Record) -> None:
        if isinstance(record, TaskWrites):
            await self.saver.aput_writes(*self._writes_of(record))
        else:
            await self.saver.aput(
                record_config(record),
                self._whole.pop(record.checkpoint_id),
                cast("CheckpointMetadata", record.whole_metadata()),
                dict(record.versions),
            )

    async def asettle(self) -> None:
        """Wait until everything handed over is saved; raises the saver's error."""
        futures = self._take_futures()
        if futures and self._native is not None:
            self._native.hurry()
            waiting = [asyncio.wrap_future(future) for future, _ in futures if not future.done()]
            for each in waiting:
                each.add_done_callback(_leave_to_outcome)
            if waiting:
                await asyncio.wait(waiting)
        for future, record in futures:
            self._outcome(future, record)
        # What other threads handed over reaches the chain in the next turn of the event loop.
        await asyncio.sleep(0)
        while self._chain is not None:
            chain = self._chain
            await chain
            if self._chain is chain:
                self._chain = None

    async def aclose(self) -> None:
        """Save what is queued and wait for all of it, also when the run was cancelled."""
        if self._outer is not None:
            self._leave_to(self._outer)
            return
        self.flush(wait=True)
        await asyncio.shield(asyncio.ensure_future(self.asettle()))


def _takes_path(put_writes: Callable[..., Any]) -> bool:
    names = inspect.signature(put_writes).parameters
    kinds = {each.kind for each in names.values()}
    return "task_path" in names or inspect.Parameter.VAR_POSITIONAL in kinds


def _leave_to_outcome(saved: "asyncio.Future[None]") -> None:
    """An error is read from the future behind it."""
    if not saved.cancelled():
        saved.exception()


def record_config(record: Record) -> dict[str, Any]:
    """The config that the public methods of a saver take for ``record``."""
    configurable = {"thread_id": record.thread_id, "checkpoint_ns": record.checkpoint_ns}
    if isinstance(record, TaskWrites):
        configurable["checkpoint_id"] = record.checkpoint_id
    elif record.parent_checkpoint_id is not None:
        configurable["checkpoint_id"] = record.parent_checkpoint_id
    return {"configurable": configurable}
