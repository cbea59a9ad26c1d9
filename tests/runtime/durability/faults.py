"""Stores that fail at a chosen one of their calls: before it, after it took effect, from it on.

A fault strikes in a saver of somebody else's, in a serializer, in the connection to SQLite, or on
the way to a PostgreSQL server.
"""

import socket
import sqlite3
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Engine, create_engine

from runtime.checkpoint.base import CheckpointTuple
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from tests.runtime.durability.savers import AwaitedSaver, PlainSaver, SaverError

Config = Any
Kind = Literal["before", "after", "down", "slow", "none"]
"""``after``: what was called for happens, its answer is lost; ``down``: nothing works any more."""
_SLOW = 0.0005


class Fault:
    """Counts calls, and strikes at one of them."""

    def __init__(
        self, kind: Kind = "none", at: int = 0, error: Callable[[], Exception] | None = None
    ) -> None:
        self.kind = kind
        self.at = at
        self.calls = 0
        self._error = error or (lambda: SaverError(f"call {self.at}"))
        self._lock = threading.Lock()
        self._active = False

    def begin(self) -> None:
        """Calls count from now on."""
        self._active = True

    def heal(self) -> None:
        """From now on everything works."""
        self._active = False

    def strikes(self) -> Kind:
        """What happens at the call that begins now."""
        if not self._active:
            return "none"
        with self._lock:
            self.calls += 1
            calls = self.calls
        if self.kind == "slow":
            time.sleep(_SLOW)
        elif calls == self.at or (self.kind == "down" and calls > self.at > 0):
            return self.kind
        return "none"

    @contextmanager
    def around(self) -> Iterator[None]:
        """One call."""
        struck = self.strikes()
        if struck in ("before", "down"):
            raise self._error()
        yield
        if struck == "after":
            raise self._error()


# -- somebody else's savers


class FaultySaver(PlainSaver):
    """A saver with the public methods only."""

    def __init__(self, fault: Fault) -> None:
        super().__init__()
        self.fault = fault

    def put(self, *arguments: Any) -> Any:
        with self.fault.around():
            return super().put(*arguments)

    def put_writes(self, *arguments: Any) -> None:
        with self.fault.around():
            super().put_writes(*arguments)

    def get_tuple(self, config: Config) -> CheckpointTuple | None:
        with self.fault.around():
            return super().get_tuple(config)


class FaultyAwaitedSaver(AwaitedSaver):
    """The same for coroutines."""

    def __init__(self, fault: Fault) -> None:
        super().__init__()
        self.fault = fault

    async def aput(self, *arguments: Any) -> Any:
        with self.fault.around():
            return await super().aput(*arguments)

    async def aput_writes(
        self, config: Config, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        with self.fault.around():
            await super().aput_writes(config, writes, task_id, task_path)

    async def aget_tuple(self, config: Config) -> CheckpointTuple | None:
        with self.fault.around():
            return await super().aget_tuple(config)

    async def alist(self, config: Config, **options: Any) -> AsyncIterator[CheckpointTuple]:
        with self.fault.around():
            async for found in super().alist(config, **options):
                yield found


class FaultySerializer(JsonPlusSerializer):
    """Fails to encode or decode a value."""

    def __init__(self, fault: Fault) -> None:
        super().__init__()
        self.fault = fault

    def dumps_typed(self, value: Any) -> tuple[str, bytes]:
        with self.fault.around():
            return super().dumps_typed(value)

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        with self.fault.around():
            return super().loads_typed(data)


# -- SQLite


def faulty_sqlite(path: Path, fault: Fault) -> Engine:
    """An engine on a file; each statement and commit is a call."""

    class Cursor(sqlite3.Cursor):
        def execute(self, *arguments: Any) -> Any:
            with fault.around():
                return super().execute(*arguments)

        def executemany(self, *arguments: Any) -> Any:
            with fault.around():
                return super().executemany(*arguments)

    class Connection(sqlite3.Connection):
        def cursor(self, factory: Any = Cursor) -> Any:
            return super().cursor(factory)

        def commit(self) -> None:
            with fault.around():
                super().commit()

    return create_engine(
        f"sqlite:///{path}",
        connect_args={"factory": Connection, "check_same_thread": False, "timeout": 0.05},
    )


# -- PostgreSQL


class CutLine:
    """Stands before a server and cuts connections; each message of a client is a call."""

    def __init__(self, url: str, fault: Fault) -> None:
        self.fault = fault
        self._folder = tempfile.TemporaryDirectory(prefix="pregel-line-")
        host = url.partition("host=")[2].partition("&")[0]
        self.url = url.replace(host, self._folder.name)
        self._server = f"{host}/.s.PGSQL.5432"
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(f"{self._folder.name}/.s.PGSQL.5432")
        self._listening.listen()
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Let go of everything."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        for each in (self._listening, *self._open):
            _cut(each)
        self._folder.cleanup()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(self._server)
            self._open += [client, server]
            answers = threading.Event()
            for pump in (self._ask, self._answer):
                threading.Thread(target=pump, args=(client, server, answers), daemon=True).start()

    def _ask(self, client: socket.socket, server: socket.socket, lost: threading.Event) -> None:
        with suppress(OSError):
            while message := client.recv(1 << 20):
                struck = self.fault.strikes()
                if struck in ("before", "down"):
                    break
                if struck == "after":
                    lost.set()
                server.sendall(message)
        if not lost.is_set():
            _cut(client)
            _cut(server)

    def _answer(self, client: socket.socket, server: socket.socket, lost: threading.Event) -> None:
        with suppress(OSError):
            while answer := server.recv(1 << 20):
                if lost.is_set():
                    # The server has done what it was asked; nobody will know.
                    break
                client.sendall(answer)
        _cut(client)
        _cut(server)


def _cut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
