"""Which items of two lists are the same item: by what names them, else by what they say.

Items that all have an ``id`` of their own, or a ``key``, or a ``name``, are paired by it. Others
are paired where they say the same, in the order that keeps most of them; what stands between two
such pairs is paired in its order, as changed.
"""

import difflib
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from runtime.debug.anatomy import is_a, kind_of, object_fields
from runtime.debug.comparing.alike import fingerprint

KEYS = ("id", "key", "name")
MOST_STEPS = 4_000_000
"""Pairs of items that are looked at to find those that say the same."""


@dataclass(frozen=True, slots=True)
class Pair:
    """An item of the older list, of the newer one, or of both."""

    old: int | None
    new: int | None
    moved: bool = False
    label: str = ""
    """What both are known by."""


def align(before: Sequence[Any], after: Sequence[Any]) -> list[Pair]:
    """All items of both lists, in the order of the newer one."""
    for key in KEYS:
        old, new = _names(before, key), _names(after, key)
        if old is not None and new is not None and (old or new):
            return _by_name(key, old, new)
    return _by_content(before, after)


def _names(items: Sequence[Any], key: str) -> list[str] | None:
    """What each item calls itself; ``None`` unless all do and all differ."""
    names = []
    for item in items:
        name = _name(item, key)
        if name is None:
            return None
        names.append(name)
    return names if len(set(names)) == len(names) else None


def _name(item: Any, key: str) -> str | None:
    kind = kind_of(item)
    if kind == "dict":
        found = dict.get(item, key)
    elif kind in ("model", "message"):
        found = object_fields(item).get(key)
    else:
        return None
    if type(found) is int:
        return str(found)
    return str.__str__(found) if is_a(found, str) and found else None


def _by_name(key: str, old: list[str], new: list[str]) -> list[Pair]:
    places = {name: place for place, name in enumerate(old)}
    common = [name for name in new if name in places]
    stayed = _rising([places[name] for name in common])
    pairs = []
    for place, name in enumerate(new):
        found = places.pop(name, None)
        moved = found is not None and found not in stayed
        pairs.append(Pair(found, place, moved, f"{key} {name}"))
    return _with_removed(pairs, [(place, f"{key} {name}") for name, place in places.items()])


def _with_removed(pairs: list[Pair], removed: list[tuple[int, str]]) -> list[Pair]:
    """Removed items stand behind the item that stood before them."""
    behind = {pair.old: number for number, pair in enumerate(pairs) if pair.old is not None}
    places = sorted(behind)
    waiting: dict[int, list[Pair]] = {}
    for old, label in sorted(removed):
        before = bisect_left(places, old)
        number = behind[places[before - 1]] if before else -1
        waiting.setdefault(number, []).append(Pair(old, None, False, label))
    result = waiting.pop(-1, [])
    for number, pair in enumerate(pairs):
        result.append(pair)
        result += waiting.get(number, [])
    return result


def _rising(places: list[int]) -> set[int]:
    """The longest rising part of a sequence: items that did not move."""
    ends: list[int] = []
    at: list[int] = []
    before: list[int | None] = []
    for number, place in enumerate(places):
        length = bisect_left(ends, place)
        before.append(at[length - 1] if length else None)
        if length == len(ends):
            ends.append(place)
            at.append(number)
        else:
            ends[length] = place
            at[length] = number
    found: set[int] = set()
    last = at[-1] if at else None
    while last is not None:
        found.add(places[last])
        last = before[last]
    return found


def _by_content(before: Sequence[Any], after: Sequence[Any]) -> list[Pair]:
    old, new = [fingerprint(each) for each in before], [fingerprint(each) for each in after]
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    old_end, new_end = len(old) - tail, len(new) - tail
    pairs = [Pair(place, place) for place in range(head)]
    if (old_end - head) * (new_end - head) > MOST_STEPS:
        pairs += _in_order(head, old_end, head, new_end)
    else:
        matcher = difflib.SequenceMatcher(None, old[head:old_end], new[head:new_end])
        for tag, a, b, c, d in matcher.get_opcodes():
            if tag == "equal":
                pairs += [Pair(head + a + each, head + c + each) for each in range(b - a)]
            else:
                pairs += _in_order(head + a, head + b, head + c, head + d)
    pairs += [Pair(old_end + each, new_end + each) for each in range(tail)]
    return pairs


def _in_order(old: int, old_end: int, new: int, new_end: int) -> list[Pair]:
    both = min(old_end - old, new_end - new)
    return [
        *(Pair(old + each, new + each) for each in range(both)),
        *(Pair(each, None) for each in range(old + both, old_end)),
        *(Pair(None, each) for each in range(new + both, new_end)),
    ]
