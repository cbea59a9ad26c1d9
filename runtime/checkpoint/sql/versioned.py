"""A set of tables with a version, brought up to date by numbered migrations."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Column, Connection, Integer, MetaData, Table, Text
from sqlalchemy.types import TypeEngine

Migration = Callable[[Connection], None]


@dataclass(frozen=True, slots=True)
class VersionedSchema:
    """``version_table`` holds one number, that of the last migration that was run.

    Migration n (from 1) leads from version n - 1 to n. ``holds`` says in a word what is kept.
    Several such schemas may share a database.
    """

    holds: str
    metadata: MetaData
    version_table: Table
    migrations: Sequence[Migration]

    @property
    def version(self) -> int:
        """The version that this program knows."""
        return len(self.migrations)


def version_table(name: str, metadata: MetaData) -> Table:
    """The table for a schema's version."""
    return Table(name, metadata, Column("version", Integer, nullable=False))


def sortable_text() -> TypeEngine[str]:
    """Text that sorts by code point on every database."""
    return Text().with_variant(Text(collation="C"), "postgresql")
