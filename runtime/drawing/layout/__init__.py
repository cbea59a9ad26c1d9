"""Where the boxes and lines of a graph go; knows sizes and edges only, neither Qt nor the runtime.

``layered_engine()`` gives the engine in use. An engine turns a ``LayoutRequest`` (sizes of boxes,
edges between them, sizes of edge labels) into a ``Layout`` (centres, polylines, label centres);
the same request always gives the same layout.
"""

from runtime.drawing.layout.choice import layered_engine
from runtime.drawing.layout.engine import (
    Layout,
    LayoutBox,
    LayoutEdge,
    LayoutEngine,
    LayoutError,
    LayoutRequest,
    Point,
)

__all__ = [
    "Layout",
    "LayoutBox",
    "LayoutEdge",
    "LayoutEngine",
    "LayoutError",
    "LayoutRequest",
    "Point",
    "layered_engine",
]
