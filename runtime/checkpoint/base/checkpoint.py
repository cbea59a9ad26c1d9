"""What a checkpoint is, as a plain dictionary, and the helpers that make and copy it."""

import copy
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

from runtime.checkpoint.base.id import new_checkpoint_id
from runtime.checkpoint.serde.types import (
    ERROR,
    INTERRUPT,
    RESUME,
    SCHEDULED,
    ChannelProtocol,
)
from runtime.constants import MISSING

Config = Mapping[str, Any]
"""A RunnableConfig, of which a saver reads ``configurable`` and ``metadata``."""

ChannelVersions = dict[str, str | int | float]
PendingWrite = tuple[str, str, Any]
"""``(task_id, channel, value)``."""

LATEST_VERSION = 2
"""``v`` of checkpoints made by ``empty_checkpoint`` and ``create_checkpoint``."""

WRITES_IDX_MAP: dict[str, int] = {ERROR: -1, SCHEDULED: -2, INTERRUPT: -3, RESUME: -4}
"""Fixed positions of reserved writes: written again, they replace; other writes keep the first."""

EXCLUDED_METADATA_KEYS = {
    "thread_id",
    "checkpoint_id",
    "checkpoint_ns",
    "checkpoint_map",
    "langgraph_step",
    "langgraph_node",
    "langgraph_triggers",
    "langgraph_path",
    "langgraph_checkpoint_ns",
}
"""Keys of a config that never enter a checkpoint's metadata."""


class CheckpointMetadata(TypedDict, total=False):
    """Where a checkpoint comes from. Further keys are scalars out of the run's config."""

    source: Literal["input", "loop", "update", "fork"]
    step: int
    """-1 for the first input, 0 for the first superstep, -2 for none."""
    parents: dict[str, str]
    """Checkpoint ids of the ancestors, by namespace."""
    run_id: str
    counters_since_delta_snapshot: dict[str, tuple[int, int]]


class Checkpoint(TypedDict):
    """The durable snapshot after an update phase."""

    v: int
    id: str
    ts: str
    channel_values: dict[str, Any]
    channel_versions: ChannelVersions
    versions_seen: dict[str, ChannelVersions]
    updated_channels: NotRequired[list[str] | None]
    pending_sends: NotRequired[list[Any]]


class CheckpointTuple(NamedTuple):
    """A checkpoint with everything that a saver knows of it."""

    config: dict[str, Any]
    checkpoint: Checkpoint
    metadata: CheckpointMetadata
    parent_config: dict[str, Any] | None = None
    pending_writes: list[PendingWrite] | None = None


class DeltaChannelHistory(TypedDict):
    """Writes to a channel along a checkpoint's ancestors, oldest first.

    ``seed`` is the last stored value before them; it is absent where no ancestor stored one.
    """

    writes: list[PendingWrite]
    seed: NotRequired[Any]


def _now() -> str:
    return datetime.now(UTC).isoformat()


def empty_checkpoint() -> Checkpoint:
    """A checkpoint without any channel."""
    return Checkpoint(
        v=LATEST_VERSION,
        id=new_checkpoint_id(-2),
        ts=_now(),
        channel_values={},
        channel_versions={},
        versions_seen={},
        pending_sends=[],
        updated_channels=None,
    )


def copy_checkpoint(checkpoint: Checkpoint) -> Checkpoint:
    """A copy whose own dictionaries are new; the channels' values are shared."""
    copied = copy.copy(checkpoint)
    copied["channel_values"] = checkpoint["channel_values"].copy()
    copied["channel_versions"] = checkpoint["channel_versions"].copy()
    copied["versions_seen"] = {
        node: versions.copy() for node, versions in checkpoint["versions_seen"].items()
    }
    if "pending_sends" in checkpoint:
        copied["pending_sends"] = list(checkpoint["pending_sends"])
    return copied


def create_checkpoint(
    checkpoint: Checkpoint,
    channels: Mapping[str, ChannelProtocol] | None,
    step: int,
    *,
    id: str | None = None,
) -> Checkpoint:
    """The successor of ``checkpoint``, with the present values of ``channels``.

    Without channels (``None``) the values stay as they are. Empty channels are left out.
    """
    if channels is None:
        values = checkpoint["channel_values"]
    else:
        values = {}
        for name, channel in channels.items():
            if name not in checkpoint["channel_versions"]:
                continue
            value = channel.checkpoint()
            if value is not MISSING:
                values[name] = value
    return Checkpoint(
        v=LATEST_VERSION,
        ts=_now(),
        id=id or new_checkpoint_id(step),
        channel_values=values,
        channel_versions=checkpoint["channel_versions"],
        versions_seen=checkpoint["versions_seen"],
        pending_sends=checkpoint.get("pending_sends", []),
        updated_channels=None,
    )


def get_checkpoint_id(config: Config) -> str | None:
    """The checkpoint that ``config`` names, or ``None`` for the newest."""
    found: str | None = config["configurable"].get("checkpoint_id")
    return found


def get_checkpoint_metadata(config: Config, metadata: CheckpointMetadata) -> CheckpointMetadata:
    """``metadata`` with the scalars of the config's metadata and ``configurable`` added."""
    merged: dict[str, Any] = dict(metadata)
    for extra in (config.get("metadata"), config.get("configurable")):
        for key, value in (extra or {}).items():
            if key in merged or key in EXCLUDED_METADATA_KEYS or key.startswith("__"):
                continue
            if isinstance(value, str):
                merged[key] = value.replace("\0", "")
            elif isinstance(value, (bool, int, float)):
                merged[key] = value
    return merged  # type: ignore[return-value]


def get_serializable_checkpoint_metadata(
    config: Config, metadata: CheckpointMetadata
) -> CheckpointMetadata:
    """As ``get_checkpoint_metadata``, without the outdated key ``writes``."""
    merged: dict[str, Any] = dict(get_checkpoint_metadata(config, metadata))
    merged.pop("writes", None)
    return merged  # type: ignore[return-value]
