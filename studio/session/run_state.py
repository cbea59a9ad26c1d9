"""What the run is doing, folded from events. Plain Python, no Qt."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from runtime.debug.events import (
    BarrierReached,
    CheckpointSaved,
    Event,
    PauseReason,
    RunEnded,
    RunPaused,
    RunStarted,
    SuperstepPlanned,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.views import CheckpointRow, ErrorView, InterruptView
from studio.language import later, tr

RunStatus = Literal["idle", "running", "paused", "interrupted", "failed", "done", "stopped"]
Phase = Literal["", "plan", "execute", "update"]
Wish = Literal["", "pause", "stop"]

_AFTER: dict[str, RunStatus] = {
    "done": "done",
    "interrupted": "interrupted",
    "stopped": "stopped",
    "failed": "failed",
}

STATUS_WORDS: dict[RunStatus, str] = {
    "idle": later("Idle"),
    "running": later("Running"),
    "paused": later("Paused"),
    "interrupted": later("Waiting for an answer"),
    "failed": later("Failed"),
    "done": later("Done"),
    "stopped": later("Stopped"),
}
WISHES: dict[Wish, str] = {
    "pause": later("Pausing: the running tasks finish"),
    "stop": later("Stopping: the running tasks are given up"),
}


@dataclass(slots=True)
class RunState:
    """The newest run of the root graph: status, superstep, phase, and how far the tasks are."""

    status: RunStatus = "idle"
    thread_id: str | None = None
    step: int | None = None
    phase: Phase = ""
    total: int = 0
    updates: int = 0
    """How many barriers of the run were passed."""
    text: str = ""
    error: ErrorView | None = None
    interrupts: tuple[InterruptView, ...] = ()
    next: tuple[str, ...] = ()
    """Tasks that execute when the paused run goes on."""
    pause_reason: PauseReason | None = None
    repeats: tuple[str, ...] = ()
    """Nodes unsafe to repeat before which it is paused."""
    checkpoint_ns: str = ""
    """Of the graph in which it is paused."""
    wanted: Wish = ""
    """What a person asked of the run and it has not done yet: its tasks still run."""
    saved: list[CheckpointRow] = field(default_factory=list)
    """Rows saved since they were last taken, oldest first, all namespaces."""
    _planned: set[str] = field(default_factory=set)
    _wrote: set[str] = field(default_factory=set)

    @property
    def wrote(self) -> int:
        """How many tasks of the superstep have written; one that failed or asked has not."""
        return len(self._wrote)

    @property
    def upcoming(self) -> bool:
        """Whether the superstep is planned and waits to be executed."""
        return self.status == "paused" and self.phase == "plan"

    @property
    def active(self) -> bool:
        """Whether a run holds the session: running, or paused before its next tasks."""
        return self.status in ("running", "paused")

    @property
    def sentence(self) -> str:
        """How the run stands, in a few words."""
        match self.status:
            case "running" if self.wanted:
                return tr(WISHES[self.wanted])
            case "paused" if self.pause_reason in ("step", "pause"):
                return (
                    tr("Paused before {names}", names=counted(self.next))
                    if self.next
                    else tr("Paused")
                )
            case "paused":
                return tr("Paused: {why}", why=self.text.rstrip("."))
            case "interrupted":
                nodes = counted([interrupt.node for interrupt in self.interrupts])
                if nodes:
                    return tr("{names} waits for an answer", names=nodes)
                return self.text.rstrip(".") or tr("Waiting for an answer")
            case "failed":
                node = self.error.node if self.error else None
                return tr("{node} failed", node=node) if node else tr("Failed")
            case "stopped" if self.text:
                return self.text.rstrip(".")
            case _:
                return tr(STATUS_WORDS[self.status])

    def take_saved(self) -> list[CheckpointRow]:
        """Rows saved since the last call."""
        rows, self.saved = self.saved, []
        return rows

    def reset(self, thread_id: str | None) -> None:
        """Forget the run: another thread or another graph is shown."""
        self.status = "idle"
        self.thread_id = thread_id
        self.step = None
        self.phase = ""
        self.total = 0
        self.updates = 0
        self.text = ""
        self.error = None
        self.interrupts = ()
        self.next = ()
        self.pause_reason = None
        self.repeats = ()
        self.checkpoint_ns = ""
        self.wanted = ""
        self.saved = []
        self._planned = set()
        self._wrote = set()

    def apply(self, events: Iterable[Event]) -> None:
        """Fold events in their order."""
        for event in events:
            self._apply(event)

    def _apply(self, event: Event) -> None:
        match event:
            case RunStarted():
                self.reset(event.thread_id)
                self.status = "running"
            case SuperstepPlanned(checkpoint_ns=""):
                self.status = "running"
                self.step = event.step
                self.phase = "plan"
                self._planned = {task.id for task in event.tasks}
                self._wrote = {task.id for task in event.tasks if task.finished}
                self.total = len(event.tasks)
            case TaskStarted(checkpoint_ns=""):
                self.status = "running"
                self.phase = "execute"
            case TaskWrote() if event.task_id in self._planned:
                self._wrote.add(event.task_id)
            case BarrierReached(checkpoint_ns=""):
                self.phase = "update"
                self.updates += 1
            case CheckpointSaved():
                self.saved.append(event.row)
            case RunPaused():
                self.status = "paused"
                self.wanted = ""
                if not event.checkpoint_ns:
                    self.step = event.step
                self.text = event.text
                self.next = event.next
                self.pause_reason = event.reason
                self.repeats = event.repeats
                self.checkpoint_ns = event.checkpoint_ns
            case RunEnded():
                self.status = _AFTER[event.reason]
                self.wanted = ""
                self.text = event.text
                self.error = event.error
                self.interrupts = event.interrupts
                if event.reason == "done":
                    self.phase = ""
            case _:
                return


def counted(names: Sequence[str]) -> str:
    """Names in their order, repeated ones once with their number: ``plan, search (3)``."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(name if count == 1 else f"{name} ({count})" for name, count in counts.items())
