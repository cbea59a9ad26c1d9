"""What a debugger may ask of a session. Each command is answered by exactly one reply.

Values given by a person travel as JSON values and are turned into the declared types by the
session; values shown to a person travel as previews (see ``values``).
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from runtime.debug.values import ValueHandle

RunMode = Literal["run", "step_superstep", "step_task"]
UpdateMode = Literal["reducer", "overwrite"]
BreakpointKind = Literal["before", "after", "write", "condition", "error"]


@dataclass(frozen=True, slots=True)
class Command:
    """Base of all commands; ``reply`` names the type of the answer."""

    reply: ClassVar[str] = "Done"


@dataclass(frozen=True, slots=True)
class OpenTarget(Command):
    """Load ``FILE.py`` or ``FILE.py:NAME``. Runs the file's code: ask for trust before."""

    reply: ClassVar[str] = "TargetOpened"
    target: str


@dataclass(frozen=True, slots=True)
class ListThreads(Command):
    """Threads of the open database, most recently changed first."""

    reply: ClassVar[str] = "ThreadPage"
    offset: int = 0
    limit: int = 200


@dataclass(frozen=True, slots=True)
class ListCheckpoints(Command):
    """Checkpoints of one thread, newest first; ``checkpoint_ns=None`` means all namespaces."""

    reply: ClassVar[str] = "CheckpointPage"
    thread_id: str
    checkpoint_ns: str | None = ""
    before: str | None = None
    """Only those older than this checkpoint id."""
    limit: int = 200


@dataclass(frozen=True, slots=True)
class ReadCheckpoint(Command):
    """Everything about one moment; ``checkpoint_id=None`` is the newest."""

    reply: ClassVar[str] = "CheckpointView"
    thread_id: str
    checkpoint_ns: str = ""
    checkpoint_id: str | None = None


@dataclass(frozen=True, slots=True)
class ReadChildren(Command):
    reply: ClassVar[str] = "ValuePage"
    handle: ValueHandle
    offset: int = 0
    limit: int = 200


@dataclass(frozen=True, slots=True)
class ReadText(Command):
    """A slice of a long text or of bytes."""

    reply: ClassVar[str] = "TextPage"
    handle: ValueHandle
    offset: int = 0
    limit: int = 65_536


@dataclass(frozen=True, slots=True)
class ReadJson(Command):
    """The whole value as JSON for an editor; fails above ``limit`` characters."""

    reply: ClassVar[str] = "JsonValue"
    handle: ValueHandle
    limit: int = 4_000_000


@dataclass(frozen=True, slots=True)
class ReadSource(Command):
    """Text of a source file that the open graph comes from."""

    reply: ClassVar[str] = "SourceText"
    path: str


@dataclass(frozen=True, slots=True)
class DescribeInside(Command):
    """The subgraph whose checkpoints lie in a namespace, as data."""

    reply: ClassVar[str] = "InsideDescribed"
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
class Start(Command):
    """Give new input to a thread and run. ``input`` is JSON, checked against the input schema."""

    reply: ClassVar[str] = "RunAccepted"
    thread_id: str
    input: Any
    mode: RunMode = "run"


@dataclass(frozen=True, slots=True)
class Continue(Command):
    """Go on: the paused run if it is paused, else from the thread's newest checkpoint.

    With ``checkpoint_id`` of an older checkpoint this executes again from there, on a new branch.
    """

    reply: ClassVar[str] = "RunAccepted"
    thread_id: str
    checkpoint_id: str | None = None
    mode: RunMode = "run"
    task_id: str | None = None
    """For ``step_task``: which of the waiting tasks runs next; ``None`` takes the first."""
    until_node: str | None = None
    """Run until this node is due (pause before it)."""
    until_step: int | None = None
    """Run until this superstep is due."""


@dataclass(frozen=True, slots=True)
class Resume(Command):
    """Answer interrupts by id and run on. Unanswered interrupts of the thread stay pending."""

    reply: ClassVar[str] = "RunAccepted"
    thread_id: str
    answers: dict[str, Any]
    checkpoint_id: str | None = None
    mode: RunMode = "run"


@dataclass(frozen=True, slots=True)
class Pause(Command):
    """Finish the running tasks, start none."""


@dataclass(frozen=True, slots=True)
class Stop(Command):
    """End the run. Writes of finished tasks stay; a task that does not return is abandoned."""


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """``subject`` is a node (before, after, error) or a channel (write); ``""`` means any.

    ``condition`` is an expression over channel names, used alone (kind ``condition``) or as a
    further demand.
    """

    id: str
    kind: BreakpointKind
    subject: str = ""
    condition: str = ""
    enabled: bool = True


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


@dataclass(frozen=True, slots=True)
class PreviewEdit(Command):
    """What an edit would do, without committing anything."""

    reply: ClassVar[str] = "EditPreview"
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
    thread_id: str
    checkpoint_id: str
    checkpoint_ns: str = ""


@dataclass(frozen=True, slots=True)
class DeleteThread(Command):
    """Remove all checkpoints and writes of a thread, in all namespaces."""

    thread_id: str
