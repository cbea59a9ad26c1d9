"""The line and the arrowhead that a polyline becomes."""

from collections.abc import Sequence
from math import hypot

from runtime.drawing.layout import Point

CORNER = 8.0
HEAD_LENGTH = 8.0
HEAD_WIDTH = 7.0


def rounded(route: Sequence[Point], *, shorten: bool) -> str:
    """SVG path data of the line with round corners; ``shorten`` leaves room for the head."""
    points = list(route)
    if shorten and len(points) > 1:
        points[-1] = _towards(points[-1], points[-2], HEAD_LENGTH - 1.0)
    data = [f"M{_pair(points[0])}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        reach = min(CORNER, _distance(before, corner) / 2, _distance(corner, after) / 2)
        data.append(f"L{_pair(_towards(corner, before, reach))}")
        data.append(f"Q{_pair(corner)} {_pair(_towards(corner, after, reach))}")
    data.append(f"L{_pair(points[-1])}")
    return "".join(data)


def arrow_head(route: Sequence[Point]) -> tuple[Point, Point, Point]:
    """The triangle at the end of a line."""
    tip = route[-1]
    base = _towards(tip, route[-2], HEAD_LENGTH)
    across = (
        (base[1] - tip[1]) * HEAD_WIDTH / 2 / HEAD_LENGTH,
        (tip[0] - base[0]) * HEAD_WIDTH / 2 / HEAD_LENGTH,
    )
    return (
        tip,
        (base[0] + across[0], base[1] + across[1]),
        (base[0] - across[0], base[1] - across[1]),
    )


def _distance(first: Point, second: Point) -> float:
    return hypot(second[0] - first[0], second[1] - first[1])


def _towards(start: Point, goal: Point, distance: float) -> Point:
    """The point at ``distance`` from ``start`` on the way to ``goal``."""
    whole = _distance(start, goal)
    if whole == 0.0:
        return start
    share = distance / whole
    return (start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share)


def _pair(point: Point) -> str:
    return " ".join(f"{value:.2f}".rstrip("0").rstrip(".") for value in point)
