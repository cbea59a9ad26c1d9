"""What a session tells by itself, in the order in which it happens.

Events carry enough to draw without asking back: names, versions, previews. ``checkpoint_ns`` is
``""`` for the root graph and ``node:task_id|...`` inside subgraphs.
"""

from dataclasses import dataclass
from typing import Any, Literal

from runtime.debug.approvals.records import AnswerRecord
from runtime.debug.messages.views import TokenUsage
from runtime.debug.values import ValuePreview
from runtime.debug.views import (
    CheckpointRow,
    ErrorView,
    InterruptView,
    Substituted,
    TaskKind,
    TriggerView,
    WriteView,
)

RunKind = Literal["input", "resume", "continue", "rerun", "revise"]
PauseReason = Literal["step", "pause", "breakpoint", "until", "error", "repeat"]
EndReason = Literal["done", "interrupted", "stopped", "failed"]
HitOutcome = Literal["paused", "logged", "counted", "unclear"]
StreamedKind = Literal["text", "reasoning", "tool_call"]
OutputKind = Literal["custom", "stdout", "stderr", "log", "message", "dropped"]


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events; ``sequence`` rises by one for each event of a session."""

    sequence: int
    run_id: str


@dataclass(frozen=True, slots=True)
class RunStarted(Event):
    thread_id: str
    kind: RunKind
    checkpoint_id: str | None


@dataclass(frozen=True, slots=True)
class PlannedTask:
    """A task that the plan phase made, and the triggers that made it due."""

    id: str
    name: str
    kind: TaskKind
    index: int | None
    triggers: tuple[TriggerView, ...]
    input: ValuePreview | None
    finished: bool = False
    """Its recorded writes are taken over; it will not run."""
    substituted: Substituted = ""
    """Its node will not be called."""


@dataclass(frozen=True, slots=True)
class SuperstepPlanned(Event):
    thread_id: str
    checkpoint_ns: str
    checkpoint_id: str
    step: int
    tasks: tuple[PlannedTask, ...]


@dataclass(frozen=True, slots=True)
class TaskStarted(Event):
    """A task begins. ``called_by`` is the task whose node called this one, where one did."""

    checkpoint_ns: str
    step: int
    task_id: str
    name: str
    called_by: str = ""


@dataclass(frozen=True, slots=True)
class TaskRetried(Event):
    """An attempt of a running task failed; the next one begins after ``wait_ms``."""

    checkpoint_ns: str
    step: int
    task_id: str
    name: str
    attempt: int
    error: ErrorView
    duration_ms: float
    wait_ms: float


@dataclass(frozen=True, slots=True)
class TaskOutput(Event):
    """Something a task said while it ran: a custom stream value, printed text, a log line."""

    checkpoint_ns: str
    task_id: str
    name: str
    kind: OutputKind
    text: str
    value: ValuePreview | None = None
    time: float = 0.0
    """When, in seconds since 1970."""
    json: Any = None
    """A custom value as JSON, where that is short enough to be shown whole."""


@dataclass(frozen=True, slots=True)
class StreamedPart:
    """What was added to a message since the last event; with ``whole`` it is all of it.

    ``tokens`` counts the pieces in which it came, ``left_out`` characters of them that are not in
    ``text``, since more came than can be shown.
    """

    checkpoint_ns: str
    task_id: str
    name: str
    message_id: str
    type: str
    kind: StreamedKind = "text"
    text: str = ""
    tokens: int = 0
    whole: bool = False
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class MessagesStreamed(Event):
    """Messages that tasks are making, before anything of them is written to a channel."""

    parts: tuple[StreamedPart, ...]


@dataclass(frozen=True, slots=True)
class InputMutated(Event):
    """A task changed its input in place; told once a run for the same node and ``paths``.

    ``warning`` says what was changed, and whether others see it.
    """

    checkpoint_ns: str
    step: int
    task_id: str
    name: str
    paths: tuple[str, ...]
    warning: ErrorView


@dataclass(frozen=True, slots=True)
class TaskWrote(Event):
    """A task finished. ``targets`` are the nodes that its edges and routers chose."""

    checkpoint_ns: str
    step: int
    task_id: str
    name: str
    writes: tuple[WriteView, ...]
    targets: tuple[str, ...]
    duration_ms: float
    usage: TokenUsage | None = None
    substituted: Substituted = ""
    """Why its node was not called; then nothing was executed."""


@dataclass(frozen=True, slots=True)
class TaskFailed(Event):
    checkpoint_ns: str
    step: int
    task_id: str
    name: str
    error: ErrorView
    duration_ms: float


@dataclass(frozen=True, slots=True)
class TaskInterrupted(Event):
    checkpoint_ns: str
    step: int
    task_id: str
    name: str
    interrupts: tuple[InterruptView, ...]
    duration_ms: float


@dataclass(frozen=True, slots=True)
class BarrierReached(Event):
    """All tasks of the superstep have ended; the update phase folds their writes next."""

    checkpoint_ns: str
    step: int


@dataclass(frozen=True, slots=True)
class FoldStep:
    """One operand of a fold, in order: which task wrote it and what the channel was after it.

    Of a very wide fold the operands in the middle are not shown: their text is ``…``.
    """

    task_id: str
    name: str
    operand: ValuePreview
    result: ValuePreview | None
    """``None`` where the channel folds all writes at once, and inside of a very wide fold."""


@dataclass(frozen=True, slots=True)
class ChannelUpdated(Event):
    checkpoint_ns: str
    step: int
    channel: str
    old_version: int
    new_version: int
    old: ValuePreview | None
    new: ValuePreview | None
    fold: tuple[FoldStep, ...]


@dataclass(frozen=True, slots=True)
class CheckpointSaved(Event):
    row: CheckpointRow


@dataclass(frozen=True, slots=True)
class BreakpointHit(Event):
    """A run came to an enabled breakpoint whose condition held, the ``count``th time.

    ``counted``: it neither pauses nor logs at this hit. ``unclear``: the condition has no value
    here, and ``text`` says why.
    """

    breakpoint_id: str
    checkpoint_ns: str
    step: int
    text: str
    count: int
    outcome: HitOutcome


@dataclass(frozen=True, slots=True)
class RunPaused(Event):
    """The run waits. ``next`` are the tasks that will execute when it goes on."""

    thread_id: str
    reason: PauseReason
    text: str
    step: int
    next: tuple[str, ...]
    breakpoint_id: str | None = None
    checkpoint_ns: str = ""
    """Of the graph in which it waits."""
    error: ErrorView | None = None
    """What was raised, where the reason is ``error``."""
    repeats: tuple[str, ...] = ()
    """Nodes unsafe to repeat that would run again, where the reason is ``repeat``."""


@dataclass(frozen=True, slots=True)
class AnswersSettled(Event):
    """What became of the answers that a run was given; told before the run has ended.

    ``warning`` says what a person must know of it, such as that an answer came too late.
    """

    thread_id: str
    answers: tuple[AnswerRecord, ...]
    warning: ErrorView | None = None


@dataclass(frozen=True, slots=True)
class RunEnded(Event):
    thread_id: str
    reason: EndReason
    text: str
    error: ErrorView | None = None
    interrupts: tuple[InterruptView, ...] = ()


@dataclass(frozen=True, slots=True)
class PruneAdvanced(Event):
    """How much of a ``PruneThread`` is done, from 0 to 1. It belongs to no run."""

    job: str
    done: float


@dataclass(frozen=True, slots=True)
class ProcessOutput(Event):
    """What the graph's process printed outside of its tasks, such as on import or from C code."""

    text: str
    dropped: int = 0
    """How many characters before it were left out, since more came than can be shown."""


@dataclass(frozen=True, slots=True)
class ProcessEnded(Event):
    """The graph's process ended by itself. The next command is answered by a new one.

    ``tasks`` are the names of those that were running; ``thread_id`` is that of the run.
    """

    thread_id: str
    tasks: tuple[str, ...]
    error: ErrorView
