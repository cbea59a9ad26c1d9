"""The calls for coroutines, of savers whose store has to be waited for."""

from abc import abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from runtime.checkpoint.base.checkpoint import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    Config,
    DeltaChannelHistory,
)
from runtime.checkpoint.base.native import NativeSaver

ResultT = TypeVar("ResultT")

_MOST_AT_ONCE = 32
"""Checkpoints that a listing takes at a time. It begins with one, for whoever wants one."""


class AwaitedSaver(NativeSaver):
    """Each call for coroutines does the plain one where waiting holds nobody up."""

    @abstractmethod
    async def elsewhere(self, work: Callable[[Any], ResultT]) -> ResultT:
        """The result of ``work``, called with the plain saver where it may wait."""

    async def aget_tuple(self, config: Config) -> CheckpointTuple | None:
        return await self.elsewhere(lambda saver: saver.get_tuple(config))

    async def alist(
        self,
        config: Config | None,
        *,
        filter: dict[str, Any] | None = None,
        before: Config | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        found: Iterator[CheckpointTuple] | None = None
        size = 1

        def take(saver: NativeSaver) -> list[CheckpointTuple]:
            nonlocal found
            if found is None:
                found = saver.list(config, filter=filter, before=before, limit=limit)
            return list(islice(found, size))

        while taken := await self.elsewhere(take):
            for each in taken:
                yield each
            if len(taken) < size:
                return
            size = min(2 * size, _MOST_AT_ONCE)

    async def aput(
        self,
        config: Config,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> dict[str, Any]:
        return await self.elsewhere(
            lambda saver: saver.put(config, checkpoint, metadata, new_versions)
        )

    async def aput_writes(
        self,
        config: Config,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        await self.elsewhere(lambda saver: saver.put_writes(config, writes, task_id, task_path))

    async def adelete_thread(self, thread_id: str) -> None:
        await self.elsewhere(lambda saver: saver.delete_thread(thread_id))

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        await self.elsewhere(lambda saver: saver.delete_for_runs(run_ids))

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        await self.elsewhere(lambda saver: saver.copy_thread(source_thread_id, target_thread_id))

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        await self.elsewhere(lambda saver: saver.prune(thread_ids, strategy=strategy))

    async def aget_delta_channel_history(
        self, *, config: Config, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        return await self.elsewhere(
            lambda saver: saver.get_delta_channel_history(config=config, channels=channels)
        )

    async def ahas_children(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> bool:
        return await self.elsewhere(
            lambda saver: saver.has_children(thread_id, checkpoint_ns, checkpoint_id)
        )
