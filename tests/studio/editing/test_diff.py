"""Comparison of two texts, line by line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from studio.editing.diff import DiffLine, diff_lines

LINES = st.lists(st.sampled_from(["a", "b,", "b", "{", "}", "long line"]), max_size=30)


@given(LINES, LINES)
def test_both_texts_can_be_read_off_the_comparison(old: list[str], new: list[str]) -> None:
    lines = diff_lines("\n".join(old), "\n".join(new), context=100)
    if old == new:
        assert lines == []
        return
    after = [line.text for line in lines if line.kind in ("same", "added")]
    before = [line.text.rstrip(",") for line in lines if line.kind in ("same", "removed")]
    assert after == new
    assert before == [line.rstrip(",") for line in old]


def test_changed_lines_carry_marks() -> None:
    lines = diff_lines("1\n2\n3", "1\n4\n3")
    assert [line.marked for line in lines] == ["  1", "- 2", "+ 4", "  3"]


def test_a_comma_that_only_follows_is_no_change() -> None:
    lines = diff_lines("[\n  1\n]", "[\n  1,\n  2\n]")
    assert [line.marked for line in lines] == ["  [", "    1,", "+   2", "  ]"]


def test_an_item_that_came_or_went_is_shown_whole() -> None:
    items = [f'  {{\n    "a": 1,\n    "b": {number}\n  }}' for number in range(3)]
    whole = "[\n" + ",\n".join(items) + "\n]"
    less = "[\n" + ",\n".join(items[1:]) + "\n]"
    marked = ["  [", "-   {", '-     "a": 1,', '-     "b": 0', "-   },"]
    assert [line.marked for line in diff_lines(whole, less)][:5] == marked
    added = [line.replace("-", "+", 1) for line in marked]
    assert [line.marked for line in diff_lines(less, whole)][:5] == added


def test_long_unchanged_stretches_are_counted() -> None:
    before = "\n".join(str(number) for number in range(100))
    lines = diff_lines(before, before + "\nnew")
    assert lines[0] == DiffLine("skipped", "98 unchanged lines")
    assert lines[-1] == DiffLine("added", "new")


def test_from_nothing_everything_is_added() -> None:
    assert [line.marked for line in diff_lines("", "1\n2")] == ["+ 1", "+ 2"]
