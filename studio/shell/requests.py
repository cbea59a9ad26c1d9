"""Ways for panels to ask the session, as plain calls with an answer later."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from runtime.debug.commands import Command, ReadChildren, ReadJson, ReadSource, ReadText
from runtime.debug.values import ValueHandle
from runtime.debug.views import Failed, Reply, SourceText
from studio.inspector.requests import ValueRequests
from studio.session.bridge import SessionBridge

Answer = TypeVar("Answer")
TakeSource = Callable[[SourceText | Failed], None]

_LONGEST_SOURCE = 4_000_000
"""Bytes of a source file that is still shown."""


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

    return ValueRequests(children, text, whole, ask)


def source_request(
    bridge: SessionBridge,
) -> Callable[[str, Callable[[SourceText | Failed], None]], None]:
    """A way to read source files; a file that broke while it was opened is known only here."""

    def fetch(path: str, then: TakeSource) -> None:
        def read(reply: Reply) -> None:
            if isinstance(reply, SourceText):
                then(reply)

        bridge.request(
            ReadSource(path), read, lambda error: then(_read_file(path) or Failed(error))
        )

    return fetch


def _read_file(path: str) -> SourceText | None:
    """A Python file of the user, if it is one and can be read."""
    file = Path(path)
    try:
        if file.suffix != ".py" or file.stat().st_size > _LONGEST_SOURCE:
            return None
        return SourceText(path, file.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return None
