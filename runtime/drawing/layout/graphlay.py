"""Layered layout by the graphlay library: right-angled lines, boxes aligned in columns.

Two things are decided here and not by the library. The direction of every edge, because its own
choice of reversed edges puts the way back of a loop above its beginning. And the place of labels:
each label goes in as a small box in the middle of its edge, so that the line runs through it and
nobody has to guess which line it belongs to.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import graphlay

from runtime.drawing.layout.cycles import backward_edges
from runtime.drawing.layout.engine import Layout, LayoutError, LayoutRequest, Point

_MANY_BOXES = 400
_TIDY = 0.5
_BACKWARD_WEIGHT = 0.25
_CROWD = 8

_OPTIONS: dict[str, Any] = {
    "direction": "topbottom",
    "spacing": {
        "layer_gap": 28.0,
        "node_gap": 28.0,
        "dummy_gap": 24.0,
        "port_gap": 16.0,
        "stub": 10.0,
        "isolated_gap": 32.0,
        "edge_label_margin": 4.0,
    },
    "routing": {"style": "orthogonal", "merge_edges": "none"},
    "self_loops": {"side": "cross_positive", "size": 20.0, "label_gap": 4.0},
}


class GraphlayEngine:
    """``LayoutEngine`` over graphlay. Holds the interpreter's lock while it works."""

    def arrange(self, request: LayoutRequest) -> Layout:
        if not request.boxes:
            return Layout((), (), ())
        backward = backward_edges(
            len(request.boxes), [(edge.source, edge.target) for edge in request.edges]
        )
        graph, parts = _graph(request, backward)
        options = dict(_OPTIONS)
        if _may_share_trunks(request, backward):
            options["routing"] = {**_OPTIONS["routing"], "merge_edges": "both"}
        if len(graph["nodes"]) > _MANY_BOXES:
            options["effort"] = "fast"
        try:
            drawn = graphlay.layout(graph, options=options)
        except graphlay.GraphlayError as error:
            raise LayoutError(str(error)) from error
        centres = [_point(node["center"]) for node in drawn.nodes]
        routes: list[tuple[Point, ...]] = []
        labels: list[Point | None] = []
        for part, edge in zip(parts, request.edges, strict=True):
            points = [_point(p) for index in part.edges for p in drawn.edges[index]["points"]]
            if part.backward:
                points.reverse()
            routes.append(_tidied(points))
            if part.label_box is not None:
                labels.append(centres[part.label_box])
            elif edge.label is not None:
                labels.append(_point(drawn.edges[part.edges[0]]["label_anchor"]))
            else:
                labels.append(None)
        return Layout(tuple(centres[: len(request.boxes)]), tuple(routes), tuple(labels))


class _Part:
    """What became of one requested edge: the drawn edges it is made of, from top to bottom."""

    __slots__ = ("backward", "edges", "label_box")

    def __init__(self, edges: list[int], label_box: int | None, backward: bool) -> None:
        self.edges = edges
        self.label_box = label_box
        self.backward = backward


def _may_share_trunks(request: LayoutRequest, backward: frozenset[int]) -> bool:
    """Whether a box has more lines on one side than fit, all of them in one direction."""
    leaving: Counter[int] = Counter()
    entering: Counter[int] = Counter()
    mixed: set[int] = set()
    for index, edge in enumerate(request.edges):
        if index in backward:
            mixed |= {edge.source, edge.target}
        else:
            leaving[edge.source] += 1
            entering[edge.target] += 1
    crowded = {box for side in (leaving, entering) for box in side if side[box] > _CROWD}
    return bool(crowded) and mixed.isdisjoint(crowded)


def _graph(request: LayoutRequest, backward: frozenset[int]) -> tuple[dict[str, Any], list[_Part]]:
    nodes = [_node(index, box.width, box.height) for index, box in enumerate(request.boxes)]
    edges: list[dict[str, Any]] = []
    parts: list[_Part] = []
    for index, edge in enumerate(request.edges):
        source, target = edge.source, edge.target
        if index in backward:
            source, target = target, source
        weight = edge.weight * _BACKWARD_WEIGHT if index in backward else edge.weight
        drawn: dict[str, Any] = {"source": source, "target": target, "weight": weight}
        if edge.label is None or source == target:
            if edge.label is not None:
                drawn["label_size"] = {"width": edge.label[0], "height": edge.label[1]}
            parts.append(_Part([len(edges)], None, index in backward))
            edges.append(drawn)
            continue
        box = len(nodes)
        nodes.append(_node(box, *edge.label))
        parts.append(_Part([len(edges), len(edges) + 1], box, index in backward))
        edges.append({**drawn, "target": box})
        edges.append({**drawn, "source": box})
    return {"nodes": nodes, "edges": edges}, parts


def _node(key: int, width: float, height: float) -> dict[str, Any]:
    return {"key": str(key), "shape": "box", "size": {"width": width, "height": height}}


def _point(point: dict[str, float]) -> Point:
    return (round(point["x"], 2), round(point["y"], 2))


def _tidied(points: list[Point]) -> tuple[Point, ...]:
    """The same line without points that lie on a straight stretch."""
    kept: list[Point] = []
    for point in points:
        while len(kept) >= 2 and _straight(kept[-2], kept[-1], point):
            kept.pop()
        if not kept or point != kept[-1]:
            kept.append(point)
    return tuple(kept)


def _straight(first: Point, middle: Point, last: Point) -> bool:
    same_x = abs(first[0] - middle[0]) < _TIDY and abs(middle[0] - last[0]) < _TIDY
    same_y = abs(first[1] - middle[1]) < _TIDY and abs(middle[1] - last[1]) < _TIDY
    return same_x or same_y
