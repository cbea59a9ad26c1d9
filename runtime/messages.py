"""Chat messages of our own, for graphs that have no other message classes at hand.

Wherever a message is expected, any object with ``id``, ``type`` and ``content`` will do; these are
used for what is given as text, pairs or dictionaries.
"""

from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class MessageLike(Protocol):
    """What makes an object a message."""

    id: str | None
    type: str
    content: Any


@dataclass(kw_only=True)
class Message:
    """Base of the classes below. ``content`` is text or a list of content parts."""

    content: Any = field(kw_only=False)
    id: str | None = None
    name: str | None = None
    type: str = ""
    additional_kwargs: dict[str, Any] = field(default_factory=dict)
    response_metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(kw_only=True)
class HumanMessage(Message):
    """From the person."""

    type: str = "human"


@dataclass(kw_only=True)
class AIMessage(Message):
    """From the model."""

    type: str = "ai"
    tool_calls: list[dict[str, Any]] = field(default_factory=list)
    usage_metadata: dict[str, Any] | None = None


@dataclass(kw_only=True)
class SystemMessage(Message):
    """Instructions to the model."""

    type: str = "system"


@dataclass(kw_only=True)
class ToolMessage(Message):
    """The result of a tool call."""

    type: str = "tool"
    tool_call_id: str = ""
    status: str = "success"
    artifact: Any = None


@dataclass(kw_only=True)
class RemoveMessage(Message):
    """Removes the message with the same id from a message list."""

    content: Any = field(default="", kw_only=True)
    type: str = "remove"

    def __init__(self, id: str, **kwargs: Any) -> None:
        super().__init__("", id=id, type="remove", **kwargs)


_CLASS_OF_ROLE: dict[str, type[Message]] = {
    "human": HumanMessage,
    "user": HumanMessage,
    "ai": AIMessage,
    "assistant": AIMessage,
    "system": SystemMessage,
    "developer": SystemMessage,
    "tool": ToolMessage,
}


def message_of(value: Any) -> Any:
    """A message out of a message, a text, a ``(role, content)`` pair or a dictionary.

    Raises ``ValueError`` for roles that do not exist and ``NotImplementedError`` for other types.
    """
    if is_message(value):
        return value
    if isinstance(value, str):
        return HumanMessage(value)
    if isinstance(value, (tuple, list)) and len(value) == 2:
        return _made(str(value[0]), {"content": value[1]})
    if isinstance(value, dict):
        fields = dict(value)
        role = fields.pop("role", None) or fields.pop("type", None)
        if role is None:
            raise ValueError(f"A message dictionary needs 'role' or 'type': {value}")
        return _made(str(role), fields)
    raise NotImplementedError(f"Unsupported message type: {type(value)}")


def is_message(value: Any) -> bool:
    """Whether ``value`` is a ``MessageLike``; asking the protocol itself is slow."""
    return isinstance(value, Message) or (
        hasattr(value, "id") and hasattr(value, "type") and hasattr(value, "content")
    )


def _made(role: str, fields: dict[str, Any]) -> Any:
    if role == "remove":
        return RemoveMessage(fields["id"])
    cls = _CLASS_OF_ROLE.get(role)
    if cls is None:
        raise ValueError(
            f"Unexpected message type '{role}'. Use one of {', '.join(sorted(_CLASS_OF_ROLE))}."
        )
    known = {name for name in cls.__dataclass_fields__ if name != "type"}
    extra = {key: value for key, value in fields.items() if key not in known}
    kept = {key: value for key, value in fields.items() if key in known}
    message = cls(kept.pop("content", ""), **kept)
    message.additional_kwargs.update(extra)
    return message
