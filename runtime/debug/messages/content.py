"""What a value says as a message: its type, blocks of content, tool calls and usage.

A message is an object with ``id``, ``type`` and ``content``, a stored one whose class is not at
hand, a dictionary with a role, or a ``(role, content)`` pair.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from runtime.debug.anatomy import SCALARS, is_a, kind_of
from runtime.debug.messages.parts import WITHOUT_FIELDS, Part
from runtime.debug.messages.views import BlockKind, TokenUsage

_TYPES = {
    "human": "human",
    "user": "human",
    "ai": "ai",
    "assistant": "ai",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
    "chat": "chat",
}
_CHUNK = "MessageChunk"
_REASONING = {"reasoning": "reasoning", "thinking": "thinking"}
_BASE64 = ";base64,"


@dataclass(frozen=True, slots=True)
class Block:
    """One part of a message's content; ``part`` is its text, or the data of an image."""

    kind: BlockKind
    part: Part
    media: str = ""
    """Media type of an image whose data is here, in base64; ``image`` of one that is elsewhere."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that a model asks for."""

    id: str
    name: str
    arguments: Part | None


class Message:
    """A value read as a message; ``of`` gives ``None`` for what is none."""

    __slots__ = ("_content", "_whole", "id", "type")

    def __init__(self, whole: Part, type: str, content: Part) -> None:
        self._whole = whole
        self._content = content
        self.type = type
        self.id = whole.text("id")

    @classmethod
    def of(cls, whole: Part) -> "Message | None":
        """The message that a value is, if it is one."""
        value = whole.value
        if _is_pair(value):
            first, second = whole.items()
            return cls(whole, _TYPES[first.value], second)
        if is_a(value, dict):
            known = _TYPES.get(whole.text("role") or whole.text("type"))
            content = whole.field("content")
            return None if known is None or content is None else cls(whole, known, content)
        if type(value) in WITHOUT_FIELDS:
            return None
        kind, found = whole.text("type"), whole.field("content")
        if found is None or not kind or whole.field("id") is None:
            return None
        return cls(whole, _type_of(kind), found)

    @property
    def path(self) -> tuple[str, ...]:
        """Where the whole message lies."""
        return self._whole.path

    @property
    def name(self) -> str:
        return self._field("name")

    @property
    def tool_call_id(self) -> str:
        """The call that a tool's message is the result of."""
        return self._field("tool_call_id")

    @property
    def failed(self) -> bool:
        """Whether a tool reports an error."""
        return self._field("status") == "error"

    def _field(self, name: str) -> str:
        return self._whole.text(name)

    @property
    def content(self) -> Any:
        """The content as it is."""
        return self._content.value

    def blocks(self) -> Iterator[Block]:
        """Its content part by part."""
        content = self._content
        if content.value is None:
            return
        extra = self._whole.field("additional_kwargs")
        reasoning = None if extra is None else extra.field("reasoning_content")
        if reasoning is not None and is_a(reasoning.value, str) and reasoning.value:
            yield Block("reasoning", reasoning)
        if is_a(content.value, list):
            for part in content.items():
                yield from _blocks_of(part)
        elif not is_a(content.value, str) or content.value:
            yield Block("text" if is_a(content.value, str) else "other", content)

    @property
    def calls_tools(self) -> bool:
        """Whether it has calls where they mostly stand."""
        calls = None if self.type != "ai" else self._whole.field("tool_calls")
        return calls is not None and is_a(calls.value, list) and list.__len__(calls.value) > 0

    def tool_calls(self) -> Iterator[ToolCall]:
        """The calls that it asks for."""
        found = False
        for name in ("tool_calls", "invalid_tool_calls"):
            calls = self._whole.field(name)
            for call in () if calls is None else calls.items():
                found = True
                yield _tool_call(call)
        extra = self._whole.field("additional_kwargs")
        calls = None if found or extra is None else extra.field("tool_calls")
        for call in () if calls is None else calls.items():
            yield _tool_call(call)

    def streamed_calls(self) -> Iterator[str]:
        """Calls as they are streamed: the name comes first, then the arguments in pieces."""
        pieces = self._whole.field("tool_call_chunks")
        for piece in () if pieces is None else pieces.items():
            name, text = piece.text("name"), piece.text("args")
            if name or text:
                yield f"{name} {text}" if name else text

    def usage(self) -> TokenUsage | None:
        """Tokens that its model call took, where it says so."""
        found = self._whole.field("usage_metadata") or self._whole.field("usage")
        response = self._whole.field("response_metadata")
        if (found is None or found.value is None) and response is not None:
            found = response.field("token_usage") or response.field("usage")
        if found is None or found.value is None:
            return None
        given = _first(found, "input_tokens", "prompt_tokens")
        made = _first(found, "output_tokens", "completion_tokens")
        total = found.number("total_tokens")
        if given is None and made is None and total is None:
            return None
        return TokenUsage(given or 0, made or 0, total or (given or 0) + (made or 0))


def messages_in(value: Any) -> list[tuple[int, Message]]:
    """Messages in a channel's value with their places: items of a list, or the value itself."""
    whole = Part(value)
    alone = None if is_a(value, list) else Message.of(whole)
    if alone is not None:
        return [(0, alone)]
    found = ((index, Message.of(part)) for index, part in enumerate(whole.items()))
    return [(index, message) for index, message in found if message is not None]


def holds_messages(value: Any) -> bool:
    """Whether a channel's value is a message or a list of some, judged by its ends."""
    if type(value) in SCALARS:
        return False
    if not is_a(value, list) and Message.of(Part(value)) is not None:
        return True
    if not is_a(value, (list, tuple)) or kind_of(value) not in ("list", "tuple"):
        return False
    base: Any = list if is_a(value, list) else tuple
    length = base.__len__(value)
    ends = {0, length - 1} if length else set()
    return bool(ends) and all(
        Message.of(Part(base.__getitem__(value, index))) is not None for index in ends
    )


def usage_of(writes: Iterable[tuple[str, Any]], before: Mapping[str, Any]) -> TokenUsage | None:
    """Tokens of the messages in a task's writes, without those that a channel had ``before``."""
    total: TokenUsage | None = None
    for channel, value in writes:
        if not holds_messages(value):
            continue
        messages = [message for _, message in messages_in(value)]
        known: set[str] = set()
        if len(messages) > 1:
            # A subgraph hands back what it was given.
            known = {message.id for _, message in messages_in(before.get(channel)) if message.id}
        for message in messages:
            usage = None if message.id in known else message.usage()
            if usage is not None:
                total = usage if total is None else total + usage
    return total


def _is_pair(value: Any) -> bool:
    """Whether it is a role and a content, as a tuple or, come from JSON, as a list."""
    if type(value) not in (tuple, list) or len(value) != 2 or type(value[0]) is not str:
        return False
    return value[0] in _TYPES and (type(value) is tuple or type(value[1]) is str)


def _type_of(kind: str) -> str:
    plain = kind.removesuffix(_CHUNK) if kind.endswith(_CHUNK) else kind
    return _TYPES.get(plain.lower(), plain)


def _first(found: Part, *names: str) -> int | None:
    numbers = (found.number(name) for name in names)
    return next((number for number in numbers if number is not None), None)


def _tool_call(call: Part) -> ToolCall:
    function = call.field("function")
    named = call if function is None else function
    arguments = named.field("args") or named.field("arguments") or named.field("input")
    return ToolCall(call.text("id"), named.text("name"), arguments)


def _blocks_of(part: Part) -> Iterator[Block]:
    if is_a(part.value, str):
        yield Block("text", part)
        return
    kind = part.text("type")
    text = part.field("text")
    if text is not None and is_a(text.value, str):
        yield Block("text", text)
        return
    for name in _REASONING:
        found = part.field(name)
        if kind in _REASONING and found is not None and is_a(found.value, str):
            yield Block("reasoning", found)
            return
    if kind == "reasoning":
        yield from _summaries(part)
    elif kind in ("image", "image_url", "input_image"):
        yield _image(part)
    elif kind not in ("tool_use", "tool_call", "function_call"):
        # Calls of tools stand among the tool calls as well.
        yield Block("other", part)


def _summaries(part: Part) -> Iterator[Block]:
    summary = part.field("summary")
    for each in () if summary is None else summary.items():
        text = each.field("text")
        if text is not None and is_a(text.value, str):
            yield Block("reasoning", text)


def _image(part: Part) -> Block:
    """An image whose data is here; one that lies elsewhere is named, and never fetched."""
    source = part.field("source")
    holder = part if source is None else source
    data = holder.field("base64") or holder.field("data")
    if data is not None and is_a(data.value, str):
        media = holder.text("mime_type") or holder.text("media_type") or "image/png"
        return Block("image", data, media)
    url = part.field("image_url") or holder.field("url")
    if url is not None and not is_a(url.value, str):
        url = url.field("url")
    if url is not None and is_a(url.value, str):
        head, found, _ = str.__getitem__(url.value, slice(0, 100)).partition(_BASE64)
        if found and head.startswith("data:image/"):
            return Block("image", url, head.removeprefix("data:").partition(";")[0])
        return Block("other", url, "image")
    return Block("other", part)
