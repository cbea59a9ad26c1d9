"""A compiled graph as nodes and edges, the way ``get_graph`` shows it.

Edges are found by walking the graph from START: a node that can run shows its static edges and the
declared ends of its routers and commands. A join edge shows once all its sources can run. Nodes
that lead nowhere end the run. Where nothing ever ends it, the walk goes on for a while and the node
that alone runs last is shown as a possible end; where several do, none is.

Without a node START, as in an entrypoint or a graph built from channels, START is drawn before the
nodes that read the input, and these end nothing by themselves.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from runtime.constants import END, START

if TYPE_CHECKING:
    from runtime.drawing.palette import Theme
    from runtime.pregel.main import Pregel

_WALK_STEPS = 250


@dataclass(frozen=True, slots=True)
class Node:
    """A drawn node; ``data`` is what runs, ``None`` for END and for a START
    that is no node."""

    id: str
    name: str
    data: Any = None
    metadata: dict[str, Any] | None = None


class _Edge(NamedTuple):
    source: str
    target: str
    data: str | None = None
    conditional: bool = False


class Edge(_Edge):
    """A drawn edge; ``data`` is its label. ``declared`` is false where a router may go anywhere."""

    declared: bool

    def __new__(
        cls,
        source: str,
        target: str,
        data: str | None = None,
        conditional: bool = False,
        declared: bool = True,
    ) -> Self:
        edge = super().__new__(cls, source, target, data, conditional)
        edge.declared = declared
        return edge

    def moved(self, source: str, target: str) -> "Edge":
        """The same edge between other nodes."""
        return Edge(source, target, self.data, self.conditional, self.declared)


@dataclass(slots=True)
class Graph:
    """Nodes by id and edges, for drawing."""

    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)

    def to_json(self, *, with_schemas: bool = False) -> dict[str, list[dict[str, Any]]]:
        """Plain data: ``nodes`` with id, type, data, metadata; ``edges`` with source and target."""
        nodes: list[dict[str, Any]] = []
        for node in self.nodes.values():
            entry: dict[str, Any] = {"id": node.id}
            if node.data is not None:
                entry["type"] = "runnable"
                kind = type(node.data)
                entry["data"] = {"id": [*kind.__module__.split("."), kind.__name__]}
                entry["data"]["name"] = node.name
            if node.metadata:
                entry["metadata"] = node.metadata
            nodes.append(entry)
        edges = []
        for edge in self.edges:
            drawn: dict[str, Any] = {"source": edge.source, "target": edge.target}
            if edge.data is not None:
                drawn["data"] = edge.data
            if edge.conditional:
                drawn["conditional"] = True
            edges.append(drawn)
        return {"nodes": nodes, "edges": edges}

    def draw_mermaid(self, **options: Any) -> str:
        """The graph as Mermaid text; ``options`` are the fields of ``MermaidOptions``."""
        from runtime.pregel.mermaid import MermaidOptions, mermaid_text

        return mermaid_text(self, MermaidOptions(**options))

    def reid(self) -> "Graph":
        """A graph whose node ids are names; here they are."""
        return Graph(dict(self.nodes), list(self.edges))

    def draw_svg(self, *, title: str = "", theme: "Theme" = "auto") -> str:
        """The graph as SVG text; ``auto`` is light or dark as its reader prefers."""
        from runtime.pregel.picture import svg_of

        return svg_of(self, title, theme)

    def first_node(self) -> Node | None:
        """The only node without an incoming edge, or ``None``."""
        targets = {edge.target for edge in self.edges if edge.source != edge.target}
        return _only(node for node in self.nodes.values() if node.id not in targets)

    def last_node(self) -> Node | None:
        """The only node without an outgoing edge, or ``None``."""
        sources = {edge.source for edge in self.edges if edge.source != edge.target}
        return _only(node for node in self.nodes.values() if node.id not in sources)

    def extend(self, inner: "Graph", prefix: str) -> None:
        """Add the nodes and edges of a subgraph under ``prefix``."""
        for node in inner.nodes.values():
            place = f"{prefix}:{node.id}"
            self.nodes[place] = replace(node, id=place, name=f"{prefix}:{node.name}")
        self.edges.extend(
            edge.moved(f"{prefix}:{edge.source}", f"{prefix}:{edge.target}") for edge in inner.edges
        )


def _only(nodes: Iterable[Node]) -> Node | None:
    found = list(nodes)
    return found[0] if len(found) == 1 else None


def _out_edges(graph: "Pregel[Any, Any, Any, Any]") -> dict[str, list[Edge]]:
    """Declared edges of each node; a join edge stands at each of its sources."""
    by_channel: dict[str, list[str]] = {}
    for channel, names in graph.trigger_to_nodes.items():
        by_channel[channel] = list(names)
    found: dict[str, dict[str, Edge]] = {name: {} for name in graph.nodes}
    for name, node in graph.nodes.items():
        for channel in graph.written_channels(node):
            for target in by_channel.get(channel, ()):
                found[name][target] = Edge(name, target)
        for target, label in graph.conditional_targets(name):
            known = found[name].get(target)
            if known is None or not known.conditional:
                shown = None if label is None or str(label) == target else str(label)
                found[name][target] = Edge(name, target, shown, conditional=True)
    return {name: list(edges.values()) for name, edges in found.items()}


def _joins(graph: "Pregel[Any, Any, Any, Any]") -> dict[tuple[str, str], frozenset[str]]:
    """For each (source, target) of a join edge all its sources."""
    found: dict[tuple[str, str], frozenset[str]] = {}
    for channel, names in graph.trigger_to_nodes.items():
        sources = frozenset(getattr(graph.channels.get(channel), "names", None) or ())
        found.update({(source, name): sources for source in sources for name in names})
    return found


def draw(
    graph: "Pregel[Any, Any, Any, Any]", metadata: Mapping[str, dict[str, Any]], xray: int | bool
) -> Graph:
    """The drawn graph; ``xray`` inlines that many levels of subgraphs (``True``: all)."""
    out_edges = _out_edges(graph)
    joins = _joins(graph)
    roots = [
        name
        for name, node in graph.nodes.items()
        if name == START or not {*node.triggers}.isdisjoint(_input_channels(graph))
    ]
    ran: dict[str, None] = {}
    edges: dict[tuple[str, str], Edge] = {}
    tasks = roots
    while True:
        new = [name for name in tasks if name not in ran]
        ran.update(dict.fromkeys(new))
        waiting: dict[str, None] = {}
        for name in ran:
            for edge in out_edges[name]:
                needed = joins.get((name, edge.target), frozenset())
                if needed <= ran.keys() and (name, edge.target) not in edges:
                    edges[(name, edge.target)] = edge
                    if edge.target != END:
                        waiting[edge.target] = None
        if not waiting:
            break
        tasks = list(waiting)
    drawn = Graph()
    for name, node in graph.nodes.items():
        drawn.nodes[name] = Node(name, name, node.bound, metadata.get(name))
    drawn.nodes.setdefault(START, Node(START, START))
    drawn.edges = sorted(edges.values(), key=lambda edge: (edge.source, edge.target))
    _add_ends(drawn, roots, list(ran), out_edges)
    if any(edge.target == END for edge in drawn.edges):
        drawn.nodes[END] = Node(END, END)
    if START not in graph.nodes:
        drawn.edges[:0] = [Edge(START, name) for name in sorted(roots)]
    return _with_subgraphs(graph, drawn, xray) if xray else drawn


def _input_channels(graph: "Pregel[Any, Any, Any, Any]") -> tuple[str, ...]:
    names = graph.input_channels
    return (names,) if isinstance(names, str) else tuple(names)


def _add_ends(
    drawn: Graph, roots: list[str], ran: list[str], out_edges: Mapping[str, list[Edge]]
) -> None:
    sources = {edge.source for edge in drawn.edges}
    led_to = {START, *(edge.target for edge in drawn.edges)}
    ends = [name for name in ran if name in led_to and name not in sources]
    conditional = ends == [START]
    drawn.edges.extend(Edge(name, END, conditional=conditional) for name in sorted(ends))
    if any(edge.target == END for edge in drawn.edges):
        return
    tasks = set(roots)
    for _ in range(_WALK_STEPS):
        following = {e.target for name in tasks for e in out_edges[name] if e.target in ran}
        tasks = following or tasks
    if len(tasks) == 1:
        drawn.edges.extend(Edge(name, END, conditional=True) for name in tasks)


def _with_subgraphs(graph: "Pregel[Any, Any, Any, Any]", drawn: Graph, xray: int | bool) -> Graph:
    """Replace nodes that are graphs by what is inside them."""
    depth = xray if isinstance(xray, bool) else xray - 1
    entry: dict[str, str] = {}
    leave: dict[str, str] = {}
    inside: list[tuple[Graph, str]] = []
    for name, node in graph.nodes.items():
        if not node.subgraphs:
            continue
        inner = node.subgraphs[0].get_graph(xray=depth)
        _trim(inner, START)
        _trim(inner, END)
        first, last = inner.first_node(), inner.last_node()
        if first is not None and last is not None:
            del drawn.nodes[name]
            inside.append((inner, name))
            entry[name] = f"{name}:{first.id}"
            leave[name] = f"{name}:{last.id}"
    drawn.edges = [
        edge.moved(leave.get(edge.source, edge.source), entry.get(edge.target, edge.target))
        for edge in drawn.edges
    ]
    for inner, name in inside:
        drawn.extend(inner, name)
    return drawn


def _trim(graph: Graph, end: str) -> None:
    """Leave START or END out of a graph inside another, where one node alone can stand for it."""
    edges = [edge for edge in graph.edges if end in (edge.source, edge.target)]
    rest = [edge for edge in graph.edges if edge not in edges]
    if end == START:
        led_to = {edge.target for edge in rest}
        free = [name for name in graph.nodes if name != START and name not in led_to]
        stands = [edge.target for edge in edges]
    else:
        left = {edge.source for edge in rest}
        free = [name for name in graph.nodes if name != END and name not in left]
        stands = [edge.source for edge in edges]
    if len(free) == 1 and free == stands:
        del graph.nodes[end]
        graph.edges = rest


def node_metadata(
    graph: "Pregel[Any, Any, Any, Any]", deferred: frozenset[str]
) -> dict[str, dict[str, Any]]:
    """What is shown beside a node: its metadata, ``defer``, and static interrupts."""
    found: dict[str, dict[str, Any]] = {}
    for name, node in graph.nodes.items():
        if node.hidden:
            continue
        entry = dict(node.metadata or {})
        if name in deferred:
            entry["defer"] = True
        stops = [
            word
            for word, names in (
                ("before", graph.interrupt_before_nodes),
                ("after", graph.interrupt_after_nodes),
            )
            if names != "*" and name in names
        ]
        if stops:
            entry["__interrupt"] = ",".join(stops)
        if entry:
            found[name] = entry
    return found
