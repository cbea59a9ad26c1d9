"""What a session answers of comparisons."""

from dataclasses import dataclass
from typing import Literal

from runtime.debug.values import ValuePreview

ChangeKind = Literal["added", "removed", "changed", "moved", "type"]
"""``type``: the value is of another type; its parts are compared all the same where both have
some. ``moved``: an item of a list stands at another place among those that stayed."""
LineKind = Literal["same", "added", "removed", "skipped"]


@dataclass(frozen=True, slots=True)
class CheckpointAddress:
    """Which checkpoint, of any thread and namespace."""

    thread_id: str
    checkpoint_id: str
    checkpoint_ns: str = ""


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One difference. ``path`` leads to it in the newer value, in the older one if it was removed.

    ``before`` or ``after`` is ``None`` where there was no value.
    """

    kind: ChangeKind
    path: tuple[str, ...]
    before: ValuePreview | None
    after: ValuePreview | None
    before_path: tuple[str, ...] = ()
    """The path in the older value; that of the items of a list may be another."""
    label: str = ""
    """What an item of a list is known by, such as ``id m3``."""


@dataclass(frozen=True, slots=True)
class ChannelDifference:
    """One channel that differs. ``total`` counts all its changes, also those that are not told."""

    channel: str
    before_version: int
    after_version: int
    before: ValuePreview | None
    after: ValuePreview | None
    changes: tuple[ChangeView, ...] = ()
    total: int = 0
    problem: str = ""
    """Why the values cannot be compared."""


@dataclass(frozen=True, slots=True)
class CheckpointsCompared:
    """The next part of a comparison; while ``more``, the same command from ``next`` gives on."""

    channels: tuple[ChannelDifference, ...]
    next: int
    """Of how many channels all is told."""
    total: int
    more: bool
    parts: int = 0
    """How many parts of the channel that is compared now were looked at."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a line."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a comparison of texts; ``spans`` are what differs within it."""

    kind: LineKind
    text: str
    spans: tuple[Span, ...] = ()
    count: int = 0
    """Of ``skipped``: how many lines are alike."""


@dataclass(frozen=True, slots=True)
class ValuesCompared:
    """Two values as texts, line by line; ``cut`` where only their beginnings were compared."""

    lines: tuple[DiffLine, ...]
    cut: bool = False


@dataclass(frozen=True, slots=True)
class ComparisonWritten:
    text: str


@dataclass(frozen=True, slots=True)
class BranchStep:
    """What made one checkpoint of a branch."""

    checkpoint_id: str
    step: int
    source: str
    created_at: str
    ran: tuple[str, ...] = ()
    """Nodes whose tasks ran in the superstep, one entry for each task."""
    channels: tuple[str, ...] = ()
    """Channels that it changed."""
    duration_ms: float | None = None
    """From the checkpoint before to this one, waiting included."""


@dataclass(frozen=True, slots=True)
class BranchRow:
    """The same superstep of two branches; ``None`` where one of them has none."""

    first: BranchStep | None
    second: BranchStep | None
    differs: bool = False
    """Whether other nodes ran, or other channels were changed."""


@dataclass(frozen=True, slots=True)
class BranchesCompared:
    """Supersteps ``offset .. offset + len(rows)`` of ``total``; while ``more`` they are sought."""

    rows: tuple[BranchRow, ...]
    offset: int
    total: int
    more: bool
    fork: BranchStep | None = None
    """The last checkpoint that both have; ``None`` for two threads."""
    first_difference: int | None = None
    """The first superstep that differs in nodes, channels or values; else the first edit."""
    differing: tuple[str, ...] = ()
    """Channels whose values differ there."""
