"""Entering a run: the caller's input becomes a checkpoint, or the thread goes on where it stopped.

New input discards what was still to run. A command writes at once, goes where it says, and carries
answers. An addressed checkpoint that others go on from starts a branch of its own.
"""

from typing import TYPE_CHECKING, Any

from runtime.constants import INPUT, INTERRUPT, NULL_TASK_ID, RESUME
from runtime.errors import EmptyInputError
from runtime.pregel import recorded
from runtime.pregel.config import unknown_checkpoint
from runtime.pregel.leftovers import report_removed_keys
from runtime.pregel.plan import plan_tasks
from runtime.pregel.resuming import command_writes
from runtime.pregel.task import Task
from runtime.pregel.travelling import Replay, carry
from runtime.pregel.update import (
    CallerWrites,
    apply_caller_writes,
    apply_writes,
    in_fold_order,
)
from runtime.types import Command

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop


def enter(loop: "Loop", given: Any) -> None:
    """Apply ``given`` to ``loop``, or get ready to go on."""
    known = bool(loop.state.versions)
    loop.resuming = known and (given is None or isinstance(given, Command) or _parent_resumes(loop))
    if loop.travel is not None and loop.parent is None:
        loop.travel.again = given is None
    if isinstance(given, Command):
        _take_command(loop, given)
    if loop.observer is not None:
        loop.observer.run_started(loop)
    if loop.resuming:
        if loop.state.unknown:
            report_removed_keys(loop)
        loop.went_on = True
        _resume(loop, given)
        if loop.streams is not None:
            loop.streams.values(loop)
    else:
        _take_input(loop, given)


def _parent_resumes(loop: "Loop") -> bool:
    """Whether this is a subgraph whose parent goes on from where it stopped, or tries again.

    What the subgraph keeps from earlier runs of its parent is no reason: it takes new input then.
    """
    if loop.parent is None or loop.saved is None:
        return False
    outer = loop.parent.loop
    if not (outer.resuming or loop.parent.attempt > 1):
        return False
    if loop.travel is not None:
        return True
    if loop.saved.metadata.get("parents", {}).get(outer.checkpoint_ns) == outer.checkpoint_id:
        return True
    return outer.resuming and outer.replay is None and bool(plan_tasks(loop, to_show=True))


def _tasks_then(loop: "Loop") -> list[Task]:
    """The tasks of the checkpoint that the loop goes on from, with the ids they had there."""
    here = loop.checkpoint_ns
    if loop.travel is not None:
        loop.checkpoint_ns = loop.travel.namespace
    tasks = plan_tasks(loop, to_show=True)
    for task in tasks:
        assert task.id
    recorded.match(tasks, loop.pending)
    loop.checkpoint_ns = here
    return tasks


def _take_command(loop: "Loop", command: Command[Any]) -> None:
    writes, answers = command_writes(loop, command)
    if not writes and not answers:
        raise EmptyInputError("Received empty Command input")
    loop.answers.add(answers)
    if not writes:
        return
    # Positions address writes: what earlier commands wrote keeps its place.
    earlier = [
        entry[1:] for entry in loop.pending if entry[0] == NULL_TASK_ID and entry[1] != RESUME
    ]
    loop.pending = [entry for entry in loop.pending if entry[0] != NULL_TASK_ID]
    writes = [*earlier, *writes]
    loop.pending.extend((NULL_TASK_ID, channel, value) for channel, value in writes)
    if loop.saved is not None and not _forks(loop, command):
        loop.line.record_writes(NULL_TASK_ID, writes, "")


def _resume(loop: "Loop", given: Any) -> None:
    if _forks(loop, given):
        _mark_interrupts_seen(loop)
        _branch_off(loop, given)
    elif loop.travel is not None:
        loop.travel.find(_tasks_then(loop))
    _apply_caller_writes(loop)
    _mark_interrupts_seen(loop)
    loop.answers.take_saved(loop.pending)


def _branch_off(loop: "Loop", given: Any) -> None:
    """Begin a branch: its tasks run anew, but for those beside the one that is gone into."""
    before = _tasks_then(loop)
    travel = loop.travel
    if travel is not None:
        travel.find(before)
        given = None if travel.again else given
    loop.answers.follow_tasks(loop.pending, before)
    loop.pending = [
        entry for entry in loop.pending if given is not None and entry[0] == NULL_TASK_ID
    ]
    if loop.parent is None and loop.config.checkpoint_id is not None:
        loop.replay = Replay(loop.config.checkpoint_id)
    loop.state.updated = None
    if travel is not None and travel.namespace != loop.checkpoint_ns:
        loop.line.move(loop.state, loop.step, loop.checkpoint_map())
        loop.step += 1
    else:
        loop.next_checkpoint("fork")
    if loop.pending:
        loop.line.record_writes(NULL_TASK_ID, [entry[1:] for entry in loop.pending], "")
    gone_into = set(loop.answers.revised)
    if travel is not None and travel.path is not None:
        gone_into.add(travel.path)
    if gone_into:
        beside = [task for task in before if task.path not in gone_into]
        carry(loop, beside, plan_tasks(loop, to_show=True), answers=True)


def _forks(loop: "Loop", given: Any) -> bool:
    """Whether going on from the addressed checkpoint starts a new branch.

    Where nothing goes on from it yet, an edited checkpoint is a new branch already, and answers
    go on with it. Where an edit left nothing to run, there is nothing to go on with.
    """
    is_edit = (loop.metadata or {}).get("source") in ("update", "fork")
    if loop.parent is not None:
        travel = loop.travel
        if travel is None:
            return False
        if travel.namespace != loop.checkpoint_ns or not loop.is_leaf:
            return True
        return travel.again and not is_edit
    if loop.config.checkpoint_id is None:
        return False
    if loop.answers.revises:
        return True
    if given is None and is_edit and not plan_tasks(loop, to_show=True):
        return False
    return not loop.is_leaf or (given is None and not is_edit)


def _take_input(loop: "Loop", given: Any) -> None:
    graph = loop.graph
    _apply_caller_writes(loop)
    writes = graph.input_writes(given)
    is_addressed = loop.config.checkpoint_id is not None and loop.parent is None
    if writes and is_addressed and loop.saved is None and loop.persistence is not None:
        raise unknown_checkpoint(loop.config)
    if not writes:
        names = graph.input_channels
        raise EmptyInputError(
            f"Received no input for {names if isinstance(names, str) else list(names)}"
        )
    discarded = plan_tasks(loop, to_show=True)
    for task in discarded:
        task.writes = []
    apply_writes(
        loop.state,
        [*in_fold_order(discarded), CallerWrites(INPUT, writes)],
        graph.trigger_to_nodes,
        graph.finishing,
        loop if loop.observer is not None else None,
    )
    loop.pending = []
    loop.next_checkpoint("input")


def _mark_interrupts_seen(loop: "Loop") -> None:
    """Static interrupts stop again only where something changes from now on."""
    state = loop.state
    seen = dict(state.versions)
    if seen != state.seen.get(INTERRUPT):
        state.seen[INTERRUPT] = seen
        state.changed_seen[INTERRUPT] = dict(seen)


def _apply_caller_writes(loop: "Loop") -> None:
    apply_caller_writes(loop.state, loop.pending, loop.graph.trigger_to_nodes)
