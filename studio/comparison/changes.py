"""What differs between two JSON values, path by path, without Qt.

Objects are compared key by key. Items of lists are paired by their ``id`` where every one has
one of its own, so that a moved message is no change; else what both lists begin and end with is
cut off, and what is left is paired in its order.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

ChangeKind = Literal["added", "removed", "changed", "moved"]


class Missing:
    """There is no value."""


MISSING: Final = Missing()


@dataclass(frozen=True, slots=True)
class Change:
    """One difference. ``before`` or ``after`` is ``MISSING`` where there was no value."""

    path: tuple[str, ...]
    kind: ChangeKind
    before: Any
    after: Any


def changes(before: Any, after: Any) -> list[Change]:
    """All differences in the order of the newer value, what was removed behind its neighbours."""
    return list(_compare((), before, after))


def same(before: Any, after: Any) -> bool:
    """Equal as JSON: ``1``, ``1.0`` and ``true`` are three values."""
    if type(before) is not type(after):
        return False
    if isinstance(before, dict):
        return before.keys() == after.keys() and all(
            same(value, after[key]) for key, value in before.items()
        )
    if isinstance(before, list):
        return len(before) == len(after) and all(map(same, before, after))
    return bool(before == after) or (before != before and after != after)


def text_of(value: Any) -> str:
    """A value as the text that is compared line by line."""
    if value is MISSING:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def line_of(value: Any, limit: int = 200) -> str:
    """A value on one line."""
    if value is MISSING:
        return ""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _compare(path: tuple[str, ...], before: Any, after: Any) -> Iterator[Change]:
    if same(before, after):
        return
    if before is MISSING or after is MISSING:
        yield Change(path, "added" if before is MISSING else "removed", before, after)
    elif isinstance(before, dict) and isinstance(after, dict):
        for key in [*after, *(key for key in before if key not in after)]:
            yield from _compare(
                (*path, str(key)), before.get(key, MISSING), after.get(key, MISSING)
            )
    elif isinstance(before, list) and isinstance(after, list):
        yield from _compare_lists(path, before, after)
    else:
        yield Change(path, "changed", before, after)


def _compare_lists(path: tuple[str, ...], before: list[Any], after: list[Any]) -> Iterator[Change]:
    old_ids, new_ids = _ids(before), _ids(after)
    if old_ids is not None and new_ids is not None:
        yield from _compare_by_id(path, dict(zip(old_ids, before, strict=True)), after, new_ids)
        return
    head = 0
    while head < min(len(before), len(after)) and same(before[head], after[head]):
        head += 1
    tail = 0
    while tail < min(len(before), len(after)) - head and same(before[-1 - tail], after[-1 - tail]):
        tail += 1
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    for place in range(max(len(old), len(new))):
        yield from _compare(
            (*path, str(head + place)),
            old[place] if place < len(old) else MISSING,
            new[place] if place < len(new) else MISSING,
        )


def _compare_by_id(
    path: tuple[str, ...], before: dict[str, Any], after: list[Any], ids: Sequence[str]
) -> Iterator[Change]:
    kept_before = [key for key in before if key in set(ids)]
    kept_after = [key for key in ids if key in before]
    for place, (key, item) in enumerate(zip(ids, after, strict=True)):
        here = (*path, f"{place} ({key})")
        if key not in before:
            yield Change(here, "added", MISSING, item)
            continue
        if kept_before.index(key) != kept_after.index(key):
            yield Change(here, "moved", before[key], item)
        yield from _compare(here, before[key], item)
    for key, item in before.items():
        if key not in ids:
            yield Change((*path, f"({key})"), "removed", item, MISSING)


def _ids(items: list[Any]) -> list[str] | None:
    """The items' own ids; ``None`` unless every one has one and all differ."""
    found = [item.get("id") if isinstance(item, dict) else None for item in items]
    ids = [each for each in found if isinstance(each, str) and each]
    return ids if len(ids) == len(items) and len(set(ids)) == len(ids) else None
