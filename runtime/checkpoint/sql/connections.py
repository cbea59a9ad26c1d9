"""Engines on what a program has already: a driver's own connection.

A SQLite connection is used as it is, for everything, since what it holds may be its own. For a
connection or pool of psycopg others are made to the same database: its own may be set up in ways
that nothing else expects.
"""

import sqlite3
from typing import Any

from sqlalchemy import Engine, create_engine
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool


def engine_on(connection: Any) -> Engine:
    """The engine for a connection of ``sqlite3``, or a connection or pool of ``psycopg``.

    Raises ``TypeError`` for anything else.
    """
    if isinstance(connection, sqlite3.Connection):
        return create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    return create_engine("postgresql+psycopg://", connect_args=_parameters(connection))


def async_engine_on(connection: Any) -> AsyncEngine:
    """The engine for a connection of ``aiosqlite``, or a connection or pool of ``psycopg``.

    Raises ``TypeError`` for anything else.
    """
    if type(connection).__module__.startswith("aiosqlite"):

        async def connect() -> Any:
            return connection

        return create_async_engine(
            "sqlite+aiosqlite://", async_creator=connect, poolclass=StaticPool
        )
    return create_async_engine("postgresql+psycopg://", connect_args=_parameters(connection))


def _parameters(connection: Any) -> dict[str, Any]:
    """How to reach the database of a psycopg connection or pool."""
    module = type(connection).__module__
    if module.startswith("psycopg_pool"):
        return {"conninfo": connection.conninfo}
    if not module.startswith("psycopg"):
        raise TypeError(
            f"Give a path, a URL, an engine or a connection, not {type(connection).__name__}"
        )
    parameters: dict[str, Any] = dict(connection.info.get_parameters())
    return {**parameters, "password": connection.info.password}
