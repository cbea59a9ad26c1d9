"""Starting, continuing, pausing and stopping runs of the thread that is shown."""

from collections.abc import Callable
from typing import Any

from runtime.debug.commands import (
    Command,
    Continue,
    Goal,
    Pause,
    Resume,
    ReviseAnswer,
    RunMode,
    Start,
    Stop,
)
from runtime.debug.views import CheckpointRow, ErrorView, Reply
from studio.session.bridge import FailureHandler, SessionBridge
from studio.session.moment import Moment


class RunControl:
    """The conditions under which each act makes sense, and the commands that carry it out."""

    def __init__(self, bridge: SessionBridge, moment: Moment) -> None:
        self._bridge = bridge
        self._moment = moment
        self.has_graph = False
        self.opening = False
        """Whether a file is being opened; it may never come to its end."""
        self.confirm_repeat: Callable[[RunMode, str | None], None] = lambda mode, task: None
        """Asks before nodes run again that are unsafe to repeat, and goes on."""

    @property
    def running(self) -> bool:
        return self._moment.run.status == "running"

    @property
    def paused(self) -> bool:
        return self._moment.run.status == "paused" and self._moment.runs_here

    @property
    def can_start(self) -> bool:
        """Whether new input may be given."""
        return self.has_graph and not self.running and self._moment.thread_id is not None

    @property
    def can_continue(self) -> bool:
        """Whether tasks of the head wait to be executed."""
        return self.can_start and (self.paused or self._head_waits)

    @property
    def can_go(self) -> bool:
        """Whether a run may go on from the moment looked at, or start."""
        return self.can_start

    @property
    def can_pause(self) -> bool:
        return self.running and not self._moment.run.wanted

    @property
    def can_stop(self) -> bool:
        return self.opening or (self._moment.run.active and self._moment.run.wanted != "stop")

    @property
    def must_answer(self) -> bool:
        """Whether the head waits for answers of a person."""
        return self._moment.follows_head and bool(self._moment.interrupts) and not self.running

    @property
    def can_rerun(self) -> bool:
        """Whether the moment looked at has tasks that could execute again."""
        looked_at = self._moment.looked_at
        return self.can_start and looked_at is not None and not self._moment.follows_head

    @property
    def _head_waits(self) -> bool:
        view, head = self._moment.view, self._moment.head
        if head is None:
            return False
        if view is not None and view.row.checkpoint_id == head.checkpoint_id:
            return bool(view.row.next)
        return bool(head.next)

    @property
    def _from(self) -> str | None:
        """The head, named where a run that is paused elsewhere must not go on instead."""
        head = self._moment.head
        return None if self.paused or head is None else head.checkpoint_id

    def start(
        self,
        value: Any,
        mode: RunMode,
        on_accepted: Callable[[], None],
        on_refused: FailureHandler,
        goal: Goal | None = None,
    ) -> None:
        """Give input to the thread shown; ``value`` is JSON, refused where it does not fit."""
        if self._moment.thread_id is not None:
            self._moment.return_to_head()
            self._launch(Start(self._moment.thread_id, value, mode, goal), on_accepted, on_refused)

    def go_on(
        self,
        mode: RunMode = "run",
        task_id: str | None = None,
        goal: Goal | None = None,
        confirmed: bool = False,
    ) -> None:
        """Continue the paused run, or the thread's newest checkpoint, until the goal has come.

        Where it is paused before a node unsafe to repeat, only once that is ``confirmed``.
        """
        if self.paused and self._moment.run.pause_reason == "repeat" and not confirmed:
            self.confirm_repeat(mode, task_id)
            return
        if self._moment.thread_id is not None:
            self._launch(Continue(self._moment.thread_id, self._from, mode, task_id, goal))

    def rerun(self, row: CheckpointRow, mode: RunMode = "run", goal: Goal | None = None) -> None:
        """Execute again from a checkpoint, on a new branch, and follow it."""
        self._moment.return_to_head()
        self._launch(Continue(row.thread_id, row.checkpoint_id, mode, goal=goal))

    def go_on_inside(self, row: CheckpointRow, mode: RunMode = "run") -> None:
        """Go on from a checkpoint of a subgraph, in the superstep that it belongs to."""
        self._moment.return_to_head()
        self._launch(
            Continue(row.thread_id, row.checkpoint_id, mode, checkpoint_ns=row.checkpoint_ns)
        )

    def resume(
        self,
        answers: dict[str, Any],
        mode: RunMode,
        on_accepted: Callable[[], None],
        on_refused: FailureHandler,
        goal: Goal | None = None,
        digests: dict[str, str] | None = None,
        again: bool = False,
    ) -> None:
        """Answer interrupts of the thread shown by id and run on.

        ``digests`` are of what the person saw; ``again`` answers what somebody has answered.
        """
        thread_id = self._moment.thread_id
        if thread_id is not None:
            resume = Resume(
                thread_id, answers, mode=mode, goal=goal, digests=digests or {}, again=again
            )
            self._launch(resume, on_accepted, on_refused)

    def revise(
        self,
        answer_id: str,
        answer: Any,
        on_accepted: Callable[[], None],
        on_refused: FailureHandler,
    ) -> None:
        """Answer otherwise than before, on a new branch, and follow it."""
        self._moment.return_to_head()
        self._launch(ReviseAnswer(answer_id, answer), on_accepted, on_refused)

    def _launch(
        self,
        command: Command,
        on_accepted: Callable[[], None] | None = None,
        on_refused: FailureHandler | None = None,
    ) -> None:
        """Send a command that makes the run go; it counts as running from now on."""
        before = self._moment.expect_run()

        def accepted(_: Reply) -> None:
            if on_accepted is not None:
                on_accepted()

        def refused(error: ErrorView) -> None:
            self._moment.expect_no_run(before)
            if error.type == "NotFound":
                error = self._moment.lost(error)
            (on_refused or self._bridge.failed.emit)(error)

        self._bridge.request(command, accepted, refused)

    def pause(self) -> None:
        self._moment.wish("pause")
        self._bridge.request(Pause())

    def stop(self) -> None:
        self._moment.wish("stop")
        self._bridge.request(Stop())
