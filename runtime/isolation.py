"""Copies of containers, so that nobody can change what was not handed to him.

Lists, dictionaries, sets and their standard relatives are copied, nested ones too; everything else
is shared: immutable values need no copy, and opaque objects cannot be copied safely. A container
that holds no other container costs one flat copy at C speed.
"""

import os
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from copy import copy
from itertools import chain
from typing import Any

_Copier = Callable[[Any], Any]


def _items(value: Any) -> Any:
    copied = value.copy()
    kinds = set(map(type, copied))
    if kinds == _ONLY_DICT and type(value) is list and not _any_nesting(copied):
        return list(map(dict.copy, copied))
    if not CONTAINERS.isdisjoint(kinds):
        for index, item in enumerate(copied):
            copier = _COPIERS.get(type(item))
            if copier is not None:
                copied[index] = copier(item)
    return copied


def _any_nesting(records: list[dict[Any, Any]]) -> bool:
    """Whether a value of one of the dictionaries is itself a container."""
    contents = chain.from_iterable(map(dict.values, records))
    return not CONTAINERS.isdisjoint(map(type, contents))


def _mapping(value: Any) -> Any:
    copied = value.copy()
    if not CONTAINERS.isdisjoint(map(type, copied.values())):
        for key, item in copied.items():
            copier = _COPIERS.get(type(item))
            if copier is not None:
                copied[key] = copier(item)
    return copied


def _tuple(value: tuple[Any, ...]) -> tuple[Any, ...]:
    if CONTAINERS.isdisjoint(map(type, value)):
        return value
    return tuple(isolate(item) for item in value)


def _flat(value: Any) -> Any:
    return value.copy()


_COPIERS: dict[type, _Copier] = {
    list: _items,
    dict: _mapping,
    set: _flat,
    tuple: _tuple,
    bytearray: _flat,
    deque: _items,
    defaultdict: _mapping,
    OrderedDict: _mapping,
    Counter: _flat,
}
CONTAINERS = frozenset(_COPIERS)
"""Types of which ``isolate`` may copy something."""
_ONLY_DICT = {dict}


MUTATIONS_VARIABLE = "PREGEL_REPORT_MUTATIONS"
"""Environment variable; ``true`` has every graph report that does not say otherwise."""


def reports_mutations(asked: bool | None) -> bool:
    """Whether a graph reports changes in place; where nothing was ``asked``, by the environment."""
    if asked is None:
        return os.environ.get(MUTATIONS_VARIABLE, "").lower() in ("true", "1", "yes")
    return asked


def is_container(value: Any) -> bool:
    """Whether ``isolate`` may copy something of ``value``."""
    return type(value) in CONTAINERS


def isolate(value: Any) -> Any:
    """``value`` with every container in it copied; self-referring containers keep their shape."""
    copier = _COPIERS.get(type(value))
    if copier is None:
        return value
    try:
        return copier(value)
    except RecursionError:
        return _isolate_deep(value)


def isolate_instance(value: Any) -> Any:
    """A copy of an instance of a state's schema, with every container in its fields copied."""
    if is_container(value):
        return isolate(value)
    made = copy(value)
    for name in fields_of(type(value)):
        held = getattr(made, name, None)
        if is_container(held):
            object.__setattr__(made, name, isolate(held))
    return made


def fields_of(schema: type) -> Iterable[str]:
    """Names of the fields of a dataclass or pydantic model."""
    known = getattr(schema, "__dataclass_fields__", None) or getattr(schema, "model_fields", {})
    return tuple(known)


def _isolate_deep(root: Any) -> Any:
    """As ``isolate``, for cyclic or very deep values: iterative, each container copied once."""
    copies: dict[int, Any] = {}
    waiting = [root]
    while waiting:
        value = waiting.pop()
        if id(value) in copies or type(value) not in CONTAINERS:
            continue
        # A tuple is shared here: it cannot be filled afterwards, and it cannot be written to.
        copies[id(value)] = value if isinstance(value, tuple) else value.copy()
        waiting.extend(value.values() if isinstance(value, dict) else value)
    for copied in list(copies.values()):
        if isinstance(copied, dict):
            for key, item in copied.items():
                copied[key] = copies.get(id(item), item)
        elif isinstance(copied, (list, deque)):
            for index, item in enumerate(copied):
                copied[index] = copies.get(id(item), item)
    return copies.get(id(root), root)
