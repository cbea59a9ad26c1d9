"""How a large list or dict differs from the one before, so that only the difference is stored.

A track remembers what a channel's value was at the last checkpoint. Asked to follow a new value, it
answers with a link that holds the new items of a list, or the set keys of a dict, and names the
value that the link continues. Whatever has not simply grown is stored whole again.

Old items count as unchanged where they are the same objects and either cannot change, or belong
to a channel of which the engine says that it leaves old items alone; else where their bytes are
the same, of which a hash is kept.

To keep chains short, 64 small links of one level are merged into one of the next, as the digits of
a counter carry: n steps leave at most 63 small links per level, and each item is written once per
level. Links of a list that are large are not: reading a row costs little beside reading its bytes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import is_not, ne
from typing import Any

from xxhash import xxh3_64_intdigest, xxh3_128

from runtime.checkpoint.base.rows import WHOLE_VALUE, Encoded, ValueRow
from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.checkpoint.serde.errors import DecodeError
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.serde.standard import array_header, array_items

LINKS_PER_LEVEL = 64
LARGEST_MERGED = LINKS_PER_LEVEL * 256
"""Bytes of a list's links above which they are not written again in one."""
SMALLEST_DICT = 32
"""Keys below which a dict is stored whole: following it would cost more than it saves."""

_UNCHANGEABLE = frozenset({type(None), bool, int, float, complex, str, bytes})
_STR = frozenset({str})
_ABSENT = object()


class Codec:
    """A serializer, with what the tracks want to know of it.

    ``sliceable``: the bytes of a list are a header and then those of its items, and the same value
    always gives the same bytes.
    """

    __slots__ = ("dumps", "loads", "sliceable")

    def __init__(self, serde: SerializerProtocol) -> None:
        self.dumps: Callable[[Any], Encoded] = serde.dumps_typed
        self.loads = serde.loads_typed
        self.sliceable = type(serde) is JsonPlusSerializer

    def body(self, encoded: Encoded) -> bytes | None:
        """The bytes of a list's items."""
        return encoded[1][array_items(encoded[1])[1] :] if self.sliceable else None


class Link:
    """One link as a track remembers it: the items from ``start`` on, or those of ``keys``.

    ``size`` is that of its bytes where many of them are better left alone.
    """

    __slots__ = ("below", "keys", "level", "owner", "run", "size", "start")

    def __init__(
        self,
        owner: str,
        level: int,
        below: "Link | None",
        start: int = 0,
        keys: frozenset[str] = frozenset(),
        size: int = 0,
    ) -> None:
        self.owner = owner
        self.level = level
        self.start = start
        self.keys = keys
        self.below = below
        self.size = size
        follows = below is not None and below.level == level and below.run < LINKS_PER_LEVEL
        self.run: int = below.run + 1 if below is not None and follows else 1

    def push(
        self, owner: str, start: int = 0, keys: frozenset[str] = frozenset(), size: int = 0
    ) -> "Link":
        """The link of the next step, merged with those below it where a level is full."""
        link = Link(owner, 0, self, start, keys, size)
        while link.run == LINKS_PER_LEVEL:
            lowest, merged, total = link, set(link.keys), link.size
            while lowest.run > 1 and lowest.below is not None:
                lowest = lowest.below
                merged |= lowest.keys
                total += lowest.size
            if total > LARGEST_MERGED:
                break
            keys = frozenset(merged)
            link = Link(owner, link.level + 1, lowest.below, lowest.start, keys, total)
        return link


@dataclass(slots=True)
class Followed:
    """A value that continues the one before. Without ``link`` it is the very same."""

    link: Link | None = None
    encoded: Encoded = ("", b"")


class ListTrack:
    """A list: its items or, after a restart, only a hash of their bytes."""

    __slots__ = ("_changeable", "_count", "_hasher", "_items", "_length", "_top")

    def __init__(
        self, items: list[Any] | None, count: int, top: Link, hasher: xxh3_128 | None, length: int
    ) -> None:
        self._items = items
        self._count = count
        self._top = top
        self._hasher = hasher
        self._length = length
        self._changeable = items is None or not _UNCHANGEABLE.issuperset(map(type, items))

    @classmethod
    def begin(cls, value: list[Any], encoded: Encoded, owner: str, codec: Codec) -> "ListTrack":
        """The track of a list that was stored whole."""
        body = codec.body(encoded)
        hasher = None if body is None else xxh3_128(body)
        link = Link(owner, WHOLE_VALUE, None)
        return cls(list(value), len(value), link, hasher, len(body or b""))

    def follow(
        self, value: Any, owner: str, codec: Codec, *, untouched: bool
    ) -> Followed | Encoded | None:
        """The step to ``value``; where there is none, its bytes as far as they had to be made."""
        count = self._count
        if type(value) is not list or len(value) < count:
            return None
        items = self._items
        if (
            items is not None
            and (untouched or not self._changeable)
            and not any(map(is_not, items, value))
        ):
            if len(value) == count:
                return Followed()
            encoded = codec.dumps(value[count:])
            body = codec.body(encoded)
        elif self._hasher is not None:
            whole = codec.dumps(value)
            data = whole[1]
            start = array_items(data)[1]
            end = start + self._length
            if xxh3_128(data[start:end]).digest() != self._hasher.digest():
                return whole
            self._items = value[:count]
            if len(value) == count:
                return Followed()
            body = data[end:]
            encoded = "msgpack", array_header(len(value) - count) + body
        else:
            return None
        link = self._top.push(owner, start=count, size=len(encoded[1]))
        if link.level:
            encoded = codec.dumps(value[link.start :])
        self._grow(value[count:], body, link)
        return Followed(link, encoded)

    def _grow(self, fresh: list[Any], body: bytes | None, link: Link) -> None:
        self._top = link
        self._count += len(fresh)
        self._changeable = self._changeable or not _UNCHANGEABLE.issuperset(map(type, fresh))
        if self._items is not None:
            self._items.extend(fresh)
        if self._hasher is not None and body is not None:
            self._hasher.update(body)
            self._length += len(body)


class DictTrack:
    """A dict with text keys: its values, and hashes of the bytes of those that can change."""

    __slots__ = ("_keys", "_marks", "_top", "_values")

    def __init__(self, values: dict[str, Any], top: Link, codec: Codec) -> None:
        self._keys = list(values)
        self._values = dict(values)
        self._marks: dict[str, int] = {}
        self._top = top
        if codec.sliceable:
            for key, value in values.items():
                if type(value) not in _UNCHANGEABLE:
                    self._marks[key] = _mark(value, codec)

    def follow(
        self, value: Any, owner: str, codec: Codec, *, untouched: bool
    ) -> Followed | Encoded | None:
        """The step to ``value``, where no key is gone and the old ones keep their order."""
        if type(value) is not dict or len(value) < len(self._keys):
            return None
        if any(map(ne, self._keys, value)) or not _STR.issuperset(map(type, value)):
            return None
        changed: dict[str, Any] = {}
        marks: dict[str, int] = {}
        for key, item in value.items():
            old = self._values.get(key, _ABSENT)
            if type(item) in _UNCHANGEABLE:
                if old is item or (type(old) is type(item) and old == item and item):
                    continue
            elif old is item and untouched:
                continue
            elif codec.sliceable:
                marks[key] = _mark(item, codec)
                if marks[key] == self._marks.get(key):
                    self._values[key] = item
                    continue
            changed[key] = item
        if not changed:
            return Followed()
        if 2 * len(changed) > len(value):
            return None
        link = self._top.push(owner, keys=frozenset(changed))
        stored = {key: item for key, item in value.items() if key in link.keys}
        encoded = codec.dumps(stored)
        for key, item in changed.items():
            if key not in self._values:
                self._keys.append(key)
            self._values[key] = item
            self._marks.pop(key, None)
        self._marks.update(marks)
        self._top = link
        return Followed(link, encoded)


Track = ListTrack | DictTrack


def begin_track(value: Any, encoded: Encoded, owner: str, codec: Codec) -> Track | None:
    """The track of a value that was just stored whole; ``None`` where it is not worth one."""
    if type(value) is list:
        return ListTrack.begin(value, encoded, owner, codec)
    if type(value) is dict and len(value) >= SMALLEST_DICT and _STR.issuperset(map(type, value)):
        return DictTrack(value, Link(owner, WHOLE_VALUE, None), codec)
    return None


def read_track(value: Any, rows: Sequence[ValueRow], codec: Codec) -> Track | None:
    """The track of a stored value, newest link first, for a channel that becomes ``value``.

    ``None`` where nothing can be told: the objects are others than those that were stored.
    """
    if not codec.sliceable or not rows or any(row.tag != "msgpack" for row in rows):
        return None
    top: Link | None = None
    if type(value) is list:
        hasher, length, count = xxh3_128(), 0, 0
        for row in reversed(rows):
            try:
                items, start = array_items(row.value)
            except ValueError:
                return None
            top = Link(row.checkpoint_id, row.level, top, start=count, size=len(row.value))
            hasher.update(row.value[start:])
            length += len(row.value) - start
            count += items
        return None if top is None else ListTrack(None, count, top, hasher, length)
    if type(value) is not dict or len(value) < SMALLEST_DICT:
        return None
    merged: dict[str, Any] = {}
    for row in reversed(rows):
        try:
            part = codec.loads((row.tag, row.value))
        except DecodeError:
            return None
        if type(part) is not dict or not _STR.issuperset(map(type, part)):
            return None
        top = Link(row.checkpoint_id, row.level, top, keys=frozenset(part))
        merged.update(part)
    return None if top is None else DictTrack(merged, top, codec)


def _mark(value: Any, codec: Codec) -> int:
    return xxh3_64_intdigest(codec.dumps(value)[1])
