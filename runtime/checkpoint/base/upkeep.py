"""What a debugger keeps and tells of whole threads, besides reading their checkpoints."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from runtime.checkpoint.base.reading import StoredThread
from runtime.checkpoint.line import Line

ThreadOrder = Literal["changed", "created", "checkpoints", "size", "name"]
PartKind = Literal["channel", "writes", "states"]


@dataclass(frozen=True, slots=True)
class Annotation:
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
        """Whether it says nothing (any more)."""
        return not (self.name or self.note or self.colour or self.bookmarked)


@dataclass(frozen=True, slots=True)
class SizePart:
    """Bytes of a thread: larger values of a channel, writes of tasks, or states of checkpoints."""

    kind: PartKind
    name: str
    size: int
    count: int


class Annotations(Protocol):
    """Where annotations are kept."""

    def read(self, thread_id: str | None = None) -> Sequence[Annotation]:
        """Those of a thread and of its checkpoints; ``None`` gives those of all threads alone."""

    def write(self, annotation: Annotation) -> None:
        """Keep one in place of that of the same address; an empty one is removed."""

    def delete_thread(self, thread_id: str) -> None:
        """Remove everything that was noted of a thread."""

    def delete_checkpoints(
        self, thread_id: str, checkpoint_ns: str, checkpoint_ids: Collection[str]
    ) -> None:
        """Remove what was noted of checkpoints."""

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Note the same of another thread; its name is not copied."""


class Upkeep(Protocol):
    """Listings of whole threads that need no value, and their sizes."""

    def thread_ids(
        self,
        *,
        text: str = "",
        named: Collection[str] = (),
        order: ThreadOrder = "changed",
        descending: bool = True,
    ) -> Sequence[str]:
        """Threads in an order: those whose id has ``text`` in it, in any case, and ``named``."""

    def threads(self, thread_ids: Sequence[str]) -> Sequence[StoredThread]:
        """These threads, those of them that exist, in the same order."""

    def pending(self) -> Mapping[str, Mapping[str, Sequence[str]]]:
        """Of threads whose newest checkpoint has pending writes: the channels by task."""

    def metadata(self) -> Mapping[str, Mapping[str, Any]]:
        """Of each thread the metadata of its newest checkpoint, as far as they can be read."""

    def outline(self, thread_id: str, checkpoint_ns: str) -> Sequence[Line]:
        """All checkpoints of a namespace, oldest first."""

    def line_sizes(self, thread_id: str, checkpoint_ns: str) -> Mapping[str, int]:
        """Bytes that are stored of each checkpoint of a namespace."""

    def namespaces(self, thread_id: str) -> Sequence[str]:
        """The namespaces in which a thread has checkpoints."""

    def sizes(self, thread_ids: Sequence[str]) -> Mapping[str, int]:
        """Bytes that are stored of threads."""

    def parts(self, thread_id: str) -> Sequence[SizePart]:
        """What the bytes of a thread are made of, the largest first."""
