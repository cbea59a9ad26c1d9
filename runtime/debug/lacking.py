"""What a thread names and the open graph has not, and since which step the thread names it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from runtime.checkpoint.base import HistoryReader, StoredCheckpoint
from runtime.constants import BRANCH_PREFIX
from runtime.debug.opened import AnyGraph
from runtime.debug.stored import int_seen, int_versions

_LOOKED_AT = 2_000
"""Checkpoints that are gone through at most to say since when."""

Names = Callable[[StoredCheckpoint, str], bool]


def problems_of(
    graph: AnyGraph,
    stored: StoredCheckpoint,
    values: Mapping[str, Any],
    reader: HistoryReader,
) -> Iterator[str]:
    """In sentences what of a checkpoint the graph lacks: nodes that are due, channels, nodes."""
    versions, seen = int_versions(stored.versions), int_seen(stored.seen)
    lacking = sorted(name for name in versions if name not in graph.channels)
    due = [
        name.removeprefix(BRANCH_PREFIX)
        for name in lacking
        if name.startswith(BRANCH_PREFIX)
        and name in values
        and (node := name.removeprefix(BRANCH_PREFIX)) not in graph.nodes
        and versions[name] > seen.get(node, {}).get(name, 0)
    ]
    if due:
        since = _since(due, _is_due, stored, reader)
        yield (
            f"The thread is to run {_counted('node', due)} that the open graph lacks: {since}. "
            "Open a graph that has it, or edit the state as another node and go on from there."
        )
    unknown = [name for name in lacking if not name.startswith(BRANCH_PREFIX)]
    if unknown:
        since = _since(unknown, lambda row, name: name in row.versions, stored, reader)
        yield f"The open graph lacks {_counted('channel', unknown)} of this checkpoint: {since}."
    # Called tasks have seen nothing, and are no nodes.
    nodes = sorted(
        name
        for name, triggers in seen.items()
        if triggers and not name.startswith("__") and name not in graph.nodes
    )
    if nodes:
        since = _since(nodes, lambda row, name: name in row.seen, stored, reader)
        yield (
            f"The open graph lacks {_counted('node', nodes)} that ran before this checkpoint: "
            f"{since}."
        )


def _is_due(row: StoredCheckpoint, node: str) -> bool:
    trigger = BRANCH_PREFIX + node
    version = int_versions(row.versions).get(trigger, 0)
    return version > int_seen(row.seen).get(node, {}).get(trigger, 0)


def _since(
    names: Sequence[str], has: Names, stored: StoredCheckpoint, reader: HistoryReader
) -> str:
    """The names, each with the first step of the branch from which on it is there without end."""
    first = dict.fromkeys(names, stored.step)
    waiting, wanted = set(names), stored.parent_checkpoint_id
    older = reader.list_rows(
        stored.thread_id, stored.checkpoint_ns, before=stored.checkpoint_id, limit=_LOOKED_AT
    )
    for row in older:
        if row.checkpoint_id != wanted:
            continue
        wanted = row.parent_checkpoint_id
        waiting = {name for name in waiting if has(row, name)}
        first.update(dict.fromkeys(waiting, row.step))
        if not waiting:
            break
    return ", ".join(f"{name} (since {_step(first[name])})" for name in names)


def _step(number: int) -> str:
    return "the input" if number < 0 else f"step {number}"


def _counted(word: str, names: Sequence[str]) -> str:
    return f"a {word}" if len(names) == 1 else f"{len(names)} {word}s"
