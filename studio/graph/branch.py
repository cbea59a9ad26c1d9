"""How often each node ran on the way to a checkpoint, counted along its branch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from runtime.debug.views import CheckpointRow

MOST = 4_000
"""Checkpoints that are known; of more, the older half is counted together."""
_FEW = 8
"""Tasks of a superstep that are looked up one by one."""

Number = TypeVar("Number", int, float)


@dataclass(slots=True)
class Runs:
    """Runs of nodes: how many, and how long the last one took in ms, as far as known."""

    counts: dict[str, int] = field(default_factory=dict)
    durations: dict[str, float] = field(default_factory=dict)
    totals: dict[str, float] = field(default_factory=dict)
    """Milliseconds of all runs together."""
    errors: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Runs:
        return Runs(dict(self.counts), dict(self.durations), dict(self.totals), dict(self.errors))

    def add(self, node: str, duration_ms: float | None) -> None:
        self.counts[node] = self.counts.get(node, 0) + 1
        if duration_ms is not None:
            self.durations[node] = duration_ms
            self.totals[node] = self.totals.get(node, 0.0) + duration_ms

    def add_all(self, other: Runs, counts: bool = True) -> None:
        """Add what ``other`` counted; without ``counts`` only how long and how often in vain."""
        if counts:
            _add(self.counts, other.counts)
        _add(self.totals, other.totals)
        _add(self.errors, other.errors)
        self.durations.update(other.durations)


@dataclass(frozen=True, slots=True)
class Heat:
    """What a node cost: runs, milliseconds in all as far as known, failures."""

    runs: int = 0
    total: float = 0.0
    errors: int = 0


class _Superstep:
    """What was seen of the superstep after a checkpoint; there are many, so it is kept small."""

    __slots__ = ("_ids", "inside", "outcomes")

    def __init__(self) -> None:
        self._ids: list[str] | set[str] = []
        self.outcomes: list[tuple[str, float | None]] = []
        """Nodes whose tasks wrote, with milliseconds, or failed, with ``None``."""
        self.inside: list[tuple[str, float | None]] = []
        """The same of nodes of subgraphs, by path."""

    def is_new(self, task_id: str) -> bool:
        """Whether a task is told of for the first time; from now on it is known."""
        if task_id in self._ids:
            return False
        if isinstance(self._ids, set):
            self._ids.add(task_id)
        else:
            self._ids.append(task_id)
            if len(self._ids) > _FEW:
                self._ids = set(self._ids)
        return True

    @property
    def written(self) -> int:
        """How many of its tasks wrote."""
        return len(self._ids)

    def of(self, node: str) -> list[tuple[str, float | None]]:
        """The outcomes among which those of a node are."""
        return self.inside if "|" in node else self.outcomes


def _runs_of(outcomes: list[tuple[str, float | None]]) -> Runs:
    runs = Runs()
    for node, duration in outcomes:
        if duration is None:
            runs.errors[node] = runs.errors.get(node, 0) + 1
        else:
            runs.add(node, duration)
    return runs


class BranchRuns:
    """Checkpoints with their parents, and what was executed after each.

    Counting begins anew with each input. A superstep whose checkpoint was edited, or got new input
    instead, did not run on that branch.
    """

    def __init__(self) -> None:
        self._rows: dict[str, CheckpointRow] = {}
        self._parents: dict[str, str] = {}
        self._seen: dict[str, _Superstep] = {}
        self._cached: tuple[str, Runs] | None = None
        self._latest: tuple[tuple[str, bool, int], Runs] | None = None
        self._base: tuple[str, Runs] | None = None
        """What was counted until a checkpoint whose ancestors are let go."""

    def clear(self) -> None:
        """Forget everything."""
        self._rows.clear()
        self._parents.clear()
        self._seen.clear()
        self._cached = self._latest = self._base = None

    def add(self, rows: Iterable[CheckpointRow]) -> None:
        """Learn of checkpoints of the root graph, in any order."""
        for row in rows:
            if row.checkpoint_ns == "" and self._rows.get(row.checkpoint_id) != row:
                self._rows[row.checkpoint_id] = row
                # Ids rise with time: what is older may lie on the way that was counted.
                if self._cached is not None and row.checkpoint_id <= self._cached[0]:
                    self._cached = None
        if len(self._rows) > MOST:
            self._let_go()

    def _let_go(self) -> None:
        """A run that goes on and on must not fill the memory."""
        at: str | None = max(self._rows)
        for _ in range(MOST // 2):
            at = self._parent(at) if at is not None else None
        if at is None:
            return
        self._base = (at, self._before(at).copy())
        for known in (self._rows, self._parents, self._seen):
            for checkpoint_id in [each for each in known if each < at]:
                del known[checkpoint_id]

    def planned(self, checkpoint_id: str, after: str | None) -> None:
        """The superstep after a checkpoint begins; ``after`` is the one before it in the run."""
        if after is not None and after != checkpoint_id:
            self._parents.setdefault(checkpoint_id, after)

    def wrote(
        self,
        checkpoint_id: str,
        task_id: str,
        node: str,
        duration_ms: float,
        inner: bool = False,
    ) -> None:
        """A task of the superstep after a checkpoint wrote; ``inner``: one inside of its tasks."""
        superstep = self._superstep(checkpoint_id)
        if inner:
            superstep.inside.append((node, duration_ms))
        elif superstep.is_new(task_id):
            superstep.outcomes.append((node, duration_ms))

    def failed(self, checkpoint_id: str, node: str) -> None:
        """A task of the superstep after a checkpoint failed."""
        self._superstep(checkpoint_id).of(node).append((node, None))

    def _superstep(self, checkpoint_id: str) -> _Superstep:
        known = self._seen.get(checkpoint_id)
        if known is None:
            known = self._seen[checkpoint_id] = _Superstep()
        return known

    def heat(self, node: str, checkpoint_id: str | None, after: bool) -> Heat:
        """What a node cost on the way to a checkpoint; ``after`` as with ``runs``."""
        if checkpoint_id is None:
            return Heat()
        before = self._before(checkpoint_id)
        runs = before.counts.get(node, 0)
        total, errors = before.totals.get(node, 0.0), before.errors.get(node, 0)
        superstep = self._seen.get(checkpoint_id) if after else None
        if superstep is not None:
            seen = self._counted(checkpoint_id, superstep, node)
            runs += seen.counts.get(node, 0)
            total += seen.totals.get(node, 0.0)
            errors += seen.errors.get(node, 0)
        return Heat(runs, total, errors)

    def runs(self, node: str, checkpoint_id: str | None, after: bool) -> tuple[int, float | None]:
        """Runs of a node on the way to a checkpoint, the last one's duration in ms beside it.

        ``after`` counts what the superstep after the checkpoint has done so far as well.
        """
        if checkpoint_id is None:
            return 0, None
        before = self._before(checkpoint_id)
        count, duration = before.counts.get(node, 0), before.durations.get(node)
        superstep = self._seen.get(checkpoint_id) if after else None
        if superstep is not None:
            seen = self._counted(checkpoint_id, superstep, node)
            count += seen.counts.get(node, 0)
            duration = seen.durations.get(node, duration)
        return count, duration

    def _counted(self, checkpoint_id: str, superstep: _Superstep, node: str) -> Runs:
        """The runs of a superstep, counted once as long as nothing is added."""
        outcomes = superstep.of(node)
        key = (checkpoint_id, "|" in node, len(outcomes))
        if self._latest is None or self._latest[0] != key:
            self._latest = (key, _runs_of(outcomes))
        return self._latest[1]

    def _before(self, checkpoint_id: str) -> Runs:
        if self._cached is not None and self._cached[0] == checkpoint_id:
            return self._cached[1]
        way: list[str] = []
        runs = Runs()
        at: str | None = checkpoint_id
        while at is not None:
            if self._cached is not None and self._cached[0] == at:
                runs = self._cached[1].copy()
                break
            if self._base is not None and self._base[0] == at:
                runs = self._base[1].copy()
                break
            way.append(at)
            at = None if self._source(at) == "input" else self._parent(at)
        for child in reversed(way):
            parent = self._parent(child)
            if parent is not None and self._source(child) == "loop":
                self._count(runs, parent)
        self._cached = (checkpoint_id, runs)
        return runs

    def _count(self, runs: Runs, checkpoint_id: str) -> None:
        """Add the superstep after a checkpoint: as it was seen, else as it was due."""
        seen = self._seen.get(checkpoint_id) or _Superstep()
        row = self._rows.get(checkpoint_id)
        due = () if row is None else row.next
        whole = seen.written >= len(due)
        if not whole:
            for node in due:
                runs.add(node, None)
        runs.add_all(_runs_of(seen.outcomes), counts=whole)
        runs.add_all(_runs_of(seen.inside))

    def _source(self, checkpoint_id: str) -> str:
        row = self._rows.get(checkpoint_id)
        return "loop" if row is None else row.source

    def _parent(self, checkpoint_id: str) -> str | None:
        row = self._rows.get(checkpoint_id)
        known = None if row is None else row.parent_checkpoint_id
        return known or self._parents.get(checkpoint_id)


def _add(counts: dict[str, Number], more: dict[str, Number]) -> None:
    for node, count in more.items():
        counts[node] = counts.get(node, type(count)()) + count
