"""The graph that a session has open, with what is asked of it often."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from runtime.debug.description import GraphDescription, SourceSpan
from runtime.pregel.config import stable_namespace
from runtime.pregel.main import Pregel

AnyGraph = Pregel[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class OpenGraph:
    """A loaded graph, bound to the session's saver.

    ``types`` are the declared types of the channels that a person may edit, ``input_types`` those
    of the input's keys (``None`` where the input is a bare value), ``joins`` the sources of each
    join channel, ``may_end`` the nodes that can lead to the end.
    """

    graph: AnyGraph
    description: GraphDescription
    types: Mapping[str, Any]
    input_types: Mapping[str, Any] | None
    required_input: frozenset[str] = frozenset()
    joins: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sources: Mapping[str, SourceSpan] = field(default_factory=dict)
    may_end: frozenset[str] = frozenset()

    def graph_at(self, checkpoint_ns: str) -> AnyGraph | None:
        """The graph whose checkpoints lie in this namespace; ``None`` where there is none."""
        if not checkpoint_ns:
            return self.graph
        name = stable_namespace(checkpoint_ns)
        for namespace, graph in self.graph.get_subgraphs(namespace=name):
            if namespace == name:
                return graph
        return None
