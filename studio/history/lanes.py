"""Lanes of a checkpoint tree: which column each checkpoint stands in, and the lines between them.

Positions count from the oldest. A segment is a row of positions of which each is the child of the
one before, so a history without forks is one segment, however long it is; everything here costs
as much as there are segments and lanes. A segment continues the lane of its parent if that is the
newest in it; otherwise it is a fork and takes the leftmost lane that has been free since its
parent. A lane, once given, never changes when newer checkpoints follow, so a growing history does
not jump. There are at most ``MAXIMUM_LANES``, further forks share the last one.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

MAXIMUM_LANES = 24
ROOT = -1
"""Parent of a checkpoint that has none."""
MISSING = -2
"""Position of a parent that is not stored."""


@dataclass(frozen=True, slots=True)
class RowLines:
    """What is drawn in one row beside the checkpoint's own mark."""

    lane: int
    passing: tuple[tuple[int, int], ...]
    """Lanes whose line runs through from top to bottom, each with the child it leads up to."""
    down: bool
    """A line leads down to the parent."""
    up: tuple[tuple[int, int], ...]
    """Lane and position of each child: straight up in the same lane, else a fork's curve."""


@dataclass(slots=True)
class _Segment:
    start: int
    end: int
    """The position after the last."""
    parent: int
    lane: int


@dataclass(slots=True)
class _Lane:
    top: int = ROOT
    """Newest position that the lane is taken at."""
    children: list[int] = field(default_factory=list)
    """First positions of the segments in it that have a parent."""
    parents: list[int] = field(default_factory=list)


class LaneTree:
    """The tree of ``(start, parent)`` of each segment, and the number of all positions."""

    def __init__(self, segments: Iterable[tuple[int, int]] = (), total: int = 0) -> None:
        self._segments: list[_Segment] = []
        self._starts: list[int] = []
        self._children: dict[int, list[int]] = {}
        self._lanes: list[_Lane] = []
        found = list(segments)
        ends = [start for start, _ in found[1:]] + [total]
        for (start, parent), end in zip(found, ends, strict=False):
            self._add(start, end, parent)

    def __len__(self) -> int:
        return self._segments[-1].end if self._segments else 0

    @property
    def width(self) -> int:
        """How many lanes are in use, at least one."""
        return max(1, len(self._lanes))

    def append(self, parent: int) -> None:
        """Place the newest checkpoint."""
        position = len(self)
        if parent == position - 1 and self._segments:
            last = self._segments[-1]
            if self._lanes[last.lane].top == parent:
                last.end += 1
                self._lanes[last.lane].top = position
                return
        self._add(position, position + 1, parent)

    def lane(self, position: int) -> int:
        """The lane of a checkpoint."""
        return self._segment(position).lane

    def parent(self, position: int) -> int:
        """The position of its parent, ``ROOT`` or ``MISSING``."""
        segment = self._segment(position)
        return segment.parent if position == segment.start else position - 1

    def children(self, position: int) -> list[int]:
        """The positions of its children, in order."""
        segment = self._segment(position)
        further = self._children.get(position, [])
        return [position + 1, *further] if position + 1 < segment.end else further

    def is_fork(self, position: int) -> bool:
        """Whether the parent had a child before this checkpoint."""
        parent = self.parent(position)
        return parent >= 0 and self.children(parent)[0] != position

    def lines(self, position: int) -> RowLines:
        """The lines of one row; costs a binary search for each lane."""
        passing = []
        for number, lane in enumerate(self._lanes):
            child = self._passes(lane, position)
            if child is not None:
                passing.append((number, child))
        up = [(self.lane(child), child) for child in self.children(position)]
        down = self.parent(position) != ROOT
        return RowLines(self.lane(position), tuple(passing), down, tuple(up))

    def ancestry(self, position: int) -> "Ancestry":
        """The checkpoint and all that it grew from."""
        ranges = []
        at = position
        while at >= 0:
            segment = self._segment(at)
            ranges.append((segment.start, at))
            at = segment.parent
        ranges.reverse()
        return Ancestry([start for start, _ in ranges], [end for _, end in ranges])

    def end_of_branch(self, position: int) -> int:
        """The newest checkpoint that grew from this one."""
        end = self._segment(position).end - 1
        grown = [(position, end)]
        for segment in self._segments[bisect_right(self._starts, position) :]:
            if any(start <= segment.parent <= last for start, last in grown):
                grown.append((segment.start, segment.end - 1))
                end = max(end, segment.end - 1)
        return end

    def _segment(self, position: int) -> _Segment:
        return self._segments[bisect_right(self._starts, position) - 1]

    def _add(self, start: int, end: int, parent: int) -> None:
        if parent == ROOT:
            lane = self._free_lane(start - 1)
        else:
            lane = self._lane_for_child_of(parent)
            self._lanes[lane].children.append(start)
            self._lanes[lane].parents.append(parent if parent >= 0 else ROOT)
            if parent >= 0:
                self._children.setdefault(parent, []).append(start)
        self._lanes[lane].top = end - 1
        self._segments.append(_Segment(start, end, parent, lane))
        self._starts.append(start)

    def _lane_for_child_of(self, parent: int) -> int:
        if parent >= 0:
            lane = self.lane(parent)
            if self._lanes[lane].top == parent:
                return lane
            return self._free_lane(parent)
        return self._free_lane(ROOT)

    def _free_lane(self, since: int) -> int:
        for number, lane in enumerate(self._lanes):
            if lane.top <= since:
                return number
        if len(self._lanes) == MAXIMUM_LANES:
            return MAXIMUM_LANES - 1
        self._lanes.append(_Lane())
        return len(self._lanes) - 1

    @staticmethod
    def _passes(lane: _Lane, position: int) -> int | None:
        following = bisect_left(lane.children, position + 1)
        if following < len(lane.children) and lane.parents[following] < position:
            return lane.children[following]
        return None


@dataclass(frozen=True, slots=True)
class Ancestry:
    """Positions in rising ranges."""

    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return sum(end - start + 1 for start, end in zip(self.starts, self.ends, strict=True))

    def at(self, number: int) -> int:
        """The position that comes after ``number`` others."""
        for start, end in zip(self.starts, self.ends, strict=True):
            if number <= end - start:
                return start + number
            number -= end - start + 1
        raise IndexError

    def before(self, position: int) -> int:
        """How many positions come before one."""
        found = 0
        for start, end in zip(self.starts, self.ends, strict=True):
            if position <= end:
                return found + max(0, position - start)
            found += end - start + 1
        return found

    def __contains__(self, position: int) -> bool:
        found = bisect_right(self.starts, position) - 1
        return found >= 0 and position <= self.ends[found]
