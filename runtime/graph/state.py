"""StateGraph: nodes and edges over a typed state, compiled into nodes and channels."""

import logging
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Generic, Literal, Self, get_args, get_origin

from runtime.channels.last_value import LastValue
from runtime.constants import END, NS_END, NS_SEPARATOR, START
from runtime.graph.branch import BranchSpec
from runtime.graph.schema import Channel, SchemaChannels, has_keys, schema_channels
from runtime.isolation import reports_mutations
from runtime.managed.base import ManagedValueSpec
from runtime.pregel.callable import (
    NodeFunction,
    callable_name,
    first_parameter_type,
    return_type,
)
from runtime.pregel.node import as_policies
from runtime.types import (
    All,
    CachePolicy,
    Checkpointer,
    Command,
    RetryPolicy,
    TimeoutPolicy,
    TracePolicy,
    ensure_valid_checkpointer,
)
from runtime.typing import ContextT, InputT, OutputT, StateT
from runtime.warnings import report_unknown, warn_renamed

if TYPE_CHECKING:
    from runtime.cache.base import BaseCache
    from runtime.graph.compiled import CompiledStateGraph
    from runtime.store.base import BaseStore

_log = logging.getLogger(__name__)
_RENAMED = {
    "config_schema": "context_schema",
    "input": "input_schema",
    "output": "output_schema",
    "retry": "retry_policy",
}
Timeout = float | timedelta | TimeoutPolicy | None
Retry = RetryPolicy | Sequence[RetryPolicy] | None


@dataclass(slots=True)
class StateNodeSpec:
    """One node as it was added. ``ends`` are the targets declared for drawing, with labels."""

    runnable: NodeFunction
    metadata: dict[str, Any] | None
    input_schema: Any
    retry_policy: tuple[RetryPolicy, ...]
    cache_policy: CachePolicy | None
    ends: tuple[str, ...] | dict[str, str]
    defer: bool = False
    timeout: TimeoutPolicy | None = None
    error_handler: NodeFunction | None = None
    trace_policy: TracePolicy | None = None


def _renamed(deprecated: dict[str, Any]) -> dict[str, Any]:
    """Deprecated keyword arguments under their present names."""
    found = {}
    for old, value in deprecated.items():
        new = _RENAMED.get(old)
        if new is None:
            report_unknown([old])
            continue
        warn_renamed(old, new, since_v05=old != "config_schema", stacklevel=4)
        found[new] = value
    return found


class StateGraph(Generic[StateT, ContextT, InputT, OutputT]):
    """Builder of a graph whose nodes read and write a shared, typed state."""

    def __init__(
        self,
        state_schema: type[StateT],
        context_schema: type[ContextT] | None = None,
        *,
        input_schema: type[InputT] | None = None,
        output_schema: type[OutputT] | None = None,
        **deprecated: Any,
    ) -> None:
        renamed = _renamed(deprecated)
        self.state_schema: Any = state_schema
        self.context_schema: Any = renamed.get("context_schema", context_schema)
        self.input_schema: Any = renamed.get("input_schema", input_schema) or state_schema
        self.output_schema: Any = renamed.get("output_schema", output_schema) or state_schema
        self.nodes: dict[str, StateNodeSpec] = {}
        self.edges: set[tuple[str, str]] = set()
        self.waiting_edges: set[tuple[tuple[str, ...], str]] = set()
        self.branches: defaultdict[str, dict[str, BranchSpec]] = defaultdict(dict)
        self.channels: dict[str, Channel] = {}
        self.managed: dict[str, ManagedValueSpec] = {}
        self.schemas: dict[Any, SchemaChannels] = {}
        self.compiled = False
        self._node_defaults: dict[str, Any] = {}
        self._add_schema(self.state_schema)
        self._add_schema(self.input_schema, allow_managed=False)
        self._add_schema(self.output_schema, allow_managed=False)

    def _add_schema(self, schema: Any, *, allow_managed: bool = True) -> None:
        if schema in self.schemas:
            return
        found = schema_channels(schema)
        if found.managed and not allow_managed:
            raise ValueError(
                f"Invalid managed channels detected in {getattr(schema, '__name__', schema)}: "
                f"{', '.join(found.managed)}. Managed channels are not permitted in Input/Output "
                "schema."
            )
        self.schemas[schema] = found
        for key, channel in found.channels.items():
            present = self.channels.setdefault(key, channel)
            if present != channel and not isinstance(channel, LastValue):
                raise ValueError(f"Channel '{key}' already exists with a different type")
        for key, spec in found.managed.items():
            if self.managed.setdefault(key, spec) != spec:
                raise ValueError(f"Managed value '{key}' already exists with a different type")

    def _changing(self) -> None:
        if self.compiled:
            _log.warning(
                "Adding to a graph that has already been compiled: the compiled graph stays as it "
                "is."
            )

    # -- nodes ------------------------------------------------------------------------------

    def set_node_defaults(
        self,
        *,
        retry_policy: Retry = None,
        cache_policy: CachePolicy | None = None,
        error_handler: Any = None,
        timeout: Timeout = None,
    ) -> Self:
        """Policies of nodes that have none of their own; taken into account by ``compile``."""
        given = {
            "retry_policy": as_policies(retry_policy),
            "cache_policy": cache_policy,
            "error_handler": None if error_handler is None else NodeFunction(error_handler),
            "timeout": TimeoutPolicy.coerce(timeout),
        }
        self._node_defaults.update({key: value for key, value in given.items() if value})
        return self

    @property
    def node_defaults(self) -> Mapping[str, Any]:
        """What ``set_node_defaults`` was given."""
        return self._node_defaults

    def add_node(
        self,
        node: Any,
        action: Any = None,
        *,
        defer: bool = False,
        metadata: dict[str, Any] | None = None,
        input_schema: Any = None,
        retry_policy: Retry = None,
        cache_policy: CachePolicy | None = None,
        error_handler: Any = None,
        destinations: dict[str, str] | tuple[str, ...] | None = None,
        timeout: Timeout = None,
        trace_policy: TracePolicy | None = None,
        **deprecated: Any,
    ) -> Self:
        """Add a node: a name and an action, or an action that has a name.

        ``defer`` runs the node only when the run is about to end. ``destinations`` are targets of
        the node's commands, for drawing. ``ValueError`` for names that are taken or not allowed.
        """
        renamed = _renamed(deprecated)
        input_schema = renamed.get("input_schema", input_schema)
        retry_policy = renamed.get("retry_policy", retry_policy)
        if not isinstance(node, str):
            action = node
            found = callable_name(action)
            if isinstance(node, Mapping) or not (callable(node) or hasattr(node, "invoke")):
                NodeFunction(action)
            if found is None:
                raise ValueError("Node name must be provided if action is not a function")
            node = found
        elif action is None:
            raise RuntimeError(f"Node `{node}` needs an action: add_node('{node}', function)")
        self._check_name(node)
        self._changing()
        if input_schema is None:
            hint = first_parameter_type(action)
            if has_keys(hint):
                input_schema = hint
        ends: tuple[str, ...] | dict[str, str] = destinations or _command_ends(action)
        if input_schema is not None:
            self._add_schema(input_schema)
        policy = TimeoutPolicy.coerce(timeout)
        self.nodes[node] = StateNodeSpec(
            runnable=NodeFunction(action, node),
            metadata=metadata,
            input_schema=input_schema or self.state_schema,
            retry_policy=as_policies(retry_policy),
            cache_policy=cache_policy,
            ends=ends,
            defer=defer,
            timeout=policy,
            error_handler=None if error_handler is None else NodeFunction(error_handler),
            trace_policy=trace_policy,
        )
        return self

    def _check_name(self, name: str) -> None:
        if name in self.nodes:
            raise ValueError(f"Node `{name}` already present.")
        if name in (START, END):
            raise ValueError(f"Node `{name}` is reserved.")
        for character in (NS_SEPARATOR, NS_END):
            if character in name:
                raise ValueError(
                    f"'{character}' is a reserved character and is not allowed in the node names."
                )

    # -- edges ------------------------------------------------------------------------------

    def add_edge(self, start_key: str | list[str], end_key: str) -> Self:
        """An edge; from a list of nodes: one that waits for all of them."""
        self._changing()
        if isinstance(start_key, str):
            if start_key == END:
                raise ValueError("END cannot be a start node")
            if end_key == START:
                raise ValueError("START cannot be an end node")
            self.edges.add((start_key, end_key))
            return self
        for start in start_key:
            if start == END:
                raise ValueError("END cannot be a start node")
            if start not in self.nodes:
                raise ValueError(f"Need to add_node `{start}` first")
        if end_key == START:
            raise ValueError("START cannot be an end node")
        if end_key != END and end_key not in self.nodes:
            raise ValueError(f"Need to add_node `{end_key}` first")
        self.waiting_edges.add((tuple(start_key), end_key))
        return self

    def add_conditional_edges(
        self,
        source: str,
        path: Any,
        path_map: Mapping[Hashable, str] | Sequence[str] | None = None,
    ) -> Self:
        """A router after ``source``: ``path(state)`` gives node names, Sends, or a list of them."""
        self._changing()
        name = callable_name(path) or "condition"
        if name == "<lambda>" or not name.isidentifier():
            name = "condition"
        if name in self.branches[source]:
            raise ValueError(f"Branch with name `{name}` already exists for node `{source}`")
        branch = BranchSpec.of(path, path_map, name)
        self.branches[source][name] = branch
        if has_keys(branch.input_schema):
            self._add_schema(branch.input_schema)
        else:
            branch.input_schema = None
        return self

    def add_sequence(self, nodes: Sequence[Any]) -> Self:
        """Add nodes, or (name, node) pairs, and an edge from each to the next."""
        if not nodes:
            raise ValueError("Sequence requires at least one node.")
        previous: str | None = None
        for entry in nodes:
            if isinstance(entry, tuple) and len(entry) == 2:
                name, action = entry
            else:
                name, action = callable_name(entry), entry
            if name in self.nodes:
                raise ValueError(
                    f"Node names must be unique: node with the name '{name}' already exists. If "
                    "you need to use two different runnables/callables with the same name (for "
                    "example, using `lambda`), please provide them as tuples (name, "
                    "runnable/callable)."
                )
            self.add_node(name, action)
            if previous is not None:
                self.add_edge(previous, str(name))
            previous = str(name)
        return self

    def set_entry_point(self, key: str) -> Self:
        """An edge from START."""
        return self.add_edge(START, key)

    def set_conditional_entry_point(
        self, path: Any, path_map: Mapping[Hashable, str] | Sequence[str] | None = None
    ) -> Self:
        """A router after START."""
        return self.add_conditional_edges(START, path, path_map)

    def set_finish_point(self, key: str) -> Self:
        """An edge to END."""
        return self.add_edge(key, END)

    # -- compiling --------------------------------------------------------------------------

    def validate(self, interrupt: Sequence[str] | None = None) -> Self:
        """``ValueError`` saying which edge, branch or interrupt names a node that is not there."""
        sources = {start for start, _ in self.edges}
        sources.update(start for starts, _ in self.waiting_edges for start in starts)
        sources.update(self.branches)
        for source in sources:
            if source not in self.nodes and source != START:
                raise ValueError(f"Found edge starting at unknown node '{source}'")
        if START not in sources:
            raise ValueError(
                "Graph must have an entrypoint: add at least one edge from START to another node"
            )
        targets = {end for _, end in self.edges}
        targets.update(end for _, end in self.waiting_edges)
        for spec in self.nodes.values():
            targets.update(spec.ends)
        for start, branches in self.branches.items():
            for name, branch in branches.items():
                for end in (branch.ends or {}).values():
                    if end not in self.nodes and end != END:
                        raise ValueError(
                            f"At '{start}' node, '{name}' branch found unknown target '{end}'"
                        )
        for target in targets:
            if target not in self.nodes and target != END:
                raise ValueError(f"Found edge ending at unknown node `{target}`")
        for node in interrupt or ():
            if node not in self.nodes:
                raise ValueError(f"Interrupt node `{node}` not found")
        return self

    def compile(
        self,
        checkpointer: Checkpointer = None,
        *,
        cache: "BaseCache[Any] | None" = None,
        store: "BaseStore | None" = None,
        interrupt_before: All | list[str] | None = None,
        interrupt_after: All | list[str] | None = None,
        debug: bool = False,
        name: str | None = None,
        transformers: Sequence[Callable[..., Any]] | None = None,
        strict_subgraphs: bool = False,
        report_mutations: bool | None = None,
    ) -> "CompiledStateGraph[StateT, ContextT, InputT, OutputT]":
        """Check the graph and make it runnable.

        With ``strict_subgraphs`` a compiled graph that stands as a node hands back only what it
        changed, and of lists only what it appended; LangGraph takes its whole output.

        With ``report_mutations`` a node or router that changes its input in place is named in an
        ``InputMutationWarning``, with the path of what it changed. The default is what the
        environment variable ``PREGEL_REPORT_MUTATIONS`` says. Subgraphs say it for themselves.
        """
        from runtime.graph.compiled import CompiledStateGraph

        checkpointer = ensure_valid_checkpointer(checkpointer)
        before, after = interrupt_before or [], interrupt_after or []
        self.validate(
            interrupt=[
                *(before if before != "*" else []),
                *(after if after != "*" else []),
            ]
        )
        self.compiled = True
        return CompiledStateGraph(
            builder=self,
            checkpointer=checkpointer,
            cache=cache,
            store=store,
            interrupt_before_nodes=before,
            interrupt_after_nodes=after,
            debug=debug,
            name=name or "LangGraph",
            strict_subgraphs=strict_subgraphs,
            report_mutations=reports_mutations(report_mutations),
        )


def __getattr__(name: str) -> Any:
    # The compiled graph builds on this module; its name belongs here as well.
    if name == "CompiledStateGraph":
        from runtime.graph.compiled import CompiledStateGraph

        return CompiledStateGraph
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _command_ends(action: Any) -> tuple[str, ...]:
    """Targets named by a return annotation ``Command[Literal["a", "b"]]``."""
    result = return_type(action)
    candidates = [result, *get_args(result)] if result is not None else []
    for candidate in candidates:
        if get_origin(candidate) is Command:
            (target,) = get_args(candidate)
            if get_origin(target) is Literal:
                return tuple(get_args(target))
    return ()
