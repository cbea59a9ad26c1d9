"""Comparison of two texts, line by line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.debug.comparing.lines import diff_lines, unified, word_spans
from runtime.debug.comparing.views import DiffLine, Span

MARKS = {"same": " ", "added": "+", "removed": "-", "skipped": "."}
LINES = st.lists(st.sampled_from(["a", "b,", "b", "{", "}", "long line"]), max_size=30)


def marked(lines: list[DiffLine]) -> list[str]:
    return [f"{MARKS[line.kind]} {line.text}" for line in lines]


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
    assert marked(lines) == ["  1", "- 2", "+ 4", "  3"]


def test_a_comma_that_only_follows_is_no_change() -> None:
    lines = diff_lines("[\n  1\n]", "[\n  1,\n  2\n]")
    assert marked(lines) == ["  [", "    1,", "+   2", "  ]"]


def test_an_item_that_came_or_went_is_shown_whole() -> None:
    items = [f'  {{\n    "a": 1,\n    "b": {number}\n  }}' for number in range(3)]
    whole = "[\n" + ",\n".join(items) + "\n]"
    less = "[\n" + ",\n".join(items[1:]) + "\n]"
    expected = ["  [", "-   {", '-     "a": 1,', '-     "b": 0', "-   },"]
    assert marked(diff_lines(whole, less))[:5] == expected
    added = [line.replace("-", "+", 1) for line in expected]
    assert marked(diff_lines(less, whole))[:5] == added


def test_long_unchanged_stretches_are_counted() -> None:
    before = "\n".join(str(number) for number in range(100))
    lines = diff_lines(before, before + "\nnew")
    assert lines[0] == DiffLine("skipped", "", count=98)
    assert lines[-1] == DiffLine("added", "new")


def test_from_nothing_everything_is_added() -> None:
    assert marked(diff_lines("", "1\n2")) == ["+ 1", "+ 2"]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("the old house", "the new house", ("old", "new")),
        ("a long sentence here", "a long sentence right here", ("", "right ")),
        ("计划三个查询", "计划两个查询", ("三", "两")),
        ("x" * 3000 + "A" + "y" * 3000, "x" * 3000 + "BC" + "y" * 3000, ("A", "BC")),
        ("nothing alike", "0123456789012", ("", "")),
    ],
)
def test_words_that_differ_within_a_line(
    before: str, after: str, expected: tuple[str, str]
) -> None:
    old, new = word_spans(before, after)
    assert (cut(before, old), cut(after, new)) == expected


def cut(text: str, spans: tuple[Span, ...]) -> str:
    return "".join(text[span.start : span.end] for span in spans)


@given(LINES, LINES)
def test_a_unified_diff_applies(old: list[str], new: list[str]) -> None:
    text = unified("\n".join(old), "\n".join(new), "before", "after")
    assert applied(old, text) == new


def applied(old: list[str], text: str) -> list[str]:
    """The lines after a unified diff, as its format says."""
    result: list[str] = []
    at = 0
    for line in text.splitlines()[2:]:
        if line.startswith("@@"):
            first, _, count = line.split()[1][1:].partition(",")
            start = int(first) - (1 if count != "0" else 0)
            result += old[at:start]
            at = start
        elif line.startswith("+"):
            result.append(line[1:])
        else:
            assert old[at] == line[1:]
            result += [line[1:]] if line.startswith(" ") else []
            at += 1
    return result + old[at:]
