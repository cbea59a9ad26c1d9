"""What differs between two values, path by path, one step at a time.

The walk keeps its own stack, so that it may rest after any part: a comparison of large values is
done in slices, and given up by not going on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from runtime.debug.anatomy import Child, child_count, children, kind_of, type_name
from runtime.debug.comparing.aligning import align
from runtime.debug.comparing.alike import fingerprint, keyed, leaf
from runtime.debug.comparing.views import ChangeKind


class Missing:
    """There is no value."""


MISSING: Final = Missing()

_SEQUENCES = frozenset({"list", "tuple"})
_MAPPINGS = frozenset({"dict", "model", "message", "opaque"})


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a value: ``keys`` as shown, ``steps`` as handles want them."""

    keys: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()

    def inside(self, child: Child) -> "Place":
        """The place of a part of it."""
        return Place((*self.keys, child[0]), (*self.steps, child[1]))


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference; ``before`` or ``after`` is ``MISSING`` where there was no value."""

    kind: ChangeKind
    old: Place
    new: Place
    before: Any
    after: Any
    label: str = ""


_Pending = tuple[Place, Place, Any, Any, str]


def differences(before: Any, after: Any) -> Iterator[Difference | None]:
    """All differences in the newer value's order; ``None`` for each part that was looked at."""
    stack: list[_Pending | Difference] = [(Place(), Place(), before, after, "")]
    while stack:
        found = stack.pop()
        if isinstance(found, Difference):
            yield found
            continue
        old_place, new_place, old, new, label = found
        yield None
        if old is new:
            continue
        if old is MISSING or new is MISSING:
            kind: ChangeKind = "added" if old is MISSING else "removed"
            yield Difference(kind, old_place, new_place, old, new, label)
            continue
        typed = type(old) is type(new) and (
            type(old) in (str, int, bool, list, dict) or type_name(old) == type_name(new)
        )
        if not typed:
            yield Difference("type", old_place, new_place, old, new, label)
        inner = _inner(old_place, new_place, old, new)
        if inner is not None:
            stack += reversed(inner)
        elif typed and _tell_apart(old, new):
            yield Difference("changed", old_place, new_place, old, new, label)


def _tell_apart(old: Any, new: Any) -> bool:
    if child_count(old) or child_count(new):
        return fingerprint(old) != fingerprint(new)
    return bool(leaf(old) != leaf(new))


def _inner(
    old_place: Place, new_place: Place, old: Any, new: Any
) -> list[_Pending | Difference] | None:
    """Parts to be compared; ``None`` where the values have none that belong together."""
    if not child_count(old) and not child_count(new):
        return None
    kinds = {kind_of(old), kind_of(new)}
    if kinds <= _SEQUENCES:
        return _items(old_place, new_place, old, new)
    if kinds == {"set"}:
        return _members(old_place, new_place, old, new)
    return _entries(old_place, new_place, old, new) if kinds <= _MAPPINGS else None


def _items(old_place: Place, new_place: Place, old: Any, new: Any) -> list[_Pending | Difference]:
    before, after = list(children(old)), list(children(new))
    found: list[_Pending | Difference] = []
    for pair in align([each[2] for each in before], [each[2] for each in after]):
        was = None if pair.old is None else before[pair.old]
        now = None if pair.new is None else after[pair.new]
        there = old_place if was is None else old_place.inside(was)
        here = new_place if now is None else new_place.inside(now)
        first, second = MISSING if was is None else was[2], MISSING if now is None else now[2]
        if pair.moved:
            found.append(Difference("moved", there, here, first, second, pair.label))
        found.append((there, here, first, second, pair.label))
    return found


def _members(old_place: Place, new_place: Place, old: Any, new: Any) -> list[_Pending | Difference]:
    """Members of a set are there or not."""
    before = {fingerprint(each[2]): each for each in children(old)}
    after = {fingerprint(each[2]): each for each in children(new)}
    added = [each for key, each in after.items() if key not in before]
    removed = [each for key, each in before.items() if key not in after]
    return [
        *((old_place, new_place.inside(each), MISSING, each[2], "") for each in added),
        *((old_place.inside(each), new_place, each[2], MISSING, "") for each in removed),
    ]


def _entries(old_place: Place, new_place: Place, old: Any, new: Any) -> list[_Pending | Difference]:
    before, after = keyed(old), keyed(new)
    found: list[_Pending | Difference] = []
    for key in [*after, *(key for key in before if key not in after)]:
        was, now = before.get(key), after.get(key)
        found.append(
            (
                old_place if was is None else old_place.inside(was),
                new_place if now is None else new_place.inside(now),
                MISSING if was is None else was[2],
                MISSING if now is None else now[2],
                "",
            )
        )
    return found
