"""Message lists as state: merged by id, with removal."""

import sys
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, Literal, cast
from uuid import uuid4

from typing_extensions import TypedDict

from runtime.channels.binop import leaves_operands_alone
from runtime.graph.state import StateGraph
from runtime.messages import Message, message_of
from runtime.pregel.message_stream import stream_chunk
from runtime.pregel.task import Task
from runtime.scope import current_scope
from runtime.warnings import LangGraphDeprecatedSinceV10, warn_deprecated

Messages = list[Any] | Any
REMOVE_ALL_MESSAGES = "__remove_all__"


def as_messages(value: Messages) -> list[Any]:
    """The messages that ``add_messages`` makes of a value, by themselves."""
    return _coerced(value)


def _coerced(value: Messages) -> list[Any]:
    """A list of messages out of messages, texts, pairs and dictionaries.

    Where LangChain is in use its message classes are made, otherwise our own.
    """
    values = value if isinstance(value, list) else [value]
    if all(map(_stays, set(map(type, values)))):
        return values
    langchain = sys.modules.get("langchain_core.messages")
    if langchain is None:
        return [message_of(each) for each in values]
    plain = [each for each in values if not hasattr(each, "content")]
    converted = iter(langchain.convert_to_messages(plain)) if plain else iter(())
    return [
        langchain.message_chunk_to_message(each)
        if isinstance(each, langchain.BaseMessageChunk)
        else each
        if hasattr(each, "content")
        else next(converted)
        for each in values
    ]


@cache
def _stays(cls: type) -> bool:
    """Whether messages of a class are taken as they are."""
    if issubclass(cls, Message):
        return True
    langchain = sys.modules.get("langchain_core.messages")
    return (
        langchain is not None
        and issubclass(cls, langchain.BaseMessage)
        and not issubclass(cls, langchain.BaseMessageChunk)
    )


_id_of = attrgetter("id")


def _identified(messages: list[Any]) -> set[str]:
    """The ids of messages; those without one get one."""
    ids = set(map(_id_of, messages))
    if None in ids:
        for message in messages:
            if message.id is None:
                message.id = str(uuid4())
        ids = set(map(_id_of, messages))
    return ids


def _merge(left: Messages, right: Messages, format: str | None) -> list[Any]:
    old, new = _coerced(left), _coerced(right)
    known, fresh = _identified(old), _identified(new)
    if len(new) == 1 and new[0].type != "remove" and known.isdisjoint(fresh):
        return _formatted([*old, new[0]], format)
    for index in range(len(new) - 1, -1, -1):
        if new[index].type == "remove" and new[index].id == REMOVE_ALL_MESSAGES:
            return _formatted(new[index + 1 :], format)
    merged = list(old)
    places = {message.id: index for index, message in enumerate(merged)}
    removed: set[str] = set()
    for message in new:
        place = places.get(message.id)
        if message.type == "remove":
            if place is None:
                raise ValueError(
                    f"Attempting to delete a message with an ID that doesn't exist ('{message.id}')"
                )
            removed.add(message.id)
        elif place is None:
            places[message.id] = len(merged)
            merged.append(message)
        else:
            removed.discard(message.id)
            merged[place] = message
    if removed:
        merged = [message for message in merged if message.id not in removed]
    return _formatted(merged, format)


def _formatted(messages: list[Any], format: str | None) -> list[Any]:
    if format is None:
        return messages
    if format != "langchain-openai":
        raise ValueError(
            f"Unrecognized format={format!r}. Expected one of 'langchain-openai', None."
        )
    from importlib import import_module

    langchain = import_module("langchain_core.messages")
    converted = langchain.convert_to_messages(langchain.convert_to_openai_messages(messages))
    return cast("list[Any]", converted)


def add_messages(
    left: Messages | None = None,
    right: Messages | None = None,
    *,
    format: Literal["langchain-openai"] | None = None,
) -> Any:
    """Merge ``right`` into ``left`` by message id: the reducer of message lists.

    A message with a known id replaces the old one in place, ``RemoveMessage(id)`` removes it
    (``ValueError`` where there is none), ``RemoveMessage(REMOVE_ALL_MESSAGES)`` drops everything
    before it. Messages without id get one. Without both lists: a reducer with ``format`` set.
    """
    if left is not None and right is not None:
        return _merge(left, right, format)
    if left is not None or right is not None:
        given = "left" if left is not None else "right"
        raise ValueError(
            "Must specify non-null arguments for both 'left' and 'right'. "
            f"Only received: '{given}'."
        )

    def reducer(left: Messages, right: Messages) -> list[Any]:
        return _merge(left, right, format)

    leaves_operands_alone(cast("Callable[[Any, Any], Any]", reducer))
    return reducer


leaves_operands_alone(add_messages)


def push_message(message: Any, *, state_key: str | None = "messages") -> Any:
    """Stream ``message`` now and write it to ``state_key`` (``None``: stream it only).

    The message needs an id (``ValueError``); only inside a task (``RuntimeError``).
    """
    scope = current_scope("get_config")
    (message,) = _coerced([message])
    if not message.id:
        raise ValueError("Message ID is required")
    if isinstance(scope, Task):
        stream_chunk(scope, message, whole=bool(state_key))
        if state_key:
            scope.writes.append((state_key, message))
    return message


class MessagesState(TypedDict):
    """State with one key: a message list."""

    messages: Annotated[list[Any], add_messages]


class MessageGraph(StateGraph[Any, Any, Any, Any]):
    """Deprecated: a graph whose whole state is a message list."""

    def __init__(self) -> None:
        warn_deprecated(
            LangGraphDeprecatedSinceV10(
                "MessageGraph is deprecated in LangGraph v1.0.0, to be removed in v2.0.0. Please "
                "use StateGraph with a `messages` key instead."
            )
        )
        super().__init__(Annotated[list[Any], add_messages])  # type: ignore[arg-type]
