"""A whole checkpoint as its difference from its parent."""

from runtime.checkpoint.base.checkpoint import ChannelVersions, Checkpoint, CheckpointMetadata
from runtime.checkpoint.base.records import CheckpointChanges
from runtime.checkpoint.base.rows import Folded
from runtime.isolation import isolate

_KNOWN_KEYS = frozenset(Checkpoint.__annotations__) - {"pending_sends"}


def changes_of(
    thread_id: str,
    checkpoint_ns: str,
    parent_id: str | None,
    parent: Folded | None,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    new_versions: ChannelVersions,
) -> CheckpointChanges:
    """What a whole checkpoint changes in its parent.

    A channel is taken over from the parent where it has a version, the same as there, and is not
    among ``new_versions``. Where one of the parent's versions is gone, the record is complete.
    """
    versions = checkpoint["channel_versions"]
    seen = checkpoint["versions_seen"]
    values = checkpoint["channel_values"]
    changes = CheckpointChanges(
        thread_id,
        checkpoint_ns,
        checkpoint["id"],
        parent_id,
        checkpoint["ts"],
        isolate(dict(metadata)),
        updated_channels=checkpoint.get("updated_channels"),
        v=checkpoint["v"],
        extra={key: value for key, value in checkpoint.items() if key not in _KNOWN_KEYS} or None,
    )
    lost = parent is None or not (
        parent.versions.keys() <= versions.keys()
        and all(
            node in seen and known.keys() <= seen[node].keys()
            for node, known in parent.seen.items()
        )
    )
    if parent is None or lost:
        changes.complete = True
        changes.versions = dict(versions)
        changes.seen = {node: dict(known) for node, known in seen.items()}
        changes.values = dict(values)
        return changes
    available = parent.available()
    changes.versions = {
        channel: version
        for channel, version in versions.items()
        if parent.versions.get(channel) != version
    }
    for node, known in seen.items():
        before = parent.seen.get(node)
        if before is None:
            changes.seen[node] = dict(known)
        elif before != known:
            changes.seen[node] = {
                channel: version
                for channel, version in known.items()
                if before.get(channel) != version
            }
    changes.values = {
        channel: value
        for channel, value in values.items()
        if channel in new_versions
        or channel in changes.versions
        or channel not in versions
        or channel not in available
    }
    changes.removed = [channel for channel in available if channel not in values]
    return changes
