"""Removal of expired items by itself."""

import asyncio
import gc
import logging
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.checkpoint.sql import StoreError
from runtime.store.memory import InMemoryStore
from runtime.store.sql import SqlStore
from runtime.store.sql.aio import AsyncSqlStore

SOON = 0.0001
"""Minutes between two sweeps."""


class Swept(SqlStore):
    """Tells when it was swept."""

    swept = threading.Event()
    failing = False

    def sweep_ttl(self) -> int:
        if self.failing:
            self.failing = False
            raise StoreError(self.place, "no", "Wait")
        count = super().sweep_ttl()
        self.swept.set()
        return count


@pytest.fixture
def store(tmp_path: Path) -> Swept:
    Swept.swept.clear()
    return Swept(tmp_path / "store.db", ttl={"default_ttl": 0, "omit_expired": False})


def test_a_thread_sweeps_until_stopped(store: Swept) -> None:
    with store:
        store.put(("a",), "k", {"v": 1})
        ended = store.start_ttl_sweeper(SOON)
        assert store.start_ttl_sweeper(SOON) is ended
        assert store.swept.wait(30)
        assert store.search(()) == []
        assert not ended.done()
        assert store.stop_ttl_sweeper(timeout=30)
        assert ended.done()
        assert store.stop_ttl_sweeper()
        again = store.start_ttl_sweeper(SOON)
        assert not again.done()
    assert again.done()


def test_a_sweep_that_fails_is_followed_by_the_next(
    store: Swept, caplog: pytest.LogCaptureFixture
) -> None:
    with store, caplog.at_level(logging.ERROR):
        store.failing = True
        store.start_ttl_sweeper(SOON)
        assert store.swept.wait(30)
    assert "Expired items could not be removed" in caplog.text


def test_the_thread_ends_with_its_store(tmp_path: Path) -> None:
    Swept.swept.clear()
    store = Swept(tmp_path / "store.db", ttl={})
    ended = store.start_ttl_sweeper(SOON)
    assert store.swept.wait(30)
    store._opened.close()
    del store
    gc.collect()
    ended.result(30)


def test_nothing_sweeps_where_nothing_is_configured() -> None:
    with SqlStore(":memory:") as store:
        assert store.start_ttl_sweeper(SOON).done()
        assert store.stop_ttl_sweeper()


def test_a_task_sweeps_until_stopped() -> None:
    async def work() -> None:
        async with AsyncSqlStore(
            ":memory:", ttl={"default_ttl": 0, "omit_expired": False}
        ) as store:
            assert await store.stop_ttl_sweeper()
            await store.aput(("a",), "k", {"v": 1})
            task = await store.start_ttl_sweeper(SOON)
            while await store.asearch(()):
                await asyncio.sleep(0)
            assert not task.done()
            assert await store.stop_ttl_sweeper()
            assert task.done()

    asyncio.run(work())


def test_a_task_ends_where_nothing_is_configured() -> None:
    async def work() -> None:
        async with AsyncSqlStore(":memory:") as store:
            await (await store.start_ttl_sweeper())

    asyncio.run(work())


def test_the_store_in_memory_sweeps_while_it_works(wait: Callable[[float], None]) -> None:
    store = InMemoryStore(ttl={"omit_expired": False, "sweep_interval_minutes": 10})
    store.put(("a",), "k", {"v": 1}, ttl=1)
    store.put(("b",), "k", {"v": 1}, ttl=15)
    wait(9)
    assert store.list_namespaces() == [("a",), ("b",)]
    wait(2)
    assert store.list_namespaces() == [("b",)]
    wait(10)
    assert store.list_namespaces() == []
