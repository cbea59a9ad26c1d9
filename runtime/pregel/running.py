"""From a call to a loop: options, the saver to use, the checkpoint to start from."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runtime.checkpoint.base.reading import HistoryReader
from runtime.constants import CONF, CONFIG_KEY_CHECKPOINTER, NS_SEPARATOR
from runtime.pregel.config import Config, RunConfig, ambient_task, resolve_config, stable_namespace
from runtime.pregel.loop import Loop
from runtime.pregel.observe import Observer
from runtime.pregel.persistence import Persistence
from runtime.pregel.streams import Chunk, Streams, split_namespace
from runtime.runtime import RunControl
from runtime.types import All, Durability
from runtime.warnings import LangGraphDeprecatedSinceV10, warn_deprecated

if TYPE_CHECKING:
    from runtime.checkpoint.base import BaseCheckpointSaver
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


def deprecated_options(kwargs: dict[str, Any]) -> dict[str, Any]:
    """Options from deprecated keyword arguments; others are refused."""
    found: dict[str, Any] = {}
    if "checkpoint_during" in kwargs:
        warn_deprecated(
            LangGraphDeprecatedSinceV10(
                "`checkpoint_during` is deprecated and will be removed. "
                "Please use `durability` instead."
            ),
            stacklevel=4,
        )
        found["durability"] = "async" if kwargs.pop("checkpoint_during") else "exit"
    if kwargs:
        raise TypeError(f"Unexpected keyword arguments: {', '.join(sorted(kwargs))}")
    return found


def is_nested(config: Config | None) -> bool:
    """Whether a call made now runs inside a task."""
    return ambient_task(config) is not None


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
        if outer is not None:
            return outer.saver
        return None if isinstance(graph.checkpointer, bool) else graph.checkpointer
    if graph.checkpointer is True:
        raise RuntimeError("checkpointer=True cannot be used for root graphs.")
    return graph.checkpointer or None


def namespace_of(graph: "Pregel[Any, Any, Any, Any]", config: RunConfig) -> str:
    """The checkpoint namespace of a run."""
    parent = config.parent
    if parent is None:
        return config.checkpoint_ns
    namespace = parent.checkpoint_ns
    if graph.checkpointer is True:
        namespace = stable_namespace(namespace)
    call = parent.subgraph_calls
    parent.subgraph_calls += 1
    return f"{namespace}{NS_SEPARATOR}{call}" if call else namespace


def make_loop(
    graph: "Pregel[Any, Any, Any, Any]", config: Config | None, options: Options
) -> Loop:
    """A loop on the checkpoint that ``config`` addresses."""
    run = resolve_config(graph.config, config)
    outer = None if run.parent is None else run.parent.loop
    saver = saver_of(graph, run)
    namespace = namespace_of(graph, run)
    before = graph.interrupt_before_nodes if options.interrupt_before is None else None
    after = graph.interrupt_after_nodes if options.interrupt_after is None else None
    for nodes in (options.interrupt_before, options.interrupt_after):
        for name in nodes or ():
            if nodes != "*" and name not in graph.nodes:
                raise ValueError(f"Interrupt node `{name}` not found")
    durability: Durability = options.durability or run.configurable.get(
        "__pregel_durability", "async"
    )
    if outer is not None and options.durability is None and outer.persistence is not None:
        durability = outer.persistence.durability
    saved = None
    is_leaf = True
    persistence = None
    if saver is not None:
        saved, is_leaf = _load(saver, run, namespace)
        persistence = Persistence(saver, durability)
    elif options.durability is not None:
        warnings.warn(
            "`durability` has no effect when no checkpointer is present.", stacklevel=4
        )
    output_keys = options.output_keys
    if output_keys is None:
        output_keys = graph.stream_channels_asis
    streams = _streams(graph, options, output_keys, outer, namespace)
    observer = options.observer or run.configurable.get(_CONFIG_KEY_OBSERVER)
    if observer is None and outer is not None:
        observer = outer.observer
    context = options.context
    if context is None and outer is not None:
        context = outer.context
    return Loop(
        graph,
        run,
        saved=saved,
        is_leaf=is_leaf,
        persistence=persistence,
        streams=streams,
        checkpoint_ns=namespace,
        interrupt_before=(options.interrupt_before if before is None else before) or (),
        interrupt_after=(options.interrupt_after if after is None else after) or (),
        context=coerce_context(graph, context),
        store=graph.store or (None if outer is None else outer.store),
        control=options.control or (None if outer is None else outer.control),
        observer=observer,
    )


def _load(saver: "BaseCheckpointSaver[Any]", run: RunConfig, namespace: str) -> tuple[Any, bool]:
    """The addressed checkpoint, and whether none goes on from it."""
    if run.thread_id is None:
        raise ValueError(
            "Checkpointer requires one or more of the following 'configurable' keys: "
            "thread_id, checkpoint_ns, checkpoint_id"
        )
    configurable = {"thread_id": run.thread_id, "checkpoint_ns": namespace}
    addressed = run.checkpoint_id if run.parent is None else None
    if addressed is None:
        return saver.get_tuple({CONF: configurable}), True
    saved = saver.get_tuple({CONF: {**configurable, "checkpoint_id": addressed}})
    return saved, not has_children(saver, run.thread_id, namespace, addressed)


def has_children(
    saver: "BaseCheckpointSaver[Any]", thread_id: str, namespace: str, checkpoint_id: str
) -> bool:
    """Whether a checkpoint goes on from ``checkpoint_id``. Children are newer than their parent."""
    if isinstance(saver, HistoryReader):
        for row in saver.list_rows(thread_id, namespace):
            if row.checkpoint_id <= checkpoint_id:
                return False
            if row.parent_checkpoint_id == checkpoint_id:
                return True
        return False
    for saved in saver.list({CONF: {"thread_id": thread_id, "checkpoint_ns": namespace}}):
        if saved.checkpoint["id"] <= checkpoint_id:
            return False
        parent = saved.parent_config
        if parent is not None and parent[CONF].get("checkpoint_id") == checkpoint_id:
            return True
    return False


def _streams(
    graph: "Pregel[Any, Any, Any, Any]",
    options: Options,
    output_keys: str | Sequence[str],
    outer: Loop | None,
    namespace: str,
) -> Streams | None:
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
        namespace=split_namespace(namespace) if outer is not None else (),
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
    print(f"[{mode}]{' ' + place if place else ''} {payload!r}")  # noqa: T201
