"""Listing namespaces."""

from typing import Any

import pytest

from runtime.store.base import BaseStore, ListNamespacesOp, MatchCondition

NAMESPACES = [("b",), ("a",), ("a", "x"), ("ab",), ("a", "y", "z"), ("c", "x")]
SORTED = sorted(NAMESPACES)


@pytest.fixture
def filled(store: BaseStore) -> BaseStore:
    for namespace in NAMESPACES:
        store.put(namespace, "k", {"v": 1})
        store.put(namespace, "l", {"v": 1})
    return store


LISTINGS: list[tuple[dict[str, Any], list[tuple[str, ...]]]] = [
    ({}, SORTED),
    ({"prefix": ("a",)}, [("a",), ("a", "x"), ("a", "y", "z")]),
    ({"prefix": ("*",)}, SORTED),
    ({"prefix": ("*", "x")}, [("a", "x"), ("c", "x")]),
    ({"prefix": ("a", "*")}, [("a", "x"), ("a", "y", "z")]),
    ({"prefix": ("a", "x", "y")}, []),
    ({"prefix": ()}, SORTED),
    ({"suffix": ("x",)}, [("a", "x"), ("c", "x")]),
    ({"suffix": ("*", "x")}, [("a", "x"), ("c", "x")]),
    ({"suffix": ("a",)}, [("a",)]),
    ({"suffix": ("y", "*")}, [("a", "y", "z")]),
    ({"prefix": ("a",), "suffix": ("x",)}, [("a", "x")]),
    ({"max_depth": 1}, [("a",), ("ab",), ("b",), ("c",)]),
    ({"max_depth": 2}, [("a",), ("a", "x"), ("a", "y"), ("ab",), ("b",), ("c", "x")]),
    ({"max_depth": 0}, [()]),
    ({"max_depth": 9}, SORTED),
    ({"prefix": ("a",), "max_depth": 1}, [("a",)]),
    ({"max_depth": 1, "limit": 2, "offset": 1}, [("ab",), ("b",)]),
    ({"limit": 2}, SORTED[:2]),
    ({"limit": 2, "offset": 3}, SORTED[3:5]),
    ({"offset": 9}, []),
    ({"limit": 0}, []),
    ({"limit": -1}, []),
    ({"limit": None}, SORTED),
]


def test_listing(filled: BaseStore) -> None:
    for arguments, expected in LISTINGS:
        assert filled.list_namespaces(**arguments) == expected, arguments


def test_all_conditions_have_to_hold(filled: BaseStore) -> None:
    conditions = (
        MatchCondition("prefix", ("a",)),
        MatchCondition("prefix", ("*", "y")),
        MatchCondition("suffix", ("z",)),
    )
    assert filled.batch([ListNamespacesOp(conditions)]) == [[("a", "y", "z")]]


def test_a_kind_of_match_that_is_not_known(filled: BaseStore) -> None:
    with pytest.raises(ValueError, match="Unsupported match type: infix"):
        filled.batch([ListNamespacesOp((MatchCondition("infix", ("a",)),))])  # type: ignore[arg-type]


def test_a_namespace_is_there_as_long_as_it_has_items(filled: BaseStore) -> None:
    filled.get(("ghost",), "k")
    filled.delete(("ghost",), "k")
    filled.delete(("b",), "k")
    assert ("b",) in filled.list_namespaces()
    filled.delete(("b",), "l")
    assert filled.list_namespaces() == [name for name in SORTED if name != ("b",)]


def test_a_hundred_are_listed_unless_told(store: BaseStore) -> None:
    for number in range(120):
        store.put(("n", f"{number:03}"), "k", {"v": 1})
    assert len(store.list_namespaces()) == 100
    assert len(store.list_namespaces(limit=200)) == 120
