"""Lanes of a checkpoint tree: which column each checkpoint stands in, and the lines between them.

Checkpoints come oldest first. A checkpoint continues the lane of its parent if it is the parent's
first child and nothing else took the lane since; otherwise it is a fork and takes the leftmost
lane that has been free since its parent. A lane, once given, never changes when newer checkpoints
follow, so a growing history does not jump. Giving a lane looks at each lane once; there are at
most ``MAXIMUM_LANES``, further forks share the last one.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field

MAXIMUM_LANES = 24
MISSING = -1
"""Position of a parent that is older than everything loaded."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one checkpoint stands. ``parent`` is its parent's position, ``None`` for a root."""

    lane: int
    parent: int | None


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
class _Lane:
    top: int = MISSING
    """Newest position that the lane is taken at."""
    children: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)


class LaneTree:
    """Positions 0, 1, ... from oldest to newest. ``append`` costs the number of lanes."""

    def __init__(self, checkpoints: Iterable[tuple[str, str | None]] = ()) -> None:
        """Start with ``(checkpoint id, parent id)`` pairs, oldest first."""
        self._places: list[Place] = []
        self._positions: dict[str, int] = {}
        self._children: dict[int, list[int]] = {}
        self._lanes: list[_Lane] = []
        for checkpoint_id, parent_id in checkpoints:
            self.append(checkpoint_id, parent_id)

    def __len__(self) -> int:
        return len(self._places)

    @property
    def width(self) -> int:
        """How many lanes are in use, at least one."""
        return max(1, len(self._lanes))

    def append(self, checkpoint_id: str, parent_id: str | None) -> None:
        """Place the newest checkpoint."""
        position = len(self._places)
        if parent_id is None:
            parent = None
            lane = self._free_lane(position - 1)
        else:
            parent = self._positions.get(parent_id, MISSING)
            lane = self._lane_for_child_of(parent)
            self._lanes[lane].children.append(position)
            self._lanes[lane].parents.append(parent)
            if parent != MISSING:
                self._children.setdefault(parent, []).append(position)
        self._lanes[lane].top = position
        self._places.append(Place(lane, parent))
        self._positions[checkpoint_id] = position

    def place(self, position: int) -> Place:
        return self._places[position]

    def position(self, checkpoint_id: str) -> int | None:
        return self._positions.get(checkpoint_id)

    def is_fork(self, position: int) -> bool:
        """Whether the parent had a child before this checkpoint."""
        parent = self._places[position].parent
        return parent is not None and parent != MISSING and self._children[parent][0] != position

    def lines(self, position: int) -> RowLines:
        """The lines of one row; costs a binary search for each lane."""
        place = self._places[position]
        passing = []
        for number, lane in enumerate(self._lanes):
            child = self._passes(lane, position)
            if child is not None:
                passing.append((number, child))
        up = [(self._places[child].lane, child) for child in self._children.get(position, ())]
        return RowLines(place.lane, tuple(passing), place.parent is not None, tuple(up))

    def ancestry(self, position: int) -> frozenset[int]:
        """The checkpoint and all loaded ones that it grew from."""
        line = set()
        at: int | None = position
        while at is not None and at != MISSING:
            line.add(at)
            at = self._places[at].parent
        return frozenset(line)

    def _lane_for_child_of(self, parent: int) -> int:
        if parent != MISSING:
            lane = self._places[parent].lane
            if self._lanes[lane].top == parent:
                return lane
        return self._free_lane(parent)

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
