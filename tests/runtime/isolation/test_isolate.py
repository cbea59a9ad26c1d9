"""``isolate`` copies every container, however nested, and nothing else."""

import copy
from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.isolation import is_container, isolate
from tests.runtime.isolation.containers import containers, mutate_everything


class Opaque:
    def __init__(self) -> None:
        self.inside = [1]


class Pair(NamedTuple):
    left: Any
    right: Any


class OwnList(list[Any]):
    pass


@pytest.mark.parametrize("value", [None, 1, 1.5, "text", b"bytes", frozenset({1}), Opaque(), int])
def test_what_is_no_container_is_shared(value: Any) -> None:
    assert isolate(value) is value
    assert not is_container(value)


@pytest.mark.parametrize(
    "value",
    [
        [1, [2]],
        {"a": {"b": 1}},
        {1, 2},
        bytearray(b"x"),
        deque([[1]], maxlen=3),
        defaultdict(list, a=[1]),
        OrderedDict(a=[1]),
        Counter("aab"),
        ([1],),
    ],
)
def test_containers_are_copied_with_their_kind(value: Any) -> None:
    copied = isolate(value)

    assert is_container(value)
    assert copied is not value
    assert type(copied) is type(value)
    assert copied == value


def test_kinds_keep_their_traits() -> None:
    assert isolate(deque([1], maxlen=3)).maxlen == 3
    assert isolate(defaultdict(list))["new"] == []
    assert list(isolate(OrderedDict(b=1, a=2))) == ["b", "a"]
    assert isolate(Counter("aab"))["absent"] == 0


def test_a_tuple_without_containers_is_shared_and_one_with_is_not() -> None:
    flat, deep = (1, ("a", 2)), (1, ("a", [2]))

    assert isolate(flat) == flat
    copied = isolate(deep)
    copied[1][1].append(3)
    assert deep == (1, ("a", [2]))


def test_opaque_objects_inside_containers_are_shared() -> None:
    opaque = Opaque()

    assert isolate([opaque, {"k": opaque}])[1]["k"] is opaque


@pytest.mark.parametrize("kind", [list, dict])
def test_a_container_inside_itself_keeps_its_shape(kind: type) -> None:
    value: Any = kind()
    if kind is list:
        value.append(value)
        copied = isolate(value)
        assert copied[0] is copied
    else:
        value["self"] = value
        copied = isolate(value)
        assert copied["self"] is copied
    assert copied is not value


def test_very_deep_values_are_copied() -> None:
    deepest: list[Any] = []
    value = deepest
    for _ in range(5000):
        value = [value]

    copied = isolate(value)

    inner = copied
    for _ in range(5000):
        inner = inner[0]
    inner.append("changed")
    assert deepest == []


def test_a_wide_value_is_copied_at_every_place() -> None:
    value = [{"row": [index]} for index in range(2000)]

    copied = isolate(value)
    for row in copied:
        row["row"].append("changed")

    assert all(row == {"row": [index]} for index, row in enumerate(value))


@given(containers)
def test_a_copy_is_equal_of_the_same_types_and_independent(value: Any) -> None:
    kept = copy.deepcopy(value)

    copied = isolate(value)

    assert repr(copied) == repr(value)
    mutate_everything(copied)
    assert repr(value) == repr(kept)


@given(st.lists(containers, max_size=4))
def test_changing_the_original_does_not_reach_the_copy(value: list[Any]) -> None:
    kept = copy.deepcopy(value)
    copied = isolate(value)

    mutate_everything(value)

    assert repr(copied) == repr(kept)


@pytest.mark.parametrize("value", [Pair([1], 2), OwnList([[1]])])
def test_named_tuples_and_own_kinds_of_containers_keep_their_type(value: Any) -> None:
    assert type(isolate(value)) is type(value)
    assert isolate(value) == value
