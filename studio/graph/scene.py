"""The items of one drawn graph, and the maps between them and the model."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace

from PySide6.QtCore import QObject, QRectF
from PySide6.QtWidgets import QGraphicsScene

from runtime.drawing.boxes import GAUGE_HEIGHT, GAUGE_WIDTH, Line
from runtime.drawing.layout import Point
from studio.graph.channel_item import ChannelItem, LinkItem
from studio.graph.channel_rail import rail
from studio.graph.composition import Placed
from studio.graph.edge_item import EdgeItem
from studio.graph.frame_item import FrameItem
from studio.graph.gauge_item import GaugeItem
from studio.graph.looks import HeatScale, node_look
from studio.graph.model import GraphModel
from studio.graph.moment import JoinStatus
from studio.graph.node_item import HeatKind, NodeItem
from studio.graph.paths import SEPARATOR, join_path, name_of
from studio.graph.routing import Box, label_point, route_between
from studio.graph.style import GraphStyle
from studio.language import tr
from studio.shell.plain_text import plain

_TAGGED_EDGES = 200

Ended = NodeItem | GaugeItem


class GraphScene(QGraphicsScene):
    """All items of a graph, nodes by path. ``refresh`` brings them to the model's moment."""

    def __init__(self, style: GraphStyle, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._style = style
        self.model: GraphModel | None = None
        self.nodes: dict[str, NodeItem] = {}
        self.edges: list[EdgeItem] = []
        self.gauges: dict[str, GaugeItem] = {}
        self.channels: dict[str, ChannelItem] = {}
        self.links: dict[str, LinkItem] = {}
        self.heat: HeatKind | None = None
        """What the cards compare between nodes."""
        self._ends: dict[EdgeItem, tuple[Ended, Ended]] = {}
        self._edges_at: dict[str, list[EdgeItem]] = {}
        self._edges_by_index: dict[int, list[EdgeItem]] = {}
        self._lit: tuple[set[int], dict[int, str], int] = (set(), {}, 0)
        self._channels_shown = False
        self._focus: str | None = None
        self._content: QRectF | None = None
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.BspTreeIndex)

    def build(self, model: GraphModel, placed: Placed) -> None:
        """Replace everything by the items of a laid out graph."""
        self.wipe()
        self.model = model
        self._add_graph(model, placed, (0.0, 0.0))
        self._place_tags()
        self._add_observed()
        self._build_channels(model, self._channels_shown)
        model.touch_all()
        self.refresh()

    def _add_graph(self, model: GraphModel, placed: Placed, origin: Point) -> None:
        drawing, layout, prefix = placed.drawing, placed.layout, placed.prefix
        ends: list[Ended] = []
        for node, centre in zip(drawing.nodes, layout.centres, strict=False):
            path = join_path(prefix, node.name)
            inner = placed.inner.get(node.name)
            if inner is None:
                item = NodeItem(path, node, self._style)
                item.set_expandable(node.kind == "subgraph" and path in model.anatomy.graphs)
            else:
                item = FrameItem(path, node, inner.frame_size(), self._style)
            left = round(origin[0] + centre[0] - item.width / 2)
            top = round(origin[1] + centre[1] - item.height / 2)
            item.setPos(left, top)
            self.addItem(item)
            self.nodes[path] = item
            ends.append(item)
            if inner is not None:
                self._add_graph(model, inner, inner.origin_in(left, top))
        for channel, centre in zip(
            drawing.gauges, layout.centres[len(drawing.nodes) :], strict=True
        ):
            gauge = GaugeItem(channel, self._style)
            gauge.setPos(
                origin[0] + centre[0] - GAUGE_WIDTH / 2, origin[1] + centre[1] - GAUGE_HEIGHT / 2
            )
            self.addItem(gauge)
            self.gauges[join_path(prefix, channel)] = gauge
            ends.append(gauge)
        numbers = model.anatomy.edges_of(prefix)
        for line, route, label in zip(drawing.lines, layout.routes, layout.labels, strict=True):
            indices = tuple(numbers[index] for index in line.edges)
            self._add_edge(
                replace(line, edges=indices),
                (ends[line.source], ends[line.target]),
                [(x + origin[0], y + origin[1]) for x, y in route],
                None if label is None else (label[0] + origin[0], label[1] + origin[1]),
            )

    def _add_edge(
        self,
        line: Line,
        ends: tuple[Ended, Ended],
        route: Iterable[Point],
        label: Point | None,
    ) -> None:
        assert self.model is not None
        described = [self.model.edges[index] for index in line.edges]
        sources = frozenset(edge.source for edge in described)
        edge = EdgeItem(line, sources, described[0].target, tuple(route), label, self._style)
        self.addItem(edge)
        self.edges.append(edge)
        self._ends[edge] = ends
        for name in sources | {described[0].target}:
            self._edges_at.setdefault(name, []).append(edge)
        for index in line.edges:
            self._edges_by_index.setdefault(index, []).append(edge)

    def wipe(self) -> None:
        """Remove every item."""
        self.clear()
        self.model = None
        self.nodes = {}
        self.edges = []
        self.gauges = {}
        self.channels = {}
        self.links = {}
        self._ends = {}
        self._edges_at = {}
        self._edges_by_index = {}
        self._lit = (set(), {}, 0)
        self._focus = None
        self._content = None

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

    def set_heat(self, kind: HeatKind | None) -> None:
        """Compare what nodes cost, on their cards."""
        self.heat = kind
        self.refresh_all()

    def refresh_all(self) -> None:
        """Show every node anew: what is said of them beside their states has changed."""
        if self.model is not None:
            self.model.touch_all()
            self.refresh()

    def refresh(self) -> set[str]:
        """Show the model's moment; what did not change costs nothing. Gives the nodes that did."""
        model = self.model
        if model is None:
            return set()
        moment = model.moment
        touched = model.take_touched()
        scale = None if self.heat is None else HeatScale.of(model, self.heat)
        everything = touched is None or scale is not None
        paths: Iterable[str] = self.nodes if touched is None or scale is not None else touched
        changed: set[str] = set()
        for path in paths:
            item = self.nodes.get(path)
            if item is not None:
                changed.add(path)
                item.set_look(node_look(model, moment.nodes[path], scale))
        self._add_observed()
        self._refresh_edges(everything, changed)
        for channel, gauge in self.gauges.items():
            join = moment.joins[channel]
            reporting = moment.reporting(join)
            gauge.set_look(len(join.reported | reporting), len(join.sources), join.fired)
            gauge.setToolTip(_join_text(join, reporting))
        for name, capsule in self.channels.items():
            status = moment.channels[name]
            capsule.set_look(status.version, status.changed)
            version = tr("version {version}", version=status.version)
            capsule.setToolTip(plain(f"{name} · {version}\n{status.text}".rstrip()))
        self._refresh_links()
        return changed

    def _refresh_edges(self, everything: bool, changed: Set[str]) -> None:
        """Light up the edges that were taken; of the others only those that were lit before."""
        model = self.model
        assert model is not None
        moment = model.moment
        taken, causes, seen = self._lit
        inferred = model.anatomy.seen_inferred
        edges: Iterable[EdgeItem]
        if everything or seen != len(inferred):
            edges = self.edges
        else:
            indices = taken ^ moment.taken
            indices |= {index for index, _ in causes.items() ^ moment.causes.items()}
            touched = [self._edges_by_index.get(index, []) for index in indices]
            touched += [
                self._edges_by_index.get(index, [])
                for index in moment.causes
                if model.edges[index].target in changed
            ]
            edges = {edge for some in touched for edge in some}
        for edge in edges:
            indices_of = edge.line.edges
            if edge.line.style == "stem":
                lit = all(index in moment.causes for index in indices_of)
            else:
                lit = indices_of[0] in moment.taken
            cause = ""
            if lit and edge.has_head and moment.nodes[edge.target].state == "due":
                cause = moment.causes.get(indices_of[0], "")
            edge.set_look(lit, cause, indices_of[0] in inferred)
        self._lit = (set(moment.taken), dict(moment.causes), len(inferred))

    def _add_observed(self) -> None:
        """Draw the edges that nobody declared and a run took."""
        model = self.model
        assert model is not None
        for index, (source, target) in list(model.anatomy.observed.items()):
            ends = self.nodes.get(source), self.nodes.get(target)
            if index in self._edges_by_index or ends[0] is None or ends[1] is None:
                continue
            lane = float(len(self._between(source, target)))
            line = Line(0, 0, "observed", (index,))
            route = route_between(_box(ends[0]), _box(ends[1]), lane)
            self._add_edge(line, (ends[0], ends[1]), route, None)
            self._content = None

    def _between(self, source: str, target: str) -> list[EdgeItem]:
        """Lines between two nodes, in both directions."""
        return [
            edge
            for edge in self._edges_at.get(source, ())
            if edge.sources | {edge.target} == {source, target}
        ]

    @property
    def channels_shown(self) -> bool:
        return self._channels_shown

    def show_channels(self, shown: bool) -> None:
        """Show or hide the capsules of channels."""
        self._channels_shown = shown
        self._content = None
        for item in (*self.channels.values(), *self.links.values()):
            item.setVisible(shown)

    def move_node(self, path: str, left: float, top: float) -> None:
        """Put a node's card, with everything inside of it, elsewhere; its lines follow."""
        item = self.nodes[path]
        dx, dy = round(left - item.x()), round(top - item.y())
        inside = f"{path}{SEPARATOR}"
        moved: set[Ended] = set()
        for other, node in self.nodes.items():
            if other == path or other.startswith(inside):
                node.moveBy(dx, dy)
                moved.add(node)
        for channel, gauge in self.gauges.items():
            if channel.startswith(inside):
                gauge.moveBy(dx, dy)
                moved.add(gauge)
        lanes: dict[frozenset[Ended], int] = {}
        for edge, ends in self._ends.items():
            if ends[0] not in moved and ends[1] not in moved:
                continue
            if ends[0] in moved and ends[1] in moved and item not in ends:
                label = edge.label_rect.center() if not edge.label_rect.isEmpty() else None
                edge.lead(
                    [(x + dx, y + dy) for x, y in edge.route],
                    None if label is None else (label.x() + dx, label.y() + dy),
                )
                continue
            lane = lanes.get(frozenset(ends), 0)
            lanes[frozenset(ends)] = lane + 1
            route = route_between(_box(ends[0]), _box(ends[1]), lane)
            edge.lead(route, label_point(route))
        self._content = None

    def rebuild_channels(self) -> None:
        """Lead the lines of channels to where the nodes are now."""
        if self.model is None:
            return
        for item in (*self.channels.values(), *self.links.values()):
            self.removeItem(item)
        self.channels, self.links = {}, {}
        shown, self._channels_shown = self._channels_shown, False
        self._content = None
        self._build_channels(self.model, shown)
        self.model.touch_all()
        self.refresh()

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

    def set_found(self, found: Set[str] | None) -> None:
        """Let all nodes but these stand back; ``None`` ends it."""
        for path, item in self.nodes.items():
            item.setOpacity(1.0 if found is None or path in found or item.expanded else 0.3)

    def content_rect(self) -> QRectF:
        """Everything that is shown, without margins for effects."""
        if self._content is None:
            rect = QRectF()
            for item in self.nodes.values():
                rect = rect.united(item.card_rect())
            for edge in self.edges:
                rect = rect.united(edge.extent())
            if self._channels_shown:
                for capsule in self.channels.values():
                    rect = rect.united(capsule.sceneBoundingRect())
            self._content = rect
        return QRectF(self._content)

    def edge_tooltip(self, edge: EdgeItem) -> str:
        """What a line stands for: its ends, its kind, its label."""
        if self.model is None:
            return ""
        described = [self.model.edges[index] for index in edge.line.edges]
        first = described[0]
        sources = ", ".join(self._shown(item.source) for item in described)
        lines = [f"{sources} → {self._shown(first.target)}"]
        kinds = {
            "static": tr("Edge"),
            "conditional": tr("Conditional edge"),
            "join": tr("Join edge"),
        }
        if first.provenance == "observed":
            lines.append(tr("Observed: nobody declared it, and a run went here"))
        elif first.provenance == "inferred" and edge.observed:
            lines.append(tr("Observed: the router does not say where it goes, and a run went here"))
        elif first.provenance == "inferred":
            lines.append(tr("The router does not say where it goes; it may go here"))
        else:
            lines.append(
                f"{kinds[first.kind]}: {first.label}" if first.label else kinds[first.kind]
            )
        if edge.taken:
            lines.append(tr("Taken"))
        return "\n".join(lines)

    def _shown(self, path: str) -> str:
        item = self.nodes.get(path)
        return item.title if item is not None else name_of(path)

    def reading_order(self) -> list[str]:
        """Paths from top to bottom, each row from left to right; an expanded node is first."""
        return sorted(self.nodes, key=lambda path: _row_key(self.nodes[path]))

    def _place_tags(self) -> None:
        """Put the cause of each edge on the side of its end that covers least.

        Targets of one node are often due together, so their tags must not cover each other.
        """
        if len(self.edges) > _TAGGED_EDGES:
            return
        solid = [item.card_rect() for item in self.nodes.values() if not item.expanded]
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

    def _build_channels(self, model: GraphModel, shown: bool) -> None:
        """Capsules in a column at the right of the nodes and lines."""
        self._channels_shown = False
        self._content = None
        for channel, (x, y) in rail(model.graph, self.nodes, self.content_rect()):
            capsule = ChannelItem(channel, self._style)
            capsule.setPos(x, y)
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
        self.show_channels(shown)


def _row_key(item: NodeItem) -> tuple[float, float]:
    rect = item.card_rect()
    return (round(rect.top() if item.expanded else rect.center().y()), rect.center().x())


def _box(item: Ended) -> Box:
    if isinstance(item, NodeItem):
        rect = item.card_rect()
        return Box(rect.left(), rect.top(), rect.right(), rect.bottom())
    return Box(item.x(), item.y(), item.x() + GAUGE_WIDTH, item.y() + GAUGE_HEIGHT)


def _join_text(join: JoinStatus, reporting: frozenset[str]) -> str:
    said = (
        tr("{count} of {total} sources have reported since it last fired")
        if join.fired
        else tr("{count} of {total} sources have reported")
    )
    lines = [said.format(count=len(join.reported), total=len(join.sources))]
    for path in join.sources:
        state = tr("wrote, reports at the barrier") if path in reporting else tr("missing")
        if path in join.reported:
            state = tr("reported")
        lines.append(f"{name_of(path)}: {state}")
    return "\n".join(lines)
