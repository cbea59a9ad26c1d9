"""Update: the barrier. Folds the writes of all tasks into the channels, in one fixed order.

1. Each task's node has now seen the present versions of its triggers.
2. Trigger channels are consumed.
3. Writes are grouped by channel, in task order (PULL tasks by name, then PUSH tasks by index), and
   each channel folds its group; changed channels take the next version.
4. Channels that last one superstep and were not written become empty.
5. If nothing that changed can trigger a node, channels of deferred nodes show their values.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from runtime.channels.last_value import LastValue
from runtime.constants import BRANCH_PREFIX, INPUT, MISSING, NULL_TASK_ID, PULL, RESERVED_WRITES
from runtime.errors import InvalidUpdateError
from runtime.pregel.state import ThreadState

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop
    from runtime.pregel.task import Task

_log = logging.getLogger(__name__)


class Writes(Protocol):
    """What the barrier needs of a task."""

    @property
    def name(self) -> str: ...

    @property
    def triggers(self) -> Sequence[str]: ...

    @property
    def writes(self) -> Sequence[tuple[str, Any]]: ...


class CallerWrites:
    """Writes that no task made: the run's input, or a person's update."""

    __slots__ = ("name", "triggers", "writes")

    def __init__(
        self, name: str, writes: Sequence[tuple[str, Any]], triggers: Sequence[str] = ()
    ) -> None:
        self.name = name
        self.writes = writes
        self.triggers = triggers


def in_fold_order(tasks: "Sequence[Task]") -> "list[Task]":
    """Tasks as the barrier folds them, whichever finished first."""
    if len(tasks) < 2:
        return list(tasks)
    pulled = [task for task in tasks if task.path[0] == PULL]
    pushed = [task for task in tasks if task.index is not None]
    called = [task for task in tasks if task.path[-1] is True]
    return [*sorted(pulled, key=_node_of), *pushed, *called]


def _node_of(task: "Task") -> str:
    return str(task.path[1])


def apply_writes(
    state: ThreadState,
    tasks: Sequence[Writes],
    trigger_to_nodes: Mapping[str, Sequence[str]],
    finishing: Sequence[str] = (),
    watcher: "Loop | None" = None,
) -> set[str]:
    """Fold ``tasks`` into ``state``; returns the channels that changed and have a value.

    Raises what a channel's rule raises; the state is then unusable and must be restored.
    ``watcher`` reports every changed channel to its observer.
    """
    channels, specs, versions = state.channels, state.specs, state.versions
    following = state.next_version
    next_version = state.newest + 1 if following is None else following(state.newest)
    consuming = state.layout.consuming
    updated: set[str] = set()
    is_superstep = False

    for task in tasks:
        seen = state.seen.get(task.name)
        if seen is None:
            seen = state.seen[task.name] = {}
            state.changed_seen[task.name] = {}
        if task.triggers:
            is_superstep = True
            for trigger in task.triggers:
                present = versions.get(trigger)
                if present is not None and seen.get(trigger) != present:
                    seen[trigger] = present
                    state.changed_seen.setdefault(task.name, {})[trigger] = present

    def report(name: str, before: Any, operands: Sequence[tuple[Any, Any]], version: int) -> None:
        assert watcher is not None
        watcher.report_channel(name, before, operands, version, next_version)

    for task in tasks:
        for name in task.triggers:
            if name in consuming:
                triggered = channels[name]
                before = triggered.checkpoint() if watcher is not None else MISSING
                if triggered.consume():
                    version = versions.get(name, 0)
                    state.change(name, next_version)
                    if watcher is not None:
                        report(name, before, (), version)

    grouped: dict[str, list[Any]] = {}
    writers: dict[str, list[Any]] = {}
    for task in tasks:
        for name, value in task.writes:
            if name in grouped:
                grouped[name].append(value)
            elif name in specs:
                grouped[name] = [value]
            elif name in RESERVED_WRITES:
                continue
            else:
                report_unknown(task.name, name, specs)
                continue
            if watcher is not None:
                writers.setdefault(name, []).append((task, value))

    for name, values in grouped.items():
        channel = channels[name]
        before = channel.checkpoint() if watcher is not None else MISSING
        try:
            is_changed = state.fold(name, values)
        except InvalidUpdateError as error:
            state.refused = name
            raise naming_writers(error, name, tasks) from error
        except Exception as error:
            state.refused = name
            names = ", ".join(repr(writer) for writer in _writers_of(name, tasks))
            error.add_note(f"While channel '{name}' folded what was written by {names}")
            raise
        if is_changed:
            version = versions.get(name, 0)
            if state.change(name, next_version):
                updated.add(name)
            if watcher is not None:
                report(name, before, writers.get(name, ()), version)

    if is_superstep:
        for name in [each for each in state.emptying if each not in grouped]:
            channel = channels[name]
            before = channel.checkpoint() if watcher is not None else MISSING
            if channel.update(()):
                version = versions.get(name, 0)
                if state.change(name, next_version):
                    updated.add(name)
                if watcher is not None:
                    report(name, before, (), version)
        if finishing and updated.isdisjoint(trigger_to_nodes):
            for name in finishing:
                channel = channels[name]
                before = channel.checkpoint() if watcher is not None else MISSING
                if channel.finish():
                    version = versions.get(name, 0)
                    if state.change(name, next_version):
                        updated.add(name)
                    if watcher is not None:
                        report(name, before, (), version)
    state.updated = updated
    return updated


def apply_caller_writes(
    state: ThreadState,
    pending: Iterable[tuple[str, str, Any]],
    trigger_to_nodes: Mapping[str, Sequence[str]],
) -> None:
    """Fold what commands of the caller wrote; where a channel keeps one value the newest wins."""
    writes: list[tuple[str, Any]] = []
    for task_id, channel, value in pending:
        if task_id != NULL_TASK_ID or channel in RESERVED_WRITES:
            continue
        if isinstance(state.specs.get(channel), LastValue):
            writes = [write for write in writes if write[0] != channel]
        writes.append((channel, value))
    if not writes:
        return
    updated = state.updated
    changed = apply_writes(state, [CallerWrites(INPUT, writes)], trigger_to_nodes)
    state.updated = None if updated is None else changed | updated


def naming_writers(
    error: InvalidUpdateError, channel: str, tasks: Sequence[Writes]
) -> InvalidUpdateError:
    """``error`` with the tasks that wrote ``channel`` named in its second line."""
    names = _writers_of(channel, tasks)
    first, _, rest = str(error).partition("\n")
    written = f"Written by: {', '.join(repr(name) for name in names)}."
    return InvalidUpdateError("\n".join(part for part in (first, written, rest) if part))


def _writers_of(channel: str, tasks: Sequence[Writes]) -> list[str]:
    return [task.name for task in tasks for name, _ in task.writes if name == channel]


def report_unknown(writer: str, name: str, channels: Mapping[str, Any]) -> None:
    """A write to a channel that the graph lacks: an error where it was to start a node."""
    if not name.startswith(BRANCH_PREFIX):
        _log.warning("Node '%s' wrote to the unknown channel '%s': ignored", writer, name)
        return
    known = sorted(
        channel[len(BRANCH_PREFIX) :] for channel in channels if channel.startswith(BRANCH_PREFIX)
    )
    raise InvalidUpdateError(
        f"Node '{writer}' goes to the unknown node '{name[len(BRANCH_PREFIX) :]}'. "
        f"Nodes of this graph: {', '.join(known)}"
    )
