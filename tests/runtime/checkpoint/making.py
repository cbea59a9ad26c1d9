"""Checkpoints and configs for the tests of savers."""

from typing import Any

from runtime.checkpoint.base import (
    BaseCheckpointSaver,
    Checkpoint,
    CheckpointChanges,
    CheckpointMetadata,
    empty_checkpoint,
)
from runtime.checkpoint.base.id import new_checkpoint_id


def config(
    thread: str = "t", namespace: str = "", checkpoint_id: str | None = None
) -> dict[str, Any]:
    """A config that addresses a checkpoint, or the newest."""
    found = {"thread_id": thread, "checkpoint_ns": namespace}
    if checkpoint_id is not None:
        found["checkpoint_id"] = checkpoint_id
    return {"configurable": found}


def id_of(saved: dict[str, Any]) -> str:
    """The checkpoint id of a config."""
    found: str = saved["configurable"]["checkpoint_id"]
    return found


def checkpoint_of(values: dict[str, Any], step: int, **fields: Any) -> Checkpoint:
    """A checkpoint whose channels all have the version ``step + 2``."""
    made = empty_checkpoint()
    made["id"] = new_checkpoint_id(step)
    made["channel_values"] = values
    made["channel_versions"] = dict.fromkeys(values, step + 2)
    made.update(fields)  # type: ignore[typeddict-item]
    return made


def save(
    saver: BaseCheckpointSaver[Any],
    values: dict[str, Any],
    *,
    step: int = 0,
    thread: str = "t",
    namespace: str = "",
    parent: dict[str, Any] | None = None,
    source: str = "loop",
    fields: dict[str, Any] | None = None,
    **metadata: Any,
) -> dict[str, Any]:
    """Put a checkpoint that says all its channels are new; returns its config."""
    made = checkpoint_of(values, step, **(fields or {}))
    told: Any = {"source": source, "step": step, "parents": {}, **metadata}
    typed: CheckpointMetadata = told
    return saver.put(
        parent or config(thread, namespace), made, typed, made["channel_versions"].copy()
    )


def changes(
    step: int,
    parent: str | None,
    values: dict[str, Any],
    *,
    thread: str = "t",
    namespace: str = "",
    **fields: Any,
) -> CheckpointChanges:
    """A record in which every channel of ``values`` gets the version ``step + 2``."""
    return CheckpointChanges(
        thread,
        namespace,
        new_checkpoint_id(step),
        parent,
        "2026-01-01T00:00:00+00:00",
        {"source": "loop", "step": step, "parents": {}},
        versions=dict.fromkeys(values, step + 2),
        seen={"node": dict.fromkeys(values, step + 1)},
        values=values,
        **fields,
    )
