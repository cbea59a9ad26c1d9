"""Annotations of threads and checkpoints: a table of their own, made when the first is written.

So a store that nobody annotates stays as it is, and one of an older version is not changed by
being opened.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Boolean,
    ClauseElement,
    Column,
    Connection,
    Engine,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    bindparam,
    case,
    delete,
    insert,
    inspect,
    literal_column,
    select,
)
from sqlalchemy.exc import DBAPIError

from runtime.checkpoint.base.upkeep import Annotation
from runtime.checkpoint.sql.engine import Options, explain, lock_of, open_store, prepare
from runtime.checkpoint.sql.statements import Statement
from runtime.checkpoint.sql.versioned import VersionedSchema, sortable_text, version_table

metadata = MetaData()
schema_version = version_table("pregel_annotations_schema", metadata)

annotations = Table(
    "checkpoint_annotations",
    metadata,
    Column("thread_id", sortable_text(), nullable=False),
    Column("checkpoint_ns", sortable_text(), nullable=False),
    Column("checkpoint_id", sortable_text(), nullable=False),
    Column("name", sortable_text(), nullable=False),
    Column("note", sortable_text(), nullable=False),
    Column("colour", sortable_text(), nullable=False),
    Column("bookmarked", Boolean, nullable=False),
    PrimaryKeyConstraint("thread_id", "checkpoint_ns", "checkpoint_id"),
)


def _first(connection: Connection) -> None:
    metadata.create_all(connection, [annotations])


ANNOTATIONS = VersionedSchema("annotations", metadata, schema_version, (_first,))
Steps = list[tuple[Statement, dict[str, Any]]]

_c = annotations.c
_NAMES = [column.name for column in annotations.c]
_other = annotations.alias("other")
_delete_thread = delete(annotations).where(_c.thread_id == bindparam("thread_id"))
_delete_checkpoint = _delete_thread.where(
    _c.checkpoint_ns == bindparam("checkpoint_ns"), _c.checkpoint_id == bindparam("checkpoint_id")
)
_copy = insert(annotations).from_select(
    _NAMES,
    select(
        bindparam("target", type_=_c.thread_id.type),
        _c.checkpoint_ns,
        _c.checkpoint_id,
        case((_c.checkpoint_id == literal_column("''"), literal_column("''")), else_=_c.name),
        _c.note,
        _c.colour,
        _c.bookmarked,
    ).where(
        _c.thread_id == bindparam("source"),
        ~select(literal_column("1"))
        .where(
            _other.c.thread_id == bindparam("target"),
            _other.c.checkpoint_ns == _c.checkpoint_ns,
            _other.c.checkpoint_id == _c.checkpoint_id,
        )
        .exists(),
    ),
)


class SqlAnnotations:
    """Annotations in a database; one that has none yet gets its tables with the first."""

    def __init__(self, engine: Engine, place: str, *, single: bool = False) -> None:
        self._engine = engine
        self._place = place
        self._lock = lock_of(engine) if single else None
        self._there = False

    def read(
        self, thread_id: str | None = None, *, with_empty: bool = False
    ) -> Sequence[Annotation]:
        """As the interface says; ``with_empty`` gives those too that were kept empty."""
        c = annotations.c
        wanted = select(annotations).order_by(c.thread_id, c.checkpoint_ns, c.checkpoint_id)
        where = c.checkpoint_id == "" if thread_id is None else c.thread_id == thread_id
        with self._connected() as connection:
            if not self._is_there(connection):
                return []
            found = connection.execute(wanted.where(where)).all()
        told = [_annotation(row) for row in found if _is_sound(row)]
        return [each for each in told if with_empty or not each.empty]

    def write(self, annotation: Annotation, *, keep_empty: bool = False) -> None:
        """As the interface says; ``keep_empty`` keeps one that says nothing, over another's."""
        if annotation.empty and not keep_empty and not self._found():
            return
        row = {column: getattr(annotation, column) for column in _NAMES}
        key = {name: row[name] for name in ("thread_id", "checkpoint_ns", "checkpoint_id")}
        with self._connected() as connection:
            prepare(connection, self._place, Options(), ANNOTATIONS, owned=False)
            self._there = True
            connection.rollback()
            with connection.begin():
                connection.execute(
                    delete(annotations).where(*(annotations.c[name] == key[name] for name in key))
                )
                if keep_empty or not annotation.empty:
                    connection.execute(insert(annotations).values(row))

    def delete_thread(self, thread_id: str) -> None:
        self._carry_out(self.deletion(thread_id))

    def delete_checkpoints(
        self, thread_id: str, checkpoint_ns: str, checkpoint_ids: Collection[str]
    ) -> None:
        self._carry_out(self.removal(thread_id, checkpoint_ns, checkpoint_ids))

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        self._carry_out(self.copying(source_thread_id, target_thread_id))

    # What a saver carries out together with what it does itself.

    def deletion(self, thread_id: str) -> Steps:
        """Removes everything that was noted of a thread."""
        if not self._found():
            return []
        return [(self._of(_delete_thread), {"thread_id": thread_id})]

    def removal(self, thread_id: str, checkpoint_ns: str, checkpoint_ids: Collection[str]) -> Steps:
        """Removes what was noted of checkpoints."""
        here = {
            each.checkpoint_id
            for each in (self.read(thread_id) if self._found() else ())
            if each.checkpoint_ns == checkpoint_ns
        }
        place = {"thread_id": thread_id, "checkpoint_ns": checkpoint_ns}
        return [
            (self._of(_delete_checkpoint), {**place, "checkpoint_id": each})
            for each in sorted(here.intersection(checkpoint_ids))
        ]

    def copying(self, source_thread_id: str, target_thread_id: str) -> Steps:
        """Notes the same of another thread where nothing is noted yet; names of threads stay."""
        if not self._found():
            return []
        return [(self._of(_copy), {"source": source_thread_id, "target": target_thread_id})]

    def _of(self, clause: ClauseElement) -> Statement:
        return Statement(clause, self._engine.dialect)

    def _carry_out(self, steps: Steps) -> None:
        if not steps:
            return
        with self._connected() as connection, connection.begin():
            for statement, given in steps:
                connection.exec_driver_sql(statement.text, _given(statement.one(**given)))

    def _found(self) -> bool:
        with self._connected() as connection:
            return self._is_there(connection)

    def _is_there(self, connection: Connection) -> bool:
        self._there = self._there or inspect(connection).has_table(annotations.name)
        return self._there

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        with self._lock or nullcontext():
            try:
                with self._engine.connect() as connection:
                    yield connection
            except DBAPIError as error:
                raise explain(error, self._place) from error


def _given(parameters: Any) -> Any:
    return tuple(parameters) if isinstance(parameters, list) else parameters


def _annotation(row: Any) -> Annotation:
    thread_id, checkpoint_ns, checkpoint_id, name, note, colour, bookmarked = row
    return Annotation(thread_id, checkpoint_ns, checkpoint_id, name, note, colour, bool(bookmarked))


def _is_sound(row: Any) -> bool:
    """SQLite keeps whatever somebody has put into a column."""
    return all(isinstance(text, str) for text in row[:-1])


class AnnotationsFile(SqlAnnotations):
    """Annotations in a SQLite file of their own."""

    def __init__(self, path: Path) -> None:
        self._opened = open_store(path, Options(), ANNOTATIONS)
        super().__init__(self._opened.engine, self._opened.place)

    def close(self) -> None:
        """Let go of the file."""
        self._opened.close()
