"""A session that is still being opened: the window is built meanwhile.

Commands wait until the session is there, in their order. Once it is, everything goes straight to
it.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future

from runtime.debug.commands import Command
from runtime.debug.session import EventSink, Session
from runtime.debug.views import ErrorView, Failed, Reply
from studio.language import tr


class AwaitedSession:
    """A ``Session``; ``arrive`` gives it the one that it stands for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._session: Session | None = None
        self._closed = False
        self._waiting: list[tuple[Command, Future[Reply]]] = []
        self._sinks: list[_Subscription] = []

    def arrive(self, session: Session) -> None:
        """The session is open. It is closed at once where nobody waits for it any more."""
        with self._lock:
            wanted = not self._closed
            if wanted:
                self._take(session)
        if not wanted:
            session.close()

    def _take(self, session: Session) -> None:
        for subscription in self._sinks:
            subscription.undo = session.subscribe(subscription.sink)
        for command, future in self._waiting:
            session.send(command).add_done_callback(_passed_on(future))
        self._waiting.clear()
        self._session = session

    def send(self, command: Command) -> "Future[Reply]":
        with self._lock:
            if self._session is not None:
                return self._session.send(command)
            future: Future[Reply] = Future()
            if self._closed:
                future.set_result(Failed(ErrorView(tr("Refused"), tr("The session is closed."))))
            else:
                self._waiting.append((command, future))
            return future

    def subscribe(self, sink: EventSink) -> Callable[[], None]:
        with self._lock:
            subscription = _Subscription(sink)
            if self._session is not None:
                subscription.undo = self._session.subscribe(sink)
            self._sinks.append(subscription)

        def undo() -> None:
            with self._lock:
                self._sinks.remove(subscription)
                subscription.undo()

        return undo

    def close(self) -> None:
        with self._lock:
            self._closed = True
            session, waiting = self._session, self._waiting
            self._waiting = []
        for _, future in waiting:
            future.set_result(Failed(ErrorView(tr("Refused"), tr("The session is closed."))))
        if session is not None:
            session.close()


class _Subscription:
    """One sink, and what ends its hearing."""

    def __init__(self, sink: EventSink) -> None:
        self.sink = sink
        self.undo: Callable[[], None] = lambda: None


def _passed_on(future: "Future[Reply]") -> "Callable[[Future[Reply]], None]":
    return lambda done: future.set_result(done.result())
