"""The form of a list of messages, where the graph's own schema says less or too much."""

from collections.abc import Mapping
from typing import Any

from runtime.debug.description import ChannelDescription

REDUCER = "add_messages"
_NULL = {"type": "null"}
_TEXT_OR_NULL = {"anyOf": [{"type": "string"}, _NULL]}

MESSAGE: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "type": {"enum": ["human", "ai", "system", "tool"]},
        "content": {"type": "string"},
        "name": _TEXT_OR_NULL,
        "id": _TEXT_OR_NULL,
        "tool_calls": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "args": {"type": "object"},
                    "id": _TEXT_OR_NULL,
                },
                "required": ["name", "args"],
            },
        },
        "tool_call_id": {"type": "string"},
    },
    "required": ["type", "content"],
}
"""One message; what else it has is edited beside, as it is."""

KINDS = frozenset(MESSAGE["properties"]["type"]["enum"])


def message_schema(channel: ChannelDescription, value: Any) -> Mapping[str, Any] | None:
    """The schema of a message list for a channel that holds one; ``None`` for others."""
    if channel.reducer != REDUCER:
        return None
    if isinstance(value, list) and not all(map(_is_plain, value)):
        return None
    return {"type": "array", "items": MESSAGE}


def _is_plain(item: Any) -> bool:
    """Whether the form can show a message; chunks and kinds of one's own are edited as they are."""
    return isinstance(item, dict) and item.get("type") in KINDS
