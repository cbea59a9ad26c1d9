"""The stores under the names and with the arguments that ported programs use."""

import asyncio
import json
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import aiosqlite
import psycopg
import pytest
from psycopg.rows import dict_row
from sqlalchemy.ext.asyncio import create_async_engine

from runtime.checkpoint.sql import StoreMissingError
from runtime.store.base import GetOp, IndexConfig, Item
from runtime.store.memory import InMemoryStore
from runtime.store.postgres import AsyncPostgresStore, PostgresStore
from runtime.store.sqlite import AsyncSqliteStore, SqliteStore


def letters(texts: Sequence[str]) -> list[list[float]]:
    return [[float(text.count(letter)) for letter in "ab"] for text in texts]


INDEX: IndexConfig = {"dims": 2, "embed": letters}


def test_sqlite_by_a_string(tmp_path: Path) -> None:
    place = str(tmp_path / "store.db")
    with SqliteStore.from_conn_string(place, index=INDEX, ttl={"default_ttl": 5}) as store:
        store.setup()
        store.put(("a",), "k", {"v": 1})
        assert store.index_config == INDEX
        assert store.ttl_config == {"default_ttl": 5}
    with SqliteStore.from_conn_string(place) as store:
        assert store.get(("a",), "k") is not None


@pytest.mark.parametrize("isolation", [None, "", "IMMEDIATE"])
def test_sqlite_on_a_connection(isolation: Any) -> None:
    connection = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=isolation)
    with SqliteStore(connection) as store:
        store.put(("a",), "k", {"v": 1})
        assert store.conn is connection
        assert asyncio.run(store.aget(("a",), "k")) is not None
    assert connection.execute("SELECT key FROM store_items").fetchall() == [("k",)]
    connection.close()


def test_sqlite_in_memory_for_coroutines() -> None:
    async def kept() -> Item | None:
        async with AsyncSqliteStore.from_conn_string(":memory:") as store:
            await store.setup()
            await store.aput(("a",), "k", {"v": 1})
            return await store.aget(("a",), "k")

    found = asyncio.run(kept())
    assert found is not None
    assert found.value == {"v": 1}


def test_a_function_that_reads_json() -> None:
    seen: list[Any] = []

    def read(data: Any) -> dict[str, Any]:
        seen.append(data)
        value: dict[str, Any] = json.loads(data)
        return value | {"read": True}

    connection = sqlite3.connect(":memory:", check_same_thread=False)
    with SqliteStore(connection) as usual:
        usual.put(("a",), "usual", {"t": (1,)})
    with SqliteStore(connection, deserializer=read) as store:
        store.put(("a",), "k", {"v": "ü"})
        assert [item.value for item in store.search(())] == [{"t": (1,)}, {"v": "ü", "read": True}]
        with pytest.raises(TypeError, match="JSON serializable"):
            store.put(("a",), "k", {"v": {1}})
    assert seen == ['{"v": "ü"}'.encode()]
    connection.close()


def test_what_no_store_can_be_made_of() -> None:
    with pytest.raises(TypeError, match="Give a path, an engine or a connection, not dict"):
        SqliteStore({})  # type: ignore[arg-type]


def test_async_sqlite(tmp_path: Path) -> None:
    async def work() -> None:
        place = str(tmp_path / "store.db")
        async with AsyncSqliteStore.from_conn_string(place, index=INDEX) as store:
            await store.setup()
            await store.aput(("a",), "k", {"v": "a"})
            with pytest.raises(asyncio.InvalidStateError, match=r"await store\.abatch"):
                store.batch([GetOp(("a",), "k")])
        async with aiosqlite.connect(place) as connection:
            one, two = AsyncSqliteStore(connection), AsyncSqliteStore(connection, index=INDEX)
            await asyncio.gather(
                *(one.aput(("one",), str(number), {"v": number}) for number in range(20)),
                *(two.aput(("two",), str(number), {"v": number}) for number in range(20)),
            )
            assert len(await one.asearch((), limit=100)) == 41
            assert (await two.asearch((), query="a", limit=1))[0].key == "k"
            await one.close()
            await two.close()
            async with connection.execute("SELECT count(*) FROM store_items") as cursor:
                assert await cursor.fetchone() == (41,)
        engine = create_async_engine(f"sqlite+aiosqlite:///{place}")
        async with AsyncSqliteStore(engine) as store:
            assert await store.aget(("a",), "k") is not None
        await engine.dispose()

    asyncio.run(work())


def test_an_async_store_that_cannot_be_opened_says_so_and_may_later(tmp_path: Path) -> None:
    async def work() -> None:
        folder = tmp_path / "folder"
        async with AsyncSqliteStore(folder / "store.db") as store:
            for _ in range(2):
                with pytest.raises(StoreMissingError, match="its folder does not exist"):
                    await store.aget(("a",), "k")
            folder.mkdir()
            assert await store.aget(("a",), "k") is None

    asyncio.run(work())


def test_postgres(postgres_url: str) -> None:
    with PostgresStore.from_conn_string(postgres_url, pipeline=True, index=INDEX) as store:
        store.setup()
        store.put(("a",), "k", {"v": "\x00 ü"})
    with (
        psycopg.connect(postgres_url, autocommit=True, row_factory=dict_row) as connection,
        PostgresStore(connection) as store,
    ):
        item = store.get(("a",), "k")
        assert item is not None
        assert item.value == {"v": "\x00 ü"}
        store.put(("a",), "k", {"v": 2})
        assert connection.execute("SELECT count(*) AS n FROM store_items").fetchone() == {"n": 1}


def test_async_postgres(postgres_url: str) -> None:
    async def work() -> None:
        async with AsyncPostgresStore.from_conn_string(postgres_url, index=INDEX) as store:
            await store.setup()
            await store.aput(("a",), "k", {"v": "a"})
        connection = await psycopg.AsyncConnection.connect(postgres_url, autocommit=True)
        async with connection, AsyncPostgresStore(connection, index=INDEX) as store:
            assert (await store.asearch((), query="a"))[0].score == pytest.approx(1.0)

    asyncio.run(work())


def test_memory_keeps_what_cannot_be_copied() -> None:
    lock = __import__("threading").Lock()
    store = InMemoryStore()
    given = {"lock": lock, "list": [1]}
    store.put(("a",), "k", given)
    given["list"] = []
    item = store.get(("a",), "k")
    assert item is not None
    assert item.value["lock"] is lock
    assert item.value["list"] == [1]


def test_memory_keeps_values_that_refer_to_themselves() -> None:
    value: dict[str, Any] = {}
    value["self"] = value
    store = InMemoryStore()
    store.put(("a",), "k", value)
    item = store.get(("a",), "k")
    assert item is not None
    assert item.value["self"] is item.value
    assert item.value is not value


def test_a_store_without_an_embedding() -> None:
    with pytest.raises(ValueError, match="embed must be provided"):
        InMemoryStore(index={"dims": 2})
    assert InMemoryStore(index={}).embeddings is None
    assert InMemoryStore(index=INDEX).embeddings is not None


def test_plain_stores_take_no_extra_of_coroutines() -> None:
    program = (
        "import sys\n"
        "sys.modules['greenlet'] = sys.modules['aiosqlite'] = None\n"
        "from runtime.store.postgres import PostgresStore\n"
        "from runtime.store.sqlite import SqliteStore\n"
        "with SqliteStore.from_conn_string(':memory:') as store:\n"
        "    store.put(('a',), 'k', {'v': 1})\n"
        "    assert store.get(('a',), 'k')\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
    with pytest.raises(ImportError):
        from runtime.store.sqlite import NoStore  # noqa: F401


@pytest.mark.parametrize(
    "line",
    [
        "from runtime.store.sqlite import AsyncSqliteStore",
        "from runtime.store.sqlite.aio import AsyncSqliteStore",
        "from runtime.store.sql.aio import AsyncSqlStore",
        "from runtime.store.postgres.aio import AsyncPostgresStore",
    ],
)
def test_stores_for_coroutines_name_the_extra_that_they_lack(line: str) -> None:
    program = f"import sys\nsys.modules['greenlet'] = None\n{line}\n"
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 1
    last = ended.stderr.splitlines()[-1]
    assert 'install "pregel-studio[async]" for SQLite or "pregel-studio[postgres]"' in last
