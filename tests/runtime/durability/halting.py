"""A process that stops dead at a named place of a program, for the parent to kill it there.

A request has ``folder``, ``program``, ``place``, ``durability`` and ``concurrency`` (or null),
``mode`` of streaming, ``awaiting`` (whether in coroutines), ``given`` (``{"input": ...}`` or
``{"resume": ...}``), the ``pipe``'s path.
``place`` is where a node or reducer halts, or ``after A B``: the caller's side, once the updates of
all these nodes were streamed. The process writes it to the pipe and waits for ever. ``hanging``
nodes never end.
"""

import asyncio
import signal
import threading
from pathlib import Path
from typing import Any

from runtime.checkpoint.sql import SqlSaver
from runtime.types import Command
from tests.runtime.durability.programs import build


def run(request: dict[str, Any]) -> None:
    """Run the program; ends only where the place is never reached."""
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
    Path(request["pipe"]).write_text("the end")
