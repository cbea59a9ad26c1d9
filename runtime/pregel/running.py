"""From a call to a loop: options, the saver to use, the checkpoint to start from."""

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runtime.checkpoint.base.native import native_saver, own_versions
from runtime.constants import CONF, CONFIG_KEY_CHECKPOINTER, CONFIG_KEY_TASK, NS_SEPARATOR
from runtime.pregel.config import (
    Config,
    RunConfig,
    configurable_of,
    resolve_config,
    stable_namespace,
)
from runtime.pregel.loop import Loop
from runtime.pregel.observe import Observer
from runtime.pregel.persistence import AsyncPersistence, Persistence
from runtime.pregel.saver_errors import while_reading
from runtime.pregel.snapshotting import absent_deltas, with_deltas
from runtime.pregel.streams import Chunk, Streams, split_namespace
from runtime.pregel.travelling import Replay, Travel, root_configurable, travel_to
from runtime.runtime import RunControl
from runtime.types import All, Durability
from runtime.warnings import report_unknown, warn_renamed

if TYPE_CHECKING:
    from runtime.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
    from runtime.pregel.main import Pregel

_CONFIG_KEY_OBSERVER = "__pregel_observer"


@dataclass(slots=True)
class Options:
    """What a caller asks of one run besides input and config."""

    context: Any = None
    modes: tuple[str, ...] = ()
    print_modes: tuple[str, ...] = ()
    output_keys: str | Sequence[str] | None = None
    interrupt_before: All | Sequence[str] | None = None
    interrupt_after: All | Sequence[str] | None = None
    durability: Durability | None = None
    control: RunControl | None = None
    subgraphs: bool = False
    observer: Observer | None = None


def as_modes(modes: str | Sequence[str]) -> tuple[str, ...]:
    """One mode or several."""
    return (modes,) if isinstance(modes, str) else tuple(modes)


def chosen_durability(durability: Durability | None, kwargs: dict[str, Any]) -> Durability | None:
    """``durability``, or what its deprecated name says; other ``kwargs`` are ignored."""
    if "checkpoint_during" in kwargs:
        warn_renamed("checkpoint_during", "durability", stacklevel=4)
        if durability is not None:
            raise ValueError(
                "Cannot use both `checkpoint_during` and `durability` parameters. "
                "Please use `durability` instead."
            )
        durability = "async" if kwargs.pop("checkpoint_during") else "exit"
    report_unknown(kwargs)
    return durability


def is_of_task(config: Config | None) -> bool:
    """Whether ``config`` is one that a task handed on."""
    return CONFIG_KEY_TASK in configurable_of(config)


def saver_of(
    graph: "Pregel[Any, Any, Any, Any]", config: RunConfig
) -> "BaseCheckpointSaver[Any] | None":
    """The saver of a run: handed down by the run around it, or the graph's own."""
    if graph.checkpointer is False:
        return None
    handed = config.configurable.get(CONFIG_KEY_CHECKPOINTER)
    if handed is not None:
        return handed  # type: ignore[no-any-return]
    if config.parent is not None:
        outer = config.parent.loop.persistence
        return None if outer is None else outer.saver
    if graph.checkpointer is True:
        raise RuntimeError("checkpointer=True cannot be used for root graphs.")
    return graph.checkpointer or None


def namespace_of(graph: "Pregel[Any, Any, Any, Any]", config: RunConfig) -> str:
    """The checkpoint namespace of a run."""
    parent = config.parent
    if parent is None:
        return ""
    namespace = parent.checkpoint_ns
    if graph.checkpointer is True:
        namespace = stable_namespace(namespace)
    call = parent.subgraph_calls
    parent.subgraph_calls += 1
    return f"{namespace}{NS_SEPARATOR}{call}" if call else namespace


@dataclass(slots=True)
class Request:
    """A call before its checkpoint is loaded."""

    graph: "Pregel[Any, Any, Any, Any]"
    run: RunConfig
    options: Options
    namespace: str
    saver: "BaseCheckpointSaver[Any] | None"
    durability: Durability
    travel: Travel | None = None
    replay: Replay | None = None

    @property
    def addressed(self) -> str | None:
        """The checkpoint to go on from, where it need not be the newest."""
        if self.travel is not None:
            return self.travel.checkpoint_id
        return self.run.checkpoint_id if self.run.parent is None else None

    @property
    def moves(self) -> bool:
        """Whether the checkpoint to go on from lies in a namespace of an earlier branch."""
        return self.travel is not None and self.travel.namespace != self.namespace

    @property
    def begins(self) -> bool:
        """Whether nothing can be saved under the namespace yet.

        So it is inside a task that runs for the first time, at a checkpoint that its run has made.
        """
        task = self.run.parent
        if task is None or self.graph.checkpointer is True or task.attempt > 1:
            return False
        outer = task.loop
        return (
            self.travel is None
            and self.replay is None
            and outer.observer is None
            and (outer.saved is None or outer.saved.checkpoint["id"] != outer.checkpoint_id)
        )

    @property
    def around(self) -> Persistence | None:
        """The persistence of the run around this one."""
        return None if self.run.parent is None else self.run.parent.loop.persistence

    def older_than(self) -> dict[str, Any] | None:
        """The limit of a replay, where the subgraph is to start from what it kept before that.

        Once for each namespace: after that it goes on from what it did in the replay.
        """
        if self.replay is None or self.graph.checkpointer is not True or self.travel is not None:
            return None
        if not self.replay.begins(self.namespace):
            return None
        return {CONF: {**self.thread_config[CONF], "checkpoint_id": self.replay.before}}

    @property
    def thread_config(self) -> dict[str, Any]:
        """The thread, for a saver."""
        return {CONF: {"thread_id": self.run.thread_id, "checkpoint_ns": self.namespace}}

    @property
    def saved_config(self) -> dict[str, Any]:
        """The checkpoint to start from, for a saver."""
        config = self.thread_config
        if self.addressed is not None:
            config[CONF]["checkpoint_id"] = self.addressed
        if self.travel is not None:
            config[CONF]["checkpoint_ns"] = self.travel.namespace
        return config


def make_request(
    graph: "Pregel[Any, Any, Any, Any]", config: Config | None, options: Options
) -> Request:
    """Check a call and find its saver and namespace."""
    run = resolve_config(graph.config, config)
    saver = saver_of(graph, run)
    output_keys = options.output_keys
    for key in () if output_keys is None else as_modes(output_keys):
        if key not in graph.channels:
            raise ValueError(f"Key {key} not in channels")
    if saver is None:
        if options.durability is not None:
            warnings.warn(
                "`durability` has no effect when no checkpointer is present.", stacklevel=4
            )
    elif run.thread_id is None:
        raise ValueError(
            "Checkpointer requires one or more of the following 'configurable' keys: "
            "thread_id, checkpoint_ns, checkpoint_id"
        )
    outer = None if run.parent is None else run.parent.loop
    around = None if outer is None else outer.persistence
    durability = options.durability or ("async" if around is None else around.durability)
    travel = None
    if run.parent is not None and outer is not None and outer.travel is not None:
        travel = outer.travel.into(run.parent, run.parent.subgraph_calls)
    replay = None if outer is None else outer.replay
    namespace = namespace_of(graph, run)
    return Request(graph, run, options, namespace, saver, durability, travel, replay)


def address_root(request: Request, saved: "CheckpointTuple | None") -> None:
    """Have the run begin at the root, where its config addresses ``saved`` in a subgraph."""
    run = request.run
    addressed = run.checkpoint_id
    if addressed is not None and saved is not None:
        request.travel = travel_to(saved)
        addressed = None if request.travel is None else request.travel.checkpoint_id
    run.configurable = root_configurable(run.configurable, addressed)


def make_loop(graph: "Pregel[Any, Any, Any, Any]", config: Config | None, options: Options) -> Loop:
    """A loop on the checkpoint that ``config`` addresses."""
    request = make_request(graph, config, options)
    if request.saver is None:
        return build_loop(request, None, True, None)
    persistence = Persistence(request.saver, request.durability, request.around)
    if request.begins:
        return build_loop(request, None, True, persistence)
    with while_reading(request.run.configurable):
        saved = _load(request, request.saver)
        is_leaf = (
            request.addressed is None or request.moves or not has_children(request.saver, request)
        )
    return build_loop(request, saved, is_leaf, persistence)


def _load(request: Request, saver: "BaseCheckpointSaver[Any]") -> "CheckpointTuple | None":
    """The checkpoint to begin from."""
    if request.run.parent is None and request.run.checkpoint_ns:
        address_root(request, saver.get_tuple({CONF: dict(request.run.configurable)}))
    before = request.older_than()
    if before is None:
        saved = saver.get_tuple(request.saved_config)
    else:
        saved = next(saver.list(request.thread_config, before=before, limit=1), None)
    absent = absent_deltas(request.graph, saved)
    if absent and saved is not None:
        histories = saver.get_delta_channel_history(config=saved.config, channels=absent)
        saved = with_deltas(request.graph, saved, histories)
    return saved


async def amake_loop(
    graph: "Pregel[Any, Any, Any, Any]", config: Config | None, options: Options
) -> Loop:
    """As ``make_loop``, awaiting the saver."""
    request = make_request(graph, config, options)
    if request.saver is None:
        return build_loop(request, None, True, None)
    persistence = AsyncPersistence(request.saver, request.durability, request.around)
    if request.begins:
        return build_loop(request, None, True, persistence)
    with while_reading(request.run.configurable):
        saved = await _aload(request, request.saver)
        is_leaf = (
            request.addressed is None
            or request.moves
            or not await ahas_children(request.saver, request)
        )
    return build_loop(request, saved, is_leaf, persistence)


async def _aload(request: Request, saver: "BaseCheckpointSaver[Any]") -> "CheckpointTuple | None":
    """As ``_load``."""
    if request.run.parent is None and request.run.checkpoint_ns:
        address_root(request, await saver.aget_tuple({CONF: dict(request.run.configurable)}))
    before = request.older_than()
    saved = None
    if before is None:
        saved = await saver.aget_tuple(request.saved_config)
    else:
        async for older in saver.alist(request.thread_config, before=before, limit=1):
            saved = older
    absent = absent_deltas(request.graph, saved)
    if absent and saved is not None:
        histories = await saver.aget_delta_channel_history(config=saved.config, channels=absent)
        saved = with_deltas(request.graph, saved, histories)
    return saved


def build_loop(
    request: Request,
    saved: "CheckpointTuple | None",
    is_leaf: bool,
    persistence: Persistence | None,
) -> Loop:
    """The loop for a request whose checkpoint is loaded."""
    graph, run, options = request.graph, request.run, request.options
    outer = None if run.parent is None else run.parent.loop
    before, after = options.interrupt_before, options.interrupt_after
    observer = options.observer or run.configurable.get(_CONFIG_KEY_OBSERVER)
    if observer is None and outer is not None:
        observer = outer.observer
    context = coerce_context(graph, options.context) or None
    if context is None and outer is not None:
        context = outer.context
    loop = Loop(
        graph,
        run,
        saved=saved,
        is_leaf=is_leaf,
        persistence=persistence,
        streams=_streams(request, outer),
        checkpoint_ns=request.namespace,
        interrupt_before=graph.interrupt_before_nodes if before is None else before,
        interrupt_after=graph.interrupt_after_nodes if after is None else after,
        context=context,
        store=graph.store or (None if outer is None else outer.store),
        control=options.control or (RunControl() if outer is None else outer.control),
        observer=observer,
        travel=request.travel,
        replay=request.replay,
    )
    if request.saver is not None:
        loop.state.next_version = own_versions(request.saver)
    return loop


def has_children(saver: "BaseCheckpointSaver[Any]", request: Request) -> bool:
    """Whether a checkpoint goes on from the addressed one. Children are newer than their parent."""
    addressed = request.addressed or ""
    native = native_saver(saver)
    if native is not None:
        return native.has_children(request.run.thread_id or "", request.namespace, addressed)
    return _found_child(map(_ids, saver.list(request.thread_config)), addressed)


async def ahas_children(saver: "BaseCheckpointSaver[Any]", request: Request) -> bool:
    """As ``has_children``, awaiting savers that can only be awaited."""
    addressed = request.addressed or ""
    native = native_saver(saver)
    if native is not None:
        thread_id = request.run.thread_id or ""
        return await native.ahas_children(thread_id, request.namespace, addressed)
    async for saved in saver.alist(request.thread_config):
        checkpoint_id, parent_id = _ids(saved)
        if checkpoint_id <= addressed:
            return False
        if parent_id == addressed:
            return True
    return False


def _ids(saved: "CheckpointTuple") -> tuple[str, str | None]:
    parent = saved.parent_config
    return saved.checkpoint["id"], None if parent is None else parent[CONF].get("checkpoint_id")


def _found_child(newest_first: Iterable[tuple[str, str | None]], addressed: str) -> bool:
    for checkpoint_id, parent_id in newest_first:
        if checkpoint_id <= addressed:
            return False
        if parent_id == addressed:
            return True
    return False


def _streams(request: Request, outer: Loop | None) -> Streams | None:
    graph, options = request.graph, request.options
    output_keys = options.output_keys
    if output_keys is None:
        output_keys = graph.stream_channels_asis
    around = None
    if outer is not None and outer.streams is not None and outer.streams.subgraphs:
        around = outer.streams
    modes = {*options.modes, *options.print_modes}
    if not modes and around is None:
        return None
    return Streams(
        modes,
        output_keys,
        graph.stream_channels_asis,
        outer=around,
        namespace=split_namespace(request.namespace) if outer is not None else (),
        subgraphs=options.subgraphs or around is not None,
    )


def coerce_context(graph: "Pregel[Any, Any, Any, Any]", context: Any) -> Any:
    """A dictionary becomes the declared context type; its validation errors surface."""
    schema = graph.context_schema
    if schema is None or not isinstance(context, dict):
        return context
    if hasattr(schema, "__required_keys__"):
        return context
    return schema(**context)


def taken_chunks(loop: Loop, options: Options) -> Iterator[Chunk]:
    """Chunks that are waiting, in order; those only printed are printed."""
    streams = loop.streams
    if streams is None:
        return
    chunks = streams.chunks
    while chunks:
        chunk = chunks.popleft()
        if chunk[1] in options.print_modes:
            print_chunk(chunk)
        if chunk[1] in options.modes:
            yield chunk


def print_chunks(loop: Loop, options: Options) -> None:
    """Print what waits, for calls that stream nothing."""
    for _ in taken_chunks(loop, options):
        pass


def print_chunk(chunk: Chunk) -> None:
    """One chunk on standard output."""
    namespace, mode, payload = chunk
    place = "/".join(namespace)
    bold = f"\x1b[1m[{mode}]\x1b[0m"
    print(f"{bold}{' ' + place if place else ''} {payload!r}")  # noqa: T201
