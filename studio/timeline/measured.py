"""What this session saw of one superstep: when its tasks started, were tried again, and ended.

Time runs only while a task runs, so that a person's pause takes no room. What tasks did inside of
themselves, the tasks of a subgraph or called ones, is kept by where it is drawn: under its task, by
the names on the way to it, and in the first lane where nothing else of that name runs.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from runtime.debug.events import (
    TaskFailed,
    TaskInterrupted,
    TaskRetried,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.views import Substituted, TaskState

Track = tuple[str, int]
"""Node name, and which of its simultaneous tasks."""

TaskEvent = TaskStarted | TaskRetried | TaskWrote | TaskFailed | TaskInterrupted


class InnerTrack(NamedTuple):
    """Where something inside of a task is drawn."""

    node: str
    number: int
    path: tuple[str, ...]
    """Names from inside of the task to it."""
    lane: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """One that failed and was followed by another after ``wait``; times in milliseconds."""

    start: float
    duration: float
    wait: float
    problem: str


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
    attempts: tuple[Attempt, ...] = ()
    """Those that failed before the last one."""
    substituted: Substituted = ""
    """Why its node was not executed."""

    @property
    def end(self) -> float:
        return self.start + (self.duration or 0.0)


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
    inside: "Inside | None" = None
    """What its tasks did inside of themselves."""

    def follow(self, event: TaskEvent, now: float) -> bool:
        """Take in what a task did; ``now`` in milliseconds. Tells whether it is drawn."""
        bar = self.tasks.get(event.task_id) if event.checkpoint_ns == "" else None
        if bar is None:
            self.inside = self.inside or Inside()
            return self.inside.follow(event, self, now)
        if isinstance(event, TaskStarted):
            bar.state, bar.duration, bar.attempts = "running", None, ()
            bar.start = self.clock.start(now)
            return True
        if isinstance(event, TaskRetried):
            bar.attempts = (*bar.attempts, _attempt(bar, event))
            return True
        _end(bar, event, self.clock.at(now))
        self.end = max(self.end, bar.end)
        self.clock.end(now, bar.end)
        return True

    def leave(self) -> bool:
        """The run ended: what did not return is due again. Tells whether anything was running."""
        if self.clock.running == 0:
            return False
        self.clock.running = 0
        for bar in self.bars.values():
            if bar.state == "running":
                bar.state, bar.start, bar.attempts = "due", 0.0, ()
        if self.inside is not None:
            self.inside.leave()
        return True


class Inside:
    """Bars of what ran inside of the tasks of one superstep."""

    def __init__(self) -> None:
        self.bars: dict[InnerTrack, list[Bar]] = {}
        self._running: dict[str, tuple[Bar, InnerTrack]] = {}
        self._places: dict[str, InnerTrack] = {}
        self._lanes: dict[InnerTrack, list[str | None]] = {}

    def follow(self, event: TaskEvent, superstep: Measured, now: float) -> bool:
        if isinstance(event, TaskStarted):
            return self._start(event, superstep, now)
        bar, track = self._running.get(event.task_id, (None, None))
        if bar is None or track is None:
            return False
        if isinstance(event, TaskRetried):
            bar.attempts = (*bar.attempts, _attempt(bar, event))
            return True
        _end(bar, event, superstep.clock.at(now))
        self._let_go(event.task_id)
        return True

    def _start(self, event: TaskStarted, superstep: Measured, now: float) -> bool:
        place = self._place_of(event, superstep)
        if place is None or (event.name.startswith("__") and event.name.endswith("__")):
            return False
        lanes = self._lanes.setdefault(place, [])
        lane = lanes.index(None) if None in lanes else len(lanes)
        lanes[lane : lane + 1] = [event.task_id]
        track = place._replace(lane=lane)
        start = superstep.clock.at(now)
        bar = Bar(event.task_id, event.name, None, (place.node, place.number), "running", start)
        self.bars.setdefault(track, []).append(bar)
        self._running[event.task_id] = (bar, track)
        self._places[event.task_id] = place
        return True

    def _place_of(self, event: TaskStarted, superstep: Measured) -> InnerTrack | None:
        """Under which task it is drawn, and by which names."""
        if event.called_by:
            caller = self._places.get(event.called_by)
            if caller is not None:
                return caller._replace(path=(*caller.path, event.name))
        first, *rest = event.checkpoint_ns.split("|")
        owner = superstep.tasks.get(event.called_by or first.partition(":")[2])
        if owner is None:
            owner = superstep.tasks.get(first.partition(":")[2])
        if owner is None:
            return None
        names = (*(step.partition(":")[0] for step in rest), event.name)
        return InnerTrack(*owner.track, names, 0)

    def _let_go(self, task_id: str) -> None:
        _, track = self._running.pop(task_id)
        self._lanes[track._replace(lane=0)][track.lane] = None
        self._places.pop(task_id, None)

    def leave(self) -> None:
        """What did not return is not known to have written anything."""
        for task_id, (bar, _) in list(self._running.items()):
            bar.state, bar.duration = "due", 0.0
            self._let_go(task_id)


def _attempt(bar: Bar, event: TaskRetried) -> Attempt:
    before = bar.attempts[-1] if bar.attempts else None
    start = 0.0 if before is None else before.start + before.duration + before.wait
    problem = f"{event.error.type}: {event.error.message}"
    return Attempt(start, event.duration_ms, event.wait_ms, problem)


def _end(bar: Bar, event: TaskWrote | TaskFailed | TaskInterrupted, at: float) -> None:
    bar.duration = event.duration_ms
    if isinstance(event, TaskWrote):
        bar.state = "wrote"
        bar.substituted = event.substituted
    else:
        bar.state = "failed" if isinstance(event, TaskFailed) else "interrupted"
    # Both are heard late, never early: the earlier of the two is nearer to the real start.
    bar.start = max(0.0, min(bar.start, at - event.duration_ms))
