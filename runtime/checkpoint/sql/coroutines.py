"""SQLAlchemy's asynchronous side, which comes with an extra."""

try:
    from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
except ImportError as error:
    raise ImportError(
        'Coroutines on SQL databases need greenlet: install "pregel-studio[async]" for SQLite or '
        '"pregel-studio[postgres]" for PostgreSQL.',
        name="greenlet",
    ) from error

__all__ = ["AsyncEngine", "create_async_engine"]
