"""The gate that a debugged run passes: before each superstep and, stepping, before each task.

The run's threads ask here whether they may go on; a paused run is a thread that waits here. Whoever
steers the run (pause, go on, stop) does so from another thread and never waits.

A superstep of hidden tasks alone, which only distributes the input, is never stopped at.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from runtime.debug.breakpoints import BreakpointSet
from runtime.debug.commands import RunMode
from runtime.debug.events import PauseReason
from runtime.pregel.observe import RunStopped


@dataclass(frozen=True, slots=True)
class Orders:
    """How far a run may go before it pauses by itself."""

    mode: RunMode = "run"
    task_id: str | None = None
    until_node: str | None = None
    until_step: int | None = None


@dataclass(frozen=True, slots=True)
class Pausing:
    """Why the run waits, and which tasks execute when it goes on."""

    reason: PauseReason
    text: str
    step: int
    next: tuple[str, ...]
    breakpoint_id: str | None = None


class Place(Protocol):
    """Where a run asks to go on: a superstep of the root graph or of a subgraph."""

    @property
    def depth(self) -> int: ...

    @property
    def step(self) -> int: ...

    def values(self) -> Mapping[str, Any]: ...


class RunGate:
    """One run's gate. ``announce`` is called in the run's thread when it begins to wait."""

    def __init__(
        self,
        orders: Orders,
        breakpoints: BreakpointSet,
        announce: Callable[[Pausing], None],
        *,
        from_input: bool,
    ) -> None:
        self.breakpoints = breakpoints
        self._announce = announce
        self._condition = threading.Condition()
        self._orders = orders
        # A run that begins with new input first shows what is due; one that goes on from a
        # checkpoint does not stop again at what was already shown there.
        self._allowance = 0 if from_input else 1
        self._leaving = not from_input
        self._depth = 0
        self._pause_requested = False
        self._stopped = False
        self._releases = 0
        self._waiting = 0
        self._hit: Pausing | None = None

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

    # -- the run's side ---------------------------------------------------------------------

    @property
    def serial(self) -> bool:
        """Whether tasks are to execute one at a time."""
        return self._orders.mode == "step_task"

    def check(self) -> None:
        """``RunStopped`` where the run is to end."""
        if self._stopped:
            raise RunStopped

    def before_superstep(self, place: Place, nodes: Sequence[str]) -> None:
        """Pass or wait before the tasks of ``nodes`` execute; hidden ones are not among them."""
        self.check()
        if not nodes:
            return
        pausing = self._reason_at_superstep(place, nodes)
        self._leaving = False
        if pausing is not None:
            self._wait(pausing, place.depth)
        if self._orders.mode == "step_superstep" and place.depth <= self._depth:
            self._allowance = 0

    def _reason_at_superstep(self, place: Place, nodes: Sequence[str]) -> Pausing | None:
        orders = self._orders
        names = tuple(nodes)
        if self._pause_requested:
            return Pausing("pause", "Paused.", place.step, names)
        hit, self._hit = self._hit, None
        if hit is not None:
            return Pausing("breakpoint", hit.text, place.step, names, hit.breakpoint_id)
        stepping = orders.mode == "step_task" or (
            orders.mode == "step_superstep" and place.depth <= self._depth
        )
        if stepping and not self._allowance:
            return Pausing("step", f"Before superstep {place.step}.", place.step, names)
        if self._leaving:
            return None
        if orders.until_step is not None and not place.depth and place.step >= orders.until_step:
            return Pausing("until", f"Superstep {place.step} is due.", place.step, names)
        if orders.until_node in names:
            return Pausing("until", f"{orders.until_node} is due.", place.step, names)
        found = self.breakpoints.before(names, place.values)
        if found is None:
            return None
        return Pausing("breakpoint", f"Breakpoint {found[1]}.", place.step, names, found[0].id)

    def before_task(self, place: Place, waiting: Mapping[str, str]) -> str | None:
        """Pass or wait before the next of the ``waiting`` tasks (name by id) executes.

        Gives the id of the task that was chosen, or ``None`` where nobody chose.
        """
        self.check()
        names = tuple(waiting.values())
        if self._pause_requested:
            self._wait(Pausing("pause", "Paused.", place.step, names), place.depth)
        elif self._orders.mode == "step_task" and not self._allowance:
            text = f"Before the next task of superstep {place.step}."
            self._wait(Pausing("step", text, place.step, names), place.depth)
        if self._orders.mode == "step_superstep" and place.depth <= self._depth:
            self._allowance = 0
        return self._orders.task_id if self._orders.mode == "step_task" else None

    def task_begins(self) -> None:
        """A task's node is about to be called."""
        self.check()
        if self._orders.mode == "step_task":
            self._allowance = 0

    def task_failed(self, place: Place, node: str) -> None:
        """Pass, or wait where a breakpoint looks at errors."""
        found = self.breakpoints.failed(node, place.values)
        if found is not None:
            text = f"Breakpoint on {found[1]}."
            self._wait(Pausing("error", text, place.step, (), found[0].id), place.depth)

    def superstep_done(self, place: Place, nodes: Sequence[str], channels: Sequence[str]) -> None:
        """Note whether a breakpoint looks at what the superstep did; the next one waits then."""
        if self._hit is None:
            found = self.breakpoints.after(nodes, place.values) or self.breakpoints.written(
                channels, place.values
            )
            if found is not None:
                text = f"Breakpoint {'on ' if found[0].kind == 'write' else ''}{found[1]}."
                self._hit = Pausing("breakpoint", text, place.step, (), found[0].id)

    def _wait(self, pausing: Pausing, depth: int) -> None:
        with self._condition:
            before = self._releases
            self._waiting += 1
            self._depth = depth
            self._pause_requested = False
        try:
            self._announce(pausing)
            with self._condition:
                self._condition.wait_for(lambda: self._stopped or self._releases != before)
        finally:
            with self._condition:
                self._waiting -= 1
        self.check()
