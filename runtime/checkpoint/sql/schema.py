"""Tables of a store, and the numbered migrations that make them.

``checkpoints`` holds what each superstep changed, ``channel_values`` the values too large to lie
there, ``checkpoint_writes`` the pending writes of tasks. ``runtime.checkpoint.base.rows`` says what
the columns mean.
"""

from collections.abc import Callable

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)
from sqlalchemy.types import TypeEngine

metadata = MetaData()


def _text() -> TypeEngine[str]:
    """Text that sorts by code point on every database."""
    return Text().with_variant(Text(collation="C"), "postgresql")


schema_version = Table("pregel_schema", metadata, Column("version", Integer, nullable=False))

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("thread_id", _text(), nullable=False),
    Column("checkpoint_ns", _text(), nullable=False),
    Column("checkpoint_id", _text(), nullable=False),
    Column("parent_checkpoint_id", _text()),
    Column("depth", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("source", _text(), nullable=False),
    Column("run_id", _text()),
    Column("ts", _text(), nullable=False),
    Column("metadata", LargeBinary, nullable=False),
    Column("state", LargeBinary, nullable=False),
    PrimaryKeyConstraint("thread_id", "checkpoint_ns", "checkpoint_id"),
)

channel_values = Table(
    "channel_values",
    metadata,
    Column("thread_id", _text(), nullable=False),
    Column("checkpoint_ns", _text(), nullable=False),
    Column("checkpoint_id", _text(), nullable=False),
    Column("channel", _text(), nullable=False),
    Column("base_checkpoint_id", _text()),
    Column("level", Integer, nullable=False),
    Column("tag", _text(), nullable=False),
    Column("value", LargeBinary, nullable=False),
    PrimaryKeyConstraint("thread_id", "checkpoint_ns", "checkpoint_id", "channel"),
)

checkpoint_writes = Table(
    "checkpoint_writes",
    metadata,
    Column("thread_id", _text(), nullable=False),
    Column("checkpoint_ns", _text(), nullable=False),
    Column("checkpoint_id", _text(), nullable=False),
    Column("task_id", _text(), nullable=False),
    Column("idx", Integer, nullable=False),
    Column("channel", _text(), nullable=False),
    Column("tag", _text(), nullable=False),
    Column("value", LargeBinary, nullable=False),
    Column("task_path", _text(), nullable=False),
    Column("sequence", BigInteger, nullable=False),
    PrimaryKeyConstraint("thread_id", "checkpoint_ns", "checkpoint_id", "task_id", "idx"),
    sqlite_with_rowid=False,
)

_by_run = Index(
    "checkpoints_by_run",
    checkpoints.c.run_id,
    sqlite_where=checkpoints.c.run_id.is_not(None),
    postgresql_where=checkpoints.c.run_id.is_not(None),
)


def _first(connection: Connection) -> None:
    metadata.create_all(connection, [checkpoints, channel_values, checkpoint_writes])


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (_first,)
"""Number n (from 1) leads from version n - 1 to n."""
VERSION = len(MIGRATIONS)
