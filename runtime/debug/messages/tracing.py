"""Who wrote the messages of a channel: the way back from a checkpoint to its first ancestor.

A message is that of the oldest write which has it: by its id, or, for writes made before the
reducer gave ids, by what it says. So a subgraph that hands back its whole list is not taken for the
author of what was there before. What no write explains came by an edit.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from runtime.checkpoint.base import HistoryReader, StoredCheckpoint
from runtime.checkpoint.base.native import native_reader
from runtime.checkpoint.base.rows import decoded
from runtime.constants import MISSING, PULL, PUSH, START, TASKS
from runtime.debug.messages.commands import TraceMessages
from runtime.debug.messages.content import Message, messages_in
from runtime.debug.messages.same import new_places, signature
from runtime.debug.messages.views import AuthorKind, MessageAuthor, MessagesTraced
from runtime.debug.sharing import SharingReader
from runtime.debug.showing import sends_in

_ROWS = 200
"""Checkpoints that one asking looks at."""


class MessageTracer:
    """Goes back from one checkpoint; for one command."""

    def __init__(
        self, command: TraceMessages, reader: HistoryReader, shared: SharingReader
    ) -> None:
        self.command = command
        self._reader = reader
        self._shared = shared
        self._native = native_reader(shared.saver)
        self._wanted: str | None = command.checkpoint_id
        self._before = command.checkpoint_id + "~"
        self._child: StoredCheckpoint | None = None
        self._ids: dict[str, int] = {}
        self._id_at: dict[int, str] = {}
        self._messages = messages_in(self._value(command.checkpoint_id))
        for index, message in self._messages:
            if message.id:
                self._ids[message.id] = index
                self._id_at[index] = message.id

    def _value(self, checkpoint_id: str) -> Any:
        command = self.command
        where = (command.thread_id, command.checkpoint_ns, checkpoint_id, command.channel)
        try:
            return self._shared.value(*where)
        except KeyError:
            return None

    def advance(self) -> MessagesTraced:
        """A part of the way."""
        command = self.command
        rows = self._reader.list_rows(
            command.thread_id, command.checkpoint_ns, before=self._before, limit=_ROWS
        )
        found: dict[int, MessageAuthor] = {}
        for row in rows:
            self._before = row.checkpoint_id
            if row.checkpoint_id == self._wanted:
                found.update((each.index, each) for each in self._authors(row))
                self._child = row
                self._wanted = row.parent_checkpoint_id
        return MessagesTraced(
            command.checkpoint_id,
            command.channel,
            tuple(found.values()),
            more=bool(self._messages) and self._wanted is not None and len(rows) == _ROWS,
        )

    def _authors(self, row: StoredCheckpoint) -> Iterator[MessageAuthor]:
        """Of messages written in the superstep after ``row``, or by the edit that made it."""
        channel = self.command.channel
        if row.source in ("update", "fork"):
            yield from self._edited(row)
        child = self._child
        if child is None or not any(channel in names for _, names in row.written_tasks):
            return
        for name, value in self._writes(row):
            kind: AuthorKind = "input" if name == START else "node"
            for _, message in messages_in(value):
                for index in self._places(message):
                    yield self._author(index, kind, name, child)

    def _author(
        self, index: int, kind: AuthorKind, node: str, row: StoredCheckpoint
    ) -> MessageAuthor:
        message_id = self._id_at.get(index, "")
        return MessageAuthor(index, kind, node, row.step, row.checkpoint_id, message_id)

    def _places(self, message: Message) -> Sequence[int]:
        if message.id:
            return [self._ids[message.id]] if message.id in self._ids else []
        return self._signatures.get(signature(message), [])

    @cached_property
    def _signatures(self) -> dict[tuple[str, str, str], list[int]]:
        """For writes without ids, which not every thread has."""
        found: dict[tuple[str, str, str], list[int]] = {}
        for index, message in self._messages:
            found.setdefault(signature(message), []).append(index)
        return found

    def _edited(self, row: StoredCheckpoint) -> Iterator[MessageAuthor]:
        """Messages that an edit brought: nothing else is recorded of it."""
        before = None
        if row.parent_checkpoint_id is not None:
            before = self._value(row.parent_checkpoint_id)
        now = messages_in(self._value(row.checkpoint_id))
        brought = new_places(now, messages_in(before))
        for message in (message for place, message in now if place in brought):
            for index in self._places(message):
                yield self._author(index, "edit", "", row)

    def _writes(self, row: StoredCheckpoint) -> Iterator[tuple[str, Any]]:
        """Node and value of each write to the channel."""
        where = (row.thread_id, row.checkpoint_ns, row.checkpoint_id)
        channel = self.command.channel
        if self._native is None:
            names = ("thread_id", "checkpoint_ns", "checkpoint_id")
            config = {"configurable": dict(zip(names, where, strict=True))}
            saved = self._shared.read(config)
            for _, name, value in () if saved is None else saved.pending_writes or ():
                if name == channel:
                    yield "", value
            return
        with self._native.session() as session:
            written = [each for each in session.writes(*where) if each.channel == channel]
            values = [decoded(each.value, self._native.serde.loads_typed) for each in written]
        sends: list[str] | None = None
        for write, value in zip(written, values, strict=True):
            kind, _, rest = write.task_path.removeprefix("~").partition(", ")
            if kind == PULL:
                yield rest.partition(", ")[0], value
                continue
            if sends is None:
                sends = self._sends(row)
            index = rest.partition(",")[0]
            known = kind == PUSH and index.isdecimal() and int(index) < len(sends)
            yield sends[int(index)] if known else "", value

    def _sends(self, row: StoredCheckpoint) -> list[str]:
        if TASKS not in row.available:
            return []
        where = (row.thread_id, row.checkpoint_ns, row.checkpoint_id)
        value = self._reader.get_value(*where, TASKS)
        return [] if value in (None, MISSING) else sends_in(value)
