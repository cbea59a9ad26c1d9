"""When the whole value of a delta channel is stored, and how it is made again where it is not.

A checkpoint's delta channels are what the writes of its ancestors' tasks make of the last value
that was stored whole. That holds along supersteps. Where a checkpoint does not follow from the
recorded writes of its parent (an edit, a branch, input that discarded finished tasks, results out
of a cache, an overwrite among other writes) the whole value is stored at once.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from runtime.channels.delta import DeltaChannel
from runtime.checkpoint.base import CheckpointTuple, DeltaChannelHistory
from runtime.checkpoint.serde.types import _DeltaSnapshot
from runtime.constants import MISSING, NULL_TASK_ID
from runtime.pregel.state import ThreadState

if TYPE_CHECKING:
    from runtime.pregel.main import Pregel

COUNTERS = "counters_since_delta_snapshot"
"""Metadata: for each delta channel updates and checkpoints since it was stored whole."""
LONGEST = 5000
"""Checkpoints after which a channel is stored whole, however rarely it is updated."""


class DeltaCounters:
    """Counts for one run how long ago each delta channel was stored whole."""

    def __init__(self, names: Sequence[str], saved: CheckpointTuple | None) -> None:
        self._names = names
        recorded: Mapping[str, Sequence[int]] = {}
        if saved is not None:
            recorded = saved.metadata.get("counters_since_delta_snapshot", {})
        self._counts = {name: (count[0], count[1]) for name, count in recorded.items()}
        self._empty: set[str] = set()
        self._waiting = set()
        if saved is not None:
            self._waiting = {
                channel
                for task_id, channel, _ in saved.pending_writes or ()
                if task_id != NULL_TASK_ID
            }

    def advance(
        self, state: ThreadState, *, follows: bool, recorded: bool
    ) -> dict[str, _DeltaSnapshot]:
        """Count one more checkpoint; gives the channels to store whole in it.

        ``follows``: what is recorded of the parent's tasks is what made this checkpoint.
        ``recorded``: everything that was folded since is recorded of tasks.
        """
        snapshots = {}
        for name in self._names:
            channel = state.channels[name]
            assert isinstance(channel, DeltaChannel)
            changed = name in state.changed
            updates, checkpoints = self._counts.get(name, (0, 0))
            updates, checkpoints = updates + changed, checkpoints + 1
            untold = changed and (channel.cut or not recorded or name in self._empty)
            adrift = not follows and (changed or name in self._waiting)
            due = updates >= channel.snapshot_frequency or checkpoints >= LONGEST
            cut = untold or adrift or due
            if cut and channel.is_available():
                snapshots[name] = _DeltaSnapshot(channel.get())
                self._counts.pop(name, None)
                self._empty.discard(name)
            else:
                self._counts[name] = (updates, checkpoints)
                if cut:
                    self._empty.add(name)
        self._waiting = set()
        return snapshots

    def whole(self, state: ThreadState) -> dict[str, _DeltaSnapshot]:
        """All delta channels that have a value, to be stored whole; others once they get one."""
        self._counts.clear()
        channels = {name: state.channels[name] for name in self._names}
        self._empty = {name for name, channel in channels.items() if not channel.is_available()}
        return {
            name: _DeltaSnapshot(channel.get())
            for name, channel in channels.items()
            if name not in self._empty
        }

    @property
    def metadata(self) -> dict[str, Any]:
        """What a checkpoint's metadata say of the counts."""
        return {COUNTERS: dict(self._counts)} if self._counts else {}


def absent_deltas(graph: "Pregel[Any, Any, Any, Any]", saved: CheckpointTuple | None) -> list[str]:
    """Delta channels that ``saved`` has and does not hold whole."""
    if saved is None or not graph.deltas:
        return []
    checkpoint = saved.checkpoint
    return [
        name
        for name in graph.deltas
        if name in checkpoint["channel_versions"] and name not in checkpoint["channel_values"]
    ]


def with_deltas(
    graph: "Pregel[Any, Any, Any, Any]",
    saved: CheckpointTuple,
    histories: Mapping[str, DeltaChannelHistory],
) -> CheckpointTuple:
    """``saved`` with the values that ``histories`` tell."""
    values = dict(saved.checkpoint["channel_values"])
    for name, history in histories.items():
        spec = graph.channels[name]
        assert isinstance(spec, DeltaChannel)
        channel = spec.from_checkpoint(history.get("seed", MISSING))
        channel.replay_writes(history["writes"])
        values[name] = _DeltaSnapshot(channel.get())
    return saved._replace(checkpoint={**saved.checkpoint, "channel_values": values})
