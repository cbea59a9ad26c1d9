"""Finding items by namespace and filter."""

from typing import Any

import pytest

from runtime.store.base import BaseStore, SearchItem

PLACES = [
    (("b",), "2"),
    (("a",), "1"),
    (("a", "x"), "9"),
    (("a",), "0"),
    (("ab",), "0"),
    (("a", "x", "y"), "0"),
]


def put_places(store: BaseStore) -> None:
    for namespace, key in PLACES:
        store.put(namespace, key, {"n": key})


def places(found: list[SearchItem]) -> list[tuple[tuple[str, ...], str]]:
    return [(item.namespace, item.key) for item in found]


def test_items_come_by_namespace_then_key_in_the_order_of_their_making(store: BaseStore) -> None:
    put_places(store)
    store.put(("a",), "1", {"n": "again"})
    assert places(store.search(())) == [
        (("b",), "2"),
        (("a",), "1"),
        (("a",), "0"),
        (("a", "x"), "9"),
        (("ab",), "0"),
        (("a", "x", "y"), "0"),
    ]


def test_a_prefix_is_of_whole_labels(store: BaseStore) -> None:
    put_places(store)
    assert places(store.search(("a",))) == [
        (("a",), "1"),
        (("a",), "0"),
        (("a", "x"), "9"),
        (("a", "x", "y"), "0"),
    ]
    assert places(store.search(("a", "x"))) == [(("a", "x"), "9"), (("a", "x", "y"), "0")]
    assert store.search(("*",)) == []
    assert store.search(("c",)) == []


def test_found_items_are_whole_and_have_no_score(store: BaseStore) -> None:
    store.put(("a",), "k", {"v": 1})
    item = store.get(("a",), "k")
    (found,) = store.search(("a",))
    assert item is not None
    assert found == item
    assert found.score is None
    assert found.dict() == {**item.dict(), "score": None}


def test_ten_are_found_unless_told(store: BaseStore) -> None:
    for number in range(15):
        store.put(("a",), str(number), {"v": number})
    assert [item.key for item in store.search(())] == [str(number) for number in range(10)]
    assert len(store.search((), limit=100)) == 15


PAGES: list[tuple[Any, int, list[str]]] = [
    (2, 0, ["0", "1"]),
    (2, 3, ["3", "4"]),
    (2, 4, ["4"]),
    (2, 9, []),
    (0, 0, []),
    (-1, 0, []),
    (2, -3, ["0", "1"]),
    (None, 1, ["1", "2", "3", "4"]),
]


@pytest.mark.parametrize("filter", [None, {"kept": True}], ids=["all", "filtered"])
def test_pages(store: BaseStore, filter: dict[str, Any] | None) -> None:
    for number in range(5):
        if filter:
            store.put(("a",), f"no-{number}", {"kept": False})
        store.put(("a",), str(number), {"kept": True})
    for limit, offset, expected in PAGES:
        found = store.search(("a",), limit=limit, offset=offset, filter=filter)
        assert [item.key for item in found] == expected, (limit, offset)


VALUES: dict[str, dict[str, Any]] = {
    "int": {"a": 1},
    "float": {"a": 1.5},
    "text": {"a": "x"},
    "none": {"a": None},
    "true": {"a": True},
    "dict": {"a": {"b": 1, "c": 2}},
    "list": {"a": [1, 2]},
    "missing": {"z": 1},
    "dicts": {"a": [{"b": 1}, {"b": 2}]},
    "number": {"a": "2"},
}
ALL = list(VALUES)


FILTERS: list[tuple[dict[str, Any], list[str]]] = [
    ({}, ALL),
    ({"a": 1}, ["int", "true"]),
    ({"a": "x"}, ["text"]),
    ({"a": None}, ["none", "missing"]),
    ({"nowhere": None}, ALL),
    ({"a": {"b": 1}}, ["dict"]),
    ({"a": {"b": 1, "c": 2}}, ["dict"]),
    ({"a": {"b": 2}}, []),
    ({"a": {"b": {"$gt": 0}}}, ["dict"]),
    ({"a": {}}, ["dict"]),
    ({"a": [1, 2]}, ["list"]),
    ({"a": (1, 2)}, ["list"]),
    ({"a": [1]}, []),
    ({"a": [{"b": 1}, {"b": 2}]}, ["dicts"]),
    ({"a": {"$eq": 1}}, ["int", "true"]),
    ({"a": {"$eq": {"b": 1, "c": 2}}}, ["dict"]),
    ({"a": {"$ne": 1}}, [key for key in ALL if key not in ("int", "true")]),
    ({"a": {"$ne": None}}, [key for key in ALL if key not in ("none", "missing")]),
    ({"a": {"$gt": 1}}, ["float", "number"]),
    ({"a": {"$gte": 1}}, ["int", "float", "true", "number"]),
    ({"a": {"$lt": 1.5}}, ["int", "true"]),
    ({"a": {"$lte": 1.5}}, ["int", "float", "true"]),
    ({"a": {"$gt": 0, "$lt": 1.2}}, ["int", "true"]),
    ({"a": {"$gte": "x"}}, ["text"]),
    ({"a": 1, "z": 1}, []),
    ({"z": 1, "a": None}, ["missing"]),
    ({"a.b": 1}, []),
    ({"a' OR 1=1 --": 1}, []),
]


def test_filters(store: BaseStore) -> None:
    for key, value in VALUES.items():
        store.put(("f",), key, value)
    for filter, expected in FILTERS:
        found = store.search(("f",), filter=filter, limit=100)
        assert [item.key for item in found] == expected, filter


def test_an_operator_that_is_not_known(store: BaseStore) -> None:
    store.put(("f",), "k", {"a": 1})
    with pytest.raises(ValueError, match=r"Unsupported operator: \$in"):
        store.search(("f",), filter={"a": {"$in": [1]}})
    with pytest.raises(ValueError, match="Unsupported operator: b"):
        store.search(("f",), filter={"a": {"$eq": 1, "b": 1}})


def test_a_query_without_an_index_asks_for_nothing(store: BaseStore) -> None:
    put_places(store)
    assert places(store.search(("b",), query="anything")) == [(("b",), "2")]
