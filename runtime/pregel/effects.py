"""Input and output as values: what a computation needs of a saver, done by a sync or async driver.

A computation is a generator that yields a ``Load`` or a ``Settle`` and is sent the answer, so that
reading state and changing it are written once for both worlds.
"""

from collections.abc import Generator, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from runtime.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from runtime.constants import CONF
from runtime.deferred import Deferred
from runtime.pregel.execute import atake_result, take_result
from runtime.pregel.persistence import AsyncPersistence, Persistence
from runtime.pregel.saver_errors import while_reading
from runtime.pregel.snapshotting import absent_deltas, with_deltas
from runtime.pregel.task import Task
from runtime.scope import CURRENT

if TYPE_CHECKING:
    import asyncio

    from runtime.pregel.main import Pregel
else:
    asyncio = Deferred("asyncio")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Load:
    """Read the checkpoint that ``config`` addresses."""

    config: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Rebuild:
    """Read ``saved`` with the values of its delta channels ``absent``."""

    graph: "Pregel[Any, Any, Any, Any]"
    saved: CheckpointTuple
    absent: Sequence[str]


@dataclass(frozen=True, slots=True)
class Settle:
    """Wait until everything handed to ``persistence`` is saved."""

    persistence: Persistence


@dataclass(frozen=True, slots=True)
class Write:
    """Turn ``values`` into the writes of ``task``; its routers may have to be awaited."""

    task: Task
    values: Any


Effects = Generator[Load | Rebuild | Settle | Write, CheckpointTuple | None, T]


def rebuilt(
    graph: "Pregel[Any, Any, Any, Any]", saved: CheckpointTuple | None
) -> Effects[CheckpointTuple | None]:
    """``saved`` with the values of all its delta channels."""
    absent = absent_deltas(graph, saved)
    return (yield Rebuild(graph, saved, absent)) if absent and saved is not None else saved


def perform(effects: Effects[T], saver: BaseCheckpointSaver[Any] | None) -> T:
    """Run a computation, reading and saving in this thread; without loads it needs no saver."""
    answer: CheckpointTuple | None = None
    try:
        while True:
            effect = effects.send(answer)
            answer = None
            if isinstance(effect, Write):
                copy_context().run(_write, effect)
            elif isinstance(effect, Settle):
                effect.persistence.flush(wait=True)
            elif saver is not None and isinstance(effect, Load):
                with while_reading(effect.config[CONF]):
                    answer = saver.get_tuple(effect.config)
            elif isinstance(effect, Rebuild):
                answer = effect.saved
                if saver is not None:
                    histories = saver.get_delta_channel_history(
                        config=effect.saved.config, channels=effect.absent
                    )
                    answer = with_deltas(effect.graph, effect.saved, histories)
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]


async def perform_async(effects: Effects[T], saver: BaseCheckpointSaver[Any]) -> T:
    """As ``perform``, awaiting the saver."""
    answer: CheckpointTuple | None = None
    try:
        while True:
            effect = effects.send(answer)
            answer = None
            if isinstance(effect, Load):
                with while_reading(effect.config[CONF]):
                    answer = await saver.aget_tuple(effect.config)
            elif isinstance(effect, Rebuild):
                histories = await saver.aget_delta_channel_history(
                    config=effect.saved.config, channels=effect.absent
                )
                answer = with_deltas(effect.graph, effect.saved, histories)
            elif isinstance(effect, Write):
                await asyncio.create_task(_awrite(effect))
            elif isinstance(effect.persistence, AsyncPersistence):
                effect.persistence.flush()
                await effect.persistence.asettle()
            else:
                effect.persistence.flush(wait=True)
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]


def _write(effect: Write) -> None:
    CURRENT.set(effect.task)
    take_result(effect.task, effect.values)


async def _awrite(effect: Write) -> None:
    CURRENT.set(effect.task)
    await atake_result(effect.task, effect.values)
