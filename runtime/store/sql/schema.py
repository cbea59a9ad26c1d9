"""Tables of a store, and the numbered migrations that make them.

Times are whole microseconds since 1970. ``position`` rises with every new key and
``namespace_position`` is that of a namespace's first: together they give the order of a search.
``store_embeddings`` holds vectors of little-endian 32-bit floats, one for each embedded text.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
)

from runtime.checkpoint.sql.versioned import VersionedSchema, sortable_text, version_table

metadata = MetaData()

schema_version = version_table("pregel_store_schema", metadata)

items = Table(
    "store_items",
    metadata,
    Column("namespace", sortable_text(), nullable=False),
    Column("key", sortable_text(), nullable=False),
    Column("tag", sortable_text(), nullable=False),
    Column("value", LargeBinary, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("ttl_minutes", Float),
    Column("expires_at", BigInteger),
    Column("namespace_position", BigInteger, nullable=False),
    Column("position", BigInteger, nullable=False),
    PrimaryKeyConstraint("namespace", "key"),
)

embeddings = Table(
    "store_embeddings",
    metadata,
    Column("namespace", sortable_text(), nullable=False),
    Column("key", sortable_text(), nullable=False),
    Column("number", Integer, nullable=False),
    Column("path", sortable_text(), nullable=False),
    Column("vector", LargeBinary, nullable=False),
    PrimaryKeyConstraint("namespace", "key", "number"),
)

_in_order = Index("store_items_in_order", items.c.namespace_position, items.c.position)
_by_expiry = Index(
    "store_items_by_expiry",
    items.c.expires_at,
    sqlite_where=items.c.expires_at.is_not(None),
    postgresql_where=items.c.expires_at.is_not(None),
)


def _first(connection: Connection) -> None:
    metadata.create_all(connection, [items, embeddings])


STORE = VersionedSchema("items", metadata, schema_version, (_first,))
