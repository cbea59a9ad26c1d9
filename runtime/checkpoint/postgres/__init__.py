"""The saver on PostgreSQL, under the name and with the calls that LangGraph gives it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Engine

from runtime.checkpoint.postgres.address import engine_of
from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.checkpoint.sql.saver import SqlSaver

if TYPE_CHECKING:
    import psycopg

__all__ = ["PostgresSaver"]


class PostgresSaver(SqlSaver):
    """Keeps checkpoints in the database of ``conn``: a URL or connection string, an engine, or a
    connection or pool of ``psycopg``.

    A connection or pool tells which database is meant; the saver makes connections of its own.
    """

    def __init__(
        self,
        conn: "psycopg.Connection[Any] | Engine | URL | str | Any",
        pipe: Any = None,
        serde: SerializerProtocol | None = None,
    ) -> None:
        """``pipe`` is accepted for ported programs: saving is pipelined anyway."""
        super().__init__(conn if isinstance(conn, Engine) else engine_of(conn), serde=serde)
        if not isinstance(conn, Engine):
            self.owns_engine()
        self.conn = conn
        self.pipe = pipe

    @classmethod
    @contextmanager
    def from_conn_string(
        cls, conn_string: str, *, pipeline: bool = False
    ) -> Iterator["PostgresSaver"]:
        """A saver on the database at ``conn_string``, for the time of a ``with``."""
        with cls(conn_string) as saver:
            yield saver

    def setup(self) -> None:
        """Nothing is left to do: the tables are made when the saver is."""
