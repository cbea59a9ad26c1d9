"""What may be asked about marks, and about executing again."""

from dataclasses import dataclass
from typing import ClassVar

from runtime.debug.commands import Command
from runtime.debug.marks.views import NodeMark


@dataclass(frozen=True, slots=True)
class SetNodeMarks(Command):
    """Replace all marks on nodes. They hold for the run under way too."""

    reply: ClassVar[str] = "MarksChecked"
    marks: tuple[NodeMark, ...]


@dataclass(frozen=True, slots=True)
class ReadPin(Command):
    """The recorded output of a task as a pin."""

    reply: ClassVar[str] = "PinRead"
    repeats: ClassVar[bool] = True
    thread_id: str
    checkpoint_id: str
    task_id: str
    checkpoint_ns: str = ""


@dataclass(frozen=True, slots=True)
class ReadCost(Command):
    """What ran after a checkpoint on its newest branch, page by page, oldest first."""

    reply: ClassVar[str] = "CostRead"
    repeats: ClassVar[bool] = True
    thread_id: str
    checkpoint_id: str
    checkpoint_ns: str = ""
    limit: int = 200
    """How many supersteps are looked at."""
