"""What tasks say while they run, as events; of a flood so much as can be shown, and the count."""

import threading
from collections.abc import Callable

from runtime.debug.events import Event, OutputKind, TaskOutput
from runtime.debug.flow import Flow
from runtime.debug.values import ValuePreview
from runtime.pregel.task import Task


class Outputs:
    """Tells the outputs of one run's tasks."""

    def __init__(self, run_id: str, emit: Callable[[Event], None], flow: Flow | None = None):
        self._run_id = run_id
        self._emit = emit
        self._flow = flow or Flow()
        self._dropped: dict[str, int] = {}
        self._lock = threading.Lock()

    def tell(
        self, task: Task, kind: OutputKind, text: str, shown: ValuePreview | None = None
    ) -> None:
        """Pass it on, or leave it out where more comes than can be shown."""
        if not self._flow.admits(len(text)):
            with self._lock:
                self._dropped[task.id] = self._dropped.get(task.id, 0) + 1
            return
        self.finish(task)
        self._say(task, kind, text, shown)

    def finish(self, task: Task) -> None:
        """Say how much of the task was left out."""
        with self._lock:
            count = self._dropped.pop(task.id, 0)
        if count:
            what = "one line was" if count == 1 else f"{count:,} lines were"
            self._say(task, "dropped", f"{what} left out: more came than can be shown", None)

    def _say(self, task: Task, kind: OutputKind, text: str, shown: ValuePreview | None) -> None:
        place = (task.loop.checkpoint_ns, task.id, task.name)
        self._emit(TaskOutput(0, self._run_id, *place, kind, text, shown))
