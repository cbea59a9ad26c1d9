"""Ways for panels to ask the session, as plain calls with an answer later."""

from collections.abc import Callable
from typing import Any, TypeVar

from runtime.debug.commands import Command, ReadChildren, ReadJson, ReadText
from runtime.debug.values import ValueHandle
from runtime.debug.views import Failed, Reply
from studio.inspector.requests import ValueRequests
from studio.session.bridge import SessionBridge

Answer = TypeVar("Answer")


def asking(
    bridge: SessionBridge, kind: type[Answer]
) -> Callable[[Any, Callable[[Answer | Failed], None]], None]:
    """A way to ask for one kind of reply; refusals come as ``Failed``."""

    def ask(command: Command, then: Callable[[Answer | Failed], None]) -> None:
        def replied(reply: Reply) -> None:
            if isinstance(reply, kind):
                then(reply)

        bridge.request(command, replied, lambda error: then(Failed(error)))

    return ask


def value_requests(bridge: SessionBridge) -> ValueRequests:
    """Ways for a panel to read values through the session; refusals come as ``Failed``."""

    def ask(command: Command, then: Callable[[Any], None]) -> None:
        bridge.request(command, then, lambda error: then(Failed(error)))

    def children(handle: ValueHandle, offset: int, limit: int, then: Callable[[Any], None]) -> None:
        ask(ReadChildren(handle, offset, limit), then)

    def text(handle: ValueHandle, offset: int, limit: int, then: Callable[[Any], None]) -> None:
        ask(ReadText(handle, offset, limit), then)

    def whole(handle: ValueHandle, limit: int, then: Callable[[Any], None]) -> None:
        ask(ReadJson(handle, limit), then)

    return ValueRequests(children, text, whole)
