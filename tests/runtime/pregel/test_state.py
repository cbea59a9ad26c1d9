"""Reading a state: what a task sees of many channels, after whatever has changed."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from runtime.channels.any_value import AnyValue
from runtime.pregel.state import Layout, ThreadState, restore
from runtime.pregel.update import CallerWrites, apply_writes

NAMES = [f"c{number}" for number in range(20)]
WRITES = st.dictionaries(st.sampled_from(NAMES), st.one_of(st.integers(), st.lists(st.integers())))


def empty_state() -> ThreadState:
    """Channels that are emptied by a superstep that does not write them."""
    return restore(Layout({name: AnyValue(object) for name in NAMES}), None)


def naive(values: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(name, values[name]) for name in NAMES if name in values]


@given(st.lists(st.tuples(WRITES, WRITES), max_size=8))
def test_what_is_read_is_what_is_there_in_the_order_of_the_names(
    supersteps: list[tuple[dict[str, Any], dict[str, Any]]],
) -> None:
    state = empty_state()
    for written, proposed in supersteps:
        writes = list(written.items())
        apply_writes(state, [CallerWrites("task", writes, ("c0",))], {})
        assert naive(state.values) == list(state.read(NAMES).items())
        after = {**state.values, **proposed}
        assert naive(after) == list(state.read_after(NAMES, list(proposed.items())).items())
        assert naive(state.values) == list(state.read(NAMES).items())


def test_what_was_read_is_the_readers_own() -> None:
    state = empty_state()
    apply_writes(state, [CallerWrites("task", [("c3", [1]), ("c4", 1)])], {})
    first = state.read(NAMES)
    first["c3"].append(2)
    first["c4"] = 2

    assert state.read(NAMES) == {"c3": [1], "c4": 1}
    assert state.read_after(NAMES, [("c4", 3)]) == {"c3": [1], "c4": 3}
