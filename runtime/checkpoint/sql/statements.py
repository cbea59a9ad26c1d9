"""Every statement of a store, built and compiled once for each dialect."""

from typing import Any, ClassVar

from sqlalchemy import (
    ClauseElement,
    Dialect,
    Table,
    and_,
    bindparam,
    case,
    delete,
    func,
    literal_column,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from runtime.checkpoint.base.packs import TAG
from runtime.checkpoint.sql.schema import (
    VALUE_TAG,
    channel_values,
    checkpoint_writes,
    checkpoints,
)


class Statement:
    """Driver SQL with its parameters, in the style that the driver takes."""

    __slots__ = ("_defaults", "_names", "_order", "text")

    def __init__(self, clause: ClauseElement, dialect: Dialect) -> None:
        compiled: Any = clause.compile(dialect=dialect)
        self.text = str(compiled)
        self._order: list[str] | None = compiled.positiontup if compiled.positional else None
        self._defaults: dict[str, Any] = {
            name: value for name, value in compiled.params.items() if value is not None
        }
        self._names = tuple(compiled.params)

    def one(self, **given: Any) -> Any:
        """Parameters of one execution."""
        values = {**self._defaults, **given}
        if self._order is None:
            return {name: values.get(name) for name in self._names}
        return [values.get(name) for name in self._order]


def _upsert(table: Table, dialect: Dialect, *, only_reserved: bool = False) -> Statement:
    make: Any = sqlite.insert if dialect.name == "sqlite" else postgresql.insert
    inserted = make(table).values({column.name: bindparam(column.name) for column in table.c})
    key = [column.name for column in table.primary_key]
    replaced = {
        column.name: inserted.excluded[column.name]
        for column in table.c
        if column.name not in key and column.name != "sequence"
    }
    return Statement(
        inserted.on_conflict_do_update(
            index_elements=key,
            set_=replaced,
            where=inserted.excluded.idx < literal_column("0") if only_reserved else None,
        ),
        dialect,
    )


def _address(table: Table) -> Any:
    return and_(
        table.c.thread_id == bindparam("thread_id"),
        table.c.checkpoint_ns == bindparam("checkpoint_ns"),
        table.c.checkpoint_id == bindparam("checkpoint_id"),
    )


def _columns_read(table: Any) -> list[Any]:
    """What a checkpoint is made of; by the others it is found, and its metadata say the same."""
    return [column for column in table.c if column.name not in ("source", "run_id")]


def _whole_writes() -> Any:
    """Writes with their own tag and bytes, wherever these lie."""
    write, value = checkpoint_writes.c, channel_values.c
    elsewhere = and_(
        # Said in plain columns first, so that no other write is looked for among the values.
        write.tag >= literal_column(f"'{VALUE_TAG}'"),
        write.tag < literal_column(f"'{VALUE_TAG[:-1]};'"),
        value.thread_id == write.thread_id,
        value.checkpoint_ns == write.checkpoint_ns,
        value.checkpoint_id == func.substr(write.tag, len(VALUE_TAG) + 1),
        value.channel == write.channel,
    )
    columns = [
        func.coalesce(value[column.name], column) if column.name in ("tag", "value") else column
        for column in checkpoint_writes.c
    ]
    return select(*columns).select_from(checkpoint_writes.outerjoin(channel_values, elsewhere))


def _writes_in_short() -> Any:
    """The writes of one checkpoint without their values, but for packs: these have the names."""
    write = checkpoint_writes.c
    value = case((write.tag == literal_column(f"'{TAG}'"), write.value), else_=literal_column("''"))
    columns = [value if column.name == "value" else column for column in write]
    return select(*columns).where(_address(checkpoint_writes)).order_by(write.sequence)


def _child_of(parent: str) -> Any:
    """Checkpoints after a parent. Ids rise, so that only newer ones have to be looked at."""
    return and_(
        checkpoints.c.thread_id == bindparam("thread_id"),
        checkpoints.c.checkpoint_ns == bindparam("checkpoint_ns"),
        checkpoints.c.checkpoint_id > bindparam(parent),
        checkpoints.c.parent_checkpoint_id == bindparam(parent),
    )


class Statements:
    """The statements for one dialect; ``of`` compiles them once in a process."""

    _made: ClassVar[dict[tuple[Any, ...], "Statements"]] = {}

    @classmethod
    def of(cls, dialect: Dialect) -> "Statements":
        """The statements for ``dialect``."""
        kind = (type(dialect), dialect.paramstyle, dialect.loaded_dbapi)
        made = cls._made.get(kind)
        if made is None:
            made = cls._made[kind] = cls(dialect)
        return made

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.save_checkpoint = _upsert(checkpoints, dialect)
        self.save_value = _upsert(channel_values, dialect)
        self.save_write = _upsert(checkpoint_writes, dialect, only_reserved=True)
        self.checkpoint = self._of(select(*_columns_read(checkpoints)).where(_address(checkpoints)))
        self.newest_checkpoint = self._of(
            select(*_columns_read(checkpoints))
            .where(
                checkpoints.c.thread_id == bindparam("thread_id"),
                checkpoints.c.checkpoint_ns == bindparam("checkpoint_ns"),
            )
            .order_by(checkpoints.c.checkpoint_id.desc())
            .limit(1)
        )
        self.keep_writes = self._keep_writes()
        self.refer_writes = self._refer_writes()
        self.lineage = self._lineage()
        self.link = self._of(
            select(channel_values).where(
                _address(channel_values), channel_values.c.channel == bindparam("channel")
            )
        )
        self.chain = self._chain()
        self.writes = self._of(
            _whole_writes()
            .where(_address(checkpoint_writes))
            .order_by(checkpoint_writes.c.sequence)
        )
        self.written = self._of(_writes_in_short())
        self.writes_between = self._of(
            _whole_writes()
            .where(
                checkpoint_writes.c.thread_id == bindparam("thread_id"),
                checkpoint_writes.c.checkpoint_ns == bindparam("checkpoint_ns"),
                checkpoint_writes.c.checkpoint_id >= bindparam("oldest"),
                checkpoint_writes.c.checkpoint_id <= bindparam("newest"),
            )
            .order_by(checkpoint_writes.c.checkpoint_id, checkpoint_writes.c.sequence)
        )
        self.child = self._of(
            select(literal_column("1"))
            .select_from(checkpoints)
            .where(_child_of("checkpoint_id"))
            .limit(1)
        )
        self.other_child = self._of(
            select(checkpoints.c.checkpoint_id)
            .where(_child_of("parent"), checkpoints.c.checkpoint_id != bindparam("checkpoint_id"))
            .limit(1)
        )
        self.other_checkpoint = self._of(
            select(checkpoints.c.checkpoint_id)
            .where(
                checkpoints.c.thread_id == bindparam("thread_id"),
                checkpoints.c.checkpoint_ns == bindparam("checkpoint_ns"),
                checkpoints.c.checkpoint_id != bindparam("checkpoint_id"),
            )
            .limit(1)
        )
        self.depth = self._of(select(checkpoints.c.depth).where(_address(checkpoints)))
        self.depth_and_child = self._depth_and_child()
        self.lock_threads = self._of(
            text(
                "SELECT count(pg_advisory_xact_lock(number))"
                " FROM unnest(CAST(:numbers AS bigint[])) AS number"
            )
        )
        self.run = self._of(
            select(
                checkpoints.c.thread_id, checkpoints.c.checkpoint_ns, checkpoints.c.checkpoint_id
            ).where(checkpoints.c.run_id == bindparam("run_id"))
        )
        self.newest_ids = self._newest_ids()
        self.newest_ids_up_to = self._newest_ids(checkpoints.c.checkpoint_id <= bindparam("last"))
        self.delete_thread = [
            self._of(delete(table).where(table.c.thread_id == bindparam("thread_id")))
            for table in (checkpoints, channel_values, checkpoint_writes)
        ]
        self.delete_checkpoint = [
            self._of(delete(table).where(_address(table)))
            for table in (checkpoints, channel_values, checkpoint_writes)
        ]
        self.copy_thread = [
            self._copied(table) for table in (checkpoints, channel_values, checkpoint_writes)
        ]
        self.threads = self._threads()
        self.count_threads = self._of(
            select(func.count(checkpoints.c.thread_id.distinct())).select_from(checkpoints)
        )

    def _of(self, clause: ClauseElement) -> Statement:
        return Statement(clause, self.dialect)

    def listing(
        self,
        *,
        thread: bool,
        namespace: bool,
        checkpoint: bool,
        before: bool,
        after: bool,
        limit: bool,
    ) -> Statement:
        """Checkpoints newest first, with the restrictions that are asked for."""
        c = checkpoints.c
        clause = select(*_columns_read(checkpoints)).order_by(
            c.checkpoint_id.desc(), c.thread_id, c.checkpoint_ns
        )
        if thread:
            clause = clause.where(c.thread_id == bindparam("thread_id"))
        if namespace:
            clause = clause.where(c.checkpoint_ns == bindparam("checkpoint_ns"))
        if checkpoint:
            clause = clause.where(c.checkpoint_id == bindparam("checkpoint_id"))
        if before:
            clause = clause.where(c.checkpoint_id < bindparam("before"))
        if after:
            same = c.checkpoint_id == bindparam("after_id")
            later_thread = c.thread_id > bindparam("after_thread")
            same_thread = c.thread_id == bindparam("after_thread")
            later_namespace = c.checkpoint_ns > bindparam("after_ns")
            clause = clause.where(
                or_(
                    c.checkpoint_id < bindparam("after_id"),
                    and_(same, or_(later_thread, and_(same_thread, later_namespace))),
                )
            )
        if limit:
            clause = clause.limit(bindparam("limit"))
        return self._of(clause)

    def _newest_ids(self, *restrictions: Any) -> Statement:
        """The newest id of each namespace of a thread: two look-ups each, however many rows."""
        c = checkpoints.c
        of_thread = c.thread_id == bindparam("thread_id")
        spaces = select(func.min(c.checkpoint_ns).label("checkpoint_ns")).where(of_thread)
        found = spaces.cte("spaces", recursive=True)
        following = select(func.min(c.checkpoint_ns)).where(
            of_thread, c.checkpoint_ns > found.c.checkpoint_ns
        )
        found = found.union_all(
            select(following.scalar_subquery()).where(found.c.checkpoint_ns.is_not(None))
        )
        newest = select(func.max(c.checkpoint_id)).where(
            of_thread, c.checkpoint_ns == found.c.checkpoint_ns, *restrictions
        )
        return self._of(
            select(found.c.checkpoint_ns, newest.scalar_subquery()).where(
                found.c.checkpoint_ns.is_not(None)
            )
        )

    def _depth_and_child(self) -> Statement:
        """Depth of a parent's row, and another of its children."""
        child = checkpoints.alias("child")
        return self._of(
            select(
                checkpoints.c.depth,
                select(child.c.checkpoint_id)
                .where(
                    child.c.thread_id == bindparam("thread_id"),
                    child.c.checkpoint_ns == bindparam("checkpoint_ns"),
                    child.c.checkpoint_id > bindparam("parent"),
                    child.c.parent_checkpoint_id == bindparam("parent"),
                    child.c.checkpoint_id != bindparam("checkpoint_id"),
                )
                .limit(1)
                .scalar_subquery(),
            ).where(
                checkpoints.c.thread_id == bindparam("thread_id"),
                checkpoints.c.checkpoint_ns == bindparam("checkpoint_ns"),
                checkpoints.c.checkpoint_id == bindparam("parent"),
            )
        )

    def _keep_writes(self) -> Statement:
        """Writes that lie as values of a checkpoint are written out: the checkpoint changes."""
        parent = select(checkpoints.c.parent_checkpoint_id).where(_address(checkpoints))
        value = select(channel_values.c.value).where(
            _address(channel_values), channel_values.c.channel == checkpoint_writes.c.channel
        )
        tag = value.with_only_columns(channel_values.c.tag)
        return self._of(
            update(checkpoint_writes)
            .where(
                checkpoint_writes.c.thread_id == bindparam("thread_id"),
                checkpoint_writes.c.checkpoint_ns == bindparam("checkpoint_ns"),
                checkpoint_writes.c.checkpoint_id == parent.scalar_subquery(),
                checkpoint_writes.c.tag == bindparam("reference"),
            )
            .values(tag=tag.scalar_subquery(), value=value.scalar_subquery())
        )

    def _refer_writes(self) -> Statement:
        """The reverse: a write that was saved before the very same value lies there only."""
        parent = select(checkpoints.c.parent_checkpoint_id).where(_address(checkpoints))
        value = select(channel_values.c.value).where(
            _address(channel_values), channel_values.c.channel == bindparam("channel")
        )
        tag = value.with_only_columns(channel_values.c.tag)
        return self._of(
            update(checkpoint_writes)
            .where(
                checkpoint_writes.c.thread_id == bindparam("thread_id"),
                checkpoint_writes.c.checkpoint_ns == bindparam("checkpoint_ns"),
                checkpoint_writes.c.checkpoint_id == parent.scalar_subquery(),
                checkpoint_writes.c.channel == bindparam("channel"),
                checkpoint_writes.c.tag == tag.scalar_subquery(),
                checkpoint_writes.c.value == value.scalar_subquery(),
            )
            .values(tag=bindparam("reference"), value=bindparam("nothing", b""))
        )

    def _lineage(self) -> Statement:
        """A checkpoint and its ancestors back to the first that tells the whole state."""
        first = select(*_columns_read(checkpoints)).where(_address(checkpoints))
        step = first.cte("lineage", recursive=True)
        older = checkpoints.alias("older")
        step = step.union_all(
            select(*_columns_read(older)).where(
                step.c.depth > literal_column("0"),
                older.c.thread_id == step.c.thread_id,
                older.c.checkpoint_ns == step.c.checkpoint_ns,
                older.c.checkpoint_id == step.c.parent_checkpoint_id,
                older.c.depth < step.c.depth,
            )
        )
        return self._of(select(step))

    def _chain(self) -> Statement:
        """A value and the links that it builds on, in any order: their ids fall along the chain.

        The way is found first: a recursion would copy the values that it carries.
        """
        c = channel_values.c
        place = (c.thread_id, c.checkpoint_ns, c.checkpoint_id, c.channel)
        link = (
            select(*place, c.base_checkpoint_id)
            .where(_address(channel_values), c.channel == bindparam("channel"))
            .cte("chain", recursive=True)
        )
        older = channel_values.alias("older").c
        link = link.union_all(
            select(*(older[column.name] for column in place), older.base_checkpoint_id).where(
                older.thread_id == link.c.thread_id,
                older.checkpoint_ns == link.c.checkpoint_ns,
                older.checkpoint_id == link.c.base_checkpoint_id,
                older.checkpoint_id < link.c.checkpoint_id,
                older.channel == link.c.channel,
            )
        )
        return self._of(
            select(channel_values).join_from(
                link,
                channel_values,
                and_(*(column == link.c[column.name] for column in place)),
            )
        )

    def _copied(self, table: Table) -> Statement:
        make: Any = sqlite.insert if self.dialect.name == "sqlite" else postgresql.insert
        source = select(
            bindparam("target", type_=table.c.thread_id.type),
            *(column for column in table.c if column.name != "thread_id"),
        ).where(table.c.thread_id == bindparam("source"))
        names = ["thread_id", *(c.name for c in table.c if c.name != "thread_id")]
        inserted = make(table).from_select(names, source)
        key = [column.name for column in table.primary_key]
        return self._of(
            inserted.on_conflict_do_update(
                index_elements=key,
                set_={
                    column.name: inserted.excluded[column.name]
                    for column in table.c
                    if column.name not in key
                },
            )
        )

    def _threads(self) -> Statement:
        """One page of threads with their first and newest checkpoint, the newest first."""
        c = checkpoints.c
        grouped = (
            select(
                c.thread_id,
                func.min(c.checkpoint_id).label("first_id"),
                func.max(c.checkpoint_id).label("newest_id"),
                func.count().label("count"),
            )
            .group_by(c.thread_id)
            .order_by(func.max(c.checkpoint_id).desc(), c.thread_id)
            .limit(bindparam("limit"))
            .offset(bindparam("offset"))
            .subquery("page")
        )

        def moment(checkpoint_id: Any) -> Any:
            return (
                select(func.min(c.ts))
                .where(c.thread_id == grouped.c.thread_id, c.checkpoint_id == checkpoint_id)
                .scalar_subquery()
            )

        return self._of(
            select(
                grouped.c.thread_id,
                grouped.c.first_id,
                grouped.c.newest_id,
                moment(grouped.c.first_id),
                moment(grouped.c.newest_id),
                grouped.c.count,
            ).order_by(grouped.c.newest_id.desc(), grouped.c.thread_id)
        )
