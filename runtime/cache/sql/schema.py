"""The table of a cache, and the numbered migrations that make it.

``expires_at`` is in whole microseconds since 1970, or null for ever.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
)

from runtime.checkpoint.sql.versioned import VersionedSchema, sortable_text, version_table

metadata = MetaData()

schema_version = version_table("pregel_cache_schema", metadata)

entries = Table(
    "cache_entries",
    metadata,
    Column("namespace", sortable_text(), nullable=False),
    Column("key", sortable_text(), nullable=False),
    Column("tag", sortable_text(), nullable=False),
    Column("value", LargeBinary, nullable=False),
    Column("expires_at", BigInteger),
    PrimaryKeyConstraint("namespace", "key"),
)

_by_expiry = Index(
    "cache_entries_by_expiry",
    entries.c.expires_at,
    sqlite_where=entries.c.expires_at.is_not(None),
    postgresql_where=entries.c.expires_at.is_not(None),
)


def _first(connection: Connection) -> None:
    metadata.create_all(connection, [entries])


CACHE = VersionedSchema("cached results", metadata, schema_version, (_first,))
