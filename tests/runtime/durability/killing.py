"""Starting a process and killing it: at the very moment that it names, or at any other."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[3]


class Whole(NamedTuple):
    """What a run that came to its end took."""

    calls: int
    seconds: float
    written: int
    """Bytes of SQLite's journal."""


class Killer:
    """Runs programs in processes of their own and ends them with SIGKILL."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.runtime.durability.child"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._running: int | None = None

    def close(self) -> None:
        """End the server, and a process that never came to its place."""
        if self._running is not None:
            os.kill(self._running, signal.SIGKILL)
        with self._server as server:
            assert server.stdin is not None
            server.stdin.close()

    def _answer(self) -> int:
        assert self._server.stdout is not None
        return int(self._server.stdout.readline())

    def _begin(self, request: dict[str, Any]) -> None:
        os.mkfifo(request["pipe"])
        assert self._server.stdin is not None
        self._server.stdin.write(f"{json.dumps(request)}\n")
        self._server.stdin.flush()
        self._running = self._answer()

    def _end(self, request: dict[str, Any]) -> None:
        assert self._running is not None
        # It may have done so itself.
        with suppress(ProcessLookupError):
            os.kill(self._running, signal.SIGKILL)
        # SIGXFSZ: it wrote more than it may, and got as far as if it had been killed there.
        ended = self._answer()
        assert ended in (-signal.SIGKILL, -signal.SIGXFSZ), ended
        self._running = None
        Path(request["pipe"]).unlink()

    def __call__(
        self,
        folder: Path,
        program: str,
        place: str,
        durability: str | None = "sync",
        *,
        hanging: str = "",
        concurrency: int | None = None,
        mode: str = "updates",
        awaiting: bool = False,
        **given: Any,
    ) -> None:
        """Run ``program`` until it reaches ``place`` and kill it there; see ``halting``."""
        request = {
            "folder": str(folder),
            "program": program,
            "place": place,
            "durability": durability,
            "hanging": hanging.split(),
            "concurrency": concurrency,
            "mode": mode,
            "awaiting": awaiting,
            "given": given or {"input": {"x": 1}},
            "pipe": str(folder / "pipe"),
        }
        self._begin(request)
        try:
            told = Path(str(request["pipe"])).read_text()
        finally:
            self._end(request)
        assert told == place

    def after(
        self,
        folder: Path,
        *,
        calls: int = 0,
        seconds: float | None = None,
        written: int = 0,
        **request: Any,
    ) -> Whole | None:
        """Kill a run after so many calls or seconds, or bytes of a file; see ``moments``.

        Without any it is let run. Gives what it took where it came to its end before.
        """
        request = {
            "opening": False,
            "counting": calls > 0,
            **request,
            "calls": calls,
            "written": written,
            "pipe": str(folder / "pipe"),
        }
        self._begin(request)
        told = ""
        try:
            with Path(request["pipe"]).open() as pipe:
                assert pipe.readline() == "begins\n"
                if seconds is None:
                    told = pipe.read()
                else:
                    # Not slept, which is less exact than a commit is long.
                    end = time.perf_counter() + seconds
                    while time.perf_counter() < end:
                        pass
                    self._end(request)
                    told = pipe.read()
        finally:
            if self._running is not None:
                self._end(request)
        return Whole(**json.loads(told)) if told else None
