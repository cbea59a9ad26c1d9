"""JSON text: where a mistake is, what is lost (nothing), how values print."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.forms.json_text import JsonError, dump, dump_line, parse

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)


@given(VALUES)
def test_a_value_comes_back_from_its_text(value: Any) -> None:
    assert parse(dump(value)) == value


@given(VALUES, st.integers(min_value=4, max_value=60))
def test_a_line_is_one_line_and_never_too_long(value: Any, limit: int) -> None:
    line = dump_line(value, limit)
    assert "\n" not in line
    assert len(line) <= limit


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "missing"),
        ('{"a": 1,\n "b": }', 2, 7, "value is expected"),
        ('{"a": 1\n "b": 2}', 2, 2, "comma"),
        ('{"a" 1}', 1, 6, "colon"),
        ("{a: 1}", 1, 2, "key in double quotes"),
        ("[1, 2", 1, 6, "ends too early"),
        ('"open', 1, 1, "closing quote"),
        ("1 2", 1, 3, "nothing more"),
        ("hello", 1, 1, "double quotes"),
        ('[1,\n {"k": 1,\n  "k": 2}]', 3, 3, "twice"),
    ],
)
def test_a_mistake_is_said_in_words_with_its_place(
    text: str, line: int, column: int, words: str
) -> None:
    with pytest.raises(JsonError) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert words in caught.value.message.casefold()
    assert str(caught.value).startswith(f"Line {line}, column {column}: ")


def test_deep_nesting_and_long_integers_are_mistakes_not_crashes() -> None:
    for text in ("[" * 200_000, "9" * 5_000):
        with pytest.raises(JsonError):
            parse(text)


def test_letters_of_all_scripts_stay_readable() -> None:
    assert dump({"问": "为什么"}) == '{\n  "问": "为什么"\n}'


def test_numbers_beyond_json_survive() -> None:
    assert math.isnan(parse(dump(math.nan)))
    assert parse(dump(2**80)) == 2**80
