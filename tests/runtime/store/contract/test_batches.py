"""Several operations at once."""

import asyncio
import threading

import pytest

from runtime.store.base import BaseStore, GetOp, Item, ListNamespacesOp, PutOp, SearchOp


def test_reads_see_what_was_there_before(store: BaseStore) -> None:
    assert store.batch(
        [
            PutOp(("a",), "k", {"v": 1}),
            GetOp(("a",), "k"),
            SearchOp(("a",)),
            ListNamespacesOp(),
        ]
    ) == [None, None, [], []]
    got, put, found, deleted, listed = store.batch(
        [
            GetOp(("a",), "k"),
            PutOp(("a",), "k", {"v": 2}),
            SearchOp(("a",)),
            PutOp(("a",), "k", None),
            ListNamespacesOp(),
        ]
    )
    assert isinstance(got, Item)
    assert got.value == {"v": 1}
    assert found == [got]
    assert (put, deleted, listed) == (None, None, [("a",)])
    assert store.get(("a",), "k") is None


def test_the_last_of_several_puts_holds(store: BaseStore) -> None:
    store.batch(
        [
            PutOp(("a",), "k", {"v": 1}),
            PutOp(("a",), "other", {"v": 1}),
            PutOp(("a",), "k", None),
            PutOp(("a",), "k", {"v": 3}),
            PutOp(("a",), "gone", {"v": 1}),
            PutOp(("a",), "gone", None),
        ]
    )
    assert [(item.key, item.value["v"]) for item in store.search(())] == [("k", 3), ("other", 1)]


def test_the_order_of_a_batch_is_kept(store: BaseStore) -> None:
    places = [(("z",), "2"), (("a",), "9"), (("z",), "1"), (("m",), "5")]
    store.batch([PutOp(namespace, key, {"v": 1}) for namespace, key in places])
    store.batch([PutOp(("b",), "1", {"v": 1}), PutOp(("a",), "1", {"v": 1})])
    assert [(item.namespace, item.key) for item in store.search(())] == [
        (("z",), "2"),
        (("z",), "1"),
        (("a",), "9"),
        (("a",), "1"),
        (("m",), "5"),
        (("b",), "1"),
    ]


def test_operations_may_come_from_an_iterator(store: BaseStore) -> None:
    assert store.batch(iter([GetOp(("a",), "k"), SearchOp(())])) == [None, []]
    assert store.batch([]) == []


def test_what_is_no_operation(store: BaseStore) -> None:
    with pytest.raises(ValueError, match="Unknown operation type: <class 'str'>"):
        store.batch([PutOp(("a",), "k", {"v": 1}), "get"])  # type: ignore[list-item]
    assert store.search(()) == []


def test_threads_lose_nothing(store: BaseStore) -> None:
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for turn in range(10):
                store.put(("t", str(number)), str(turn), {"v": turn})
                store.put(("shared",), str(turn), {"v": number})
                item = store.get(("t", str(number)), str(turn))
                assert item is not None
                assert item.value == {"v": turn}
        except BaseException as error:
            failures.append(error)
            raise

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert len(store.search(("t",), limit=100)) == 40
    assert sorted(int(item.key) for item in store.search(("shared",))) == list(range(10))


def test_coroutines(store: BaseStore) -> None:
    async def work() -> None:
        await asyncio.gather(*(store.aput(("a",), str(n), {"v": n}) for n in range(5)))
        item = await store.aget(("a",), "3")
        assert item is not None
        assert item.value == {"v": 3}
        found = await store.asearch(("a",), filter={"v": {"$gte": 3}})
        assert sorted(item.key for item in found) == ["3", "4"]
        assert await store.alist_namespaces(prefix=("a",)) == [("a",)]
        await store.adelete(("a",), "3")
        assert await store.aget(("a",), "3") is None
        assert await store.abatch([GetOp(("a",), "3"), ListNamespacesOp()]) == [None, [("a",)]]

    asyncio.run(work())
