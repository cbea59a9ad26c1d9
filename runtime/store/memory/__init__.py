"""The store in this process."""

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from runtime.store.base.detaching import detached
from runtime.store.base.embed import Embeddings
from runtime.store.base.filters import passes
from runtime.store.base.indexing import Embedded, Index, Vectors
from runtime.store.base.items import Item, SearchItem
from runtime.store.base.moments import Clock, as_datetime, expiry
from runtime.store.base.namespaces import listed
from runtime.store.base.ops import (
    GetOp,
    IndexConfig,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchOp,
    TTLConfig,
)
from runtime.store.base.planning import Plan, page
from runtime.store.base.ranking import ranked
from runtime.store.base.store import BaseStore, ensure_omit, sweep_minutes

__all__ = ["InMemoryStore"]

_Namespace = tuple[str, ...]


@dataclass(slots=True)
class _Entry:
    value: Any
    created_at: int
    updated_at: int
    ttl: float | None
    expires_at: int | None
    vectors: Vectors


class InMemoryStore(BaseStore):
    """Keeps items until the process ends. Safe from several threads and event loops.

    Items are found in the order in which their namespaces, and in them their keys, came to be.
    ``index`` makes ``search(query=...)`` compare embeddings. Values may be of any type: they are
    copied on the way in and out.
    """

    supports_ttl = True

    def __init__(self, *, index: IndexConfig | None = None, ttl: TTLConfig | None = None) -> None:
        self.index_config = index or None
        self.ttl_config = ttl
        self._index = Index(index) if index else None
        self._omit = ensure_omit(ttl)
        self._clock = Clock()
        self._interval = expiry(0, sweep_minutes(ttl)) or 0
        self._sweep_at: int | None = None
        self._entries: dict[_Namespace, dict[str, _Entry]] = {}
        self._lock = threading.Lock()

    @property
    def embeddings(self) -> Embeddings | None:
        """What makes vectors of texts, where there is an index."""
        return self._index.embeddings if self._index else None

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        plan = Plan(ops)
        plan.detach()
        return self._execute(plan, self._index.embed(plan) if self._index else Embedded())

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        plan = Plan(ops)
        plan.detach()
        return self._execute(plan, await self._index.aembed(plan) if self._index else Embedded())

    def sweep_ttl(self) -> int:
        """Remove what is expired; gives the number of items. Happens by itself now and then."""
        with self._lock:
            return self._sweep(self._clock.now())

    def _sweep(self, now: int) -> int:
        count = 0
        self._sweep_at = None
        for namespace, entries in list(self._entries.items()):
            for key, entry in list(entries.items()):
                if _expired(entry, now):
                    del entries[key]
                    count += 1
                elif entry.expires_at is not None:
                    self._sweep_at = now + self._interval
            if not entries:
                del self._entries[namespace]
        return count

    def _execute(self, plan: Plan, embedded: Embedded) -> list[Result]:
        results: list[Result] = [None] * plan.size
        with self._lock:
            now = self._clock.tick()
            if self._sweep_at is not None and now >= self._sweep_at:
                self._sweep(now)
            for place, get in plan.gets:
                results[place] = self._get(get, now)
            for place, search in plan.searches:
                results[place] = self._search(search, embedded, now)
            for place, listing in plan.lists:
                results[place] = self._list(listing, now)
            for (namespace, key), put in plan.puts.items():
                self._put(namespace, key, put, embedded.items.get((namespace, key), []), now)
        return results

    def _hidden(self, entry: _Entry, now: int) -> bool:
        return self._omit and _expired(entry, now)

    def _get(self, op: GetOp, now: int) -> Item | None:
        namespace = tuple(op.namespace)
        entry = self._entries.get(namespace, {}).get(op.key)
        if entry is None or self._hidden(entry, now):
            return None
        if op.refresh_ttl:
            entry.expires_at = expiry(now, entry.ttl)
        return Item(
            value=detached(entry.value),
            key=op.key,
            namespace=namespace,
            created_at=as_datetime(entry.created_at),
            updated_at=as_datetime(entry.updated_at),
        )

    def _search(self, op: SearchOp, embedded: Embedded, now: int) -> list[SearchItem]:
        wanted = page(op.limit, op.offset)
        vector = embedded.queries.get(op.query) if op.query else None
        found: list[tuple[tuple[_Namespace, str, _Entry], float | None]]
        if vector is None:
            found = []
            for one in self._matching(op, now):
                if wanted.stop is not None and len(found) >= wanted.stop:
                    break
                found.append((one, None))
        else:
            found = ranked(
                self._matching(op, now), lambda one: [at for _, at in one[2].vectors], vector
            )
        items = []
        for (namespace, key, entry), score in found[wanted]:
            if op.refresh_ttl:
                entry.expires_at = expiry(now, entry.ttl)
            items.append(
                SearchItem(
                    namespace,
                    key,
                    detached(entry.value),
                    as_datetime(entry.created_at),
                    as_datetime(entry.updated_at),
                    score,
                )
            )
        return items

    def _matching(self, op: SearchOp, now: int) -> Iterator[tuple[_Namespace, str, _Entry]]:
        prefix = tuple(op.namespace_prefix)
        for namespace, entries in self._entries.items():
            if namespace[: len(prefix)] != prefix:
                continue
            for key, entry in entries.items():
                if not self._hidden(entry, now) and passes(entry.value, op.filter):
                    yield namespace, key, entry

    def _list(self, op: ListNamespacesOp, now: int) -> list[_Namespace]:
        return listed(
            (
                namespace
                for namespace, entries in self._entries.items()
                if any(not self._hidden(entry, now) for entry in entries.values())
            ),
            op,
        )

    def _put(self, namespace: _Namespace, key: str, op: PutOp, vectors: Vectors, now: int) -> None:
        entries = self._entries.setdefault(namespace, {})
        old = entries.get(key)
        if old is not None and (op.value is None or self._hidden(old, now)):
            del entries[key]
            old = None
        if op.value is not None:
            created_at = now if old is None else old.created_at
            expires_at = expiry(now, op.ttl)
            entries[key] = _Entry(op.value, created_at, now, op.ttl, expires_at, vectors)
            if expires_at is not None and self._sweep_at is None:
                self._sweep_at = now + self._interval
        elif not entries:
            del self._entries[namespace]


def _expired(entry: _Entry, now: int) -> bool:
    return entry.expires_at is not None and entry.expires_at <= now
