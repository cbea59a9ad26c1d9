"""The interface of every saver."""

import copy
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from typing import Any, Generic

from typing_extensions import TypeVar

from runtime.checkpoint.base.checkpoint import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    Config,
    DeltaChannelHistory,
    PendingWrite,
)
from runtime.checkpoint.serde.base import (
    SerializerProtocol,
    UntypedSerializerProtocol,
    maybe_add_typed_methods,
)
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer

V = TypeVar("V", int, float, str, default=int)


class BaseCheckpointSaver(Generic[V]):
    """Saves and reads checkpoints.

    A config addresses by ``configurable``: ``thread_id`` (any scalar, kept as text),
    ``checkpoint_ns`` (default: the root's, ``""``) and ``checkpoint_id`` (default: the newest).
    Every method that a saver does not have raises ``NotImplementedError``.
    """

    serde: SerializerProtocol

    def __init__(
        self, *, serde: SerializerProtocol | UntypedSerializerProtocol | None = None
    ) -> None:
        self.serde = JsonPlusSerializer() if serde is None else maybe_add_typed_methods(serde)

    @property
    def config_specs(self) -> list[Any]:
        """Further config fields; none."""
        return []

    def get(self, config: Config) -> Checkpoint | None:
        """The checkpoint that ``config`` addresses, or ``None``."""
        found = self.get_tuple(config)
        return found.checkpoint if found else None

    def get_tuple(self, config: Config) -> CheckpointTuple | None:
        """The checkpoint with its metadata and pending writes, or ``None``."""
        raise NotImplementedError

    def list(
        self,
        config: Config | None,
        *,
        filter: dict[str, Any] | None = None,
        before: Config | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """Checkpoints, newest first: of one thread, or of all where ``config`` is ``None``.

        ``filter`` compares metadata for equality, an absent key counts as ``None``. ``before``
        names a checkpoint; only older ones are given. ``limit`` bounds their number.
        """
        raise NotImplementedError

    def put(
        self,
        config: Config,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> dict[str, Any]:
        """Save ``checkpoint`` as a child of the one that ``config`` names; returns its config."""
        raise NotImplementedError

    def put_writes(
        self,
        config: Config,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """Save the pending writes of a task of the checkpoint that ``config`` names."""
        raise NotImplementedError

    def delete_thread(self, thread_id: str) -> None:
        """Remove everything of a thread."""
        raise NotImplementedError

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Remove the checkpoints whose metadata has one of ``run_ids``, with their writes."""
        raise NotImplementedError

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Copy everything of a thread to another id."""
        raise NotImplementedError

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Thin out: ``keep_latest`` leaves the newest of each namespace, ``delete`` none."""
        raise NotImplementedError

    def get_delta_channel_history(
        self, *, config: Config, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        """Per channel, the writes of the ancestors since the last one that stored a value.

        The writes of the addressed checkpoint itself are pending and not part of it.
        """
        target = self.get_tuple(config)
        return _delta_history(channels, self._ancestors(target.parent_config if target else None))

    def _ancestors(self, config: Config | None) -> Iterator[CheckpointTuple]:
        while config is not None:
            found = self.get_tuple(config)
            if found is None:
                return
            yield found
            config = found.parent_config

    async def aget(self, config: Config) -> Checkpoint | None:
        """As ``get``."""
        found = await self.aget_tuple(config)
        return found.checkpoint if found else None

    async def aget_tuple(self, config: Config) -> CheckpointTuple | None:
        """As ``get_tuple``."""
        raise NotImplementedError

    def alist(
        self,
        config: Config | None,
        *,
        filter: dict[str, Any] | None = None,
        before: Config | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """As ``list``."""
        raise NotImplementedError

    async def aput(
        self,
        config: Config,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> dict[str, Any]:
        """As ``put``."""
        raise NotImplementedError

    async def aput_writes(
        self,
        config: Config,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """As ``put_writes``."""
        raise NotImplementedError

    async def adelete_thread(self, thread_id: str) -> None:
        """As ``delete_thread``."""
        raise NotImplementedError

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """As ``delete_for_runs``."""
        raise NotImplementedError

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """As ``copy_thread``."""
        raise NotImplementedError

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """As ``prune``."""
        raise NotImplementedError

    async def aget_delta_channel_history(
        self, *, config: Config, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        """As ``get_delta_channel_history``."""
        target = await self.aget_tuple(config)
        ancestors = []
        parent = target.parent_config if target else None
        while parent is not None and (found := await self.aget_tuple(parent)) is not None:
            ancestors.append(found)
            parent = found.parent_config
        return _delta_history(channels, iter(ancestors))

    def get_next_version(self, current: V | None, channel: None) -> V:
        """The version after ``current``; text versions are a saver's own affair."""
        known: Any = current
        if isinstance(known, str):
            raise NotImplementedError("versions are integers here")
        following: Any = 1 if known is None else known + 1
        return following  # type: ignore[no-any-return]

    def with_allowlist(
        self, extra_allowlist: Collection[tuple[str, ...]]
    ) -> "BaseCheckpointSaver[V]":
        """This saver with a serializer that also restores the classes named.

        Each name is ``(module, name)``, or ``(module, ...)`` parts of a dotted path.
        """
        extend = getattr(self.serde, "with_msgpack_allowlist", None)
        if extend is None:
            return self
        clone = copy.copy(self)
        clone.serde = extend(extra_allowlist)
        return clone


def _delta_history(
    channels: Sequence[str], ancestors: Iterator[CheckpointTuple]
) -> dict[str, DeltaChannelHistory]:
    open_channels = set(channels)
    newest_first: dict[str, list[list[PendingWrite]]] = {channel: [] for channel in channels}
    seeds: dict[str, Any] = {}
    for ancestor in ancestors:
        if not open_channels:
            break
        for channel in list(open_channels):
            newest_first[channel].append(
                [write for write in ancestor.pending_writes or () if write[1] == channel]
            )
            values = ancestor.checkpoint["channel_values"]
            if channel in values:
                seeds[channel] = values[channel]
                open_channels.discard(channel)
    found: dict[str, DeltaChannelHistory] = {}
    for channel in channels:
        history = DeltaChannelHistory(
            writes=[write for group in reversed(newest_first[channel]) for write in group]
        )
        if channel in seeds:
            history["seed"] = seeds[channel]
        found[channel] = history
    return found
