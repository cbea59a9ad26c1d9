"""The items of one drawn graph, and the maps between them and the model."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF
from PySide6.QtWidgets import QGraphicsScene

from runtime.debug.description import ChannelDescription, NodeDescription
from runtime.drawing.boxes import GAUGE_HEIGHT, GAUGE_WIDTH, Drawing
from runtime.drawing.layout import Layout
from studio.graph.channel_item import CAPSULE_HEIGHT, ChannelItem, LinkItem
from studio.graph.edge_item import EdgeItem
from studio.graph.gauge_item import GaugeItem
from studio.graph.looks import node_look
from studio.graph.model import GraphModel
from studio.graph.moment import JoinStatus
from studio.graph.node_item import NodeItem
from studio.graph.style import GraphStyle
from studio.shell.plain_text import plain

_RAIL_DISTANCE = 72.0
_RAIL_GAP = 12.0
_TAGGED_EDGES = 200


class GraphScene(QGraphicsScene):
    """All items of a graph. ``refresh`` brings them to the model's moment."""

    def __init__(self, style: GraphStyle, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._style = style
        self.model: GraphModel | None = None
        self.nodes: dict[str, NodeItem] = {}
        self.edges: list[EdgeItem] = []
        self.gauges: dict[str, GaugeItem] = {}
        self.channels: dict[str, ChannelItem] = {}
        self.links: dict[str, LinkItem] = {}
        self._edges_at: dict[str, list[EdgeItem]] = {}
        self._channels_shown = False
        self._focus: str | None = None
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.BspTreeIndex)

    def build(self, model: GraphModel, drawing: Drawing[NodeDescription], layout: Layout) -> None:
        """Replace everything by the items of a laid out graph."""
        self.wipe()
        self.model = model
        for node, centre in zip(drawing.nodes, layout.centres, strict=False):
            item = NodeItem(node, self._style)
            item.setPos(centre[0] - item.width / 2, centre[1] - item.height / 2)
            self.addItem(item)
            self.nodes[node.name] = item
        for channel, centre in zip(
            drawing.gauges, layout.centres[len(drawing.nodes) :], strict=True
        ):
            gauge = GaugeItem(channel, self._style)
            gauge.setPos(centre[0] - GAUGE_WIDTH / 2, centre[1] - GAUGE_HEIGHT / 2)
            self.addItem(gauge)
            self.gauges[channel] = gauge
        for line, route, label in zip(drawing.lines, layout.routes, layout.labels, strict=True):
            sources = frozenset(model.edges[index].source for index in line.edges)
            target = model.edges[line.edges[0]].target
            edge = EdgeItem(line, sources, target, route, label, self._style)
            self.addItem(edge)
            self.edges.append(edge)
            for index in line.edges:
                described = model.edges[index]
                for name in {described.source, described.target}:
                    self._edges_at.setdefault(name, []).append(edge)
        self._place_tags()
        self._build_channels(model)
        self.refresh()

    def wipe(self) -> None:
        """Remove every item."""
        self.clear()
        self.model = None
        self.nodes = {}
        self.edges = []
        self.gauges = {}
        self.channels = {}
        self.links = {}
        self._edges_at = {}
        self._focus = None

    def set_style(self, style: GraphStyle) -> None:
        self._style = style
        for items in (
            self.nodes.values(),
            self.edges,
            self.gauges.values(),
            self.channels.values(),
            self.links.values(),
        ):
            for item in items:
                item.set_style(style)

    def refresh(self) -> None:
        """Show the model's moment; only items that change are painted again."""
        model = self.model
        if model is None:
            return
        moment = model.moment
        for name, item in self.nodes.items():
            item.set_look(node_look(model, moment.nodes[name]))
        for edge in self.edges:
            indices = edge.line.edges
            if edge.line.style == "stem":
                taken = all(index in moment.causes for index in indices)
            else:
                taken = indices[0] in moment.taken
            cause = ""
            if taken and edge.has_head and moment.nodes[edge.target].state == "due":
                cause = moment.causes.get(indices[0], "")
            edge.set_look(taken, cause)
        for channel, gauge in self.gauges.items():
            join = moment.joins[channel]
            reporting = moment.reporting(join)
            gauge.set_look(len(join.reported | reporting), len(join.sources), join.fired)
            gauge.setToolTip(_join_text(join, reporting))
        for name, capsule in self.channels.items():
            status = moment.channels[name]
            capsule.set_look(status.version, status.changed)
            capsule.setToolTip(plain(f"{name} · version {status.version}\n{status.text}".rstrip()))
        self._refresh_links()

    @property
    def channels_shown(self) -> bool:
        return self._channels_shown

    def show_channels(self, shown: bool) -> None:
        """Show or hide the capsules of channels."""
        self._channels_shown = shown
        for item in (*self.channels.values(), *self.links.values()):
            item.setVisible(shown)

    def set_focus(self, name: str | None) -> None:
        """The node or channel whose lines stand out, or ``None``."""
        if name == self._focus:
            return
        for edge in self._edges_at.get(self._focus or "", ()):
            edge.set_hovered(False)
        self._focus = name
        for edge in self._edges_at.get(name or "", ()):
            edge.set_hovered(True)
        self._refresh_links()

    def content_rect(self) -> QRectF:
        """Everything that is shown, without margins for effects."""
        rect = QRectF()
        for item in self.nodes.values():
            rect = rect.united(item.card_rect())
        for edge in self.edges:
            rect = rect.united(edge.shape().boundingRect())
        if self._channels_shown:
            for capsule in self.channels.values():
                rect = rect.united(capsule.sceneBoundingRect())
        return rect

    def edge_tooltip(self, edge: EdgeItem) -> str:
        """What a line stands for: its ends, its kind, its label."""
        if self.model is None:
            return ""
        described = [self.model.edges[index] for index in edge.line.edges]
        first = described[0]
        sources = ", ".join(self._shown(item.source) for item in described)
        lines = [f"{sources} → {self._shown(first.target)}"]
        kinds = {"static": "Edge", "conditional": "Conditional edge", "join": "Join edge"}
        if first.provenance == "inferred":
            lines.append("The router does not say where it goes; it may go here")
        else:
            lines.append(
                f"{kinds[first.kind]}: {first.label}" if first.label else kinds[first.kind]
            )
        if edge.taken:
            lines.append("Taken")
        return "\n".join(lines)

    def _shown(self, name: str) -> str:
        item = self.nodes.get(name)
        return item.title if item is not None else name

    def reading_order(self) -> list[str]:
        """Node names from top to bottom, each row from left to right."""
        return sorted(self.nodes, key=lambda name: _row_key(self.nodes[name]))

    def _place_tags(self) -> None:
        """Put the cause of each edge on the side of its end that covers least.

        Targets of one node are often due together, so their tags must not cover each other.
        """
        if len(self.edges) > _TAGGED_EDGES:
            return
        solid = [item.card_rect() for item in self.nodes.values()]
        solid += [item.sceneBoundingRect() for item in self.gauges.values()]
        solid += [edge.label_rect for edge in self.edges if not edge.label_rect.isEmpty()]
        placed: list[EdgeItem] = []
        for edge in self.edges:
            if not edge.has_head:
                continue

            def covered(area: QRectF, sources: frozenset[str] = edge.sources) -> int:
                return (
                    sum(other.crosses(area) for other in self.edges)
                    + sum(
                        1 if sources.isdisjoint(other.sources) else 4
                        for other in placed
                        if other.tag_area.intersects(area)
                    )
                    + sum(4 for rect in solid if rect.intersects(area))
                )

            edge.place_tag(min(edge.tag_areas(), key=covered))
            placed.append(edge)

    def _refresh_links(self) -> None:
        model = self.model
        if model is None:
            return
        for name, link in self.links.items():
            shown = self._focus == name or self._focus in link.nodes
            link.set_look(shown, model.moment.channels[name].writers)
            self.channels[name].set_hovered(shown)

    def _build_channels(self, model: GraphModel) -> None:
        """Capsules in a column at the right, each near the height of its writers and readers."""
        visible = [channel for channel in model.graph.channels if not channel.internal]
        if not visible:
            return
        area = self.content_rect()
        wanted: list[tuple[float, int]] = []
        for index, channel in enumerate(visible):
            near = [
                self.nodes[name].center().y()
                for name in (*channel.writers, *channel.readers)
                if name in self.nodes
            ]
            wanted.append((sum(near) / len(near) if near else area.top(), index))
        step = CAPSULE_HEIGHT + _RAIL_GAP
        total = step * len(visible) - _RAIL_GAP
        top = area.top() if total > area.height() else area.center().y() - total / 2
        bottom = top
        for place, (height, index) in enumerate(sorted(wanted)):
            rest = step * (len(visible) - place)
            latest = max(bottom, area.bottom() - rest)
            y = max(bottom, min(height - CAPSULE_HEIGHT / 2, latest))
            bottom = y + step
            self._add_channel(model, index, visible, area.right() + _RAIL_DISTANCE, y)
        self.show_channels(self._channels_shown)

    def _add_channel(
        self, model: GraphModel, index: int, visible: list[ChannelDescription], x: float, y: float
    ) -> None:
        channel = visible[index]
        capsule = ChannelItem(channel, self._style)
        capsule.setPos(round(x), round(y))
        self.addItem(capsule)
        self.channels[channel.name] = capsule
        link = LinkItem(
            capsule,
            [self.nodes[name] for name in channel.writers if name in self.nodes],
            [self.nodes[name] for name in channel.readers if name in self.nodes],
            self._style,
        )
        self.addItem(link)
        self.links[channel.name] = link


def _row_key(item: NodeItem) -> tuple[float, float]:
    center = item.center()
    return (round(center.y()), center.x())


def _join_text(join: JoinStatus, reporting: frozenset[str]) -> str:
    again = " since it last fired" if join.fired else ""
    lines = [f"{len(join.reported)} of {len(join.sources)} sources have reported{again}"]
    for name in join.sources:
        state = "wrote, reports at the barrier" if name in reporting else "missing"
        lines.append(f"{name}: {'reported' if name in join.reported else state}")
    return "\n".join(lines)
