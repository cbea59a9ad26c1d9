"""The gate that a debugged run passes: before each superstep and, stepping, before each task.

The run's threads ask here whether they may go on; a paused run is a thread that waits here. Whoever
steers the run (pause, go on, stop) does so from another thread and never waits.

A superstep of hidden tasks alone, which only distributes the input, is never stopped at.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from runtime.debug.breakpoints import BreakpointSet, Hit, spoken
from runtime.debug.commands import (
    BreakpointKind,
    Continue,
    Goal,
    Resume,
    ReviseAnswer,
    RunMode,
    Start,
)
from runtime.debug.events import PauseReason
from runtime.debug.expressions import Expression
from runtime.debug.views import ErrorView
from runtime.pregel.observe import RunStopped


class Target:
    """Where a run is to pause; raises ``BadExpression``."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self._expression = Expression(goal.expression) if goal.expression else None

    def text(self) -> str:
        """What it waits for, in words."""
        goal = self._goal
        step = None if goal.step is None else f"superstep {goal.step}"
        node = spoken(goal.namespace, goal.node) if goal.node else None
        return " or ".join(filter(None, (node, step, goal.expression)))

    def reached(self, place: "Place", nodes: Sequence[str]) -> str:
        """What has come, in words; empty where nothing has."""
        goal = self._goal
        if goal.step is not None and not place.depth and place.step >= goal.step:
            return f"Superstep {place.step} is due."
        if goal.namespace != place.namespace:
            return ""
        if goal.node and goal.node in nodes:
            return f"{spoken(goal.namespace, goal.node)} is due."
        return f"{goal.expression} holds." if self._holds(place) else ""

    def _holds(self, place: "Place") -> bool:
        if self._expression is None:
            return False
        try:
            return self._expression.holds(place.values().__getitem__)
        except Exception:  # noqa: BLE001 - a channel may be empty, or of another type, yet
            return False


@dataclass(frozen=True, slots=True)
class Orders:
    """How far a run may go before it pauses by itself."""

    mode: RunMode = "run"
    task_id: str | None = None
    target: Target | None = None
    held: bool = False
    """Whether it waits before the first superstep."""

    @classmethod
    def of(cls, command: Start | Continue | Resume | ReviseAnswer) -> "Orders":
        """What a command demands; raises ``BadExpression``."""
        task_id = command.task_id if isinstance(command, Continue) else None
        target = None if command.goal is None else Target(command.goal)
        if command.mode == "paused":
            return cls("step_superstep", task_id, target, held=True)
        return cls(command.mode, task_id, target)


@dataclass(frozen=True, slots=True)
class Pausing:
    """Why the run waits, and which tasks execute when it goes on."""

    reason: PauseReason
    text: str
    step: int
    next: tuple[str, ...]
    breakpoint_id: str | None = None
    checkpoint_ns: str = ""
    error: ErrorView | None = None
    repeats: tuple[str, ...] = ()


class Place(Protocol):
    """Where a run asks to go on: a superstep of the root graph or of a subgraph."""

    @property
    def depth(self) -> int: ...

    @property
    def step(self) -> int: ...

    @property
    def namespace(self) -> str: ...

    @property
    def checkpoint_ns(self) -> str: ...

    def values(self) -> Mapping[str, Any]: ...


class RunGate:
    """One run's gate. In the run's threads ``announce`` is called when it begins to wait, and
    ``tell`` for each breakpoint that is hit."""

    def __init__(
        self,
        orders: Orders,
        breakpoints: BreakpointSet,
        announce: Callable[[Pausing], None],
        tell: Callable[[Hit, Place], None],
        *,
        from_input: bool,
    ) -> None:
        self.breakpoints = breakpoints
        self._announce = announce
        self._tell = tell
        self._condition = threading.Condition()
        self._orders = orders
        # A run that begins with new input first shows what is due; one that goes on from a
        # checkpoint does not stop again at what was already shown there.
        held = from_input or orders.held
        self._allowance = 0 if held else 1
        self._leaving = not held
        self._depth = 0
        self._pause_requested = False
        self._stopped = False
        self._releases = 0
        self._waiting = 0
        self._hit: Hit | None = None
        self._raised: BaseException | None = None

    # -- the steering side ------------------------------------------------------------------

    @property
    def is_paused(self) -> bool:
        """Whether a thread of the run waits here."""
        with self._condition:
            return self._waiting > 0

    def pause(self) -> None:
        """Have the run wait where it would start the next tasks."""
        with self._condition:
            self._pause_requested = True

    def go_on(self, orders: Orders) -> None:
        """Let a waiting run go on."""
        with self._condition:
            self._orders = orders
            self._allowance = 1
            self._pause_requested = False
            self._releases += 1
            self._condition.notify_all()

    def stop(self) -> None:
        """Have every thread that passes or waits here leave with ``RunStopped``."""
        with self._condition:
            self._stopped = True
            self._condition.notify_all()

    @property
    def is_stopped(self) -> bool:
        """Whether ``stop`` was called."""
        return self._stopped

    @property
    def missed(self) -> str:
        """What the run was to go to and has not come to, in words."""
        target = self._orders.target
        return "" if target is None else target.text()

    # -- the run's side ---------------------------------------------------------------------

    @property
    def serial(self) -> bool:
        """Whether tasks are to execute one at a time."""
        return self._orders.mode == "step_task"

    def check(self) -> None:
        """``RunStopped`` where the run is to end."""
        if self._stopped:
            raise RunStopped

    def before_superstep(
        self, place: Place, nodes: Sequence[str], repeated: Sequence[str] = ()
    ) -> None:
        """Pass or wait before the tasks of ``nodes`` execute; hidden ones are not among them.

        ``repeated`` are those that are unsafe to repeat and would run again.
        """
        self.check()
        if not nodes:
            return
        pausing = self._reason_at_superstep(place, tuple(nodes))
        if repeated:
            # Whatever else it stops for: whoever lets it go on has to know.
            pausing = _unsafe(place, tuple(nodes), tuple(repeated))
        self._leaving = False
        if pausing is not None:
            self._wait(pausing, place)
        if self._orders.mode == "step_superstep" and place.depth <= self._depth:
            self._allowance = 0

    def _reason_at_superstep(self, place: Place, names: tuple[str, ...]) -> Pausing | None:
        orders = self._orders
        found = self._meet(place, "before", names)
        became = self._meet(place, "condition", names)
        hit, self._hit = self._hit, None
        if self._pause_requested:
            return Pausing("pause", "Paused.", place.step, names)
        if not self._leaving:
            hit = hit or found or became
        if hit is not None:
            return _at(hit, place, names)
        stepping = orders.mode == "step_task" or (
            orders.mode == "step_superstep" and place.depth <= self._depth
        )
        if stepping and not self._allowance:
            return Pausing("step", f"Before superstep {place.step}.", place.step, names)
        if self._leaving or orders.target is None:
            return None
        reached = orders.target.reached(place, names)
        return Pausing("until", reached, place.step, names) if reached else None

    def before_task(self, place: Place, waiting: Mapping[str, str]) -> str | None:
        """Pass or wait before the next of the ``waiting`` tasks (name by id) executes.

        Gives the id of the task that was chosen, or ``None`` where nobody chose.
        """
        self.check()
        names = tuple(waiting.values())
        if self._pause_requested:
            self._wait(Pausing("pause", "Paused.", place.step, names), place)
        elif self._orders.mode == "step_task" and not self._allowance:
            text = f"Before the next task of superstep {place.step}."
            self._wait(Pausing("step", text, place.step, names), place)
        if self._orders.mode == "step_superstep" and place.depth <= self._depth:
            self._allowance = 0
        return self._orders.task_id if self._orders.mode == "step_task" else None

    def task_begins(self) -> None:
        """A task's node is about to be called."""
        self.check()
        if self._orders.mode == "step_task":
            self._allowance = 0

    def task_failed(self, place: Place, node: str, raised: BaseException, view: ErrorView) -> None:
        """Pass, or wait where a breakpoint looks at errors; an error that a subgraph raised in its
        node's stead is shown once."""
        if raised is not self._raised:
            self._raised = raised
            self._wait_for_error(place, (node,), view)

    def step_failed(self, place: Place, view: ErrorView) -> None:
        """As ``task_failed``, where the barrier or the saver raised and no task did."""
        self._wait_for_error(place, (), view)

    def _wait_for_error(self, place: Place, names: tuple[str, ...], view: ErrorView) -> None:
        hit = self._meet(place, "error", names or (f"superstep {place.step}",))
        if hit is not None:
            pausing = _at(hit, place, (), view)
            self._wait_within(pausing, place)

    def barrier_reached(self, place: Place, writers: Mapping[str, Sequence[str]]) -> None:
        """Pass, or wait where several tasks wrote a channel; ``writers`` are nodes by channel."""
        shared = [channel for channel, names in writers.items() if len(names) > 1]
        hit = self._meet(place, "several", shared)
        if hit is not None:
            self._wait_within(_at(hit, place, ()), place)

    def superstep_done(
        self,
        place: Place,
        nodes: Sequence[str],
        written: Sequence[str],
        changed: Sequence[str],
        due: Sequence[str],
    ) -> None:
        """Look at what the superstep did; the next one waits then, or this one if it was the last.

        ``due`` are the nodes that are due after it.
        """
        found = [
            hit
            for kind, names in (("after", nodes), ("write", written), ("change", changed))
            if (hit := self._meet(place, kind, names)) is not None  # type: ignore[arg-type]
        ]
        if found and self._hit is None:
            if due:
                self._hit = found[0]
            else:
                self._wait_within(_at(found[0], place, ()), place)

    def _meet(self, place: Place, kind: BreakpointKind, names: Sequence[str]) -> Hit | None:
        """Tell of every breakpoint that is hit; gives the first that pauses."""
        hits = self.breakpoints.look(
            kind, names, place.values, place.namespace, place.checkpoint_ns
        )
        for hit in hits:
            self._tell(hit, place)
        return next((hit for hit in hits if hit.outcome == "paused"), None)

    def _wait_within(self, pausing: Pausing, place: Place) -> None:
        """Wait in the midst of a superstep: the next step is to its end."""
        self._wait(pausing, place)
        if self._orders.mode != "run":
            self._allowance = 0

    def _wait(self, pausing: Pausing, place: Place) -> None:
        with self._condition:
            before = self._releases
            self._waiting += 1
            self._depth = place.depth
            self._pause_requested = False
        try:
            self._announce(replace(pausing, checkpoint_ns=place.checkpoint_ns))
            with self._condition:
                self._condition.wait_for(lambda: self._stopped or self._releases != before)
        finally:
            with self._condition:
                self._waiting -= 1
        self.check()


def _unsafe(place: Place, names: tuple[str, ...], repeated: tuple[str, ...]) -> Pausing:
    listed = ", ".join(repeated)
    text = f"Ran before, and is marked unsafe to repeat: {listed}."
    return Pausing("repeat", text, place.step, names, repeats=repeated)


def _at(hit: Hit, place: Place, names: tuple[str, ...], error: ErrorView | None = None) -> Pausing:
    text = f"Breakpoint {hit.text}."
    reason: PauseReason = "breakpoint" if error is None else "error"
    return Pausing(reason, text, place.step, names, hit.breakpoint.id, error=error)
