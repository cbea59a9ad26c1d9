"""What a layout engine is asked and what it answers. Lengths are pixels, y grows downwards."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any, Protocol

Point = tuple[float, float]


class LayoutError(Exception):
    """An engine could not lay out the request; the message says why."""


@dataclass(frozen=True, slots=True)
class LayoutBox:
    """A box to place, by its size."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class LayoutEdge:
    """An arrow between two boxes, named by their index; self-loops and parallels are allowed."""

    source: int
    target: int
    label: tuple[float, float] | None = None
    """Width and height that a label on the edge takes."""
    weight: float = 1.0
    """How much a straight, short line matters for this edge."""


@dataclass(frozen=True, slots=True)
class LayoutRequest:
    """A graph as boxes and edges. The first box that no edge enters is where reading begins."""

    boxes: tuple[LayoutBox, ...]
    edges: tuple[LayoutEdge, ...]

    def fingerprint(self) -> str:
        """Text that is the same exactly for equal requests."""
        return hashlib.blake2b(repr(self).encode(), digest_size=16).hexdigest()

    def to_json(self) -> dict[str, Any]:
        return {
            "boxes": [{"width": box.width, "height": box.height} for box in self.boxes],
            "edges": [
                {
                    "source": edge.source,
                    "target": edge.target,
                    "label": edge.label,
                    "weight": edge.weight,
                }
                for edge in self.edges
            ],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> LayoutRequest:
        return cls(
            tuple(LayoutBox(box["width"], box["height"]) for box in data["boxes"]),
            tuple(
                LayoutEdge(
                    edge["source"],
                    edge["target"],
                    (edge["label"][0], edge["label"][1]) if edge["label"] else None,
                    edge["weight"],
                )
                for edge in data["edges"]
            ),
        )


@dataclass(frozen=True, slots=True)
class Layout:
    """Centres of the boxes, a polyline for each edge from border to border, label centres."""

    centres: tuple[Point, ...]
    routes: tuple[tuple[Point, ...], ...]
    labels: tuple[Point | None, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        return {"centres": self.centres, "routes": self.routes, "labels": self.labels}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Layout:
        def point(pair: list[float]) -> Point:
            return (pair[0], pair[1])

        return cls(
            tuple(point(pair) for pair in data["centres"]),
            tuple(tuple(point(pair) for pair in route) for route in data["routes"]),
            tuple(point(pair) if pair else None for pair in data["labels"]),
        )


class LayoutEngine(Protocol):
    """Turns a request into a layout, deterministically, without touching anything else."""

    def arrange(self, request: LayoutRequest) -> Layout:
        """Lay out the request, or raise ``LayoutError``."""
        ...
