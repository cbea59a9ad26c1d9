"""Stores and caches at work in graphs."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict

import pytest

from runtime.cache.base import BaseCache
from runtime.cache.memory import InMemoryCache
from runtime.cache.sqlite import SqliteCache
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.sql import SqlSaver
from runtime.config import get_store
from runtime.graph import END, START, StateGraph
from runtime.runtime import Runtime
from runtime.store.base import BaseStore, Item, SearchItem
from runtime.store.memory import InMemoryStore
from runtime.store.sql import SqlStore
from runtime.store.sqlite.aio import AsyncSqliteStore
from runtime.types import CachePolicy


class State(TypedDict, total=False):
    name: str
    seen: int


def by_runtime(state: State, runtime: Runtime[None]) -> State:
    assert runtime.store is not None
    count = len(runtime.store.search(("seen",), limit=100))
    runtime.store.put(("seen",), str(count), {"name": state["name"]})
    return {"seen": count}


def by_parameter(state: State, *, store: BaseStore) -> State:
    store.put(("by parameter",), state["name"], {"v": 1})
    return {}


def by_function(state: State) -> State:
    get_store().put(("by function",), state["name"], {"v": 1})
    return {}


async def awaited(state: State) -> State:
    await get_store().aput(("awaited",), state["name"], {"v": 1})
    return {}


def built(*nodes: Callable[..., Any]) -> StateGraph[State]:
    builder = StateGraph(State)
    builder.add_sequence(nodes)
    builder.add_edge(START, nodes[0].__name__)
    builder.add_edge(nodes[-1].__name__, END)
    return builder


def test_what_one_thread_stores_another_reads(tmp_path: Path) -> None:
    path = tmp_path / "all.db"
    with SqlStore(path) as store, SqlSaver(path) as saver:
        graph = built(by_runtime, by_parameter, by_function).compile(
            checkpointer=saver, store=store
        )
        for number, name in enumerate(("ada", "bob", "cyd")):
            found = graph.invoke({"name": name}, {"configurable": {"thread_id": name}})
            assert found["seen"] == number
    with SqlStore(path, read_only=True) as store:
        names = [item.value["name"] for item in store.search(("seen",))]
        assert names == ["ada", "bob", "cyd"]
        assert store.list_namespaces() == [("by function",), ("by parameter",), ("seen",)]


def test_awaited_graphs_and_their_plain_nodes(tmp_path: Path) -> None:
    async def work() -> None:
        async with AsyncSqliteStore(tmp_path / "store.db") as store:
            graph = built(by_runtime, awaited, by_parameter, by_function).compile(store=store)
            runs = [graph.ainvoke({"name": name}) for name in ("ada", "bob")]
            await asyncio.gather(*runs)
            assert len(await store.asearch(("awaited",))) == 2
            assert len(await store.asearch(("by parameter",))) == 2
            assert len(await store.asearch(("by function",))) == 2

    asyncio.run(work())


class Found(TypedDict, total=False):
    items: list[SearchItem]
    item: Item | None


def test_items_are_kept_in_the_state(tmp_path: Path) -> None:
    def looks(state: Found, runtime: Runtime[None]) -> Found:
        assert runtime.store is not None
        runtime.store.put(("a",), "k", {"v": (1, 2)})
        return {"items": runtime.store.search(("a",)), "item": runtime.store.get(("a",), "k")}

    builder = StateGraph(Found).add_node(looks).add_edge(START, "looks")
    for saver in (SqlSaver(tmp_path / "s.sqlite"), InMemorySaver()):
        graph = builder.compile(saver, store=InMemoryStore())
        made = graph.invoke({}, {"configurable": {"thread_id": "t"}})
        kept = graph.get_state({"configurable": {"thread_id": "t"}}).values
        assert kept == made
        assert [type(item) for item in kept["items"]] == [SearchItem]
        assert kept["item"].created_at == made["item"].created_at


def test_one_store_in_memory_for_both() -> None:
    store = InMemoryStore()
    built(by_runtime, by_function).compile(store=store).invoke({"name": "ada"})
    graph = built(by_runtime, awaited).compile(store=store)
    assert asyncio.run(graph.ainvoke({"name": "bob"}))["seen"] == 1


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_cached_node_runs_once(tmp_path: Path, kind: str) -> None:
    calls: list[str] = []

    def slow(state: State) -> State:
        calls.append(state["name"])
        return {"seen": len(calls)}

    def made() -> BaseCache[Any]:
        return InMemoryCache() if kind == "memory" else SqliteCache(path=tmp_path / "cache.db")

    builder = StateGraph(State)
    builder.add_node(slow, cache_policy=CachePolicy(ttl=1000))
    builder.add_edge(START, "slow")
    cache = made()
    graph = builder.compile(cache=cache)
    for name, expected in (("ada", 1), ("bob", 2), ("ada", 1)):
        assert graph.invoke({"name": name})["seen"] == expected
        assert asyncio.run(graph.ainvoke({"name": name}))["seen"] == expected
    assert calls == ["ada", "bob"]
    if isinstance(cache, SqliteCache):
        cache.close()
        with SqliteCache[Any](path=tmp_path / "cache.db") as again:
            assert builder.compile(cache=again).invoke({"name": "bob"})["seen"] == 2
        assert calls == ["ada", "bob"]
