"""The interface of savers, checkpoints as data, and what engine and savers tell each other."""

from runtime.checkpoint.base.checkpoint import (
    EXCLUDED_METADATA_KEYS,
    LATEST_VERSION,
    WRITES_IDX_MAP,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    Config,
    DeltaChannelHistory,
    PendingWrite,
    copy_checkpoint,
    create_checkpoint,
    empty_checkpoint,
    get_checkpoint_id,
    get_checkpoint_metadata,
    get_serializable_checkpoint_metadata,
)
from runtime.checkpoint.base.native import NativeSaver, native_saver
from runtime.checkpoint.base.reading import (
    HistoryReader,
    StoredCheckpoint,
    StoredThread,
    ThreadListing,
)
from runtime.checkpoint.base.records import CheckpointChanges, Record, TaskWrites
from runtime.checkpoint.base.saver import BaseCheckpointSaver
from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.errors import EmptyChannelError

__all__ = [
    "EXCLUDED_METADATA_KEYS",
    "LATEST_VERSION",
    "WRITES_IDX_MAP",
    "BaseCheckpointSaver",
    "ChannelVersions",
    "Checkpoint",
    "CheckpointChanges",
    "CheckpointMetadata",
    "CheckpointTuple",
    "Config",
    "DeltaChannelHistory",
    "EmptyChannelError",
    "HistoryReader",
    "NativeSaver",
    "PendingWrite",
    "Record",
    "SerializerProtocol",
    "StoredCheckpoint",
    "StoredThread",
    "TaskWrites",
    "ThreadListing",
    "copy_checkpoint",
    "create_checkpoint",
    "empty_checkpoint",
    "get_checkpoint_id",
    "get_checkpoint_metadata",
    "get_serializable_checkpoint_metadata",
    "native_saver",
]
