"""From a checkpoint's changes to rows: only what changed is encoded, one codec for every store.

The encoder remembers, for each thread and namespace, the state at the last checkpoint it encoded
(the head). A checkpoint whose parent is the head costs nothing but its changes; any other parent
is read from the store first.

Lists. Of a list that begins with the items it had at the parent, only the new items are stored.
The old ones count as unchanged where they are the same objects and either cannot change or
belong to a channel of which the engine says that it leaves them alone; else where their bytes are
the same (a hash of them is kept). A value is then a chain of links. To keep chains short, 64
links of one level are merged into one of the next, as the digits of a counter carry: n appends
give at most 63 links per level, and each item is written once per level.
"""

from collections import OrderedDict
from collections.abc import Sequence
from operator import is_not
from typing import Any, Protocol

from xxhash import xxh3_128

from runtime.checkpoint.base.records import CheckpointChanges
from runtime.checkpoint.base.rows import (
    WHOLE_VALUE,
    Encoded,
    Folded,
    PackedCheckpoint,
    StateChanges,
    ValueRow,
    pack_checkpoint,
)
from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.serde.standard import array_header

INLINE_BYTES = 256
WHOLE_EVERY = 64
LINKS_PER_LEVEL = 64
_HEADS = 1024

_UNCHANGEABLE = frozenset({type(None), bool, int, float, complex, str, bytes})


class ParentSource(Protocol):
    """What the encoder reads from the store when a parent is not the head."""

    def folded(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> tuple[int, Folded]:
        """Depth and state of a checkpoint; ``KeyError`` where it does not exist."""

    def chain(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str, channel: str
    ) -> Sequence[ValueRow]:
        """The links of a value, newest first."""


class _Link:
    """One link as the encoder remembers it: it holds the items from ``start`` on."""

    __slots__ = ("below", "level", "owner", "run", "start")

    def __init__(self, owner: str, level: int, start: int, below: "_Link | None") -> None:
        self.owner = owner
        self.level = level
        self.start = start
        self.below = below
        self.run: int = below.run + 1 if below is not None and below.level == level else 1

    def push(self, owner: str, start: int) -> "_Link":
        """The link of the next append, merged with those below it where a level is full."""
        link = _Link(owner, 0, start, self)
        while link.run == LINKS_PER_LEVEL:
            lowest = link
            while lowest.below is not None and lowest.below.level == link.level:
                lowest = lowest.below
            link = _Link(owner, link.level + 1, lowest.start, lowest.below)
        return link


class _ListTrack:
    """What is known of a list channel's value at the head: its items, or a hash of their bytes."""

    __slots__ = ("changeable", "count", "hasher", "items", "length", "top")

    def __init__(
        self, items: list[Any] | None, count: int, top: _Link, hasher: xxh3_128 | None, length: int
    ) -> None:
        self.items = items
        self.count = count
        self.top = top
        self.hasher = hasher
        self.length = length
        self.changeable = items is None or not _UNCHANGEABLE.issuperset(map(type, items))

    def grow(self, items: list[Any], body: bytes | None, top: _Link) -> None:
        """Take over what was appended."""
        self.top = top
        self.count += len(items)
        self.changeable = self.changeable or not _UNCHANGEABLE.issuperset(map(type, items))
        if self.items is not None:
            self.items.extend(items)
        if self.hasher is not None and body is not None:
            self.hasher.update(body)
            self.length += len(body)


class _Head:
    __slots__ = ("checkpoint_id", "depth", "folded", "lists")

    def __init__(self, checkpoint_id: str | None, depth: int, folded: Folded) -> None:
        self.checkpoint_id = checkpoint_id
        self.depth = depth
        self.folded = folded
        self.lists: dict[str, _ListTrack] = {}


def array_body(data: bytes) -> tuple[int, int]:
    """Number of items and offset of the first in the bytes of a list."""
    first = data[0]
    if 0x90 <= first <= 0x9F:
        return first & 0x0F, 1
    if first == 0xDC:
        return int.from_bytes(data[1:3], "big"), 3
    if first == 0xDD:
        return int.from_bytes(data[1:5], "big"), 5
    raise ValueError("not the bytes of a list")


class DeltaEncoder:
    """Turns changes into rows. Not thread-safe: the saver holds its lock."""

    def __init__(self, serde: SerializerProtocol, source: ParentSource) -> None:
        self.serde = serde
        self._dumps = serde.dumps_typed
        self._sliceable = type(serde) is JsonPlusSerializer
        self._source = source
        self._heads: OrderedDict[tuple[str, str], _Head] = OrderedDict()

    def forget(self, thread_id: str | None = None) -> None:
        """Drop what is remembered, of one thread or of all."""
        if thread_id is None:
            self._heads.clear()
        else:
            for key in [key for key in self._heads if key[0] == thread_id]:
                del self._heads[key]

    def checkpoint(self, changes: CheckpointChanges) -> tuple[PackedCheckpoint, list[ValueRow]]:
        """The rows of a new checkpoint. When anything raises, the head is dropped."""
        key = (changes.thread_id, changes.checkpoint_ns)
        head = self._heads.pop(key, None)
        parent = changes.parent_checkpoint_id
        if changes.complete or parent is None:
            head = _Head(None, -1, Folded())
        elif head is None or head.checkpoint_id != parent:
            head = self._read_head(changes, parent)
        row, values = self._encode(changes, head)
        heads = self._heads
        heads[key] = head
        if len(heads) > _HEADS:
            heads.popitem(last=False)
        return row, values

    def _read_head(self, changes: CheckpointChanges, parent: str) -> _Head:
        try:
            depth, folded = self._source.folded(changes.thread_id, changes.checkpoint_ns, parent)
        except KeyError:
            return _Head(None, -1, Folded())
        return _Head(parent, depth, folded)

    def _encode(
        self, changes: CheckpointChanges, head: _Head
    ) -> tuple[PackedCheckpoint, list[ValueRow]]:
        inline: dict[str, Encoded] = {}
        owners: dict[str, str] = {}
        rows: list[ValueRow] = []
        checkpoint_id = changes.checkpoint_id
        old_owners = head.folded.owners
        for channel, value in changes.values.items():
            encoded: Encoded | None = None
            if type(value) is list and channel in old_owners:
                track = head.lists.get(channel)
                if track is None:
                    track = self._read_track(changes, old_owners[channel], channel)
                if track is not None:
                    grown, row_of_new, encoded = self._grown(changes, track, channel, value)
                    if grown:
                        head.lists[channel] = track
                        if row_of_new is not None:
                            rows.append(row_of_new)
                            owners[channel] = checkpoint_id
                        continue
            if encoded is None:
                encoded = self._dumps(value)
            if len(encoded[1]) <= INLINE_BYTES:
                inline[channel] = encoded
                if head.lists:
                    head.lists.pop(channel, None)
            else:
                owners[channel] = checkpoint_id
                rows.append(self._whole_value(changes, head, channel, value, encoded))
        removed = tuple(changes.removed)
        if head.lists:
            for channel in removed:
                head.lists.pop(channel, None)
        state = StateChanges(False, changes.versions, changes.seen, inline, owners, removed)
        head.folded.apply(state)
        depth = head.depth + 1
        if depth == 0 or depth >= WHOLE_EVERY:
            state = head.folded.as_whole()
            depth = 0
        head.depth = depth
        head.checkpoint_id = checkpoint_id
        extra = None if changes.extra is None else self._dumps(changes.extra)
        updated = changes.updated_channels
        row = pack_checkpoint(
            changes.thread_id,
            changes.checkpoint_ns,
            checkpoint_id,
            changes.parent_checkpoint_id,
            depth,
            changes.ts,
            changes.metadata,
            state,
            None if updated is None else list(updated),
            changes.v,
            extra,
        )
        return row, rows

    def _whole_value(
        self,
        changes: CheckpointChanges,
        head: _Head,
        channel: str,
        value: Any,
        encoded: Encoded,
    ) -> ValueRow:
        tag, data = encoded
        if type(value) is list:
            body = data[array_body(data)[1] :] if self._sliceable else b""
            hasher = xxh3_128(body) if self._sliceable else None
            link = _Link(changes.checkpoint_id, WHOLE_VALUE, 0, None)
            head.lists[channel] = _ListTrack(list(value), len(value), link, hasher, len(body))
        elif head.lists:
            head.lists.pop(channel, None)
        return ValueRow(
            changes.thread_id,
            changes.checkpoint_ns,
            changes.checkpoint_id,
            channel,
            None,
            WHOLE_VALUE,
            tag,
            data,
        )

    def _grown(
        self, changes: CheckpointChanges, track: _ListTrack, channel: str, value: list[Any]
    ) -> tuple[bool, ValueRow | None, Encoded | None]:
        """Whether the list begins with its old items, then the row of the new ones.

        No row: nothing was appended, the parent's value stays. Where the list has not grown, its
        bytes are given as far as they had to be made.
        """
        old_count = track.count
        if len(value) < old_count:
            return False, None, None
        items = track.items
        if (
            items is not None
            and (channel in changes.appending or not track.changeable)
            and not any(map(is_not, items, value))
        ):
            if len(value) == old_count:
                return True, None, None
            fresh = value[old_count:]
            encoded = self._dumps(fresh)
            body = encoded[1][array_body(encoded[1])[1] :] if self._sliceable else None
        elif track.hasher is not None:
            whole = self._dumps(value)
            data = whole[1]
            start = array_body(data)[1]
            old_end = start + track.length
            if xxh3_128(data[start:old_end]).digest() != track.hasher.digest():
                return False, None, whole
            track.items = value[:old_count]
            if len(value) == old_count:
                return True, None, None
            fresh = value[old_count:]
            body = data[old_end:]
            encoded = "msgpack", array_header(len(fresh)) + body
        else:
            return False, None, None
        link = track.top.push(changes.checkpoint_id, old_count)
        if link.level:
            encoded = self._dumps(value[link.start :])
        track.grow(fresh, body, link)
        below = link.below
        row = ValueRow(
            changes.thread_id,
            changes.checkpoint_ns,
            changes.checkpoint_id,
            channel,
            None if below is None else below.owner,
            link.level,
            *encoded,
        )
        return True, row, None

    def _read_track(
        self, changes: CheckpointChanges, owner: str, channel: str
    ) -> _ListTrack | None:
        """What the store knows of a list channel; ``None`` where that does not help."""
        if not self._sliceable:
            return None
        rows = self._source.chain(changes.thread_id, changes.checkpoint_ns, owner, channel)
        top: _Link | None = None
        hasher = xxh3_128()
        length = count = 0
        for row in reversed(rows):
            try:
                items, start = array_body(row.value)
            except ValueError:
                return None
            if row.tag != "msgpack":
                return None
            top = _Link(row.checkpoint_id, row.level, count, top)
            hasher.update(row.value[start:])
            length += len(row.value) - start
            count += items
        return None if top is None else _ListTrack(None, count, top, hasher, length)
