"""Right-angled lines between two boxes, for lines that no layout engine has placed.

Downwards a line leaves below and arrives above; to the side it goes from side to side; upwards it
goes around at the right and arrives above as well. Parallel lines take lanes beside each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from runtime.drawing.layout import Point

_LANE = 14.0
_AROUND = 28.0
_LOOP = 20.0
_ABOVE = 14.0
_GAP = 16.0

Route = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its borders."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, centre: Point, width: float, height: float) -> Box:
        x, y = centre
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @property
    def centre(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def route_between(source: Box, target: Box, lane: float = 0.0) -> Route:
    """A line from one box to another; ``lane`` sets parallel lines apart, 0 is the middle."""
    if source == target:
        return _loop(source, lane)
    shift = lane * _LANE
    if target.top >= source.bottom + _GAP:
        start = (_within(source.centre[0] + shift, source.left, source.right), source.bottom)
        end = (_within(target.centre[0] + shift, target.left, target.right), target.top)
        if abs(start[0] - end[0]) < 1.0:
            return (start, (start[0], end[1]))
        middle = (start[1] + end[1]) / 2 + shift / 2
        return (start, (start[0], middle), (end[0], middle), end)
    if target.left >= source.right + _GAP or target.right <= source.left - _GAP:
        rightwards = target.left > source.left
        start = (
            source.right if rightwards else source.left,
            _within(source.centre[1] + shift, source.top, source.bottom),
        )
        end = (
            target.left if rightwards else target.right,
            _within(target.centre[1] + shift, target.top, target.bottom),
        )
        if abs(start[1] - end[1]) < 1.0:
            return (start, (end[0], start[1]))
        middle = (start[0] + end[0]) / 2 + shift
        return (start, (middle, start[1]), (middle, end[1]), end)
    around = max(source.right, target.right) + _AROUND + abs(shift)
    start = (source.right, _within(source.centre[1] + shift, source.top, source.bottom))
    end = (
        _within(target.centre[0] + _from_below(target) + shift, target.left, target.right),
        target.top,
    )
    above = target.top - _ABOVE - abs(shift) / 2
    return (start, (around, start[1]), (around, above), (end[0], above), end)


def _from_below(box: Box) -> float:
    """How far right of the middle a line from below arrives, so that those from above stay free."""
    return (box.right - box.left) / 4


def label_point(route: Route) -> Point:
    """Where a line's label stands: in the middle of its longest stretch."""
    stretches = pairwise(route)
    first, last = max(
        stretches, key=lambda ends: abs(ends[0][0] - ends[1][0]) + abs(ends[0][1] - ends[1][1])
    )
    return (first[0] + last[0]) / 2, (first[1] + last[1]) / 2


def _loop(box: Box, lane: float) -> Route:
    out = box.right + _LOOP + abs(lane) * _LANE
    middle = box.centre[1]
    reach = min(12.0, (box.bottom - box.top) / 4)
    return (
        (box.right, middle - reach),
        (out, middle - reach),
        (out, middle + reach),
        (box.right, middle + reach),
    )


def _within(value: float, least: float, most: float) -> float:
    margin = min(12.0, (most - least) / 4)
    return min(max(value, least + margin), most - margin)
