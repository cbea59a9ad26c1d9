"""Ten thousand generated values: each comes back the same, and can be shown whatever it is."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.debug.natural import TooLarge, as_text, to_natural
from runtime.debug.preview import children_page, preview, text_page
from runtime.debug.values import ValueHandle
from tests.campaign import examples
from tests.runtime.checkpoint.serde import shapes
from tests.runtime.checkpoint.serde.generation import hashable, values
from tests.runtime.checkpoint.serde.sameness import same

# Of strategies that are put together, the text is long, and made where an example is given up.
pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")

AT_ONCE = 25
"""Values in an example: generating one costs less than setting up an example."""
serde = JsonPlusSerializer()
stranger = JsonPlusSerializer(trusted=False)
HANDLE = ValueHandle("t", "", "c", ("channel", "x"))

several = st.lists(values, min_size=AT_ONCE, max_size=AT_ONCE)


@given(several)
@examples(10_000 // AT_ONCE)
def test_values_come_back_with_their_types(given_values: list[Any]) -> None:
    for value in given_values:
        tag, data = serde.dumps_typed(value)
        shapes.ran.clear()

        read = serde.loads_typed((tag, data))
        unknown = stranger.loads_typed((tag, data))

        assert shapes.ran == []
        assert serde.dumps_typed(unknown) == (tag, data)
        assert serde.dumps_typed(read) == (tag, data)
        assert same(read, value), (value, read)


@given(several)
@examples(2_000 // AT_ONCE)
def test_every_value_can_be_shown_without_running_its_code(given_values: list[Any]) -> None:
    for value in given_values:
        data = serde.dumps_typed(value)
        for reader in (serde, stranger):
            read = reader.loads_typed(data)
            shapes.ran.clear()
            show(read)
            assert shapes.ran == []


def show(value: Any) -> None:
    """All that a debugger asks of a value; each answer is bounded and travels as JSON."""
    assert len(preview(value, HANDLE).text) <= 200
    assert len(as_text(value, 500)) <= 500
    for each in children_page(value, HANDLE, 0, 50).children:
        assert len(each.value.text) <= 200
    text_page(value, 0, 50)
    try:
        json.dumps(to_natural(value, 100_000))
    except TooLarge:
        return


@given(st.lists(hashable, min_size=AT_ONCE, max_size=AT_ONCE))
@examples(1_000 // AT_ONCE)
def test_sets_give_the_same_bytes_in_whatever_order_they_were_filled(items: list[Any]) -> None:
    forwards, backwards = dict.fromkeys(items), dict.fromkeys(reversed(items))
    # Of items that equal each other, such as 1 and True, a set keeps the first.
    if all(same(one, next(other for other in backwards if other == one)) for one in forwards):
        assert serde.dumps_typed(set(forwards)) == serde.dumps_typed(set(backwards))
