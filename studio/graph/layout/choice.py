"""Which engine draws: the library where it is installed, else the plain one that always works."""

from __future__ import annotations

from studio.graph.layout.engine import LayoutEngine
from studio.graph.layout.plain import PlainEngine


def layered_engine() -> LayoutEngine:
    """The best engine that is installed."""
    try:
        from studio.graph.layout.graphlay import GraphlayEngine
    except ImportError:
        return PlainEngine()
    return GraphlayEngine()
