"""Where a session's checkpoints lie: a database by path or URL, a given saver, or memory."""

import os
from collections.abc import Iterator, Sequence
from typing import Any

from runtime.checkpoint.base import (
    BaseCheckpointSaver,
    CheckpointTuple,
    StoredCheckpoint,
    StoredThread,
    ThreadListing,
)
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.sql.errors import StoreMissingError
from runtime.debug.commands import (
    Command,
    CommitEdit,
    Continue,
    DeleteThread,
    ListPending,
    ListThreads,
    Resume,
    ReviseAnswer,
    Start,
)
from runtime.debug.exported.run_file import SUFFIX
from runtime.debug.opened import AnyGraph

_NEED_THE_FILE = (
    ListThreads,
    ListPending,
    Start,
    Continue,
    Resume,
    ReviseAnswer,
    CommitEdit,
    DeleteThread,
)
"""What is asked before anything is saved, and when a person wants to see what is there."""


class Database:
    """Holds the saver of a session; a database is opened at once, or ``StoreError`` says why not.

    ``create`` makes or migrates a store where needed; ``read_only`` changes nothing at all, and
    so it is with the file of an exported run. ``spare`` is the path of a file that is used in place
    of memory.
    """

    def __init__(
        self,
        given: "str | BaseCheckpointSaver[Any] | None",
        *,
        create: bool = True,
        read_only: bool = False,
        spare: str | None = None,
    ) -> None:
        self._owned = isinstance(given, str)
        self._spare = spare
        self.saver: BaseCheckpointSaver[Any] | None = None
        if isinstance(given, str):
            # Only here, so that sessions in memory do not load a database toolkit.
            from runtime.checkpoint.sql import SqlSaver

            read_only = read_only or given.endswith(SUFFIX)
            # What is only read may be a stranger's: its classes are shown, and not rebuilt.
            serde = JsonPlusSerializer(trusted=not read_only)
            self.saver = SqlSaver(given, serde=serde, create=create, read_only=read_only)
        else:
            self.saver = given
        self._fixed = given is not None
        self._file = _file_of(self.saver)

    @property
    def path(self) -> str | None:
        """The file that is open; ``None`` where checkpoints lie elsewhere."""
        return None if self._file is None else self._file[0]

    def saver_for(self, graph: AnyGraph) -> BaseCheckpointSaver[Any]:
        """The saver that the graph runs on: the database, else its own, else memory."""
        if not self._fixed:
            own = graph.checkpointer
            if isinstance(own, BaseCheckpointSaver):
                self.saver = own
            elif self.saver is None:
                self.saver = self._memory()
            self._file = _file_of(self.saver)
        assert self.saver is not None
        return self.saver

    def check_for(self, command: Command) -> None:
        """Raise ``StoreMissingError`` where a command would go to a file that nobody finds again.

        One that was removed or replaced is read and written on as long as it is open.
        """
        if self._file is None or not isinstance(command, _NEED_THE_FILE):
            return
        path, known = self._file
        found = _identity_of(path)
        if found != known:
            problem = "the file was removed" if found is None else "another file is in its place"
            remedy = "Put the file back, or open another database"
            raise StoreMissingError(path, problem, remedy)

    def _memory(self) -> BaseCheckpointSaver[Any]:
        if self._spare is None:
            return InMemorySaver()
        from runtime.checkpoint.sql import SqlSaver

        self._owned = True
        return SqlSaver(self._spare)

    def notice_for(self, graph: AnyGraph) -> str:
        """That the graph's own saver is not used, with both places; empty where it is used."""
        own = graph.checkpointer
        if not self._fixed or not isinstance(own, BaseCheckpointSaver) or own is self.saver:
            return ""
        given_to, instead = place_of(own), place_of(self.saver)
        if given_to == instead and "memory" not in given_to:
            return ""
        return (
            f"The graph's own checkpointer ({type(own).__name__}, {given_to}) is not used: "
            f"checkpoints go to {instead}."
        )

    def close(self) -> None:
        """Release the database; a saver that was given stays open."""
        close = getattr(self.saver, "close", None)
        if self._owned and close is not None:
            close()


def place_of(saver: object) -> str:
    """Where a saver keeps its checkpoints, in a word: a path, an address, or memory."""
    place = getattr(saver, "place", None)
    if not isinstance(place, str):
        return "memory" if isinstance(saver, InMemorySaver) else "a place of its own"
    return place if "://" in place or place.startswith(":") else os.path.realpath(place)


def _file_of(saver: object) -> tuple[str, tuple[int, int]] | None:
    """The file that a saver keeps open, with what tells it from any other."""
    place = getattr(saver, "place", None)
    if not isinstance(place, str) or "://" in place or place.startswith(":"):
        return None
    path = os.path.realpath(place)
    identity = _identity_of(path)
    return None if identity is None else (path, identity)


def _identity_of(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


class PublicReader:
    """The debugger's read side of a saver that has only the public calls.

    Listing decodes whole checkpoints, so it is slower than a saver's own.
    """

    def __init__(self, saver: BaseCheckpointSaver[Any]) -> None:
        self._saver = saver

    def list_threads(self, offset: int = 0, limit: int = 100) -> ThreadListing:
        """One page of threads, the one changed last first."""
        found: dict[str, list[CheckpointTuple]] = {}
        for each in self._saver.list(None):
            found.setdefault(str(each.config["configurable"]["thread_id"]), []).append(each)
        threads = [
            StoredThread(
                thread_id=thread_id,
                first_checkpoint_id=min(each.checkpoint["id"] for each in saved),
                newest_checkpoint_id=max(each.checkpoint["id"] for each in saved),
                first_ts=min(each.checkpoint["ts"] for each in saved),
                newest_ts=max(each.checkpoint["ts"] for each in saved),
                count=len(saved),
            )
            for thread_id, saved in found.items()
        ]
        threads.sort(key=lambda each: each.newest_checkpoint_id, reverse=True)
        return ThreadListing(offset, len(threads), tuple(threads[offset : offset + limit]))

    def list_rows(
        self,
        thread_id: str,
        checkpoint_ns: str | None = None,
        *,
        before: str | None = None,
        limit: int | None = None,
    ) -> Sequence[StoredCheckpoint]:
        """Checkpoints newest first; all namespaces where ``checkpoint_ns`` is ``None``."""
        configurable = {"thread_id": thread_id}
        if checkpoint_ns is not None:
            configurable["checkpoint_ns"] = checkpoint_ns
        found = self._saver.list(
            {"configurable": configurable},
            before=None if before is None else {"configurable": {"checkpoint_id": before}},
            limit=limit,
        )
        return list(self._rows(found))

    def _rows(self, found: Iterator[CheckpointTuple]) -> Iterator[StoredCheckpoint]:
        for each in found:
            configurable = each.config["configurable"]
            checkpoint = each.checkpoint
            parent = each.parent_config
            updated = checkpoint.get("updated_channels")
            written: dict[str, list[str]] = {}
            for task_id, channel, _ in each.pending_writes or ():
                written.setdefault(task_id, []).append(channel)
            yield StoredCheckpoint(
                thread_id=str(configurable["thread_id"]),
                checkpoint_ns=configurable.get("checkpoint_ns", ""),
                checkpoint_id=checkpoint["id"],
                parent_checkpoint_id=None
                if parent is None
                else parent["configurable"].get("checkpoint_id"),
                step=each.metadata.get("step", -1),
                source=each.metadata.get("source", ""),
                ts=checkpoint["ts"],
                metadata=dict(each.metadata),
                versions=checkpoint["channel_versions"],
                seen=checkpoint["versions_seen"],
                available=frozenset(checkpoint["channel_values"]),
                updated_channels=None if updated is None else tuple(updated),
                written_tasks=tuple((task, tuple(names)) for task, names in written.items()),
            )

    def get_value(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str, channel: str
    ) -> Any:
        """The value of one channel; ``KeyError`` where checkpoint or value do not exist."""
        saved = self._saver.get_tuple(
            {
                "configurable": {
                    "thread_id": thread_id,
                    "checkpoint_ns": checkpoint_ns,
                    "checkpoint_id": checkpoint_id,
                }
            }
        )
        if saved is None:
            raise KeyError(checkpoint_id)
        return saved.checkpoint["channel_values"][channel]
