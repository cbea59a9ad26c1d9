"""What the engine hands to a saver: changes, never the whole state.

A saver takes ownership of the dictionaries in a record: whoever made it must not change them
afterwards. Values are encoded before ``commit`` or ``submit`` returns, so that objects inside
them may change later.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from runtime.checkpoint.base.checkpoint import ChannelVersions


@dataclass(slots=True)
class CheckpointChanges:
    """A new checkpoint, told as its difference from its parent."""

    thread_id: str
    checkpoint_ns: str
    checkpoint_id: str
    parent_checkpoint_id: str | None
    ts: str
    metadata: dict[str, Any]
    """Whole, with ``source`` and ``step``; where ``step`` is given apart, ``None`` stands for it:
    one dictionary then serves many checkpoints, and is encoded once."""
    versions: ChannelVersions = field(default_factory=dict)
    """Versions that changed, by channel."""
    seen: dict[str, ChannelVersions] = field(default_factory=dict)
    """Entries of ``versions_seen`` that changed, by node."""
    values: dict[str, Any] = field(default_factory=dict)
    """Values of channels that changed and are not empty."""
    removed: Sequence[str] = ()
    """Channels that had a value in the parent and are empty now."""
    updated_channels: Sequence[str] | None = None
    appending: frozenset[str] = frozenset()
    """Channels whose reducer leaves old items untouched, so that a list or dict of which the old
    items are the very same objects is stored by the new ones without looking into the old."""
    sole_child: bool = False
    """The record goes on from its parent as a run does, and makes no branch: it is refused with
    ``ConflictError`` where the parent has another child by then, whoever saved it. Without a
    parent: where the namespace has any other checkpoint. What builds on it is refused with it."""
    complete: bool = False
    """Nothing is taken over from the parent: the record names every channel and node."""
    step: int | None = None
    """The step, where it is not in ``metadata``."""
    v: int = 4
    extra: dict[str, Any] | None = None
    """Further keys of a checkpoint that came through ``put``."""

    def whole_metadata(self) -> dict[str, Any]:
        """The metadata with its step."""
        return self.metadata if self.step is None else {**self.metadata, "step": self.step}


@dataclass(slots=True)
class TaskWrites:
    """What one task wrote; durable as soon as it is committed."""

    thread_id: str
    checkpoint_ns: str
    checkpoint_id: str
    """The checkpoint that planned the task."""
    task_id: str
    writes: Sequence[tuple[str, Any]]
    task_path: str = ""
    node: str = ""
    """Name of the task's node, for what an error says; it is not saved."""


Record = CheckpointChanges | TaskWrites
