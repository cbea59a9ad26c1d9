"""Long lists whose items were looked at once, so that copying them need not look again.

A state hands out copies of its lists. What makes that slow is not the copying of a list of plain
dictionaries but the search for containers inside them. A list of a state never changes: another
one takes its place, and mostly that begins with the very same items.
"""

from itertools import chain
from typing import Any, Self

from runtime.isolation import CONTAINERS, isolate

LONG = 32
"""Items from which on a list is worth knowing."""
_ONLY_DICT = {dict}


class KnownList:
    """A list that nobody changes any more, and where in it there is more than one level to copy."""

    __slots__ = ("_dicts", "_inner", "value")

    def __init__(self, value: list[Any]) -> None:
        self.value = value
        self._look(value)

    def _look(self, value: list[Any]) -> None:
        self._dicts = set(map(type, value)) == _ONLY_DICT
        """Whether all items are dictionaries."""
        self._inner = _nesting(value, 0) if self._dicts else _containers(value, 0)
        """Places of the items that are not copied all at once."""

    def grown(self, value: list[Any]) -> Self:
        """What is known of ``value``, which begins with the same items."""
        count = len(self.value)
        fresh = value[count:]
        if self._dicts and not set(map(type, fresh)) <= _ONLY_DICT:
            return type(self)(value)
        found = object.__new__(type(self))
        found.value = value
        found._dicts = self._dicts
        inner = _nesting(fresh, count) if self._dicts else _containers(fresh, count)
        found._inner = [*self._inner, *inner] if inner else self._inner
        return found

    def copy(self) -> list[Any]:
        """A copy, containers inside copied too."""
        value, inner = self.value, self._inner
        if 2 * len(inner) > len(value):
            copied: list[Any] = isolate(value)
            return copied
        copied = list(map(dict.copy, value)) if self._dicts else value.copy()
        for place in inner:
            copied[place] = isolate(value[place])
        return copied

    def copy_of(self, value: list[Any]) -> list[Any]:
        """A copy of ``value``, which begins with the same items."""
        copied = self.copy()
        copied.extend(isolate(value[len(copied) :]))
        return copied


def _containers(items: list[Any], start: int) -> list[int]:
    """Places of containers."""
    if CONTAINERS.isdisjoint(map(type, items)):
        return []
    return [place for place, item in enumerate(items, start) if type(item) in CONTAINERS]


def _nesting(records: list[dict[Any, Any]], start: int) -> list[int]:
    """Places of dictionaries that hold containers."""
    contents = chain.from_iterable(map(dict.values, records))
    if CONTAINERS.isdisjoint(map(type, contents)):
        return []
    return [
        place
        for place, record in enumerate(records, start)
        if not CONTAINERS.isdisjoint(map(type, record.values()))
    ]
