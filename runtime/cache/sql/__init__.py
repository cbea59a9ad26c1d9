"""The cache on SQL databases."""

from runtime.cache.sql.cache import SqlCache

__all__ = ["SqlCache"]
