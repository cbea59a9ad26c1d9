"""The saver on SQL databases."""

from runtime.checkpoint.sql.errors import (
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
