"""What stands in one row of the chat, piece by piece, without Qt: words, styles and images."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from runtime.debug.messages.views import (
    MessageAuthor,
    MessageBlock,
    MessageView,
    TokenUsage,
    ToolCallView,
)
from studio.language import later, plural, tr
from studio.messages.entries import Entry, Result
from studio.session.streams import StreamedMessage

Style = Literal["text", "muted", "value", "call", "problem", "link", "image"]

TYPES = {
    "human": later("Human"),
    "ai": later("AI"),
    "system": later("System"),
    "tool": later("Tool"),
    "chat": later("Chat"),
}
LINES = 40
"""Lines of a call's arguments or of its result that are shown."""
TAIL = 1_500
"""Characters of a message that is being made which are shown: the last ones."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One paragraph. ``block`` is the place of a content block that it comes from.

    A link reads the rest of that block; an image is that block's.
    """

    style: Style
    text: str = ""
    block: int = -1
    indent: int = 0


def title_of(entry: Entry) -> str:
    """What kind of message it is, with its name."""
    shown = entry.stream or entry.message
    if shown is None:
        return ""
    kind = tr(TYPES[shown.type]) if shown.type in TYPES else shown.type
    name = entry.message.name if entry.message is not None else ""
    return f"{kind} · {name}" if name else kind


def author_text(author: MessageAuthor | None) -> str:
    """Who wrote a message, and when."""
    if author is None:
        return ""
    if author.kind == "input":
        return tr("input")
    if author.kind == "edit":
        return tr("edited · step {step}", step=author.step)
    if not author.node:
        return tr("step {step}", step=author.step)
    return tr("{node} · step {step}", node=author.node, step=author.step)


def origin_of(entry: Entry) -> str:
    """Who wrote or writes it."""
    stream = entry.stream
    if stream is None:
        return author_text(entry.author)
    inside = [part.partition(":")[0] for part in stream.checkpoint_ns.split("|") if part]
    node = " / ".join([*inside, stream.node])
    return node if stream.ended else tr("{node} writes…", node=node)


def usage_text(usage: TokenUsage) -> str:
    """Tokens in words."""
    return tr(
        "{given:,} tokens in, {made:,} out", given=usage.input_tokens, made=usage.output_tokens
    )


def pieces_of(entry: Entry) -> Iterator[Piece]:
    """Everything below the title."""
    if entry.stream is not None:
        yield from _of_stream(entry.stream)
    elif entry.message is not None:
        yield from _of_message(entry.message, entry)
    else:
        yield Piece("muted", tr("loading…"))


def _of_stream(stream: StreamedMessage) -> Iterator[Piece]:
    if stream.reasoning:
        yield Piece("muted", stream.reasoning[-TAIL:])
    before = stream.before + max(0, len(stream.text) - TAIL)
    if before:
        yield Piece(
            "muted",
            plural(
                "1 character before this is not shown",
                "{n:,} characters before this are not shown",
                before,
            ),
        )
    cursor = "" if stream.ended else " ▍"
    if stream.text or not stream.calls:
        yield Piece("text", stream.text[-TAIL:] + cursor)
    if stream.calls:
        yield Piece("value", stream.calls[-TAIL:])
    yield Piece("muted", plural("1 token", "{n:,} tokens", stream.tokens))


def _of_message(message: MessageView, entry: Entry) -> Iterator[Piece]:
    for place, block in enumerate(message.blocks):
        yield from _of_block(place, block, entry.texts.get(place))
    for call in message.tool_calls:
        yield from _of_call(call, entry.results.get(call.id))
    if not message.blocks and not message.tool_calls:
        yield Piece("muted", tr("no content"))
    facts = [usage_text(message.usage)] if message.usage is not None else []
    if message.tool_call_id:
        facts.append(tr("result of call {id}", id=message.tool_call_id))
    if message.id:
        facts.append(message.id)
    if facts:
        yield Piece("muted", " · ".join(facts))


def _of_block(place: int, block: MessageBlock, whole: str | None) -> Iterator[Piece]:
    if block.kind == "image":
        yield Piece("image", tr("Image, {media}", media=block.media), place)
        return
    style: Style = "text"
    if block.kind == "reasoning":
        yield Piece("muted", tr("Reasoning"))
        style = "muted"
    elif block.kind == "other":
        style = "value"
    text = block.text if whole is None else whole
    if block.kind == "other" and block.media:
        yield Piece("muted", tr("Image elsewhere, which is not fetched"))
    yield Piece(style, text, place, indent=block.kind == "reasoning")
    rest = block.size - len(text)
    if rest > 0 and block.handle is not None:
        if whole is None:
            yield Piece("link", tr("Show all {size:,} characters", size=block.size), place)
        else:
            more = plural(
                "1 more character: see the panel State",
                "{n:,} more characters: see the panel State",
                rest,
            )
            yield Piece("muted", more)


def _of_call(call: ToolCallView, result: Result | None) -> Iterator[Piece]:
    yield Piece("call", tr("calls {tool}", tool=call.name or "?"))
    arguments = list(tree_lines(call.json)) if call.json is not None else []
    if not arguments and call.arguments is not None:
        arguments = [call.arguments.text]
    if arguments:
        yield Piece("value", _clipped(arguments), indent=1)
    if result is None:
        return
    message = result.message
    lines = [line for block in message.blocks for line in block.text.splitlines()]
    origin = author_text(result.author)
    head = tr("error from {origin}", origin=origin) if message.failed else origin
    yield Piece("problem" if message.failed else "muted", f"→ {head}", indent=1)
    yield Piece("value", _clipped(lines) or tr("no content"), indent=2)


def _clipped(lines: list[str]) -> str:
    shown = lines[:LINES]
    if len(lines) > LINES:
        left = len(lines) - LINES
        shown.append(plural("… and 1 more line", "… and {n:,} more lines", left))
    return "\n".join(shown)


def tree_lines(value: Any, depth: int = 0) -> Iterator[str]:
    """JSON as an indented tree of keys and values."""
    indent = "  " * depth
    if isinstance(value, dict) and value:
        for key, each in value.items():
            yield from _entry(f"{indent}{key}:", each, depth)
    elif isinstance(value, list) and value:
        for each in value:
            yield from _entry(f"{indent}-", each, depth)
    else:
        yield f"{indent}{_scalar(value)}"


def _entry(head: str, value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, dict | list) and value:
        yield head
        yield from tree_lines(value, depth + 1)
    elif isinstance(value, str) and "\n" in value:
        yield head
        indent = "  " * (depth + 1)
        yield from (f"{indent}{line}" for line in value.splitlines())
    else:
        yield f"{head} {_scalar(value)}"


def _scalar(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def plain_text(entry: Entry) -> str:
    """What is copied of a row: its content, without facts about it."""
    if entry.stream is not None:
        return entry.stream.text
    message = entry.message
    if message is None:
        return ""
    parts = [
        entry.texts.get(place, block.text)
        for place, block in enumerate(message.blocks)
        if block.kind != "image"
    ]
    parts += [
        f"{call.name}({json.dumps(call.json, ensure_ascii=False)})" for call in message.tool_calls
    ]
    return "\n\n".join(parts)
