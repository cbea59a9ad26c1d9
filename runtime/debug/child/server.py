"""The child's side: a session behind two pipes.

Commands are read in the main thread and handed to the session; its answers and events are written
as they come, so that they keep their order. What the user's code prints never meets the
protocol: its streams were taken away from the pipes before anything of it ran.
"""

import os
import platform
import sys
import threading
from concurrent.futures import Future
from functools import partial
from typing import Any, BinaryIO

from runtime.checkpoint.sql.errors import StoreError
from runtime.debug.child import protocol
from runtime.debug.child.framing import Frame, FrameError, encode, read_frame
from runtime.debug.child.protocol import Served, Setup
from runtime.debug.codec import CodecError, to_json
from runtime.debug.commands import Command
from runtime.debug.events import Event
from runtime.debug.local import LocalSession
from runtime.debug.views import Reply

_LAST_SECONDS = 3.0
"""How long threads and exit handlers of the user's code may take when everything is saved."""


class _Wire:
    """Writes whole messages in the thread that has something to say.

    So whoever tells more than the other side reads waits, and what was told before a crash is told.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._broken = False

    def say(self, frame: Frame) -> None:
        data = encode(frame)
        with self._lock:
            if self._broken:
                return
            try:
                self._stream.write(data)
                self._stream.flush()
            except (OSError, ValueError):
                # The main thread finds its own end closed too.
                self._broken = True

    def hang_up(self) -> None:
        """Say nothing more: nobody listens. Does not wait for who waits to be heard."""
        self._broken = True


class Server:
    """Serves one session until it is told to stop or nobody listens any more."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._incoming = incoming
        self._wire = _Wire(outgoing)
        self._session: LocalSession | None = None

    def serve(self) -> None:
        """Answer until the other side says ``shutdown`` or is gone."""
        last: Any = None
        try:
            while (frame := read_frame(self._incoming)) is not None:
                if frame.get("method") == protocol.SHUTDOWN:
                    last = frame.get("id")
                    break
                self._take(frame)
        except FrameError as error:
            sys.stderr.write(f"The debugger sent {error}; this process ends.\n")
        if last is None:
            # The window is gone: what a run still has to save is saved, but it is not waited for.
            self._wire.hang_up()
            _end_soon()
        if self._session is not None:
            self._session.close()
        if last is not None:
            self._wire.say({"id": last, "result": None})
            _end_soon()

    def _take(self, frame: Frame) -> None:
        number = frame.get("id")
        try:
            if frame.get("method") == protocol.INITIALIZE:
                self._initialize(number, Setup(**frame["params"]))
                return
            command = protocol.message_of(frame)
            if self._session is None or not isinstance(command, Command):
                raise CodecError(str(frame.get("method")), "is no command of an open session")
        except (CodecError, KeyError, TypeError) as error:
            self._refuse(number, protocol.INVALID_PARAMETERS, str(error))
            return
        self._session.send(command).add_done_callback(partial(self._answer, number))

    def _initialize(self, number: Any, setup: Setup) -> None:
        try:
            self._session = LocalSession(
                setup.database,
                create=setup.create,
                read_only=setup.read_only,
                stop_grace=setup.stop_grace,
                spare=setup.spare or None,
                answers=setup.answers,
            )
        except StoreError as error:
            data = protocol.store_error_data(error)
            self._refuse(number, protocol.STORE_FAILED, str(error), data)
            return
        self._session.subscribe(self._tell)
        served = Served(protocol.PROTOCOL, sys.executable, platform.python_version(), os.getpid())
        self._wire.say({"id": number, "result": protocol.as_parameters(served)})

    def _answer(self, number: Any, future: "Future[Reply]") -> None:
        reply = future.result()
        self._wire.say({"id": number, "result": to_json(reply)})

    def _tell(self, event: Event) -> None:
        self._wire.say(protocol.message_frame(event))

    def _refuse(self, number: Any, code: int, message: str, data: Any = None) -> None:
        error = {"code": code, "message": message, "data": data}
        self._wire.say({"id": number, "error": error})


def _end_soon() -> None:
    """Threads that the user's code left running must not keep the process."""
    watch = threading.Timer(_LAST_SECONDS, os._exit, (0,))
    watch.daemon = True
    watch.start()


def main(incoming: int, outgoing: int) -> None:
    """Serve on the two descriptors, which belong to nobody else."""
    with os.fdopen(incoming, "rb") as reading, os.fdopen(outgoing, "wb") as writing:
        Server(reading, writing).serve()
