"""Messages of stored checkpoints as views, a page at a time."""

import json
from collections.abc import Mapping
from typing import Any

from runtime.checkpoint.base import HistoryReader
from runtime.debug.anatomy import is_a
from runtime.debug.messages.commands import ReadMessages, TraceMessages
from runtime.debug.messages.content import Block, Message, ToolCall, holds_messages, messages_in
from runtime.debug.messages.parts import Part
from runtime.debug.messages.same import new_places
from runtime.debug.messages.tracing import MessageTracer
from runtime.debug.messages.views import (
    MessageBlock,
    MessageChannel,
    MessagePage,
    MessagesTraced,
    MessageView,
    ToolCallView,
)
from runtime.debug.natural import TooLarge, to_natural
from runtime.debug.preview import line_of, preview
from runtime.debug.sharing import SharingReader
from runtime.debug.showing import handle
from runtime.debug.values import ValueHandle

TEXT = 2_000
"""Characters of a block that are given at once."""
ARGUMENTS = 4_000
"""Characters of JSON of a call's arguments."""
_BLOCKS = 50
_CALLS = 50

Place = tuple[str, str, str]
"""Thread, namespace and checkpoint."""


class MessagesReader:
    """Reads one saver; the channels of the moment that was read last are kept."""

    def __init__(self, shared: SharingReader, reader: HistoryReader) -> None:
        self._shared = shared
        self._reader = reader
        self._tracer: MessageTracer | None = None
        self._at: Place | None = None
        self._channels: dict[str, list[tuple[int, Message]]] = {}
        self._new: dict[str, set[int]] = {}

    def read(self, command: ReadMessages) -> MessagePage:
        """One page; ``LookupError`` where the checkpoint is gone."""
        where = (command.thread_id, command.checkpoint_ns, command.checkpoint_id)
        if self._at != where:
            self._load(where)
        channels = tuple(
            MessageChannel(name, len(messages)) for name, messages in self._channels.items()
        )
        channel = command.channel
        if channel not in self._channels:
            channel = max(channels, key=lambda each: each.count).name if channels else ""
        messages = self._channels.get(channel, [])
        limit = max(command.limit, 1)
        offset = max(len(messages) - limit, 0) if command.offset is None else command.offset
        place = handle(*where, "channel", channel)
        return MessagePage(
            command.checkpoint_id,
            channels,
            channel,
            len(messages),
            max(offset, 0),
            tuple(
                message_view(index, message, place, new=index in self._new[channel])
                for index, message in messages[max(offset, 0) : max(offset, 0) + limit]
            ),
            new=len(self._new.get(channel, ())),
        )

    def trace(self, command: TraceMessages) -> MessagesTraced:
        """A part of the way back of one command; another one gives up what is left of it."""
        if self._tracer is None or self._tracer.command != command:
            self._tracer = MessageTracer(command, self._reader, self._shared)
        traced = self._tracer.advance()
        if not traced.more:
            self._tracer = None
        return traced

    def _load(self, where: Place) -> None:
        saved = self._shared.read(_config(where), writes=False)
        if saved is None:
            raise LookupError(f"There is no checkpoint {where[2]} in thread {where[0]}.")
        values = saved.checkpoint["channel_values"]
        channels = _messages_of(values)
        before: dict[str, list[tuple[int, Message]]] = {}
        if saved.parent_config is not None:
            # Whoever goes on step by step was at the parent before.
            parent_id = saved.parent_config["configurable"].get("checkpoint_id")
            before = self._channels
            if self._at != (*where[:2], parent_id):
                parent = self._shared.read(saved.parent_config, writes=False)
                before = {} if parent is None else _messages_of(parent.checkpoint["channel_values"])
        self._new = {
            name: new_places(messages, before.get(name, [])) for name, messages in channels.items()
        }
        self._channels = channels
        self._at = where


def _messages_of(values: Mapping[str, Any]) -> dict[str, list[tuple[int, Message]]]:
    """The channels of a state that hold messages."""
    return {
        name: messages_in(value)
        for name, value in values.items()
        if not name.startswith(("__", "branch:", "join:")) and holds_messages(value)
    }


def _config(where: Place) -> dict[str, Any]:
    names = ("thread_id", "checkpoint_ns", "checkpoint_id")
    return {"configurable": dict(zip(names, where, strict=True))}


def message_view(
    index: int, message: Message, place: ValueHandle, *, new: bool = False
) -> MessageView:
    """A message of the value that ``place`` stands for."""
    return MessageView(
        index=index,
        type=message.type,
        id=message.id,
        name=message.name,
        blocks=tuple(_block(each, place) for each in list(message.blocks())[:_BLOCKS]),
        tool_calls=tuple(_call(each, place) for each in list(message.tool_calls())[:_CALLS]),
        tool_call_id=message.tool_call_id,
        failed=message.failed,
        usage=message.usage(),
        new=new,
        handle=_within(place, message.path),
    )


def _within(place: ValueHandle, path: tuple[str, ...]) -> ValueHandle:
    return ValueHandle(
        place.thread_id, place.checkpoint_ns, place.checkpoint_id, place.place, place.path + path
    )


def _block(block: Block, place: ValueHandle) -> MessageBlock:
    value, where = block.part.value, _within(place, block.part.path)
    if block.kind == "image":
        return MessageBlock("image", "", str.__len__(value), where, block.media)
    if is_a(value, str):
        text = str.__getitem__(value, slice(0, TEXT))
        return MessageBlock(block.kind, text, str.__len__(value), where, block.media)
    text = line_of(value, TEXT)
    return MessageBlock(block.kind, text, len(text), where)


def _call(call: ToolCall, place: ValueHandle) -> ToolCallView:
    arguments = call.arguments
    shown = None if arguments is None else preview(arguments.value, _within(place, arguments.path))
    return ToolCallView(call.id, call.name, shown, None if arguments is None else _json(arguments))


def _json(arguments: Part) -> Any:
    """Some providers write the arguments as a text of JSON."""
    value = arguments.value
    if is_a(value, str):
        if str.__len__(value) > ARGUMENTS:
            return None
        try:
            return json.loads(value)
        except ValueError:
            return str.__str__(value)
    try:
        return to_natural(value, ARGUMENTS)
    except TooLarge:
        return None
