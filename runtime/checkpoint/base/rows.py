"""What a saver stores: rows whose values are already encoded.

A checkpoint's row tells the difference from its parent or, the less often the larger that is, the
whole state. Values of at most 256 bytes lie in the row itself, the plainest of them as they are; a
larger one has a row of its own, which belongs to the checkpoint that wrote it and is shared by
every later checkpoint where the channel is unchanged. A list or dict that has grown is a chain of
such rows, each holding what its step added.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ormsgpack import packb

from runtime.checkpoint.base.checkpoint import ChannelVersions
from runtime.checkpoint.serde.errors import DecodeError
from runtime.checkpoint.serde.reader import Reader, known_only
from runtime.checkpoint.serde.writer import encode

_reader = Reader(known_only, trusted=False)

SCALARS = frozenset({bool, int, float, str, type(None)})
"""Types whose small values lie in a row as they are."""

NO_STEP = -2
"""``step`` of a checkpoint whose metadata names none."""
WHOLE_VALUE = 1 << 30
"""``level`` of a value that builds on no other."""

Encoded = tuple[str, bytes]
"""Tag and bytes, as a serializer gives them."""
Scalar = bool | int | float | str | None
Inline = Encoded | Scalar
"""A small value: encoded, or itself where it is as plain as the row around it."""


Pending = tuple[str, str, Inline]
"""Of a write that is recorded of a task: task id, channel and value."""


@dataclass(slots=True)
class StateChanges:
    """The state part of a checkpoint's row, relative to the parent unless ``whole``."""

    whole: bool
    versions: ChannelVersions
    seen: dict[str, ChannelVersions]
    inline: dict[str, Inline]
    """Small values."""
    owners: dict[str, str]
    """Where larger values lie: channel to the checkpoint that wrote them."""
    removed: tuple[str, ...]


PackedCheckpoint = tuple[str, str, str, str | None, int, int, str, str | None, str, bytes, bytes]
"""A checkpoint as it is kept: thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, depth,
step, source, run_id, ts, metadata, state. It holds nothing that the garbage collector visits."""


@dataclass(slots=True)
class CheckpointRow:
    """One checkpoint. ``depth`` counts the rows back to the one that tells the whole state.

    A row that was rewritten tells the whole state too: its depth is below 0, and lower each time.
    """

    thread_id: str
    checkpoint_ns: str
    checkpoint_id: str
    parent_checkpoint_id: str | None
    depth: int
    ts: str
    metadata: dict[str, Any]
    state: StateChanges
    updated_channels: list[str] | None
    v: int
    extra: Encoded | None = None
    """Further keys of the checkpoint."""

    def packed(self) -> PackedCheckpoint:
        """The form that is kept."""
        step = self.metadata.get("step")
        source, run_id = described(self.metadata)
        return (
            self.thread_id,
            self.checkpoint_ns,
            self.checkpoint_id,
            self.parent_checkpoint_id,
            self.depth,
            step if isinstance(step, int) else NO_STEP,
            source,
            run_id,
            self.ts,
            encode(self.metadata),
            pack_state(self.state, self.updated_channels, self.v, self.extra),
        )


def pack_state(
    state: StateChanges,
    updated_channels: Sequence[str] | None,
    v: int,
    extra: Encoded | None,
) -> bytes:
    """The state part of a row."""
    return pack(
        [
            v,
            state.whole,
            state.versions,
            state.seen,
            state.inline,
            state.owners,
            state.removed,
            updated_channels,
            extra,
        ]
    )


def described(metadata: dict[str, Any]) -> tuple[str, str | None]:
    """What rows are found by besides the step: source and run id."""
    source = metadata.get("source")
    run_id = metadata.get("run_id")
    return source if isinstance(source, str) else "", None if run_id is None else str(run_id)


def pack(content: list[Any]) -> bytes:
    """The bytes of a row's content."""
    try:
        return packb(content)
    except TypeError:
        return encode(_as_lists(content))


def _as_lists(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_as_lists(item) for item in value]
    if isinstance(value, dict):
        return {key: _as_lists(item) for key, item in value.items()}
    return value


class DamagedHistoryError(DecodeError):
    """A row cannot be read, or one that it builds on is missing."""


def unpack_checkpoint(packed: PackedCheckpoint) -> CheckpointRow:
    """A kept checkpoint; ``DamagedHistoryError`` where it cannot be read.

    Source and run id may be left out.
    """
    thread_id, checkpoint_ns, checkpoint_id, parent, depth, step, *_, ts, metadata, state = packed
    try:
        content = _reader.decode(state)
        known = _reader.decode(metadata)
        v, whole, versions, seen, inline, owners, removed, updated_channels, extra = content
        changes = StateChanges(
            whole,
            versions,
            seen,
            inline
            if SCALARS.issuperset(map(type, inline.values()))
            else {channel: as_inline(each) for channel, each in inline.items()},
            owners,
            tuple(removed),
        )
        if not isinstance(known, dict) or not isinstance(owners, dict):
            raise TypeError("no mapping")
        if step != NO_STEP and known.get("step", step) is None:
            known["step"] = step
    except (TypeError, ValueError, AttributeError) as error:
        raise DamagedHistoryError(
            f"Checkpoint {checkpoint_id} of thread {thread_id!r} is damaged: {error}"
        ) from error
    return CheckpointRow(
        thread_id,
        checkpoint_ns,
        checkpoint_id,
        parent,
        depth,
        ts,
        known,
        changes,
        updated_channels,
        v,
        None if extra is None else (extra[0], extra[1]),
    )


def unpack(packed: bytes) -> Any:
    """What ``pack`` was given, tuples as lists."""
    return _reader.decode(packed)


def as_text(unpacked: Any) -> str:
    """``TypeError`` where it is none."""
    if type(unpacked) is not str:
        raise TypeError(f"no text: {type(unpacked).__name__}")
    return unpacked


def as_inline(unpacked: Any) -> Inline:
    """A small value as it was before it was packed; ``TypeError`` where it is none."""
    if type(unpacked) is list:
        tag, data = unpacked
        return tag, data
    if type(unpacked) not in SCALARS:
        raise TypeError(f"no small value: {type(unpacked).__name__}")
    scalar: Scalar = unpacked
    return scalar


def decoded(inline: Inline, loads: Callable[[Encoded], Any]) -> Any:
    """The value again; ``loads`` is the serializer's."""
    return loads(inline) if type(inline) is tuple else inline


@dataclass(slots=True)
class ValueRow:
    """A larger value, or one link of it: what follows on the value at ``base_checkpoint_id``.

    ``level`` says how often the row has merged links of the level below, see ``growth``.
    """

    thread_id: str
    checkpoint_ns: str
    checkpoint_id: str
    channel: str
    base_checkpoint_id: str | None
    level: int
    tag: str
    value: bytes


@dataclass(slots=True)
class WriteRow:
    """One pending write."""

    thread_id: str
    checkpoint_ns: str
    checkpoint_id: str
    task_id: str
    index: int
    """Position, or the fixed negative one of a reserved write."""
    channel: str
    value: Inline
    task_path: str


@dataclass(slots=True)
class Folded:
    """The whole state of a checkpoint: versions, and where every value lies."""

    versions: ChannelVersions = field(default_factory=dict)
    seen: dict[str, ChannelVersions] = field(default_factory=dict)
    inline: dict[str, Inline] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)

    def apply(self, changes: StateChanges) -> None:
        """Go on to the next checkpoint."""
        if changes.whole:
            self.versions = dict(changes.versions)
            self.seen = {node: dict(versions) for node, versions in changes.seen.items()}
            self.inline = dict(changes.inline)
            self.owners = dict(changes.owners)
            return
        self.versions.update(changes.versions)
        for node, versions in changes.seen.items():
            known = self.seen.get(node)
            if known is None:
                self.seen[node] = dict(versions)
            else:
                known.update(versions)
        for channel in changes.removed:
            self.inline.pop(channel, None)
            self.owners.pop(channel, None)
        for channel, encoded in changes.inline.items():
            self.inline[channel] = encoded
            self.owners.pop(channel, None)
        for channel, owner in changes.owners.items():
            self.owners[channel] = owner
            self.inline.pop(channel, None)

    def after(self, changes: StateChanges) -> "Folded":
        """The state at the next checkpoint; what it leaves as it is, both share."""
        if changes.whole:
            return Folded(changes.versions, changes.seen, changes.inline, changes.owners)
        seen, inline, owners = self.seen, self.inline, self.owners
        if changes.seen:
            seen = seen.copy()
            for node, versions in changes.seen.items():
                known = seen.get(node)
                seen[node] = versions if known is None else {**known, **versions}
        gone = {*changes.removed, *changes.owners}
        if changes.inline or not gone.isdisjoint(inline):
            inline = {**inline, **changes.inline}
            for channel in gone:
                inline.pop(channel, None)
        gone = {*changes.removed, *changes.inline}
        if changes.owners or not gone.isdisjoint(owners):
            owners = {**owners, **changes.owners}
            for channel in gone:
                owners.pop(channel, None)
        return Folded({**self.versions, **changes.versions}, seen, inline, owners)

    def copy(self) -> "Folded":
        """An independent copy."""
        return Folded(
            dict(self.versions),
            {node: dict(versions) for node, versions in self.seen.items()},
            dict(self.inline),
            dict(self.owners),
        )

    def as_whole(self) -> StateChanges:
        """The row content that tells everything."""
        own = self.copy()
        return StateChanges(True, own.versions, own.seen, own.inline, own.owners, ())

    def available(self) -> frozenset[str]:
        """Channels with a value."""
        return frozenset(self.inline) | frozenset(self.owners)
