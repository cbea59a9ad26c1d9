"""What may be asked about two checkpoints, values or branches. Recorded data is enough for all."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from runtime.debug.commands import Command
from runtime.debug.comparing.views import CheckpointAddress
from runtime.debug.values import ValueHandle

WrittenForm = Literal["unified", "patch"]


@dataclass(frozen=True, slots=True)
class CompareCheckpoints(Command):
    """What the channels of two checkpoints hold otherwise, each change with its path.

    Each asking does a part of the work: while ``more``, ask again from ``start=next``. Whoever does
    not ask again has given it up.
    """

    reply: ClassVar[str] = "CheckpointsCompared"
    repeats: ClassVar[bool] = True
    before: CheckpointAddress
    after: CheckpointAddress
    start: int = 0
    """How many channels are done."""


@dataclass(frozen=True, slots=True)
class CompareValues(Command):
    """Two values line by line, texts as they are and others as indented JSON."""

    reply: ClassVar[str] = "ValuesCompared"
    repeats: ClassVar[bool] = True
    before: ValueHandle | None
    after: ValueHandle | None
    context: int = 2
    """Lines around a change that are alike."""


@dataclass(frozen=True, slots=True)
class WriteComparison(Command):
    """The state of two checkpoints as a unified diff, or as a JSON Patch from one to the other."""

    reply: ClassVar[str] = "ComparisonWritten"
    repeats: ClassVar[bool] = True
    before: CheckpointAddress
    after: CheckpointAddress
    form: WrittenForm = "unified"
    channels: tuple[str, ...] = ()
    """Only these; all where none is named."""


@dataclass(frozen=True, slots=True)
class CompareBranches(Command):
    """Two branches from their fork on, or two threads from their beginning, superstep by superstep.

    ``first`` and ``second`` are their ends. While ``more``, the same command goes on looking.
    """

    reply: ClassVar[str] = "BranchesCompared"
    repeats: ClassVar[bool] = True
    first: CheckpointAddress
    second: CheckpointAddress
    offset: int = 0
    limit: int = 500


Comparison = CompareCheckpoints | CompareValues | WriteComparison | CompareBranches
