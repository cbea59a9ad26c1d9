"""A compiled graph as data: nodes, edges, channels, input, sources."""

import hashlib
import inspect
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from typing import Any

from runtime.channels.base import BaseChannel
from runtime.channels.binop import BinaryOperatorAggregate
from runtime.checkpoint.base import BaseCheckpointSaver
from runtime.constants import END, JOIN_PREFIX, START
from runtime.debug.anatomy import class_name
from runtime.debug.coroutines import in_threads
from runtime.debug.declared import json_schema, type_text
from runtime.debug.description import (
    ChannelDescription,
    EdgeDescription,
    GraphDescription,
    NodeDescription,
    NodeKind,
)
from runtime.debug.loading import LoadedGraph
from runtime.debug.opened import AnyGraph, OpenGraph, declared_types, is_internal, plain_type
from runtime.debug.sources import SourceFacts, documentation_of, source_facts
from runtime.graph.schema import has_keys, managed_spec, type_hints
from runtime.graph.state import StateGraph
from runtime.pregel.main import Pregel
from runtime.pregel.node import PregelNode

GOTO = "goto"
"""Label of an edge that a node takes by a ``Command``."""


def open_graph(loaded: LoadedGraph, saver: BaseCheckpointSaver[Any]) -> OpenGraph:
    """The loaded graph with its description, bound to ``saver``."""
    graph = in_threads(loaded.graph).copy(update={"checkpointer": saver})
    builder = getattr(loaded.graph, "builder", None)
    description = describe(loaded)
    input_schema = None if builder is None else builder.input_schema
    keyed = has_keys(input_schema)
    return OpenGraph(
        graph=graph,
        description=description,
        types=declared_types(graph),
        input_types=_plain_hints(input_schema) if keyed else None,
        required_input=_required(input_schema) if keyed else frozenset(),
        joins=join_sources(graph),
        sources={node.name: node.source for node in description.nodes if node.source is not None},
        may_end=frozenset(edge.source for edge in description.edges if edge.target == END),
    )


def describe(loaded: LoadedGraph) -> GraphDescription:
    """The graph as data."""
    example = loaded.example_input
    return _described(loaded.graph, loaded.path, loaded.attribute, loaded.documentation, example)


def describe_inside(graph: AnyGraph, outer: GraphDescription) -> GraphDescription:
    """A subgraph of the graph that ``outer`` describes."""
    return _described(graph, outer.path, outer.attribute, "", None)


def _described(
    graph: AnyGraph, path: str, attribute: str, documentation: str, example: Any
) -> GraphDescription:
    types = declared_types(graph)
    facts = {name: source_facts(node.bound.action) for name, node in graph.nodes.items()}
    edges = tuple(_edges(graph, facts))
    nodes = tuple(_nodes(graph, facts, edges))
    users = _users(graph, facts)
    return GraphDescription(
        name=graph.name,
        documentation=documentation,
        path=path,
        attribute=attribute,
        nodes=nodes,
        edges=edges,
        channels=tuple(
            _channel(name, channel, types.get(name, channel.ValueType), users)
            for name, channel in graph.channels.items()
        ),
        input_schema=input_schema(graph),
        example_input=example,
        fingerprint=_fingerprint(nodes, edges),
    )


def input_schema(graph: AnyGraph) -> dict[str, Any]:
    """JSON Schema of the input; one that admits everything where it has none."""
    builder = getattr(graph, "builder", None)
    if builder is None:
        name = graph.input_channels
        declared = graph.channels[name].ValueType if isinstance(name, str) else Any
        return json_schema(declared) or {}
    schema = builder.input_schema
    if not has_keys(schema):
        return json_schema(schema) or {}
    whole = None if is_typed_dict(schema) else json_schema(schema)
    if whole is not None:
        return whole
    properties: dict[str, Any] = {}
    definitions: dict[str, Any] = {}
    for name, hint in _plain_hints(schema).items():
        part = json_schema(hint) or {}
        definitions.update(part.pop("$defs", {}))
        properties[name] = {"title": name.replace("_", " ").capitalize(), **part}
    found: dict[str, Any] = {
        "title": schema.__name__,
        "type": "object",
        "properties": properties,
        "required": _asked_for(schema, properties, own=schema is not builder.state_schema),
    }
    text = inspect.cleandoc(schema.__doc__ or "")
    if text:
        found["description"] = text
    if definitions:
        found["$defs"] = definitions
    return found


def _asked_for(schema: Any, properties: Iterable[str], own: bool) -> list[str]:
    """Keys that a form asks for: a state that is its own input may begin with any of its keys."""
    if not is_typed_dict(schema):
        return sorted(_required(schema))
    return [name for name in properties if own and name in schema.__required_keys__]


def is_typed_dict(schema: Any) -> bool:
    """Whether the schema is a ``TypedDict``, of whichever module."""
    return hasattr(schema, "__required_keys__") and hasattr(schema, "__total__")


def _plain_hints(schema: Any) -> dict[str, Any]:
    """Declared types by key, without reducers and requirement marks."""
    return {
        name: plain_type(hint)
        for name, hint in type_hints(schema).items()
        if managed_spec(hint) is None
    }


def _required(schema: Any) -> frozenset[str]:
    """Keys without which the graph cannot begin: a ``TypedDict`` demands none at run time."""
    if is_typed_dict(schema):
        return frozenset()
    fields = getattr(schema, "model_fields", None)
    if fields is not None:
        return frozenset(name for name, field in fields.items() if field.is_required())
    if isinstance(schema, type) and is_dataclass(schema):
        signature = inspect.signature(schema)
        return frozenset(
            name
            for name, parameter in signature.parameters.items()
            if parameter.default is parameter.empty
        )
    return frozenset()


def join_sources(graph: AnyGraph) -> dict[str, tuple[str, ...]]:
    """The nodes that each join channel waits for."""
    return {
        name: tuple(sorted(map(str, channel.names)))
        for name, channel in graph.channels.items()
        if name.startswith(JOIN_PREFIX) and hasattr(channel, "names")
    }


# -- nodes ----------------------------------------------------------------------------------


def _nodes(
    graph: AnyGraph, facts: Mapping[str, SourceFacts], edges: tuple[EdgeDescription, ...]
) -> Iterator[NodeDescription]:
    handlers = set(graph.node_error_handler_map.values())
    if START in graph.nodes or any(edge.source == START for edge in edges):
        yield NodeDescription(START, "start")
    for name, node in graph.nodes.items():
        if name != START and name not in handlers:
            yield _node(graph, name, node, facts[name])
    if any(edge.target == END for edge in edges):
        yield NodeDescription(END, "end")


def _node(graph: AnyGraph, name: str, node: PregelNode, facts: SourceFacts) -> NodeDescription:
    kind: NodeKind = "subgraph" if isinstance(node.bound.action, Pregel) else "node"
    return NodeDescription(
        name=name,
        kind=kind,
        documentation=documentation_of(node.bound.action),
        deferred=any(
            type(graph.channels[trigger]).__name__.endswith("AfterFinish")
            for trigger in node.triggers
            if trigger in graph.channels
        ),
        interrupts_before=_names(graph.interrupt_before_nodes, name, node),
        interrupts_after=_names(graph.interrupt_after_nodes, name, node),
        triggers=tuple(node.triggers),
        reads=_reads(node, facts),
        source=facts.span,
    )


def _names(nodes: Any, name: str, node: PregelNode) -> bool:
    return not node.hidden if nodes == "*" else name in nodes


def _reads(node: PregelNode, facts: SourceFacts) -> tuple[str, ...]:
    """Channels that the node reads: what its source takes, or all that it is given."""
    given = (node.channels,) if isinstance(node.channels, str) else tuple(node.channels)
    if facts.span is None or facts.reads_all:
        return given
    return tuple(name for name in given if name in facts.reads)


# -- edges ----------------------------------------------------------------------------------


def _edges(graph: AnyGraph, facts: Mapping[str, SourceFacts]) -> Iterator[EdgeDescription]:
    builder = getattr(graph, "builder", None)
    if not isinstance(builder, StateGraph):
        yield from _edges_by_channels(graph)
        return
    names = set(graph.nodes) | {END}
    for source, target in sorted(builder.edges):
        yield EdgeDescription(source, target, "static")
    channels = {
        (frozenset(sources), name.rpartition(":")[2]): name
        for name, sources in join_sources(graph).items()
    }
    for sources, target in sorted(builder.waiting_edges):
        join = channels.get((frozenset(sources), target))
        for source in sources:
            yield EdgeDescription(source, target, "join", join=join)
    for source, branches in builder.branches.items():
        for branch in branches.values():
            yield from _branch(source, branch, names)
    for name, spec in builder.nodes.items():
        ends = getattr(spec, "ends", None) or ()
        labels = ends if isinstance(ends, Mapping) else {}
        for target in ends:
            label = str(labels.get(target) or GOTO)
            yield EdgeDescription(name, target, "conditional", label=label)
        if not ends and name in facts:
            for target in _gotos(facts[name], names):
                yield EdgeDescription(
                    name, target, "conditional", label=GOTO, provenance="inferred"
                )


def _branch(source: str, branch: Any, names: set[str]) -> Iterator[EdgeDescription]:
    router = getattr(branch.path.action, "__name__", "").replace("<lambda>", "")
    if branch.ends is not None:
        labels: dict[str, list[str]] = {}
        for answer, target in branch.ends.items():
            labels.setdefault(target, []).append("" if answer == target else str(answer))
        for target, found in labels.items():
            label = ", ".join(text for text in found if text) or router
            yield EdgeDescription(source, target, "conditional", label=label)
        return
    known = [name for name in source_facts(branch.path.action).goes_to if name in names]
    for target in known or sorted(names - {START}):
        yield EdgeDescription(source, target, "conditional", label=router, provenance="inferred")


def _gotos(facts: SourceFacts, names: set[str]) -> list[str]:
    return [name for name in facts.goes_to if name in names]


def _edges_by_channels(graph: AnyGraph) -> Iterator[EdgeDescription]:
    """Edges of a hand-made graph: a node that writes a channel leads to those it triggers."""
    inputs = graph.input_channels
    for channel in [inputs] if isinstance(inputs, str) else inputs:
        for target in graph.trigger_to_nodes.get(channel, ()):
            yield EdgeDescription(START, target, "static", label=channel)
    outputs = graph.output_channels
    for name, node in graph.nodes.items():
        for writer in node.writers:
            written = getattr(writer, "channel", None)
            if written is None:
                continue
            for target in graph.trigger_to_nodes.get(written, ()):
                yield EdgeDescription(name, target, "static", label=written)
            if written in ([outputs] if isinstance(outputs, str) else outputs):
                yield EdgeDescription(name, END, "static", label=written)


# -- channels -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Users:
    """Nodes by the channels that they write and read, each in the order of the graph."""

    writers: dict[str, list[str]]
    readers: dict[str, list[str]]


def _users(graph: AnyGraph, facts: Mapping[str, SourceFacts]) -> _Users:
    users = _Users({}, {})
    for node_name, node in graph.nodes.items():
        found = facts[node_name]
        for name in found.writes:
            users.writers.setdefault(name, []).append(node_name)
        reads = [name for name in _reads(node, found) if not is_internal(name)]
        for name in dict.fromkeys([*node.triggers, *reads]):
            users.readers.setdefault(name, []).append(node_name)
    return users


def _channel(
    name: str, channel: BaseChannel[Any, Any, Any], declared: Any, users: _Users
) -> ChannelDescription:
    internal = is_internal(name)
    return ChannelDescription(
        name=name,
        kind=class_name(type(channel)),
        type=type_text(declared),
        reducer=_reducer(channel),
        schema=None if internal else json_schema(declared),
        internal=internal,
        writers=tuple(users.writers.get(name, ())),
        readers=tuple(users.readers.get(name, ())),
    )


def _reducer(channel: BaseChannel[Any, Any, Any]) -> str | None:
    if not isinstance(channel, BinaryOperatorAggregate):
        return None
    operator = channel.operator
    name = getattr(operator, "__qualname__", type(operator).__qualname__)
    module = str(getattr(operator, "__module__", "")).removeprefix("_")
    name = name.rpartition("<locals>.")[2].strip("<>")
    return f"operator.{name}" if module == "operator" else name


def _fingerprint(nodes: tuple[NodeDescription, ...], edges: tuple[EdgeDescription, ...]) -> str:
    shape = [
        [[node.name, node.kind] for node in nodes],
        [[edge.source, edge.target, edge.kind, edge.label, edge.join] for edge in edges],
    ]
    return hashlib.sha256(json.dumps(shape).encode()).hexdigest()[:16]
