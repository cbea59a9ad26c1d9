"""A list that was stored link by link is the list again."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from runtime.checkpoint.base.rows import WHOLE_VALUE, DamagedHistoryError, ValueRow
from runtime.checkpoint.base.session import merge_chain
from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from tests.runtime.isolation.containers import containers

_plain = JsonPlusSerializer()


class Wrapped:
    """A serializer of which nobody knows what its bytes are."""

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        tag, data = _plain.dumps_typed(obj)
        return tag, data[::-1]

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        return _plain.loads_typed((data[0], data[1][::-1]))


def chain_of(parts: list[Any], serde: SerializerProtocol) -> list[ValueRow]:
    """The rows of a value that came about by ``parts``, newest first."""
    rows = []
    for number, part in enumerate(parts):
        base = f"{number - 1:03}" if number else None
        level = 0 if number else WHOLE_VALUE
        rows.append(ValueRow("t", "", f"{number:03}", "c", base, level, *serde.dumps_typed(part)))
    return rows[::-1]


@given(
    st.lists(st.lists(containers, max_size=20), min_size=1, max_size=5),
    st.sampled_from([_plain, Wrapped()]),
)
@example([[], [1] * 15, [2] * 16, [3] * 70_000, [(1, {2})]], _plain)
@example([[1]], _plain)
def test_lists(parts: list[list[Any]], serde: SerializerProtocol) -> None:
    expected = [item for part in parts for item in part]
    found = merge_chain(chain_of(parts, serde), serde)
    assert repr(found) == repr(expected)


@pytest.mark.parametrize("serde", [_plain, Wrapped()])
def test_dictionaries(serde: SerializerProtocol) -> None:
    parts = [{"a": 1, "b": [2]}, {"b": 3}, {"c": 4}]
    assert merge_chain(chain_of(parts, serde), serde) == {"a": 1, "b": 3, "c": 4}


@pytest.mark.parametrize("parts", [[[1], {"a": 2}], [{"a": 1}, [2]], [[1], "text"], [1, 2]])
def test_links_that_do_not_fit(parts: list[Any]) -> None:
    with pytest.raises(DamagedHistoryError):
        merge_chain(chain_of(parts, _plain), _plain)


def test_a_link_whose_beginning_is_lost() -> None:
    with pytest.raises(DamagedHistoryError):
        merge_chain(chain_of([[1], [2], [3]], _plain)[:-1], _plain)
