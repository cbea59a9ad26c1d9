"""Processes to be killed: each runs a program on a store and says when it came to a place.

This module is a small server, so that the imports are paid for once: it reads a request a line and
forks a process for it. That process writes the place to the pipe of the request and waits for ever.

A request is JSON: ``folder``, ``program``, ``place``, ``durability`` and ``concurrency`` (or null),
``mode`` of streaming, ``awaiting`` (whether in coroutines), ``given`` (``{"input": ...}`` or
``{"resume": ...}``), the ``pipe``'s path.
``place`` is where a node or reducer halts, or ``after A B``: the caller's side, once the updates of
all these nodes were streamed. ``hanging`` nodes never end.
"""

import asyncio
import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any, NoReturn

from runtime.checkpoint.sql import SqlSaver
from runtime.types import Command
from tests.runtime.durability.programs import build


def run(request: dict[str, Any]) -> None:
    """Run the program; comes back only where the place is never reached."""
    place: str = request["place"]
    after, _, names = place.partition(" ")
    awaited = set(names.split()) if after == "after" else {place}
    once = threading.Lock()

    def wait_for_the_end() -> None:
        if once.acquire(blocking=False):
            Path(request["pipe"]).write_text(place)
        while True:
            signal.pause()

    def halt(here: str) -> None:
        if here in request["hanging"]:
            threading.Event().wait()
        if here == place:
            wait_for_the_end()

    options: Any = {"durability": request["durability"]} if request["durability"] else {}
    config = {
        "configurable": {"thread_id": "t"},
        "max_concurrency": request["concurrency"],
    }
    given = request["given"]
    start: Any = Command(resume=given["resume"]) if "resume" in given else given["input"]
    options["stream_mode"] = request["mode"]

    def passing(chunk: Any) -> None:
        awaited.difference_update(chunk)
        if not awaited:
            wait_for_the_end()

    async def coroutine(graph: Any) -> None:
        async for chunk in graph.astream(start, config, **options):
            passing(chunk)

    with SqlSaver(Path(request["folder"]) / "store.db") as saver:
        graph = build(request["program"], Path(request["folder"]), halt).compile(saver)
        if request["awaiting"]:
            asyncio.run(coroutine(graph))
        else:
            for chunk in graph.stream(start, config, **options):
                passing(chunk)


def forked(request: dict[str, Any]) -> int:
    """A process that runs the request."""
    process = os.fork()
    if process == 0:
        _end_after(request)
    return process


def _end_after(request: dict[str, Any]) -> NoReturn:
    try:
        run(request)
        Path(request["pipe"]).write_text("the end")
    finally:
        os._exit(1)


def main() -> None:
    for line in sys.stdin:
        process = forked(json.loads(line))
        sys.stdout.write(f"{process}\n")
        sys.stdout.flush()
        # The parent kills it; what waitpid says is how it ended.
        _, status = os.waitpid(process, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
