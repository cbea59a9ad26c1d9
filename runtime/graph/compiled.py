"""A compiled StateGraph: the builder's nodes and edges as nodes, channels and writers.

Each node has a trigger channel ``branch:to:<node>`` that edges, routers and commands write. A join
edge is a barrier channel ``join:<a>+<b>:<node>`` to which each source reports its name. The hidden
node ``__start__`` distributes the input.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from runtime.channels.ephemeral_value import EphemeralValue
from runtime.channels.last_value import LastValueAfterFinish
from runtime.channels.named_barrier_value import NamedBarrierValue, NamedBarrierValueAfterFinish
from runtime.constants import END, JOIN_PREFIX, ROOT, START, TAG_HIDDEN
from runtime.graph.branch import BranchSpec, BranchWriter, trigger_channel
from runtime.graph.handed_back import HandedBackWriter, appending_keys
from runtime.graph.schema import SchemaChannels, mapper_for
from runtime.graph.state import StateGraph, StateNodeSpec
from runtime.graph.writing import FixedWriter, RootWriter, UpdateWriter
from runtime.pregel.callable import NodeFunction, is_graph
from runtime.pregel.config import Config
from runtime.pregel.limits import check_timeout
from runtime.pregel.main import Pregel
from runtime.pregel.node import PregelNode, Writer, pass_through
from runtime.pregel.schemas import json_schema_of
from runtime.types import All, Checkpointer
from runtime.typing import ContextT, InputT, OutputT, StateT

if TYPE_CHECKING:
    from runtime.cache.base import BaseCache
    from runtime.store.base import BaseStore


def join_channel(starts: Sequence[str], end: str) -> str:
    """The barrier channel of a join edge."""
    return f"{JOIN_PREFIX}{'+'.join(starts)}:{end}"


def _single(keys: Sequence[str]) -> str | list[str]:
    return ROOT if list(keys) == [ROOT] else list(keys)


class CompiledStateGraph(Pregel[StateT, ContextT, InputT, OutputT]):
    """What ``StateGraph.compile`` gives; ``builder`` is the graph it was made from."""

    builder: StateGraph[StateT, ContextT, InputT, OutputT]

    def __init__(
        self,
        *,
        builder: StateGraph[StateT, ContextT, InputT, OutputT],
        checkpointer: Checkpointer = None,
        cache: "BaseCache[Any] | None" = None,
        store: "BaseStore | None" = None,
        interrupt_before_nodes: All | Sequence[str] = (),
        interrupt_after_nodes: All | Sequence[str] = (),
        debug: bool = False,
        name: str = "LangGraph",
        strict_subgraphs: bool = False,
        report_mutations: bool = False,
    ) -> None:
        self.builder = builder
        self._strict_subgraphs = strict_subgraphs
        self._report_mutations = report_mutations
        self._appending = appending_keys(builder.channels)
        self._targets = {name: trigger_channel(name) for name in builder.nodes}
        self._fixed: dict[str, FixedWriter] = {}
        self.nodes = {START: self._start_node()}
        self.channels = {**builder.channels, START: EphemeralValue(builder.input_schema)}
        handlers: dict[str, str] = {}
        for key, spec in builder.nodes.items():
            self._attach_error_handler(key, spec, handlers)
            self._attach_node(key, spec)
        self._attach_default_error_handler(handlers)
        for start, end in sorted(builder.edges):
            self._attach_edge(start, end)
        for starts, end in sorted(builder.waiting_edges):
            self._attach_edge(starts, end)
        for start, branches in builder.branches.items():
            for branch in branches.values():
                self._attach_branch(start, branch)
        output_keys = [
            key for key in builder.schemas[builder.output_schema].keys if key not in builder.managed
        ]
        super().__init__(
            nodes=self.nodes,
            channels={**self.channels, **builder.managed},
            stream_mode="updates",
            input_channels=START,
            output_channels=_single(output_keys),
            stream_channels=_single(list(builder.channels)),
            checkpointer=checkpointer,
            cache=cache,
            store=store,
            interrupt_before_nodes=interrupt_before_nodes,
            interrupt_after_nodes=interrupt_after_nodes,
            debug=debug,
            name=name,
            context_schema=builder.context_schema,
            node_error_handler_map=handlers,
        )

    def begins_quietly(self) -> bool:
        return not self.builder.branches.get(START) and not self.loud_channels

    # -- nodes ------------------------------------------------------------------------------

    def _update_writer(self, source: str, keys: Sequence[str]) -> UpdateWriter:
        kind = RootWriter if list(keys) == [ROOT] else UpdateWriter
        return kind(source, keys, self._targets)

    def _node_writer(self, key: str, spec: StateNodeSpec) -> UpdateWriter:
        keys = list(self.builder.channels)
        if keys == [ROOT] or not is_graph(spec.runnable.action):
            return self._update_writer(key, keys)
        return HandedBackWriter(
            key, keys, self._targets, self._appending, strict=self._strict_subgraphs
        )

    def _start_node(self) -> PregelNode:
        builder = self.builder
        fixed = self._fixed[START] = FixedWriter()
        keys = list(builder.schemas[builder.input_schema].channels)
        return PregelNode(
            channels=START,
            triggers=[START],
            bound=NodeFunction(pass_through, START),
            writers=[self._update_writer(START, keys), fixed],
            tags=[TAG_HIDDEN],
            hidden=True,
        )

    def _node(self, key: str, spec: StateNodeSpec) -> PregelNode:
        builder = self.builder
        defaults = builder.node_defaults
        fixed = self._fixed[key] = FixedWriter()
        mapper = mapper_for(spec.input_schema)
        return PregelNode(
            channels=_single(self._schema(spec.input_schema).keys),
            triggers=[trigger_channel(key)],
            mapper=mapper,
            bound=self._watched(spec.runnable, key, mapper),
            writers=[self._node_writer(key, spec), fixed],
            metadata=spec.metadata,
            retry_policy=spec.retry_policy or defaults.get("retry_policy", ()),
            cache_policy=spec.cache_policy or defaults.get("cache_policy"),
            timeout=check_timeout(spec.runnable, spec.timeout or defaults.get("timeout")),
        )

    def _watched(self, function: NodeFunction, owner: str, mapper: Any) -> NodeFunction:
        """The function, reporting what it changes in place where that is asked for."""
        if not self._report_mutations or is_graph(function.action):
            return function
        from runtime.pregel.mutations import reporting

        return reporting(function, owner, own=mapper is not None)

    def attach_node(self, key: str, node: StateNodeSpec | None) -> None:
        """Add a node of the builder to the compiled graph; ``None`` stands for START."""
        if node is None:
            self.nodes[key] = self._start_node()
        else:
            self._attach_node(key, node)
        self.index()

    def _attach_node(self, key: str, spec: StateNodeSpec) -> None:
        self._targets[key] = trigger_channel(key)
        self.nodes[key] = self._node(key, spec)
        self.channels[trigger_channel(key)] = (
            LastValueAfterFinish(str) if spec.defer else EphemeralValue(Any, guard=False)
        )

    def _attach_error_handler(
        self, key: str, spec: StateNodeSpec, handlers: dict[str, str]
    ) -> None:
        """A node for the error handler of ``key``; ``handlers`` says that it takes over."""
        if spec.error_handler is not None:
            handlers[key] = f"__error_handler__{key}"
            self.nodes[handlers[key]] = self._handler_node(handlers[key], spec.error_handler)

    def _attach_default_error_handler(self, handlers: dict[str, str]) -> None:
        """One node that takes over from all nodes without a handler of their own."""
        default: NodeFunction | None = self.builder.node_defaults.get("error_handler")
        name = "__default_error_handler__"
        without = [key for key in self.builder.nodes if key not in handlers]
        if default is not None and without:
            handlers.update(dict.fromkeys(without, name))
            self.nodes[name] = self._handler_node(name, default)

    def _handler_node(self, name: str, function: NodeFunction) -> PregelNode:
        return PregelNode(
            channels=[],
            triggers=[],
            bound=function,
            writers=[self._update_writer(name, list(self.builder.channels))],
        )

    def _schema(self, schema: Any) -> SchemaChannels:
        return self.builder.schemas[schema]

    # -- edges ------------------------------------------------------------------------------

    def attach_edge(self, starts: str | Sequence[str], end: str) -> None:
        """Add an edge to the compiled graph; several ``starts`` wait for each other."""
        self._attach_edge(starts, end)
        self.index()

    def _attach_edge(self, starts: str | Sequence[str], end: str) -> None:
        if end == END or not starts:
            return
        if isinstance(starts, str):
            self._fixed[starts].writes.append((trigger_channel(end), None))
            return
        name = join_channel(starts, end)
        deferred = self.builder.nodes[end].defer
        barrier = NamedBarrierValueAfterFinish if deferred else NamedBarrierValue
        self.channels[name] = barrier(str, set(starts))
        self.nodes[end].triggers.append(name)
        for start in starts:
            self._fixed[start].writes.append((name, start))

    def attach_branch(
        self, start: str, name: str, branch: BranchSpec, *, with_reader: bool = True
    ) -> None:
        """Add a router to the compiled graph."""
        self._attach_branch(start, branch)
        self.index()

    def _attach_branch(self, start: str, branch: BranchSpec) -> None:
        builder = self.builder
        schema = branch.input_schema or (
            builder.nodes[start].input_schema if start in builder.nodes else builder.state_schema
        )
        mapper = mapper_for(schema)
        owner = f"the router {branch.path.name} of {start}"
        writer: Writer = BranchWriter(
            start,
            BranchSpec(self._watched(branch.path, owner, mapper), branch.ends, branch.input_schema),
            _single(self._schema(schema).keys),
            mapper,
            self._targets,
        )
        self.nodes[start].writers.append(writer)

    # -- drawing ----------------------------------------------------------------------------

    def written_channels(self, node: PregelNode) -> Iterable[str]:
        return [
            channel
            for writer in node.writers
            if isinstance(writer, FixedWriter)
            for channel, _ in writer.writes
        ]

    def conditional_targets(self, name: str) -> Iterable[tuple[str, Any]]:
        for branch in self.builder.branches.get(name, {}).values():
            for label, target in (branch.ends or {}).items():
                yield target, label
        spec = self.builder.nodes.get(name)
        if spec is not None:
            ends = spec.ends
            yield from ends.items() if isinstance(ends, dict) else ((end, end) for end in ends)

    def deferred_nodes(self) -> frozenset[str]:
        return frozenset(name for name, spec in self.builder.nodes.items() if spec.defer)

    # -- types ------------------------------------------------------------------------------

    @property
    def OutputType(self) -> Any:
        return self.builder.output_schema if isinstance(self.output_channels, str) else None

    def get_input_jsonschema(self, config: Config | None = None) -> dict[str, Any]:
        return json_schema_of(self.builder.input_schema, self.get_name("Input"))

    def get_output_jsonschema(self, config: Config | None = None) -> dict[str, Any]:
        return json_schema_of(self.builder.output_schema, self.get_name("Output"))

    def coerce_output(self, value: Any) -> Any:
        """Values as an instance of the output schema, where it is a dataclass or a model."""
        return _instance(self.builder.output_schema, value)

    def coerce_state(self, value: Any) -> Any:
        """Values as an instance of the state schema, where it is a dataclass or a model."""
        return _instance(self.builder.state_schema, value)


def _instance(schema: Any, value: Any) -> Any:
    mapper = mapper_for(schema)
    return mapper(value) if mapper is not None and isinstance(value, dict) else value
