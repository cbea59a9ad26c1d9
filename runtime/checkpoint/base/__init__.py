"""The interface of savers, checkpoints as data, and what engine and savers tell each other."""

from typing import TypeVar

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
from runtime.checkpoint.base.id import uuid6
from runtime.checkpoint.base.native import NativeSaver, native_saver
from runtime.checkpoint.base.reading import (
    HistoryReader,
    StoredCheckpoint,
    StoredThread,
    ThreadListing,
)
from runtime.checkpoint.base.records import CheckpointChanges, Record, TaskWrites
from runtime.checkpoint.base.saver import BaseCheckpointSaver
from runtime.checkpoint.serde.base import SerializerProtocol, maybe_add_typed_methods
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.serde.types import ERROR, INTERRUPT, RESUME, SCHEDULED, ChannelProtocol
from runtime.errors import EmptyChannelError

V = TypeVar("V", int, float, str)
"""What a saver counts versions with."""

__all__ = [
    "ERROR",
    "EXCLUDED_METADATA_KEYS",
    "INTERRUPT",
    "LATEST_VERSION",
    "RESUME",
    "SCHEDULED",
    "WRITES_IDX_MAP",
    "BaseCheckpointSaver",
    "ChannelProtocol",
    "ChannelVersions",
    "Checkpoint",
    "CheckpointChanges",
    "CheckpointMetadata",
    "CheckpointTuple",
    "Config",
    "DeltaChannelHistory",
    "EmptyChannelError",
    "HistoryReader",
    "JsonPlusSerializer",
    "NativeSaver",
    "PendingWrite",
    "Record",
    "SerializerProtocol",
    "StoredCheckpoint",
    "StoredThread",
    "TaskWrites",
    "ThreadListing",
    "V",
    "copy_checkpoint",
    "create_checkpoint",
    "empty_checkpoint",
    "get_checkpoint_id",
    "get_checkpoint_metadata",
    "get_serializable_checkpoint_metadata",
    "maybe_add_typed_methods",
    "native_saver",
    "uuid6",
]
