"""Two branches from their fork on, aligned by superstep.

Both are listed from their ends back to the last checkpoint that they share. What is given to a
graph begins a turn; the first turn after the fork of one branch stands beside that of the other,
and so on. Within a turn the supersteps stand beside each other in their order, and an edit has a
row of its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic

from runtime.checkpoint.base import HistoryReader, StoredCheckpoint
from runtime.debug.comparing.alike import same
from runtime.debug.comparing.checkpoints import Load, handle_at
from runtime.debug.comparing.commands import CompareBranches
from runtime.debug.comparing.views import (
    BranchesCompared,
    BranchRow,
    BranchStep,
    CheckpointAddress,
)
from runtime.debug.opened import is_internal
from runtime.debug.views import CheckpointRow

LISTED_AT_ONCE = 2000
SLICE_SECONDS = 0.15

Find = Callable[[str, str, str | None], StoredCheckpoint]
RowOf = Callable[[StoredCheckpoint], CheckpointRow]
Aligned = tuple[StoredCheckpoint | None, StoredCheckpoint | None]


@dataclass(slots=True)
class _Branch:
    """One branch, listed from its end on."""

    thread_id: str
    checkpoint_ns: str
    wanted: str | None
    before: str
    steps: list[StoredCheckpoint] = field(default_factory=list)
    """Newest first."""

    @classmethod
    def to(cls, end: CheckpointAddress) -> "_Branch":
        return cls(end.thread_id, end.checkpoint_ns, end.checkpoint_id, end.checkpoint_id + "~")

    def list_page(self, reader: HistoryReader) -> None:
        """Take a further page of the history into the branch."""
        page = reader.list_rows(
            self.thread_id, self.checkpoint_ns, before=self.before, limit=LISTED_AT_ONCE
        )
        for each in page:
            if each.checkpoint_id == self.wanted:
                self.steps.append(each)
                self.wanted = each.parent_checkpoint_id
        if len(page) < LISTED_AT_ONCE:
            self.wanted = None
        elif self.wanted is not None:
            self.before = page[-1].checkpoint_id


class BranchComparison:
    """One comparison, which ``page`` takes further."""

    def __init__(
        self, command: CompareBranches, reader: HistoryReader, find: Find, row_of: RowOf, load: Load
    ) -> None:
        self.ends = command.first, command.second
        for end in self.ends:
            find(end.thread_id, end.checkpoint_ns, end.checkpoint_id)
        self._reader = reader
        self._row_of = row_of
        self._load = load
        self._first, self._second = (_Branch.to(end) for end in self.ends)
        self._one_thread = (self._first.thread_id, self._first.checkpoint_ns) == (
            self._second.thread_id,
            self._second.checkpoint_ns,
        )
        self._fork: StoredCheckpoint | None = None
        self._rows: list[Aligned] | None = None
        self._parents: dict[str, StoredCheckpoint] = {}
        self._next: dict[str, tuple[str, ...]] = {}
        self._sought = 0
        """Rows that were looked at for the first difference."""
        self._difference: int | None = None
        self._edit: int | None = None
        """The first edit that one of them alone has: it differs where nothing else does."""
        self._differing: tuple[str, ...] = ()

    def page(self, offset: int, limit: int) -> BranchesCompared:
        """Do a part of the work, and tell a page of what is known."""
        until = monotonic() + SLICE_SECONDS
        while self._rows is None and monotonic() < until:
            self._list()
        if self._rows is None:
            return BranchesCompared((), 0, 0, more=True)
        rows = self._rows
        while self._seeks and monotonic() < until:
            self._look_for_difference(rows[self._sought])
        return BranchesCompared(
            tuple(self._row(each) for each in rows[offset : offset + limit]),
            offset,
            len(rows),
            more=self._seeks,
            fork=None if self._fork is None else self._step(self._fork),
            first_difference=self._difference,
            differing=self._differing,
        )

    @property
    def _seeks(self) -> bool:
        return (
            self._rows is not None and self._difference is None and self._sought < len(self._rows)
        )

    # -- listing ----------------------------------------------------------------------------

    def _list(self) -> None:
        unlisted = [each for each in (self._first, self._second) if each.wanted is not None]
        if unlisted:
            # The one that is listed less far back, so that both come to their fork together.
            max(unlisted, key=lambda each: each.before).list_page(self._reader)
        if self._one_thread and self._cut_at_fork():
            return
        if self._first.wanted is None and self._second.wanted is None:
            self._align(self._first.steps, self._second.steps)

    def _cut_at_fork(self) -> bool:
        """Whether the last checkpoint that both share is listed; what is older is left out."""
        known = {each.checkpoint_id: place for place, each in enumerate(self._first.steps)}
        for place, each in enumerate(self._second.steps):
            at = known.get(each.checkpoint_id)
            if at is not None:
                self._fork = each
                self._align(self._first.steps[:at], self._second.steps[:place])
                return True
        return False

    def _align(self, first: list[StoredCheckpoint], second: list[StoredCheckpoint]) -> None:
        self._rows = aligned(first[::-1], second[::-1])
        for steps in (self._first.steps, self._second.steps):
            self._parents.update((each.checkpoint_id, each) for each in steps)

    # -- rows -------------------------------------------------------------------------------

    def _row(self, pair: Aligned) -> BranchRow:
        first, second = (None if each is None else self._step(each) for each in pair)
        return BranchRow(first, second, differs=_differ(first, second))

    def _step(self, stored: StoredCheckpoint) -> BranchStep:
        parent = self._parents.get(stored.parent_checkpoint_id or "")
        ran: tuple[str, ...] = ()
        if parent is not None and stored.source == "loop":
            ran = self._due(parent)
        return BranchStep(
            stored.checkpoint_id,
            stored.step,
            stored.source,
            stored.ts,
            ran,
            changed_channels(stored, parent),
            None if parent is None else _milliseconds(parent.ts, stored.ts),
        )

    def _due(self, stored: StoredCheckpoint) -> tuple[str, ...]:
        if stored.checkpoint_id not in self._next:
            self._next[stored.checkpoint_id] = self._row_of(stored).next
        return self._next[stored.checkpoint_id]

    # -- the first difference ---------------------------------------------------------------

    def _look_for_difference(self, pair: Aligned) -> None:
        row = self._row(pair)
        first, second = pair
        if first is not None and second is not None:
            names = dict.fromkeys([*changed_names(row.first), *changed_names(row.second)])
            self._differing = tuple(
                name for name in sorted(names) if self._differs(first, second, name)
            )
        alone = (row.first or row.second) if first is None or second is None else None
        if row.differs or self._differing or (alone is not None and alone.source == "loop"):
            self._difference = self._sought
        elif alone is not None and alone.channels and self._edit is None:
            self._edit = self._sought
        self._sought += 1
        if self._rows is not None and self._sought == len(self._rows) and self._difference is None:
            self._difference = self._edit

    def _differs(self, first: StoredCheckpoint, second: StoredCheckpoint, name: str) -> bool:
        if (name in first.available) != (name in second.available):
            return True
        if name not in first.available:
            return False
        return not same(self._load(handle_at(first, name)), self._load(handle_at(second, name)))


def aligned(first: Sequence[StoredCheckpoint], second: Sequence[StoredCheckpoint]) -> list[Aligned]:
    """Checkpoints of two branches side by side, oldest first."""
    rows: list[Aligned] = []
    left, right = 0, 0
    while left < len(first) or right < len(second):
        old = first[left] if left < len(first) else None
        new = second[right] if right < len(second) else None
        if old is not None and new is not None and old.source != new.source:
            if "input" in (old.source, new.source):
                # A turn is longer in one of them: the other waits for its next one.
                if old.source == "input":
                    old = None
                else:
                    new = None
            elif old.source == "loop":
                old = None
            elif new.source == "loop":
                new = None
        rows.append((old, new))
        left += old is not None
        right += new is not None
    return rows


def changed_channels(stored: StoredCheckpoint, parent: StoredCheckpoint | None) -> tuple[str, ...]:
    """The graph's channels that a superstep changed."""
    names = stored.updated_channels
    if names is None:
        versions = {} if parent is None else parent.versions
        names = tuple(
            name for name, version in stored.versions.items() if version != versions.get(name)
        )
    return tuple(sorted(name for name in names if not is_internal(name)))


def changed_names(step: BranchStep | None) -> tuple[str, ...]:
    """Channels of a step that may be lacking."""
    return () if step is None else step.channels


def _differ(first: BranchStep | None, second: BranchStep | None) -> bool:
    if first is None or second is None:
        return False
    return sorted(first.ran) != sorted(second.ran) or first.channels != second.channels


def _milliseconds(before: str, after: str) -> float | None:
    try:
        passed = datetime.fromisoformat(after) - datetime.fromisoformat(before)
    except (ValueError, TypeError):
        return None
    return max(0.0, passed.total_seconds() * 1000)
