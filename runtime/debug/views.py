"""What a session answers: immutable views of threads, checkpoints, tasks and explanations."""

from dataclasses import dataclass, field
from typing import Any, Literal

from runtime.debug.approvals.records import AnswerPage, PendingPage
from runtime.debug.comparing.views import (
    BranchesCompared,
    CheckpointsCompared,
    ComparisonWritten,
    ValuesCompared,
)
from runtime.debug.description import GraphChoice, GraphDescription, SourceSpan
from runtime.debug.inspecting.views import InspectingReply
from runtime.debug.marks.views import CostRead, MarksChecked, PinRead
from runtime.debug.messages.views import MessagePage, MessagesTraced, TokenUsage
from runtime.debug.upkeep.views import UpkeepReply
from runtime.debug.values import TextPage, ValuePage, ValuePreview

TaskKind = Literal["PULL", "PUSH"]
TaskState = Literal["due", "running", "wrote", "interrupted", "failed", "skipped"]
Substituted = Literal["", "pinned", "skipped"]
ThreadStatus = Literal["idle", "running", "waiting", "failed", "damaged"]
"""``damaged``: the newest checkpoint cannot be read."""
CompletionKind = Literal["channel", "function", "key", "field", "method"]


@dataclass(frozen=True, slots=True)
class ErrorFrame:
    path: str
    line: int
    function: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class ErrorView:
    """What happened and where. ``frames`` are the user's own, innermost last."""

    type: str
    message: str
    traceback: str = ""
    frames: tuple[ErrorFrame, ...] = ()
    node: str | None = None
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class InterruptView:
    id: str
    task_id: str
    node: str
    payload: ValuePreview
    payload_json: Any = None
    """The payload as JSON (types JSON lacks appear as text)."""
    source: SourceSpan | None = None
    checkpoint_ns: str = ""
    index: int | None = None
    """Place of the task among the ``Send``s of its superstep."""
    inner: tuple[str, ...] = ()
    """Where a subgraph asks: its node, and those of subgraphs in it, inwards."""
    digest: str = ""
    """SHA-256 of the payload's canonical JSON, in hexadecimal."""

    @property
    def asker(self) -> str:
        """Who asks, in a line."""
        task = self.node if self.index is None else f"{self.node} [{self.index}]"
        return " / ".join((task, *self.inner))


@dataclass(frozen=True, slots=True)
class WriteView:
    """One pending write. ``channel`` may be internal (``branch:to:x``)."""

    channel: str
    value: ValuePreview


@dataclass(frozen=True, slots=True)
class RouteView:
    """What the router of a node returned; several ``answers`` where each leads to the same node."""

    node: str
    router: str
    answers: tuple[str, ...]
    """As Python writes them."""


@dataclass(frozen=True, slots=True)
class TriggerView:
    """One line of the activation rule: due iff available and ``version > seen``."""

    channel: str
    version: int
    seen: int
    available: bool
    due: bool
    written_by: tuple[str, ...] = ()
    """Nodes whose writes made this version, as far as recorded."""
    join_sources: tuple[str, ...] = ()
    join_reported: tuple[str, ...] = ()
    routes: tuple[RouteView, ...] = ()
    """Routers of ``written_by`` that chose the node."""


@dataclass(frozen=True, slots=True)
class SendView:
    """A waiting ``Send``: its place among those of the superstep, and the node that sent it."""

    index: int
    sender: str = ""
    """Empty where it is not recorded, as after an edit."""


@dataclass(frozen=True, slots=True)
class NodeExplanation:
    """Why a node is due or not. ``sentence`` says it in words; ``sends`` wait for it."""

    node: str
    due: bool
    sentence: str
    triggers: tuple[TriggerView, ...] = ()
    sends: tuple[SendView, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskView:
    """One task of a superstep. ``path`` orders tasks at the barrier; ``index`` is the Send's."""

    id: str
    name: str
    kind: TaskKind
    state: TaskState
    triggers: tuple[str, ...] = ()
    index: int | None = None
    input: ValuePreview | None = None
    writes: tuple[WriteView, ...] = ()
    targets: tuple[str, ...] = ()
    """Nodes that its edges and routers chose, ``__end__`` included."""
    error: ErrorView | None = None
    interrupts: tuple[InterruptView, ...] = ()
    duration_ms: float | None = None
    """Wall time, known only for tasks that this session ran."""
    usage: TokenUsage | None = None
    """Tokens of the model calls whose messages it wrote, where these say so."""
    substituted: Substituted = ""
    """Why its node was not called: the writes are pinned ones, or those of a skipped node."""


@dataclass(frozen=True, slots=True)
class ChannelView:
    name: str
    version: int
    value: ValuePreview | None
    """``None``: the channel is empty."""
    changed: bool = False
    """Whether this checkpoint's superstep changed it."""


@dataclass(frozen=True, slots=True)
class CheckpointRow:
    """One line of the history."""

    thread_id: str
    checkpoint_ns: str
    checkpoint_id: str
    parent_checkpoint_id: str | None
    step: int
    source: str
    created_at: str
    next: tuple[str, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)
    interrupted: bool = False
    failed: bool = False


@dataclass(frozen=True, slots=True)
class CheckpointView:
    """One moment whole: what the window shows when a checkpoint is selected."""

    row: CheckpointRow
    channels: tuple[ChannelView, ...]
    versions_seen: dict[str, dict[str, int]]
    tasks: tuple[TaskView, ...]
    """Tasks due at this checkpoint, with what is recorded of their execution."""
    explanations: tuple[NodeExplanation, ...]
    problems: tuple[str, ...] = ()
    """What does not fit the open graph, in words."""


@dataclass(frozen=True, slots=True)
class ThreadRow:
    thread_id: str
    newest_checkpoint_id: str
    created_at: str
    changed_at: str
    status: ThreadStatus
    checkpoints: int
    foreign: bool = False
    """Most of its channels are none of the open graph's: it comes from another one."""


@dataclass(frozen=True, slots=True)
class Done:
    """The command was carried out; nothing to tell."""


@dataclass(frozen=True, slots=True)
class TargetOpened:
    """Either ``graph`` is set, or ``choices`` say what the file offers, or ``error`` why not.

    ``notice`` says in a sentence what is otherwise than the file has it; mostly empty.
    ``interpreter`` is the Python that runs the graph, ``files`` are those that it was loaded from.
    """

    target: str
    graph: GraphDescription | None = None
    choices: tuple[GraphChoice, ...] = ()
    error: ErrorView | None = None
    notice: str = ""
    interpreter: str = ""
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunExported:
    """How far an export is: ``done`` of ``total`` checkpoints; without ``more`` it is over."""

    path: str
    done: int
    total: int
    more: bool
    redacted: int = 0
    """Places that rules took out."""
    size: int = 0
    """Bytes of the finished file."""


@dataclass(frozen=True, slots=True)
class DebuggerListens:
    """Where a debugger that speaks the Debug Adapter Protocol attaches."""

    host: str
    port: int
    pid: int


@dataclass(frozen=True, slots=True)
class InsideDescribed:
    checkpoint_ns: str
    graph: GraphDescription


@dataclass(frozen=True, slots=True)
class ThreadPage:
    offset: int
    total: int
    threads: tuple[ThreadRow, ...]


@dataclass(frozen=True, slots=True)
class CheckpointPage:
    thread_id: str
    rows: tuple[CheckpointRow, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class SearchHit:
    """Something found in a channel that a checkpoint's superstep changed."""

    row: CheckpointRow
    channel: str
    path: tuple[str, ...]
    text: str
    """What was found with what stands around it, on one line."""
    start: int = 0
    end: int = 0
    """Where in ``text`` it stands; nowhere where the key at the end of ``path`` was found."""


@dataclass(frozen=True, slots=True)
class SearchPage:
    """Hits of the checkpoints looked at, newest first; ``oldest`` is where the next page begins."""

    hits: tuple[SearchHit, ...]
    scanned: int
    oldest: str | None
    more: bool


@dataclass(frozen=True, slots=True)
class Watched:
    """What one expression is worth at a checkpoint, or why it is worth nothing there."""

    text: str
    number: float | None = None
    """The value where it is a finite number or a truth."""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class WatchRow:
    """One checkpoint with its values in the order of the expressions."""

    row: CheckpointRow
    values: tuple[Watched, ...]


@dataclass(frozen=True, slots=True)
class WatchPage:
    rows: tuple[WatchRow, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class PlotSeries:
    """One expression at each checkpoint of a page: a number, else a word, else neither.

    ``places`` are those of the words in ``words``, and -1 where it is no word.
    """

    numbers: tuple[float | None, ...]
    places: tuple[int, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlotPage:
    """Newest first; ``series`` are in the order of the expressions."""

    checkpoint_ids: tuple[str, ...]
    steps: tuple[int, ...]
    series: tuple[PlotSeries, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class FirstFound:
    """How far the search for the first checkpoint is; without ``more`` it is over.

    ``row`` is then the first checkpoint at which the expression holds, or ``None``. ``total`` are
    the checkpoints of the branch as far as they are known, ``looked_at`` those evaluated.
    """

    total: int
    looked_at: int
    more: bool
    row: CheckpointRow | None = None
    halved: bool = True
    """Whether it was found by halving, on the assumption that it goes on holding."""


@dataclass(frozen=True, slots=True)
class FilteredPage:
    """Rows let through, newest first; ``oldest`` is where the next page begins."""

    rows: tuple[CheckpointRow, ...]
    scanned: int
    oldest: str | None
    more: bool


@dataclass(frozen=True, slots=True)
class Completion:
    """What may stand at a place of an expression; ``detail`` is its type or value in a line."""

    text: str
    kind: CompletionKind
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ExpressionChecked:
    """An expression at a checkpoint: what it is worth there, or what is wrong with it.

    ``trouble`` is why a right expression has no value there; ``column`` where ``problem`` stands.
    """

    problem: str = ""
    remedy: str = ""
    column: int | None = None
    value: str = ""
    trouble: str = ""
    start: int = 0
    """Where the word begins that a completion replaces."""
    completions: tuple[Completion, ...] = ()


@dataclass(frozen=True, slots=True)
class JsonValue:
    value: Any


@dataclass(frozen=True, slots=True)
class SourceText:
    path: str
    text: str


@dataclass(frozen=True, slots=True)
class RunAccepted:
    run_id: str
    thread_id: str


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """Why a value was refused: ``path`` leads into the value, ``message`` says what fits."""

    channel: str
    path: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class ChannelChange:
    """A channel before and after an edit: ``before``/``after`` ``None`` means empty."""

    channel: str
    before: ValuePreview | None
    after: ValuePreview | None
    before_version: int
    after_version: int
    before_text: str = ""
    after_text: str = ""
    """Indented JSON of both, cut to 20,000 characters, for a text comparison."""


@dataclass(frozen=True, slots=True)
class EditPreview:
    """``problems`` not empty: the edit is refused as it stands and nothing else is filled."""

    problems: tuple[FieldProblem, ...] = ()
    as_node: str | None = None
    changes: tuple[ChannelChange, ...] = ()
    next: tuple[str, ...] = ()
    """Tasks that will execute when the run goes on from the edit."""
    dropped: tuple[str, ...] = ()
    """Nodes whose recorded pending writes the edit leaves behind."""
    kept: tuple[str, ...] = ()
    """Nodes that finished at the head: their recorded writes are taken over."""
    again: tuple[str, ...] = ()
    """Of ``next``, the tasks that another branch has executed already, as far as it is recorded."""
    forks: bool = False


@dataclass(frozen=True, slots=True)
class EditCommitted:
    row: CheckpointRow


@dataclass(frozen=True, slots=True)
class ContinuePreview:
    executes: tuple[str, ...]
    """Tasks that run (again)."""
    keeps: tuple[str, ...]
    """Tasks whose recorded writes are taken over without running."""
    forks: bool


@dataclass(frozen=True, slots=True)
class Failed:
    """The command could not be carried out."""

    error: ErrorView


Reply = (
    Done
    | TargetOpened
    | RunExported
    | DebuggerListens
    | InsideDescribed
    | ThreadPage
    | CheckpointPage
    | CheckpointView
    | SearchPage
    | WatchPage
    | PlotPage
    | ExpressionChecked
    | FirstFound
    | FilteredPage
    | CheckpointsCompared
    | ValuesCompared
    | ComparisonWritten
    | BranchesCompared
    | MessagePage
    | MessagesTraced
    | ValuePage
    | InspectingReply
    | TextPage
    | JsonValue
    | SourceText
    | RunAccepted
    | PendingPage
    | AnswerPage
    | EditPreview
    | EditCommitted
    | ContinuePreview
    | UpkeepReply
    | MarksChecked
    | PinRead
    | CostRead
    | Failed
)
