"""Changing a thread's state from outside: each change is a new checkpoint, none is rewritten."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from runtime.checkpoint.base import CheckpointTuple
from runtime.constants import CONF, COPY, END, INPUT, INTERRUPT, PUSH
from runtime.errors import InvalidUpdateError
from runtime.pregel.config import Config, RunConfig, resolve_config, unknown_checkpoint
from runtime.pregel.effects import (
    Effects,
    Load,
    Settle,
    Write,
    perform,
    perform_async,
    rebuilt,
)
from runtime.pregel.loop import Loop
from runtime.pregel.persistence import AsyncPersistence, Persistence
from runtime.pregel.plan import plan_tasks
from runtime.pregel.snapshot import (
    address,
    addressed_graph,
    apply_finished,
    planned,
    recorded_loop,
    require_saver,
    unanswered,
)
from runtime.pregel.state import ThreadState
from runtime.pregel.task import Task
from runtime.pregel.travelling import carry
from runtime.pregel.update import CallerWrites, apply_writes, in_fold_order
from runtime.types import StateUpdate

if TYPE_CHECKING:
    from runtime.pregel.main import Pregel

    Graph = Pregel[Any, Any, Any, Any]


def bulk_update_state(
    graph: "Graph", config: Config, supersteps: Sequence[Sequence[StateUpdate]]
) -> dict[str, Any]:
    """Apply the updates, a checkpoint for each inner list; gives the config of the last one."""
    run = resolve_config(graph.config, config)
    saver = require_saver(graph, run)
    return perform(_bulk(graph, run, supersteps, Persistence(saver, "sync")), saver)


async def abulk_update_state(
    graph: "Graph", config: Config, supersteps: Sequence[Sequence[StateUpdate]]
) -> dict[str, Any]:
    """As ``bulk_update_state``, awaiting the saver."""
    run = resolve_config(graph.config, config)
    saver = require_saver(graph, run)
    persistence = AsyncPersistence(saver, "sync")
    return await perform_async(_bulk(graph, run, supersteps, persistence), saver)


def _bulk(
    graph: "Graph",
    run: RunConfig,
    supersteps: Sequence[Sequence[StateUpdate]],
    persistence: Persistence,
) -> Effects[dict[str, Any]]:
    if not supersteps:
        raise ValueError("No supersteps provided")
    if any(not updates for updates in supersteps):
        raise ValueError("No updates provided")
    target = addressed_graph(graph, run)
    waiting = [[StateUpdate(*update) for update in updates] for updates in supersteps]
    goes_on = run.checkpoint_id is None
    while waiting:
        updates = waiting.pop(0)
        saved = yield Load(address(run))
        if saved is None and run.checkpoint_id is not None:
            raise unknown_checkpoint(run)
        saved = yield from rebuilt(target, saved)
        loop = yield from _updated(target, run, saved, updates, persistence, goes_on)
        yield Settle(persistence)
        run.configurable = {**run.configurable, "checkpoint_id": loop.checkpoint_id}
        on_copy: Any = updates[0].values if updates[0].as_node == COPY else None
        if isinstance(on_copy, list):
            waiting.insert(0, [StateUpdate(*entry) for entry in on_copy])
    configurable: dict[str, Any] = {
        "thread_id": loop.thread_id,
        "checkpoint_ns": run.checkpoint_ns,
        "checkpoint_id": loop.checkpoint_id,
    }
    if run.checkpoint_ns:
        configurable["checkpoint_map"] = {
            **loop.checkpoint_map(),
            run.checkpoint_ns: loop.checkpoint_id,
        }
    return {CONF: configurable}


def updated_loop(
    graph: "Graph",
    run: RunConfig,
    saved: CheckpointTuple | None,
    updates: Sequence[StateUpdate],
    persistence: Persistence | None,
) -> Loop:
    """A loop standing after ``updates``; without ``persistence`` nothing is saved: a preview."""
    goes_on = run.checkpoint_id is None
    return perform(_updated(graph, run, saved, updates, persistence, goes_on), None)


def _updated(
    graph: "Graph",
    run: RunConfig,
    saved: CheckpointTuple | None,
    updates: Sequence[StateUpdate],
    persistence: Persistence | None,
    goes_on: bool,
) -> Effects[Loop]:
    loop = recorded_loop(graph, run, saved)
    loop.persistence = persistence
    first = updates[0]
    if len(updates) > 1:
        refusal = _refusal(updates)
        if refusal is not None:
            raise InvalidUpdateError(refusal)
    elif first.as_node == INPUT:
        _as_input(loop, first.values)
        return loop
    elif first.as_node == COPY:
        if saved is None:
            raise InvalidUpdateError("Cannot copy a non-existent checkpoint")
        loop.line.copy(loop.state, loop.step)
        return loop
    loop.step = max(loop.step, 0)
    tasks = planned(loop)
    if first.values is None and first.as_node == END:
        _discard(loop, tasks)
        loop.next_checkpoint("update")
        return loop
    for task in tasks:
        task.interrupts = unanswered(task)
    written = [_as_node(loop, update) for update in updates]
    before = loop.state.copy()
    if goes_on:
        apply_finished(loop, tasks)
    for task, update in zip(written, updates, strict=True):
        yield Write(task, update.values)
    if goes_on:
        _fold_kept(loop, before, tasks, written)
    apply_writes(loop.state, written, graph.trigger_to_nodes, graph.finishing)
    loop.next_checkpoint("update")
    _carry_questions(loop, tasks, goes_on)
    return loop


def _refusal(updates: Sequence[StateUpdate]) -> str | None:
    """Why several updates cannot be one superstep."""
    first = updates[0]
    if first.as_node == INPUT:
        return "Cannot apply multiple updates when updating as input"
    if first.as_node == END and first.values is None:
        return "Cannot apply multiple updates when clearing state"
    if first.as_node == COPY:
        return "Cannot copy checkpoint with multiple updates"
    if any(update.as_node is None for update in updates):
        return "as_node is required when applying multiple updates"
    return None


def _fold_kept(loop: Loop, before: ThreadState, tasks: list[Task], written: Sequence[Task]) -> None:
    """Fold what finished tasks wrote, but for those that the edit makes due again."""
    if not any(task.finished for task in tasks):
        return
    loop.state = before.copy()
    apply_writes(loop.state, written, loop.graph.trigger_to_nodes, loop.graph.finishing)
    again = {task.path for task in plan_tasks(loop, loop.graph.nodes, to_show=True)}
    for task in tasks:
        task.finished = task.finished and task.path not in again
    loop.state = before
    apply_finished(loop, tasks)


def _carry_questions(loop: Loop, tasks: Sequence[Task], goes_on: bool) -> None:
    """Tasks that waited for an answer and are still due go on waiting for it.

    Answers given so far count where the thread ``goes_on``; a branch asks again from the first
    question, which is shown where it is known.
    """
    loop.pending = []
    waiting = [task for task in tasks if task.interrupts and not task.finished]
    if waiting:
        carry(loop, waiting, plan_tasks(loop, loop.graph.nodes, to_show=True), answers=goes_on)


def _as_input(loop: Loop, values: Any) -> None:
    writes = loop.graph.input_writes(values)
    if not writes:
        raise InvalidUpdateError(f"Received no input writes for {loop.graph.input_channels}")
    apply_writes(loop.state, [CallerWrites(INPUT, writes)], loop.graph.trigger_to_nodes)
    # What was due is due still.
    loop.state.updated = None
    loop.next_checkpoint("input")


def _discard(loop: Loop, tasks: Sequence[Task]) -> None:
    """Let the waiting tasks count as done; those that finished keep their writes."""
    for task in tasks:
        if not task.finished:
            task.writes = []
    apply_writes(
        loop.state, in_fold_order(tasks), loop.graph.trigger_to_nodes, loop.graph.finishing
    )


def _as_node(loop: Loop, update: StateUpdate) -> Task:
    """A task of the node that is to turn the update into writes, edges and routers included."""
    graph = loop.graph
    name = update.as_node or infer_node(loop)
    if name not in graph.nodes:
        raise InvalidUpdateError(f"Node {name} does not exist")
    node = graph.nodes[name]
    # Not the node's own triggers: an edit in its name does not count as the node having run.
    # Nor an input, which what a subgraph hands back is compared with.
    return Task(loop, name, node, (PUSH, "update", name), (INTERRUPT,), None)


def infer_node(loop: Loop) -> str:
    """The node that an update without ``as_node`` stands for: the only one, or the last to run."""
    graph = loop.graph
    if len(graph.nodes) == 1:
        return next(iter(graph.nodes))
    ran = sorted(
        (version, name)
        for name, seen in loop.state.seen.items()
        if name in graph.nodes
        for version in seen.values()
    )
    if not ran:
        start = graph.input_channels
        if isinstance(start, str) and start in graph.nodes:
            return start
    elif len(ran) == 1 or ran[-1][0] != ran[-2][0]:
        return ran[-1][1]
    raise InvalidUpdateError("Ambiguous update, specify as_node")
