"""Tables of a store, and the numbered migrations that make them.

``checkpoints`` holds what each superstep changed, ``channel_values`` the values too large to lie
there, ``checkpoint_writes`` the pending writes of tasks. ``runtime.checkpoint.base.rows`` says what
the columns mean.
"""

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
)

from runtime.checkpoint.sql.versioned import VersionedSchema, sortable_text, version_table

VALUE_TAG = "value:"
"""Tag of a write that is stored once only, as a value: the id of the checkpoint follows, whose
value of the same channel has the write's own tag and bytes."""

metadata = MetaData()

schema_version = version_table("pregel_schema", metadata)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("thread_id", sortable_text(), nullable=False),
    Column("checkpoint_ns", sortable_text(), nullable=False),
    Column("checkpoint_id", sortable_text(), nullable=False),
    Column("parent_checkpoint_id", sortable_text()),
    Column("depth", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("source", sortable_text(), nullable=False),
    Column("run_id", sortable_text()),
    Column("ts", sortable_text(), nullable=False),
    Column("metadata", LargeBinary, nullable=False),
    Column("state", LargeBinary, nullable=False),
    PrimaryKeyConstraint("thread_id", "checkpoint_ns", "checkpoint_id"),
)

channel_values = Table(
    "channel_values",
    metadata,
    Column("thread_id", sortable_text(), nullable=False),
    Column("checkpoint_ns", sortable_text(), nullable=False),
    Column("checkpoint_id", sortable_text(), nullable=False),
    Column("channel", sortable_text(), nullable=False),
    Column("base_checkpoint_id", sortable_text()),
    Column("level", Integer, nullable=False),
    Column("tag", sortable_text(), nullable=False),
    Column("value", LargeBinary, nullable=False),
    PrimaryKeyConstraint("thread_id", "checkpoint_ns", "checkpoint_id", "channel"),
)

checkpoint_writes = Table(
    "checkpoint_writes",
    metadata,
    Column("thread_id", sortable_text(), nullable=False),
    Column("checkpoint_ns", sortable_text(), nullable=False),
    Column("checkpoint_id", sortable_text(), nullable=False),
    Column("task_id", sortable_text(), nullable=False),
    Column("idx", Integer, nullable=False),
    Column("channel", sortable_text(), nullable=False),
    Column("tag", sortable_text(), nullable=False),
    Column("value", LargeBinary, nullable=False),
    Column("task_path", sortable_text(), nullable=False),
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


CHECKPOINTS = VersionedSchema("checkpoints", metadata, schema_version, (_first,))
VERSION = CHECKPOINTS.version
