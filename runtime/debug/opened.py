"""The graph that a session has open, with what is asked of it often."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, NotRequired, Required, get_args, get_origin

from typing_extensions import ReadOnly

from runtime.channels.binop import BinaryOperatorAggregate
from runtime.channels.last_value import LastValue
from runtime.constants import BRANCH_PREFIX, JOIN_PREFIX, ROOT
from runtime.debug.description import GraphDescription, SourceSpan
from runtime.graph.schema import has_keys, type_hints
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


def is_internal(name: str) -> bool:
    """Whether a channel is the engine's own: triggers, barriers, tasks, input."""
    return name.startswith(("__", BRANCH_PREFIX, JOIN_PREFIX)) and name != ROOT


def plain_type(annotation: Any) -> Any:
    """The declared type without reducers and requirement marks."""
    while get_origin(annotation) in (Required, NotRequired, ReadOnly, Annotated):
        annotation = get_args(annotation)[0]
    return annotation


def declared_types(graph: AnyGraph) -> dict[str, Any]:
    """Types of the writes that the channels of a graph take, as its schemas declare them."""
    hints: dict[str, Any] = {}
    for schema in getattr(getattr(graph, "builder", None), "schemas", ()):
        if has_keys(schema):
            hints = {**type_hints(schema), **hints}
    types: dict[str, Any] = {}
    for name, channel in graph.channels.items():
        if is_internal(name):
            continue
        # A channel may have turned what was declared into a type that it can start from.
        as_declared = isinstance(channel, (LastValue, BinaryOperatorAggregate)) and name in hints
        types[name] = plain_type(hints[name]) if as_declared else channel.UpdateType
    return types
