"""How a panel asks for values that a preview does not hold whole.

Each callback is given what to read and a function that takes the answer later, in the window's
thread. A panel drops answers that come after it moved to another moment.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from runtime.debug.commands import Command
from runtime.debug.values import TextPage, ValueHandle, ValuePage
from runtime.debug.views import Failed, JsonValue

FetchChildren = Callable[[ValueHandle, int, int, Callable[[ValuePage | Failed], None]], None]
"""``(handle, offset, limit, on_page)``"""
FetchText = Callable[[ValueHandle, int, int, Callable[[TextPage | Failed], None]], None]
"""``(handle, offset, limit, on_page)``, in characters or bytes"""
FetchJson = Callable[[ValueHandle, int, Callable[[JsonValue | Failed], None]], None]
"""``(handle, limit, on_value)``, the limit in characters"""


Ask = Callable[[Command, Callable[[Any], None]], None]
"""``(command, on_reply)``; a refusal comes as ``Failed``"""


def _never(command: Command, on_reply: Callable[[Any], None]) -> None:
    """Where values are known by their previews alone."""


@dataclass(frozen=True, slots=True)
class ValueRequests:
    """The ways to ask for more of a value; ``ask`` takes the commands that inspect one."""

    children: FetchChildren
    text: FetchText
    json: FetchJson
    ask: Ask = _never
