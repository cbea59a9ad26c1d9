"""Finding out what a node changed in place of what it was handed, by name and path.

Before the node runs, everything that its input leads to is noted, part by part; afterwards each
part is compared with its note. Parts are containers, and objects by their attributes, read without
running any code of theirs. Copies of containers keep such a change from anybody else; a change
inside an object is seen by every task, checkpoint and caller that holds the object.
"""

import sys
import types
import warnings
from collections import deque
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from operator import is_
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from runtime.constants import MISSING
from runtime.isolation import is_container
from runtime.pregel.callable import NodeFunction, unwrapped
from runtime.scope import Scope
from runtime.warnings import InputMutationWarning

MOST_PARTS = 100_000
"""Parts of one input that are looked at, and entries of one part; what lies beyond is not."""
_MOST_BYTES = 1_000_000
"""Bytes of one buffer that are looked at."""
_LONGEST = 200
"""Characters of a path that are told."""
_MOST_TOLD = 20

_SEQUENCES = (list, tuple, deque)
_SETS = (set, frozenset)
_ATOMS = frozenset({type(None), bool, int, float, complex, str, bytes})
_CODE = (type, types.ModuleType, types.FunctionType, types.MethodType, types.BuiltinFunctionType)


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change in place. ``path`` is as in Python, from the input on.

    ``contained`` says that only a copy was changed, so that nobody else sees it.
    """

    path: str
    what: str
    contained: bool

    def __str__(self) -> str:
        return f"{self.path} {self.what}"


def told(mutations: Sequence[Mutation]) -> str:
    """The changes in words, and what they lead to."""
    parts = [f"{'; '.join(map(str, mutations))}."]
    if any(each.contained for each in mutations):
        parts.append("The node works on a copy: what it does not return is lost.")
    if not all(each.contained for each in mutations):
        parts.append(
            "Objects are shared with other tasks and with the history, which see the change: "
            "return a changed copy instead."
        )
    return " ".join(parts)


class Noted:
    """What a value held when it was noted. ``name`` is what paths call it.

    ``own`` says that the value itself was made for whoever got it, also where it is an object. Of
    a part that holds more than ``most`` entries those are noted, and how many there were.
    """

    def __init__(
        self, value: Any, name: str = "state", *, own: bool = False, most: int = MOST_PARTS
    ) -> None:
        self._root = value
        self._most = most
        self._parts: list[tuple[str, Any, _Held, bool]] = []
        """Path, part, what it held, and whether nobody else has the part."""
        waiting: deque[tuple[str, Any, bool]] = deque([(name, value, own or is_container(value))])
        known: set[int] = set()
        while waiting and len(self._parts) < most:
            path, part, contained = waiting.popleft()
            if type(part) in _ATOMS or id(part) in known:
                continue
            known.add(id(part))
            held = _held(part, most)
            if held is None:
                continue
            self._parts.append((path, part, held, contained))
            room = most - len(self._parts) - len(waiting)
            for step, inner in islice(self._steps(path, part, held.content), max(room, 0)):
                waiting.append((step, inner, contained and is_container(inner)))

    def mutations(self) -> list[Mutation]:
        """What has changed since, outermost first."""
        found: list[Mutation] = []
        for path, part, before, contained in self._parts:
            for place, what in self._differences(path, part, before, _held(part, self._most)):
                found.append(Mutation(_shortened(place), what, contained))
                if len(found) == _MOST_TOLD:
                    return found
        return found

    def _steps(self, path: str, part: Any, held: Any) -> Iterator[tuple[str, Any]]:
        """What a part leads to that can change, with the paths."""
        if type(held) is dict:
            for key, inner in held.items():
                if type(inner) not in _ATOMS:
                    yield self._step(path, part, key), inner
        elif type(held) is list and not _ATOMS.issuperset(map(type, held)):
            in_set = _is_a(part, _SETS)
            for index, inner in enumerate(held):
                if type(inner) not in _ATOMS:
                    yield f"{path}{{...}}" if in_set else f"{path}[{index}]", inner

    def _step(self, path: str, part: Any, key: Any) -> str:
        """The path of an object's attribute or a dictionary's value; channels are attributes."""
        by_name = part is self._root or not _is_a(part, dict)
        if by_name and type(key) is str and key.isidentifier():
            return f"{path}.{key}"
        return f"{path}[{repr(key) if type(key) in _ATOMS else f'<{type(key).__name__}>'}]"

    def _differences(
        self, path: str, part: Any, before: "_Held", after: "_Held | None"
    ) -> Iterator[tuple[str, str]]:
        if after is None or type(before.content) is not type(after.content):
            yield path, "was emptied"
        elif type(before.content) is bytes:
            if before != after:
                yield path, "was changed"
        elif type(before.content) is dict:
            yield from self._entries(path, part, before, after)
        elif before.size != after.size:
            yield path, f"had {_counted(before.size)} and has {after.size}"
        elif _is_a(part, _SETS):
            # Of a part of a set nothing can be said: its order is its own.
            if before.whole and {*map(id, before.content)} != {*map(id, after.content)}:
                yield path, "was changed"
        elif not all(map(is_, before.content, after.content)):
            for index, (old, new) in enumerate(zip(before.content, after.content, strict=True)):
                if not _same(old, new):
                    yield f"{path}[{index}]", "was replaced"

    def _entries(
        self, path: str, part: Any, before: "_Held", after: "_Held"
    ) -> Iterator[tuple[str, str]]:
        old, new = before.content, after.content
        if before.size == after.size and _same_entries(old, new):
            return
        if not (before.whole and after.whole):
            for key in old:
                what = _fate(old[key], dict.get(part, key, MISSING))
                if what:
                    yield self._step(path, part, key), what
            if before.size != after.size:
                yield path, f"had {_counted(before.size)} and has {after.size}"
            return
        for key in [*old, *(key for key in new if key not in old)]:
            what = _fate(old.get(key, MISSING), new.get(key, MISSING))
            if what and not (key not in old and _is_cache(part, key)):
                yield self._step(path, part, key), what


def _same_entries(before: dict[Any, Any], after: dict[Any, Any]) -> bool:
    """Whether they are the very same in the same order, which costs no step of Python each."""
    return (
        len(before) == len(after)
        and all(map(is_, before, after))
        and all(map(is_, before.values(), after.values()))
    )


def _is_cache(part: Any, key: Any) -> bool:
    """Whether an attribute that appeared is something that an object keeps for itself."""
    if _is_a(part, dict) or type(key) is not str:
        return False
    for base in type.__getattribute__(type(part), "__mro__"):
        if key in type.__getattribute__(base, "__dict__"):
            kind = type(type.__getattribute__(base, "__dict__")[key])
            return kind is cached_property or key.startswith("_")
    return key.startswith("_")


def _shortened(path: str) -> str:
    return path if len(path) <= _LONGEST else f"{path[: _LONGEST // 2]}...{path[-_LONGEST // 2 :]}"


def _counted(size: int) -> str:
    return "1 item" if size == 1 else f"{size} items"


def _fate(before: Any, after: Any) -> str:
    if after is MISSING:
        return "was removed"
    if before is MISSING:
        return "was added"
    return "" if _same(before, after) else "was replaced"


def _same(left: Any, right: Any) -> bool:
    if left is right:
        return True
    return type(left) is type(right) and type(left) in _ATOMS and bool(left == right)


def _is_a(part: Any, kinds: Any) -> bool:
    return issubclass(type(part), kinds)


class _Held(NamedTuple):
    """A flat copy of what a part holds, of a large one as far as it is looked at."""

    content: Any
    size: int

    @property
    def whole(self) -> bool:
        return len(self.content) == self.size


def _held(part: Any, most: int) -> _Held | None:
    """What the part holds; ``None`` where nothing can be seen."""
    if _is_a(part, dict):
        size = dict.__len__(part)
        items = dict.items(part)
        return _Held(dict(items if size <= most else islice(items, most)), size)
    for base in (*_SEQUENCES, *_SETS):
        if _is_a(part, base):
            size = base.__len__(part)
            return _Held(list(islice(base.__iter__(part), most)), size)
    if _is_a(part, bytearray):
        return _Held(bytes(memoryview(part)[:_MOST_BYTES]), bytearray.__len__(part))
    numpy = sys.modules.get("numpy")
    if numpy is not None and type(part) is numpy.ndarray:
        if part.dtype.hasobject:
            return None
        items_seen = max(1, _MOST_BYTES // max(1, part.itemsize))
        return _Held(part.flat[:items_seen].tobytes(), part.nbytes)
    if _is_a(part, _CODE):
        return None
    found = _attributes(part)
    return _Held(found, len(found)) if found else None


_slots: "WeakKeyDictionary[type, dict[str, Any]]" = WeakKeyDictionary()


def _slots_of(cls: type) -> dict[str, Any]:
    found = _slots.get(cls)
    if found is None:
        found = _slots[cls] = {
            name: member
            for base in reversed(type.__getattribute__(cls, "__mro__"))
            for name, member in type.__getattribute__(base, "__dict__").items()
            if type(member) is types.MemberDescriptorType and not name.startswith("__")
        }
    return found


def _attributes(part: Any) -> dict[str, Any]:
    held: dict[str, Any] = {}
    for name, member in _slots_of(type(part)).items():
        try:
            held[name] = member.__get__(part, type(part))
        except AttributeError:
            continue  # an empty slot
    try:
        own = object.__getattribute__(part, "__dict__")
    except AttributeError:
        return held
    return {**held, **own} if type(own) is dict else held


def reporting(function: NodeFunction, owner: str, *, own: bool) -> NodeFunction:
    """``function`` as it is, but that warns of what it changed in place of its input."""
    made = copy(function)
    call, acall = function.call, function.acall
    place = getattr(unwrapped(function.action), "__code__", None)

    def checked(value: Any, scope: Scope) -> Any:
        noted = Noted(value, own=own)
        try:
            return call(value, scope)
        finally:
            _warn(noted, owner, place)

    made.call = checked
    if acall is not None:
        inner = acall

        async def achecked(value: Any, scope: Scope) -> Any:
            noted = Noted(value, own=own)
            try:
                return await inner(value, scope)
            finally:
                _warn(noted, owner, place)

        made.acall = achecked
    return made


def _warn(noted: Noted, owner: str, place: Any) -> None:
    found = noted.mutations()
    if found:
        paths = [each.path for each in found]
        warning = InputMutationWarning(
            f"{owner} changed its input in place: {told(found)}", owner, paths
        )
        file, line = (__file__, 1) if place is None else (place.co_filename, place.co_firstlineno)
        warnings.warn_explicit(warning, InputMutationWarning, file, line)
