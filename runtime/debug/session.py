"""The session: the one interface between a debugger and an engine.

A session takes commands and gives replies and events, all plain data. Whether the graph runs in
this process, in a child process or in another engine is not visible here.
"""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol

from runtime.debug.commands import Command
from runtime.debug.events import Event
from runtime.debug.views import Reply

EventSink = Callable[[Event], None]


class Session(Protocol):
    """A live or recorded run behind one queue. All methods return at once, from any thread."""

    def send(self, command: Command) -> "Future[Reply]":
        """Hand over a command. The future never raises: a refusal is a ``Failed`` reply."""

    def subscribe(self, sink: EventSink) -> Callable[[], None]:
        """Have ``sink`` called for each event, in the session's thread; returns the undo."""

    def close(self) -> None:
        """End the run, wait for what is being saved, release the database."""
