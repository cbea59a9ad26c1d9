"""Pregel: a compiled graph of nodes and channels, and everything a caller can do with it."""

import logging
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

from runtime.channels.base import BaseChannel
from runtime.channels.binop import BinaryOperatorAggregate
from runtime.channels.delta import DeltaChannel
from runtime.channels.named_barrier_value import NamedBarrierValue, NamedBarrierValueAfterFinish
from runtime.channels.topic import Topic
from runtime.channels.untracked_value import UntrackedValue
from runtime.constants import TASKS
from runtime.deferred import Deferred
from runtime.managed.base import is_managed_value
from runtime.pregel.caching import cache_namespace
from runtime.pregel.calls import GraphCalls
from runtime.pregel.config import Config, merge_configs
from runtime.pregel.langchain import register
from runtime.pregel.node import (
    NodeBuilder,
    PregelNode,
    ValueWriter,
    as_policies,
    trigger_map,
)
from runtime.pregel.schemas import GraphSchemas
from runtime.pregel.state import Layout
from runtime.pregel.validation import validate_graph
from runtime.types import (
    All,
    Checkpointer,
    RetryPolicy,
    Send,
    StateSnapshot,
    StateUpdate,
    StreamMode,
    ensure_valid_checkpointer,
)
from runtime.typing import ContextT, InputT, OutputT, StateT
from runtime.warnings import report_unknown, warn_renamed

if TYPE_CHECKING:
    from runtime.cache.base import BaseCache
    from runtime.pregel import drawing, snapshot, state_update
    from runtime.pregel.executors import Executor
    from runtime.store.base import BaseStore
else:
    drawing = Deferred("runtime.pregel.drawing")
    snapshot = Deferred("runtime.pregel.snapshot")
    state_update = Deferred("runtime.pregel.state_update")

_log = logging.getLogger(__name__)


class Pregel(GraphCalls[ContextT], GraphSchemas, Generic[StateT, ContextT, InputT, OutputT]):
    """Nodes that read and write channels, run in supersteps: plan, execute, update."""

    is_pregel: ClassVar[bool] = True

    def __init__(
        self,
        *,
        nodes: Mapping[str, PregelNode | NodeBuilder],
        channels: Mapping[str, BaseChannel[Any, Any, Any] | Any] | None,
        auto_validate: bool = True,
        stream_mode: StreamMode = "values",
        stream_eager: bool = False,
        output_channels: str | Sequence[str],
        stream_channels: str | Sequence[str] | None = None,
        interrupt_after_nodes: All | Sequence[str] = (),
        interrupt_before_nodes: All | Sequence[str] = (),
        input_channels: str | Sequence[str],
        step_timeout: float | None = None,
        debug: bool | None = None,
        checkpointer: Checkpointer = None,
        store: "BaseStore | None" = None,
        cache: "BaseCache[Any] | None" = None,
        retry_policy: RetryPolicy | Sequence[RetryPolicy] = (),
        cache_policy: Any = None,
        context_schema: type[ContextT] | None = None,
        config: Config | None = None,
        trigger_to_nodes: Mapping[str, Sequence[str]] | None = None,
        node_error_handler_map: Mapping[str, str] | None = None,
        name: str = "LangGraph",
        stream_transformers: Sequence[Callable[..., Any]] | None = None,
        **deprecated: Any,
    ) -> None:
        if "config_type" in deprecated:
            warn_renamed("config_type", "context_schema")
            context_schema = deprecated.pop("config_type")
        report_unknown(deprecated)
        self.nodes: dict[str, PregelNode] = {
            key: node.build() if isinstance(node, NodeBuilder) else node
            for key, node in nodes.items()
        }
        self.channels: dict[str, BaseChannel[Any, Any, Any]] = {}
        self.managed: dict[str, Any] = {}
        for key, channel in (channels or {}).items():
            if isinstance(channel, BaseChannel):
                channel.key = channel.key or key
                self.channels[key] = channel
            elif is_managed_value(channel):
                self.managed[key] = channel
        tasks = self.channels.get(TASKS)
        if tasks is not None and not isinstance(tasks, Topic):
            raise ValueError(f"Channel '{TASKS}' is reserved and cannot be used in the graph.")
        self.channels[TASKS] = Topic(Send, accumulate=False)
        self.channels[TASKS].key = TASKS
        self.stream_mode: StreamMode = stream_mode
        self.stream_eager = stream_eager
        self.output_channels = output_channels
        self.stream_channels = stream_channels
        self.interrupt_after_nodes = interrupt_after_nodes
        self.interrupt_before_nodes = interrupt_before_nodes
        self.input_channels = input_channels
        self.step_timeout = step_timeout
        self.debug = bool(debug)
        self.checkpointer = ensure_valid_checkpointer(checkpointer)
        self.store = store
        self.cache = cache
        self.retry_policy = as_policies(retry_policy)
        self.cache_policy = cache_policy
        self.context_schema = context_schema
        self.config: dict[str, Any] | None = dict(config) if config else None
        self.executor: Executor | None = None
        """Runs the tasks of runs that nobody steps through, instead of threads."""
        self.node_error_handler_map = dict(node_error_handler_map or {})
        self.name = name
        register(type(self))
        self.index()
        if auto_validate:
            self.validate()

    def index(self) -> None:
        """Work out everything that a run asks for often; call after changing nodes."""
        self.trigger_to_nodes = trigger_map(self.nodes)
        self.layout = Layout(self.channels)
        self.plain_snapshots: object = None
        """Worked out when first needed, see ``plain_snapshot``."""
        self.finishing = tuple(name for name, spec in self.channels.items() if spec.finishes)
        self.untracked = frozenset(
            name for name, spec in self.channels.items() if isinstance(spec, UntrackedValue)
        )
        self.loud_channels = frozenset(
            name for name, spec in self.channels.items() if not spec.is_quiet()
        )
        self.deltas = tuple(
            name for name, spec in self.channels.items() if isinstance(spec, DeltaChannel)
        )
        self.joins = tuple(
            name
            for name, spec in self.channels.items()
            if isinstance(spec, (NamedBarrierValue, NamedBarrierValueAfterFinish))
        )
        self.keeps_inputs = bool(
            self.retry_policy or self.cache_policy or self.node_error_handler_map
        )
        self.appending = frozenset(
            name
            for name, spec in self.channels.items()
            if isinstance(spec, BinaryOperatorAggregate) and spec.pure
        )

    def validate(self) -> Self:
        """Check names and references; ``ValueError`` says what does not fit."""
        validate_graph(self)
        return self

    def copy(self, update: Mapping[str, Any] | None = None) -> Self:
        """A graph that shares nodes and channels, with the attributes of ``update`` replaced."""
        new = object.__new__(self.__class__)
        new.__dict__.update(self.__dict__)
        new.__dict__.update(update or {})
        return new

    def with_config(self, config: Config | None = None, **kwargs: Any) -> Self:
        """A graph that runs with ``config`` merged under every caller's."""
        return self.copy({"config": merge_configs(self.config, config, kwargs)})

    @property
    def stream_channels_list(self) -> Sequence[str]:
        """Channels whose values snapshots and streams show, as a list."""
        names = self.stream_channels_asis
        return [names] if isinstance(names, str) else names

    @property
    def stream_channels_asis(self) -> str | Sequence[str]:
        """Channels whose values snapshots and streams show; one name means the bare value."""
        if self.stream_channels:
            return self.stream_channels
        return [name for name in self.channels if name != TASKS]

    def input_writes(self, given: Any) -> list[tuple[str, Any]]:
        """The writes that the caller's input makes."""
        if given is None:
            return []
        if isinstance(self.input_channels, str):
            return [(self.input_channels, given)]
        if not isinstance(given, dict):
            raise TypeError(f"Expected chunk to be a dict, got {type(given).__name__}")
        for key in given:
            if key not in self.input_channels:
                _log.warning("Input channel %s not found in %s", key, self.input_channels)
        return [(key, value) for key, value in given.items() if key in self.input_channels]

    # -- state ------------------------------------------------------------------------------

    def get_state(self, config: Config, *, subgraphs: bool = False) -> StateSnapshot:
        """The thread at its newest checkpoint, or at ``checkpoint_id``."""
        return snapshot.get_state(self, config, subgraphs=subgraphs)

    async def aget_state(self, config: Config, *, subgraphs: bool = False) -> StateSnapshot:
        """As ``get_state``."""
        return await snapshot.aget_state(self, config, subgraphs=subgraphs)

    def get_state_history(
        self,
        config: Config,
        *,
        filter: dict[str, Any] | None = None,
        before: Config | None = None,
        limit: int | None = None,
    ) -> Iterator[StateSnapshot]:
        """The thread's checkpoints, newest first."""
        return snapshot.get_state_history(self, config, filter=filter, before=before, limit=limit)

    def aget_state_history(
        self,
        config: Config,
        *,
        filter: dict[str, Any] | None = None,
        before: Config | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[StateSnapshot]:
        """As ``get_state_history``."""
        return snapshot.aget_state_history(self, config, filter=filter, before=before, limit=limit)

    def update_state(
        self,
        config: Config,
        values: Any | None,
        as_node: str | None = None,
        task_id: str | None = None,
    ) -> dict[str, Any]:
        """Write ``values`` as node ``as_node`` would; gives the config of the new checkpoint."""
        return self.bulk_update_state(config, [[StateUpdate(values, as_node, task_id)]])

    async def aupdate_state(
        self,
        config: Config,
        values: Any | None,
        as_node: str | None = None,
        task_id: str | None = None,
    ) -> dict[str, Any]:
        """As ``update_state``."""
        return await self.abulk_update_state(config, [[StateUpdate(values, as_node, task_id)]])

    def bulk_update_state(
        self, config: Config, supersteps: Sequence[Sequence[StateUpdate]]
    ) -> dict[str, Any]:
        """Several updates, a checkpoint for each inner list."""
        return state_update.bulk_update_state(self, config, supersteps)

    async def abulk_update_state(
        self, config: Config, supersteps: Sequence[Sequence[StateUpdate]]
    ) -> dict[str, Any]:
        """As ``bulk_update_state``."""
        return await state_update.abulk_update_state(self, config, supersteps)

    def get_subgraphs(
        self, *, namespace: str | None = None, recurse: bool = False
    ) -> "Iterator[tuple[str, Pregel[Any, Any, Any, Any]]]":
        """Graphs that stand as nodes, with their namespace."""
        for name, node in self.nodes.items():
            for graph in node.subgraphs:
                if namespace is not None and namespace != name:
                    if not namespace.startswith(f"{name}|"):
                        continue
                    inner = namespace[len(name) + 1 :]
                    for below, found in graph.get_subgraphs(namespace=inner, recurse=recurse):
                        yield f"{name}|{below}", found
                    continue
                yield name, graph
                if recurse and namespace is None:
                    for below, found in graph.get_subgraphs(recurse=True):
                        yield f"{name}|{below}", found

    async def aget_subgraphs(
        self, *, namespace: str | None = None, recurse: bool = False
    ) -> "AsyncIterator[tuple[str, Pregel[Any, Any, Any, Any]]]":
        """As ``get_subgraphs``."""
        for found in self.get_subgraphs(namespace=namespace, recurse=recurse):
            yield found

    # -- drawing ----------------------------------------------------------------------------

    def written_channels(self, node: PregelNode) -> Iterable[str]:
        """Channels that ``node`` writes whatever it returns."""
        return [writer.channel for writer in node.writers if isinstance(writer, ValueWriter)]

    def conditional_targets(self, name: str) -> Iterable[tuple[str, Any]]:
        """Nodes that a router or a command of node ``name`` may choose, with labels."""
        return ()

    def deferred_nodes(self) -> frozenset[str]:
        """Nodes that run only when the run is about to end."""
        return frozenset()

    def get_graph(
        self, config: Config | None = None, *, xray: int | bool = False
    ) -> "drawing.Graph":
        """Nodes and edges for drawing; ``xray`` shows the inside of subgraphs."""
        return drawing.draw(self, drawing.node_metadata(self, self.deferred_nodes()), xray)

    async def aget_graph(
        self, config: Config | None = None, *, xray: int | bool = False
    ) -> "drawing.Graph":
        """As ``get_graph``."""
        return self.get_graph(config, xray=xray)

    def clear_cache(self, nodes: Sequence[str] | None = None) -> None:
        """Forget cached results; ``ValueError`` without a cache."""
        if self.cache is None:
            raise ValueError("No cache is set for this graph. Cannot clear cache.")
        self.cache.clear(self._cache_namespaces(nodes))

    async def aclear_cache(self, nodes: Sequence[str] | None = None) -> None:
        """As ``clear_cache``."""
        if self.cache is None:
            raise ValueError("No cache is set for this graph. Cannot clear cache.")
        await self.cache.aclear(self._cache_namespaces(nodes))

    def _cache_namespaces(self, nodes: Sequence[str] | None) -> list[tuple[str, ...]]:
        names = self.nodes if nodes is None else self.nodes.keys() & nodes
        return [cache_namespace(name, self.nodes[name]) for name in names]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"
