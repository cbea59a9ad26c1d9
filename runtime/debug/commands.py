"""What a debugger may ask of a session. Each command is answered by exactly one reply.

Values given by a person travel as JSON values and are turned into the declared types by the
session; values shown to a person travel as previews (see ``values``).
"""

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from runtime.debug.values import ValueHandle

RunMode = Literal["run", "step_superstep", "step_task", "paused"]
"""``paused`` waits before the first superstep."""
UpdateMode = Literal["reducer", "overwrite"]
BreakpointKind = Literal["before", "after", "write", "change", "several", "condition", "error"]


@dataclass(frozen=True, slots=True)
class Command:
    """Base of all commands; ``reply`` names the type of the answer.

    ``repeats`` says that it may be asked twice: it changes nothing, and evaluates nothing that a
    person wrote, of which the process may have died.
    """

    reply: ClassVar[str] = "Done"
    repeats: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class OpenTarget(Command):
    """Load ``FILE.py`` or ``FILE.py:NAME``. Runs the file's code: ask for trust before."""

    reply: ClassVar[str] = "TargetOpened"
    target: str
    interpreter: str = ""
    """The Python that runs it; where none is named, that of the file's project."""


@dataclass(frozen=True, slots=True)
class ListThreads(Command):
    """Threads of the open database; what is empty demands nothing."""

    reply: ClassVar[str] = "ThreadPage"
    repeats: ClassVar[bool] = True
    offset: int = 0
    limit: int = 200
    text: str = ""
    """The id has it in it, or what a person noted of the thread."""
    status: str = ""
    metadata: str = ""
    """The newest checkpoint's has it; as in ``CheckpointFilter``."""
    order: Literal["changed", "created", "checkpoints", "size", "name"] = "changed"
    descending: bool = True


@dataclass(frozen=True, slots=True)
class ListCheckpoints(Command):
    """Checkpoints of one thread, newest first; ``checkpoint_ns=None`` means all namespaces."""

    reply: ClassVar[str] = "CheckpointPage"
    repeats: ClassVar[bool] = True
    thread_id: str
    checkpoint_ns: str | None = ""
    before: str | None = None
    """Only those older than this checkpoint id."""
    limit: int = 200


@dataclass(frozen=True, slots=True)
class ReadCheckpoint(Command):
    """Everything about one moment; ``checkpoint_id=None`` is the newest."""

    reply: ClassVar[str] = "CheckpointView"
    repeats: ClassVar[bool] = True
    thread_id: str
    checkpoint_ns: str = ""
    checkpoint_id: str | None = None


@dataclass(frozen=True, slots=True)
class ReadChildren(Command):
    reply: ClassVar[str] = "ValuePage"
    repeats: ClassVar[bool] = True
    handle: ValueHandle
    offset: int = 0
    limit: int = 200


@dataclass(frozen=True, slots=True)
class ReadText(Command):
    """A slice of a long text or of bytes."""

    reply: ClassVar[str] = "TextPage"
    repeats: ClassVar[bool] = True
    handle: ValueHandle
    offset: int = 0
    limit: int = 65_536


@dataclass(frozen=True, slots=True)
class ReadJson(Command):
    """The whole value as JSON for an editor; fails above ``limit`` characters."""

    reply: ClassVar[str] = "JsonValue"
    repeats: ClassVar[bool] = True
    handle: ValueHandle
    limit: int = 4_000_000


@dataclass(frozen=True, slots=True)
class ReadSource(Command):
    """Text of a source file that the open graph comes from."""

    reply: ClassVar[str] = "SourceText"
    repeats: ClassVar[bool] = True
    path: str


@dataclass(frozen=True, slots=True)
class DescribeInside(Command):
    """The subgraph whose checkpoints lie in a namespace, as data."""

    reply: ClassVar[str] = "InsideDescribed"
    repeats: ClassVar[bool] = True
    checkpoint_ns: str


@dataclass(frozen=True, slots=True)
class SearchThread(Command):
    """Find text in keys and values of a thread's checkpoints, page by page, newest first."""

    reply: ClassVar[str] = "SearchPage"
    thread_id: str
    text: str
    regular: bool = False
    """Whether the text is a regular expression."""
    match_case: bool = False
    checkpoint_ns: str = ""
    before: str | None = None
    """Only in those older than this checkpoint id."""
    limit: int = 100
    """How many checkpoints are looked at."""


@dataclass(frozen=True, slots=True)
class WatchThread(Command):
    """Evaluate expressions at a thread's checkpoints, page by page, newest first."""

    reply: ClassVar[str] = "WatchPage"
    thread_id: str
    expressions: tuple[str, ...]
    checkpoint_ns: str = ""
    before: str | None = None
    limit: int = 100


@dataclass(frozen=True, slots=True)
class PlotThread(Command):
    """Evaluate expressions at a thread's checkpoints for a plot, newest first.

    The reply comes after a moment with what was evaluated until then, ``limit`` at most; the next
    part is asked for with ``before``.
    """

    reply: ClassVar[str] = "PlotPage"
    thread_id: str
    expressions: tuple[str, ...]
    checkpoint_ns: str = ""
    before: str | None = None
    limit: int = 5_000


@dataclass(frozen=True, slots=True)
class CheckExpression(Command):
    """What an expression is worth at a checkpoint, and what may stand at its ``cursor``.

    Without a checkpoint, or where it has none yet, the text alone is checked. ``checkpoint_ns``
    may name a subgraph by its nodes alone, which has channels but no values.
    """

    reply: ClassVar[str] = "ExpressionChecked"
    text: str
    thread_id: str | None = None
    checkpoint_ns: str = ""
    checkpoint_id: str | None = None
    cursor: int | None = None
    """Number of characters before it; ``None`` wants no completions."""


@dataclass(frozen=True, slots=True)
class FindFirst(Command):
    """The first checkpoint on the way to ``checkpoint_id`` at which an expression holds.

    Each asking does a part of the work; ``more`` in the reply wants the same command again. It is
    found by halving, as if the expression went on holding once it holds; ``exhaustive``, and where
    it does not hold at ``checkpoint_id``, each checkpoint is looked at, oldest first.
    """

    reply: ClassVar[str] = "FirstFound"
    thread_id: str
    expression: str
    checkpoint_id: str
    checkpoint_ns: str = ""
    exhaustive: bool = False


@dataclass(frozen=True, slots=True)
class CheckpointFilter:
    """What a checkpoint must have to be listed; what is empty demands nothing."""

    node: str = ""
    """This node is due there."""
    channel: str = ""
    """Its superstep changed this channel."""
    source: str = ""
    metadata: str = ""
    """``key`` or ``key=value`` of the metadata; other text is found anywhere in it."""
    expression: str = ""
    """It holds there."""
    among: tuple[str, ...] | None = None
    """Only these checkpoints: such as a person has marked."""


@dataclass(frozen=True, slots=True)
class FilterCheckpoints(Command):
    """Checkpoints that a filter lets through, page by page, newest first."""

    reply: ClassVar[str] = "FilteredPage"
    thread_id: str
    filter: CheckpointFilter
    checkpoint_ns: str = ""
    before: str | None = None
    limit: int = 500
    """How many checkpoints are looked at."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a run is to pause: the first of these that comes. Nothing given: nowhere."""

    node: str = ""
    """Before this node, where it is due."""
    step: int | None = None
    """Before this superstep of the root graph."""
    expression: str = ""
    """Before a superstep at which this holds."""
    namespace: str = ""
    """The graph of node and expression, as ``Breakpoint.namespace``."""


@dataclass(frozen=True, slots=True)
class Start(Command):
    """Give new input to a thread and run. ``input`` is JSON, checked against the input schema."""

    reply: ClassVar[str] = "RunAccepted"
    thread_id: str
    input: Any
    mode: RunMode = "run"
    goal: Goal | None = None


@dataclass(frozen=True, slots=True)
class Continue(Command):
    """Go on: the paused run if it is paused, else from the thread's newest checkpoint.

    With ``checkpoint_id`` of an older checkpoint this executes again from there, on a new branch.
    One inside of a subgraph is gone on from in the task that the subgraph belongs to.
    """

    reply: ClassVar[str] = "RunAccepted"
    thread_id: str
    checkpoint_id: str | None = None
    mode: RunMode = "run"
    task_id: str | None = None
    """For ``step_task``: which of the waiting tasks runs next; ``None`` takes the first."""
    goal: Goal | None = None
    checkpoint_ns: str = ""
    """The namespace of ``checkpoint_id``."""


@dataclass(frozen=True, slots=True)
class Resume(Command):
    """Answer interrupts by id and run on. Unanswered interrupts of the thread stay pending.

    ``digests`` are of the payloads that the person saw: where one has changed since, nothing is
    answered. ``again`` answers also what somebody else has answered whose run may be under way.
    """

    reply: ClassVar[str] = "RunAccepted"
    thread_id: str
    answers: dict[str, Any]
    checkpoint_id: str | None = None
    mode: RunMode = "run"
    goal: Goal | None = None
    digests: dict[str, str] = field(default_factory=dict)
    again: bool = False


@dataclass(frozen=True, slots=True)
class ReviseAnswer(Command):
    """Answer a question otherwise than before, on a branch from the checkpoint that asked.

    Only the task that asked runs again; what others wrote, asked or were answered is kept. Where
    it asks something else than it did, the answer is not given and the question waits.
    """

    reply: ClassVar[str] = "RunAccepted"
    answer_id: str
    answer: Any
    mode: RunMode = "run"
    goal: Goal | None = None


@dataclass(frozen=True, slots=True)
class ListPending(Command):
    """Open questions at the heads of threads; ``limit`` threads are looked at from ``offset``."""

    reply: ClassVar[str] = "PendingPage"
    repeats: ClassVar[bool] = True
    offset: int = 0
    limit: int = 100


@dataclass(frozen=True, slots=True)
class ListAnswers(Command):
    """Answers that were given to a thread or to all, newest first."""

    reply: ClassVar[str] = "AnswerPage"
    repeats: ClassVar[bool] = True
    thread_id: str | None = None
    before: str | None = None
    """Only those older than this answer."""
    limit: int = 200


@dataclass(frozen=True, slots=True)
class Pause(Command):
    """Finish the running tasks, start none."""


@dataclass(frozen=True, slots=True)
class Stop(Command):
    """End the run. Writes of finished tasks stay; a task that does not return is abandoned."""


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """Where a run pauses, or says something, by itself.

    ``subject`` is a node (before, after, error) or a channel (write, change, several); ``""``
    means any. ``write`` is any new version of the channel, ``change`` another value than before,
    ``several`` writes of more than one task in one superstep, told before they are folded.
    ``condition`` is an expression over channel names: a further demand, or, of the kind
    ``condition``, what must become true.
    """

    id: str
    kind: BreakpointKind
    subject: str = ""
    condition: str = ""
    enabled: bool = True
    namespace: str = ""
    """The subgraph it is in: names of nodes from the root graph inwards, separated by ``|``."""
    hits: str = ""
    """Which hits count: ``3`` the third, ``>= 3`` the third and all later, ``% 3`` every third."""
    logs: bool = False
    """Whether it says something in the log instead of pausing."""
    message: str = ""
    """What it says; expressions in braces are replaced by their values."""


@dataclass(frozen=True, slots=True)
class SetBreakpoints(Command):
    """Replace all breakpoints of the session."""

    breakpoints: tuple[Breakpoint, ...]


@dataclass(frozen=True, slots=True)
class StateEdit:
    """A change of state at a checkpoint: JSON by channel, as node, through reducer or over it."""

    thread_id: str
    checkpoint_id: str
    values: dict[str, Any]
    checkpoint_ns: str = ""
    as_node: str | None = None
    mode: UpdateMode = "reducer"
    modes: dict[str, UpdateMode] = field(default_factory=dict)
    """Of channels that are written otherwise than ``mode`` says."""


@dataclass(frozen=True, slots=True)
class PreviewEdit(Command):
    """What an edit would do, without committing anything."""

    reply: ClassVar[str] = "EditPreview"
    repeats: ClassVar[bool] = True
    edit: StateEdit


@dataclass(frozen=True, slots=True)
class CommitEdit(Command):
    """Save the edit as a new checkpoint; a fork where its parent already has a child."""

    reply: ClassVar[str] = "EditCommitted"
    edit: StateEdit


@dataclass(frozen=True, slots=True)
class PreviewContinue(Command):
    """Which tasks would execute if the run went on from this checkpoint."""

    reply: ClassVar[str] = "ContinuePreview"
    repeats: ClassVar[bool] = True
    thread_id: str
    checkpoint_id: str
    checkpoint_ns: str = ""


@dataclass(frozen=True, slots=True)
class RedactionRule:
    """What is taken out: whole values by ``name``, or places in texts by regular expression.

    A name is that of a channel, of a dictionary's key or of an object's field, with ``*`` and ``?``
    as in file names. Upper and lower case are the same in both.
    """

    kind: Literal["name", "text"]
    pattern: str


@dataclass(frozen=True, slots=True)
class ExportRun(Command):
    """Write a thread into a file that opens elsewhere, without the graph's code.

    Each asking does a part of the work; ``more`` in the reply wants the same command again.
    """

    reply: ClassVar[str] = "RunExported"
    path: str
    thread_id: str
    checkpoint_id: str | None = None
    """Only the branch that leads to this checkpoint."""
    rules: tuple[RedactionRule, ...] = ()
    with_sources: bool = True
    """Whether the text of the graph's files goes along."""


@dataclass(frozen=True, slots=True)
class CancelExport(Command):
    """Give up the export that is under way; nothing of it is left."""


@dataclass(frozen=True, slots=True)
class DescribeRecord(Command):
    """The graph of an exported run, as the open database tells it."""

    reply: ClassVar[str] = "TargetOpened"
    repeats: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class RestartProcess(Command):
    """End the graph's process, whatever it does, and go on with a new one and the same graph."""


@dataclass(frozen=True, slots=True)
class AttachDebugger(Command):
    """Have the graph's process wait for a debugger of Python lines, on a port of this machine."""

    reply: ClassVar[str] = "DebuggerListens"


@dataclass(frozen=True, slots=True)
class DeleteThread(Command):
    """Remove all checkpoints and writes of a thread, in all namespaces."""

    thread_id: str
