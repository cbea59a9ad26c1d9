"""Which messages of two lists are the same."""

from collections.abc import Sequence

from runtime.debug.messages.content import Message
from runtime.debug.preview import line_of

Placed = Sequence[tuple[int, Message]]
"""Messages with their places in a channel's value."""

_LENGTH = 400
"""Characters by which two messages without ids are told apart."""


def signature(message: Message) -> tuple[str, str, str]:
    """What tells a message from others that have no id."""
    content = line_of([block.part.value for block in message.blocks()], _LENGTH)
    calls = line_of(_calls(message), _LENGTH)
    return message.type, content, calls


def new_places(messages: Placed, before: Placed) -> set[int]:
    """Places of the messages that those before do not have, or have otherwise."""
    by_id = {message.id: message for _, message in before if message.id}
    without = {signature(message) for _, message in before if not message.id}
    return {
        index
        for index, message in messages
        if not (
            _unchanged(message, by_id.get(message.id))
            if message.id
            else signature(message) in without
        )
    }


def _unchanged(message: Message, before: Message | None) -> bool:
    if before is None or message.type != before.type:
        return False
    if type(message.content) is not str or type(before.content) is not str:
        return signature(message) == signature(before)
    if message.content != before.content:
        return False
    if not message.calls_tools and not before.calls_tools:
        return True
    return _calls(message) == _calls(before)


def _calls(message: Message) -> list[tuple[str, str]]:
    return [(call.id, call.name) for call in message.tool_calls()]
