"""A small layered layout in plain Python, for when no layout library is installed.

Boxes go to the layer of their longest way from the beginning; each layer is sorted a few times by
the mean position of its neighbours. Edges to the next layer run straight down through the gap;
longer and backward ones take a lane of their own at the right of everything, so that no line
crosses a box.
"""

from __future__ import annotations

from runtime.drawing.layout.cycles import backward_edges
from runtime.drawing.layout.engine import Layout, LayoutRequest, Point

_LAYER_GAP = 64.0
_BOX_GAP = 32.0
_LANE_GAP = 16.0
_SWEEPS = 6


class PlainEngine:
    """``LayoutEngine`` without dependencies: readable, not beautiful."""

    def arrange(self, request: LayoutRequest) -> Layout:
        if not request.boxes:
            return Layout((), (), ())
        backward = backward_edges(
            len(request.boxes), [(edge.source, edge.target) for edge in request.edges]
        )
        arcs = [
            (edge.target, edge.source) if index in backward else (edge.source, edge.target)
            for index, edge in enumerate(request.edges)
        ]
        level = _levels(len(request.boxes), arcs)
        layers: list[list[int]] = [[] for _ in range(max(level) + 1)]
        for box, depth in enumerate(level):
            layers[depth].append(box)
        _reduce_crossings(layers, arcs)
        centres = _place(request, layers)
        right = max(x + box.width / 2 for (x, _), box in zip(centres, request.boxes, strict=True))
        return _route(request, centres, level, right)


def _levels(boxes: int, arcs: list[tuple[int, int]]) -> list[int]:
    level = [0] * boxes
    successors: list[list[int]] = [[] for _ in range(boxes)]
    waiting = [0] * boxes
    for source, target in arcs:
        if source != target:
            successors[source].append(target)
            waiting[target] += 1
    ready = [box for box in range(boxes) if waiting[box] == 0]
    while ready:
        box = ready.pop()
        for target in successors[box]:
            level[target] = max(level[target], level[box] + 1)
            waiting[target] -= 1
            if waiting[target] == 0:
                ready.append(target)
    return level


def _reduce_crossings(layers: list[list[int]], arcs: list[tuple[int, int]]) -> None:
    neighbours: dict[int, list[int]] = {}
    for source, target in arcs:
        neighbours.setdefault(source, []).append(target)
        neighbours.setdefault(target, []).append(source)
    place = {box: index - len(layer) / 2 for layer in layers for index, box in enumerate(layer)}
    for sweep in range(_SWEEPS):
        for layer in layers if sweep % 2 == 0 else layers[::-1]:
            mean = {
                box: sum(place[other] for other in neighbours[box]) / len(neighbours[box])
                if box in neighbours
                else place[box]
                for box in layer
            }
            layer.sort(key=lambda box: (mean[box], box))
            for index, box in enumerate(layer):
                place[box] = index - len(layer) / 2


def _place(request: LayoutRequest, layers: list[list[int]]) -> list[Point]:
    centres: list[Point] = [(0.0, 0.0)] * len(request.boxes)
    top = 0.0
    for layer in layers:
        height = max(request.boxes[box].height for box in layer)
        width = sum(request.boxes[box].width for box in layer) + _BOX_GAP * (len(layer) - 1)
        left = -width / 2
        for box in layer:
            centres[box] = (left + request.boxes[box].width / 2, top + height / 2)
            left += request.boxes[box].width + _BOX_GAP
        top += height + _LAYER_GAP
    return centres


def _route(request: LayoutRequest, centres: list[Point], level: list[int], right: float) -> Layout:
    leaving: dict[int, list[int]] = {}
    entering: dict[int, list[int]] = {}
    for index, edge in enumerate(request.edges):
        leaving.setdefault(edge.source, []).append(index)
        entering.setdefault(edge.target, []).append(index)
    for box, edges in leaving.items():
        edges.sort(key=lambda index: (centres[request.edges[index].target][0], index))
        leaving[box] = edges
    for box, edges in entering.items():
        edges.sort(key=lambda index: (centres[request.edges[index].source][0], index))
        entering[box] = edges
    lane = right + _BOX_GAP
    routes: list[tuple[Point, ...]] = []
    labels: list[Point | None] = []
    for index, edge in enumerate(request.edges):
        source, target = request.boxes[edge.source], request.boxes[edge.target]
        start = (
            _port(centres[edge.source][0], source.width, leaving[edge.source], index),
            centres[edge.source][1] + source.height / 2,
        )
        end = (
            _port(centres[edge.target][0], target.width, entering[edge.target], index),
            centres[edge.target][1] - target.height / 2,
        )
        bend = _LAYER_GAP / 4 * (1 + index % 3 / 2)
        route: tuple[Point, ...]
        if level[edge.target] == level[edge.source] + 1:
            middle = end[1] - bend
            route = (start, (start[0], middle), (end[0], middle), end)
            label = (end[0], middle) if edge.label else None
        else:
            down, up = start[1] + bend, end[1] - bend
            width = edge.label[0] if edge.label else 0.0
            at = lane + width / 2
            route = (start, (start[0], down), (at, down), (at, up), (end[0], up), end)
            label = (at, (down + up) / 2) if edge.label else None
            lane = at + width / 2 + _LANE_GAP
        routes.append(route)
        labels.append(label)
    return Layout(tuple(centres), tuple(routes), tuple(labels))


def _port(centre: float, width: float, edges: list[int], index: int) -> float:
    """Where on a border of ``width`` the edge ``index`` leaves or enters among its fellows."""
    return centre - width / 2 + width * (edges.index(index) + 1) / (len(edges) + 1)
