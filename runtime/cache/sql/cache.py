"""The cache on SQL databases: SQLite by default, PostgreSQL by URL."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from sqlalchemy import URL, Connection, Delete, Engine, Select, bindparam, delete, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from runtime.cache.base import BaseCache, FullKey, Namespace, ValueT
from runtime.cache.sql.schema import CACHE, entries
from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.checkpoint.sql.engine import Options, explain, open_store
from runtime.checkpoint.sql.texts import pack_key, pack_namespace

ResultT = TypeVar("ResultT")

_KEYS_AT_ONCE = 400


def _upsert(dialect: Any) -> Any:
    inserted = dialect.insert(entries)
    return inserted.on_conflict_do_update(
        index_elements=["namespace", "key"],
        set_={name: inserted.excluded[name] for name in ("tag", "value", "expires_at")},
    )


_SET: dict[str, Any] = {"sqlite": _upsert(sqlite), "postgresql": _upsert(postgresql)}
_GET: Select[Any] = select(entries).where(
    tuple_(entries.c.namespace, entries.c.key).in_(bindparam("keys", expanding=True)),
    entries.c.expires_at.is_(None) | (entries.c.expires_at > bindparam("now")),
)
_CLEAR: Delete = delete(entries)
_CLEAR_NAMESPACE: Delete = _CLEAR.where(entries.c.namespace == bindparam("p_namespace"))
_EXPIRE: Delete = _CLEAR.where(entries.c.expires_at <= bindparam("now"))


class SqlCache(BaseCache[ValueT], Generic[ValueT]):
    """Keeps results in a database; safe to use from several threads and processes.

    ``target`` is a path, a URL or an engine. What is expired is removed when something is set.
    ``busy_timeout`` is how many seconds another program's lock is waited for. Errors are those of
    ``runtime.checkpoint.sql.errors``.
    """

    def __init__(
        self,
        target: Engine | URL | str | Path,
        *,
        serde: SerializerProtocol | None = None,
        busy_timeout: float = 10.0,
    ) -> None:
        super().__init__(serde=serde)
        self._opened = open_store(target, Options(busy_timeout=busy_timeout), CACHE)
        self.engine = self._opened.engine
        self.place = self._opened.place
        """Path or address, without a password."""
        self._lock = self._opened.lock or nullcontext()

    def get(self, keys: Sequence[FullKey]) -> dict[FullKey, ValueT]:
        packed = {(pack_namespace(key[0]), pack_key(key[1])): key for key in keys}
        wanted = list(packed)

        def work(connection: Connection) -> list[Any]:
            rows: list[Any] = []
            for start in range(0, len(wanted), _KEYS_AT_ONCE):
                given = {"keys": wanted[start : start + _KEYS_AT_ONCE], "now": _now()}
                rows.extend(connection.execute(_GET, given))
            return rows

        return {
            packed[namespace, key]: self.serde.loads_typed((tag, bytes(value)))
            for namespace, key, tag, value, _ in (self._connected(work) if wanted else ())
        }

    def set(self, pairs: Mapping[FullKey, tuple[ValueT, int | None]]) -> None:
        now = _now()
        rows = []
        for (namespace, key), (value, ttl) in pairs.items():
            tag, content = self.serde.dumps_typed(value)
            rows.append(
                {
                    "namespace": pack_namespace(namespace),
                    "key": pack_key(key),
                    "tag": tag,
                    "value": content,
                    "expires_at": None if ttl is None else now + round(ttl * 1_000_000),
                }
            )
        # By key, so that two processes on a server never wait for one another in a circle.
        rows.sort(key=lambda row: (row["namespace"], row["key"]))

        def work(connection: Connection) -> None:
            connection.execute(_SET[connection.dialect.name], rows)
            connection.execute(_EXPIRE, {"now": now})
            connection.commit()

        if rows:
            self._connected(work)

    def clear(self, namespaces: Sequence[Namespace] | None = None) -> None:
        def work(connection: Connection) -> None:
            if namespaces is None:
                connection.execute(_CLEAR)
            else:
                given = [{"p_namespace": pack_namespace(namespace)} for namespace in namespaces]
                connection.execute(_CLEAR_NAMESPACE, given)
            connection.commit()

        if namespaces is None or namespaces:
            self._connected(work)

    async def aget(self, keys: Sequence[FullKey]) -> dict[FullKey, ValueT]:
        return await asyncio.to_thread(self.get, keys)

    async def aset(self, pairs: Mapping[FullKey, tuple[ValueT, int | None]]) -> None:
        await asyncio.to_thread(self.set, pairs)

    async def aclear(self, namespaces: Sequence[Namespace] | None = None) -> None:
        await asyncio.to_thread(self.clear, namespaces)

    def _connected(self, work: Callable[[Connection], ResultT]) -> ResultT:
        with self._lock:
            try:
                with self.engine.connect() as connection:
                    return work(connection)
            except DBAPIError as error:
                raise explain(error, self.place) from error

    def close(self) -> None:
        """Let go of the database."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _now() -> int:
    return time.time_ns() // 1000
