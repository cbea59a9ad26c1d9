"""The line of checkpoints that one run adds to: identities, metadata, and what is to be saved.

A record tells what changed since the checkpoint before it; the whole state is put together only
for savers that want it.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from runtime.checkpoint.base import ChannelVersions, CheckpointTuple, clock, get_checkpoint_metadata
from runtime.checkpoint.base.id import new_checkpoint_id
from runtime.checkpoint.base.records import CheckpointChanges, TaskWrites
from runtime.constants import CONF, MISSING, NO_WRITES, SUBSTITUTED, TASKS
from runtime.pregel.config import RunConfig
from runtime.pregel.leftovers import obsolete_triggers
from runtime.pregel.persistence import Persistence
from runtime.pregel.snapshotting import DeltaCounters
from runtime.pregel.state import ThreadState
from runtime.types import Send

if TYPE_CHECKING:
    from runtime.pregel.main import Pregel
    from runtime.pregel.task import Task

Source = Literal["input", "loop", "update", "fork"]


class CheckpointLine:
    """Where a run stands in its thread, and how it goes on from there.

    ``branches``: the first checkpoint may get siblings, because others go on from its parent.
    """

    def __init__(
        self,
        graph: "Pregel[Any, Any, Any, Any]",
        config: RunConfig,
        checkpoint_ns: str,
        saved: CheckpointTuple | None,
        persistence: Persistence | None,
        *,
        branches: bool,
    ) -> None:
        self._graph = graph
        self._config = config
        self.checkpoint_ns = checkpoint_ns
        self.thread_id = config.thread_id or ""
        self.saved = saved
        self.persistence = persistence
        self.parent_id: str | None = None
        self.metadata: Mapping[str, Any] | None = None
        self._id: str | None = None
        self._ts: str | None = None
        self._branches = branches
        self._deltas = DeltaCounters(graph.deltas, saved) if graph.deltas else None
        self._run_metadata: dict[str, Any] | None = None
        self._stepless: dict[str, Any] = {}
        """Metadata that the checkpoints of a run have in common, see ``CheckpointChanges``."""
        self._substituted: dict[str, str] = {}
        if saved is not None:
            self._id = saved.checkpoint["id"]
            self._ts = saved.checkpoint["ts"]
            self.metadata = saved.metadata
            self.parent_id = _id_in(saved.parent_config)

    @property
    def step(self) -> int:
        """Superstep of the present checkpoint; -2 before the first."""
        return -2 if self.metadata is None else int(self.metadata.get("step", -2))

    @property
    def checkpoint_id(self) -> str:
        """Id of the present checkpoint; made when first asked for."""
        if self._id is None:
            self._id = new_checkpoint_id(self.step)
        return self._id

    @property
    def created_at(self) -> str:
        """When the present checkpoint was made, ISO 8601 in UTC."""
        if self._ts is None:
            self._ts = clock.now()
        return self._ts

    def record_writes(
        self, task_id: str, writes: Sequence[tuple[str, Any]], task_path: str
    ) -> None:
        """Have a task's writes saved under the present checkpoint, with what is saved next."""
        if self.persistence is not None:
            self.persistence.add(self.writes_record(task_id, writes, task_path))

    def writes_record(
        self, task_id: str, writes: Sequence[tuple[str, Any]], task_path: str, node: str = ""
    ) -> TaskWrites:
        """The record of a task's writes under the present checkpoint."""
        if self._graph.untracked:
            writes = saveable(writes, self._graph.untracked)
        return TaskWrites(
            self.thread_id,
            self.checkpoint_ns,
            self.checkpoint_id,
            task_id,
            writes,
            task_path,
            node,
        )

    def note_substituted(self, tasks: "Sequence[Task]") -> None:
        """The metadata of the next checkpoint names the nodes that were not called."""
        self._substituted = {
            task.name: value
            for task in tasks
            for channel, value in task.writes
            if channel == SUBSTITUTED
        }

    def advance(
        self, state: ThreadState, source: Source, step: int, parents: dict[str, str]
    ) -> None:
        """The state becomes the next checkpoint of the line."""
        if self.persistence is None or self.persistence.durability != "exit":
            self.parent_id = self._id
        elif self.saved is not None:
            self.parent_id = self.saved.checkpoint["id"]
        self._id = self._ts = None
        metadata: dict[str, Any] = {"source": source, "step": step, "parents": parents}
        self.metadata = metadata
        if self.persistence is None:
            return
        snapshots: dict[str, Any] = {}
        if self._deltas is not None:
            recorded = (
                source == "loop"
                and self._graph.cache is None
                and self.persistence.durability != "exit"
            )
            if source in ("fork", "update"):
                snapshots = self._deltas.whole(state)
            else:
                snapshots = self._deltas.advance(state, follows=source == "loop", recorded=recorded)
            metadata.update(self._deltas.metadata)
        values: dict[str, Any] = {}
        removed = obsolete_triggers(state) if state.unknown else []
        for name in removed:
            del state.unknown[name]
        for name in state.changed:
            value = state.channels[name].checkpoint()
            if value is not MISSING:
                values[name] = value
            elif name not in snapshots:
                removed.append(name)
        values.update(snapshots)
        updated = None if source in ("fork", "update") else state.updated
        if self._substituted:
            metadata["substituted"], self._substituted = self._substituted, {}
            shared = {**metadata, **self._metadata_of_run()}
        else:
            shared = self._metadata_for(metadata)
        checkpoint_id = self._id = new_checkpoint_id(step)
        self._ts = clock.now()
        versions = state.versions
        record = CheckpointChanges(
            self.thread_id,
            self.checkpoint_ns,
            checkpoint_id,
            self.parent_id,
            self._ts,
            shared,
            {name: versions[name] for name in state.changed},
            cast("dict[str, ChannelVersions]", state.changed_seen),
            values,
            removed,
            None if updated is None else sorted(updated),
            self._graph.appending,
            source != "fork" and not self._branches and self._config.parent is None,
            step=step if shared is self._stepless else None,
        )
        self._branches = False
        whole = None
        if self.persistence.needs_whole_checkpoints:
            whole = self.whole(state)
            whole["channel_values"].update(snapshots)
        state.changed = set()
        state.changed_seen = {}
        self.persistence.add(record, whole)

    def copy(self, state: ThreadState, step: int) -> None:
        """Save the present checkpoint again as its own sibling, source "fork"."""
        assert self.saved is not None
        self._save_whole(state, {**self.saved.metadata, "source": "fork", "step": step})

    def move(self, state: ThreadState, step: int, parents: dict[str, str]) -> None:
        """The state, which lies in the namespace of an earlier branch, begins this one."""
        self.saved = self.parent_id = None
        self._save_whole(state, {"source": "fork", "step": step, "parents": parents})

    def _save_whole(self, state: ThreadState, metadata: dict[str, Any]) -> None:
        state.updated = None
        self._id = self._ts = None
        self.metadata = metadata
        if self.persistence is None:
            return
        whole = self.whole(state)
        if self._deltas is not None:
            whole["channel_values"].update(self._deltas.whole(state))
        self.persistence.add(
            CheckpointChanges(
                self.thread_id,
                self.checkpoint_ns,
                self.checkpoint_id,
                self.parent_id,
                self.created_at,
                metadata,
                versions=whole["channel_versions"],
                seen=whole["versions_seen"],
                values=whole["channel_values"],
                complete=True,
            ),
            whole if self.persistence.needs_whole_checkpoints else None,
        )

    def whole(self, state: ThreadState) -> dict[str, Any]:
        """The state as a full checkpoint dictionary."""
        values = {}
        for name in state.versions:
            value = state.channels[name].checkpoint() if name in state.specs else MISSING
            if value is not MISSING:
                values[name] = value
        return {
            "v": 4,
            "id": self.checkpoint_id,
            "ts": self.created_at,
            "channel_values": values,
            "channel_versions": dict(state.versions),
            "versions_seen": {node: dict(versions) for node, versions in state.seen.items()},
            "updated_channels": None if state.updated is None else sorted(state.updated),
        }

    def _metadata_for(self, metadata: dict[str, Any]) -> dict[str, Any]:
        """``metadata`` with the run's own; one dictionary for as long as only the step differs."""
        known = self._stepless
        if known.get("source") == metadata["source"] and known["parents"] == metadata["parents"]:
            return known
        if self._run_metadata is None:
            self._run_metadata = self._metadata_of_run()
        whole = {**metadata, **self._run_metadata}
        if self._deltas is None and "step" not in self._run_metadata:
            whole["step"] = None
            self._stepless = whole
        return whole

    def _metadata_of_run(self) -> dict[str, Any]:
        config = self._config
        return dict(
            get_checkpoint_metadata({"metadata": config.metadata, CONF: config.configurable}, {})
        )


def _id_in(config: Mapping[str, Any] | None) -> str | None:
    return None if config is None else config[CONF].get("checkpoint_id")


def saveable(writes: Sequence[tuple[str, Any]], untracked: frozenset[str]) -> list[tuple[str, Any]]:
    """``writes`` without those to channels that are never saved, also inside Sends."""
    kept = []
    for channel, value in writes:
        if channel in untracked:
            continue
        if channel == TASKS and isinstance(value.arg, dict):
            argument = {key: each for key, each in value.arg.items() if key not in untracked}
            value = Send(value.node, argument, timeout=value.timeout)
        kept.append((channel, value))
    return kept or [(NO_WRITES, None)]
