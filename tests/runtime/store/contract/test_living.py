"""Times to live."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest

from runtime.store.base import BaseStore, PutOp
from tests.runtime.store.stores import MakeStore

Wait = Callable[[float], None]


def keys(store: BaseStore) -> list[str]:
    return [item.key for item in store.search((), refresh_ttl=False)]


def test_items_live_for_ever_unless_told(store: BaseStore, wait: Wait) -> None:
    assert store.supports_ttl
    store.put(("a",), "k", {"v": 1})
    store.put(("a",), "none", {"v": 1}, ttl=None)
    wait(1_000_000)
    assert keys(store) == ["k", "none"]


def test_an_item_lives_as_long_as_told(store: BaseStore, wait: Wait) -> None:
    store.put(("a",), "k", {"v": 1}, ttl=2)
    store.put(("b",), "k", {"v": 1}, ttl=0.5)
    wait(1)
    assert store.get(("a",), "k", refresh_ttl=False) is not None
    assert store.get(("b",), "k") is None
    assert store.list_namespaces() == [("a",)]
    wait(1)
    assert store.get(("a",), "k") is None
    assert store.search(()) == []
    assert store.list_namespaces() == []


def test_the_configured_time_holds_where_a_put_says_nothing(
    make_store: MakeStore, wait: Wait
) -> None:
    store = make_store(ttl={"default_ttl": 1})
    store.put(("a",), "default", {"v": 1})
    store.put(("a",), "long", {"v": 1}, ttl=10)
    store.put(("a",), "for ever", {"v": 1}, ttl=None)
    wait(2)
    assert keys(store) == ["long", "for ever"]
    wait(10)
    assert keys(store) == ["for ever"]


def test_reading_restarts_the_time(store: BaseStore, wait: Wait) -> None:
    for key in ("got", "found", "left"):
        store.put(("a", key), key, {"v": 1}, ttl=2)
    wait(1.5)
    assert store.get(("a", "got"), "got") is not None
    assert len(store.search(("a", "found"))) == 1
    assert store.get(("a", "left"), "left", refresh_ttl=False) is not None
    wait(1)
    assert keys(store) == ["got", "found"]


def test_reading_restarts_nothing_where_it_is_configured_so(
    make_store: MakeStore, wait: Wait
) -> None:
    store = make_store(ttl={"default_ttl": 2, "refresh_on_read": False})
    store.put(("a",), "k", {"v": 1})
    store.put(("a",), "asked for", {"v": 1})
    wait(1.5)
    assert store.get(("a",), "k") is not None
    assert store.get(("a",), "asked for", refresh_ttl=True) is not None
    wait(1)
    assert keys(store) == ["asked for"]


def test_a_search_restarts_the_time_of_what_it_gives_only(store: BaseStore, wait: Wait) -> None:
    for key in ("1", "2", "3"):
        store.put(("a",), key, {"v": int(key)}, ttl=2)
    wait(1.5)
    assert [item.key for item in store.search((), filter={"v": {"$gt": 1}}, limit=1)] == ["2"]
    wait(1)
    assert keys(store) == ["2"]


def test_putting_again_restarts_or_ends_the_time(store: BaseStore, wait: Wait) -> None:
    store.put(("a",), "again", {"v": 1}, ttl=2)
    store.put(("a",), "for ever", {"v": 1}, ttl=2)
    wait(1.5)
    store.put(("a",), "again", {"v": 2}, ttl=2)
    store.put(("a",), "for ever", {"v": 2})
    wait(1.5)
    assert keys(store) == ["again", "for ever"]
    wait(1)
    assert keys(store) == ["for ever"]


def test_an_expired_item_that_is_put_again_is_a_new_one(store: BaseStore, wait: Wait) -> None:
    store.put(("a",), "k", {"v": 1}, ttl=1)
    store.put(("a",), "other", {"v": 1})
    before = store.get(("a",), "k", refresh_ttl=False)
    wait(2)
    store.put(("a",), "k", {"v": 2})
    after = store.get(("a",), "k")
    assert before is not None
    assert after is not None
    assert after.created_at > before.created_at
    assert keys(store) == ["other", "k"]


def test_expired_items_may_stay_until_they_are_removed(make_store: MakeStore, wait: Wait) -> None:
    store = make_store(ttl={"default_ttl": 1, "omit_expired": False})
    store.put(("a",), "k", {"v": 1})
    wait(2)
    assert keys(store) == ["k"]
    assert sweep(store) == 1
    assert keys(store) == []


def test_sweeping_removes_what_is_expired(store: BaseStore, wait: Wait) -> None:
    store.batch([PutOp(("a",), str(n), {"v": n}, ttl=n) for n in range(1, 5)])
    store.put(("a",), "for ever", {"v": 1})
    assert sweep(store) == 0
    wait(2.5)
    assert sweep(store) == 2
    assert sweep(store) == 0
    assert keys(store) == ["3", "4", "for ever"]


def sweep(store: BaseStore) -> int:
    """Sweep, also where that is a coroutine of another loop."""
    result = cast("Any", store).sweep_ttl()
    if isinstance(result, int):
        return result
    loop = cast("Any", store)._loop
    return int(asyncio.run_coroutine_threadsafe(result, loop).result())


@pytest.mark.parametrize("ttl", [0, -1])
def test_an_item_may_be_expired_at_once(store: BaseStore, ttl: float, wait: Wait) -> None:
    store.put(("a",), "k", {"v": 1}, ttl=ttl)
    wait(0.001)
    assert store.get(("a",), "k") is None
