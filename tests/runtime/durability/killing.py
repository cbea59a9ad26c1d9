"""Starting a process and killing it at the very moment that it names."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]


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
        """Run ``program`` until it reaches ``place`` and kill it there; see ``child``."""
        pipe = folder / "pipe"
        os.mkfifo(pipe)
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
            "pipe": str(pipe),
        }
        assert self._server.stdin is not None
        self._server.stdin.write(f"{json.dumps(request)}\n")
        self._server.stdin.flush()
        self._running = self._answer()
        told = pipe.read_text()
        os.kill(self._running, signal.SIGKILL)
        assert self._answer() == -signal.SIGKILL
        self._running = None
        assert told == place
        pipe.unlink()
