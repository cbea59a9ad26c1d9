"""From whatever names a PostgreSQL database to an engine of one's own."""

from typing import Any

from sqlalchemy import URL, Engine, create_engine

from runtime.checkpoint.sql.errors import StoreMissingError, StoreUnreachableError

_CLIENT_SIDE = frozenset(
    {
        "autocommit",
        "row_factory",
        "cursor_factory",
        "prepare_threshold",
        "context",
        "server_cursor_factory",
    }
)
"""Arguments of a pool's connections that say nothing of the server."""


def engine_of(conn: Any) -> Engine:
    """The engine at ``address_of(conn)``."""
    url, arguments = address_of(conn)
    return create_engine(url, **arguments)


def address_of(conn: Any) -> tuple[URL, dict[str, Any]]:
    """What makes an engine: for a URL, a connection string, an asynchronous engine, or a
    connection or pool of ``psycopg``.

    Raises ``TypeError`` for anything else, and the errors of a store where the driver is missing
    or the address cannot be read.
    """
    try:
        from psycopg import ProgrammingError
        from psycopg.conninfo import conninfo_to_dict, make_conninfo
    except ImportError as error:
        raise StoreUnreachableError(
            "PostgreSQL",
            f"its driver cannot be loaded ({error})",
            "Install pregel-studio[postgres]",
        ) from error
    prepare_threshold: int | None = 5
    if hasattr(conn, "sync_engine"):
        conn = conn.url
    if isinstance(conn, URL):
        conn = conn.set(drivername="postgresql").render_as_string(hide_password=False)
    if isinstance(conn, str):
        scheme, separator, rest = conn.partition("://")
        conninfo = f"postgresql://{rest}" if separator else scheme
        further: dict[str, Any] = {}
    elif type(conn).__module__.startswith("psycopg_pool"):
        conninfo = conn.conninfo() if callable(conn.conninfo) else conn.conninfo
        given = (conn.kwargs() if callable(conn.kwargs) else conn.kwargs) or {}
        further = {key: value for key, value in given.items() if key not in _CLIENT_SIDE}
        prepare_threshold = given.get("prepare_threshold", prepare_threshold)
    elif type(conn).__module__.startswith("psycopg"):
        conninfo = ""
        further = {**conn.info.get_parameters(), "password": conn.info.password}
        prepare_threshold = conn.prepare_threshold
    else:
        raise TypeError(f"Give a URL, a connection or an engine, not {type(conn).__name__}")
    try:
        conninfo = make_conninfo(conninfo, **further)
        parameters = conninfo_to_dict(conninfo)
    except ProgrammingError as error:
        # Its words may repeat the password.
        raise StoreMissingError(
            "PostgreSQL", "this is no address of a database", "Give a URL, postgresql://..."
        ) from error
    shown: dict[str, Any] = {
        name: parameters.get(name) for name in ("user", "host", "port", "dbname")
    }
    port = shown["port"]
    url = URL.create(
        "postgresql+psycopg",
        username=shown["user"],
        host=shown["host"] if shown["host"] and "/" not in shown["host"] else None,
        port=int(port) if isinstance(port, int) or (port or "").isdigit() else None,
        database=shown["dbname"],
    )
    return url, {
        "connect_args": {"conninfo": conninfo, "prepare_threshold": prepare_threshold},
        "pool_pre_ping": True,
        "pool_size": 8,
        "max_overflow": 64,
    }
