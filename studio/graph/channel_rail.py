"""Where the capsules of channels stand: in a column beside the graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QRectF

from runtime.debug.description import ChannelDescription, GraphDescription
from runtime.drawing.layout import Point
from studio.graph.channel_item import CAPSULE_HEIGHT
from studio.graph.node_item import NodeItem

_DISTANCE = 72.0
_GAP = 12.0


def rail(
    graph: GraphDescription, nodes: Mapping[str, NodeItem], area: QRectF
) -> Iterator[tuple[ChannelDescription, Point]]:
    """Channels with their upper left corners, each near its writers and readers."""
    visible = [channel for channel in graph.channels if not channel.internal]
    if not visible:
        return
    wanted: list[tuple[float, int]] = []
    for index, channel in enumerate(visible):
        near = [
            nodes[name].center().y()
            for name in (*channel.writers, *channel.readers)
            if name in nodes
        ]
        wanted.append((sum(near) / len(near) if near else area.top(), index))
    step = CAPSULE_HEIGHT + _GAP
    total = step * len(visible) - _GAP
    bottom = area.top() if total > area.height() else area.center().y() - total / 2
    for place, (height, index) in enumerate(sorted(wanted)):
        rest = step * (len(visible) - place)
        latest = max(bottom, area.bottom() - rest)
        y = max(bottom, min(height - CAPSULE_HEIGHT / 2, latest))
        bottom = y + step
        yield visible[index], (round(area.right() + _DISTANCE), round(y))
