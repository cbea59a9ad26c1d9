"""What the database does to list the newest checkpoints of a long thread."""

import sqlite3
from functools import partial
from typing import Any

from sqlalchemy import create_engine

from tests.bench.engines import Engine
from tests.bench.savers import database, opened
from tests.bench.workload import Growth, Run, thread
from tests.bench.workloads import loop

_NEWEST = 50


class _Cursor(sqlite3.Cursor):
    """Counts the rows that it hands out."""

    rows = 0

    def fetchall(self) -> list[Any]:
        found = super().fetchall()
        _Cursor.rows += len(found)
        return found


class _Connection(sqlite3.Connection):
    """Counts the instructions that SQLite executes for it."""

    instructions = 0

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.set_progress_handler(self._count, 1)

    def _count(self) -> int:
        _Connection.instructions += 1
        return 0

    def cursor(self, *_given: Any) -> Any:
        return super().cursor(_Cursor)


def newest(engine: Engine, run: Run, instructions: bool) -> float:
    """Make a thread of ``size`` checkpoints, then list the newest with a fresh saver."""
    from runtime.checkpoint.sql import SqlSaver

    supersteps = run.size - 2
    config = thread("listed", run.size)
    with opened("sqlite NORMAL", engine, run) as saver:
        graph = loop.build(engine, saver)
        graph.invoke({"count": 0, "limit": supersteps}, config)
    counting = create_engine(
        f"sqlite:///{database(run)}",
        connect_args={"factory": _Connection, "check_same_thread": False},
    )
    with SqlSaver(counting) as saver:
        _Cursor.rows = _Connection.instructions = 0
        listed = list(saver.list(config, limit=_NEWEST))
        counted = _Connection.instructions if instructions else _Cursor.rows
    assert len(listed) == _NEWEST
    return counted


GROWTHS = [
    Growth(
        f"growth-listing-{name}",
        f"{words} for the newest 50 of this many checkpoints",
        "",
        "stays the same",
        partial(newest, instructions=instructions),
        (1_000, 10_000, 100_000),
        (100, 1_000),
    )
    for name, words, instructions in (
        ("rows", "rows read", False),
        ("instructions", "instructions of SQLite", True),
    )
]
