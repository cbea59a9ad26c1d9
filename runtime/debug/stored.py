"""Rows of a saver's listing as rows of a history: what is due, what waits, what failed.

A row has versions but no values. The few values that the activation rule asks for (barriers,
waiting ``Send``s) are read one by one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from runtime.checkpoint.base import HistoryReader, StoredCheckpoint
from runtime.constants import (
    ERROR,
    INTERRUPT,
    JOIN_PREFIX,
    MISSING,
    NO_WRITES,
    RESERVED_WRITES,
    RETURN,
    START,
    SUBSTITUTED,
    TASKS,
)
from runtime.debug.explain import Activation, triggers_by_convention
from runtime.debug.opened import AnyGraph, OpenGraph
from runtime.debug.showing import activation, joins_of, json_or_line
from runtime.debug.views import CheckpointRow, ThreadStatus
from runtime.pregel.state import as_version

_NOT_RESULTS = RESERVED_WRITES - {NO_WRITES, RETURN, SUBSTITUTED}


def is_finished(channels: Sequence[str]) -> bool:
    """Whether a task that wrote these has finished: questions and errors are no results."""
    return any(channel not in _NOT_RESULTS for channel in channels)


def status_of(newest: Sequence[StoredCheckpoint]) -> ThreadStatus:
    """The state of a thread from its newest checkpoint, given as a listing of one or none."""
    if not newest:
        return "idle"
    if _has_unfinished(newest[0], INTERRUPT):
        return "waiting"
    return "failed" if _has_unfinished(newest[0], ERROR) else "idle"


def _has_unfinished(stored: StoredCheckpoint, mark: str) -> bool:
    return any(
        mark in channels and not is_finished(channels) for _, channels in stored.written_tasks
    )


def history_row(
    stored: StoredCheckpoint, reader: HistoryReader, opened: OpenGraph | None
) -> CheckpointRow:
    """One line of the history."""
    return CheckpointRow(
        thread_id=stored.thread_id,
        checkpoint_ns=stored.checkpoint_ns,
        checkpoint_id=stored.checkpoint_id,
        parent_checkpoint_id=_earlier(stored),
        step=stored.step,
        source=stored.source,
        created_at=stored.ts,
        next=rule_of_row(stored, reader, opened).due_nodes(),
        metadata=json_or_line(dict(stored.metadata)),
        interrupted=_has_unfinished(stored, INTERRUPT),
        failed=_has_unfinished(stored, ERROR),
    )


def _earlier(stored: StoredCheckpoint) -> str | None:
    """The parent, where it is one: nothing leads whoever goes back from it in circles."""
    parent = stored.parent_checkpoint_id
    return parent if parent is not None and parent < stored.checkpoint_id else None


def rule_of_row(
    stored: StoredCheckpoint, reader: HistoryReader, opened: OpenGraph | None
) -> Activation:
    """The activation rule at a stored checkpoint."""
    versions = int_versions(stored.versions)
    seen = int_seen(stored.seen)
    graph = None if opened is None else opened.graph_at(stored.checkpoint_ns)
    triggers = triggers_of(graph, versions)
    wanted = {
        name
        for node, channels in triggers.items()
        for name in channels
        if name in stored.available
        and versions.get(name, 0) > seen.get(node, {}).get(name, 0)
        and not _says_by_being_there(name, graph)
    }
    if TASKS in stored.available:
        wanted.add(TASKS)
    where = (stored.thread_id, stored.checkpoint_ns, stored.checkpoint_id)
    held = {name: reader.get_value(*where, name) for name in wanted}
    available = {
        name
        for name in stored.available
        if name not in held or is_available(name, held[name], graph)
    }
    return activation(triggers, versions, seen, available, held, declared_joins(opened), {})


def triggers_of(graph: AnyGraph | None, versions: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
    """Trigger channels by node, from the graph; from the channels' names for nodes it lacks."""
    named = triggers_by_convention(versions)
    if graph is None:
        return named
    known = {START, *graph.nodes}
    lacking = {name: channels for name, channels in named.items() if name not in known}
    return {name: node.triggers for name, node in graph.nodes.items()} | lacking


def declared_joins(opened: OpenGraph | None) -> Mapping[str, Sequence[str]]:
    """Sources of the open graph's join channels."""
    return {} if opened is None else opened.joins


def int_versions(stored: Mapping[str, Any]) -> dict[str, int]:
    """Versions as integers, whichever saver wrote them."""
    return {name: as_version(version) for name, version in stored.items()}


def int_seen(stored: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    """``versions_seen`` with integers."""
    return {node: int_versions(versions) for node, versions in stored.items()}


def _says_by_being_there(name: str, graph: AnyGraph | None) -> bool:
    """Whether a stored value of the channel means that it is available."""
    channel = None if graph is None else graph.channels.get(name)
    if channel is None:
        return not name.startswith(JOIN_PREFIX)
    return not hasattr(channel, "seen") and not hasattr(channel, "finished")


def is_available(name: str, stored: Any, graph: AnyGraph | None) -> bool:
    """Whether a channel that holds what was stored gives a value."""
    if stored is MISSING:
        return False
    if graph is not None and name in graph.channels:
        return bool(graph.channels[name].from_checkpoint(stored).is_available())
    join = joins_of([name], {name: stored}, {}).get(name)
    return join is None or len(join.reported) == len(join.sources)
