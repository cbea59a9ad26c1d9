"""Supersteps of one branch along time, without Qt.

A column stands for a checkpoint and for the superstep whose tasks are due there. What this
session ran has starts and durations; what is only recorded has none and is drawn as equal blocks.
Inside a superstep time runs only while a task runs, so that a person's pause takes no room.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from runtime.debug.events import (
    CheckpointSaved,
    Event,
    RunEnded,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskRetried,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.views import CheckpointRow, TaskState, TaskView
from studio.timeline.measured import Bar, InnerTrack, Measured, Track

MOST_COLUMNS = 6_000
"""Of a longer branch the supersteps around the moment looked at are drawn."""
MOST_MEASURED = 2_000
"""Of older supersteps the times are let go, and they are drawn as recorded ones."""


@dataclass(frozen=True, slots=True)
class Straggler:
    """The task for which a barrier waited longest, and how long after the one before it."""

    bar: Bar
    waited: float


@dataclass(slots=True)
class Column:
    """The superstep that follows one checkpoint."""

    row: CheckpointRow
    bars: dict[Track, Bar] = field(default_factory=dict)
    recorded: bool = True
    """Nothing is known of when its tasks ran."""
    executed: bool = False
    """Whether a checkpoint of this branch follows."""
    left: bool = False
    """Whether its tasks were left behind by an edit or by new input."""
    read: bool = False
    """Whether the recorded states of its tasks are known, one by one."""
    measured: Measured | None = None
    """What this session saw of it."""
    _settled: float | None = None
    _straggler: Straggler | None = None

    def of_node(self, node: str) -> list[Bar]:
        """The simultaneous tasks of a node."""
        return [bar for track, bar in self.bars.items() if track[0] == node]

    @property
    def straggler(self) -> Straggler | None:
        """Once all of several tasks have ended."""
        if self._straggler is None and self.executed and self.measured is not None:
            ended = [bar for bar in self.bars.values() if bar.duration is not None]
            if len(ended) == len(self.bars) and len(ended) > 1:
                before, last = sorted(ended, key=_end_of)[-2:]
                self._straggler = Straggler(last, last.end - before.end)
        return self._straggler

    def unsettle(self) -> None:
        """The tasks are other ones now: measure again."""
        self._settled = self._straggler = None

    @property
    def duration(self) -> float:
        """Milliseconds from the first start to the last end, as far as known."""
        if self.measured is not None and self.bars is self.measured.bars:
            return self.measured.end
        if self._settled is not None:
            return self._settled
        ends = [bar.start + (bar.duration or 0.0) for bar in self.bars.values()]
        duration = max(ends, default=0.0)
        if self.executed and (
            self.recorded or all(bar.duration is not None for bar in self.bars.values())
        ):
            self._settled = duration
        return duration


class Supersteps:
    """Columns of the branch that is looked at, oldest first, and the tracks they use."""

    def __init__(self) -> None:
        self._rows: dict[str, CheckpointRow] = {}
        self._measured: dict[str, Measured] = {}
        self._read: dict[str, tuple[TaskView, ...]] = {}
        self._running: str | None = None
        self._looked_at: str | None = None
        self._positions: dict[str, int] = {}
        self.columns: list[Column] = []
        self.tracks: dict[Track, int] = {}
        """Place of each track: tasks of one node stand under each other."""
        self.inner: dict[InnerTrack, None] = {}
        """Tracks of what ran inside of tasks, in the order in which they were first seen."""

    def show(self, rows: Iterable[CheckpointRow], looked_at: str | None = None) -> None:
        """Start over with a thread's checkpoints; measured times of known ones stay.

        The moment looked at stays too, unless another is given.
        """
        self._looked_at = looked_at or self._looked_at
        self._rows = {row.checkpoint_id: row for row in rows if row.checkpoint_ns == ""}
        self._build()

    def add(self, rows: Iterable[CheckpointRow]) -> None:
        """Add further checkpoints, older or newer."""
        self._rows.update((row.checkpoint_id, row) for row in rows if row.checkpoint_ns == "")
        self._build()

    def look_at(self, checkpoint_id: str | None) -> None:
        """Show the branch of this checkpoint, up to its newest descendant."""
        self._looked_at = checkpoint_id
        if checkpoint_id is None or self.column_of(checkpoint_id) is None:
            self._build()

    def read(self, checkpoint_id: str, tasks: tuple[TaskView, ...]) -> bool:
        """Take over what is recorded of a superstep's tasks; tells whether that is new."""
        if self._read.get(checkpoint_id) == tasks:
            return False
        self._read[checkpoint_id] = tasks
        number = self.column_of(checkpoint_id)
        if number is None or not self.columns[number].recorded:
            return False
        self._fill(self.columns[number])
        self._add_tracks(self.columns[number])
        return True

    @property
    def is_running(self) -> bool:
        measured = self._measured.get(self._running or "")
        return measured is not None and measured.clock.running > 0

    def is_growing(self, column: Column) -> bool:
        """Whether a task of this superstep runs now."""
        return self.is_running and column.row.checkpoint_id == self._running

    def column_of(self, checkpoint_id: str | None) -> int | None:
        return None if checkpoint_id is None else self._positions.get(checkpoint_id)

    def elapsed(self, column: Column, now: float) -> float:
        """Where a superstep's own time stands now, for bars that still grow."""
        measured = self._measured.get(column.row.checkpoint_id)
        return 0.0 if measured is None else measured.clock.at(now)

    def apply(self, event: Event, now: float) -> bool:
        """Follow a run; ``now`` in milliseconds. Tells whether anything drawn changed."""
        if isinstance(event, SuperstepPlanned):
            if event.checkpoint_ns == "":
                self._plan(event)
                return True
        elif isinstance(event, CheckpointSaved):
            return self._saved(event.row)
        elif isinstance(event, RunEnded):
            return self._leave()
        elif isinstance(
            event, TaskStarted | TaskRetried | TaskWrote | TaskFailed | TaskInterrupted
        ):
            measured = self._measured.get(self._running or "")
            if measured is not None and measured.follow(event, now):
                self._add_inner(measured)
                return True
        return False

    def _add_inner(self, measured: Measured) -> None:
        if measured.inside is not None and not measured.inside.bars.keys() <= self.inner.keys():
            self.inner.update(dict.fromkeys(measured.inside.bars))

    def _plan(self, event: SuperstepPlanned) -> None:
        counts: dict[str, int] = {}
        bars: dict[Track, Bar] = {}
        earlier = self._measured.get(event.checkpoint_id)
        known = {} if earlier is None else earlier.tasks
        for task in event.tasks:
            number = counts.get(task.name, 0)
            counts[task.name] = number + 1
            track = (task.name, number)
            state: TaskState = "wrote" if task.finished else "due"
            bar = Bar(task.id, task.name, task.index, track, state)
            bar.substituted = task.substituted
            bars[track] = known.get(task.id, bar) if task.finished else bar
        tasks = {bar.task_id: bar for bar in bars.values()}
        self._measured.pop(event.checkpoint_id, None)
        self._measured[event.checkpoint_id] = Measured(bars, tasks)
        self._let_go_of_oldest()
        self._running = event.checkpoint_id
        number_of_column = self.column_of(event.checkpoint_id)
        if number_of_column is not None:
            self._fill(self.columns[number_of_column])
            self._add_tracks(self.columns[number_of_column])

    def _let_go_of_oldest(self) -> None:
        while len(self._measured) > MOST_MEASURED:
            checkpoint_id = next(iter(self._measured))
            del self._measured[checkpoint_id]
            number = self.column_of(checkpoint_id)
            if number is not None:
                column = self.columns[number]
                column.measured, column.recorded = None, True
                self._fill(column)
        while len(self._read) > MOST_MEASURED:
            del self._read[next(iter(self._read))]

    def _leave(self) -> bool:
        """The run ended: what did not return is due again."""
        measured = self._measured.get(self._running or "")
        return measured is not None and measured.leave()

    def _saved(self, row: CheckpointRow) -> bool:
        if row.checkpoint_ns or (self._rows and not self._same_thread(row)):
            return False
        self._rows[row.checkpoint_id] = row
        last = self.columns[-1] if self.columns else None
        if last is not None and row.parent_checkpoint_id == last.row.checkpoint_id:
            self._append(row)
            if len(self.columns) > MOST_COLUMNS + MOST_COLUMNS // 8:
                self._let_go_of_rows()
        else:
            self._build()
        return True

    def _let_go_of_rows(self) -> None:
        """Keep what is drawn, which are the newest ones of the branch that grows."""
        kept = self.columns[-MOST_COLUMNS:]
        self._rows = {column.row.checkpoint_id: column.row for column in kept}
        self._build()

    def _same_thread(self, row: CheckpointRow) -> bool:
        return row.thread_id == next(iter(self._rows.values())).thread_id

    def _build(self) -> None:
        self.columns = []
        self.tracks = {}
        self.inner = {}
        self._positions = {}
        for row in self._branch():
            self._append(row)

    def _append(self, row: CheckpointRow) -> None:
        if self.columns:
            last = self.columns[-1]
            last.executed = True
            if row.source != "loop":
                # An edit or new input followed: on this branch its tasks did not run.
                last.left = bool(last.bars)
                last.bars = {}
                last.unsettle()
            else:
                _note_substituted(last, row)
        column = Column(row)
        self._fill(column)
        self._positions[row.checkpoint_id] = len(self.columns)
        self.columns.append(column)
        self._add_tracks(column)

    def _fill(self, column: Column) -> None:
        measured = self._measured.get(column.row.checkpoint_id)
        column.unsettle()
        if measured is not None:
            column.recorded = False
            column.bars = measured.bars
            column.measured = measured
            self._add_inner(measured)
            return
        tasks = self._read.get(column.row.checkpoint_id)
        column.read = tasks is not None
        known = [Bar("", name, None, (name, 0), "due") for name in column.row.next]
        if tasks is not None:
            known = [
                Bar(
                    each.id,
                    each.name,
                    each.index,
                    (each.name, 0),
                    each.state,
                    substituted=each.substituted,
                )
                for each in tasks
            ]
        counts: dict[str, int] = {}
        column.bars = {}
        for bar in known:
            number = counts.get(bar.node, 0)
            counts[bar.node] = number + 1
            bar.track = (bar.node, number)
            column.bars[bar.track] = bar

    def _add_tracks(self, column: Column) -> None:
        if all(track in self.tracks for track in column.bars):
            return
        nodes = dict.fromkeys(node for node, _ in (*self.tracks, *column.bars))
        order = {node: place for place, node in enumerate(nodes)}
        every = {*self.tracks, *column.bars}
        ranked = sorted(every, key=lambda track: (order[track[0]], track[1]))
        self.tracks = {track: line for line, track in enumerate(ranked)}

    def _branch(self) -> list[CheckpointRow]:
        children: dict[str, list[CheckpointRow]] = {}
        for row in self._rows.values():
            if row.parent_checkpoint_id is not None:
                children.setdefault(row.parent_checkpoint_id, []).append(row)
        newest = max(self._rows.values(), key=_age, default=None)
        looked_at = self._rows.get(self._looked_at or "")
        at: CheckpointRow | None = newest
        if looked_at is not None and newest is not None:
            ancestors = {row.checkpoint_id for row in self._upwards(newest)}
            if looked_at.checkpoint_id not in ancestors:
                at = looked_at
                while at.checkpoint_id in children:
                    at = max(children[at.checkpoint_id], key=_age)
        return [] if at is None else _around(self._upwards(at)[::-1], self._looked_at)

    def _upwards(self, row: CheckpointRow) -> list[CheckpointRow]:
        path = [row]
        while True:
            parent = self._rows.get(path[-1].parent_checkpoint_id or "")
            if parent is None:
                return path
            path.append(parent)


def _around(path: list[CheckpointRow], looked_at: str | None) -> list[CheckpointRow]:
    """What is drawn of a branch: around the moment looked at, else its end."""
    if len(path) <= MOST_COLUMNS:
        return path
    ids = [row.checkpoint_id for row in path]
    middle = ids.index(looked_at) if looked_at in ids else len(path)
    first = max(0, min(middle - MOST_COLUMNS // 2, len(path) - MOST_COLUMNS))
    return path[first : first + MOST_COLUMNS]


def _age(row: CheckpointRow) -> str:
    return row.checkpoint_id


def _end_of(bar: Bar) -> float:
    return bar.end


def _note_substituted(column: Column, following: CheckpointRow) -> None:
    """Which nodes were not executed, as the checkpoint after them has it."""
    noted = following.metadata.get("substituted")
    if not isinstance(noted, dict):
        return
    for bar in column.bars.values():
        how = noted.get(bar.node)
        if how in ("pinned", "skipped"):
            bar.substituted = how


def state_of(column: Column, bar: Bar) -> TaskState:
    """What is known of a task: where only the history speaks, from the checkpoints around it."""
    if not column.recorded:
        # A superstep that passed had its questions answered, maybe by another program.
        passed = column.executed and bar.state in ("due", "interrupted")
        return "wrote" if passed else bar.state
    if column.executed:
        return "wrote"
    if column.read:
        return bar.state
    if column.row.failed:
        return "failed"
    return "interrupted" if column.row.interrupted else "due"
