"""The open graph and the subgraphs that are known of it, as one graph whose nodes are paths."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from runtime.debug.description import EdgeDescription, GraphDescription, NodeDescription
from studio.graph.moment import ChannelStatus, JoinStatus, Moment, NodeStatus
from studio.graph.paths import join_path


class Anatomy:
    """Nodes and edges of all graphs; the index of an edge stays the same for ever.

    ``graphs`` has them by prefix, the open graph under ``""``. Edges that nobody declared, and
    that a run was seen to take, are added as ``observed``.
    """

    def __init__(self, graph: GraphDescription) -> None:
        self.graphs: dict[str, GraphDescription] = {}
        self.nodes: dict[str, NodeDescription] = {}
        self.edges: list[EdgeDescription] = []
        self.observed: dict[int, tuple[str, str]] = {}
        """Indices of the edges that were only observed, with their ends."""
        self.seen_inferred: set[int] = set()
        """Indices of inferred edges that a run was seen to take."""
        self._outgoing: dict[tuple[str, str], list[int]] = {}
        self._starts: dict[str, list[str]] = {}
        self._ends: dict[str, list[str]] = {}
        self._members: dict[str, list[str]] = {}
        self._edges_of: dict[str, list[int]] = {}
        self.add("", graph)

    def add(self, prefix: str, graph: GraphDescription) -> None:
        """Learn what a node is inside; ``""`` is the open graph."""
        if prefix in self.graphs:
            return
        self.graphs[prefix] = graph
        paths = [join_path(prefix, node.name) for node in graph.nodes]
        self.nodes.update(zip(paths, graph.nodes, strict=True))
        self._members[prefix] = paths
        for kind, ends in (("start", self._starts), ("end", self._ends)):
            ends[prefix] = [
                path for path, node in zip(paths, graph.nodes, strict=True) if node.kind == kind
            ]
        self._edges_of[prefix] = []
        for edge in graph.edges:
            self._add_edge(prefix, edge)

    def _add_edge(self, prefix: str, edge: EdgeDescription) -> int:
        index = len(self.edges)
        inside = replace(
            edge,
            source=join_path(prefix, edge.source),
            target=join_path(prefix, edge.target),
            join=None if edge.join is None else join_path(prefix, edge.join),
        )
        self.edges.append(inside)
        self._edges_of[prefix].append(index)
        self._outgoing.setdefault((inside.source, inside.target), []).append(index)
        return index

    def edges_of(self, prefix: str) -> list[int]:
        """Indices of the edges of one graph, in the order of its description."""
        return self._edges_of[prefix]

    def members(self, prefix: str) -> list[str]:
        """Paths of the nodes of one graph."""
        return self._members.get(prefix, [])

    def inside(self, prefix: str) -> Iterable[str]:
        """Prefixes of the known graphs inside one, and its own."""
        begin = f"{prefix}|" if prefix else ""
        return [each for each in self.graphs if each == prefix or each.startswith(begin)]

    def starts(self, prefix: str) -> list[str]:
        return self._starts[prefix]

    def ends(self, prefix: str) -> list[str]:
        return self._ends[prefix]

    def edges_between(self, source: str, target: str) -> list[int]:
        """Indices of the edges from one node to another."""
        return self._outgoing.get((source, target), [])

    def take(self, prefix: str, source: str, targets: Iterable[str]) -> list[int]:
        """Indices of the edges that a task took to its targets; a new one is observed."""
        taken: list[int] = []
        for name in targets:
            target = join_path(prefix, name)
            known = self.edges_between(source, target)
            if not known and source in self.nodes and target in self.nodes:
                known = [self._observe(prefix, source, target)]
            for index in known:
                if self.edges[index].provenance == "inferred":
                    self.seen_inferred.add(index)
            taken += known
        return taken

    def _observe(self, prefix: str, source: str, target: str) -> int:
        index = len(self.edges)
        edge = EdgeDescription(source, target, "conditional", provenance="observed")
        self.edges.append(edge)
        self._edges_of[prefix].append(index)
        self._outgoing.setdefault((source, target), []).append(index)
        self.observed[index] = (source, target)
        return index

    def blank(self) -> Moment:
        """A moment at which nothing has happened."""
        moment = Moment({}, {}, {})
        for channel in self.graphs[""].channels:
            if not channel.internal:
                moment.channels[channel.name] = ChannelStatus(channel.name)
        for prefix in self.graphs:
            self.complete(moment, prefix)
        return moment

    def complete(self, moment: Moment, prefix: str) -> None:
        """Add what a moment lacks of a graph."""
        for path in self._members[prefix]:
            moment.nodes.setdefault(path, NodeStatus(path))
        joins: dict[str, JoinStatus] = {}
        for index in self._edges_of[prefix]:
            edge = self.edges[index]
            if edge.join is not None and edge.join not in moment.joins:
                known = joins.setdefault(edge.join, JoinStatus(edge.join, edge.target, ()))
                known.sources = (*known.sources, edge.source)
        moment.joins.update(joins)
