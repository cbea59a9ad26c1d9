"""What is answered about messages."""

from dataclasses import dataclass
from typing import Any, Literal

from runtime.debug.values import ValueHandle, ValuePreview

BlockKind = Literal["text", "reasoning", "image", "other"]
AuthorKind = Literal["node", "input", "edit"]


@dataclass(frozen=True, slots=True)
class MessageBlock:
    """One part of a message's content. ``text`` is its beginning, ``size`` counts all of it."""

    kind: BlockKind
    text: str
    size: int
    handle: ValueHandle | None = None
    """Where more of the text lies, or the data of an image."""
    media: str = ""


@dataclass(frozen=True, slots=True)
class ToolCallView:
    id: str
    name: str
    arguments: ValuePreview | None = None
    json: Any = None
    """The arguments as JSON, where that is short enough to be shown whole."""


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """Tokens of one or more model calls."""

    input_tokens: int
    output_tokens: int
    total_tokens: int

    def __add__(self, other: "TokenUsage") -> "TokenUsage":
        return TokenUsage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.total_tokens + other.total_tokens,
        )


@dataclass(frozen=True, slots=True)
class MessageView:
    """One message; ``new`` where the checkpoint's superstep brought it or changed it."""

    index: int
    type: str
    id: str = ""
    name: str = ""
    blocks: tuple[MessageBlock, ...] = ()
    tool_calls: tuple[ToolCallView, ...] = ()
    tool_call_id: str = ""
    failed: bool = False
    usage: TokenUsage | None = None
    new: bool = False
    handle: ValueHandle | None = None


@dataclass(frozen=True, slots=True)
class MessageChannel:
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class MessagePage:
    """Messages ``offset .. offset + len(messages)`` of ``total`` in a channel.

    ``channels`` are all that hold messages at the checkpoint.
    """

    checkpoint_id: str
    channels: tuple[MessageChannel, ...]
    channel: str
    total: int
    offset: int
    messages: tuple[MessageView, ...] = ()
    new: int = 0
    """How many of all were brought or changed by the checkpoint's superstep."""


@dataclass(frozen=True, slots=True)
class MessageAuthor:
    """Who wrote the message at ``index`` first, and in which superstep."""

    index: int
    kind: AuthorKind
    node: str
    step: int
    checkpoint_id: str
    """The checkpoint that was the first to have it."""
    message_id: str = ""


@dataclass(frozen=True, slots=True)
class MessagesTraced:
    """Authors found by this part of the way; a later one replaces an earlier one."""

    checkpoint_id: str
    channel: str
    authors: tuple[MessageAuthor, ...]
    more: bool
