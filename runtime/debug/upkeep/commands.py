"""What may be asked of whole threads."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from runtime.debug.commands import Command
from runtime.debug.upkeep.views import AnnotationView

PruneStrategy = Literal["newest", "heads", "annotated", "older"]


@dataclass(frozen=True, slots=True)
class ReadOutline(Command):
    """The shape of a thread's tree of checkpoints, without their content."""

    reply: ClassVar[str] = "Outline"
    repeats: ClassVar[bool] = True
    thread_id: str
    checkpoint_ns: str = ""


@dataclass(frozen=True, slots=True)
class MeasureThreads(Command):
    """Bytes that are stored of each of these threads."""

    reply: ClassVar[str] = "ThreadSizes"
    repeats: ClassVar[bool] = True
    thread_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeasureThread(Command):
    """What the bytes of a thread are made of, by channel."""

    reply: ClassVar[str] = "ThreadParts"
    repeats: ClassVar[bool] = True
    thread_id: str


@dataclass(frozen=True, slots=True)
class PruneRule:
    """Which checkpoints stay. The newest one always does, and subgraphs' ones go with their own.

    ``newest`` keeps the newest ``count``, ``heads`` the end of each branch, ``annotated`` those
    with a name or a bookmark, ``older`` those saved at or after ``before``, and the ends of
    branches. With ``keep_annotated`` no checkpoint goes that has a name or a bookmark.
    """

    strategy: PruneStrategy
    count: int = 1
    before: str = ""
    """A moment, as ISO 8601 with its offset."""
    keep_annotated: bool = True


@dataclass(frozen=True, slots=True)
class PreviewPrune(Command):
    """How many checkpoints and bytes would go, without committing anything."""

    reply: ClassVar[str] = "PrunePreview"
    repeats: ClassVar[bool] = True
    thread_id: str
    rule: PruneRule


@dataclass(frozen=True, slots=True)
class PruneThread(Command):
    """Remove the checkpoints of a thread that a rule does not keep; the others read as before."""

    reply: ClassVar[str] = "ThreadPruned"
    thread_id: str
    rule: PruneRule
    job: str = ""
    """A name for this work, by which it is told of and cancelled."""


@dataclass(frozen=True, slots=True)
class CancelPrune(Command):
    """Break off a ``PruneThread`` that is under way or will be; it answers what is gone by then."""

    job: str


@dataclass(frozen=True, slots=True)
class CopyThread(Command):
    """Copy a thread with everything that is noted of it under an id that none has."""

    thread_id: str
    target: str


@dataclass(frozen=True, slots=True)
class ReclaimSpace(Command):
    """Have the database file give back what is free in it. It is rewritten, which takes time."""

    reply: ClassVar[str] = "SpaceReclaimed"


@dataclass(frozen=True, slots=True)
class ReadAnnotations(Command):
    """What is noted of a thread and its checkpoints; ``None``: of all threads, not of theirs."""

    reply: ClassVar[str] = "AnnotationList"
    repeats: ClassVar[bool] = True
    thread_id: str | None = None


@dataclass(frozen=True, slots=True)
class Annotate(Command):
    """Note something of a checkpoint or thread in place of what was noted; nothing removes it."""

    annotation: AnnotationView


Upkeep = (
    ReadOutline
    | MeasureThreads
    | MeasureThread
    | PreviewPrune
    | PruneThread
    | CancelPrune
    | CopyThread
    | ReclaimSpace
    | ReadAnnotations
    | Annotate
)
