"""The store on SQL databases."""

from runtime.store.sql.store import SqlStore

__all__ = ["SqlStore"]
