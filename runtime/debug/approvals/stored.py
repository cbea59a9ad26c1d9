"""The log of answers as a table: in the store of the threads, or in a file for other savers.

The table has a version of its own beside that of the store, and is made with the first answer. What
a person saw and said is JSON text, so that other programs can read it.
"""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    MetaData,
    Row,
    Select,
    Table,
    Text,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError

from runtime.checkpoint.sql.engine import Options, explain, open_store, prepare
from runtime.checkpoint.sql.saver import SqlSaver
from runtime.checkpoint.sql.versioned import VersionedSchema, sortable_text, version_table
from runtime.debug.approvals.log import under_way
from runtime.debug.approvals.records import AnswerOutcome, AnswerPage, AnswerRecord

metadata = MetaData()

schema_version = version_table("pregel_answers_schema", metadata)

_JSON = ("payload", "answer")

answers = Table(
    "pregel_answers",
    metadata,
    Column("place", sortable_text(), nullable=False),
    Column("id", sortable_text(), primary_key=True),
    Column("thread_id", sortable_text(), nullable=False),
    Column("checkpoint_id", sortable_text(), nullable=False),
    Column("task_id", sortable_text(), nullable=False),
    Column("interrupt_id", sortable_text(), nullable=False),
    Column("node", sortable_text(), nullable=False),
    Column("index", Integer),
    Column("asker", sortable_text(), nullable=False),
    Column("who", sortable_text(), nullable=False),
    Column("at", sortable_text(), nullable=False),
    Column("digest", sortable_text(), nullable=False),
    Column("payload", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("run_id", sortable_text(), nullable=False),
    Column("process", sortable_text(), nullable=False),
    Column("outcome", sortable_text(), nullable=False),
    Column("note", sortable_text(), nullable=False),
    Column("revises", sortable_text(), nullable=False),
)

_by_thread = Index("pregel_answers_by_thread", answers.c.thread_id, answers.c.checkpoint_id)


def _first(connection: Connection) -> None:
    metadata.create_all(connection, [answers])


ANSWERS = VersionedSchema("answers", metadata, schema_version, (_first,))
_LOCK = 0x616E7377657273
"""Number of PostgreSQL's advisory lock under which answers are claimed."""


class StoredAnswers:
    """Answers in a database; ``place`` tells the stores apart whose answers share a file."""

    def __init__(
        self,
        engine: Engine,
        name: str,
        *,
        place: str = "",
        read_only: bool = False,
        lock: "threading.RLock | None" = None,
    ) -> None:
        self._engine = engine
        self._name = name
        self._place = place
        self._read_only = read_only
        self._lock: AbstractContextManager[Any] = lock or nullcontext()
        self._there = False

    @classmethod
    def of(cls, saver: SqlSaver) -> "StoredAnswers":
        """Those in the store of a saver."""
        return cls(saver.engine, saver.place, read_only=saver.read_only, lock=saver.connection_lock)

    @classmethod
    def in_file(cls, path: Path, place: str) -> "StoredAnswers":
        """Those to threads of another saver, which lie at ``place``."""
        path.parent.mkdir(parents=True, exist_ok=True)
        opened = open_store(path, Options(), ANSWERS)
        return cls(opened.engine, opened.place, place=place)

    def claim(
        self, given: Sequence[AnswerRecord], *, again: bool = False
    ) -> Sequence[AnswerRecord]:
        with self._writing() as connection:
            asked = {each.interrupt_id for each in given}
            known = self._found(connection, self._all().where(answers.c.interrupt_id.in_(asked)))
            others = under_way(known, given)
            if others and not again:
                return others
            if given:
                connection.execute(insert(answers), [self._row(each) for each in given])
            return ()

    def settle(self, answer_id: str, outcome: AnswerOutcome, note: str) -> None:
        with self._writing() as connection:
            changed = update(answers).where(answers.c.id == answer_id)
            connection.execute(changed.values(outcome=outcome, note=note))

    def page(self, thread_id: str | None, before: str | None, limit: int) -> AnswerPage:
        wanted = self._all().order_by(answers.c.id.desc()).limit(limit + 1)
        if thread_id is not None:
            wanted = wanted.where(answers.c.thread_id == thread_id)
        if before is not None:
            wanted = wanted.where(answers.c.id < before)
        found = self._read(wanted)
        return AnswerPage(tuple(found[:limit]), len(found) > limit)

    def find(self, answer_id: str) -> AnswerRecord | None:
        found = self._read(self._all().where(answers.c.id == answer_id))
        return found[0] if found else None

    # -- the table --------------------------------------------------------------------------

    def _all(self) -> "Select[Any]":
        return select(answers).where(answers.c.place == self._place)

    def _read(self, wanted: "Select[Any]") -> list[AnswerRecord]:
        try:
            with self._lock, self._engine.connect() as connection:
                if not self._is_there(connection):
                    return []
                return self._found(connection, wanted)
        except DBAPIError as error:
            raise explain(error, self._name) from error

    def _is_there(self, connection: Connection) -> bool:
        if not self._there:
            self._there = inspect(connection).has_table(answers.name)
            if self._there:
                prepare(connection, self._name, Options(create=False), ANSWERS, owned=False)
        return self._there

    def _found(self, connection: Connection, wanted: "Select[Any]") -> list[AnswerRecord]:
        return [_record(row) for row in connection.execute(wanted)]

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction in which nobody else writes answers."""
        try:
            with self._lock, self._engine.connect() as connection:
                options = Options(read_only=self._read_only)
                prepare(connection, self._name, options, ANSWERS, owned=False)
                connection.rollback()
                if connection.dialect.name == "sqlite":
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                else:
                    connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
                yield connection
                connection.commit()
        except DBAPIError as error:
            raise explain(error, self._name) from error

    def _row(self, record: AnswerRecord) -> dict[str, Any]:
        row = {"place": self._place, **asdict(record)}
        # Escaped, for PostgreSQL takes no NUL.
        return row | {name: json.dumps(row[name]) for name in _JSON}


def _record(row: "Row[Any]") -> AnswerRecord:
    found = row._mapping
    values = {each.name: found[each.name] for each in fields(AnswerRecord)}
    return AnswerRecord(**values | {name: json.loads(values[name]) for name in _JSON})
