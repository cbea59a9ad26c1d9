"""What only a server can do to a saver."""

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from runtime.checkpoint.base import TaskWrites
from runtime.checkpoint.postgres import PostgresSaver
from runtime.checkpoint.postgres.aio import AsyncPostgresSaver
from runtime.checkpoint.sql import SqlSaver, StoreUnreachableError
from tests.postgres import WATCHING
from tests.runtime.checkpoint.making import changes, config, save


def cut_all(url: str) -> int:
    """End all other connections of the test; gives their number."""
    with psycopg.connect(url, autocommit=True) as connection:
        cut = connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE application_name <> %s AND backend_type = 'client backend'"
            " AND pid <> pg_backend_pid()",
            [WATCHING],
        ).fetchall()
    return len(cut)


def test_cut_connections_are_made_again(postgres_url: str) -> None:
    with PostgresSaver.from_conn_string(postgres_url) as saver:
        first = changes(0, None, {"a": 1, "log": ["x" * 300]}, sole_child=True)
        saver.commit([first])
        assert saver.get_tuple(config()) is not None
        for step in range(1, 4):
            assert cut_all(postgres_url) > 0
            second = changes(
                step, first.checkpoint_id, {"a": step, "log": ["x" * 300, "y"]}, sole_child=True
            )
            if step % 2:
                saver.commit([second])
            else:
                saver.submit([second]).result(timeout=60)
            assert cut_all(postgres_url) > 0
            found = saver.get(config())
            assert found is not None
            assert found["id"] == second.checkpoint_id
            first = second
        saver.prune(["t"])
        assert cut_all(postgres_url) > 0
        saver.delete_thread("t")
        assert list(saver.list(config())) == []


def test_cut_connections_do_not_end_awaited_savers(postgres_url: str) -> None:
    async def work() -> Any:
        async with AsyncPostgresSaver.from_conn_string(postgres_url) as saver:
            record = changes(0, None, {"a": 1})
            await asyncio.wrap_future(saver.submit([record]))
            await asyncio.to_thread(cut_all, postgres_url)
            await saver.aput_writes(config(checkpoint_id=record.checkpoint_id), [("a", 2)], "task")
            await asyncio.to_thread(cut_all, postgres_url)
            return await saver.aget_tuple(config())

    found = asyncio.run(work())
    assert found.pending_writes == [("task", "a", 2)]


def test_a_server_that_is_not_there(postgres_url: str) -> None:
    with pytest.raises(StoreUnreachableError) as raised:
        PostgresSaver("postgresql://ann:secret@127.0.0.1:1/none?connect_timeout=5")
    assert "127.0.0.1" in str(raised.value)
    assert "secret" not in str(raised.value)


def test_closed_savers_leave_no_connection(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as watching:

        def others() -> set[int]:
            found = watching.execute(
                "SELECT pid FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            ).fetchall()
            return {pid for (pid,) in found}

        def wait_until_gone(known: set[int]) -> None:
            for pid in others() - known:
                while watching.execute(
                    "SELECT 1 FROM pg_stat_activity WHERE pid = %s", [pid]
                ).fetchone():
                    pass

        known = others()
        connection = psycopg.connect(postgres_url)
        saver = PostgresSaver(connection)
        save(saver, {"a": 1})
        assert len(others() - known) > 1
        saver.close()
        connection.close()
        dropped = PostgresSaver(postgres_url)
        save(dropped, {"a": 1}, thread="u")
        del dropped
        gc.collect()
        wait_until_gone(known)


def test_programs_that_make_the_tables_at_once(postgres_url: str) -> None:
    def begin(number: int) -> None:
        with SqlSaver(postgres_url) as saver:
            save(saver, {"a": number}, thread=f"t{number}")

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(begin, range(6)))
    with SqlSaver(postgres_url.replace("postgresql://", "postgres://"), create=False) as saver:
        assert saver.list_threads().total == 6


def test_a_view_reads_one_state(postgres_url: str) -> None:
    with SqlSaver(postgres_url) as saver:
        saved = save(saver, {"a": 1})
        with saver.session() as session:
            assert session.row("t", "", None) is not None
            with SqlSaver(postgres_url) as other:
                other.delete_thread("t")
                other.commit([TaskWrites("t", "", "id", "task", [("a", 1)])])
            row = session.row("t", "", saved["configurable"]["checkpoint_id"])
            assert row is not None
            assert len(session.rows("t", "")) == 1
            assert session.writes("t", "", "id") == []
        assert list(saver.list(config())) == []
