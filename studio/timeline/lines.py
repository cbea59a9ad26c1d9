"""Which lines the chart has: one for each task of a node that is open, else one for all of them.

A node is open from the beginning if it has a few simultaneous tasks. What ran inside of tasks
stands below them while their node is open.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from studio.shell.plain_text import one_line
from studio.timeline.measured import InnerTrack, Track

FEW = 12
"""Simultaneous tasks of a node that are drawn one by one without being asked for."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the chart; ``number`` is ``None`` where it stands for all tasks of its node."""

    node: str
    number: int | None
    label: str
    depth: int = 0
    inner: InnerTrack | None = None
    toggle: bool | None = None
    """Whether its node is open, on the line that opens and closes it."""


class Lines:
    """The lines in order, and where each track is."""

    def __init__(self) -> None:
        self.opened: dict[str, bool] = {}
        """What a person decided, by node."""
        self.all: list[Line] = []
        self._of_track: dict[Track, int] = {}
        self._of_inner: dict[InnerTrack, int] = {}

    def __len__(self) -> int:
        return len(self.all)

    def line_of(self, track: Track) -> int:
        """Where a task is drawn."""
        return self._of_track[track]

    def line_of_inner(self, track: InnerTrack) -> int | None:
        """Where something inside of a task is drawn, if its node is open."""
        return self._of_inner.get(track)

    def toggle(self, node: str) -> None:
        """Open what is closed, close what is open; ``lay_out`` has to follow."""
        self.opened[node] = not any(line.toggle for line in self.all if line.node == node)

    def lay_out(self, tracks: Mapping[Track, int], inner: Iterable[InnerTrack]) -> None:
        """Make the lines anew from what there is to draw."""
        self.all, self._of_track, self._of_inner = [], {}, {}
        below: dict[Track, list[InnerTrack]] = {}
        nodes_with_inside: set[str] = set()
        for each in inner:
            below.setdefault((each.node, each.number), []).append(each)
            nodes_with_inside.add(each.node)
        counts: dict[str, int] = {}
        for node, _ in tracks:
            counts[node] = counts.get(node, 0) + 1
        for track in tracks:
            node, number = track
            several, inside = counts[node] > 1, node in nodes_with_inside
            is_open = self.opened.get(node, 1 < counts[node] <= FEW)
            if several and not is_open:
                if number == 0:
                    self.all.append(Line(node, None, one_line(node), toggle=False))
                self._of_track[track] = len(self.all) - 1
                continue
            self._of_track[track] = len(self.all)
            toggle = is_open if number == 0 and (several or inside) else None
            # The name once, its further simultaneous tasks by number.
            label = one_line(node) if number == 0 else f"[{number}]"
            self.all.append(Line(node, number, label, 0 if number == 0 else 1, toggle=toggle))
            if is_open:
                self._add_inside(track, below.get(track, ()))

    def _add_inside(self, track: Track, inner: Iterable[InnerTrack]) -> None:
        ranks: dict[tuple[str, ...], int] = {}
        for each in inner:
            # What is inside of something stands below it; else in the order of appearance.
            for length in range(1, len(each.path) + 1):
                ranks.setdefault(each.path[:length], len(ranks))
        ordered = sorted(
            inner,
            key=lambda each: (
                [ranks[each.path[:length]] for length in range(1, len(each.path) + 1)],
                each.lane,
            ),
        )
        for each in ordered:
            self._of_inner[each] = len(self.all)
            name = one_line(each.path[-1])
            label = name if each.lane == 0 else f"{name} [{each.lane}]"
            self.all.append(Line(*track, label, 1 + len(each.path), each))
