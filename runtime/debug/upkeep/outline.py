"""Checkpoint trees in short: what is not the child of its neighbour is told, the rest follows."""

from collections.abc import Iterable

from runtime.checkpoint.line import Line
from runtime.debug.upkeep.views import Outline, Segment

__all__ = ["BATCH", "MISSING_PARENT", "NO_PARENT", "Line", "outline_of"]

BATCH = 100
"""Checkpoints between two anchors."""
NO_PARENT = -1
MISSING_PARENT = -2


def outline_of(thread_id: str, checkpoint_ns: str, oldest_first: Iterable[Line]) -> Outline:
    """The outline of a namespace's checkpoints."""
    positions: dict[str, int] = {}
    segments: list[Segment] = []
    anchors: list[str] = []
    before: tuple[str, int] | None = None
    for position, line in enumerate(oldest_first):
        checkpoint_id, parent_id, step, _ = line
        positions[checkpoint_id] = position
        if position % BATCH == 0:
            anchors.append(checkpoint_id)
        # An id that is no earlier leads in circles: such a parent is none.
        earlier = parent_id is not None and parent_id < checkpoint_id
        continues = before is not None and (parent_id, step) == before
        if not continues:
            parent = positions.get(parent_id or "", MISSING_PARENT) if earlier else NO_PARENT
            segments.append(Segment(position, parent, step))
        before = (checkpoint_id, step + 1)
    return Outline(
        thread_id,
        checkpoint_ns,
        len(positions),
        tuple(segments),
        tuple(anchors),
        BATCH,
        "" if before is None else before[0],
    )
