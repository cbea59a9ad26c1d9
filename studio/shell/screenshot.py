"""A picture of the real window: open, run until it pauses or ends, settle, grab, end."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QObject, QTimer

from runtime.debug.views import CheckpointPage, ErrorView, TargetOpened
from studio.shell.window import MainWindow

_TICK_MS = 50
_QUIET_TICKS = 6
_LIMIT_TICKS = 120_000 // _TICK_MS

Stage = Literal["opening", "running", "settling", "done"]


class Screenshot(QObject):
    """Drives a window by itself and calls ``on_done`` once, with a problem in words or ``None``.

    Without a graph the thread that is opened is shown as it is stored.

    ``given`` is the input as JSON, used if ``has_input``; else the file's example input is, unless
    the thread has a history to show. ``step`` is looked at in the end.
    """

    def __init__(
        self,
        window: MainWindow,
        path: Path,
        given: Any,
        has_input: bool,
        step: int | None,
        on_done: Callable[[str | None], None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._path = path
        self._given = given
        self._has_input = has_input
        self._step = step
        self._on_done = on_done
        self._stage: Stage = "opening"
        self._quiet = 0
        self._ticks = 0
        window.offers_answers = False
        window.animate(False)
        workspace = window.workspace
        workspace.open_failed.connect(self._refused)
        workspace.bridge.failed.connect(lambda error: self._end(error.message))
        workspace.choices_found.connect(self._several)
        window.moment.history_loaded.connect(self._start)
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _refused(self, target: str, error: ErrorView) -> None:
        place = f" ({error.frames[-1].path}:{error.frames[-1].line})" if error.frames else ""
        self._end(f"{target} was not opened: {error.message}{place}")

    def _several(self, opened: TargetOpened) -> None:
        names = ", ".join(f"{opened.target}:{choice.attribute}" for choice in opened.choices)
        self._end(f"{opened.target} offers several graphs; name one of {names}")

    def _start(self, page: CheckpointPage) -> None:
        graph = self._window.workspace.graph
        if self._stage != "opening":
            return
        if graph is None and not page.rows:
            self._end(f"there is no thread {page.thread_id} in the database")
            return
        if graph is None or (page.rows and not self._has_input):
            self._stage = "settling"
            self._look()
            return
        given = self._given if self._has_input else graph.example_input
        if given is None and not self._has_input:
            self._end("the file has no EXAMPLE_INPUT: give an input with --input JSON")
            return
        self._stage = "running"
        self._window.workspace.run_control.start(
            given, "run", lambda: None, lambda error: self._end(error.message)
        )

    def _tick(self) -> None:
        self._ticks += 1
        if self._ticks > _LIMIT_TICKS:
            self._end("the run neither paused nor ended within two minutes")
            return
        run = self._window.moment.run
        if self._stage == "running" and run.status not in ("idle", "running"):
            self._stage = "settling"
            self._look()
        if self._stage == "settling":
            self._quiet = self._quiet + 1 if self._window.workspace.bridge.idle else 0
            if self._quiet >= _QUIET_TICKS:
                self._grab()

    def _look(self) -> None:
        if self._step is None:
            return
        row = self._window.moment.row_at_step(self._step)
        if row is None:
            self._end(f"the run has no step {self._step}")
        else:
            self._window.moment.look_at(row)

    def _grab(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        saved = self._window.grab().save(str(self._path))
        self._end(None if saved else f"{self._path} cannot be written as a picture")

    def _end(self, problem: str | None) -> None:
        if self._stage != "done":
            self._stage = "done"
            self._timer.stop()
            self._on_done(problem)
