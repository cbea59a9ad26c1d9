"""Messages of a chat, of whatever library or as plain dictionaries, without running their code."""

from collections.abc import Iterator, Mapping
from typing import Any

from runtime.debug.anatomy import is_a, key_text, kind_of, message_type, object_fields
from runtime.debug.inspecting.images import as_dict, image_in
from runtime.debug.inspecting.views import MessageBlock, MessageDescribed, ToolCall
from runtime.debug.natural import as_text
from runtime.debug.preview import line_of

LONGEST_TEXT = 100_000
"""Characters of a block that are shown in the chat; the whole is in the text form."""
_LONGEST_ARGUMENTS = 20_000
_MOST_PARTS = 100
_MOST_FIELDS = 64
_ROLES = ("role", "type")


def message_in(value: Any) -> MessageDescribed | None:
    """The message that a value is, if it is one."""
    if kind_of(value) == "message":
        fields: Mapping[str, Any] = object_fields(value)
        role = message_type(value)
    elif is_a(value, dict) and dict.__len__(value) <= _MOST_FIELDS:
        fields = {key_text(key): each for key, each in dict.items(value)}
        role = next((str.__str__(fields[n]) for n in _ROLES if is_a(fields.get(n), str)), "")
        if not role or "content" not in fields:
            return None
    else:
        return None
    return MessageDescribed(
        role=role,
        name=_text(fields.get("name")),
        id=_text(fields.get("id")),
        blocks=tuple(_blocks(value, fields.get("content"))),
        calls=tuple(_calls(fields)),
        answers=_text(fields.get("tool_call_id")),
    )


def _text(value: Any) -> str:
    return str.__str__(value) if is_a(value, str) else ""


def _step(message: Any, name: str) -> str:
    """The step that leads to a field: a position in a dictionary, a name in an object."""
    if not is_a(message, dict):
        return name
    return str(next(n for n, key in enumerate(dict.keys(message)) if key == name))


def _blocks(message: Any, content: Any) -> Iterator[MessageBlock]:
    if is_a(content, str):
        if str.__len__(content):
            yield MessageBlock("text", str.__getitem__(content, slice(0, LONGEST_TEXT)))
        return
    if not is_a(content, (list, tuple)):
        if content is not None:
            yield MessageBlock("other", line_of(content))
        return
    path = (_step(message, "content"),)
    base: Any = list if is_a(content, list) else tuple
    for number, block in enumerate(base.__getitem__(content, slice(0, _MOST_PARTS))):
        if is_a(block, str):
            yield MessageBlock("text", str.__getitem__(block, slice(0, LONGEST_TEXT)))
        elif image_in(block) is not None:
            yield MessageBlock("image", line_of(block), (*path, str(number)))
        elif is_a(block, dict) and is_a(dict.get(block, "text"), str):
            text = dict.__getitem__(block, "text")
            yield MessageBlock("text", str.__getitem__(text, slice(0, LONGEST_TEXT)))
        elif not (is_a(block, dict) and dict.get(block, "type") in ("tool_use", "tool_call")):
            yield MessageBlock("other", line_of(block))


def _calls(fields: Mapping[str, Any]) -> Iterator[ToolCall]:
    calls = fields.get("tool_calls")
    if not is_a(calls, (list, tuple)):
        return
    base: Any = list if is_a(calls, list) else tuple
    for call in base.__getitem__(calls, slice(0, _MOST_PARTS)):
        held = as_dict(call) if is_a(call, dict) else object_fields(call)
        inner: Any = held.get("function")
        if is_a(inner, dict):
            held = {**held, **as_dict(inner)}
        given = held.get("args", held.get("arguments", held.get("input")))
        arguments = _text(given) or as_text(given, _LONGEST_ARGUMENTS)
        yield ToolCall(_text(held.get("name")), _text(held.get("id")), arguments)
