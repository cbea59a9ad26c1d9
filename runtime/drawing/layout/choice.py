"""Which engine draws: the library where it is installed, else the plain one that always works."""

from __future__ import annotations

from runtime.drawing.layout.engine import LayoutEngine
from runtime.drawing.layout.plain import PlainEngine


def layered_engine() -> LayoutEngine:
    """The best engine that is installed."""
    try:
        from runtime.drawing.layout.graphlay import GraphlayEngine
    except ImportError:
        return PlainEngine()
    return GraphlayEngine()
