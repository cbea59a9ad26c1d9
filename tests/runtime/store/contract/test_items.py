"""Putting, getting and deleting items."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from runtime.store.base import BaseStore, GetOp, InvalidNamespaceError, PutOp


@dataclass
class Address:
    street: str
    number: int


def test_nothing_is_there_at_first(store: BaseStore) -> None:
    assert store.get(("users",), "1") is None
    assert store.search(()) == []
    assert store.list_namespaces() == []


def test_what_was_put_comes_back(store: BaseStore) -> None:
    store.put(("users", "1"), "name", {"first": "Ada", "tags": ["a", "b"], "deep": {"n": None}})
    item = store.get(("users", "1"), "name")
    assert item is not None
    assert item.value == {"first": "Ada", "tags": ["a", "b"], "deep": {"n": None}}
    assert (item.namespace, item.key) == (("users", "1"), "name")
    assert store.get(("users",), "name") is None
    assert store.get(("users", "1"), "other") is None


def test_times(store: BaseStore, wait: Callable[[float], None]) -> None:
    before = datetime.now(UTC)
    store.put(("a",), "k", {"v": 1})
    first = store.get(("a",), "k")
    wait(1)
    store.put(("a",), "k", {"v": 2})
    second = store.get(("a",), "k")
    assert first is not None
    assert second is not None
    assert first.created_at == first.updated_at == second.created_at
    assert abs((first.created_at - before).total_seconds()) < 60
    assert (second.updated_at - first.updated_at).total_seconds() == pytest.approx(60, abs=0.001)


def test_times_rise_though_the_clock_stands_still(
    store: BaseStore, wait: Callable[[float], None]
) -> None:
    updated = []
    for number in range(3):
        store.put(("a",), "k", {"v": number})
        item = store.get(("a",), "k")
        assert item is not None
        updated.append(item.updated_at)
    assert updated == sorted(set(updated))


def test_a_deleted_item_is_gone_and_may_come_back(store: BaseStore) -> None:
    store.put(("a",), "k", {"v": 1})
    store.put(("a",), "other", {"v": 1})
    store.delete(("a",), "k")
    assert store.get(("a",), "k") is None
    store.delete(("a",), "k")
    store.delete(("never", "there"), "k")
    store.put(("a",), "k", {"v": 2})
    assert [item.key for item in store.search(("a",))] == ["other", "k"]


def test_putting_none_deletes(store: BaseStore) -> None:
    store.put(("a",), "k", {"v": 1})
    store.batch([PutOp(("a",), "k", None)])
    assert store.get(("a",), "k") is None


def test_nobody_changes_what_is_stored(store: BaseStore) -> None:
    given: dict[str, Any] = {"list": [1, {"deep": [2]}]}
    store.put(("a",), "k", given)
    given["list"].append(3)
    given["list"][1]["deep"].append(4)
    for _ in range(2):
        item = store.get(("a",), "k")
        (found,) = store.search(("a",))
        assert item is not None
        for read in (item, found):
            assert read.value == {"list": [1, {"deep": [2]}]}
            read.value["list"][1]["deep"].clear()
            read.value.clear()


def test_nobody_changes_an_object_that_is_stored(store: BaseStore) -> None:
    given = Address("Long Lane", 1)
    store.put(("a",), "k", {"at": given})
    given.number = 2
    item = store.get(("a",), "k")
    assert item is not None
    item.value["at"].number = 3
    again = store.get(("a",), "k")
    assert again is not None
    assert again.value == {"at": Address("Long Lane", 1)}


VALUES: list[Any] = [
    (1, "two", (3,)),
    {1, 2},
    frozenset({"a"}),
    datetime(2026, 2, 3, 4, 5, 6, 7, tzinfo=UTC),
    Decimal("1.10"),
    b"\x00\xff",
    2**80,
    "\x00 and \ud800",
    deque([1, 2], maxlen=3),
    {1: "int key", None: "none"},
    Address("Long Lane", 7),
    float("inf"),
]


def test_types_are_kept(store: BaseStore) -> None:
    store.put(("a",), "k", {"v": VALUES})
    item = store.get(("a",), "k")
    assert item is not None
    assert item.value == {"v": VALUES}
    assert [type(value) for value in item.value["v"]] == [type(value) for value in VALUES]


LABELS = ("with space", "ü", '"', "[", ",", "*", "%", "_", "\\", "\x00", "\ud800", "-")


def test_odd_names(store: BaseStore) -> None:
    for label in LABELS:
        check_odd_name(store, label)
    assert len(store.list_namespaces(suffix=("below",))) == len(LABELS)


def check_odd_name(store: BaseStore, label: str) -> None:
    store.put(("root", label), label, {"v": label})
    store.put(("root", label + "x"), "other", {"v": 1})
    store.put(("root", label, "below"), "other", {"v": 1})
    item = store.get(("root", label), label)
    assert item is not None
    assert (item.namespace, item.key, item.value) == (("root", label), label, {"v": label})
    found = store.search(("root", label))
    assert [(item.namespace, item.key) for item in found] == [
        (("root", label), label),
        (("root", label, "below"), "other"),
    ]


def test_keys_are_texts(store: BaseStore) -> None:
    store.put(("a",), 1, {"v": 1})  # type: ignore[arg-type]
    item = store.get(("a",), 1)  # type: ignore[arg-type]
    assert item is not None
    assert item.key == "1"
    store.put(("a",), "", {"v": 2})
    assert store.get(("a",), "") is not None
    store.delete(("a",), 1)  # type: ignore[arg-type]
    assert store.get(("a",), "1") is None


REFUSED: list[tuple[Any, str]] = [
    ((), "Namespace cannot be empty."),
    (("",), r"Namespace labels cannot be empty strings. Got  in \('',\)"),
    (("a", ""), r"Namespace labels cannot be empty strings. Got  in \('a', ''\)"),
    (
        ("a.b",),
        r"Invalid namespace label 'a.b' found in \('a.b',\). Namespace labels cannot contain "
        r"periods \('.'\).",
    ),
    (
        (1,),
        r"Invalid namespace label '1' found in \(1,\). Namespace labels must be strings, but "
        r"got int.",
    ),
    (
        ("langgraph", "x"),
        r"Root label for namespace cannot be \"langgraph\". Got: \('langgraph', 'x'\)",
    ),
]


def test_namespaces_that_nothing_is_put_under(store: BaseStore) -> None:
    for namespace, words in REFUSED:
        with pytest.raises(InvalidNamespaceError, match=words):
            store.put(namespace, "k", {"v": 1})
    assert store.search(()) == []


def test_namespaces_that_nothing_is_looked_for_at(store: BaseStore) -> None:
    for namespace, words in REFUSED[1:-1]:
        for look in (store.get, store.delete):
            with pytest.raises(InvalidNamespaceError, match=words):
                look(namespace, "k")
        with pytest.raises(InvalidNamespaceError, match=words):
            store.search(namespace)


def test_langgraph_may_be_a_later_label(store: BaseStore) -> None:
    store.put(("a", "langgraph"), "k", {"v": 1})
    assert store.get(("a", "langgraph"), "k") is not None


def test_many_reads_at_once(store: BaseStore) -> None:
    store.batch([PutOp(("a",), str(number), {"v": number}) for number in range(1000)])
    found = store.batch([GetOp(("a",), str(number)) for number in range(0, 1000, 2)])
    assert [item.value["v"] for item in found] == list(range(0, 1000, 2))  # type: ignore[union-attr]
