"""Stream mode ``messages``: tokens while a model writes, and messages that nodes return.

A message is anything with ``id``, ``type`` and ``content``. It is streamed once, by id: what came
as tokens does not come again as the node's result. Where LangChain is in use, its models tell their
tokens through a callback handler in the task's config.
"""

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from runtime.constants import END, NS_SEPARATOR, RETURN, ROOT
from runtime.messages import is_message as has_message_fields
from runtime.pregel.model_calls import ModelCalls, as_handler

if TYPE_CHECKING:
    from runtime.pregel.streams import Streams
    from runtime.pregel.task import Task
    from runtime.types import Command


_WHOLE_RESULTS = (END, RETURN, ROOT)
"""Channels that take what a node returned as it is, not by key."""


def is_message(value: Any) -> bool:
    """Whether ``value`` is a message, not a class or a removal."""
    return has_message_fields(value) and not isinstance(value, type) and value.type != "remove"


def messages_in(value: Any) -> Iterator[Any]:
    """Messages in a channel's value: itself, or the items of a list."""
    if is_message(value):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            if is_message(item):
                yield item


class SeenMessages:
    """Ids that were streamed already, for one run and the runs inside it."""

    def __init__(self) -> None:
        self._ids: set[str] = set()

    def add(self, message: Any) -> bool:
        """Remember ``message``; whether it is new. A message without id gets one."""
        if message.id is None:
            message.id = str(uuid4())
        if message.id in self._ids:
            return False
        self._ids.add(message.id)
        return True


def note_input(streams: "Streams", task: "Task") -> None:
    """Messages that the task was given are not news."""
    values = task.input.values() if isinstance(task.input, dict) else (task.input,)
    for value in values:
        for message in messages_in(value):
            streams.seen_messages.add(message)


def note_handed_up(task: "Task", commands: "Iterable[Command[Any]]") -> None:
    """Messages in what a graph inside ``task`` handed up to it are not news."""
    streams = task.loop.streams
    if streams is None or "messages" not in streams.modes:
        return
    for command in commands:
        update = command.update
        for value in update.values() if isinstance(update, dict) else (update,):
            for message in messages_in(value):
                streams.seen_messages.add(message)


def stream_result(streams: "Streams", task: "Task") -> None:
    """Messages among the task's writes that were not streamed before.

    A called task counts as being inside its caller.
    """
    if task.called_by is not None and not streams.subgraphs:
        return
    inside = task.checkpoint_ns.split(NS_SEPARATOR)[:-1]
    for channel, value in task.writes:
        whole = channel in _WHOLE_RESULTS and isinstance(value, dict)
        for part in value.values() if whole else (value,):
            for message in messages_in(part):
                if streams.seen_messages.add(message):
                    metadata = {**task.config["metadata"], "ls_integration": "langgraph"}
                    streams.pass_on(tuple(inside), "messages", (message, metadata), inside=False)


def stream_chunk(task: "Task", message: Any, *, whole: bool) -> None:
    """A message, or a part of one, that a running task makes now."""
    observer = task.loop.observer
    if observer is not None:
        observer.message_streamed(task.checkpoint_ns, message, whole=whole)
    streams = task.loop.streams
    if streams is not None and "messages" in streams.modes:
        streams.seen_messages.add(message)
        streams.emit("messages", (message, dict(task.config["metadata"])))
        if streams.notify is not None:
            streams.notify()


class StreamedCalls(ModelCalls[tuple[tuple[str, ...], dict[str, Any]]]):
    """Hands what models tell to a stream."""

    def __init__(self, streams: "Streams") -> None:
        super().__init__()
        self.streams = streams

    def place_of(
        self, tags: list[str], metadata: dict[str, Any]
    ) -> tuple[tuple[str, ...], dict[str, Any]] | None:
        """The namespace of the call and the metadata that its chunks carry."""
        namespace = str(metadata.get("langgraph_checkpoint_ns", "")).split(NS_SEPARATOR)[:-1]
        if len(namespace) > len(self.streams.namespace) and not self.streams.subgraphs:
            return None
        shown = [tag for tag in tags if not tag.startswith("seq:step")]
        return tuple(namespace), {**metadata, **({"tags": shown} if shown else {})}

    def told(
        self, place: tuple[tuple[str, ...], dict[str, Any]], message: Any, *, at_end: bool
    ) -> None:
        """What came as tokens does not come again at the end."""
        namespace, metadata = place
        if self.streams.seen_messages.add(message) or not at_end:
            self.streams.pass_on(namespace, "messages", (message, metadata))


def langchain_handler(streams: "Streams") -> Any:
    """A LangChain callback handler for ``streams``, or ``None`` where LangChain is not in use."""
    if "langchain_core.callbacks" not in sys.modules:
        return None
    return as_handler(StreamedCalls, streams)
