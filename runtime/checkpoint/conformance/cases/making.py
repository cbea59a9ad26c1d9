"""Threads, checkpoints and expectations for the cases."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from runtime.checkpoint.base import (
    BaseCheckpointSaver,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    empty_checkpoint,
)
from runtime.checkpoint.base.id import new_checkpoint_id

Saver = BaseCheckpointSaver[Any]


def expect(condition: object, expectation: str) -> None:
    """``AssertionError`` that says what was expected; not stripped by optimisation."""
    if not condition:
        raise AssertionError(expectation)


def expect_equal(found: object, expected: object, what: str) -> None:
    """``AssertionError`` that shows both."""
    expect(found == expected, f"{what}: expected {expected!r}, found {found!r}")


def new_thread() -> str:
    """A thread id that nobody has used."""
    return f"conformance {uuid4()}"


def address(
    thread_id: str, namespace: str = "", checkpoint_id: str | None = None
) -> dict[str, Any]:
    """A config for a checkpoint, or for the newest."""
    configurable = {"thread_id": thread_id, "checkpoint_ns": namespace}
    if checkpoint_id is not None:
        configurable["checkpoint_id"] = checkpoint_id
    return {"configurable": configurable}


def id_in(config: Any) -> str:
    """The checkpoint id of a config."""
    found: str = config["configurable"]["checkpoint_id"]
    return found


def checkpoint_of(saver: Saver, values: dict[str, Any], step: int = 0, **fields: Any) -> Checkpoint:
    """A checkpoint whose channels all have their first version."""
    made = empty_checkpoint()
    made["id"] = new_checkpoint_id(step)
    made["channel_values"] = values
    made["channel_versions"] = {name: saver.get_next_version(None, None) for name in values}
    made.update(fields)  # type: ignore[typeddict-item]
    return made


def metadata_of(step: int = 0, source: str = "loop", **further: Any) -> CheckpointMetadata:
    """Metadata with the keys that every checkpoint has."""
    made: Any = {"source": source, "step": step, "parents": {}, **further}
    typed: CheckpointMetadata = made
    return typed


async def save(
    saver: Saver,
    config: dict[str, Any],
    values: dict[str, Any] | None = None,
    *,
    step: int = 0,
    source: str = "loop",
    **metadata: Any,
) -> dict[str, Any]:
    """Put a checkpoint whose channels are all new; returns its config."""
    made = checkpoint_of(saver, {"step": step} if values is None else values, step)
    return await saver.aput(
        config, made, metadata_of(step, source, **metadata), dict(made["channel_versions"])
    )


async def grow(
    saver: Saver, thread_id: str, count: int, *, namespace: str = "", **metadata: Any
) -> list[dict[str, Any]]:
    """A line of checkpoints, each the child of the one before, with a write each."""
    saved: list[dict[str, Any]] = []
    config = address(thread_id, namespace)
    for step in range(count):
        config = await save(saver, config, step=step, **metadata)
        await saver.aput_writes(config, [("step", step)], f"task {step}")
        saved.append(config)
    return saved


async def the(saver: Saver, config: dict[str, Any]) -> CheckpointTuple:
    """The checkpoint that is there."""
    found = await saver.aget_tuple(config)
    if found is None:
        raise AssertionError(f"no checkpoint at {config['configurable']}")
    return found


async def steps(saver: Saver, config: Any, **restrictions: Any) -> list[int]:
    """Steps in the order of a listing."""
    return [each.metadata["step"] async for each in saver.alist(config, **restrictions)]


def pending(found: CheckpointTuple) -> Sequence[Any]:
    """Pending writes, sorted by task for savers that order otherwise."""
    return sorted((tuple(write) for write in found.pending_writes or ()), key=lambda each: each[0])
