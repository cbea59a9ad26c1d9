"""Savers such as others write: with the public methods only, failing, slow, watching."""

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

from runtime.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from runtime.checkpoint.memory import InMemorySaver

Config = Any


class PlainSaver(BaseCheckpointSaver[int]):
    """The least that a saver can be: dictionaries, and the very objects that it was given.

    It notes what each stored checkpoint looked like, and refuses to give back one that somebody
    changed in the meantime.
    """

    def __init__(self) -> None:
        super().__init__()
        self.saved: dict[tuple[str, str], dict[str, tuple[Any, Any, str | None, str]]] = {}
        self.writes: dict[tuple[str, str, str], dict[tuple[str, int], Any]] = {}

    def put(self, config: Config, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
        thread, namespace, parent = _place(config)
        entry = (checkpoint, metadata, parent, repr((checkpoint, metadata)))
        self.saved.setdefault((thread, namespace), {})[checkpoint["id"]] = entry
        return _config(thread, namespace, checkpoint["id"])

    def put_writes(
        self, config: Config, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        thread, namespace, checkpoint_id = _place(config)
        assert checkpoint_id is not None
        kept = self.writes.setdefault((thread, namespace, checkpoint_id), {})
        special = {"__error__": -1, "__interrupt__": -3, "__resume__": -4}
        for index, (channel, value) in enumerate(writes):
            place = special.get(channel, index)
            if place < 0 or (task_id, place) not in kept:
                kept[task_id, place] = (channel, value)

    def get_tuple(self, config: Config) -> CheckpointTuple | None:
        thread, namespace, checkpoint_id = _place(config)
        known = self.saved.get((thread, namespace), {})
        if checkpoint_id is None:
            checkpoint_id = max(known, default=None)
        return self._tuple(thread, namespace, checkpoint_id) if checkpoint_id in known else None

    def _tuple(self, thread: str, namespace: str, checkpoint_id: Any) -> CheckpointTuple:
        checkpoint, metadata, parent, looked = self.saved[thread, namespace][checkpoint_id]
        assert repr((checkpoint, metadata)) == looked, "a stored checkpoint was changed"
        kept = self.writes.get((thread, namespace, checkpoint_id), {})
        return CheckpointTuple(
            _config(thread, namespace, checkpoint_id),
            checkpoint,
            metadata,
            None if parent is None else _config(thread, namespace, parent),
            [(task_id, channel, value) for (task_id, _), (channel, value) in kept.items()],
        )

    def list(
        self,
        config: Config,
        *,
        filter: dict[str, Any] | None = None,
        before: Config = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        thread, namespace, wanted = _place(config)
        if "checkpoint_ns" in config["configurable"]:
            places = [(thread, namespace)]
        else:
            places = [place for place in self.saved if place[0] == thread]
        found_at = {each: place for place in places for each in self.saved.get(place, ())}
        end = None if before is None else before["configurable"]["checkpoint_id"]
        given = 0
        for checkpoint_id, (_, namespace) in sorted(found_at.items(), reverse=True):
            if (wanted is not None and checkpoint_id != wanted) or (end and checkpoint_id >= end):
                continue
            found = self._tuple(thread, namespace, checkpoint_id)
            metadata: Any = found.metadata
            if any(metadata.get(key) != value for key, value in (filter or {}).items()):
                continue
            if limit is not None and given >= limit:
                return
            given += 1
            yield found

    def delete_thread(self, thread_id: str) -> None:
        self.saved = {key: kept for key, kept in self.saved.items() if key[0] != thread_id}
        self.writes = {key: kept for key, kept in self.writes.items() if key[0] != thread_id}


def _place(config: Config) -> tuple[str, str, str | None]:
    found = config["configurable"]
    return str(found["thread_id"]), found.get("checkpoint_ns", ""), found.get("checkpoint_id")


def _config(thread: str, namespace: str, checkpoint_id: str) -> Any:
    found = {"thread_id": thread, "checkpoint_ns": namespace, "checkpoint_id": checkpoint_id}
    return {"configurable": found}


class AwaitedSaver(PlainSaver):
    """The same for coroutines: its sync methods are out of bounds for a run that awaits."""

    async def aput(self, config: Config, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
        return PlainSaver.put(self, config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: Config, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        PlainSaver.put_writes(self, config, writes, task_id, task_path)

    async def aget_tuple(self, config: Config) -> CheckpointTuple | None:
        return PlainSaver.get_tuple(self, config)

    async def alist(
        self,
        config: Config,
        *,
        filter: dict[str, Any] | None = None,
        before: Config = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        for found in PlainSaver.list(self, config, filter=filter, before=before, limit=limit):
            yield found

    def put(self, config: Config, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
        raise AssertionError("a sync method was called")

    def put_writes(
        self, config: Config, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        raise AssertionError("a sync method was called")

    def get_tuple(self, config: Config) -> CheckpointTuple | None:
        raise AssertionError("a sync method was called")


class SaverError(Exception):
    """What a failing saver raises."""


class FailingSaver(InMemorySaver):
    """Fails at one of its calls, counted from 1; afterwards it works again."""

    def __init__(self, fail_at: int | None = None) -> None:
        super().__init__()
        self.calls = 0
        self.fail_at = fail_at

    def _count(self) -> None:
        self.calls += 1
        if self.calls == self.fail_at:
            raise SaverError(f"call {self.calls}")

    def put(self, config: Config, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
        self._count()
        return super().put(config, checkpoint, metadata, new_versions)

    def put_writes(
        self, config: Config, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        self._count()
        super().put_writes(config, writes, task_id, task_path)


class WatchedSaver(InMemorySaver):
    """Tells of each call before and after it is done."""

    def __init__(self, tell: Any) -> None:
        super().__init__()
        self.tell = tell

    def put(self, config: Config, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
        self.tell(f"saving step {metadata['step']}")
        result = super().put(config, checkpoint, metadata, new_versions)
        self.tell(f"saved step {metadata['step']}")
        return result

    def put_writes(
        self, config: Config, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        self.tell(f"saving writes of {task_path}")
        super().put_writes(config, writes, task_id, task_path)
        self.tell(f"saved writes of {task_path}")
