"""Which messages of two lists are the same."""

from collections.abc import Sequence
from typing import Any

from runtime.debug.messages.content import Message, messages_in
from runtime.debug.preview import line_of

_LENGTH = 400
"""Characters by which two messages without ids are told apart."""


def signature(message: Message) -> tuple[str, str, str]:
    """What tells a message from others that have no id."""
    content = line_of([block.part.value for block in message.blocks()], _LENGTH)
    calls = line_of([(call.id, call.name) for call in message.tool_calls()], _LENGTH)
    return message.type, content, calls


def new_places(messages: Sequence[tuple[int, Message]], before: Any) -> set[int]:
    """Places of the messages that the value before had not, or had otherwise."""
    if before is None:
        return {index for index, _ in messages}
    known = {_identity(message) for _, message in messages_in(before)}
    return {index for index, message in messages if _identity(message) not in known}


def _identity(message: Message) -> tuple[str, ...]:
    return message.id, *signature(message)
