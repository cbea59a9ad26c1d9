"""What is answered about values that are looked at closely."""

from dataclasses import dataclass
from typing import Literal

from runtime.debug.values import ValuePreview

ValueForm = Literal["message", "image", "table", "facts", "json", "markdown", "text", "bytes"]
FactName = Literal[
    "class",
    "name",
    "value",
    "members",
    "iso",
    "zone",
    "timestamp",
    "seconds",
    "days",
    "message",
    "traceback",
    "shape",
    "items",
    "bytes",
]
BlockKind = Literal["text", "image", "other"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing to know of a value. Times are ISO text, timestamps and durations numbers."""

    name: FactName
    text: str


@dataclass(frozen=True, slots=True)
class MessageBlock:
    """A part of a message's content; images lie at ``path`` inside the message."""

    kind: BlockKind
    text: str = ""
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that a message asks for; the arguments as indented JSON."""

    name: str
    id: str
    arguments: str


@dataclass(frozen=True, slots=True)
class MessageDescribed:
    """A message as a chat shows it."""

    role: str
    name: str
    id: str
    blocks: tuple[MessageBlock, ...]
    calls: tuple[ToolCall, ...] = ()
    answers: str = ""
    """Id of the call whose result it is."""


@dataclass(frozen=True, slots=True)
class ValueDescribed:
    """``forms`` are those that the value can be shown in, the most telling first."""

    preview: ValuePreview
    forms: tuple[ValueForm, ...]
    facts: tuple[Fact, ...] = ()
    message: MessageDescribed | None = None
    columns: tuple[str, ...] = ()
    rows: int = 0
    image_type: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """``number`` is its position in the value, whatever the order shown."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TablePage:
    total: int
    offset: int
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class ImageRead:
    """An image as base64."""

    type: str
    data: str


@dataclass(frozen=True, slots=True)
class ValueText:
    text: str


@dataclass(frozen=True, slots=True)
class TextFound:
    """``offsets`` of the first hits in characters or bytes; ``more`` says that there are others."""

    offsets: tuple[int, ...]
    more: bool = False


@dataclass(frozen=True, slots=True)
class StateHit:
    """Something found under a channel: ``path`` leads there by steps, ``keys`` as a person reads.

    ``text`` is what was found with what stands around it.
    """

    channel: str
    path: tuple[str, ...]
    keys: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class StateFound:
    """Hits since the command was asked last; without ``more`` everything was looked at.

    ``cut`` says that there were too many hits to go on.
    """

    hits: tuple[StateHit, ...]
    looked_at: int
    more: bool
    cut: bool = False


@dataclass(frozen=True, slots=True)
class PathValue:
    """The value at a path, which ``steps`` lead to; without one ``problem`` says why."""

    preview: ValuePreview | None
    steps: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PathsRead:
    values: tuple[PathValue, ...]


InspectingReply = (
    ValueDescribed | TablePage | ImageRead | ValueText | TextFound | StateFound | PathsRead
)
