"""What is drawn of a graph, before anybody knows where: boxes, lines and their measures.

A join edge becomes one gauge box: its sources lead into the gauge, and one line leads on to the
target. Everything else is a box for each node and a line for each edge.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from runtime.drawing.layout import Layout, LayoutBox, LayoutEdge, LayoutRequest

CARD_WIDTH = 168.0
CARD_WIDTH_LIMIT = 248.0
CARD_TEXT_LEFT = 36.0
CARD_TEXT_RIGHT = 12.0
CARD_HEIGHT = 56.0
MARK_WIDTH = 16.0
"""Room for the sign of a stop that the graph itself declares."""
SUBGRAPH_NOTE = "subgraph"
PILL_WIDTH = 72.0
PILL_HEIGHT = 28.0
GAUGE_WIDTH = 36.0
GAUGE_HEIGHT = 18.0
LABEL_HEIGHT = 20.0
LABEL_PADDING = 8.0
LABEL_LIMIT = 320.0

LineStyle = Literal["static", "conditional", "inferred", "observed", "join", "stem"]
Measure = Callable[[str], float]

_GRID = 8


class DrawnNode(Protocol):
    """What is drawn of a node. ``kind`` is ``start``, ``end``, ``node`` or ``subgraph``."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def interrupts_before(self) -> bool: ...
    @property
    def interrupts_after(self) -> bool: ...


class DrawnEdge(Protocol):
    """What is drawn of an edge.

    ``kind`` is ``static``, ``conditional`` or ``join``; ``provenance`` is ``inferred`` where a
    router without declared ends may go there, ``observed`` where nobody said so and a run did.
    """

    @property
    def source(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def join(self) -> str | None: ...
    @property
    def provenance(self) -> str: ...


NodeT = TypeVar("NodeT", bound=DrawnNode)
NodeT_co = TypeVar("NodeT_co", bound=DrawnNode, covariant=True)


class DrawnGraph(Protocol[NodeT_co]):
    """Nodes and edges; a ``GraphDescription`` is one."""

    @property
    def nodes(self) -> Sequence[NodeT_co]: ...
    @property
    def edges(self) -> Sequence[DrawnEdge]: ...


_WEIGHTS: dict[LineStyle, float] = {
    "static": 1.0,
    "conditional": 1.0,
    "join": 1.0,
    "stem": 2.0,
    "inferred": 0.1,
    "observed": 0.1,
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line between two boxes. ``edges`` are the indices of the described edges it stands for."""

    source: int
    target: int
    style: LineStyle
    edges: tuple[int, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Drawing(Generic[NodeT]):
    """Nodes first, then one gauge for each barrier channel in ``gauges``."""

    nodes: tuple[NodeT, ...]
    gauges: tuple[str, ...]
    lines: tuple[Line, ...]
    request: LayoutRequest


def drawing_of(
    graph: DrawnGraph[NodeT],
    name_width: Measure,
    label_width: Measure,
    sizes: Mapping[str, tuple[float, float]] | None = None,
) -> Drawing[NodeT]:
    """Boxes and lines of a graph; the measures give the width of a text in pixels.

    ``sizes`` has those of nodes that are no cards: of expanded subgraphs.
    """
    sizes = sizes or {}
    place = {node.name: index for index, node in enumerate(graph.nodes)}
    gauges: dict[str, int] = {}
    joined: dict[str, list[int]] = {}
    targets: dict[str, int] = {}
    lines: list[Line] = []
    for index, edge in enumerate(graph.edges):
        source, target = place.get(edge.source), place.get(edge.target)
        if source is None or target is None:
            continue
        if edge.join is not None:
            gauge = gauges.setdefault(edge.join, len(graph.nodes) + len(gauges))
            joined.setdefault(edge.join, []).append(index)
            targets[edge.join] = target
            lines.append(Line(source, gauge, "join", (index,)))
            continue
        style: LineStyle = "static"
        if edge.provenance == "inferred":
            style = "inferred"
        elif edge.provenance == "observed":
            style = "observed"
        elif edge.kind == "conditional":
            style = "conditional"
        lines.append(Line(source, target, style, (index,), edge.label))
    for channel, gauge in gauges.items():
        lines.append(Line(gauge, targets[channel], "stem", tuple(joined[channel])))
    boxes = [
        LayoutBox(*(sizes.get(node.name) or node_size(node, name_width))) for node in graph.nodes
    ]
    boxes += [LayoutBox(GAUGE_WIDTH, GAUGE_HEIGHT)] * len(gauges)
    request = LayoutRequest(
        tuple(boxes),
        tuple(
            LayoutEdge(
                line.source, line.target, label_size(line.label, label_width), _WEIGHTS[line.style]
            )
            for line in lines
        ),
    )
    return Drawing(tuple(graph.nodes), tuple(gauges), tuple(lines), request)


def node_size(node: DrawnNode, name_width: Measure) -> tuple[float, float]:
    """Width and height of the pill of START and END, or of a card: wider for a long name."""
    if node.kind in ("start", "end"):
        return PILL_WIDTH, PILL_HEIGHT
    needed = CARD_TEXT_LEFT + name_width(node.name) + CARD_TEXT_RIGHT
    if node.interrupts_before or node.interrupts_after:
        needed += MARK_WIDTH
    if node.kind == "subgraph":
        needed += name_width(SUBGRAPH_NOTE)
    width = _GRID * math.ceil(min(CARD_WIDTH_LIMIT, max(CARD_WIDTH, needed)) / _GRID)
    return float(width), CARD_HEIGHT


def label_size(text: str, label_width: Measure) -> tuple[float, float] | None:
    """Size of an edge label's pill, at most ``LABEL_LIMIT`` wide; ``None`` without a text."""
    if not text:
        return None
    width = min(LABEL_LIMIT, label_width(text) + 2 * LABEL_PADDING)
    return float(round(width)), LABEL_HEIGHT


def on_grid(layout: Layout, request: LayoutRequest) -> Layout:
    """The layout moved so that it begins at 0, 0 and every box has whole pixels as its corners.

    The ends of lines move with their boxes, so that they stay on the borders.
    """
    if not layout.centres:
        return layout
    left = min(
        [c[0] - b.width / 2 for c, b in zip(layout.centres, request.boxes, strict=True)]
        + [x for route in layout.routes for x, _ in route]
    )
    top = min(
        [c[1] - b.height / 2 for c, b in zip(layout.centres, request.boxes, strict=True)]
        + [y for route in layout.routes for _, y in route]
    )

    def snapped(x: float, y: float) -> tuple[float, float]:
        return float(round(x - left)), float(round(y - top))

    centres = []
    for (x, y), box in zip(layout.centres, request.boxes, strict=True):
        corner = snapped(x - box.width / 2, y - box.height / 2)
        centres.append((corner[0] + box.width / 2, corner[1] + box.height / 2))
    return Layout(
        tuple(centres),
        tuple(tuple(snapped(*point) for point in route) for route in layout.routes),
        tuple(None if label is None else snapped(*label) for label in layout.labels),
    )
