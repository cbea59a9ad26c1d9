"""A cache in this process."""

import threading
import time
from collections.abc import Mapping, Sequence
from typing import Generic

from runtime.cache.base import BaseCache, FullKey, Namespace, ValueT
from runtime.checkpoint.serde.base import SerializerProtocol

_Entry = tuple[str, bytes, float | None]


class InMemoryCache(BaseCache[ValueT], Generic[ValueT]):
    """Keeps encoded values, so that nobody changes what was cached. Safe from several threads."""

    def __init__(self, *, serde: SerializerProtocol | None = None) -> None:
        super().__init__(serde=serde)
        self._entries: dict[Namespace, dict[str, _Entry]] = {}
        self._lock = threading.RLock()

    def get(self, keys: Sequence[FullKey]) -> dict[FullKey, ValueT]:
        found: dict[FullKey, ValueT] = {}
        now = time.time()
        with self._lock:
            for namespace, key in keys:
                entries = self._entries.get(namespace, {})
                entry = entries.get(key)
                if entry is None:
                    continue
                kind, content, expires = entry
                if expires is not None and expires <= now:
                    del entries[key]
                else:
                    found[(namespace, key)] = self.serde.loads_typed((kind, content))
        return found

    async def aget(self, keys: Sequence[FullKey]) -> dict[FullKey, ValueT]:
        return self.get(keys)

    def set(self, pairs: Mapping[FullKey, tuple[ValueT, int | None]]) -> None:
        now = time.time()
        with self._lock:
            for (namespace, key), (value, ttl) in pairs.items():
                kind, content = self.serde.dumps_typed(value)
                expires = None if ttl is None else now + ttl
                self._entries.setdefault(namespace, {})[key] = (kind, content, expires)

    async def aset(self, pairs: Mapping[FullKey, tuple[ValueT, int | None]]) -> None:
        self.set(pairs)

    def clear(self, namespaces: Sequence[Namespace] | None = None) -> None:
        with self._lock:
            for namespace in list(self._entries) if namespaces is None else namespaces:
                self._entries.pop(namespace, None)

    async def aclear(self, namespaces: Sequence[Namespace] | None = None) -> None:
        self.clear(namespaces)
