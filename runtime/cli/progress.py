"""The events of a run as lines: what was due, what each task wrote, said, asked."""

from runtime.cli.console import Console, safe
from runtime.constants import START
from runtime.debug.events import (
    Event,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskOutput,
    TaskWrote,
)
from runtime.debug.opened import is_internal
from runtime.pregel.config import stable_namespace

_LEAST_NAME = 12
_LONGEST_NAME = 28
_BESIDE = 8
"""Columns that the step takes, with the gaps."""


class Progress:
    """Prints a run as it goes on. ``quiet`` leaves only what the nodes print themselves."""

    def __init__(self, console: Console, names: list[str], *, quiet: bool) -> None:
        self._console = console
        self._quiet = quiet
        longest = max(map(len, names), default=_LEAST_NAME) + 3
        self._name_width = min(_LONGEST_NAME, max(_LEAST_NAME, longest))
        self._indices: dict[str, int] = {}

    def tell(self, event: Event) -> None:
        """One event."""
        if isinstance(event, TaskOutput):
            self._said(event)
        elif self._quiet:
            return
        elif isinstance(event, SuperstepPlanned):
            self._indices = {
                **self._indices,
                **{task.id: task.index for task in event.tasks if task.index is not None},
            }
        elif isinstance(event, TaskWrote):
            if event.name == START:
                return
            channels = [each.channel for each in event.writes if not is_internal(each.channel)]
            text = f"wrote {', '.join(dict.fromkeys(channels))}" if channels else "wrote nothing"
            self._task(event, text, "wrote", event.duration_ms)
        elif isinstance(event, TaskFailed):
            self._task(event, f"failed with {event.error.type}", "failed", event.duration_ms)
        elif isinstance(event, TaskInterrupted):
            self._task(event, "waits for an answer", "interrupted", event.duration_ms)

    def _task(
        self,
        event: TaskWrote | TaskFailed | TaskInterrupted,
        text: str,
        style: str,
        milliseconds: float,
    ) -> None:
        name = self._name(event.name, event.task_id, event.checkpoint_ns)
        shown = self._console.styled(text, style)
        took = self._console.styled(_duration(milliseconds), "dim")
        self._console.write(f"{event.step:>6}  {name:<{self._name_width}}  {shown}, {took}")

    def _said(self, event: TaskOutput) -> None:
        if self._quiet:
            self._console.write(event.text)
            return
        name = self._name(event.name, event.task_id, event.checkpoint_ns)
        for line in safe(event.text).split("\n"):
            bar = self._console.styled("|", "dim")
            self._console.write(f"{'':>6}  {name:<{self._name_width}}  {bar} {line}")

    def _name(self, name: str, task_id: str, checkpoint_ns: str) -> str:
        index = self._indices.get(task_id)
        shown = name if index is None else f"{name} #{index + 1}"
        if not checkpoint_ns:
            return shown
        return f"{stable_namespace(checkpoint_ns).replace('|', ' > ')} > {shown}"


def _duration(milliseconds: float) -> str:
    if milliseconds < 1:
        return "< 1 ms"
    if milliseconds < 1000:
        return f"{milliseconds:.0f} ms"
    return f"{milliseconds / 1000:.1f} s"
