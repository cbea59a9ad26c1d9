"""Snapshots: a thread as it stands at one checkpoint, worked out from the record alone."""

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from runtime.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from runtime.checkpoint.base.native import Recorded, native_reader
from runtime.constants import CONF, MISSING
from runtime.errors import InvalidUpdateError
from runtime.isolation import isolate
from runtime.pregel import recorded
from runtime.pregel.config import Config, RunConfig, resolve_config, stable_namespace
from runtime.pregel.effects import Effects, Load, perform, perform_async, rebuilt
from runtime.pregel.error_handling import due_error_handlers
from runtime.pregel.leftovers import report_removed_keys
from runtime.pregel.loop import Loop
from runtime.pregel.plain_snapshot import plain_snapshots
from runtime.pregel.plan import plan_tasks
from runtime.pregel.running import saver_of
from runtime.pregel.streams import inner_config, recorded_error, result_payload
from runtime.pregel.task import Task, interrupt_id
from runtime.pregel.update import apply_caller_writes, apply_writes, in_fold_order
from runtime.types import Interrupt, PregelTask, StateSnapshot

if TYPE_CHECKING:
    from runtime.pregel.main import Pregel

    Graph = Pregel[Any, Any, Any, Any]


def require_saver(graph: "Graph", run: RunConfig) -> BaseCheckpointSaver[Any]:
    """The graph's saver; ``ValueError`` without one."""
    saver = saver_of(graph, run)
    if saver is None:
        raise ValueError("No checkpointer set")
    return saver


def addressed_graph(graph: "Graph", run: RunConfig) -> "Graph":
    """The graph that the config's namespace belongs to: this one or one of its subgraphs."""
    if not run.checkpoint_ns:
        return graph
    namespace = stable_namespace(run.checkpoint_ns)
    for _, found in graph.get_subgraphs(namespace=namespace):
        return found
    raise ValueError(f"Subgraph {run.checkpoint_ns} not found")


def address(run: RunConfig) -> dict[str, Any]:
    """The config that a saver needs for what ``run`` addresses."""
    configurable: dict[str, Any] = {
        "thread_id": run.configurable["thread_id"],
        "checkpoint_ns": run.checkpoint_ns,
    }
    if run.checkpoint_id is not None:
        configurable["checkpoint_id"] = run.checkpoint_id
    configurable["thread_id"] = str(configurable["thread_id"])
    return {CONF: configurable}


def get_state(graph: "Graph", config: Config, *, subgraphs: bool = False) -> StateSnapshot:
    """The snapshot at the newest checkpoint, or at the one that ``config`` addresses."""
    run = resolve_config(graph.config, config)
    saver = require_saver(graph, run)
    return perform(_state(graph, run, config, subgraphs), saver)


async def aget_state(graph: "Graph", config: Config, *, subgraphs: bool = False) -> StateSnapshot:
    """As ``get_state``, awaiting the saver."""
    run = resolve_config(graph.config, config)
    saver = require_saver(graph, run)
    return await perform_async(_state(graph, run, config, subgraphs), saver)


def _state(
    graph: "Graph", run: RunConfig, config: Config, subgraphs: bool
) -> Effects[StateSnapshot]:
    target = addressed_graph(graph, run)
    saved = yield Load(address(run))
    if saved is None:
        return _nothing(dict(config))
    newest = run.checkpoint_id is None
    return (yield from make_snapshot(target, run, saved, newest=newest, subgraphs=subgraphs))


def task_result(task: Task, keys: str | Sequence[str]) -> Any:
    """What a finished task wrote, as snapshots show it: the bare value of a state without keys."""
    result = result_payload(task.writes, keys)
    return result.get(keys) if isinstance(keys, str) else result


def _nothing(config: dict[str, Any]) -> StateSnapshot:
    return StateSnapshot(
        values={},
        next=(),
        config=config,
        metadata=None,
        created_at=None,
        parent_config=None,
        tasks=(),
        interrupts=(),
    )


def get_state_history(
    graph: "Graph",
    config: Config,
    *,
    filter: dict[str, Any] | None = None,
    before: Config | None = None,
    limit: int | None = None,
) -> Iterator[StateSnapshot]:
    """Snapshots of the thread's checkpoints, newest first."""
    run = resolve_config(graph.config, config)
    saver = require_saver(graph, run)
    history = _History(addressed_graph(graph, run), run)
    before = None if before is None else dict(before)
    reader = native_reader(saver)
    if reader is not None:
        for record in reader.recorded(address(run), filter=filter, before=before, limit=limit):
            found = history.plain_record(record, own=reader.reads_anew)
            yield perform(history.other(reader.whole(record)), saver) if found is None else found
        return
    for saved in saver.list(address(run), filter=filter, before=before, limit=limit):
        found = history.plain(saved)
        yield perform(history.other(saved), saver) if found is None else found


async def aget_state_history(
    graph: "Graph",
    config: Config,
    *,
    filter: dict[str, Any] | None = None,
    before: Config | None = None,
    limit: int | None = None,
) -> AsyncIterator[StateSnapshot]:
    """As ``get_state_history``, awaiting the saver."""
    run = resolve_config(graph.config, config)
    saver = require_saver(graph, run)
    history = _History(addressed_graph(graph, run), run)
    async for saved in saver.alist(
        address(run), filter=filter, before=None if before is None else dict(before), limit=limit
    ):
        found = history.plain(saved)
        yield await perform_async(history.other(saved), saver) if found is None else found


class _History:
    """Makes the snapshots of a listing: most by what is recorded alone, others by a loop."""

    def __init__(self, graph: "Graph", run: RunConfig) -> None:
        self._graph = graph
        self._run = run
        self._plain = plain_snapshots(graph)
        self._keys = graph.stream_channels_asis
        self._loop: Loop | None = None

    def plain(self, saved: CheckpointTuple) -> StateSnapshot | None:
        """The snapshot of a plain checkpoint."""
        return self._plain.snapshot(saved, self._keys, self._run.checkpoint_ns, newest=False)

    def plain_record(self, record: Recorded, *, own: bool) -> StateSnapshot | None:
        """The same, without putting together what a snapshot does not show."""
        return self._plain.of_record(record, self._keys, own=own)

    def other(self, saved: CheckpointTuple) -> Effects[StateSnapshot]:
        """The snapshot of any checkpoint."""
        loop = self._loop
        if loop is None:
            loop = self._loop = recorded_loop(self._graph, self._run, None)
        saved = (yield from rebuilt(loop.graph, saved)) or saved
        loop.config.configurable = {**loop.config.configurable, **saved.config[CONF]}
        loop.stand_at(saved)
        tasks = planned(loop)
        shown = tuple(_shown(loop, task, _place_inside(task)) for task in tasks)
        return _snapshot(loop, saved, shown, [task.name for task in tasks])


def recorded_loop(graph: "Graph", run: RunConfig, saved: CheckpointTuple | None) -> Loop:
    """A loop that stands at ``saved`` and will not run: for planning and reading."""
    return Loop(
        graph,
        run,
        saved=saved,
        is_leaf=run.checkpoint_id is None,
        checkpoint_ns=run.checkpoint_ns,
    )


def planned(loop: Loop) -> list[Task]:
    """The tasks due at the loop's checkpoint and what is recorded of them; caller's writes count.

    Tasks come in the order in which the graph defines its nodes.
    """
    try:
        apply_caller_writes(loop.state, loop.pending, loop.graph.trigger_to_nodes)
    except InvalidUpdateError:
        loop.state = recorded_loop(loop.graph, loop.config, loop.saved).state
    tasks = plan_tasks(loop, loop.graph.nodes, to_show=True)
    loop.tasks = list(tasks)
    recorded.match(tasks, loop.pending)
    if loop.graph.node_error_handler_map:
        tasks = [*tasks, *due_error_handlers(loop)]
    return tasks


def unanswered(task: Task) -> tuple[Interrupt, ...]:
    """The questions that ``task`` still waits for."""
    if task.finished:
        return ()
    answered = {interrupt_id(task.checkpoint_ns, index) for index in range(len(task.resume))}
    return tuple(question for question in task.interrupts if question.id not in answered)


def make_snapshot(
    graph: "Graph",
    run: RunConfig,
    saved: CheckpointTuple,
    *,
    newest: bool,
    subgraphs: bool = False,
) -> Effects[StateSnapshot]:
    """``saved`` as a snapshot; at the ``newest`` one finished tasks' writes show in the values."""
    found = plain_snapshots(graph).snapshot(
        saved, graph.stream_channels_asis, run.checkpoint_ns, newest=newest
    )
    if found is not None:
        return found
    saved = (yield from rebuilt(graph, saved)) or saved
    run.configurable = {**run.configurable, **saved.config[CONF]}
    loop = recorded_loop(graph, run, saved)
    tasks = planned(loop)
    if newest:
        report_removed_keys(loop)
        for task in tasks:
            task.interrupts = unanswered(task)
    shown: list[PregelTask] = []
    for task in tasks:
        state = (yield from _state_inside(task)) if subgraphs else _place_inside(task)
        shown.append(_shown(loop, task, state))
    folded = newest and apply_finished(loop, tasks)
    due = [task.name for task in tasks if not (folded and task.finished)]
    if tasks and not due:
        # All have finished and the barrier was not reached: what it makes due.
        due = [task.name for task in plan_tasks(loop, graph.nodes, to_show=True)]
    return _snapshot(loop, saved, tuple(shown), due)


def _snapshot(
    loop: Loop, saved: CheckpointTuple, shown: tuple[PregelTask, ...], due: Sequence[str]
) -> StateSnapshot:
    """The loop's state, which is that at ``saved`` or follows from what is recorded there."""
    parent = saved.parent_config and with_checkpoint_map(saved, saved.parent_config)
    keys = loop.graph.stream_channels_asis
    if isinstance(keys, str):
        value = loop.state.read_one(keys)
        values = None if value is MISSING else value
    else:
        values = loop.state.read(keys)
    return StateSnapshot(
        values=values,
        next=tuple(due),
        config=with_checkpoint_map(saved, saved.config),
        metadata=saved.metadata,
        created_at=saved.checkpoint["ts"],
        parent_config=parent,
        tasks=shown,
        interrupts=tuple(question for task in shown for question in task.interrupts),
    )


def with_checkpoint_map(saved: CheckpointTuple, config: Config) -> dict[str, Any]:
    """``config`` of a checkpoint; inside a subgraph with the checkpoints of its ancestors."""
    configurable = config[CONF]
    namespace = configurable.get("checkpoint_ns")
    if not namespace:
        return dict(config)
    parents = saved.metadata.get("parents", {})
    ancestors = {**parents, namespace: configurable["checkpoint_id"]}
    return {CONF: {**configurable, "checkpoint_map": ancestors}}


def apply_finished(loop: Loop, tasks: list[Task]) -> bool:
    """Fold the writes of finished tasks; ``False`` and left out where they do not fit together."""
    finished = [task for task in in_fold_order(tasks) if task.finished]
    if not finished:
        return True
    before = loop.state.copy()
    finishing = loop.graph.finishing if len(finished) == len(tasks) else ()
    try:
        apply_writes(loop.state, finished, loop.graph.trigger_to_nodes, finishing)
    except Exception:  # noqa: BLE001  # a reducer may fail; the checkpoint itself is still shown
        loop.state = before
        return False
    return True


def _error_of(loop: Loop, task: Task) -> str | None:
    """How the task failed, or why it cannot run."""
    recorded: str | None = recorded_error(loop.pending, task.id)
    return repr(task.error) if recorded is None and task.error is not None else recorded


def _place_inside(task: Task) -> dict[str, Any] | None:
    """Where the state of the subgraph inside ``task`` is saved."""
    place = None
    for inner in task.node.subgraphs:
        place = inner_config(task, inner)
    return place


def _state_inside(task: Task) -> Effects[StateSnapshot | None]:
    """The state of the subgraph inside ``task``."""
    state = None
    for inner in task.node.subgraphs:
        config = inner_config(task, inner)
        if config is None:
            state = None
            continue
        run = resolve_config(config)
        saved = yield Load(config)
        if saved is None:
            state = _nothing(config)
        else:
            state = yield from make_snapshot(inner, run, saved, newest=True, subgraphs=True)
    return state


def _shown(loop: Loop, task: Task, state: dict[str, Any] | StateSnapshot | None) -> PregelTask:
    return PregelTask(
        id=task.id,
        name=task.name,
        path=task.path,
        error=_error_of(loop, task),
        interrupts=isolate(task.interrupts),
        state=state,
        result=task_result(task, loop.graph.stream_channels_asis) if task.finished else None,
    )
