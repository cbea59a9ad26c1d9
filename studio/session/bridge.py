"""The window's end of a session: commands go in, replies and events come out in this thread.

The session's threads fill one inbox. A timer of this thread empties it about sixty times a second
and stops when nothing has come for a tick; only the first entry after such a rest costs a signal
across threads. Replies and events share the inbox, so that they keep their order. Who asked stays
in this thread: an answer comes back under the number of its question.
"""

import itertools
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from runtime.debug.commands import Command
from runtime.debug.events import Event
from runtime.debug.session import Session
from runtime.debug.views import ErrorView, Failed, Reply
from studio.language import tr
from studio.language.engine import event_in_words, reply_in_words
from studio.session.inbox import Inbox

TICK_MS = 16
_BUDGET_SECONDS = 0.012
_BATCH = 128

ReplyHandler = Callable[[Reply], None]
FailureHandler = Callable[[ErrorView], None]
EventListener = Callable[[Sequence[Event]], None]


@dataclass(frozen=True, slots=True)
class _Answer:
    number: int
    reply: Reply


class SessionBridge(QObject):
    """Talks to one session without ever waiting for it, in the language of the window.

    ``failed`` carries the ``ErrorView`` of refused commands that nobody else handles.
    """

    failed = Signal(object)
    _woken = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._closed = False
        self._numbers = itertools.count(1)
        self._handlers: dict[int, ReplyHandler] = {}
        self._listeners: list[EventListener] = []
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._drain)
        self._woken.connect(self._timer.start, Qt.ConnectionType.QueuedConnection)
        self._inbox: Inbox[Event | _Answer] = Inbox(self._woken.emit)
        self._unsubscribe = session.subscribe(self._inbox.put_in_turn)

    def subscribe(self, listener: EventListener) -> Callable[[], None]:
        """Have ``listener`` called in this thread with each batch of events; returns the undo."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    @property
    def idle(self) -> bool:
        """Whether every command is answered and everything heard has been told."""
        return not self._handlers and self._inbox.empty

    def request(
        self,
        command: Command,
        on_reply: ReplyHandler | None = None,
        on_failed: FailureHandler | None = None,
    ) -> None:
        """Send a command; exactly one of the handlers is called later, in this thread.

        Without ``on_failed`` a refusal is told by the signal ``failed``.
        """
        if self._closed:
            return

        def handle(reply: Reply) -> None:
            if isinstance(reply, Failed):
                if on_failed is not None:
                    on_failed(reply.error)
                else:
                    self.failed.emit(reply.error)
            elif on_reply is not None:
                on_reply(reply)

        number, inbox = next(self._numbers), self._inbox
        self._handlers[number] = handle
        self._session.send(command).add_done_callback(
            lambda future: inbox.put(_Answer(number, _reply_of(future)))
        )

    def close(self) -> threading.Thread:
        """Hear no more and end the session; the thread returned ends when everything is saved."""
        self._closed = True
        self._timer.stop()
        # First, for a session that waits for its events to be read does not let go of its sinks.
        self._inbox.close()
        self._unsubscribe()
        self._handlers.clear()
        closing = threading.Thread(target=self._session.close, name="close-session")
        closing.start()
        return closing

    def _drain(self) -> None:
        until = time.perf_counter() + _BUDGET_SECONDS
        batch = self._inbox.take(_BATCH)
        if not batch and self._inbox.rest():
            self._timer.stop()
        while batch:
            self._deliver(batch)
            if self._closed or time.perf_counter() > until:
                return
            batch = self._inbox.take(_BATCH)

    def _deliver(self, batch: list[Event | _Answer]) -> None:
        events: list[Event] = []
        for entry in batch:
            if isinstance(entry, _Answer):
                self._tell(events)
                events = []
                if self._closed:
                    return
                with _told_alone():
                    self._handlers.pop(entry.number)(reply_in_words(entry.reply))
            else:
                events.append(event_in_words(entry))
        self._tell(events)

    def _tell(self, events: list[Event]) -> None:
        if events:
            for listener in tuple(self._listeners):
                with _told_alone():
                    listener(events)


@contextmanager
def _told_alone() -> Iterator[None]:
    """A listener that fails costs itself only: the others still hear what there is."""
    try:
        yield
    except Exception:  # noqa: BLE001  # whatever it is, it is told where errors are told
        sys.excepthook(*sys.exc_info())


def _reply_of(future: "Future[Reply]") -> Reply:
    try:
        error = future.exception()
    except CancelledError:
        return Failed(ErrorView("Cancelled", tr("The session was closed before it could answer.")))
    if error is not None:
        return Failed(ErrorView(type(error).__name__, str(error)))
    return future.result()
