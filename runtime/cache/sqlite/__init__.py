"""The cache on SQLite, under the name and with the calls that LangGraph gives it."""

from pathlib import Path
from typing import Generic

from runtime.cache.base import ValueT
from runtime.cache.sql.cache import SqlCache
from runtime.checkpoint.serde.base import SerializerProtocol

__all__ = ["SqliteCache"]


class SqliteCache(SqlCache[ValueT], Generic[ValueT]):
    """Keeps results in the file ``path``, or with ``:memory:`` in this process."""

    def __init__(self, *, path: str | Path, serde: SerializerProtocol | None = None) -> None:
        super().__init__(path, serde=serde)
