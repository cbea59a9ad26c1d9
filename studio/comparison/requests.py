"""How the panels that compare ask the session; answers come later, in the window's thread."""

from collections.abc import Callable
from dataclasses import dataclass

from runtime.debug.commands import ListCheckpoints
from runtime.debug.comparing.commands import (
    CompareBranches,
    CompareCheckpoints,
    CompareValues,
    WriteComparison,
)
from runtime.debug.comparing.views import (
    BranchesCompared,
    CheckpointAddress,
    CheckpointsCompared,
    ComparisonWritten,
    ValuesCompared,
)
from runtime.debug.upkeep.commands import ReadAnnotations
from runtime.debug.upkeep.views import AnnotationList
from runtime.debug.views import CheckpointPage, CheckpointRow, Failed, ThreadPage
from studio.inspector.requests import FetchChildren

AskCheckpoints = Callable[
    [CompareCheckpoints, Callable[[CheckpointsCompared | Failed], None]], None
]
AskValues = Callable[[CompareValues, Callable[[ValuesCompared | Failed], None]], None]
AskWritten = Callable[[WriteComparison, Callable[[ComparisonWritten | Failed], None]], None]
AskBranches = Callable[[CompareBranches, Callable[[BranchesCompared | Failed], None]], None]
ListPage = Callable[[ListCheckpoints, Callable[[CheckpointPage | Failed], None]], None]
AskAnnotations = Callable[[ReadAnnotations, Callable[[AnnotationList | Failed], None]], None]
ListThreadPage = Callable[[int, Callable[[ThreadPage | Failed], None]], None]
"""``(offset, then)``"""


@dataclass(frozen=True, slots=True)
class ComparisonRequests:
    """The ways to compare, and to list what may be compared."""

    checkpoints: AskCheckpoints
    values: AskValues
    written: AskWritten
    branches: AskBranches
    children: FetchChildren
    list_threads: ListThreadPage
    list_checkpoints: ListPage
    annotations: AskAnnotations


def address_of(row: CheckpointRow) -> CheckpointAddress:
    """The address of a row of the history."""
    return CheckpointAddress(row.thread_id, row.checkpoint_id, row.checkpoint_ns)
