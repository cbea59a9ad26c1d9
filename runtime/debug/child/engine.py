"""One child process that serves a session, as the object that its parent asks."""

import itertools
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from runtime.debug import codec
from runtime.debug.child import protocol
from runtime.debug.child.framing import Frame
from runtime.debug.child.process import ChildProcess, Ending, Listener
from runtime.debug.child.protocol import Setup
from runtime.debug.commands import Command
from runtime.debug.events import Event
from runtime.debug.views import ErrorView, Failed, Reply


class Unusable(Exception):
    """The interpreter cannot serve; ``view`` says why and what can be done."""

    def __init__(self, view: ErrorView) -> None:
        super().__init__(view.message)
        self.view = view


class Lost(Exception):
    """The process ended before it answered."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(f"The process {ending.words}.")
        self.ending = ending


class Engine:
    """Requests over one process. Futures hold a reply, or ``Lost``, ``Unusable``, ``StoreError``.

    When the process has ended, ``on_exit`` is called before the futures that wait hear of it.
    """

    def __init__(
        self,
        process: ChildProcess,
        on_event: Callable[[Event], None],
        on_text: Callable[[str], None],
        on_exit: Callable[["Engine", Ending], None],
    ) -> None:
        self.process = process
        self.interpreter = process.interpreter
        self._on_event = on_event
        self._on_exit = on_exit
        self._numbers = itertools.count(1)
        self._waiting: dict[int, tuple[Future[Any], Callable[[Any], Any]]] = {}
        self._lock = threading.Lock()
        self._ending: Ending | None = None
        self._unusable: Unusable | None = None
        process.listen(Listener(self._heard, on_text, self._ended))

    def initialize(self, setup: Setup) -> "Future[Any]":
        """Open the database; the future ends with ``StoreError`` where it cannot be used."""
        return self._ask(
            {"method": protocol.INITIALIZE, "params": protocol.as_parameters(setup)}, lambda it: it
        )

    def request(self, command: Command) -> "Future[Reply]":
        """Hand over a command that ``to_json`` takes."""
        return self._ask(protocol.message_frame(command), codec.from_json)

    def shutdown(self) -> None:
        """Have the session closed; the process ends when everything is saved."""
        self._ask({"method": protocol.SHUTDOWN}, lambda it: it)

    def _ask(self, frame: Frame, read: Callable[[Any], Any]) -> "Future[Any]":
        future: Future[Any] = Future()
        with self._lock:
            if self._ending is None:
                number = next(self._numbers)
                self._waiting[number] = (future, read)
                self.process.send(lambda: {"id": number, **frame})
                return future
        future.set_exception(self._reason(self._ending))
        return future

    def _reason(self, ending: Ending) -> Exception:
        return self._unusable or Lost(ending)

    # -- in the threads of the process ------------------------------------------------------

    def _heard(self, frame: Frame) -> None:
        if frame.get("method") == protocol.UNUSABLE:
            self._unusable = Unusable(ErrorView(**frame["params"]))
        elif "method" in frame:
            event = protocol.message_of(frame)
            if isinstance(event, Event):
                self._on_event(event)
        else:
            with self._lock:
                future, read = self._waiting.pop(frame["id"])
            _settle(future, partial(_result, frame, read))

    def _ended(self, ending: Ending) -> None:
        try:
            self._on_exit(self, ending)
        finally:
            with self._lock:
                self._ending = ending
                waiting, self._waiting = self._waiting, {}
            for future, _ in waiting.values():
                future.set_exception(self._reason(ending))


def _settle(future: "Future[Any]", make: Callable[[], Any]) -> None:
    try:
        result = make()
    except Exception as error:  # noqa: BLE001 - told to whoever asked
        future.set_exception(error)
    else:
        future.set_result(result)


def _result(frame: Frame, read: Callable[[Any], Any]) -> Any:
    error = frame.get("error")
    if error is None:
        return read(frame["result"])
    if error["code"] == protocol.STORE_FAILED:
        raise protocol.store_error(error["data"])
    return Failed(ErrorView(type="MalformedCommand", message=error["message"]))
