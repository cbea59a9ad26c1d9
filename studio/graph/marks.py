"""The mark of breakpoints at the left edge of a card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPolygonF

from runtime.debug.marks.views import MarkKind
from studio.graph.style import GraphStyle

BreakpointLook = Literal["none", "on", "off", "log", "inside"]
"""A disc where one pauses, a ring where all are disabled, a diamond where one only logs, and a
small disc where there are some only inside of the subgraph."""

KindsOfMarks = Mapping[str, tuple[MarkKind, ...]]
"""What a person marked nodes with, by their paths."""

_DOT = 5.5


@dataclass(frozen=True, slots=True)
class BreakpointMark:
    """How a node shows its breakpoints, and each of them in words."""

    look: BreakpointLook
    lines: tuple[str, ...] = ()


def paint_breakpoint(
    painter: QPainter, style: GraphStyle, look: BreakpointLook, point: QPointF, scale: float
) -> None:
    """Paint a mark around a point; ``none`` is the shadow of one that could be set there."""
    radius = _DOT * scale
    painter.setPen(style.breakpoint_ring)
    painter.setBrush(
        style.surface
        if look == "off"
        else style.breakpoint_ghost
        if look == "none"
        else style.breakpoint
    )
    if look == "log":
        reach = radius + 1.5
        corners = [QPointF(0, -reach), QPointF(reach, 0), QPointF(0, reach), QPointF(-reach, 0)]
        painter.drawPolygon(QPolygonF([point + corner for corner in corners]))
        return
    if look == "inside":
        painter.drawEllipse(point, radius * 0.6, radius * 0.6)
        return
    painter.drawEllipse(point, radius + 0.5, radius + 0.5)
    if look == "off":
        painter.setPen(style.breakpoint_off)
        painter.drawEllipse(point, radius - 0.75, radius - 0.75)
