"""The session whose graph runs in a child process.

It is used like ``LocalSession``; commands and replies are the same. A child that has died, or that
was ended because a node did not return, is replaced when the next command comes: the new one opens
the same database and the same graph. Commands that only read are then asked again by themselves.
"""

import itertools
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path

from runtime.checkpoint.sql.errors import StoreError
from runtime.debug.child.engine import Engine, Lost, Unusable
from runtime.debug.child.process import ChildProcess, Ending
from runtime.debug.child.protocol import PROTOCOL, Setup
from runtime.debug.child.runs import WatchedRun, ending_view, not_serving_view
from runtime.debug.codec import CodecError, to_json
from runtime.debug.commands import (
    Command,
    OpenTarget,
    RestartProcess,
    SetBreakpoints,
    Stop,
)
from runtime.debug.events import Event, ProcessEnded, ProcessOutput, RunEnded, RunStarted
from runtime.debug.flow import Flow
from runtime.debug.interpreters import environment_of, interpreters_for
from runtime.debug.marks.commands import SetNodeMarks
from runtime.debug.session import EventSink
from runtime.debug.target import split_target
from runtime.debug.views import Done, ErrorView, Failed, Reply, RunAccepted, TargetOpened

STOP_GRACE_SECONDS = 1.5
_CLOSING_SECONDS = 4.0
_NEVER_BY_ITSELF = 30.0
"""The child leaves no task behind before its parent ends it."""

_PATIENCE = 4
"""How often a run that was stopped is waited for while events of it still come."""
_DROPPED_SECONDS = 1.0

_CLOSED = ErrorView(type="Refused", message="The session is closed.")

_STOPPED = ErrorView(
    type="Stopped",
    message="Opening was stopped before the file had come to its end.",
    remedy="Put what takes long into a node, or under `if __name__ == '__main__':`.",
)

_RESTARTED = ErrorView(
    type="Restarted", message="The graph's process was ended before it answered."
)

Problem = Lost | Unusable | StoreError | OSError


class ChildSession:
    """A session on one database and at most one open graph, in a process of its own.

    ``database`` is a path or URL. Without one, the graph's own saver is used, or a file that is
    removed at the end. The other options are those of ``LocalSession``, ``StoreError`` likewise;
    ``Unusable`` says why there is no process to serve.
    ``process`` is one that was started before, to save its time.
    """

    def __init__(
        self,
        database: str | None = None,
        *,
        create: bool = True,
        read_only: bool = False,
        stop_grace: float = STOP_GRACE_SECONDS,
        process: ChildProcess | None = None,
        answers: str | None = None,
    ) -> None:
        self._folder = tempfile.mkdtemp(prefix="pregel-studio-") if database is None else ""
        spare = str(Path(self._folder) / "checkpoints.sqlite") if self._folder else ""
        self._stop_grace = stop_grace
        self._setup = Setup(
            PROTOCOL, database, spare, create, read_only, stop_grace + _NEVER_BY_ITSELF, answers
        )
        self._sinks: list[EventSink] = []
        self._emitting = threading.RLock()
        self._sequence = itertools.count(1)
        self._lock = threading.RLock()
        self._closed = False
        self._opening: Engine | None = None
        self._stopped: set[Engine] = set()
        self._flow = Flow(entries=200, size=200_000)
        self._dropped = 0
        self._held: list[tuple[Command, Future[Reply], bool]] | None = None
        self._target: OpenTarget | None = None
        self._breakpoints: SetBreakpoints | None = None
        self._marks: SetNodeMarks | None = None
        self._run: WatchedRun | None = None
        self._last_run = ""
        self._engine: Engine | None = None
        self._engine = self._first_engine(process)
        # A database that is there now is not made anew if it is gone when a child is replaced.
        self._setup = replace(self._setup, create=create and database is None)

    def _first_engine(self, given: ChildProcess | None) -> Engine:
        engine = self._engine_on(ChildProcess(sys.executable) if given is None else given)
        try:
            self._initialize(engine)
        except (StoreError, Unusable):
            self._closed = True
            if given is None:
                engine.process.kill()
                engine.process.wait(_CLOSING_SECONDS)
            self._remove_folder()
            raise
        return engine

    def _initialize(self, engine: Engine) -> None:
        try:
            engine.initialize(self._setup).result()
        except Lost as lost:
            raise Unusable(not_serving_view(engine.interpreter, lost.ending)) from None

    # -- the session's three methods --------------------------------------------------------

    def send(self, command: Command) -> "Future[Reply]":
        """Hand over a command; the future holds its reply, never an exception."""
        future: Future[Reply] = Future()
        try:
            to_json(command)
        except CodecError as error:
            future.set_result(Failed(ErrorView(type="MalformedCommand", message=str(error))))
            return future
        self._ask(command, future, command.repeats)
        return future

    def subscribe(self, sink: EventSink) -> Callable[[], None]:
        """Have ``sink`` called for each event; it must return quickly."""
        with self._emitting:
            self._sinks.append(sink)

        def undo() -> None:
            with self._emitting:
                if sink in self._sinks:
                    self._sinks.remove(sink)

        return undo

    @property
    def pid(self) -> int | None:
        """The process that runs the graph; ``None`` while there is none."""
        engine = self._engine
        return None if engine is None else engine.process.pid

    def close(self) -> None:
        """End the run, wait for what is being saved, release the database."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            engine, held, self._held = self._engine, self._held or [], None
        for _, future, _ in held:
            future.set_result(Failed(_CLOSED))
        if engine is not None:
            _end(engine, self._stop_grace + _CLOSING_SECONDS)
        self._remove_folder()

    def _remove_folder(self) -> None:
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    # -- commands ---------------------------------------------------------------------------

    def _ask(self, command: Command, future: "Future[Reply]", may_repeat: bool) -> None:
        with self._lock:
            if self._closed:
                future.set_result(Failed(_CLOSED))
                return
            if isinstance(command, Stop) and self._opening is not None:
                # A file that does not come to its end holds up everything else.
                self._give_up(self._opening)
                future.set_result(Done())
                return
            if isinstance(command, RestartProcess):
                self._give_up(self._engine)
                future.set_result(Done())
                return
            if self._engine is None and self._held is None:
                self._held = []
                self._beside(self._start_again)
            if self._held is not None:
                self._held.append((command, future, may_repeat))
                return
            engine = self._engine
            assert engine is not None
            asked = command
            if isinstance(command, OpenTarget):
                interpreter = command.interpreter or _interpreter_of(command.target)
                if not self._executes and environment_of(interpreter) != environment_of(
                    engine.interpreter
                ):
                    self._beside(partial(self._open_on, interpreter, command, future))
                    return
                asked = replace(command, interpreter="")
                self._opening = engine
            if isinstance(command, SetBreakpoints):
                self._breakpoints = command
            elif isinstance(command, SetNodeMarks):
                self._marks = command
            elif isinstance(command, Stop):
                self._expect_end(engine)
            answer = engine.request(asked)
        answer.add_done_callback(partial(self._answered, engine, command, future, may_repeat))

    def _beside(self, work: Callable[[], None]) -> None:
        threading.Thread(target=work, name="pregel-child-start", daemon=True).start()

    def _answered(
        self,
        engine: Engine,
        command: Command,
        future: "Future[Reply]",
        may_repeat: bool,
        answer: "Future[Reply]",
    ) -> None:
        problem = answer.exception()
        if isinstance(command, OpenTarget):
            self._opening = None
        if problem is None:
            reply = answer.result()
            self._note(engine, reply)
            future.set_result(reply)
        elif may_repeat and isinstance(problem, Lost):
            self._ask(command, future, False)
        else:
            future.set_result(self._failure(command, problem, engine))

    def _note(self, engine: Engine, reply: Reply) -> None:
        with self._lock:
            if isinstance(reply, TargetOpened) and reply.graph is not None:
                name = f"{reply.graph.path}:{reply.graph.attribute}"
                self._target = OpenTarget(name, engine.interpreter)
            elif isinstance(reply, RunAccepted):
                self._run_is_known(reply.run_id, reply.thread_id)

    def _failure(
        self, command: Command, problem: BaseException, engine: Engine | None = None
    ) -> Reply:
        view = _CLOSED if self._closed else _view(problem)
        if engine in self._stopped:
            view = _STOPPED if isinstance(command, OpenTarget) else _RESTARTED
        if isinstance(command, OpenTarget) and not self._closed:
            return TargetOpened(command.target, error=view)
        return Failed(view)

    # -- replacing the process --------------------------------------------------------------

    def _engine_on(self, process: ChildProcess) -> Engine:
        return Engine(process, self._take, self._take_text, self._process_is_over)

    def _started(self, interpreter: str, target: OpenTarget | None) -> tuple[Engine, Reply | None]:
        """A new child with the database and the graph open; raises a ``Problem``."""
        engine = self._engine_on(ChildProcess(interpreter))
        self._opening = engine
        try:
            self._initialize(engine)
            for kept in (self._breakpoints, self._marks):
                if kept is not None:
                    engine.request(kept).result()
            reply = None if target is None else engine.request(target).result()
        except Lost as lost:
            raise (Unusable(_STOPPED) if engine in self._stopped else lost) from None
        except (Unusable, StoreError):
            _end(engine, 0)
            raise
        finally:
            self._opening = None
        return engine, reply

    def _start_again(self) -> None:
        target, engine, reply = self._target, None, None
        problem: Problem | None = None
        interpreter = sys.executable if target is None else target.interpreter
        try:
            engine, reply = self._started(
                interpreter, None if target is None else replace(target, interpreter="")
            )
        except (Lost, Unusable, StoreError, OSError) as error:
            problem = error
        if isinstance(problem, Lost | Unusable) and target is not None:
            # The file itself ends the process, or does not come to its end: without it the
            # database can be looked at.
            self._target = None
            try:
                engine, _ = self._started(interpreter, None)
            except (Lost, Unusable, StoreError, OSError) as error:
                problem = error
        with self._lock:
            held, self._held = self._held or [], None
            self._engine = engine
            closed = self._closed
        if engine is not None and closed:
            _end(engine, _CLOSING_SECONDS)
        if isinstance(reply, TargetOpened) and reply.error is not None:
            self._target = None
            self._emit(ProcessEnded(0, "", "", (), reply.error))
        elif problem is not None and engine is not None:
            self._emit(ProcessEnded(0, "", "", (), _view(problem)))
        for command, future, may_repeat in held:
            if engine is None and problem is not None:
                future.set_result(self._failure(command, problem))
            else:
                self._ask(command, future, may_repeat)

    def _open_on(self, interpreter: str, command: OpenTarget, future: "Future[Reply]") -> None:
        """Open a graph in a process of another interpreter; what is open stays if that fails."""
        try:
            engine, reply = self._started(interpreter, replace(command, interpreter=""))
        except (Lost, Unusable, StoreError, OSError) as problem:
            future.set_result(self._failure(command, problem))
            return
        if not isinstance(reply, TargetOpened) or reply.graph is None:
            _end(engine, _CLOSING_SECONDS)
            future.set_result(reply or Failed(_CLOSED))
            return
        with self._lock:
            before, self._engine = self._engine, engine
            closed = self._closed
        if before is not None:
            _end(before, self._stop_grace + _CLOSING_SECONDS)
        if closed:
            _end(engine, _CLOSING_SECONDS)
        self._note(engine, reply)
        future.set_result(reply)

    # -- runs -------------------------------------------------------------------------------

    @property
    def _executes(self) -> bool:
        """Whether a run is under way that is not paused."""
        return self._run is not None and not self._run.paused

    def _run_is_known(self, run_id: str, thread_id: str) -> None:
        if run_id != self._last_run:
            self._last_run = run_id
            self._run = WatchedRun(run_id, thread_id)

    def _give_up(self, engine: Engine | None) -> None:
        """End a process on a person's word, of which nobody has to be told then."""
        if engine is not None:
            self._stopped.add(engine)
            engine.process.kill()

    def _expect_end(self, engine: Engine) -> None:
        """A run that was stopped leaves within the grace, or its process is ended."""
        run = self._run
        if run is None or run.stopping:
            return
        run.stopping = True

        def wait() -> None:
            # What the run told before it was stopped may still be on its way to be read.
            for _ in range(_PATIENCE):
                told = run.told
                if run.over.wait(self._stop_grace):
                    return
                if run.told == told:
                    break
            run.killed = True
            engine.process.kill()

        self._beside(wait)

    # -- in the threads of the process ------------------------------------------------------

    def _take(self, event: Event) -> None:
        with self._lock:
            if isinstance(event, RunStarted):
                self._run_is_known(event.run_id, event.thread_id)
            run = self._run
            if run is not None and run.run_id == event.run_id:
                run.apply(event)
                if isinstance(event, RunEnded):
                    self._run = None
        self._emit(event)

    def _take_text(self, text: str) -> None:
        with self._lock:
            if not self._flow.admits(len(text)):
                if not self._dropped:
                    # Where nothing more comes the count is told nevertheless.
                    telling = threading.Timer(_DROPPED_SECONDS, self._tell_dropped)
                    telling.daemon = True
                    telling.start()
                self._dropped += len(text)
                return
        self._tell_dropped()
        self._emit(ProcessOutput(0, "", text))

    def _tell_dropped(self) -> None:
        with self._lock:
            dropped, self._dropped = self._dropped, 0
        if dropped:
            self._emit(ProcessOutput(0, "", "", dropped))

    def _process_is_over(self, engine: Engine, ending: Ending) -> None:
        with self._lock:
            current = engine is self._engine
            run = self._run if current else None
            if current:
                self._engine = None
                self._run = None
                self._opening = None
            closed = self._closed or engine in self._stopped
        if run is not None:
            run.over.set()
        if run is not None and (run.killed or closed):
            self._emit(run.stopped())
        elif current and not closed:
            nodes, thread_id = ((), "") if run is None else (run.nodes, run.thread_id)
            view = ending_view(ending, nodes, thread_id)
            for event in () if run is None else run.failed(view):
                self._emit(event)
            self._emit(ProcessEnded(0, "", thread_id, nodes, view))

    def _emit(self, event: Event) -> None:
        with self._emitting:
            # Numbers go on where a process is replaced; nobody else has the event yet.
            object.__setattr__(event, "sequence", next(self._sequence))
            for sink in tuple(self._sinks):
                sink(event)


def _end(engine: Engine, seconds: float) -> None:
    """Have the session closed and the process end, by force after the time."""
    if seconds:
        engine.shutdown()
    if not engine.process.wait(seconds):
        engine.process.kill()
        engine.process.wait(_CLOSING_SECONDS)


def _interpreter_of(target: str) -> str:
    file, _ = split_target(target)
    return interpreters_for(file)[0].path


def _view(problem: BaseException) -> ErrorView:
    if isinstance(problem, Unusable):
        return problem.view
    if isinstance(problem, Lost):
        return ending_view(problem.ending)
    if isinstance(problem, StoreError):
        return ErrorView(
            type(problem).__name__,
            f"{problem.place}: {problem.problem}.",
            remedy=f"{problem.remedy}.",
        )
    if isinstance(problem, OSError):
        message = f"{problem.filename or 'The interpreter'} cannot be started: {problem.strerror}."
        return ErrorView(type="NoInterpreter", message=message, remedy="Choose another one.")
    return ErrorView(type(problem).__name__, str(problem))
