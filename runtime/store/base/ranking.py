"""The order of what a semantic search finds."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from runtime.store.base.similarity import Vector, cosines

FoundT = TypeVar("FoundT")


def ranked(
    found: Iterable[FoundT], vectors: Callable[[FoundT], Sequence[Vector]], query: Vector
) -> list[tuple[FoundT, float | None]]:
    """What was found with its score, the most similar first, equal ones in their order.

    The score is the best of an item's vectors. Items without one come last, without a score.
    """
    flat: list[Vector] = []
    spans: list[tuple[FoundT, int, int]] = []
    for one in found:
        start = len(flat)
        flat.extend(vectors(one))
        spans.append((one, start, len(flat)))
    scores = cosines(query, flat)
    scored = [(one, max(scores[start:end])) for one, start, end in spans if end > start]
    scored.sort(key=lambda pair: -pair[1])
    return [*scored, *((one, None) for one, start, end in spans if end == start)]
