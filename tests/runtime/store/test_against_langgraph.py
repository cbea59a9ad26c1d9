"""The stores beside LangGraph's, which is asked as a black box.

Where they are known to differ ours is checked by the contract, and the difference kept out here:
LangGraph's lists namespaces that hold nothing (any more), restarts ``created_at`` with every put,
keeps the vectors of an item that is put again without an index, fails where a text occurs twice in
a batch, raises where a filter compares
what has no order, and takes limits and offsets below zero for places counted from the end.
"""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.store import base as their_base
from langgraph.store.memory import InMemoryStore as TheirStore

from runtime.store import base
from runtime.store.base import BaseStore
from runtime.store.memory import InMemoryStore
from runtime.store.sql import SqlStore

NAMESPACES = [("a",), ("a", "x"), ("b",), ("a", "x", "y"), ("ab",), ("b", "x")]
KEYS = ["k", "l", "m"]

namespaces = st.sampled_from(NAMESPACES)
keys = st.sampled_from(KEYS)
leaves = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "ab", "abc"])
fields = st.sampled_from(["text", "n", "deep", "other"])
values = st.fixed_dictionaries(
    {"text": st.sampled_from(["a", "ab", "abc", "bca", "cc"]), "n": st.integers(-3, 3)},
    optional={
        "deep": st.dictionaries(st.sampled_from(["x", "y"]), leaves, max_size=2),
        "other": leaves | st.lists(leaves, max_size=2),
    },
)
orders = st.sampled_from(["$gt", "$gte", "$lt", "$lte"])
filters = (
    st.none()
    | st.dictionaries(
        fields,
        leaves
        | st.lists(leaves, max_size=2)
        | st.dictionaries(st.sampled_from(["x", "y"]), leaves, max_size=2)
        | st.fixed_dictionaries({"$eq": leaves})
        | st.fixed_dictionaries({"$ne": leaves}),
        max_size=2,
    )
    | st.fixed_dictionaries({"n": st.dictionaries(orders, st.integers(-3, 3), min_size=1)})
)
paths = st.lists(st.sampled_from(["a", "x", "y", "b", "*"]), max_size=2).map(tuple)


def put(namespace: Any, key: str, value: Any) -> tuple[str, tuple[Any, ...]]:
    return "PutOp", (namespace, key, value)


puts = st.builds(put, namespaces, keys, values | st.none())
gets = st.builds(lambda *address: ("GetOp", address), namespaces, keys)
searches = st.builds(
    lambda *arguments: ("SearchOp", arguments),
    namespaces | st.just(()) | st.just(("a", "x", "y", "z")),
    filters,
    st.integers(0, 12),
    st.integers(0, 4),
    st.sampled_from([None, "", "a", "b", "abc"]),
)
listings = st.builds(
    lambda *arguments: ("ListNamespacesOp", arguments),
    st.lists(st.tuples(st.sampled_from(["prefix", "suffix"]), paths), max_size=2).map(tuple),
    st.none() | st.integers(1, 3),
    st.integers(0, 8),
    st.integers(0, 3),
)
batches = st.lists(st.lists(puts | gets | searches | listings, max_size=6), max_size=6)


def letters(texts: Sequence[str]) -> list[list[float]]:
    # Never the zero vector, whose similarity LangGraph's store does not define.
    return [[1.0, *(float(text.count(letter)) for letter in "abc")] for text in texts]


def made(module: Any, batch: list[tuple[str, tuple[Any, ...]]]) -> list[Any]:
    """The operations of a batch, as ``module`` calls them."""
    ops = []
    for name, arguments in batch:
        if name == "ListNamespacesOp":
            conditions = tuple(module.MatchCondition(*one) for one in arguments[0])
            arguments = (conditions, *arguments[1:])
        ops.append(getattr(module, name)(*arguments))
    return ops


def plain(result: Any) -> Any:
    """What two stores have to agree on; scores to four places."""
    if isinstance(result, list):
        return [plain(one) for one in result]
    if hasattr(result, "key"):
        score = getattr(result, "score", None)
        seen = result.namespace, result.key, result.value
        return (*seen, None if score is None else pytest.approx(score, abs=1e-4))
    return result


def asked(theirs: TheirStore, batch: list[tuple[str, tuple[Any, ...]]]) -> list[Any]:
    """What LangGraph's store says; it embeds no text twice in one batch, so puts go one by one."""
    reads = iter(theirs.batch(made(their_base, [op for op in batch if op[0] != "PutOp"])))
    results = [None if name == "PutOp" else next(reads) for name, _ in batch]
    for op in {op[1][:2]: op for op in batch if op[0] == "PutOp"}.values():
        theirs.batch(made(their_base, [op]))
    return results


def compare(ours: BaseStore, theirs: Any, given: Any) -> None:
    # Every namespace always holds something, in the same order in both.
    start = [put(namespace, "first", {"text": "a", "n": 0}) for namespace in NAMESPACES]
    for batch in [start, *given]:
        expected = asked(theirs, batch)
        found = ours.batch(made(base, batch))
        assert plain(found) == plain(expected), batch


@pytest.mark.parametrize(
    "make", [InMemoryStore, lambda **given: SqlStore(":memory:", **given)], ids=["memory", "sql"]
)
@pytest.mark.parametrize("indexed", [False, True], ids=["plain", "indexed"])
@given(batches)
@settings(max_examples=60)
def test_the_same_batches_give_the_same_results(
    make: Callable[..., BaseStore], indexed: bool, given: Any
) -> None:
    index: Any = {"dims": 4, "embed": letters, "fields": ["text", "n"]} if indexed else None
    ours = make(index=index)
    compare(ours, TheirStore(index=index), given)
    if isinstance(ours, SqlStore):
        ours.close()


@pytest.mark.parametrize(
    ("namespace", "value"),
    [((), {}), (("",), {}), (("a.b",), {}), ((1,), {}), (("langgraph",), {}), (("a", "", "b"), {})],
    ids=str,
)
def test_the_same_namespaces_are_refused_in_the_same_words(namespace: Any, value: Any) -> None:
    with pytest.raises(their_base.InvalidNamespaceError) as expected:
        TheirStore().put(namespace, "k", value)
    with pytest.raises(base.InvalidNamespaceError) as found:
        InMemoryStore().put(namespace, "k", value)
    assert str(found.value) == str(expected.value)


@given(
    st.recursive(
        leaves | st.floats(allow_nan=False),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["x", "y", "é"]), inner, max_size=3)
        ),
    ),
    # What follows a group of fields is ignored by LangGraph, and followed here.
    st.tuples(
        st.lists(st.sampled_from(["x", "y", "é", "[*]", "[0]", "[-1]", "*", "$"]), max_size=3),
        st.sampled_from([[], ["{x,y}"], ["{y,x.y}"]]),
    ).map(lambda parts: ".".join(parts[0] + parts[1]).replace(".[", "[")),
)
@settings(max_examples=300)
def test_the_same_texts_are_embedded(value: Any, path: str) -> None:
    assert base.tokenize_path(path) == their_base.tokenize_path(path)
    assert base.get_text_at_path(value, path) == their_base.get_text_at_path(value, path)


def test_items_show_themselves_alike() -> None:
    arguments: dict[str, Any] = {
        "value": {"v": 1},
        "key": "k",
        "namespace": ["a"],
        "created_at": "2026-01-02T03:04:05+00:00",
        "updated_at": "2026-01-02T03:04:06+00:00",
    }
    for name in ("Item", "SearchItem"):
        ours = getattr(base, name)(**arguments)
        theirs = getattr(their_base, name)(**arguments)
        assert repr(ours) == repr(theirs)
        assert ours.dict() == theirs.dict()
        assert ours == getattr(base, name)(**arguments)
        assert hash(ours) == hash(getattr(base, name)(**arguments))
        assert ours != getattr(base, name)(**{**arguments, "key": "l"})
    for op in ("GetOp", "PutOp", "SearchOp", "ListNamespacesOp"):
        ours, theirs = getattr(base, op), getattr(their_base, op)
        assert ours._fields == theirs._fields
        assert ours._field_defaults == theirs._field_defaults
