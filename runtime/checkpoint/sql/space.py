"""Giving back the space that deletions have left in a database."""

from contextlib import nullcontext
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from runtime.checkpoint.sql.engine import explain
from runtime.checkpoint.sql.errors import StoreError, StoreReadOnlyError
from runtime.checkpoint.sql.saver import SqlSaver


def reclaim(saver: SqlSaver) -> tuple[int, int]:
    """Rewrite the file of a SQLite store without what is free in it; its bytes before and after."""
    if saver.read_only:
        raise StoreReadOnlyError(
            saver.place, "it was opened for reading", "Open it for writing to change it"
        )
    if saver.engine.dialect.name != "sqlite":
        raise StoreError(
            saver.place, "a server looks after its own space", "Its autovacuum does this by itself"
        )
    with saver.session():
        pass  # what was submitted is written by now
    before = _size(saver.place)
    with saver._shared or nullcontext():
        try:
            with saver.engine.connect() as connection:
                raw = connection.connection.dbapi_connection
                assert raw is not None
                raw.execute("VACUUM")
                raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except (DBAPIError, saver.engine.dialect.loaded_dbapi.Error) as error:
            raise explain(error, saver.place) from error
    return before, _size(saver.place)


def _size(place: str) -> int:
    """Bytes of the file and of its journal."""
    size = 0
    for path in (Path(place), Path(place + "-wal")):
        try:
            size += path.stat().st_size
        except OSError:
            continue
    return size
