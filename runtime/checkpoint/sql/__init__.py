"""The saver on SQL databases; its database toolkit is imported when the saver is first used."""

from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
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


def __getattr__(name: str) -> Any:
    if name == "SqlSaver":
        from runtime.checkpoint.sql.saver import SqlSaver

        return SqlSaver
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
