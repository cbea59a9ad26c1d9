"""Pregel: a compiled graph of nodes and channels, and everything a caller can do with it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal

from typing_extensions import Self

from runtime.channels.base import BaseChannel
from runtime.channels.binop import BinaryOperatorAggregate
from runtime.channels.topic import Topic
from runtime.channels.untracked_value import UntrackedValue
from runtime.constants import INTERRUPT, TASKS
from runtime.errors import ErrorCode, InvalidUpdateError, create_error_message
from runtime.pregel import running, snapshot, state_update
from runtime.pregel.config import Config, merge_configs
from runtime.pregel.drawing import Graph, draw, node_metadata
from runtime.pregel.drive import drive
from runtime.pregel.node import (
    NodeBuilder,
    PregelNode,
    ValueWriter,
    as_policies,
    trigger_map,
)
from runtime.pregel.streams import Chunk, chunk_shape
from runtime.pregel.validation import validate_graph
from runtime.runtime import RunControl
from runtime.types import (
    All,
    Checkpointer,
    Durability,
    GraphOutput,
    Interrupt,
    RetryPolicy,
    Send,
    StateSnapshot,
    StateUpdate,
    StreamMode,
)
from runtime.typing import ContextT, InputT, OutputT, StateT

if TYPE_CHECKING:
    from runtime.cache.base import BaseCache
    from runtime.store.base import BaseStore

Modes = StreamMode | Sequence[StreamMode]
Version = Literal["v1", "v2"]


class Pregel(Generic[StateT, ContextT, InputT, OutputT]):
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
    ) -> None:
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
            else:
                self.managed[key] = channel
        tasks = self.channels.get(TASKS)
        if tasks is not None and not isinstance(tasks, Topic):
            raise ValueError(f"Channel '{TASKS}' is reserved and must be a Topic")
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
        self.checkpointer = checkpointer
        self.store = store
        self.cache = cache
        self.retry_policy = as_policies(retry_policy)
        self.cache_policy = cache_policy
        self.context_schema = context_schema
        self.config: dict[str, Any] | None = dict(config) if config else None
        self.node_error_handler_map = dict(node_error_handler_map or {})
        self.name = name
        self.index()
        if auto_validate:
            self.validate()

    def index(self) -> None:
        """Work out everything that a run asks for often; call after changing nodes."""
        self.trigger_to_nodes = trigger_map(self.nodes)
        self.finishing = tuple(name for name, spec in self.channels.items() if spec.finishes)
        self.untracked = frozenset(
            name for name, spec in self.channels.items() if isinstance(spec, UntrackedValue)
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

    def get_name(self) -> str:
        """Name of the graph."""
        return self.name

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
            raise InvalidUpdateError(
                create_error_message(
                    message=f"Expected dict, got {given}",
                    error_code=ErrorCode.INVALID_GRAPH_NODE_RETURN_VALUE,
                )
            )
        return [(key, value) for key, value in given.items() if key in self.input_channels]

    # -- running ----------------------------------------------------------------------------

    def invoke(
        self,
        input: Any,
        config: Config | None = None,
        *,
        context: ContextT | None = None,
        stream_mode: Modes = "values",
        print_mode: Modes = (),
        output_keys: str | Sequence[str] | None = None,
        interrupt_before: All | Sequence[str] | None = None,
        interrupt_after: All | Sequence[str] | None = None,
        durability: Durability | None = None,
        control: RunControl | None = None,
        version: Version = "v1",
        **kwargs: Any,
    ) -> Any:
        """Run to the end or the next interrupt and give the output.

        With questions open the output has the key ``__interrupt__``. With another ``stream_mode``
        than ``values``: the list of all chunks.
        """
        options = running.Options(
            context=context,
            modes=(),
            print_modes=running.as_modes(print_mode),
            output_keys=output_keys,
            interrupt_before=interrupt_before,
            interrupt_after=interrupt_after,
            durability=durability,
            control=control,
            **running.deprecated_options(kwargs),
        )
        if stream_mode != "values":
            options.modes = running.as_modes(stream_mode)
            options.output_keys = output_keys or self.output_channels
            return list(
                self._chunks(input, config, options, version, not isinstance(stream_mode, str))
            )
        loop = running.make_loop(self, config, options)
        for _ in drive(loop, input):
            running.print_chunks(loop, options)
        value = loop.output(self.output_channels if output_keys is None else output_keys)
        interrupts = loop.open_interrupts() if loop.status == "interrupt" else ()
        return self._result(value, interrupts, version)

    def _result(self, value: Any, interrupts: Sequence[Interrupt], version: Version) -> Any:
        if version == "v2":
            return GraphOutput(self.coerce_output(value), tuple(interrupts))
        if interrupts:
            base = value if isinstance(value, dict) else {}
            return {**base, INTERRUPT: list(interrupts)}
        return value

    def stream(
        self,
        input: Any,
        config: Config | None = None,
        *,
        context: ContextT | None = None,
        stream_mode: Modes | None = None,
        print_mode: Modes = (),
        output_keys: str | Sequence[str] | None = None,
        interrupt_before: All | Sequence[str] | None = None,
        interrupt_after: All | Sequence[str] | None = None,
        durability: Durability | None = None,
        control: RunControl | None = None,
        subgraphs: bool = False,
        debug: bool | None = None,
        version: Version = "v1",
        **kwargs: Any,
    ) -> Iterator[Any]:
        """Run and yield chunks of the asked modes as they are made."""
        if stream_mode is None:
            stream_mode = "values" if running.is_nested(config) else self.stream_mode
        options = running.Options(
            context=context,
            modes=running.as_modes(stream_mode),
            print_modes=running.as_modes(print_mode)
            or (("updates", "values") if debug or (debug is None and self.debug) else ()),
            output_keys=output_keys,
            interrupt_before=interrupt_before,
            interrupt_after=interrupt_after,
            durability=durability,
            control=control,
            subgraphs=subgraphs,
            **running.deprecated_options(kwargs),
        )
        return self._chunks(input, config, options, version, not isinstance(stream_mode, str))

    def _chunks(
        self,
        given: Any,
        config: Config | None,
        options: running.Options,
        version: Version,
        several: bool,
    ) -> Iterator[Any]:
        loop = running.make_loop(self, config, options)
        for _ in drive(loop, given):
            for chunk in running.taken_chunks(loop, options):
                if version == "v2":
                    yield self._part(chunk)
                else:
                    yield chunk_shape(chunk, several_modes=several, subgraphs=options.subgraphs)

    def _part(self, chunk: Chunk) -> dict[str, Any]:
        namespace, mode, payload = chunk
        part: dict[str, Any] = {"type": mode, "ns": namespace, "data": payload}
        if mode == "values":
            interrupts = ()
            if isinstance(payload, dict) and INTERRUPT in payload:
                payload = dict(payload)
                interrupts = payload.pop(INTERRUPT)
            part["data"] = payload if namespace else self.coerce_output(payload)
            part["interrupts"] = interrupts
        return part

    def coerce_output(self, value: Any) -> Any:
        """The output as the declared output type; overridden where there is one."""
        return value

    def batch(
        self,
        inputs: Sequence[Any],
        config: Config | Sequence[Config] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> list[Any]:
        """``invoke`` on each input, in order."""
        configs = config if isinstance(config, (list, tuple)) else [config] * len(inputs)
        results = []
        for given, each in zip(inputs, configs, strict=True):
            try:
                results.append(self.invoke(given, each, **kwargs))
            except Exception as error:
                if not return_exceptions:
                    raise
                results.append(error)
        return results

    # -- state ------------------------------------------------------------------------------

    def get_state(self, config: Config, *, subgraphs: bool = False) -> StateSnapshot:
        """The thread at its newest checkpoint, or at ``checkpoint_id``."""
        return snapshot.get_state(self, config, subgraphs=subgraphs)

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

    def update_state(
        self,
        config: Config,
        values: Any | None,
        as_node: str | None = None,
        task_id: str | None = None,
    ) -> dict[str, Any]:
        """Write ``values`` as node ``as_node`` would; gives the config of the new checkpoint."""
        return self.bulk_update_state(config, [[StateUpdate(values, as_node, task_id)]])

    def bulk_update_state(
        self, config: Config, supersteps: Sequence[Sequence[StateUpdate]]
    ) -> dict[str, Any]:
        """Several updates, a checkpoint for each inner list."""
        return state_update.bulk_update_state(self, config, supersteps)

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

    def get_graph(self, config: Config | None = None, *, xray: int | bool = False) -> Graph:
        """Nodes and edges for drawing; ``xray`` shows the inside of subgraphs."""
        return draw(self, node_metadata(self, self.deferred_nodes()), xray)

    async def aget_graph(self, config: Config | None = None, *, xray: int | bool = False) -> Graph:
        """As ``get_graph``."""
        return self.get_graph(config, xray=xray)

    def clear_cache(self, nodes: Sequence[str] | None = None) -> None:
        """Forget cached results; ``ValueError`` without a cache."""
        if self.cache is None:
            raise ValueError("No cache is set for this graph. Cannot clear cache.")
        from runtime.constants import CACHE_WRITES

        self.cache.clear(
            [(CACHE_WRITES, name) for name in (self.nodes if nodes is None else nodes)]
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

