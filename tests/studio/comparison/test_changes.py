"""Differences of JSON values, path by path."""

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from studio.comparison.changes import MISSING, Change, changes, line_of, same, text_of

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


def found(before: Any, after: Any) -> list[tuple[str, str]]:
    return [(".".join(change.path), change.kind) for change in changes(before, after)]


def test_keys_are_compared_one_by_one() -> None:
    before = {"same": 1, "gone": [1], "deep": {"x": "a", "y": 2}}
    after = {"same": 1, "deep": {"x": "b", "y": 2}, "new": None}
    assert changes(before, after) == [
        Change(("deep", "x"), "changed", "a", "b"),
        Change(("new",), "added", MISSING, None),
        Change(("gone",), "removed", [1], MISSING),
    ]


def test_the_type_of_a_value_counts() -> None:
    assert found([1, 1.0, True], [True, 1.0, 1]) == [("0", "changed"), ("2", "changed")]
    assert same(float("nan"), float("nan"))
    assert not same(1, True)


def test_what_was_appended_or_taken_away_is_alone() -> None:
    assert found([1, 2], [1, 2, 3]) == [("2", "added")]
    assert found([1, 2, 3], [2, 3]) == [("0", "removed")]
    assert found([1, 2, 3], [1, 9, 3]) == [("1", "changed")]


def test_messages_are_paired_by_their_ids() -> None:
    first, second = {"id": "a", "content": "one"}, {"id": "b", "content": "two"}
    third = {"id": "c", "content": "three"}
    assert found([first, second], [second, first]) == [("0 (b)", "moved"), ("1 (a)", "moved")]
    assert found([first, second], [second]) == [("(a)", "removed")]
    edited = {"id": "b", "content": "zwei"}
    assert found([first, second], [third, first, edited]) == [
        ("0 (c)", "added"),
        ("2 (b).content", "changed"),
    ]


def test_texts() -> None:
    assert text_of("a\nb") == "a\nb"
    assert text_of({"键": [1]}) == '{\n  "键": [\n    1\n  ]\n}'
    assert text_of(MISSING) == line_of(MISSING) == ""
    assert line_of("x" * 300).endswith("…")
    assert len(line_of("x" * 300)) == 200


@given(JSON)
def test_a_copy_does_not_differ(value: Any) -> None:
    assert changes(value, copy.deepcopy(value)) == []


@given(JSON, JSON)
def test_there_is_a_change_exactly_where_values_differ(before: Any, after: Any) -> None:
    assert bool(changes(before, after)) == (not same(before, after))
    kinds = {change.kind for change in changes(before, after)}
    assert kinds <= {"added", "removed", "changed", "moved"}
