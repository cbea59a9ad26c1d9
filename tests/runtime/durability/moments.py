"""A process that runs a graph and dies at any moment: at its n-th call, or when it is killed.

A request has ``target`` (path or URL of a store), ``thread``, ``program``, ``journal``, the way to
run it: ``awaiting`` (in coroutines), ``streaming``, ``durability``; ``opening`` (whether the
opening of the store counts too), the ``pipe``'s path, and when to end before it is killed, or 0:
``calls``, after so many calls and returns of functions in all threads (counted if ``counting``);
``written``, at this place of any file, in the middle of what is written there.

The process tells the pipe when it begins, and at the end what the run took. Then it waits to be
killed.
"""

import asyncio
import gc
import itertools
import json
import os
import resource
import signal
import sys
import threading
import time
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from runtime.checkpoint.postgres.aio import AsyncPostgresSaver
from runtime.checkpoint.sql import SqlSaver
from runtime.checkpoint.sqlite.aio import AsyncSqliteSaver
from tests.runtime.durability.activations import Journal, afinish, compiled, finish


class _Calls:
    """Counts calls and returns of functions, those written in C among them."""

    def __init__(self, last: int) -> None:
        self.numbers = itertools.count(1)
        self.last = last

    def begin(self) -> None:
        # Some CPython 3.11 crashes where it collects frames that were made for a profile function.
        gc.disable()
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    def end(self) -> int:
        """How many there were."""
        sys.setprofile(None)
        threading.setprofile(None)
        return next(self.numbers)

    def _note(self, _frame: object, _event: str, _argument: object) -> None:
        if next(self.numbers) == self.last:
            os.kill(os.getpid(), signal.SIGKILL)


def run(request: dict[str, Any]) -> None:
    """Ends only by being killed."""
    calls = _Calls(request["calls"])
    pipe = Path(request["pipe"]).open("w")  # noqa: SIM115 - an error is told before it is closed
    started = 0.0

    def begin() -> None:
        nonlocal started
        pipe.write("begins\n")
        pipe.flush()
        if request["written"]:
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (request["written"], resource.RLIM_INFINITY))
        started = time.perf_counter()
        if request["counting"]:
            calls.begin()

    if request["opening"]:
        begin()
    written = (
        asyncio.run(_awaited(request, begin)) if request["awaiting"] else _called(request, begin)
    )
    seconds = time.perf_counter() - started
    pipe.write(json.dumps({"calls": calls.end(), "seconds": seconds, "written": written}))
    pipe.close()
    while True:
        signal.pause()


def _arguments(request: dict[str, Any], saver: Any) -> tuple[Any, ...]:
    journal = Journal(Path(request["journal"]))
    return (
        compiled(request["program"], journal, saver),
        {"configurable": {"thread_id": request["thread"]}},
        request["durability"],
        journal.shown if request["streaming"] else None,
    )


def _called(request: dict[str, Any], begin: Any) -> int:
    with SqlSaver(request["target"]) as saver:
        arguments = _arguments(request, saver)
        if not request["opening"]:
            begin()
        finish(*arguments)
        return _written(request)


async def _awaited(request: dict[str, Any], begin: Any) -> int:
    target = request["target"]
    opened: AbstractAsyncContextManager[Any] = (
        AsyncPostgresSaver if "://" in target else AsyncSqliteSaver
    ).from_conn_string(target)
    async with opened as saver:
        arguments = _arguments(request, saver)
        if not request["opening"]:
            begin()
        await afinish(*arguments)
        return _written(request)


def _written(request: dict[str, Any]) -> int:
    journal = Path(request["target"] + "-wal")
    return journal.stat().st_size if journal.exists() else 0
