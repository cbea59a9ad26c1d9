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
    TaskStarted,
    TaskWrote,
)
from runtime.debug.views import CheckpointRow, TaskState, TaskView

Track = tuple[str, int]
"""Node name, and which of its simultaneous tasks: one line of the chart."""


@dataclass(slots=True)
class Bar:
    """One task. ``start`` and ``duration`` are milliseconds inside the superstep."""

    task_id: str
    node: str
    index: int | None
    track: Track
    state: TaskState
    start: float = 0.0
    duration: float | None = None


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
    measured: "Measured | None" = None
    """What this session saw of it."""
    _settled: float | None = None

    def unsettle(self) -> None:
        """The tasks are other ones now: measure again."""
        self._settled = None

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


@dataclass(slots=True)
class _Clock:
    """Time that only runs while some task runs."""

    elapsed: float = 0.0
    since: float = 0.0
    running: int = 0

    def start(self, now: float) -> float:
        if self.running == 0:
            self.since = now
        self.running += 1
        return self.at(now)

    def end(self, now: float, latest: float) -> None:
        self.running = max(self.running - 1, 0)
        if self.running == 0:
            self.elapsed = max(self.elapsed, latest)

    def at(self, now: float) -> float:
        return self.elapsed + (now - self.since if self.running else 0.0)


@dataclass(slots=True)
class Measured:
    """A superstep that this session runs or ran; ``end`` is that of its last task so far."""

    bars: dict[Track, Bar]
    tasks: dict[str, Bar]
    clock: _Clock = field(default_factory=_Clock)
    end: float = 0.0


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
        """Line of each track: tasks of one node stand under each other."""

    def show(self, rows: Iterable[CheckpointRow]) -> None:
        """Start over with a thread's checkpoints; measured times of known ones stay."""
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
        elif isinstance(event, TaskStarted | TaskWrote | TaskFailed | TaskInterrupted):
            measured = self._measured.get(self._running or "")
            if measured is not None and event.checkpoint_ns == "":
                return _follow(measured, event, now)
        return False

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
            bars[track] = known.get(task.id, bar) if task.finished else bar
        tasks = {bar.task_id: bar for bar in bars.values()}
        self._measured[event.checkpoint_id] = Measured(bars, tasks)
        self._running = event.checkpoint_id
        number_of_column = self.column_of(event.checkpoint_id)
        if number_of_column is not None:
            self._fill(self.columns[number_of_column])
            self._add_tracks(self.columns[number_of_column])

    def _leave(self) -> bool:
        """The run ended: what did not return is due again."""
        measured = self._measured.get(self._running or "")
        if measured is None or measured.clock.running == 0:
            return False
        measured.clock.running = 0
        for bar in measured.bars.values():
            if bar.state == "running":
                bar.state, bar.start = "due", 0.0
        return True

    def _saved(self, row: CheckpointRow) -> bool:
        if row.checkpoint_ns or (self._rows and not self._same_thread(row)):
            return False
        self._rows[row.checkpoint_id] = row
        last = self.columns[-1] if self.columns else None
        if last is not None and row.parent_checkpoint_id == last.row.checkpoint_id:
            self._append(row)
        else:
            self._build()
        return True

    def _same_thread(self, row: CheckpointRow) -> bool:
        return row.thread_id == next(iter(self._rows.values())).thread_id

    def _build(self) -> None:
        self.columns = []
        self.tracks = {}
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
            return
        tasks = self._read.get(column.row.checkpoint_id)
        column.read = tasks is not None
        known = [Bar("", name, None, (name, 0), "due") for name in column.row.next]
        if tasks is not None:
            known = [
                Bar(each.id, each.name, each.index, (each.name, 0), each.state) for each in tasks
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
        return [] if at is None else self._upwards(at)[::-1]

    def _upwards(self, row: CheckpointRow) -> list[CheckpointRow]:
        path = [row]
        while True:
            parent = self._rows.get(path[-1].parent_checkpoint_id or "")
            if parent is None:
                return path
            path.append(parent)


def _age(row: CheckpointRow) -> str:
    return row.checkpoint_id


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


def _follow(
    measured: Measured, event: TaskStarted | TaskWrote | TaskFailed | TaskInterrupted, now: float
) -> bool:
    bar = measured.tasks.get(event.task_id)
    if bar is None:
        return False
    if isinstance(event, TaskStarted):
        bar.state = "running"
        bar.duration = None
        bar.start = measured.clock.start(now)
        return True
    bar.duration = event.duration_ms
    if isinstance(event, TaskWrote):
        bar.state = "wrote"
    else:
        bar.state = "failed" if isinstance(event, TaskFailed) else "interrupted"
    # Both are heard late, never early: the earlier of the two is nearer to the real start.
    bar.start = max(0.0, min(bar.start, measured.clock.at(now) - event.duration_ms))
    end = bar.start + event.duration_ms
    measured.end = max(measured.end, end)
    measured.clock.end(now, end)
    return True
