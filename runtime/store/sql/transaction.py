"""One batch of a store on one connection: its reads, then its puts.

What is written here for a plain connection also runs on an asynchronous one.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection

from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.checkpoint.sql.texts import (
    end_of,
    pack_key,
    pack_namespace,
    unpack_key,
    unpack_namespace,
)
from runtime.store.base.filters import passes
from runtime.store.base.indexing import Embedded
from runtime.store.base.items import Item, SearchItem
from runtime.store.base.moments import as_datetime, expiry
from runtime.store.base.namespaces import listed
from runtime.store.base.ops import PutOp, Result, SearchOp
from runtime.store.base.planning import Address, Plan, page
from runtime.store.base.ranking import ranked
from runtime.store.base.similarity import Vector
from runtime.store.sql import statements
from runtime.store.sql.vectors import pack_vector, unpack_vector

_ADDRESSES_AT_ONCE = 400
_NEVER = -(2**63)
"""The time at which nothing is expired."""


class _Row(NamedTuple):
    namespace: str
    key: str
    tag: str
    value: bytes
    created_at: int
    updated_at: int
    ttl_minutes: float | None


class Transaction:
    """A batch with everything it takes, made before a connection is.

    Values are encoded here, so that what cannot be stored fails before anything is written.
    """

    def __init__(
        self, plan: Plan, serde: SerializerProtocol, now: int, *, omit_expired: bool, refresh: bool
    ) -> None:
        self.embedded = Embedded()
        self._plan = plan
        self._serde = serde
        self._now = now
        self._alive_at = now if omit_expired else _NEVER
        self._refresh = refresh
        self._refreshed: dict[tuple[str, str], float] = {}
        self._encoded: dict[Address, tuple[PutOp, tuple[str, bytes]]] = {
            address: (op, _encoded(address, op.value, serde))
            for address, op in plan.puts.items()
            if op.value is not None
        }

    def run(self, connection: Connection) -> list[Result]:
        """The results, with everything committed."""
        begin(connection, writing=bool(self._plan.puts))
        results = self._read(connection)
        if self._refreshed:
            if not self._plan.puts:
                connection.commit()
                begin(connection, writing=True)
            self._restart(connection)
        if self._plan.puts:
            self._write(connection)
        connection.commit()
        return results

    # -- reading

    def _read(self, connection: Connection) -> list[Result]:
        plan = self._plan
        results: list[Result] = [None] * plan.size
        if plan.gets:
            packed = [_packed((tuple(op.namespace), op.key)) for _, op in plan.gets]
            rows = self._rows_at(connection, packed)
            for (place, op), address in zip(plan.gets, packed, strict=True):
                row = rows.get(address)
                if row is not None:
                    results[place] = self._item(row)
                    self._touch(row, op.refresh_ttl)
        for place, search in plan.searches:
            results[place] = self._search(connection, search)
        for place, listing in plan.lists:
            found = connection.execute(statements.NAMESPACES, {"p_now": self._alive_at})
            results[place] = listed(map(unpack_namespace, found.scalars()), listing)
        return results

    def _rows_at(
        self, connection: Connection, addresses: Iterable[tuple[str, str]]
    ) -> dict[tuple[str, str], _Row]:
        wanted = list(dict.fromkeys(addresses))
        rows: dict[tuple[str, str], _Row] = {}
        for start in range(0, len(wanted), _ADDRESSES_AT_ONCE):
            given = {
                "p_addresses": wanted[start : start + _ADDRESSES_AT_ONCE],
                "p_now": self._alive_at,
            }
            for row in connection.execute(statements.AT, given):
                rows[row[0], row[1]] = _Row._make(row)
        return rows

    def _search(self, connection: Connection, op: SearchOp) -> list[SearchItem]:
        vector = self.embedded.queries.get(op.query) if op.query else None
        wanted = page(op.limit, op.offset)
        if vector is not None:
            return self._found(op, self._similar(connection, op, vector, wanted))
        if op.filter:
            rows = list(self._filtered(connection, op, wanted.stop))[wanted]
        else:
            rows = self._page(connection, op, wanted)
        return self._found(op, [(row, None) for row in rows])

    def _found(self, op: SearchOp, rows: Sequence[tuple[_Row, float | None]]) -> list[SearchItem]:
        for row, _ in rows:
            self._touch(row, op.refresh_ttl)
        return [self._search_item(row, score) for row, score in rows]

    def _page(self, connection: Connection, op: SearchOp, wanted: slice) -> list[_Row]:
        below, given = self._range(op)
        given["p_offset"] = wanted.start
        if wanted.stop is not None:
            given["p_limit"] = wanted.stop - wanted.start
        else:
            given["p_limit"] = -1 if connection.dialect.name == "sqlite" else None
        return list(map(_Row._make, connection.execute(statements.page(below=below), given)))

    def _filtered(
        self, connection: Connection, op: SearchOp, most: int | None = None
    ) -> Iterator[_Row]:
        """Rows that pass the filter, in order, read only as far as they are asked for."""
        below, given = self._range(op)
        count = 0
        with connection.execute(statements.found(below=below), given) as rows:
            for row in map(_Row._make, rows):
                if most is not None and count >= most:
                    return
                if passes(self._value(row), op.filter):
                    count += 1
                    yield row

    def _similar(
        self, connection: Connection, op: SearchOp, vector: Vector, wanted: slice
    ) -> list[tuple[_Row, float | None]]:
        below, given = self._range(op)
        rows: dict[tuple[str, str], _Row] = {}
        if op.filter:
            rows = {(row.namespace, row.key): row for row in self._filtered(connection, op)}
            addresses: Sequence[tuple[str, str]] = list(rows)
        else:
            found = connection.execute(statements.found(below=below, whole=False), given)
            addresses = [(namespace, key) for namespace, key in found]
        stored: dict[tuple[str, str], list[Vector]] = {}
        for namespace, key, packed in connection.execute(statements.vectors(below=below), given):
            stored.setdefault((namespace, key), []).append(unpack_vector(packed))
        best = ranked(addresses, lambda address: stored.get(address, []), vector)[wanted]
        if not op.filter:
            rows = self._rows_at(connection, [address for address, _ in best])
        return [(rows[address], score) for address, score in best if address in rows]

    def _range(self, op: SearchOp) -> tuple[bool, dict[str, Any]]:
        given: dict[str, Any] = {"p_now": self._alive_at}
        prefix = pack_namespace(tuple(op.namespace_prefix))
        if prefix:
            given |= {"p_first": prefix, "p_end": end_of(prefix)}
        return bool(prefix), given

    def _value(self, row: _Row) -> Any:
        return self._serde.loads_typed((row.tag, bytes(row.value)))

    def _item(self, row: _Row) -> Item:
        return Item(
            value=self._value(row),
            key=unpack_key(row.key),
            namespace=unpack_namespace(row.namespace),
            created_at=as_datetime(row.created_at),
            updated_at=as_datetime(row.updated_at),
        )

    def _search_item(self, row: _Row, score: float | None) -> SearchItem:
        return SearchItem(
            unpack_namespace(row.namespace),
            unpack_key(row.key),
            self._value(row),
            as_datetime(row.created_at),
            as_datetime(row.updated_at),
            score,
        )

    # -- writing

    def _touch(self, row: _Row, refresh: bool) -> None:
        if refresh and self._refresh and row.ttl_minutes is not None:
            self._refreshed[row.namespace, row.key] = row.ttl_minutes

    def _restart(self, connection: Connection) -> None:
        connection.execute(
            statements.REFRESH,
            [
                {"p_namespace": namespace, "p_key": key, "p_expires_at": expiry(self._now, ttl)}
                for (namespace, key), ttl in sorted(self._refreshed.items())
            ],
        )

    def _write(self, connection: Connection) -> None:
        # By address, so that two batches on a server never wait for one another in a circle.
        places = sorted((*_packed(address), address) for address in self._plan.puts)
        at = [{"p_namespace": namespace, "p_key": key} for namespace, key, _ in places]
        connection.execute(statements.DELETE_EMBEDDINGS, at)
        gone = [
            given for given, place in zip(at, places, strict=True) if place[2] not in self._encoded
        ]
        if gone:
            connection.execute(statements.DELETE, gone)
        puts = self._put_rows(places)
        if puts:
            if self._alive_at != _NEVER:
                expired = [{**given, "p_now": self._now} for given in at]
                connection.execute(statements.DELETE_EXPIRED, expired)
            connection.execute(statements.PUT[connection.dialect.name], puts)
        added = [
            {
                "namespace": namespace,
                "key": key,
                "number": number,
                "path": path,
                "vector": pack_vector(vector),
            }
            for namespace, key, address in places
            for number, (path, vector) in enumerate(self.embedded.items.get(address, ()))
        ]
        if added:
            connection.execute(statements.ADD_EMBEDDING, added)

    def _put_rows(self, places: Sequence[tuple[str, str, Address]]) -> list[dict[str, Any]]:
        positions = {address: self._now + n for n, address in enumerate(self._plan.puts)}
        first: dict[str, int] = {}
        for namespace, _, address in places:
            first[namespace] = min(first.get(namespace, positions[address]), positions[address])
        rows = []
        for namespace, key, address in places:
            if address not in self._encoded:
                continue
            op, (tag, value) = self._encoded[address]
            rows.append(
                {
                    "p_namespace": namespace,
                    "p_key": key,
                    "p_tag": tag,
                    "p_value": value,
                    "p_created_at": self._now,
                    "p_updated_at": self._now,
                    "p_ttl_minutes": op.ttl,
                    "p_expires_at": expiry(self._now, op.ttl),
                    "p_position": positions[address],
                    "p_namespace_position": first[namespace],
                }
            )
        return rows


def begin(connection: Connection, *, writing: bool) -> None:
    """Begin a transaction; on SQLite one that writes takes its lock at once."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def sweep(connection: Connection, now: int) -> int:
    """Remove what is expired; gives the number of items."""
    begin(connection, writing=True)
    connection.execute(statements.SWEEP_EMBEDDINGS, {"p_now": now})
    count = connection.execute(statements.SWEEP, {"p_now": now}).rowcount
    connection.commit()
    return count


def _packed(address: Address) -> tuple[str, str]:
    namespace, key = address
    return pack_namespace(namespace), pack_key(key)


def _encoded(address: Address, value: Any, serde: SerializerProtocol) -> tuple[str, bytes]:
    try:
        return serde.dumps_typed(value)
    except Exception as error:
        error.add_note(f"While putting {address[1]!r} under {address[0]}")
        raise
