"""Engines on a connection of SQLite that a program has already."""

import sqlite3
import threading
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.pool import StaticPool

_engines: "WeakValueDictionary[int, Engine]" = WeakValueDictionary()
_guard = threading.Lock()


def engine_on(connection: Any) -> Engine:
    """The engine on a connection of ``sqlite3``, which it uses for everything.

    It is one and the same for everything that is made on the connection: what shares an engine
    shares its lock. Raises ``TypeError`` for anything else.
    """
    if not isinstance(connection, sqlite3.Connection):
        raise TypeError(f"Give a path, an engine or a connection, not {type(connection).__name__}")
    with _guard:
        engine = _engines.get(id(connection))
        if engine is None:
            # It holds the connection, whose identity stays its own for as long.
            # The file's name is for messages only: nothing but the connection is opened.
            url = URL.create("sqlite", database=file_of(connection) or None)
            engine = create_engine(
                url,
                creator=lambda: connection,
                poolclass=StaticPool,
                pool_reset_on_return=None,
            )
            event.listen(engine, "reset", _roll_back)
            _engines[id(connection)] = engine
        return engine


def _roll_back(connection: sqlite3.Connection, _record: object, _state: object) -> None:
    """End what was begun; a connection that the program has closed has nothing left to end."""
    with suppress(sqlite3.ProgrammingError):
        connection.rollback()


def file_of(connection: sqlite3.Connection) -> str:
    """The path of a connection's file, ``""`` for a database in memory."""
    cursor = connection.cursor()
    cursor.row_factory = None
    try:
        named = cursor.execute("PRAGMA database_list").fetchall()
        return next((file for _, name, file in named if name == "main"), "")
    finally:
        cursor.close()
