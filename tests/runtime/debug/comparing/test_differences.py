"""What differs between two values: paths, types, moved items; and the patch that leads over."""

import copy
from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import Any

import jsonpatch
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.debug.comparing.alike import fingerprint, same
from runtime.debug.comparing.differences import MISSING, Difference, differences
from runtime.debug.comparing.patch import json_patch, pointer_to
from runtime.messages import Message

KEYS = st.sampled_from(["id", "name", "a", "b/c", "~d", ""])
SCALARS = st.none() | st.booleans() | st.integers(-2, 2) | st.floats(-1, 1) | st.text(max_size=3)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=14,
)
ITEMS = st.lists(
    st.fixed_dictionaries({"id": st.integers(0, 9), "text": st.sampled_from(["x", "y"])}),
    unique_by=lambda item: item["id"],
    max_size=8,
)


def found(before: Any, after: Any) -> list[tuple[str, str]]:
    return [
        ("/".join(each.old.keys if each.after is MISSING else each.new.keys), each.kind)
        for each in told(before, after)
    ]


def told(before: Any, after: Any) -> list[Difference]:
    return [each for each in differences(before, after) if each is not None]


@given(JSON, JSON)
def test_a_patch_leads_from_one_value_to_the_other(before: Any, after: Any) -> None:
    kept = copy.deepcopy(before)
    patched = jsonpatch.apply_patch(before, json_patch(before, after))
    assert same(patched, after)
    assert same(before, kept)


@given(ITEMS, ITEMS)
def test_a_patch_moves_items_by_their_id(before: Any, after: Any) -> None:
    operations = json_patch({"messages": before}, {"messages": after})
    patched = jsonpatch.apply_patch({"messages": before}, operations)
    assert same(patched, {"messages": after})
    common = {item["id"] for item in before} & {item["id"] for item in after}
    adding = [each for each in operations if each["op"] == "add" and each["path"].count("/") == 2]
    assert len(adding) == len(after) - len(common)


@given(JSON, JSON)
def test_differences_are_told_just_where_there_are_some(before: Any, after: Any) -> None:
    assert (not told(before, after)) == same(before, after)
    assert same(before, after) == (fingerprint(before) == fingerprint(after))


@given(ITEMS)
def test_what_is_only_in_another_order_only_moved(items: Any) -> None:
    assert {each.kind for each in told(items, items[::-1])} <= {"moved"}
    assert len(told(items, items[::-1])) == max(0, len(items) - 1)


def test_keys_are_compared_one_by_one() -> None:
    before = {"same": 1, "gone": [1], "deep": {"x": "a", "y": 2}}
    after = {"same": 1, "deep": {"x": "b", "y": 2}, "new": None}
    assert found(before, after) == [("deep/x", "changed"), ("new", "added"), ("gone", "removed")]


def test_a_message_is_the_same_at_another_place() -> None:
    before = [Message("hi", id="1", type="human"), Message("hello", id="2", type="ai")]
    after = [
        Message("be kind", id="0", type="system"),
        Message("hi", id="1", type="human"),
        Message("hello there", id="2", type="ai"),
    ]
    assert found(before, after) == [("0", "added"), ("2/content", "changed")]
    changed = told(before, after)[1]
    assert changed.old.keys == ("1", "content")
    assert found(after, [after[1], after[2], after[0]]) == [("2", "moved")]
    assert told(after, after[1:])[0].label == "id 0"


def test_lists_without_names_are_paired_by_what_they_hold() -> None:
    assert found(["a", "b", "c"], ["b", "c", "d"]) == [("0", "removed"), ("2", "added")]
    assert found([1, 2, 3], [1, 9, 3]) == [("1", "changed")]
    assert found([{"x": 1}, {"x": 2}], [{"x": 0}, {"x": 1}, {"x": 2}]) == [("0", "added")]


class Colour(Enum):
    RED = 1


@dataclass
class Point:
    x: int
    y: int


@dataclass
class Place:
    x: int
    y: int


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (1, True, [("", "type")]),
        (1, 1.0, [("", "type")]),
        ([1], (1,), [("", "type")]),
        ([1], (2,), [("", "type"), ("0", "changed")]),
        (Point(1, 2), Place(1, 2), [("", "type")]),
        (Point(1, 2), Place(1, 3), [("", "type"), ("y", "changed")]),
        (Point(1, 2), {"x": 1}, [("", "type"), ("y", "removed")]),
        (Colour.RED, 1, [("", "type")]),
        (Colour.RED, Colour.RED, []),
        ({1, 2}, {2, 3}, [("1", "added"), ("0", "removed")]),
        (deque([1]), deque([1, 2]), [("1", "added")]),
        (float("nan"), float("nan"), []),
        (b"a", b"b", [("", "changed")]),
        ("1", 1, [("", "type")]),
    ],
)
def test_types_count(before: Any, after: Any, expected: list[tuple[str, str]]) -> None:
    assert found(before, after) == expected


def test_no_code_of_a_value_runs() -> None:
    class Trap:
        def __init__(self, x: int) -> None:
            self.x = x

        def __eq__(self, other: object) -> bool:
            raise AssertionError("asked")

        __hash__ = None  # type: ignore[assignment]

        def __repr__(self) -> str:
            raise AssertionError("shown")

    assert found([Trap(1)], [Trap(1)]) == []
    assert found([Trap(1)], [Trap(2)]) == [("0/x", "changed")]


def test_deep_values_are_compared_to_the_end() -> None:
    before: Any = 1
    after: Any = 2
    for _ in range(3000):
        before, after = [before], [after]
    assert len(told(before, after)) == 1
    assert not same(before, after)


def test_a_pointer_escapes_what_separates() -> None:
    assert pointer_to(("a/b", "~", "0")) == "/a~1b/~0/0"
