"""What is answered of whole threads."""

from dataclasses import dataclass
from typing import Literal

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
"""Names that an annotation's colour may have."""


@dataclass(frozen=True, slots=True)
class AnnotationView:
    """What a person noted of a checkpoint, or, with an empty ``checkpoint_id``, of a thread."""

    thread_id: str
    checkpoint_ns: str = ""
    checkpoint_id: str = ""
    name: str = ""
    note: str = ""
    colour: str = ""
    bookmarked: bool = False

    @property
    def empty(self) -> bool:
        """Whether it says nothing."""
        return not (self.name or self.note or self.colour or self.bookmarked)


@dataclass(frozen=True, slots=True)
class AnnotationList:
    annotations: tuple[AnnotationView, ...]


@dataclass(frozen=True, slots=True)
class Segment:
    """Checkpoints of which each is the child of the one before it and one step further.

    ``start`` is the position of the first, ``parent`` that of its parent: ``-1`` where it has
    none, ``-2`` where that is not stored. Positions count from the oldest.
    """

    start: int
    parent: int
    step: int


@dataclass(frozen=True, slots=True)
class Outline:
    """The tree of a thread's checkpoints. ``anchors`` are the ids of positions 0, ``spacing``..."""

    thread_id: str
    checkpoint_ns: str
    total: int
    segments: tuple[Segment, ...]
    anchors: tuple[str, ...]
    spacing: int
    newest: str = ""
    """The id of the last position."""


@dataclass(frozen=True, slots=True)
class ThreadSizes:
    """Bytes by thread; of a store that does not tell, there are none."""

    sizes: dict[str, int]


@dataclass(frozen=True, slots=True)
class SizePartView:
    """Bytes of a channel's larger values, of tasks' writes, or of the checkpoints' states."""

    kind: Literal["channel", "writes", "states"]
    name: str
    size: int
    count: int


@dataclass(frozen=True, slots=True)
class ThreadParts:
    thread_id: str
    total: int
    parts: tuple[SizePartView, ...]
    """The largest first."""


@dataclass(frozen=True, slots=True)
class PrunePreview:
    """Checkpoints that would go, of how many; bytes of both, where the store tells them."""

    going: int
    total: int
    going_bytes: int
    total_bytes: int


@dataclass(frozen=True, slots=True)
class ThreadPruned:
    """How many checkpoints went, and how many stay; bytes of the thread before and after."""

    removed: int
    bytes_before: int
    bytes_after: int
    staying: int
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class SpaceReclaimed:
    """Bytes of the database file before and after."""

    bytes_before: int
    bytes_after: int


UpkeepReply = (
    AnnotationList
    | Outline
    | ThreadSizes
    | ThreadParts
    | PrunePreview
    | ThreadPruned
    | SpaceReclaimed
)
