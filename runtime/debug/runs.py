"""One run of a session: its thread, its gate, how it ends, and how it is abandoned.

A run executes in a daemon thread. Stopping asks it to leave at the next place where it passes the
gate. A node that does not return by then is left behind: the run counts as ended, nothing that the
node still does is saved or told, and its thread ends when the node returns.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runtime.debug.approvals.giving import Giving, NotAsShown
from runtime.debug.breakpoints import BreakpointSet, Hit
from runtime.debug.browsing import address
from runtime.debug.capture import Capture, aside
from runtime.debug.description import SourceSpan
from runtime.debug.events import (
    AnswersSettled,
    BreakpointHit,
    EndReason,
    Event,
    RunEnded,
    RunKind,
    RunPaused,
)
from runtime.debug.failure import error_view
from runtime.debug.gate import Orders, Pausing, Place, RunGate
from runtime.debug.marks.repeats import Repeats
from runtime.debug.marks.resolving import NodeMarks
from runtime.debug.opened import AnyGraph
from runtime.debug.showing import interrupt_views
from runtime.debug.views import ErrorView, InterruptView
from runtime.debug.watch import LoopPlace, RunWatcher
from runtime.pregel.drive import drive
from runtime.pregel.loop import Loop
from runtime.pregel.observe import RunStopped
from runtime.pregel.running import Options, make_loop
from runtime.pregel.task import Task


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What is to be run: ``given`` is the engine's input, ``config`` addresses the checkpoint."""

    run_id: str
    thread_id: str
    kind: RunKind
    graph: AnyGraph
    given: Any
    config: dict[str, Any]
    orders: Orders
    giving: Giving | None = None
    """The answers that it takes."""


class SessionRun:
    """A run under way. ``on_end`` is called once, when it has ended or was abandoned."""

    def __init__(
        self,
        plan: RunPlan,
        breakpoints: BreakpointSet,
        emit: Callable[[Event], None],
        on_end: Callable[["SessionRun"], None],
        on_duration: Callable[[str, float], None],
        sources: Mapping[str, SourceSpan],
        joins: Mapping[str, Sequence[str]],
        may_end: frozenset[str],
        marks: NodeMarks,
        repeats: Repeats,
    ) -> None:
        self.id = plan.run_id
        self.thread_id = plan.thread_id
        self.over = threading.Event()
        self._plan = plan
        self._emit = emit
        self._on_end = on_end
        self._sources = sources
        self._ending = threading.Lock()
        self._ended = False
        self._raised: BaseException | None = None
        self.gate = RunGate(
            plan.orders,
            breakpoints,
            self._announce,
            self._tell_hit,
            from_input=plan.kind == "input",
        )
        self._watcher = RunWatcher(
            plan.run_id,
            plan.kind,
            self.gate,
            self._tell,
            sources,
            joins,
            may_end,
            on_duration,
            marks,
            repeats,
        )
        self._capture = Capture(self._watcher, self._watcher.tell_text)
        self._watcher.on_task_end = self._task_ended
        self._thread = threading.Thread(
            target=self._run, name=f"pregel-run-{plan.thread_id}", daemon=True
        )

    def start(self) -> None:
        """Begin, in a thread of its own."""
        self._thread.start()

    def take_marks(self, marks: NodeMarks) -> None:
        """Others on nodes from now on."""
        self._watcher.marks = marks

    def running(self) -> frozenset[str]:
        """Ids of the tasks whose nodes are executing."""
        return self._watcher.running()

    def stop(self, grace: float) -> None:
        """Ask the run to leave; after ``grace`` seconds what has not left is abandoned."""
        self.gate.stop()
        if not self.over.is_set():
            waiter = threading.Thread(target=self._abandon_after, args=(grace,), daemon=True)
            waiter.start()

    def _abandon_after(self, grace: float) -> None:
        if self.over.wait(grace):
            return
        names = self._watcher.abandon()
        nodes = ", ".join(names) or "a node"
        self._end("stopped", f"Stopped; left behind, because it does not return: {nodes}.")

    def _tell(self, event: Event) -> None:
        with self._ending, aside():
            if not self._ended:
                self._emit(event)

    def _announce(self, pausing: Pausing) -> None:
        self._tell(
            RunPaused(
                0,
                self.id,
                self.thread_id,
                pausing.reason,
                pausing.text,
                pausing.step,
                pausing.next,
                pausing.breakpoint_id,
                pausing.checkpoint_ns,
                pausing.error,
                pausing.repeats,
            )
        )

    def _tell_hit(self, hit: Hit, place: Place) -> None:
        self._tell(
            BreakpointHit(
                0,
                self.id,
                hit.breakpoint.id,
                place.checkpoint_ns,
                place.step,
                hit.text,
                hit.count,
                hit.outcome,
            )
        )

    def _run(self) -> None:
        loop: Loop | None = None
        try:
            with self._capture:
                options = Options(observer=self._watcher, durability="sync")
                loop = make_loop(self._plan.graph, self._plan.config, options)
                if self._plan.giving is not None:
                    self._plan.giving.check(loop)
                for _ in drive(loop, self._plan.given):
                    self.gate.check()
        except RunStopped:
            self._end("stopped", "Stopped.")
        except NotAsShown as refusal:
            self._end("failed", refusal.view.message, refusal.view)
        except BaseException as error:  # noqa: BLE001 - whatever the user's code raised is shown
            self._raised = error
            self._fail(error, loop)
        else:
            reason, text, nothing, interrupts = _ending(loop, self._sources)
            if reason == "interrupted" and _is_gone(loop):
                view = _gone(self.thread_id)
                self._end("failed", view.message, view)
                return
            if reason == "done" and self.gate.missed:
                text = f"Done; {self.gate.missed} did not come."
            self._end(reason, text, nothing, interrupts)

    def _task_ended(self, task: Task) -> None:
        self._capture.finish_task(task)
        if self._plan.giving is not None:
            self._plan.giving.task_ended(task)

    def _settle(self) -> None:
        """Tell what became of the answers that the run was given."""
        giving = self._plan.giving
        if giving is None:
            return
        try:
            answers, told = giving.settle(self._raised)
            warning = ErrorView("AnswerNotUsed", told, remedy=_LOOK_AGAIN) if told else None
        except Exception as error:  # noqa: BLE001 - the log may be out of reach; the run has ended
            answers, warning = giving.records, error_view(error)
        self._emit(AnswersSettled(0, self.id, self.thread_id, answers, warning))

    def _fail(self, error: BaseException, loop: Loop | None) -> None:
        view = _error(error, loop)
        if loop is not None and view.node is None and isinstance(error, Exception):
            try:
                self.gate.step_failed(LoopPlace(loop), view)
            except RunStopped:
                self._end("stopped", "Stopped.")
                return
        self._end("failed", _failure_text(error, loop), view)

    def _end(
        self,
        reason: EndReason,
        text: str,
        error: ErrorView | None = None,
        interrupts: tuple[InterruptView, ...] = (),
    ) -> None:
        with self._ending:
            if self._ended:
                return
            self._ended = True
        self._capture.close()
        self._watcher.close()
        self._settle()
        self._on_end(self)
        self._emit(RunEnded(0, self.id, self.thread_id, reason, text, error, interrupts))
        self.over.set()


_LOOK_AGAIN = "Look at the newest checkpoint for what counts."
_NO_END = "A node must not end the program: let it return, or raise an exception."


def _is_gone(loop: Loop) -> bool:
    """Whether the checkpoint at which the run stopped was deleted meanwhile."""
    saver = None if loop.persistence is None else loop.persistence.saver
    config = address(loop.thread_id, loop.checkpoint_ns, loop.checkpoint_id)
    return saver is not None and saver.get_tuple(config) is None


def _gone(thread_id: str) -> ErrorView:
    return ErrorView(
        type="NotFound",
        message=f"The thread {thread_id} was deleted by another program while it ran.",
        remedy="There is nothing left to answer; start again with new input.",
    )


def _failed_task(loop: Loop | None, error: BaseException) -> Task | None:
    tasks = [] if loop is None else loop.tasks
    return next((task for task in tasks if task.error is error), None)


def _failure_text(error: BaseException, loop: Loop | None) -> str:
    task = _failed_task(loop, error)
    what = type(error).__name__
    return f"{what} in {task.name}." if task is not None else f"{what}."


def _error(error: BaseException, loop: Loop | None) -> ErrorView:
    task = _failed_task(loop, error)
    remedy = _NO_END if isinstance(error, SystemExit) else ""
    return error_view(error, None if task is None else task.name, remedy)


def _ending(
    loop: Loop, sources: Mapping[str, SourceSpan]
) -> tuple[EndReason, str, None, tuple[InterruptView, ...]]:
    if loop.status in ("interrupt_before", "interrupt_after"):
        names = ", ".join(dict.fromkeys(task.name for task in loop.tasks)) or "the end"
        before = loop.status == "interrupt_before"
        text = f"The graph stops before {names}." if before else f"The graph stops after {names}."
        return "interrupted", text, None, ()
    if loop.status != "interrupt":
        return "done", "Done.", None, ()
    asked: list[InterruptView] = []
    for task in loop.tasks:
        if not task.finished:
            asked += interrupt_views(
                task.interrupts,
                loop.thread_id,
                loop.checkpoint_ns,
                loop.checkpoint_id,
                task.id,
                task.name,
                sources.get(task.name),
            )
    if not asked:
        names = ", ".join(dict.fromkeys(task.name for task in loop.tasks if not task.finished))
        return "interrupted", f"The graph stops inside {names}.", None, ()
    names = ", ".join(dict.fromkeys(each.node for each in asked))
    several = len({each.node for each in asked}) > 1
    text = f"{names} wait for an answer." if several else f"{names} waits for an answer."
    return "interrupted", text, None, tuple(asked)
