"""Runs variants one after the other: fork, run to its end, read what came of it."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtCore import QObject, Signal

from runtime.debug.commands import CommitEdit, Continue, ReadCheckpoint, StateEdit, Stop
from runtime.debug.comparing.commands import CompareBranches
from runtime.debug.comparing.views import BranchesCompared, CheckpointAddress
from runtime.debug.events import (
    CheckpointSaved,
    Event,
    RunEnded,
    RunPaused,
    RunStarted,
    TaskWrote,
)
from runtime.debug.upkeep.commands import Annotate
from runtime.debug.upkeep.views import AnnotationView
from runtime.debug.views import (
    CheckpointRow,
    CheckpointView,
    EditCommitted,
    ErrorView,
    Reply,
)
from studio.comparison.requests import address_of
from studio.language import tr
from studio.session.bridge import SessionBridge
from studio.session.moment import Moment
from studio.session.run_state import counted

Status = Literal[
    "",
    "forking",
    "running",
    "reading",
    "done",
    "interrupted",
    "paused",
    "stopped",
    "failed",
    "refused",
]
LOOKED_AT = 500
"""Supersteps of a branch among which the first difference is looked for."""
UNDER_WAY = frozenset({"forking", "running", "reading"})


@dataclass(slots=True)
class VariantResult:
    """What is known of one variant."""

    status: Status = ""
    begin: CheckpointRow | None = None
    """The checkpoint that the edit saved."""
    head: CheckpointRow | None = None
    """The newest checkpoint of its branch."""
    steps: int = 0
    duration_ms: float | None = None
    tokens: int | None = None
    text: str = ""
    """What it waits for, or what went wrong."""
    difference: str = ""
    """Where it first differs from the original branch."""
    values: dict[str, str] = field(default_factory=dict)
    """Lines of the channels at its head."""


class VariantRunner(QObject):
    """Runs edits of ``base``; ``original`` is the end of the branch that they are compared with.

    ``changed`` carries the number of a variant of which more is known, ``finished`` comes when all
    are over or the rest was given up.
    """

    changed = Signal(int)
    finished = Signal()

    def __init__(
        self,
        bridge: SessionBridge,
        moment: Moment,
        original: CheckpointAddress,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._moment = moment
        self._original = original
        self._queue: list[tuple[int, StateEdit, str]] = []
        self._number = -1
        self._run_id = ""
        self._began = 0.0
        self._cancelled = False
        self._unsubscribe: Callable[[], None] | None = None
        self.results: dict[int, VariantResult] = {}

    @property
    def running(self) -> bool:
        return self._unsubscribe is not None

    def start(self, edits: Sequence[tuple[int, StateEdit, str]]) -> None:
        """Run these, each with its number and the name that its checkpoint gets."""
        self._queue = list(edits)
        self._cancelled = False
        for number, _, _ in edits:
            self.results[number] = VariantResult()
        self._unsubscribe = self._bridge.subscribe(self._on_events)
        self._next()

    def cancel(self) -> None:
        """Stop the one that runs and begin no other."""
        self._cancelled = True
        self._queue = []
        if self.running and self._result.status == "running":
            self._bridge.request(Stop())

    def leave(self) -> None:
        """Hear no more; what was begun stays as it is."""
        self._queue = []
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

    @property
    def _result(self) -> VariantResult:
        return self.results[self._number]

    def _next(self) -> None:
        if not self._queue:
            self.leave()
            self.finished.emit()
            return
        self._number, edit, name = self._queue.pop(0)
        self._run_id = ""
        self._set("forking")

        def committed(reply: Reply) -> None:
            if isinstance(reply, EditCommitted):
                self._forked(reply.row, name)

        self._bridge.request(CommitEdit(edit), committed, self._refused)

    def _set(self, status: Status, text: str = "") -> None:
        self._result.status = status
        self._result.text = text
        self.changed.emit(self._number)

    def _refused(self, error: ErrorView) -> None:
        self._set("refused", error.message)
        self._next()

    def _forked(self, row: CheckpointRow, name: str) -> None:
        result = self._result
        result.begin = result.head = row
        note = AnnotationView(row.thread_id, row.checkpoint_ns, row.checkpoint_id, name=name)
        self._bridge.request(Annotate(note))
        if self._moment.thread_id == row.thread_id:
            self._moment.adopt(row)
        if self._cancelled:
            self._set("stopped")
            self._next()
            return
        self._began = time.perf_counter()
        self._set("running")
        self._bridge.request(
            Continue(row.thread_id, row.checkpoint_id), lambda _: None, self._not_run
        )

    def _not_run(self, error: ErrorView) -> None:
        self._set("failed", error.message)
        self._read()

    def _on_events(self, events: Sequence[Event]) -> None:
        for event in events:
            if self.running and self._result.status == "running":
                self._apply(event)

    def _apply(self, event: Event) -> None:
        result = self._result
        begin = result.begin
        if begin is None:
            return
        if isinstance(event, RunStarted) and event.thread_id == begin.thread_id:
            self._run_id = event.run_id
        elif event.run_id != self._run_id or not self._run_id:
            return
        elif isinstance(event, CheckpointSaved) and not event.row.checkpoint_ns:
            result.head = event.row
            result.steps += event.row.source == "loop"
            self.changed.emit(self._number)
        elif isinstance(event, TaskWrote) and event.usage is not None:
            result.tokens = (result.tokens or 0) + event.usage.total_tokens
        elif isinstance(event, RunPaused):
            self._ended("paused", event.text)
        elif isinstance(event, RunEnded):
            self._ended(event.reason, _ending_text(event))

    def _ended(self, status: Status, text: str) -> None:
        self._result.duration_ms = (time.perf_counter() - self._began) * 1000
        self._set(status, text)
        self._read()

    # -- what came of it --------------------------------------------------------------------

    def _read(self) -> None:
        """Read the values at the end of the branch, then where it differs; then the next one."""
        result, number = self._result, self._number
        if result.head is None:
            self._next()
            return
        head = address_of(result.head)

        def read(reply: Reply) -> None:
            if isinstance(reply, CheckpointView):
                result.head = reply.row
                result.values = {
                    each.name: each.value.text for each in reply.channels if each.value is not None
                }
                self.changed.emit(number)
            self._compare(head)

        command = ReadCheckpoint(head.thread_id, head.checkpoint_ns, head.checkpoint_id)
        self._bridge.request(command, read, lambda _: self._compare(head))

    def _compare(self, head: CheckpointAddress) -> None:
        result, number = self._result, self._number

        def compared(reply: Reply) -> None:
            if isinstance(reply, BranchesCompared) and reply.more:
                self._compare(head)
                return
            if isinstance(reply, BranchesCompared):
                result.difference = difference_text(reply)
                self.changed.emit(number)
            self._next()

        command = CompareBranches(self._original, head, 0, LOOKED_AT)
        self._bridge.request(command, compared, lambda _: self._next())


def _ending_text(event: RunEnded) -> str:
    if event.reason == "interrupted":
        return counted([each.node for each in event.interrupts])
    if event.error is not None:
        return (
            f"{event.error.node}: {event.error.message}"
            if event.error.node
            else event.error.message
        )
    return ""


def difference_text(found: BranchesCompared) -> str:
    """The first superstep that differs from the original branch, in a few words."""
    at = found.first_difference
    if at is None or at >= len(found.rows):
        return tr("none")
    first, second = found.rows[at].first, found.rows[at].second
    if second is None:
        assert first is not None
        return tr("step {step}: without {nodes}", step=first.step, nodes=counted(first.ran))
    if second.source != "loop":
        return tr("only the edit")
    if first is None:
        return tr("step {step}: also {nodes}", step=second.step, nodes=counted(second.ran))
    if sorted(first.ran) != sorted(second.ran):
        return tr(
            "step {step}: {nodes} instead of {others}",
            step=second.step,
            nodes=counted(second.ran) or "—",
            others=counted(first.ran) or "—",
        )
    channels = found.differing or second.channels
    return tr("step {step}: other {channels}", step=second.step, channels=", ".join(channels))
