"""Snapshots of plain checkpoints, read off the record alone: no state is set up, no task planned.

A checkpoint is plain where every channel shows what is stored of it, where all that is due are
nodes that a trigger channel makes due and that run no graph inside, and where all that is recorded
of them are writes of tasks that finished. Most of a long history is. Of any other checkpoint
nothing is said here, see ``snapshot``.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from runtime.checkpoint.base import CheckpointMetadata, CheckpointTuple
from runtime.checkpoint.base.addressing import config_of
from runtime.checkpoint.base.checkpoint import PendingWrite
from runtime.checkpoint.base.native import Recorded
from runtime.constants import NO_WRITES, NULL_TASK_ID, PULL, RESERVED_WRITES
from runtime.isolation import CONTAINERS, isolate
from runtime.pregel.node import PregelNode
from runtime.pregel.streams import result_payload
from runtime.pregel.task import derived_id
from runtime.types import PregelTask, StateSnapshot

if TYPE_CHECKING:
    from runtime.pregel.main import Pregel

_TOLD = RESERVED_WRITES - {NO_WRITES}
"""Recorded of tasks that failed, ask or were answered."""
_NOTHING: dict[str, Any] = {}


class PlainSnapshots:
    """Makes the snapshots of one graph's plain checkpoints."""

    def __init__(self, graph: "Pregel[Any, Any, Any, Any]") -> None:
        self.graph = graph
        layout = graph.layout
        self._held = layout.held
        self._initial = layout.values
        self._nodes = {name: node for name, node in graph.nodes.items() if _is_plain(node)}
        self._places = {name: place for place, name in enumerate(graph.nodes)}
        self._possible = not (
            layout.unshared
            or graph.deltas
            or graph.node_error_handler_map
            or any(name in graph.trigger_to_nodes for name in layout.values)
        )

    def snapshot(
        self, saved: CheckpointTuple, keys: str | Sequence[str], checkpoint_ns: str, *, newest: bool
    ) -> StateSnapshot | None:
        """``saved`` as a snapshot, ``None`` where it is not plain.

        At the ``newest`` checkpoint nothing may be recorded of its tasks: it would show.
        """
        checkpoint, pending = saved.checkpoint, saved.pending_writes
        if checkpoint_ns or (newest and pending):
            return None
        shown = self._shown(
            checkpoint["id"],
            checkpoint["channel_values"],
            checkpoint["channel_versions"],
            checkpoint["versions_seen"],
            saved.metadata,
            pending,
            keys,
            own=False,
        )
        if shown is None:
            return None
        values, due, tasks = shown
        return StateSnapshot(
            values,
            due,
            dict(saved.config),
            saved.metadata,
            checkpoint["ts"],
            saved.parent_config and dict(saved.parent_config),
            tasks,
            (),
        )

    def of_record(
        self, record: Recorded, keys: str | Sequence[str], *, own: bool
    ) -> StateSnapshot | None:
        """As ``snapshot``, of a checkpoint in a history; its values may be its ``own``."""
        row, folded, stored, writes = record
        if row.checkpoint_ns:
            return None
        metadata = cast(CheckpointMetadata, row.metadata)
        shown = self._shown(
            row.checkpoint_id,
            stored,
            folded.versions,
            folded.seen,
            metadata,
            writes,
            keys,
            own=own,
        )
        if shown is None:
            return None
        values, due, tasks = shown
        parent = row.parent_checkpoint_id
        return StateSnapshot(
            values,
            due,
            config_of(row.thread_id, "", row.checkpoint_id),
            metadata,
            row.ts,
            None if parent is None else config_of(row.thread_id, "", parent),
            tasks,
            (),
        )

    def _shown(
        self,
        checkpoint_id: str,
        stored: dict[str, Any],
        versions: dict[str, Any],
        seen: dict[str, dict[str, Any]],
        metadata: CheckpointMetadata,
        pending: Sequence[PendingWrite] | None,
        keys: str | Sequence[str],
        *,
        own: bool,
    ) -> tuple[dict[str, Any], tuple[str, ...], tuple[PregelTask, ...]] | None:
        """Values, what is next, and tasks; stored values are copied unless they are ``own``."""
        if not self._possible or isinstance(keys, str) or not stored.keys() <= self._held:
            return None
        writes = _writes_of(pending) if pending else _NOTHING
        due = self._due(stored, versions, seen)
        if writes is None or due is None:
            return None
        tasks = []
        if due:
            step = str(int(metadata.get("step", -2)) + 1)
            for name in due:
                node = self._nodes.get(name)
                if node is None:
                    return None
                task_id = derived_id(checkpoint_id, "", step, name, PULL, *node.triggers)
                done = writes.get(task_id)
                result = None if done is None else result_payload(done, keys)
                tasks.append(PregelTask(task_id, name, (PULL, name), None, (), None, result))
        values = {**self._initial, **stored} if self._initial else stored
        shared = self._initial if own else values
        shown = {
            name: isolate(values[name])
            if type(values[name]) in CONTAINERS and values[name] is shared.get(name)
            else values[name]
            for name in keys
            if name in values
        }
        return shown, tuple(due), tuple(tasks)

    def _due(
        self,
        stored: dict[str, Any],
        versions: dict[str, Any],
        seen: dict[str, dict[str, Any]],
    ) -> Sequence[str] | None:
        """The nodes that a trigger channel makes due, in the order of definition.

        ``None`` where versions are not all integers.
        """
        triggered = self.graph.trigger_to_nodes
        due: list[str] = []
        for channel in stored:
            for name in triggered.get(channel, ()):
                version = versions.get(channel, 0)
                known = seen.get(name, _NOTHING).get(channel, 0)
                if type(version) is not int or type(known) is not int:
                    return None
                if version > known and name not in due:
                    due.append(name)
        if len(due) > 1:
            due.sort(key=self._places.__getitem__)
        return due


def plain_snapshots(graph: "Pregel[Any, Any, Any, Any]") -> PlainSnapshots:
    """Those of ``graph``, worked out once."""
    found = graph.plain_snapshots
    if not isinstance(found, PlainSnapshots) or found.graph is not graph:
        found = graph.plain_snapshots = PlainSnapshots(graph)
    return found


def _is_plain(node: PregelNode) -> bool:
    """Whether a task of ``node`` is shown by its trigger alone: its input cannot be refused."""
    return not node.subgraphs and node.mapper is None and not isinstance(node.channels, str)


def _writes_of(
    pending: Sequence[tuple[str, str, Any]],
) -> dict[str, list[tuple[str, Any]]] | None:
    """The writes of finished tasks; ``None`` where anything else is recorded."""
    writes: dict[str, list[tuple[str, Any]]] = {}
    for task_id, channel, value in pending:
        if channel in _TOLD or task_id == NULL_TASK_ID:
            return None
        if task_id in writes:
            writes[task_id].append((channel, value))
        else:
            writes[task_id] = [(channel, value)]
    return writes
