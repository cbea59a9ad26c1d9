"""Stream mode ``messages``: tokens while a model writes, and messages that nodes return.

A message is anything with ``id``, ``type`` and ``content``. It is streamed once, by id: what came
as tokens does not come again as the node's result. Where LangChain is in use, its models tell their
tokens through a callback handler in the task's config.
"""

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from runtime.constants import END, NS_SEPARATOR, RETURN, ROOT, TAG_NOSTREAM
from runtime.messages import is_message as has_message_fields

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


def stream_chunk(task: "Task", message: Any) -> None:
    """A message or a part of one that a running task makes now."""
    streams = task.loop.streams
    if streams is not None and "messages" in streams.modes:
        streams.seen_messages.add(message)
        streams.emit("messages", (message, dict(task.config["metadata"])))
        if streams.notify is not None:
            streams.notify()


class _LangChainHandler:
    """What the callback handler does; made a LangChain handler by ``langchain_handler``."""

    streams: "Streams"
    run_inline = True

    def __init__(self, streams: "Streams") -> None:
        self.streams = streams
        self._runs: dict[Any, tuple[tuple[str, ...], dict[str, Any]]] = {}

    def on_chat_model_start(
        self,
        serialized: Any,
        messages: Any,
        *,
        run_id: Any,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """A model starts: remember where."""
        if not metadata or TAG_NOSTREAM in (tags or ()):
            return
        namespace = str(metadata.get("langgraph_checkpoint_ns", "")).split(NS_SEPARATOR)[:-1]
        own = len(self.streams.namespace)
        if len(namespace) > own and not self.streams.subgraphs:
            return
        shown = [tag for tag in tags or () if not tag.startswith("seq:step")]
        self._runs[run_id] = tuple(namespace), {**metadata, **({"tags": shown} if shown else {})}

    def on_llm_new_token(
        self, token: str, *, chunk: Any = None, run_id: Any, **kwargs: Any
    ) -> None:
        """One token."""
        found = self._runs.get(run_id)
        if found is not None and hasattr(chunk, "message"):
            self._emit(found, chunk.message, run_id)

    def on_llm_end(self, response: Any, *, run_id: Any, **kwargs: Any) -> None:
        """The model is done: a model that does not stream tells its message now."""
        found = self._runs.pop(run_id, None)
        if found is None or not response.generations or not response.generations[0]:
            return
        message = getattr(response.generations[0][0], "message", None)
        if message is not None and self.streams.seen_messages.add(message):
            self._emit(found, message, run_id)

    def on_llm_error(self, error: BaseException, *, run_id: Any, **kwargs: Any) -> None:
        """The model failed."""
        self._runs.pop(run_id, None)

    def tap_output_iter(self, run_id: Any, output: Any) -> Any:
        """LangChain asks its streaming handlers to wrap what a runnable yields."""
        return output

    def tap_output_aiter(self, run_id: Any, output: Any) -> Any:
        """As ``tap_output_iter``."""
        return output

    def _emit(
        self, found: tuple[tuple[str, ...], dict[str, Any]], message: Any, run_id: Any
    ) -> None:
        namespace, metadata = found
        if message.id is None:
            message.id = f"lc_run--{run_id}"
        self.streams.seen_messages.add(message)
        self.streams.pass_on(namespace, "messages", (message, metadata))


def langchain_handler(streams: "Streams") -> Any:
    """A LangChain callback handler for ``streams``, or ``None`` where LangChain is not in use."""
    if "langchain_core.callbacks" not in sys.modules:
        return None
    from importlib import import_module

    base = import_module("langchain_core.callbacks").BaseCallbackHandler
    streaming = import_module("langchain_core.tracers._streaming")._StreamingCallbackHandler
    handler = type("MessagesHandler", (_LangChainHandler, base, streaming), {})
    return handler(streams)
