"""The session with the direct transport: the graph runs in this process.

One service thread carries out commands in order; a run has a thread of its own, so that reading
stays possible while nodes execute. Opening a file, which runs its code, happens beside both.
"""

import itertools
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from typing import Any
from uuid import uuid4

from runtime.checkpoint.base import BaseCheckpointSaver, HistoryReader
from runtime.debug import commands as asked
from runtime.debug.approvals.answering import Answering, Prepared, log_for
from runtime.debug.approvals.giving import Giving
from runtime.debug.approvals.log import AnswerLog
from runtime.debug.breakpoints import BreakpointSet
from runtime.debug.browsing import Browser, address
from runtime.debug.codec import to_json
from runtime.debug.commands import Command
from runtime.debug.database import Database, PublicReader
from runtime.debug.describe import open_graph
from runtime.debug.editing import Editor
from runtime.debug.events import Event, RunKind
from runtime.debug.exported.exports import Exports, Opened
from runtime.debug.failure import error_view
from runtime.debug.gate import Orders
from runtime.debug.given import read_input
from runtime.debug.importing import LoadError
from runtime.debug.interpreters import environment_of
from runtime.debug.line_debugging import listen
from runtime.debug.loading import LoadedGraph, load
from runtime.debug.looking import Look
from runtime.debug.lookups import Lookups
from runtime.debug.marks.commands import ReadCost, ReadPin, SetNodeMarks
from runtime.debug.marks.costs import read_cost
from runtime.debug.marks.repeats import repeats_at
from runtime.debug.marks.resolving import NodeMarks, read_pin
from runtime.debug.marks.views import MarksChecked, PinRead
from runtime.debug.opened import OpenGraph
from runtime.debug.refusals import failed
from runtime.debug.refused import Refused
from runtime.debug.runs import RunPlan, SessionRun
from runtime.debug.session import EventSink
from runtime.debug.upkeep.commands import Upkeep
from runtime.debug.upkeep.keeper import Keeper
from runtime.debug.views import (
    Done,
    EditCommitted,
    Failed,
    Reply,
    RunAccepted,
    TargetOpened,
)

STOP_GRACE_SECONDS = 1.5
_DURATIONS_KEPT = 20_000


class LocalSession:
    """A session on one database and at most one open graph, in this process.

    ``database`` is a path or URL, or a saver, which stays open when the session closes. Without
    one, the graph's own saver is used, or the file ``spare``, or memory. ``create`` makes or
    migrates the database where needed, ``read_only`` changes nothing in it; ``StoreError`` says
    why it cannot be used. ``answers`` is the file for answers to threads of a saver of the graph's
    own that has no tables for them.
    """

    def __init__(
        self,
        database: "str | BaseCheckpointSaver[Any] | None" = None,
        *,
        create: bool = True,
        read_only: bool = False,
        stop_grace: float = STOP_GRACE_SECONDS,
        spare: str | None = None,
        answers: str | None = None,
    ) -> None:
        self._answers_file = answers
        self._answers: AnswerLog | None = None
        self._database = Database(database, create=create, read_only=read_only, spare=spare)
        self._stop_grace = stop_grace
        self._opened: OpenGraph | None = None
        self._breakpoints = BreakpointSet()
        self._marks = NodeMarks()
        self._run: SessionRun | None = None
        self._durations: dict[str, float] = {}
        self._sinks: list[EventSink] = []
        self._emitting = threading.RLock()
        self._sequence = itertools.count(1)
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._sending = threading.Lock()
        self._closed = False
        self._browser: Browser | None = None
        self._exports = Exports(self._open_now, self._database.path)
        self._lookups = Lookups(
            self._browse, self._graph, lambda: self._run, lambda: self._exports.record
        )
        self._keeper = Keeper(self._browse, lambda: self._run, self._emit)
        self._service = threading.Thread(target=self._serve, name="pregel-session", daemon=True)
        self._service.start()

    # -- the session's three methods --------------------------------------------------------

    def send(self, command: Command) -> "Future[Reply]":
        """Hand over a command; the future holds its reply, never an exception."""
        future: Future[Reply] = Future()
        with self._sending:
            if not self._closed:
                self._jobs.put(lambda: self._answer(command, future))
                return future
        future.set_result(Failed(Refused("The session is closed.").view))
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

    def close(self) -> None:
        """End the run, wait for what is being saved, release the database."""
        with self._sending:
            if self._closed:
                return
            self._closed = True
        run = self._run
        if run is not None:
            run.stop(self._stop_grace)
            run.over.wait()
        self._jobs.put(None)
        if threading.current_thread() is not self._service:
            self._service.join()
        self._exports.close()
        self._keeper.close()
        self._database.close()

    # -- the service thread -----------------------------------------------------------------

    def _serve(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _answer(self, command: Command, future: "Future[Reply]") -> None:
        try:
            # What another process could not send is refused in this one too.
            to_json(command)
            if isinstance(command, asked.OpenTarget):
                self._begin_opening(command, future)
                return
            if isinstance(command, Upkeep | asked.ListThreads):
                self._database.check_for(command)
                self._beside(partial(self._keeper.answer, command), future)
                return
            if isinstance(command, Look):
                self._beside(partial(self._browse().looks.look, command), future)
                return
            if isinstance(command, asked.ListPending):
                self._beside(partial(self._browse().pending, command.offset, command.limit), future)
                return
            if isinstance(command, ReadCost):
                self._beside(partial(read_cost, command, self._browse()), future)
                return
            self._database.check_for(command)
            reply = self._handlers()[type(command)](command)
        except Exception as error:  # noqa: BLE001 - a command must not end the session
            reply = failed(error)
        future.set_result(reply)

    def _handlers(self) -> dict[type, Callable[[Any], Reply]]:
        return {
            **self._lookups.handlers(),
            **self._exports.handlers(),
            asked.Start: self._start,
            asked.Continue: self._continue,
            asked.Resume: self._resume,
            asked.ReviseAnswer: self._revise,
            asked.ListAnswers: lambda command: self._answering().page(command),
            asked.Pause: self._pause,
            asked.Stop: self._stop,
            asked.SetBreakpoints: self._set_breakpoints,
            SetNodeMarks: self._set_node_marks,
            ReadPin: lambda command: PinRead(read_pin(command, self._graph(), self._browse())),
            asked.PreviewEdit: self._preview_edit,
            asked.CommitEdit: self._commit_edit,
            asked.PreviewContinue: self._preview_continue,
            asked.DeleteThread: self._delete_thread,
            asked.AttachDebugger: lambda _: listen(),
            asked.RestartProcess: self._no_process,
        }

    def _no_process(self, command: asked.RestartProcess) -> Reply:
        raise Refused("Graphs run in this process here; there is no other to end.")

    def _emit(self, event: Event) -> None:
        with self._emitting:
            # Nobody else has the event yet; a copy for its number alone costs ten times as much.
            object.__setattr__(event, "sequence", next(self._sequence))
            for sink in tuple(self._sinks):
                sink(event)

    # -- opening ----------------------------------------------------------------------------

    def _begin_opening(self, command: asked.OpenTarget, future: "Future[Reply]") -> None:
        target, wanted = command.target, command.interpreter
        if self._run is not None and not self._run.gate.is_paused:
            raise Refused("A run is under way.", "Stop it before opening another graph.")
        if wanted and environment_of(wanted) != environment_of(sys.executable):
            raise Refused(
                f"Graphs run in this process here, that is on {sys.executable}, not on {wanted}.",
                "Have graphs run in a process of their own.",
            )

        def work() -> None:
            try:
                loaded = load(target)
            except LoadError as error:
                future.set_result(TargetOpened(target=target, error=error.view))
                return
            except BaseException as error:  # noqa: BLE001 - told to whoever opens
                future.set_result(TargetOpened(target=target, error=error_view(error)))
                return
            if isinstance(loaded, tuple):
                future.set_result(TargetOpened(target=target, choices=loaded))
                return
            self._jobs.put(lambda: self._finish_opening(target, loaded, future))

        threading.Thread(target=work, name="pregel-open", daemon=True).start()

    def _finish_opening(self, target: str, loaded: LoadedGraph, future: "Future[Reply]") -> None:
        try:
            self._end_paused_run()
            notice = self._database.notice_for(loaded.graph)
            saver = self._database.saver_for(loaded.graph)
            opened = open_graph(loaded, saver)
        except Refused as refused:
            future.set_result(Failed(refused.view))
            return
        except BaseException as error:  # noqa: BLE001 - told to whoever opens
            future.set_result(TargetOpened(target=target, error=error_view(error)))
            return
        self._opened = opened
        self._browser = self._answers = None
        future.set_result(loaded.opened_as(target, opened.description, notice))

    def open_loaded(self, loaded: LoadedGraph) -> "Future[Reply]":
        """As ``OpenTarget``, with a graph that this process has loaded itself."""
        future: Future[Reply] = Future()
        with self._sending:
            if not self._closed:
                self._jobs.put(lambda: self._finish_opening(loaded.path, loaded, future))
                return future
        future.set_result(Failed(Refused("The session is closed.").view))
        return future

    # -- reading ----------------------------------------------------------------------------

    def _browse(self) -> Browser:
        if self._browser is None:
            self._browser = Browser(*self._open_now(), self._durations)
        return self._browser

    def _open_now(self) -> Opened:
        """The saver, its read side, and the graph if one is open."""
        saver = self._database.saver
        if saver is None:
            raise Refused("Neither a database nor a graph is open.", "Open a graph first.")
        reader = saver if isinstance(saver, HistoryReader) else PublicReader(saver)
        return saver, reader, self._opened

    def _beside(self, look: Callable[[], Reply], future: "Future[Reply]") -> None:
        """Answer from a thread of its own: looking through many values takes its time."""

        def work() -> None:
            try:
                future.set_result(look())
            except BaseException as error:  # noqa: BLE001 - told to whoever asked
                future.set_result(failed(error))

        threading.Thread(target=work, name="pregel-look", daemon=True).start()

    def _graph(self) -> OpenGraph:
        if self._opened is None:
            raise Refused("No graph is open.", "Open the Python file that defines the graph.")
        return self._opened

    # -- running ----------------------------------------------------------------------------

    def _start(self, command: asked.Start) -> Reply:
        opened = self._graph()
        given, problems = read_input(command.input, opened)
        if problems:
            text = "; ".join(
                ": ".join(
                    part for part in (".".join((each.channel, *each.path)), each.message) if part
                )
                for each in problems
            )
            raise Refused(text, type="InputRefused")
        return self._launch(command.thread_id, "input", given, None, Orders.of(command))

    def _continue(self, command: asked.Continue) -> Reply:
        orders = Orders.of(command)
        self._graph()
        newest = self._browse().newest_id(command.thread_id, "")
        if command.checkpoint_ns and command.checkpoint_id is not None:
            return self._continue_inside(command, command.checkpoint_id, orders)
        addressed = None if command.checkpoint_id == newest else command.checkpoint_id
        if addressed is not None:
            self._browse().row(command.thread_id, "", addressed)
        run = self._run
        if run is not None and run.thread_id == command.thread_id and addressed is None:
            if not run.gate.is_paused:
                raise Refused("The run is under way already.", "Pause or stop it first.")
            run.gate.go_on(orders)
            return RunAccepted(run.id, run.thread_id)
        return self._launch(
            command.thread_id,
            "continue" if addressed is None else "rerun",
            None,
            addressed,
            orders,
        )

    def _continue_inside(
        self, command: asked.Continue, checkpoint_id: str, orders: Orders
    ) -> Reply:
        """Go on from a checkpoint of a subgraph, in the superstep that it belongs to."""
        thread_id, namespace = command.thread_id, command.checkpoint_ns
        saved = self._browse().saved(thread_id, namespace, checkpoint_id)
        outer = dict(saved.metadata.get("parents", {}))
        head = outer.get("") == self._browse().newest_id(thread_id, "")
        if head and checkpoint_id == self._browse().newest_id(thread_id, namespace):
            return self._launch(thread_id, "continue", None, None, orders)
        within = {
            "checkpoint_ns": namespace,
            "checkpoint_id": checkpoint_id,
            "checkpoint_map": {**outer, namespace: checkpoint_id},
        }
        return self._launch(thread_id, "rerun", None, outer.get(""), orders, within=within)

    def _resume(self, command: asked.Resume) -> Reply:
        self._graph()
        self._end_paused_run()
        run_id = uuid4().hex
        return self._take(self._answering().resume(command, run_id), "resume", command, run_id)

    def _revise(self, command: asked.ReviseAnswer) -> Reply:
        self._graph()
        self._end_paused_run()
        run_id = uuid4().hex
        return self._take(self._answering().revise(command, run_id), "revise", command, run_id)

    def _take(
        self,
        prepared: Prepared,
        kind: RunKind,
        command: asked.Resume | asked.ReviseAnswer,
        run_id: str,
    ) -> Reply:
        try:
            return self._launch(
                prepared.thread_id,
                kind,
                prepared.given,
                prepared.checkpoint_id,
                Orders.of(command),
                prepared.giving,
                run_id,
            )
        except Exception:
            prepared.giving.withdraw()
            raise

    def _answering(self) -> Answering:
        browser = self._browse()
        if self._answers is None:
            self._answers = log_for(browser.saver, self._answers_file)
        return Answering(self._answers, browser)

    def _launch(
        self,
        thread_id: str,
        kind: RunKind,
        given: Any,
        checkpoint_id: str | None,
        orders: Orders,
        giving: Giving | None = None,
        run_id: str = "",
        within: dict[str, Any] | None = None,
    ) -> RunAccepted:
        opened = self._graph()
        self._marks = marks = NodeMarks(self._marks.all, opened, self._browse())
        marks.check()
        self._end_paused_run()
        run_id = run_id or uuid4().hex
        config = address(thread_id, "", checkpoint_id)
        config["configurable"].update(within or {})
        config["run_id"] = run_id
        config["metadata"] = {"run_id": run_id}
        if kind in ("input", "rerun", "revise"):
            self._breakpoints.begin_anew()
        run = SessionRun(
            RunPlan(run_id, thread_id, kind, opened.graph, given, config, orders, giving),
            self._breakpoints,
            self._emit,
            self._run_is_over,
            self._keep_duration,
            opened.sources,
            opened.joins,
            opened.may_end,
            marks,
            repeats_at(marks.unsafe, opened, self._browse(), thread_id, checkpoint_id),
        )
        self._run = run
        run.start()
        return RunAccepted(run_id, thread_id)

    def _end_paused_run(self) -> None:
        """A new run ends a paused one; one that executes is in the way."""
        run = self._run
        if run is None:
            return
        if not run.gate.is_paused and not run.gate.is_stopped:
            raise Refused("A run is under way.", "Pause or stop it first.")
        run.stop(self._stop_grace)
        run.over.wait()

    def _run_is_over(self, run: SessionRun) -> None:
        if self._run is run:
            self._run = None

    def _keep_duration(self, task_id: str, milliseconds: float) -> None:
        self._durations[task_id] = milliseconds
        if len(self._durations) > _DURATIONS_KEPT:
            self._durations.pop(next(iter(self._durations)))

    def _pause(self, command: asked.Pause) -> Reply:
        if self._run is not None:
            self._run.gate.pause()
        return Done()

    def _stop(self, command: asked.Stop) -> Reply:
        if self._run is not None:
            self._run.stop(self._stop_grace)
        return Done()

    def _set_breakpoints(self, command: asked.SetBreakpoints) -> Reply:
        self._breakpoints = breakpoints = self._breakpoints.replaced(command.breakpoints)
        if self._run is not None:
            self._run.gate.breakpoints = breakpoints
        return Done()

    def _set_node_marks(self, command: SetNodeMarks) -> Reply:
        browser = None if self._opened is None else self._browse()
        self._marks = marks = NodeMarks(command.marks, self._opened, browser)
        if self._run is not None:
            self._run.take_marks(marks)
        return MarksChecked(marks.problems)

    # -- editing ----------------------------------------------------------------------------

    def _editor(self) -> Editor:
        return Editor(self._graph(), self._browse())

    def _preview_edit(self, command: asked.PreviewEdit) -> Reply:
        return self._editor().preview(command.edit)

    def _commit_edit(self, command: asked.CommitEdit) -> Reply:
        edit = command.edit
        run = self._run
        if run is not None and run.thread_id == edit.thread_id:
            # A paused run would go on from a state that is no longer the thread's head.
            self._end_paused_run()
        checkpoint_id = self._editor().commit(edit)
        return EditCommitted(self._browse().row(edit.thread_id, edit.checkpoint_ns, checkpoint_id))

    def _preview_continue(self, command: asked.PreviewContinue) -> Reply:
        return self._editor().continuing(
            command.thread_id, command.checkpoint_ns, command.checkpoint_id
        )

    def _delete_thread(self, command: asked.DeleteThread) -> Reply:
        run = self._run
        if run is not None and run.thread_id == command.thread_id:
            self._end_paused_run()
        browser = self._browse()
        browser.newest_id(command.thread_id, "")
        self._keeper.delete_thread(command.thread_id)
        self._browser = None
        return Done()
