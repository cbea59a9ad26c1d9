"""The saver on a SQLite connection, under the name and with the calls that LangGraph gives it."""

import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine

from runtime.checkpoint.base.checkpoint import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    Config,
)
from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.checkpoint.sql.connections import engine_on, file_of
from runtime.checkpoint.sql.saver import SqlSaver

_ASYNC = (
    "SqliteSaver has no asynchronous methods. Use AsyncSqliteSaver of "
    "runtime.checkpoint.sqlite.aio, or SqlSaver of runtime.checkpoint.sql."
)


class SqliteSaver(SqlSaver):
    """Keeps checkpoints in the database of ``conn``, a connection or an engine.

    A connection has to be made with ``check_same_thread=False`` where several threads save.
    """

    def __init__(
        self,
        conn: sqlite3.Connection | Engine,
        *,
        serde: SerializerProtocol | None = None,
    ) -> None:
        engine = conn if isinstance(conn, Engine) else engine_on(conn)
        super().__init__(engine, serde=serde)
        self.conn = conn
        if not isinstance(conn, Engine):
            self.place = file_of(conn) or self.place

    @classmethod
    @contextmanager
    def from_conn_string(cls, conn_string: str) -> Iterator["SqliteSaver"]:
        """A saver on the file ``conn_string``, or ``:memory:``, for the time of a ``with``."""
        connection = sqlite3.connect(conn_string, check_same_thread=False)
        try:
            saver = cls(connection)
            try:
                yield saver
            finally:
                saver.close()
        finally:
            connection.close()

    def setup(self) -> None:
        """Nothing is left to do: the tables are made when the saver is."""

    @contextmanager
    def cursor(self, transaction: bool = True) -> Iterator[Any]:
        """A cursor on the database; committed at the end where ``transaction`` is set."""
        self._writer.flush()
        with self._writing:
            raw = self.engine.raw_connection()
            try:
                cursor = raw.cursor()
                try:
                    yield cursor
                    if transaction:
                        raw.commit()
                finally:
                    cursor.close()
            finally:
                raw.close()

    # Repeated here, below the calls that follow: the saver still takes records as they are.
    commit = SqlSaver.commit

    async def aget_tuple(self, config: Config) -> CheckpointTuple | None:
        raise NotImplementedError(_ASYNC)

    def alist(
        self,
        config: Config | None,
        *,
        filter: dict[str, Any] | None = None,
        before: Config | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        raise NotImplementedError(_ASYNC)

    async def aput(
        self,
        config: Config,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> dict[str, Any]:
        raise NotImplementedError(_ASYNC)

    async def aput_writes(
        self,
        config: Config,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        raise NotImplementedError(_ASYNC)
