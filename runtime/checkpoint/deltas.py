"""From a checkpoint's changes to rows: only what changed is encoded, one codec for every store.

The encoder remembers, for each thread and namespace, the state at the last checkpoint it encoded
(the head). A checkpoint whose parent is the head costs nothing but its changes; any other parent
is read from the store first. Lists and dicts that have grown are stored by what is new in them, see
``growth``.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from runtime.checkpoint.base.checkpoint import WRITES_IDX_MAP
from runtime.checkpoint.base.records import CheckpointChanges, TaskWrites
from runtime.checkpoint.base.rows import (
    NO_STEP,
    SCALARS,
    WHOLE_VALUE,
    CheckpointRow,
    Encoded,
    Folded,
    Inline,
    PackedCheckpoint,
    StateChanges,
    ValueRow,
    described,
    pack_state,
)
from runtime.checkpoint.growth import Codec, Followed, Track, begin_track, read_track
from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.checkpoint.serde.errors import UnsavableValueError
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.serde.writer import encode

INLINE_BYTES = 256
"""Values up to this size lie in the checkpoint's own row."""
_SHORT = INLINE_BYTES // 4
"""Characters of a text that is never longer than that, whatever they are."""
_WHOLE_BYTES = 512
"""Bytes of whole states that one checkpoint pays for: small states are told whole every time, wide
ones after so many checkpoints that this is enough."""
_CHANNEL_BYTES = 48
"""What telling a channel's version takes, and who has seen it."""
_HEADS = 256
"""Threads and namespaces that are remembered."""


EncodedCheckpoint = tuple[PackedCheckpoint, list[ValueRow], int | None]
"""A checkpoint's row, its larger values, and the depth of the row that it is a difference from."""


EncodedWrites = tuple[list[Any], bool]
"""Channels and values in turn, and whether they may be packed, see ``packs``."""


class ParentSource(Protocol):
    """What the encoder reads from the store when a parent is not the head."""

    def folded(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> tuple[int, Folded]:
        """Depth and state of a checkpoint; ``KeyError`` where it does not exist."""

    def chain(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str, channel: str
    ) -> Sequence[ValueRow]:
        """The links of a value, newest first."""


class ParentMissingError(LookupError):
    """A checkpoint that is told as a difference from another, which does not exist."""


class _Head:
    __slots__ = ("checkpoint_id", "depth", "folded", "tracks", "whole_after")

    def __init__(self, checkpoint_id: str | None, depth: int, folded: Folded) -> None:
        self.checkpoint_id = checkpoint_id
        self.depth = depth
        self.folded = folded
        self.whole_after = _steps_between(folded)
        self.tracks: dict[str, Track] = {}


class DeltaEncoder:
    """Turns changes into rows. Not thread-safe: the saver holds its lock."""

    def __init__(self, serde: SerializerProtocol, source: ParentSource) -> None:
        self._codec = Codec(serde)
        self._dumps = serde.dumps_typed
        # Another serializer may hide or mark what it is given: everything goes through it.
        self._scalars = SCALARS if type(serde) is JsonPlusSerializer else frozenset()
        self._metadata: tuple[dict[str, Any], str, str | None, bytes] | None = None
        """What was encoded last: a run gives the same dictionary again and again."""
        self._source = source
        self._heads: dict[tuple[str, str], _Head] = {}
        self._channel = ""
        """The one whose value is being encoded."""

    def forget(self, thread_id: str | None = None) -> None:
        """Drop what is remembered, of one thread or of all."""
        if thread_id is None:
            self._heads.clear()
        else:
            for key in [key for key in self._heads if key[0] == thread_id]:
                del self._heads[key]

    def checkpoint(self, changes: CheckpointChanges) -> EncodedCheckpoint:
        """The rows of a new checkpoint. When anything raises, the head is dropped."""
        key = (changes.thread_id, changes.checkpoint_ns)
        heads = self._heads
        head = heads.get(key)
        parent = changes.parent_checkpoint_id
        if changes.complete or parent is None:
            head = _Head(None, -1, Folded())
        elif head is None or head.checkpoint_id != parent:
            head = self._read_head(changes, parent)
        parent_depth = None if head.checkpoint_id is None else head.depth
        try:
            packed, values = self._encode(changes, head)
        except UnsavableValueError as error:
            heads.pop(key, None)
            raise error.of(self._channel) from error.__cause__
        except BaseException:
            heads.pop(key, None)
            raise
        if heads.get(key) is not head:
            heads.pop(key, None)
            heads[key] = head
            if len(heads) > _HEADS:
                del heads[next(iter(heads))]
        return packed, values, parent_depth

    def check(self, row: CheckpointRow) -> None:
        """Forget a head that is remembered otherwise than it was read: another program's doing."""
        head = self._heads.get((row.thread_id, row.checkpoint_ns))
        if head is not None and head.checkpoint_id == row.checkpoint_id and head.depth != row.depth:
            self.forget(row.thread_id)

    def writes(self, record: TaskWrites) -> EncodedWrites:
        """What a task wrote."""
        items: list[Any] = []
        packable = True
        scalars = self._scalars
        for channel, value in record.writes:
            kind = type(value)
            if kind in scalars and (kind is not str or len(value) <= _SHORT):
                items += (channel, value)
            else:
                try:
                    encoded = self._dumps(value)
                except UnsavableValueError as error:
                    raise error.of(channel, record.node) from error.__cause__
                items += (channel, encoded)
                packable = packable and len(encoded[1]) <= INLINE_BYTES
            if channel in WRITES_IDX_MAP:
                packable = False
        return items, packable

    def _read_head(self, changes: CheckpointChanges, parent: str) -> _Head:
        try:
            depth, folded = self._source.folded(changes.thread_id, changes.checkpoint_ns, parent)
        except KeyError:
            raise ParentMissingError(
                f"Checkpoint {changes.checkpoint_id} cannot be saved: its parent {parent} of "
                f"thread {changes.thread_id!r} is not in the store. Was the thread deleted?"
            ) from None
        return _Head(parent, depth, folded)

    def _encode(
        self, changes: CheckpointChanges, head: _Head
    ) -> tuple[PackedCheckpoint, list[ValueRow]]:
        inline: dict[str, Inline] = {}
        owners: dict[str, str] = {}
        rows: list[ValueRow] = []
        checkpoint_id = changes.checkpoint_id
        folded, tracks = head.folded, head.tracks
        scalars = self._scalars
        for channel, value in changes.values.items():
            kind = type(value)
            if kind in scalars and (kind is not str or len(value) <= _SHORT):
                inline[channel] = value
                if tracks:
                    tracks.pop(channel, None)
                continue
            self._channel = channel
            encoded: Encoded | None = None
            # A reader of a chain goes back in time only, so that none leads it in circles.
            if type(value) in _GROWING and folded.owners.get(channel, "~") < checkpoint_id:
                followed = self._follow(changes, head, channel, value)
                if isinstance(followed, Followed):
                    link = followed.link
                    if link is not None:
                        owners[channel] = checkpoint_id
                        below = link.below
                        base = None if below is None else below.owner
                        row = _value_row(changes, channel, base, link.level, followed.encoded)
                        rows.append(row)
                    continue
                encoded = followed
            if encoded is None:
                encoded = self._dumps(value)
            if tracks:
                tracks.pop(channel, None)
            if len(encoded[1]) <= INLINE_BYTES:
                inline[channel] = encoded
                continue
            owners[channel] = checkpoint_id
            rows.append(_value_row(changes, channel, None, WHOLE_VALUE, encoded))
            if type(value) in _GROWING:
                track = begin_track(value, encoded, checkpoint_id, self._codec)
                if track is not None:
                    tracks[channel] = track
        self._channel = ""
        removed = tuple(changes.removed)
        if tracks:
            for channel in removed:
                tracks.pop(channel, None)
        state = StateChanges(False, changes.versions, changes.seen, inline, owners, removed)
        folded.apply(state)
        depth = head.depth + 1
        if depth <= 0 or depth >= head.whole_after:
            # Packed at once: it may share what the head goes on to change.
            state = StateChanges(
                True, folded.versions, folded.seen, folded.inline, folded.owners, ()
            )
            depth = 0
            head.whole_after = _steps_between(folded)
        head.depth = depth
        head.checkpoint_id = checkpoint_id
        step = changes.step
        source, run_id, metadata = self._described(changes)
        if step is None:
            step = changes.metadata.get("step")
        packed = (
            changes.thread_id,
            changes.checkpoint_ns,
            checkpoint_id,
            changes.parent_checkpoint_id,
            depth,
            step if isinstance(step, int) else NO_STEP,
            source,
            run_id,
            changes.ts,
            metadata,
            pack_state(
                state,
                changes.updated_channels,
                changes.v,
                None if changes.extra is None else self._dumps(changes.extra),
            ),
        )
        return packed, rows

    def _described(self, changes: CheckpointChanges) -> tuple[str, str | None, bytes]:
        """Source, run and encoded metadata."""
        metadata, known = changes.metadata, self._metadata
        if known is not None and known[0] is metadata:
            return known[1:]
        found = (*described(metadata), encode(metadata))
        if changes.step is not None:
            self._metadata = (metadata, *found)
        return found

    def _follow(
        self, changes: CheckpointChanges, head: _Head, channel: str, value: Any
    ) -> Followed | Encoded | None:
        """How a large value continues the parent's, or its bytes as far as they had to be made."""
        track = head.tracks.get(channel)
        if track is None:
            rows = self._source.chain(
                changes.thread_id, changes.checkpoint_ns, head.folded.owners[channel], channel
            )
            track = read_track(value, rows, self._codec)
            if track is None:
                return None
            head.tracks[channel] = track
        return track.follow(
            value,
            changes.checkpoint_id,
            self._codec,
            untouched=channel in changes.appending,
        )


_GROWING = frozenset({list, dict})


def _steps_between(folded: Folded) -> int:
    """Checkpoints from one that tells the whole state to the next."""
    channels = len(folded.versions)
    if channels * (_CHANNEL_BYTES + INLINE_BYTES) < _WHOLE_BYTES:
        return 0
    values = sum(len(each[1]) for each in folded.inline.values() if type(each) is tuple)
    return (channels * _CHANNEL_BYTES + values) // _WHOLE_BYTES


def _value_row(
    changes: CheckpointChanges, channel: str, base: str | None, level: int, encoded: Encoded
) -> ValueRow:
    return ValueRow(
        changes.thread_id,
        changes.checkpoint_ns,
        changes.checkpoint_id,
        channel,
        base,
        level,
        *encoded,
    )
