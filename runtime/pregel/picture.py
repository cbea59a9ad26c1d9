"""A drawn graph as an SVG picture."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.constants import END, START
from runtime.drawing.palette import Theme
from runtime.drawing.svg import svg_text

if TYPE_CHECKING:
    from runtime.pregel.drawing import Edge, Graph, Node


@dataclass(frozen=True, slots=True)
class PictureNode:
    """A node as pictures take it."""

    name: str
    kind: str
    interrupts_before: bool
    interrupts_after: bool


@dataclass(frozen=True, slots=True)
class PictureEdge:
    """An edge as pictures take it."""

    source: str
    target: str
    kind: str
    label: str
    join: str | None = None
    provenance: str = "declared"


@dataclass(frozen=True, slots=True)
class PictureGraph:
    """What is drawn."""

    nodes: tuple[PictureNode, ...]
    edges: tuple[PictureEdge, ...]


def svg_of(graph: "Graph", title: str, theme: Theme) -> str:
    """The picture as SVG text."""
    picture = PictureGraph(
        tuple(_node(node) for node in graph.nodes.values()),
        tuple(_edge(edge) for edge in graph.edges),
    )
    return svg_text(picture, title=title, theme=theme)


def _node(node: "Node") -> PictureNode:
    kind = {START: "start", END: "end"}.get(node.id, "node")
    stops = str((node.metadata or {}).get("__interrupt", "")).split(",")
    return PictureNode(node.id, kind, "before" in stops, "after" in stops)


def _edge(edge: "Edge") -> PictureEdge:
    return PictureEdge(
        edge.source,
        edge.target,
        "conditional" if edge.conditional else "static",
        edge.data or "",
        provenance="declared" if edge.declared else "inferred",
    )
