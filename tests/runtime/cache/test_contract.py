"""Every cache under the same tests."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from runtime.cache import memory
from runtime.cache.base import BaseCache
from runtime.cache.memory import InMemoryCache
from runtime.cache.postgres import PostgresCache
from runtime.cache.sql import SqlCache
from runtime.cache.sql import cache as sql
from runtime.cache.sqlite import SqliteCache


@pytest.fixture(params=["memory", "sqlite-file", "sqlite-memory", "postgres"])
def cache(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BaseCache[Any]]:
    """An empty cache of each kind."""
    if request.param == "memory":
        yield InMemoryCache()
        return
    made: SqlCache[Any]
    if request.param == "postgres":
        made = PostgresCache(request.getfixturevalue("postgres_url"))
    else:
        path = ":memory:" if request.param == "sqlite-memory" else str(tmp_path / "cache.db")
        made = SqliteCache(path=path)
    with made:
        yield made


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets seconds pass for caches; no time passes otherwise."""
    now = [time.time_ns()]

    class Standing:
        @staticmethod
        def time() -> float:
            return now[0] / 1e9

        @staticmethod
        def time_ns() -> int:
            return now[0]

    for module in (memory, sql):
        monkeypatch.setattr(module, "time", Standing)

    def wait(seconds: float) -> None:
        now[0] += round(seconds * 1e9)

    return wait


A, B, DEEP, NONE = (("a",), "k"), (("b",), "k"), (("a", "b"), "k"), (("z",), "none")


def test_what_was_set_comes_back(cache: BaseCache[Any]) -> None:
    assert cache.get([A, B]) == {}
    cache.set({A: (1, None), DEEP: ({"x": (1, 2)}, None), NONE: (None, None)})
    assert cache.get([A, B, DEEP, NONE, A]) == {A: 1, DEEP: {"x": (1, 2)}, NONE: None}
    cache.set({A: ("other", None)})
    assert cache.get([A]) == {A: "other"}
    assert cache.get([]) == {}
    cache.set({})


def test_nobody_changes_what_is_cached(cache: BaseCache[Any]) -> None:
    given = {"list": [1]}
    cache.set({A: (given, None)})
    given["list"].append(2)
    cache.get([A])[A]["list"].append(3)
    assert cache.get([A]) == {A: {"list": [1]}}


def test_values_live_as_long_as_told(cache: BaseCache[Any], wait: Callable[[float], None]) -> None:
    cache.set({A: (1, 10), B: (2, None), DEEP: (3, 0), NONE: (4, -1)})
    assert cache.get([A, B, DEEP, NONE]) == {A: 1, B: 2}
    wait(9)
    assert cache.get([A, B]) == {A: 1, B: 2}
    wait(1)
    assert cache.get([A, B]) == {B: 2}
    cache.set({A: (5, 10)})
    wait(9)
    assert cache.get([A, B]) == {A: 5, B: 2}
    cache.set({A: (6, None)})
    wait(1000)
    assert cache.get([A, B]) == {A: 6, B: 2}


def test_clearing(cache: BaseCache[Any]) -> None:
    cache.set({A: (1, None), B: (2, None), DEEP: (3, None)})
    cache.clear([])
    assert cache.get([A, B, DEEP]) == {A: 1, B: 2, DEEP: 3}
    cache.clear([("a",), ("nowhere",)])
    assert cache.get([A, B, DEEP]) == {B: 2, DEEP: 3}
    cache.clear()
    assert cache.get([A, B, DEEP]) == {}


def test_odd_names(cache: BaseCache[Any]) -> None:
    keys = [
        ((), ""),
        (("",), ""),
        (("a,b",), '"'),
        (("a", "b"), '"'),
        (("a", "b"), "\x00"),
        (("\x00", "\ud800"), "\ud800"),
        (("%", "_"), "'; DROP TABLE cache_entries; --"),
    ]
    cache.set({key: (number, None) for number, key in enumerate(keys)})
    assert cache.get(keys) == {key: number for number, key in enumerate(keys)}


def test_many_at_once(cache: BaseCache[Any]) -> None:
    keys = [(("many",), str(number)) for number in range(1000)]
    cache.set({key: (number, None) for number, key in enumerate(keys)})
    assert cache.get(keys[::2]) == {key: int(key[1]) for key in keys[::2]}


def test_coroutines(cache: BaseCache[Any]) -> None:
    async def work() -> None:
        await cache.aset({A: (1, None), B: (2, 100)})
        assert await cache.aget([A, B, DEEP]) == {A: 1, B: 2}
        await cache.aclear([("a",)])
        assert await cache.aget([A, B]) == {B: 2}
        await cache.aclear()
        assert await cache.aget([A, B]) == {}

    asyncio.run(work())


def test_threads_lose_nothing(cache: BaseCache[Any]) -> None:
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for turn in range(20):
                cache.set({((str(number),), str(turn)): (turn, 100), (("all",), "k"): (1, None)})
                assert cache.get([(("all",), "k")]) == {(("all",), "k"): 1}
        except BaseException as error:
            failures.append(error)
            raise

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    keys = [((str(number),), str(turn)) for number in range(4) for turn in range(20)]
    assert len(cache.get(keys)) == 80
