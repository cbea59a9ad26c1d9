"""Concurrent asynchronous calls that go out together."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from runtime.store.base import GetOp, InvalidNamespaceError, Item, Op, PutOp, Result, SearchOp
from runtime.store.base.batch import AsyncBatchedBaseStore
from runtime.store.memory import InMemoryStore


class Recording(AsyncBatchedBaseStore):
    """Remembers the batches that come in."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[list[Op]] = []
        self.inner = InMemoryStore()
        self.failure: BaseException | None = None

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        return self.inner.batch(ops)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        self.batches.append(list(ops))
        if self.failure is not None:
            raise self.failure
        return await self.inner.abatch(self.batches[-1])


def value_of(item: Any) -> Any:
    return item.value if isinstance(item, Item) else item


def test_calls_of_one_tick_are_one_batch() -> None:
    async def work() -> None:
        store = Recording()
        await asyncio.gather(*(store.aput(("a",), str(n), {"v": n}) for n in range(3)))
        assert len(store.batches) == 1
        found = await asyncio.gather(*(store.aget(("a",), str(n)) for n in range(4)))
        assert [value_of(item) for item in found] == [{"v": 0}, {"v": 1}, {"v": 2}, None]
        assert len(store.batches) == 2

    asyncio.run(work())


def test_equal_reads_are_made_once_and_the_last_put() -> None:
    async def work() -> None:
        store = Recording()
        results = await asyncio.gather(
            store.aput(("a",), "k", {"v": 1}),
            store.aget(("a",), "k"),
            store.aget(("a",), "k"),
            store.aput(("a",), "k", {"v": 2}),
            store.asearch(("a",)),
            store.asearch(("a",)),
            store.alist_namespaces(),
            store.adelete(("z",), "1"),
            store.aget(("a",), "k", refresh_ttl=False),
            store.asearch(("a",), filter={"v": 1}),
        )
        assert results == [None, None, None, None, [], [], [], None, None, []]
        assert store.batches[0][:3] == [
            PutOp(("a",), "k", {"v": 2}),
            GetOp(("a",), "k"),
            SearchOp(("a",)),
        ]
        assert len(store.batches[0]) == 7
        assert value_of(await store.aget(("a",), "k")) == {"v": 2}

    asyncio.run(work())


def test_a_failure_reaches_every_caller_and_ends_nothing() -> None:
    async def work() -> None:
        store = Recording()
        store.failure = RuntimeError("boom")
        results = await asyncio.gather(
            store.aget(("a",), "k"), store.aget(("b",), "k"), return_exceptions=True
        )
        assert [repr(result) for result in results] == ["RuntimeError('boom')"] * 2
        store.failure = None
        assert await store.aget(("a",), "k") is None

    asyncio.run(work())


def test_a_cancelled_call_disturbs_no_other() -> None:
    async def work() -> None:
        store = Recording()
        await store.aput(("a",), "k", {"v": 1})
        cancelled = asyncio.create_task(store.aget(("a",), "k"))
        other = asyncio.create_task(store.aget(("a",), "k"))
        await asyncio.sleep(0)
        cancelled.cancel()
        results = await asyncio.gather(cancelled, other, return_exceptions=True)
        assert isinstance(results[0], asyncio.CancelledError)
        assert value_of(results[1]) == {"v": 1}

    asyncio.run(work())


def test_a_namespace_is_checked_before() -> None:
    async def work() -> None:
        store = Recording()
        with pytest.raises(InvalidNamespaceError):
            await store.aput((), "k", {"v": 1})
        assert store.batches == []

    asyncio.run(work())


def test_other_threads_and_loops_wait_for_its_loop() -> None:
    async def work() -> None:
        store = Recording()
        await asyncio.to_thread(store.put, ("a",), "k", {"v": 1})
        assert value_of(await asyncio.to_thread(store.get, ("a",), "k")) == {"v": 1}
        elsewhere = await asyncio.to_thread(lambda: asyncio.run(store.aget(("a",), "k")))
        assert value_of(elsewhere) == {"v": 1}
        assert await asyncio.to_thread(store.list_namespaces) == [("a",)]
        await asyncio.to_thread(store.delete, ("a",), "k")
        assert await asyncio.to_thread(store.search, ("a",)) == []

    asyncio.run(work())


@pytest.mark.parametrize(
    ("method", "call"),
    [
        ("get", lambda store: store.get(("a",), "k")),
        ("search", lambda store: store.search(("a",))),
        ("put", lambda store: store.put(("a",), "k", {"v": 1})),
        ("delete", lambda store: store.delete(("a",), "k")),
        ("list_namespaces", lambda store: store.list_namespaces()),
    ],
)
def test_its_own_loop_cannot_wait_for_itself(
    method: str, call: Callable[[AsyncBatchedBaseStore], Any]
) -> None:
    async def work() -> None:
        store = Recording()
        words = f"Synchronous calls to Recording detected.*await store.a{method}"
        with pytest.raises(asyncio.InvalidStateError, match=words):
            call(store)

    asyncio.run(work())


def test_it_is_made_where_a_loop_runs() -> None:
    with pytest.raises(RuntimeError, match="no running event loop"):
        Recording()
