"""Similarity of vectors: the cosine of the angle between them."""

import math
import operator
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

Vector = Sequence[float]


def cosines(query: Vector, vectors: Sequence[Vector]) -> list[float]:
    """The cosine between ``query`` and each of ``vectors``; 0 where either has no length.

    Takes NumPy where it is installed. Raises ``ValueError`` for vectors of another dimension.
    """
    if not vectors:
        return []
    for vector in vectors:
        if len(vector) != len(query):
            raise ValueError(
                f"The query's embedding has {len(query)} dimensions, a stored one has "
                f"{len(vector)}: put the items again after a change of the embedding"
            )
    numpy = _numpy()
    if numpy is None:
        return _plain(query, vectors)
    return _by_numpy(numpy, query, vectors)


def _plain(query: Vector, vectors: Sequence[Vector]) -> list[float]:
    length = math.hypot(*query)
    scores = []
    for vector in vectors:
        lengths = length * math.hypot(*vector)
        dot = sum(map(operator.mul, query, vector))
        scores.append(dot / lengths if lengths else 0.0)
    return scores


def _by_numpy(numpy: Any, query: Vector, vectors: Sequence[Vector]) -> list[float]:
    matrix = numpy.asarray(vectors, dtype=float)
    vector = numpy.asarray(query, dtype=float)
    lengths = numpy.linalg.norm(matrix, axis=1) * numpy.linalg.norm(vector)
    dots = matrix @ vector
    scores = numpy.divide(dots, lengths, out=numpy.zeros_like(dots), where=lengths != 0)
    found: list[float] = scores.tolist()
    return found


@cache
def _numpy() -> Any:
    return import_module("numpy") if find_spec("numpy") else None
