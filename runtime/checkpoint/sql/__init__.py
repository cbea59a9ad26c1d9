"""The saver on SQL databases."""

from runtime.checkpoint.sql.errors import (
    HistoryChangedError,
    NotAStoreError,
    StoreCorruptError,
    StoreError,
    StoreLockedError,
    StoreMissingError,
    StoreReadOnlyError,
    StoreTooNewError,
    StoreTooOldError,
    StoreUnreachableError,
)
from runtime.checkpoint.sql.saver import SqlSaver

__all__ = [
    "HistoryChangedError",
    "NotAStoreError",
    "SqlSaver",
    "StoreCorruptError",
    "StoreError",
    "StoreLockedError",
    "StoreMissingError",
    "StoreReadOnlyError",
    "StoreTooNewError",
    "StoreTooOldError",
    "StoreUnreachableError",
]
