"""Pieces of a user interface as state: shown while a node runs, merged by id."""

from typing import Any, Literal, TypeAlias, cast
from uuid import uuid4

from typing_extensions import TypedDict

from runtime.pregel.task import Task
from runtime.scope import current_scope


class UIMessage(TypedDict):
    """Show component ``name`` with ``props``."""

    type: Literal["ui"]
    id: str
    name: str
    props: dict[str, Any]
    metadata: dict[str, Any]


class RemoveUIMessage(TypedDict):
    """Take back what has this ``id``."""

    type: Literal["remove-ui"]
    id: str


AnyUIMessage: TypeAlias = UIMessage | RemoveUIMessage


def push_ui_message(
    name: str,
    props: dict[str, Any],
    *,
    id: str | None = None,
    metadata: dict[str, Any] | None = None,
    message: Any = None,
    state_key: str | None = "ui",
    merge: bool = False,
) -> UIMessage:
    """Show component ``name`` now, in the custom stream, and write it to ``state_key``.

    The same ``id`` again replaces the component, with ``merge`` its props are updated. ``message``
    is the chat message that it belongs to. Only inside a task (``RuntimeError``).
    """
    config = current_scope("get_config").config
    details = {"merge": merge, "run_id": config.get("run_id"), "tags": config.get("tags") or None}
    details["name"] = None
    details.update(metadata or {})
    if message is not None:
        details["message_id"] = message.id
    shown: UIMessage = {
        "type": "ui",
        "id": id or str(uuid4()),
        "name": name,
        "props": props,
        "metadata": details,
    }
    _emit(shown, state_key)
    return shown


def delete_ui_message(id: str, *, state_key: str = "ui") -> RemoveUIMessage:
    """Take a component back, in the custom stream and in the state."""
    removal: RemoveUIMessage = {"type": "remove-ui", "id": id}
    _emit(removal, state_key)
    return removal


def _emit(message: AnyUIMessage, state_key: str | None) -> None:
    scope = current_scope("get_config")
    scope.stream_writer(message)
    if state_key and isinstance(scope, Task):
        scope.writes.append((state_key, message))


def ui_message_reducer(
    left: list[AnyUIMessage] | AnyUIMessage, right: list[AnyUIMessage] | AnyUIMessage
) -> list[AnyUIMessage]:
    """Merge ``right`` into ``left`` by id.

    Removals take away what has their id; ``ValueError`` where there is nothing.
    """
    merged = list(left) if isinstance(left, list) else [left]
    places = {message.get("id"): index for index, message in enumerate(merged)}
    removed: set[Any] = set()
    for message in right if isinstance(right, list) else [right]:
        key = message.get("id")
        place = places.get(key)
        if message.get("type") == "remove-ui":
            if place is None:
                raise ValueError(
                    f"Attempting to delete an UI message with an ID that doesn't exist ('{key}')"
                )
            removed.add(key)
        elif place is None:
            places[key] = len(merged)
            merged.append(message)
        else:
            removed.discard(key)
            merged[place] = _replaced(merged[place], message)
    return [message for message in merged if message.get("id") not in removed]


def _replaced(old: AnyUIMessage, new: AnyUIMessage) -> AnyUIMessage:
    if not (cast("dict[str, Any]", new).get("metadata") or {}).get("merge"):
        return new
    shown = cast("UIMessage", new)
    return {**shown, "props": {**cast("UIMessage", old)["props"], **shown["props"]}}
