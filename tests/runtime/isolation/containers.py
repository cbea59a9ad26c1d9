"""Nested containers for properties, and a vandal that changes whatever it is handed."""

from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any

from hypothesis import strategies as st

_leaves = st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=3)
_keys = st.text("abc", min_size=1, max_size=2)


def _extended(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(children, max_size=3)
    mappings = st.dictionaries(_keys, children, max_size=3)
    return st.one_of(
        several,
        several.map(tuple),
        several.map(deque),
        mappings,
        mappings.map(OrderedDict),
        mappings.map(lambda items: defaultdict(list, items)),
    )


_flat = st.one_of(
    st.sets(st.integers(0, 5), max_size=3),
    st.text("ab", max_size=4).map(Counter),
    st.binary(max_size=3).map(bytearray),
)
containers: st.SearchStrategy[Any] = st.recursive(_leaves | _flat, _extended, max_leaves=8)
"""Values as a state may hold them: lists, dictionaries, sets and their kin, nested."""

plain_containers: st.SearchStrategy[Any] = st.recursive(
    _leaves | st.sets(st.integers(0, 5), max_size=3),
    lambda children: (
        st.lists(children, max_size=3)
        | st.lists(children, max_size=2).map(tuple)
        | st.dictionaries(_keys, children, max_size=3)
    ),
    max_leaves=8,
)


def mutate_everything(value: Any) -> None:
    """Change every container in ``value`` in place."""
    if isinstance(value, Counter):
        value.update(vandal=7)
    elif isinstance(value, dict):
        for item in value.values():
            mutate_everything(item)
        value.clear()
        value["vandal"] = True
    elif isinstance(value, (list, deque)):
        for item in list(value):
            mutate_everything(item)
        value.reverse()
        value.append("vandal")
    elif isinstance(value, tuple):
        for item in value:
            mutate_everything(item)
    elif isinstance(value, set):
        value.add("vandal")
    elif isinstance(value, bytearray):
        value.extend(b"vandal")
