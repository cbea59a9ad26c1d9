"""Semantic search with an embedding function of the caller's."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from runtime.store.base import BaseStore, Embeddings, IndexConfig, PutOp, SearchItem, SearchOp
from tests.runtime.store.stores import MakeStore


def letters(text: str) -> list[float]:
    """How often a, b and c occur."""
    return [float(text.count(letter)) for letter in "abc"]


class Letters:
    """An embedding function that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked.append(list(texts))
        return [letters(text) for text in texts]


def index_of(embed: Any, *fields: str) -> IndexConfig:
    return {"dims": 3, "embed": embed, "fields": list(fields) or ["$"]}


def scores(found: list[SearchItem]) -> list[tuple[str, float | None]]:
    return [(item.key, None if item.score is None else round(item.score, 4)) for item in found]


def fill(store: BaseStore) -> None:
    store.put(("v",), "1", {"t": "aaa"})
    store.put(("v",), "2", {"t": "bbb"})
    store.put(("v", "below"), "3", {"t": "ab", "items": [{"x": "c"}, {"x": "cc"}, {"y": "a"}]})
    store.put(("v",), "4", {"other": 1})
    store.put(("v",), "5", {"t": "aab"}, index=False)
    store.put(("v",), "6", {"u": "aab", "t": "c"}, index=["u"])
    store.put(("w",), "7", {"t": "a"})


def test_the_most_similar_come_first_and_what_is_not_embedded_last(make_store: MakeStore) -> None:
    store = make_store(index=index_of(Letters(), "t", "items[*].x"))
    fill(store)
    rest = [("4", None), ("5", None)]
    assert scores(store.search(("v",), query="a")) == [
        *[("1", 1.0), ("6", 0.8944), ("3", 0.7071), ("2", 0.0)],
        *rest,
    ]
    assert scores(store.search(("v",), query="b")) == [
        *[("2", 1.0), ("3", 0.7071), ("6", 0.4472), ("1", 0.0)],
        *rest,
    ]
    # The best of an item's texts counts; equal ones stay in their order.
    assert scores(store.search(("v",), query="c")) == [
        *[("3", 1.0), ("1", 0.0), ("2", 0.0), ("6", 0.0)],
        *rest,
    ]
    # A text of no letter that counts is similar to nothing.
    assert {score for _, score in scores(store.search(("v",), query="z"))} == {0.0, None}
    assert scores(store.search((), query="a", limit=2)) == [("1", 1.0), ("7", 1.0)]


def test_pages_and_filters(make_store: MakeStore) -> None:
    store = make_store(index=index_of(Letters(), "t", "items[*].x"))
    fill(store)
    assert scores(store.search(("v",), query="a", limit=2, offset=1)) == [
        ("6", 0.8944),
        ("3", 0.7071),
    ]
    assert scores(store.search(("v",), query="a", limit=2, offset=3)) == [("2", 0.0), ("4", None)]
    filtered = store.search(("v",), query="a", filter={"t": {"$gt": "ab"}})
    assert scores(filtered) == [("6", 0.8944), ("2", 0.0)]
    assert store.search(("v",), query="a", limit=0) == []


def test_without_a_query_nothing_is_compared(make_store: MakeStore) -> None:
    embed = Letters()
    store = make_store(index=index_of(embed))
    fill(store)
    embed.asked.clear()
    for query in (None, ""):
        found = scores(store.search(("v",), query=query))
        assert found == [(key, None) for key in ("1", "2", "4", "5", "6", "3")]
    assert embed.asked == []


def test_vectors_follow_the_item(make_store: MakeStore) -> None:
    store = make_store(index=index_of(Letters(), "t"))
    store.put(("v",), "1", {"t": "a"})
    store.put(("v",), "2", {"t": "b"})
    store.put(("v",), "1", {"t": "c"})
    assert scores(store.search((), query="c")) == [("1", 1.0), ("2", 0.0)]
    store.put(("v",), "1", {"t": "c"}, index=False)
    assert scores(store.search((), query="c")) == [("2", 0.0), ("1", None)]
    store.put(("v",), "2", {"no": "text"})
    assert scores(store.search((), query="b")) == [("1", None), ("2", None)]
    store.delete(("v",), "2")
    store.put(("v",), "2", {"t": "b"}, index=False)
    assert scores(store.search((), query="b")) == [("1", None), ("2", None)]


def test_each_text_of_a_batch_is_embedded_once(make_store: MakeStore) -> None:
    embed = Letters()
    store = make_store(index=index_of(embed, "t"))
    store.batch(
        [
            PutOp(("v",), "1", {"t": "a"}),
            PutOp(("v",), "2", {"t": "a"}),
            PutOp(("v",), "1", {"t": "b"}),
            PutOp(("v",), "3", {"t": "c"}),
            PutOp(("v",), "4", None),
            SearchOp(("v",), query="q"),
            SearchOp(("v",), query="q", limit=1),
            SearchOp(("v",), query="r"),
        ]
    )
    texts = [asked for asked in embed.asked if len(asked) > 1]
    assert texts == [["b", "a", "c"]]
    assert sorted(asked for asked in embed.asked if len(asked) == 1) == [["q"], ["r"]]


def test_expired_items_are_not_found(make_store: MakeStore, wait: Callable[[float], None]) -> None:
    store = make_store(index=index_of(Letters(), "t"))
    store.put(("v",), "1", {"t": "a"}, ttl=1)
    store.put(("v",), "2", {"t": "a"})
    wait(2)
    assert scores(store.search((), query="a")) == [("2", 1.0)]


class Plain:
    """An object with the two methods, of no class that is known."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [letters(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return letters(text)


class Whole(Plain, Embeddings):
    """An object of the known class."""


async def _asynchronous(texts: Sequence[str]) -> list[list[float]]:
    return [letters(text) for text in texts]


def test_a_function_that_is_awaited(make_store: MakeStore) -> None:
    store = make_store(index=index_of(_asynchronous, "t"))

    async def work() -> list[SearchItem]:
        await store.aput(("v",), "1", {"t": "a"})
        await store.aput(("v",), "2", {"t": "b"})
        return await store.asearch((), query="b")

    assert scores(asyncio.run(work())) == [("2", 1.0), ("1", 0.0)]


def test_what_embeds(make_store: MakeStore) -> None:
    for embed in (Plain(), Whole(), Letters()):
        store = make_store(index=index_of(embed, "t"))
        store.put(("v",), "1", {"t": "a"})
        store.put(("v",), "2", {"t": "b"})
        assert scores(store.search((), query="b")) == [("2", 1.0), ("1", 0.0)]
        store.delete(("v",), "1")
        store.delete(("v",), "2")


def test_vectors_of_another_dimension(make_store: MakeStore) -> None:
    dimensions = [2]

    def embed(texts: Sequence[str]) -> list[list[float]]:
        return [[1.0] * dimensions[0] for _ in texts]

    store = make_store(index=index_of(embed))
    store.put(("v",), "1", {"t": "a"})
    dimensions[0] = 3
    with pytest.raises(ValueError, match="has 3 dimensions, a stored one has 2"):
        store.search((), query="a")


def test_an_embedding_that_fails_writes_nothing(make_store: MakeStore) -> None:
    def embed(texts: Sequence[str]) -> list[list[float]]:
        raise ConnectionError("no answer")

    store = make_store(index=index_of(embed))
    with pytest.raises(ConnectionError, match="no answer"):
        store.put(("v",), "1", {"t": "a"})
    assert store.search(()) == []


def test_too_few_vectors(make_store: MakeStore) -> None:
    store = make_store(index=index_of(lambda texts: [[1.0]]))
    with pytest.raises(ValueError, match="2 texts were to be embedded, 1 vectors came"):
        store.batch([PutOp(("v",), "1", {"t": "a"}), PutOp(("v",), "2", {"t": "b"})])
