"""What tasks say while they run, as events; of a flood so much as can be shown, and the count."""

import threading
import time
from collections.abc import Callable
from typing import Any

from runtime.debug.events import Event, OutputKind, TaskOutput
from runtime.debug.flow import Flow
from runtime.debug.natural import TooLarge, to_natural
from runtime.debug.preview import line_of, preview
from runtime.debug.values import ValuePreview
from runtime.pregel.task import Task

LONGEST_JSON = 20_000
"""Characters of a custom value that is told whole."""


class Outputs:
    """Tells the outputs of one run's tasks."""

    def __init__(self, run_id: str, emit: Callable[[Event], None], flow: Flow | None = None):
        self._run_id = run_id
        self._emit = emit
        self._flow = flow or Flow()
        self._whole = Flow(entries=200, size=500_000)
        """Of values that are told whole; of the others the preview is."""
        self._dropped: dict[str, int] = {}
        self._lock = threading.Lock()

    def tell(self, task: Task, kind: OutputKind, text: str) -> None:
        """Pass on a text, or leave it out where more comes than can be shown."""
        if self._admits(task, len(text)):
            self._say(task, kind, text)

    def tell_value(self, task: Task, value: Any) -> None:
        """Pass on what a task wrote to the custom stream, likewise."""
        text = line_of(value)
        if self._admits(task, len(text)):
            self._say(task, "custom", text, preview(value), self._json_of(value))

    def _json_of(self, value: Any) -> Any:
        if not self._whole.admits(len(line_of(value, LONGEST_JSON))):
            return None
        try:
            return to_natural(value, LONGEST_JSON)
        except TooLarge:
            return None

    def _admits(self, task: Task, size: int) -> bool:
        if not self._flow.admits(size):
            with self._lock:
                self._dropped[task.id] = self._dropped.get(task.id, 0) + 1
            return False
        self.finish(task)
        return True

    def finish(self, task: Task) -> None:
        """Say how much of the task was left out."""
        with self._lock:
            count = self._dropped.pop(task.id, 0)
        if count:
            what = "one line was" if count == 1 else f"{count:,} lines were"
            self._say(task, "dropped", f"{what} left out: more came than can be shown")

    def _say(
        self,
        task: Task,
        kind: OutputKind,
        text: str,
        shown: ValuePreview | None = None,
        json: Any = None,
    ) -> None:
        place = (task.loop.checkpoint_ns, task.id, task.name)
        self._emit(TaskOutput(0, self._run_id, *place, kind, text, shown, time.time(), json))
