"""What a person did to the drawing of a graph: subgraphs expanded, nodes moved by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from runtime.drawing.layout import Point

_FARTHEST = 100_000.0


@dataclass(slots=True)
class Arrangement:
    """Kept per graph as a list of texts, each one JSON value.

    ``moved`` has by path how far from its place in the layout a node was put, so that it stays
    beside its neighbours when the graph changes.
    """

    expanded: set[str] = field(default_factory=set)
    moved: dict[str, Point] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.expanded or self.moved)

    def toggle(self, path: str) -> None:
        """Expand what is collapsed, collapse what is expanded."""
        self.expanded ^= {path}

    def move(self, path: str, by: Point) -> None:
        """A node was moved from where it was until now."""
        x, y = self.moved.get(path, (0.0, 0.0))
        self.moved[path] = (x + by[0], y + by[1])
        if self.moved[path] == (0.0, 0.0):
            del self.moved[path]

    def to_texts(self) -> list[str]:
        """One text for each subgraph and node."""
        texts = [
            json.dumps({"expanded": path}, ensure_ascii=False) for path in sorted(self.expanded)
        ]
        for path, (x, y) in sorted(self.moved.items()):
            texts.append(json.dumps({"moved": path, "x": x, "y": y}, ensure_ascii=False))
        return texts

    @classmethod
    def from_texts(cls, texts: Sequence[str]) -> Arrangement:
        """What was kept; a text that says nothing is left out."""
        kept = cls()
        for text in texts:
            try:
                entry = json.loads(text)
            except ValueError:
                continue
            match entry:
                case {"expanded": str(path)}:
                    kept.expanded.add(path)
                case {"moved": str(path), "x": int() | float() as x, "y": int() | float() as y}:
                    if max(abs(x), abs(y)) <= _FARTHEST:
                        kept.moved[path] = (float(x), float(y))
                case _:
                    continue
        return kept
