"""Plays the branch that is looked at, checkpoint by checkpoint; nothing is executed.

Each checkpoint is looked at as by a click, so that every panel goes along. Between two of them the
recorded superstep is told phase by phase. Under reduced motion only the checkpoints follow each
other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from runtime.debug.commands import ReadCheckpoint
from runtime.debug.events import Event
from runtime.debug.views import CheckpointRow, CheckpointView, ErrorView, Reply
from studio.replay.record import RecordedSuperstep, superstep_between
from studio.session.bridge import SessionBridge
from studio.session.moment import Moment
from studio.session.run_state import Phase

PLAN_MS = 450
EXECUTE_MS = 350
TASKS_MS = 600
"""How long all tasks of a superstep take to end, one after the other."""
SHORTEST_TASK_MS = 16
UPDATE_MS = 350
FOLD_MS = 250
LONGEST_FOLD_MS = 1500
STILL_MS = 900
"""How long a checkpoint stands where nothing moves."""


class Player(QObject):
    """``told`` carries events to be shown on the moment viewed; ``phase_changed`` says how far
    the superstep is: its number, the phase, tasks that ended, tasks in all. ``rested`` comes when
    a superstep that was being told was broken off."""

    told = Signal(object)
    phase_changed = Signal(int, str, int, int)
    playing_changed = Signal(bool)
    rested = Signal()

    def __init__(self, bridge: SessionBridge, moment: Moment, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._moment = moment
        self._playing = False
        self._speed = 1.0
        self._animated = True
        self._acts: list[tuple[float, Callable[[], None]]] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._next_act)
        self.rewind: Callable[[], None] = lambda: moment.look_at(moment.branch()[0])
        """Goes to the beginning of the branch."""
        moment.view_loaded.connect(self._view_loaded)
        moment.thread_changed.connect(self.pause)
        moment.run_changed.connect(self._run_changed)

    @property
    def playing(self) -> bool:
        return self._playing

    @property
    def can_play(self) -> bool:
        """Whether there is history to show and no run disturbs it."""
        moment = self._moment
        return (
            moment.head is not None
            and moment.run.status != "running"
            and (moment.following is not None or moment.previous is not None)
        )

    def configure(self, animated: bool, speed: float) -> None:
        """Whether phases are shown, and how fast."""
        self._animated = animated
        self._speed = max(0.1, speed)

    def toggle(self) -> None:
        if self._playing:
            self.pause()
        else:
            self.play()

    def play(self) -> None:
        """From the moment looked at; at the end of the branch, from its beginning."""
        if self._playing or not self.can_play:
            return
        self._set_playing(True)
        if self._moment.following is None:
            self.rewind()
        elif self._moment.view is not None:
            self._view_loaded(self._moment.view)

    def pause(self) -> None:
        """Stay where it is; what was being told gives way to the record."""
        if self._playing:
            self._drop()
            self._set_playing(False)
            self.rested.emit()

    def _set_playing(self, playing: bool) -> None:
        self._playing = playing
        self.playing_changed.emit(playing)

    def _run_changed(self) -> None:
        if self._moment.run.status == "running":
            self.pause()

    def _view_loaded(self, view: CheckpointView) -> None:
        if not self._playing:
            return
        self._drop()
        following = self._moment.following
        if following is None:
            self._set_playing(False)
            return
        if not self._animated:
            self._later(STILL_MS, lambda: self._moment.look_at(following))
            return
        self._read(view, following)

    def _read(self, view: CheckpointView, following: CheckpointRow) -> None:
        def read(reply: Reply) -> None:
            shown = self._moment.view
            if isinstance(reply, CheckpointView) and self._playing and shown is view:
                self._tell(superstep_between(view, reply), following)

        def refused(error: ErrorView) -> None:
            self.pause()
            self._bridge.failed.emit(error)

        command = ReadCheckpoint(
            following.thread_id, following.checkpoint_ns, following.checkpoint_id
        )
        self._bridge.request(command, read, refused)

    def _tell(self, superstep: RecordedSuperstep, following: CheckpointRow) -> None:
        """Plan the phases of a superstep, each with the pause after it."""
        total = superstep.tasks
        if total:
            self._act(superstep, superstep.planned, "plan", 0, PLAN_MS)
            self._act(superstep, superstep.started, "execute", 0, EXECUTE_MS)
            most = max(1, TASKS_MS // SHORTEST_TASK_MS)
            at_once = -(-total // most)
            pause = min(200.0, TASKS_MS / -(-total // at_once))
            for first in range(0, total, at_once):
                ended = superstep.ended[first : first + at_once]
                self._act(superstep, ended, "execute", min(first + at_once, total), pause)
        folds = sum(len(event.fold) + 1 for event in superstep.updated if hasattr(event, "fold"))
        pause = UPDATE_MS + min(LONGEST_FOLD_MS, folds * FOLD_MS)
        self._act(superstep, superstep.updated, "update", total, pause)
        self._acts.append((0.0, lambda: self._moment.look_at(following)))
        self._next_act()

    def _act(
        self,
        superstep: RecordedSuperstep,
        events: Sequence[Event],
        phase: Phase,
        ended: int,
        pause: float,
    ) -> None:
        def act() -> None:
            self.told.emit(events)
            self.phase_changed.emit(superstep.step, phase, ended, superstep.tasks)

        self._acts.append((pause, act))

    def _next_act(self) -> None:
        if self._acts:
            pause, act = self._acts.pop(0)
            act()
            if self._acts:
                self._timer.start(round(pause / self._speed))

    def _later(self, pause: float, act: Callable[[], None]) -> None:
        self._acts = [(0.0, act)]
        self._timer.start(round(pause / self._speed))

    def _drop(self) -> None:
        self._timer.stop()
        self._acts = []
