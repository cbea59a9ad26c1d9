"""The savers of both engines, on the same databases with the same settings."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from tests.bench.engines import Engine
from tests.bench.workload import Run, SaverKind

_SYNCHRONOUS = ("OFF", "NORMAL", "FULL", "EXTRA")


def database(run: Run) -> Path:
    return run.folder / "checkpoints.sqlite"


@contextmanager
def opened(kind: SaverKind, engine: Engine, run: Run) -> Iterator[Any]:
    """A saver of the engine's own; what it asks of its database is noted in the run's facts."""
    if kind == "none":
        yield None
    elif kind == "memory":
        yield engine.module("checkpoint.memory").InMemorySaver()
    elif kind == "postgres":
        with _postgres(engine, run) as saver:
            yield saver
    else:
        synchronous = kind.removeprefix("sqlite ")
        with (_our_sqlite if engine.side == "ours" else _their_sqlite)(run, synchronous) as saver:
            yield saver


@contextmanager
def _our_sqlite(run: Run, synchronous: str) -> Iterator[Any]:
    from runtime.checkpoint.sql import SqlSaver

    with SqlSaver(database(run), synchronous=synchronous) as saver:
        with saver.engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            run.facts["pragmas"] = _pragmas(raw)
        yield saver


@contextmanager
def _their_sqlite(run: Run, synchronous: str) -> Iterator[Any]:
    from langgraph.checkpoint.sqlite import SqliteSaver

    connection = sqlite3.connect(database(run), check_same_thread=False)
    try:
        connection.execute(f"PRAGMA synchronous={synchronous}")
        saver = SqliteSaver(connection)
        saver.setup()
        run.facts["pragmas"] = _pragmas(connection)
        yield saver
    finally:
        connection.close()


def _pragmas(connection: sqlite3.Connection) -> str:
    (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
    (synchronous,) = connection.execute("PRAGMA synchronous").fetchone()
    return f"journal_mode={journal}, synchronous={_SYNCHRONOUS[synchronous]}"


@contextmanager
def _postgres(engine: Engine, run: Run) -> Iterator[Any]:
    with engine.module("checkpoint.postgres").PostgresSaver.from_conn_string(run.postgres) as saver:
        saver.setup()
        yield saver


@asynccontextmanager
async def opened_for_coroutines(kind: SaverKind, engine: Engine, run: Run) -> AsyncIterator[Any]:
    """The same for graphs that are awaited."""
    if kind == "sqlite NORMAL":
        saver_class = engine.module("checkpoint.sqlite.aio").AsyncSqliteSaver
        async with saver_class.from_conn_string(str(database(run))) as saver:
            await saver.setup()
            if engine.side == "theirs":
                await saver.conn.execute("PRAGMA synchronous=NORMAL")
            yield saver
    else:
        with opened(kind, engine, run) as saver:
            yield saver


def bytes_on_disk(run: Run) -> int:
    """The size of the database with its journal."""
    return sum(file.stat().st_size for file in run.folder.glob(f"{database(run).name}*"))
