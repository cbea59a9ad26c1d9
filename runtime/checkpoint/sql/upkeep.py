"""Threads of a SQL store as a whole: listings in any order, outlines and sizes, without values."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import (
    CTE,
    Select,
    bindparam,
    case,
    func,
    null,
    or_,
    select,
    union_all,
)
from sqlalchemy.exc import DBAPIError

from runtime.checkpoint.base.packs import TAG, listed
from runtime.checkpoint.base.reading import StoredThread
from runtime.checkpoint.base.rows import unpack
from runtime.checkpoint.base.upkeep import SizePart, ThreadOrder
from runtime.checkpoint.line import Line
from runtime.checkpoint.serde.errors import DecodeError
from runtime.checkpoint.sql.engine import explain
from runtime.checkpoint.sql.saver import SqlSaver
from runtime.checkpoint.sql.schema import channel_values, checkpoint_writes, checkpoints
from runtime.checkpoint.sql.statements import Statement

_PER_STATEMENT = 500
_c = checkpoints.c
_lines = (
    select(_c.checkpoint_id, _c.parent_checkpoint_id, _c.step, _c.ts)
    .where(_c.thread_id == bindparam("thread_id"), _c.checkpoint_ns == bindparam("checkpoint_ns"))
    .order_by(_c.checkpoint_id)
)
_line_sizes = [
    select(table.c.checkpoint_id, size).where(
        table.c.thread_id == bindparam("thread_id"),
        table.c.checkpoint_ns == bindparam("checkpoint_ns"),
    )
    for table, size in (
        (checkpoints, func.length(checkpoints.c.metadata) + func.length(checkpoints.c.state)),
        (channel_values, func.length(channel_values.c.value)),
        (checkpoint_writes, func.length(checkpoint_writes.c.value)),
    )
]


class SqlUpkeep:
    """Reads through one saver."""

    def __init__(self, saver: SqlSaver) -> None:
        self._saver = saver
        dialect = saver.engine.dialect
        self._lines = Statement(_lines, dialect)
        self._line_sizes = [Statement(clause, dialect) for clause in _line_sizes]

    def thread_ids(
        self,
        *,
        text: str = "",
        named: Collection[str] = (),
        order: ThreadOrder = "changed",
        descending: bool = True,
    ) -> Sequence[str]:
        c = checkpoints.c
        key: Any = {
            "changed": func.max(c.checkpoint_id),
            "created": func.min(c.checkpoint_id),
            "checkpoints": func.count(),
            "name": c.thread_id,
        }.get(order)
        wanted = select(c.thread_id).group_by(c.thread_id)
        if key is None:
            sizes = _sizes(None).cte("sizes")
            wanted = wanted.join(sizes, sizes.c.thread_id == c.thread_id)
            key = func.max(sizes.c.size)
        if text:
            like = func.lower(c.thread_id).like(f"%{_escaped(text.lower())}%", escape="\\")
            some = sorted(named)[:_PER_STATEMENT]
            wanted = wanted.where(or_(like, c.thread_id.in_(some)) if some else like)
        wanted = wanted.order_by(key.desc() if descending else key, c.thread_id)
        return [str(thread_id) for (thread_id,) in self._all(wanted)[0]]

    def threads(self, thread_ids: Sequence[str]) -> Sequence[StoredThread]:
        c = checkpoints.c
        found: dict[str, StoredThread] = {}
        for first in range(0, len(thread_ids), _PER_STATEMENT):
            some = thread_ids[first : first + _PER_STATEMENT]
            t = (
                select(
                    c.thread_id,
                    func.min(c.checkpoint_id).label("first_id"),
                    func.max(c.checkpoint_id).label("newest_id"),
                    func.count().label("count"),
                )
                .where(c.thread_id.in_(some))
                .group_by(c.thread_id)
                .cte("threads")
            )

            def moment(thread: Any, checkpoint_id: Any) -> Any:
                return (
                    select(func.min(c.ts))
                    .where(c.thread_id == thread, c.checkpoint_id == checkpoint_id)
                    .scalar_subquery()
                )

            wanted = select(
                t.c.thread_id,
                t.c.first_id,
                t.c.newest_id,
                moment(t.c.thread_id, t.c.first_id),
                moment(t.c.thread_id, t.c.newest_id),
                t.c.count,
            )
            for thread_id, oldest, newest, began, changed, count in self._all(wanted)[0]:
                found[str(thread_id)] = StoredThread(
                    str(thread_id), str(oldest), str(newest), str(began), str(changed), count
                )
        return [found[each] for each in thread_ids if each in found]

    def metadata(self) -> Mapping[str, Mapping[str, Any]]:
        c = checkpoints.c
        newest = _newest()
        clause = select(c.thread_id, c.metadata).join_from(
            newest,
            checkpoints,
            (c.thread_id == newest.c.thread_id)
            & (c.checkpoint_ns == "")
            & (c.checkpoint_id == newest.c.checkpoint_id),
        )
        found: dict[str, Mapping[str, Any]] = {}
        for thread_id, packed in self._all(clause)[0]:
            with suppress(TypeError, ValueError):
                told = unpack(packed)
                if isinstance(told, dict):
                    found[thread_id] = told
        return found

    def pending(self) -> Mapping[str, Mapping[str, Sequence[str]]]:
        w = checkpoint_writes.c
        newest = _newest()
        clause = select(
            w.thread_id,
            w.checkpoint_ns,
            w.checkpoint_id,
            w.task_id,
            w.idx,
            w.channel,
            w.tag,
            case((w.tag == TAG, w.value), else_=null()),
            w.task_path,
        ).join_from(
            newest,
            checkpoint_writes,
            (w.thread_id == newest.c.thread_id)
            & (w.checkpoint_ns == "")
            & (w.checkpoint_id == newest.c.checkpoint_id),
        )
        found: dict[str, list[Any]] = {}
        for row in self._all(clause)[0]:
            found.setdefault(row[0], []).append(row)
        pending: dict[str, dict[str, list[str]]] = {}
        for thread_id, rows in found.items():
            tasks = pending.setdefault(thread_id, {})
            try:
                for write in listed(rows):
                    tasks.setdefault(write.task_id, []).append(write.channel)
            except DecodeError:
                continue
        return pending

    def outline(self, thread_id: str, checkpoint_ns: str) -> Sequence[Line]:
        # Of long threads the driver's own rows come several times as fast.
        with self._saver.session() as session:
            found = session._all(self._lines, thread_id=thread_id, checkpoint_ns=checkpoint_ns)
        return list(map(Line._make, found))

    def line_sizes(self, thread_id: str, checkpoint_ns: str) -> Mapping[str, int]:
        sizes: dict[str, int] = {}
        with self._saver.session() as session:
            for statement in self._line_sizes:
                found = session._all(statement, thread_id=thread_id, checkpoint_ns=checkpoint_ns)
                for checkpoint_id, size in found:
                    sizes[checkpoint_id] = sizes.get(checkpoint_id, 0) + size
        return sizes

    def namespaces(self, thread_id: str) -> Sequence[str]:
        with self._saver.session() as session:
            return sorted(session.newest(thread_id))

    def sizes(self, thread_ids: Sequence[str]) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for first in range(0, len(thread_ids), _PER_STATEMENT):
            some = thread_ids[first : first + _PER_STATEMENT]
            found.update((thread, int(size)) for thread, size in self._all(_sizes(some))[0])
        return found

    def parts(self, thread_id: str) -> Sequence[SizePart]:
        c, v, w = checkpoints.c, channel_values.c, checkpoint_writes.c
        values, writes, states = self._all(
            select(v.channel, func.sum(func.length(v.value)), func.count())
            .where(v.thread_id == thread_id)
            .group_by(v.channel),
            select(w.channel, func.sum(func.length(w.value)), func.count())
            .where(w.thread_id == thread_id)
            .group_by(w.channel),
            select(func.sum(func.length(c.metadata) + func.length(c.state)), func.count()).where(
                c.thread_id == thread_id
            ),
        )
        parts = [SizePart("channel", str(name), int(size), n) for name, size, n in values]
        parts += [SizePart("writes", str(name), int(size), n) for name, size, n in writes]
        parts += [SizePart("states", "", int(size or 0), count) for size, count in states]
        return sorted(parts, key=lambda part: (-part.size, part.kind, part.name))

    def _all(self, *clauses: Any) -> list[Sequence[Any]]:
        with self._saver.session() as session:
            connection = session._connection
            try:
                return [connection.execute(clause).all() for clause in clauses]
            except DBAPIError as error:
                raise explain(error, self._saver.place) from error


def _newest() -> CTE:
    """The newest checkpoint of each thread's root graph."""
    c = checkpoints.c
    return (
        select(c.thread_id, func.max(c.checkpoint_id).label("checkpoint_id"))
        .where(c.checkpoint_ns == "")
        .group_by(c.thread_id)
        .cte("newest")
    )


def _sizes(thread_ids: Sequence[str] | None) -> Select[Any]:
    """Bytes by thread."""
    parts = []
    for table, size in (
        (checkpoints, func.length(checkpoints.c.metadata) + func.length(checkpoints.c.state)),
        (channel_values, func.length(channel_values.c.value)),
        (checkpoint_writes, func.length(checkpoint_writes.c.value)),
    ):
        part = select(table.c.thread_id, func.sum(size).label("size")).group_by(table.c.thread_id)
        parts.append(part if thread_ids is None else part.where(table.c.thread_id.in_(thread_ids)))
    every = union_all(*parts).subquery("parts")
    return select(every.c.thread_id, func.sum(every.c.size).label("size")).group_by(
        every.c.thread_id
    )


def _escaped(text: str) -> str:
    for special in "\\%_":
        text = text.replace(special, f"\\{special}")
    return text
