"""The engine's one hook for whoever watches and steers a run.

An observer is called in the thread that runs the superstep. Each method may block, which is how a
debugger pauses; raising ``RunStopped`` ends the run and leaves everything saved so far in place.
Subgraphs inherit the observer of the run that calls them. Without an observer none of this costs
anything.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from runtime.constants import MISSING

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop
    from runtime.pregel.task import Task


class RunStopped(BaseException):
    """Raised by an observer to end a run at once; nodes cannot swallow it by accident."""


class Observer:
    """Base with no-op methods: override those that matter.

    ``serial`` makes the execute phase run one task at a time in the order ``choose_task`` picks.
    """

    serial: bool = False

    def run_started(self, loop: "Loop") -> None:
        """The checkpoint is loaded and the input applied; no superstep is planned yet."""

    def superstep_planned(self, loop: "Loop", tasks: Sequence["Task"]) -> None:
        """Plan is done. ``task.finished`` marks tasks whose recorded writes are taken over."""

    def choose_task(self, loop: "Loop", waiting: Sequence["Task"]) -> "Task":
        """Which of the waiting tasks runs next; asked only when ``serial``."""
        return waiting[0]

    def task_started(self, loop: "Loop", task: "Task") -> None:
        """In the task's own thread, before the node is called."""

    def result_instead(self, loop: "Loop", task: "Task") -> Any:
        """A result to take instead of calling the node, or ``MISSING``.

        Whoever gives one notes it in ``task.writes`` under ``SUBSTITUTED``.
        """
        return MISSING

    def task_output(self, loop: "Loop", task: "Task", value: Any) -> None:
        """The task wrote ``value`` to the custom stream."""

    def message_streamed(self, namespace: str, message: Any, *, whole: bool) -> None:
        """A task makes a message: this is a part of it, or the whole as it is by now.

        ``namespace`` is that of the inside of the task, so it ends with its name and id.
        """

    def model_callbacks(self) -> Sequence[Any]:
        """Handlers for what tasks call, by which LangChain's models tell their tokens."""
        return ()

    def task_retried(
        self, loop: "Loop", task: "Task", error: BaseException, seconds: float, wait: float
    ) -> None:
        """An attempt failed after so many seconds; the next one begins in ``wait`` seconds."""

    def task_finished(self, loop: "Loop", task: "Task", seconds: float) -> None:
        """The task ended: see ``task.writes``, ``task.error`` and ``task.interrupts``."""

    def barrier_reached(self, loop: "Loop", tasks: Sequence["Task"]) -> None:
        """All tasks wrote; the update phase folds the writes next."""

    def channel_updated(
        self,
        loop: "Loop",
        channel: str,
        before: Any,
        operands: Sequence[tuple["Task | None", Any]],
        after: Any,
        old_version: int,
        new_version: int,
    ) -> None:
        """One channel took its new version. ``MISSING`` stands for an empty channel.

        ``operands`` are the folded writes in order, each with the task that wrote it (``None``
        for the caller's input); empty where the channel was consumed or cleared.
        """

    def checkpoint_saved(self, loop: "Loop", checkpoint_id: str) -> None:
        """The checkpoint of ``loop.step`` was handed to the saver."""

    def run_ended(self, loop: "Loop", error: BaseException | None) -> None:
        """The run is over; ``loop.status`` says how."""
