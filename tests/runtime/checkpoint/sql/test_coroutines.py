"""Savers for coroutines: nothing stands still, and nothing hangs."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, ConnectionPool
from sqlalchemy import create_engine
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import StaticPool

from runtime.checkpoint.base import native_saver
from runtime.checkpoint.postgres import PostgresSaver
from runtime.checkpoint.postgres.aio import AsyncPostgresSaver
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.serde.opaque import Opaque
from runtime.checkpoint.sql import SqlSaver, StoreError
from runtime.checkpoint.sql.aio import AsyncSqlSaver
from runtime.checkpoint.sqlite import SqliteSaver
from runtime.checkpoint.sqlite.aio import AsyncSqliteSaver
from runtime.graph import START, StateGraph
from tests.runtime.checkpoint.making import changes, checkpoint_of, config
from tests.runtime.checkpoint.serde.shapes import Point

Opener = Callable[[], Any]


async def save_and_read(saver: AsyncSqlSaver) -> Any:
    """Two checkpoints the engine's way; the values of the newest, read back."""
    assert await saver.aget_tuple(config()) is None
    first = changes(0, None, {"a": 1, "log": ["x" * 300]})
    await asyncio.wrap_future(saver.submit([first]))
    found = await saver.aget_tuple(config())
    assert found is not None
    log = [*found.checkpoint["channel_values"]["log"], "y"]
    second = changes(1, first.checkpoint_id, {"a": 2, "log": log}, sole_child=True)
    await asyncio.wrap_future(saver.submit([second]))
    newest = await saver.aget(config())
    assert newest is not None
    return newest["channel_values"]


SAVED = {"a": 2, "log": ["x" * 300, "y"]}


@pytest.mark.parametrize("kind", ["text", "path", "engine", "async engine", "connection"])
def test_whatever_names_a_file(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "store.db"

    async def work() -> Any:
        if kind == "connection":
            async with aiosqlite.connect(path) as connection:
                connection.row_factory = aiosqlite.Row
                async with AsyncSqliteSaver(connection) as saver:
                    return await save_and_read(saver)
        if kind == "async engine":
            engine = create_async_engine(f"sqlite+aiosqlite:///{path}")
            async with AsyncSqliteSaver(engine) as saver:
                found = await save_and_read(saver)
            await engine.dispose()
            return found
        if kind == "engine":
            plain = create_engine(f"sqlite:///{path}")
            async with AsyncSqliteSaver(plain) as saver:
                found = await save_and_read(saver)
            plain.dispose()
            return found
        async with AsyncSqliteSaver(str(path) if kind == "text" else path) as saver:
            return await save_and_read(saver)

    assert asyncio.run(work()) == SAVED
    with SqlSaver(path, create=False) as saver:
        found = saver.get(config())
    assert found is not None
    assert found["channel_values"] == SAVED


@pytest.mark.parametrize("kind", ["text", "connection", "not yet connected", "async engine"])
def test_whatever_names_a_database_in_memory(kind: str) -> None:
    async def work() -> Any:
        if kind == "text":
            async with AsyncSqliteSaver.from_conn_string(":memory:") as saver:
                return await save_and_read(saver)
        if kind == "async engine":
            engine = create_async_engine("sqlite+aiosqlite://", poolclass=StaticPool)
            found = await save_and_read(AsyncSqliteSaver(engine))
            await engine.dispose()
            return found
        if kind == "not yet connected":
            connection = aiosqlite.connect(":memory:")
            found = await save_and_read(AsyncSqliteSaver(connection))
            await connection.close()
            return found
        async with aiosqlite.connect(":memory:") as connection:
            async with AsyncSqliteSaver(connection) as saver:
                found = await save_and_read(saver)
            async with connection.execute("SELECT count(*) FROM checkpoints") as cursor:
                assert await cursor.fetchone() == (2,)
            return found

    assert asyncio.run(work()) == SAVED


@pytest.mark.parametrize("kind", ["url", "text", "connection", "pool", "async engine", "engine"])
def test_whatever_names_a_postgres_database(kind: str, postgres_url: str) -> None:
    async def work() -> Any:
        if kind == "url":
            url = postgres_url.replace("postgresql://", "postgres://")
            async with AsyncPostgresSaver.from_conn_string(url) as saver:
                return await save_and_read(saver)
        if kind == "text":
            text = make_conninfo("", **conninfo_to_dict(postgres_url))
            assert "://" not in text
            async with AsyncPostgresSaver(text) as saver:
                return await save_and_read(saver)
        if kind == "connection":
            async with (
                await psycopg.AsyncConnection.connect(
                    postgres_url, autocommit=True, row_factory=dict_row, prepare_threshold=None
                ) as connection,
                AsyncPostgresSaver(connection) as saver,
            ):
                return await save_and_read(saver)
        if kind == "pool":
            async with (
                AsyncConnectionPool(
                    postgres_url, kwargs={"autocommit": True, "row_factory": dict_row}, open=False
                ) as pool,
                AsyncPostgresSaver(pool) as saver,
            ):
                return await save_and_read(saver)
        url = postgres_url.replace("postgresql://", "postgresql+psycopg://")
        if kind == "async engine":
            engine = create_async_engine(url)
            async with AsyncPostgresSaver(engine) as saver:
                found = await save_and_read(saver)
            await engine.dispose()
            return found
        plain = create_engine(url)
        async with AsyncPostgresSaver(plain) as saver:
            found = await save_and_read(saver)
        plain.dispose()
        return found

    assert asyncio.run(work()) == SAVED
    with psycopg.connect(postgres_url, autocommit=True, row_factory=dict_row) as connection:
        with PostgresSaver(connection) as saver:
            saver.setup()
            found = saver.get(config())
        assert connection.execute("SELECT count(*) AS n FROM checkpoints").fetchone() == {"n": 2}
    assert found is not None
    assert found["channel_values"] == SAVED
    with ConnectionPool(postgres_url, open=True) as pool, PostgresSaver(pool) as saver:
        assert saver.get(config()) == found


@asynccontextmanager
async def every_kind(path: Path, postgres_url: str) -> AsyncIterator[list[AsyncSqlSaver]]:
    async with (
        aiosqlite.connect(path) as on_file,
        aiosqlite.connect(":memory:") as in_memory,
        AsyncSqliteSaver.from_conn_string(str(path)) as by_path,
        AsyncSqliteSaver.from_conn_string(":memory:") as by_name,
        AsyncPostgresSaver.from_conn_string(postgres_url) as postgres,
    ):
        yield [AsyncSqliteSaver(on_file), AsyncSqliteSaver(in_memory), by_path, by_name, postgres]


def test_plain_calls_beside_a_running_loop_are_refused_at_once(
    tmp_path: Path, postgres_url: str
) -> None:
    made = checkpoint_of({"a": 1}, 0)
    calls: list[Callable[[AsyncSqlSaver], Any]] = [
        lambda saver: saver.get_tuple(config()),
        lambda saver: saver.get(config()),
        lambda saver: list(saver.list(config())),
        lambda saver: saver.put(config(), made, {}, {}),
        lambda saver: saver.put_writes(config(checkpoint_id="1"), [("a", 1)], "task"),
        lambda saver: saver.commit([changes(0, None, {"a": 1})]),
        lambda saver: saver.delete_thread("t"),
        lambda saver: saver.delete_for_runs(["r"]),
        lambda saver: saver.copy_thread("t", "u"),
        lambda saver: saver.prune(["t"]),
        lambda saver: saver.get_delta_channel_history(config=config(), channels=["a"]),
        lambda saver: saver.list_threads(),
        lambda saver: saver.list_rows("t"),
        lambda saver: saver.has_children("t", "", "1"),
        lambda saver: saver.get_value("t", "", "1", "a"),
        lambda saver: saver.session(),
        lambda saver: saver.close(),
    ]

    async def work() -> None:
        async with every_kind(tmp_path / "store.db", postgres_url) as savers:
            for saver in savers:
                for call in calls:
                    with pytest.raises(asyncio.InvalidStateError, match="Await the methods"):
                        call(saver)

    asyncio.run(work())


def test_plain_calls_from_other_threads(tmp_path: Path, postgres_url: str) -> None:
    def plain(saver: AsyncSqlSaver) -> Any:
        record = changes(0, None, {"a": 1})
        saver.commit([record])
        saver.put_writes(config(checkpoint_id=record.checkpoint_id), [("a", 2)], "task")
        (listed,) = saver.list(config())
        assert listed == saver.get_tuple(config())
        return listed.pending_writes

    async def work() -> None:
        async with every_kind(tmp_path / "store.db", postgres_url) as savers:
            for saver in (savers[0], *savers[1:]):
                await saver.adelete_thread("t")
                assert await asyncio.to_thread(plain, saver) == [("task", "a", 2)]

    asyncio.run(work())


async def ticks_while(waiting: Coroutine[Any, Any, Any]) -> tuple[Any, int]:
    """What was awaited, and how often the loop came round meanwhile."""
    task = asyncio.create_task(waiting)
    ticks = 0
    while not task.done():
        ticks += 1
        await asyncio.sleep(0.001)
    return task.exception(), ticks


def test_a_locked_file_does_not_hold_the_loop_up(tmp_path: Path) -> None:
    path = tmp_path / "store.db"

    async def work() -> None:
        async with AsyncSqliteSaver.from_conn_string(str(path)) as saver:
            first = changes(0, None, {"a": 1, "log": ["x" * 300]})
            await asyncio.wrap_future(saver.submit([first]))
            found = await saver.aget_tuple(config())
            assert found is not None
            holder = sqlite3.connect(path, isolation_level=None)
            holder.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            saved = []
            parent = first.checkpoint_id
            log = found.checkpoint["channel_values"]["log"]
            for step in range(1, 4):
                log = [*log, "y"]
                record = changes(step, parent, {"a": step, "log": log})
                saved.append(saver.submit([record]))
                parent = record.checkpoint_id
            reading = asyncio.create_task(saver.aget_tuple(config()))
            for _ in range(50):
                await asyncio.sleep(0.001)
            assert not any(future.done() for future in saved)
            assert not reading.done()
            assert time.monotonic() - began < 5
            holder.execute("ROLLBACK")
            holder.close()
            await asyncio.gather(*map(asyncio.wrap_future, saved))
            newest = await reading
            assert newest is not None
            assert newest.checkpoint["channel_values"] == {"a": 3, "log": log}

    asyncio.run(work())


def test_another_transaction_on_the_same_connection_is_waited_for() -> None:
    async def work() -> Any:
        async with aiosqlite.connect(":memory:") as connection:
            saver = AsyncSqliteSaver(connection)
            await saver.setup()
            await connection.execute("CREATE TABLE own (a)")
            await connection.execute("INSERT INTO own VALUES (1)")
            assert connection.in_transaction
            saving = asyncio.create_task(
                saver.aput(config(), checkpoint_of({"a": 1}, 0), {"step": 0}, {"a": 2})
            )
            await connection.execute("INSERT INTO own VALUES (2)")
            await connection.rollback()
            await saving
            async with connection.execute("SELECT count(*) FROM own") as cursor:
                assert await cursor.fetchone() == (0,)
            return await saver.aget(config())

    assert asyncio.run(work())["channel_values"] == {"a": 1}


def test_a_saver_is_opened_when_it_is_needed(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("this is no database, and stays as it is")

    async def work() -> None:
        missing = AsyncSqliteSaver(tmp_path / "nowhere" / "store.db")
        with pytest.raises(StoreError, match="nowhere"):
            await missing.setup()
        await missing.aclose()
        wrong = AsyncSqliteSaver(tmp_path / "text.db")
        for _ in range(2):
            with pytest.raises(StoreError, match=r"text\.db"):
                await wrong.aget_tuple(config())
        unreachable = AsyncPostgresSaver("postgresql://ann:secret@127.0.0.1:1/none")
        with pytest.raises(StoreError) as raised:
            await unreachable.setup()
        assert "secret" not in str(raised.value)

    asyncio.run(work())
    with pytest.raises(StoreError) as raised:
        AsyncPostgresSaver("postgresql://ann:secret@host:port").get_tuple(config())
    assert "secret" not in str(raised.value)
    with pytest.raises(TypeError, match="not int"):
        AsyncPostgresSaver(1).get_tuple(config())
    with pytest.raises(TypeError, match="not int"):
        AsyncSqliteSaver(1)  # type: ignore[arg-type]


def test_a_saver_with_further_classes_shares_the_database(tmp_path: Path) -> None:
    strict = JsonPlusSerializer(allowed_msgpack_modules=None)

    async def work() -> None:
        async with AsyncSqliteSaver(tmp_path / "store.db", serde=strict) as saver:
            allowing = saver.with_allowlist([(Point.__module__, "Point")])
            assert native_saver(allowing) is allowing
            record = changes(0, None, {"p": Point(1)})
            assert isinstance(allowing, AsyncSqliteSaver)
            await asyncio.wrap_future(allowing.submit([record]))
            found = await saver.aget(config())
            assert found is not None
            assert isinstance(found["channel_values"]["p"], Opaque)
            found = await allowing.aget(config())
            assert found is not None
            assert found["channel_values"] == {"p": Point(1)}

    asyncio.run(work())


def test_closing_saves_what_was_submitted(tmp_path: Path) -> None:
    async def work() -> None:
        saver = AsyncSqliteSaver(tmp_path / "store.db")
        parent: str | None = None
        for step in range(50):
            record = changes(step, parent, {"a": step})
            saver.submit([record])
            parent = record.checkpoint_id
        await saver.aclose()
        with pytest.raises(StoreError, match="closed"):
            await asyncio.wrap_future(saver.submit([changes(51, parent, {"a": 51})]))

    asyncio.run(work())
    with SqlSaver(tmp_path / "store.db") as plain:
        assert len(list(plain.list(config()))) == 50


def test_a_graph_that_is_not_awaited_is_refused_and_does_not_hang(tmp_path: Path) -> None:
    builder = StateGraph(dict)
    builder.add_node("node", lambda state: None)
    builder.add_edge(START, "node")

    async def work() -> None:
        async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "store.db")) as saver:
            graph = builder.compile(checkpointer=saver)
            for call in (
                lambda: graph.invoke({"a": 1}, config()),
                lambda: list(graph.stream({"a": 1}, config())),
                lambda: graph.get_state(config()),
                lambda: list(graph.get_state_history(config())),
                lambda: graph.update_state(config(), {"a": 1}),
            ):
                with pytest.raises(asyncio.InvalidStateError, match="ainvoke"):
                    call()
            await graph.ainvoke({"a": 1}, config())
            state = await asyncio.to_thread(graph.get_state, config())
            assert state.values == {"a": 1}

    asyncio.run(work())


def test_a_saver_for_plain_calls_names_the_one_for_coroutines(tmp_path: Path) -> None:
    builder = StateGraph(dict)
    builder.add_node("node", lambda state: None)
    builder.add_edge(START, "node")
    with SqliteSaver.from_conn_string(str(tmp_path / "store.db")) as saver:
        graph = builder.compile(checkpointer=saver)
        with pytest.raises(NotImplementedError, match="AsyncSqliteSaver"):
            asyncio.run(graph.ainvoke({"a": 1}, config()))
