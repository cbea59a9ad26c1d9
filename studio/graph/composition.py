"""Lays out a graph with its expanded subgraphs inside of it, from the innermost outwards.

An expanded subgraph is laid out by itself and becomes a frame: a large box in the layout of the
graph around it, to whose borders that graph's lines lead. What a person moved by hand is moved
before the frame is measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field

from runtime.debug.description import NodeDescription
from runtime.drawing.boxes import Drawing, Measure, drawing_of
from runtime.drawing.layout import Layout, Point
from studio.graph.anatomy import Anatomy
from studio.graph.arranger import Arranger
from studio.graph.paths import SEPARATOR, join_path, prefix_of
from studio.graph.routing import Box, label_point, route_between

FRAME_HEAD = 44.0
FRAME_TOP = FRAME_HEAD + 12.0
FRAME_PADDING = 20.0

Offsets = Mapping[str, Point]
"""How far nodes were moved by hand from where they were laid out, by path."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One graph with the places of its boxes, and the expanded subgraphs in it by node name."""

    prefix: str
    drawing: Drawing[NodeDescription]
    layout: Layout
    inner: Mapping[str, Placed] = field(default_factory=dict)

    def bounds(self) -> Box:
        """What all boxes, lines and labels cover."""
        boxes = self.drawing.request.boxes
        left, top, right, bottom = 0.0, 0.0, 0.0, 0.0
        for number, ((x, y), box) in enumerate(zip(self.layout.centres, boxes, strict=True)):
            sides = Box.around((x, y), box.width, box.height)
            left = min(left, sides.left) if number else sides.left
            top = min(top, sides.top) if number else sides.top
            right = max(right, sides.right) if number else sides.right
            bottom = max(bottom, sides.bottom) if number else sides.bottom
        for route in self.layout.routes:
            left = min(left, *(x for x, _ in route))
            right = max(right, *(x for x, _ in route))
            top = min(top, *(y for _, y in route))
            bottom = max(bottom, *(y for _, y in route))
        for edge, label in zip(self.drawing.request.edges, self.layout.labels, strict=True):
            if label is not None and edge.label is not None:
                left = min(left, label[0] - edge.label[0] / 2)
                right = max(right, label[0] + edge.label[0] / 2)
        return Box(left, top, right, bottom)

    def frame_size(self) -> tuple[float, float]:
        """Of the frame around it."""
        bounds = self.bounds()
        width = bounds.right - bounds.left + 2 * FRAME_PADDING
        height = bounds.bottom - bounds.top + FRAME_TOP + FRAME_PADDING
        return float(round(width / 2) * 2), float(round(height / 2) * 2)

    def origin_in(self, left: float, top: float) -> Point:
        """Where the point 0, 0 of its layout is if the frame's upper left corner is there."""
        bounds = self.bounds()
        return left + FRAME_PADDING - bounds.left, top + FRAME_TOP - bounds.top


class Composer:
    """Places a graph; layouts come from an ``Arranger``, which keeps them."""

    def __init__(self, arranger: Arranger) -> None:
        self._arranger = arranger
        self._number = 0

    def compose(
        self,
        anatomy: Anatomy,
        expanded: Set[str],
        offsets: Offsets,
        name_width: Measure,
        label_width: Measure,
        done: Callable[[Placed], None],
    ) -> None:
        """Call ``done``: before this returns, or later for a large graph.

        A new call drops the one before.
        """
        self._number += 1
        number = self._number
        shown = _drawn(anatomy, expanded)
        ready: dict[str, Placed] = {}

        def step(left: list[str]) -> None:
            if number != self._number:
                return
            if not left:
                done(ready[""])
                return
            prefix, *rest = left
            graph = anatomy.graphs[prefix]
            inner = {
                node.name: ready[join_path(prefix, node.name)]
                for node in graph.nodes
                if join_path(prefix, node.name) in ready
            }
            sizes = {name: placed.frame_size() for name, placed in inner.items()}
            drawing = drawing_of(graph, name_width, label_width, sizes)

            def arranged(layout: Layout) -> None:
                moved = by_hand(drawing, layout, prefix, offsets)
                ready[prefix] = Placed(prefix, drawing, moved, inner)
                step(rest)

            self._arranger.arrange(drawing.request, arranged)

        step(shown)

    def cancel(self) -> None:
        """Drop what is under way."""
        self._number += 1
        self._arranger.cancel()


def _drawn(anatomy: Anatomy, expanded: Set[str]) -> list[str]:
    """Prefixes of the graphs that are drawn, the innermost first."""
    drawn = {""}
    for prefix in sorted(anatomy.graphs, key=lambda each: each.count(SEPARATOR)):
        if prefix in expanded and prefix_of(prefix) in drawn:
            drawn.add(prefix)
    return sorted(drawn, key=lambda each: (each == "", -each.count(SEPARATOR), each))


def by_hand(
    drawing: Drawing[NodeDescription], layout: Layout, prefix: str, offsets: Offsets
) -> Layout:
    """The layout with nodes where a person moved them; their lines are led anew."""
    moved: dict[int, Point] = {}
    for index, node in enumerate(drawing.nodes):
        offset = offsets.get(join_path(prefix, node.name))
        if offset is not None:
            moved[index] = offset
    if not moved:
        return layout
    centres = list(layout.centres)
    for index, (x, y) in moved.items():
        centres[index] = (centres[index][0] + x, centres[index][1] + y)
    boxes = [
        Box.around(centre, box.width, box.height)
        for centre, box in zip(centres, drawing.request.boxes, strict=True)
    ]
    routes, labels = list(layout.routes), list(layout.labels)
    lanes: Counter[tuple[int, int]] = Counter()
    for number, line in enumerate(drawing.lines):
        if line.source not in moved and line.target not in moved:
            continue
        ends = (min(line.source, line.target), max(line.source, line.target))
        lane = lanes[ends]
        lanes[ends] += 1
        routes[number] = route_between(boxes[line.source], boxes[line.target], lane)
        if labels[number] is not None:
            labels[number] = label_point(routes[number])
    return Layout(tuple(centres), tuple(routes), tuple(labels))
