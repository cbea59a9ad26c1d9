"""What is open: a database, a graph, its threads, and the moment looked at."""

import re
from collections.abc import Callable, Sequence
from pathlib import PurePath

from PySide6.QtCore import QObject, Signal

from runtime.debug.commands import DeleteThread, DescribeRecord, ListThreads, OpenTarget
from runtime.debug.description import GraphDescription
from runtime.debug.events import Event, RunEnded, RunPaused, RunStarted
from runtime.debug.session import Session
from runtime.debug.views import ErrorView, Failed, Reply, TargetOpened, ThreadPage, ThreadRow
from studio.language.engine import notice_text
from studio.session.bridge import SessionBridge
from studio.session.moment import Moment
from studio.session.run_control import RunControl


class Workspace(QObject):
    """Joins one session with what the window shows of it.

    ``graph_opened`` carries a ``GraphDescription``; ``choices_found`` a ``TargetOpened`` with
    several graphs; ``noticed`` what is otherwise than the graph's file has it, in a sentence;
    ``open_failed`` the target and its ``ErrorView``, with what was open kept.
    """

    graph_opened = Signal(object)
    choices_found = Signal(object)
    noticed = Signal(str)
    open_failed = Signal(str, object)
    threads_changed = Signal()
    opening_changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = SessionBridge(session, self)
        self.moment = Moment(self.bridge, self)
        self.run_control = RunControl(self.bridge, self.moment)
        self.graph: GraphDescription | None = None
        self.interpreter = ""
        """The Python that runs the open graph."""
        self.files: tuple[str, ...] = ()
        """What the open graph was loaded from."""
        self.recorded = False
        """Whether the open database is an exported run, which is only looked at."""
        self.reloading = False
        """Whether what was opened last is the graph that was open before, saved anew."""
        self.thread_page = ThreadPage(0, 0, ())
        self._wanted_thread: str | None = None
        self.bridge.subscribe(self._on_events)

    @property
    def threads(self) -> tuple[ThreadRow, ...]:
        """The most recently changed threads."""
        return self.thread_page.threads

    def open_target(
        self,
        target: str,
        thread_id: str | None = None,
        interpreter: str = "",
        reloading: bool = False,
    ) -> None:
        """Load ``FILE.py`` or ``FILE.py:NAME``; then show ``thread_id`` or a fresh thread.

        ``interpreter`` is the Python that runs it, that of its project where none is named.
        ``reloading`` leaves the moment that is looked at as it is.
        """
        self._wanted_thread = thread_id
        self.reloading = reloading
        self._set_opening(True)

        def opened(reply: Reply) -> None:
            self._set_opening(False)
            if isinstance(reply, TargetOpened):
                self._on_opened(reply)

        def refused(error: ErrorView) -> None:
            self._set_opening(False)
            self.open_failed.emit(target, error)

        self.bridge.request(
            OpenTarget(target, interpreter),
            opened,
            refused,
        )

    def open_record(self, thread_id: str | None = None) -> None:
        """Show the exported run that the session has open: its graph as data, and its thread."""
        self.recorded = True

        def show() -> None:
            wanted = [thread_id] if thread_id is not None else []
            for each in (*wanted, *(thread.thread_id for thread in self.threads[:1])):
                self.moment.open_thread(each)
                return

        def described(reply: Reply) -> None:
            if isinstance(reply, TargetOpened) and reply.graph is not None:
                self.graph = reply.graph
                self.graph_opened.emit(reply.graph)
                self.noticed.emit(notice_text(reply.notice))
            self.list_threads(show)

        def refused(error: ErrorView) -> None:
            # Its checkpoints can be looked at all the same.
            if error.type == "NotAnExport":
                self.bridge.failed.emit(error)
            self.list_threads(show)

        self.bridge.request(DescribeRecord(), described, refused)

    def _set_opening(self, opening: bool) -> None:
        self.run_control.opening = opening
        self.opening_changed.emit()

    def list_threads(self, then: Callable[[], None] | None = None) -> None:
        """Read the threads of the database again."""

        def listed(reply: Reply) -> None:
            if isinstance(reply, ThreadPage):
                self.thread_page = reply
                self.threads_changed.emit()
            if then is not None:
                then()

        def refused(error: ErrorView) -> None:
            self.bridge.failed.emit(error)
            if then is not None:
                then()

        self.bridge.request(ListThreads(), listed, refused)

    def look_again(self) -> None:
        """Take over what other programs have saved since. Nobody asked: a failure is not told."""

        def listed(reply: Reply) -> None:
            if isinstance(reply, ThreadPage) and reply != self.thread_page:
                self.thread_page = reply
                self.threads_changed.emit()

        if not self.moment.run.active:
            self.bridge.request(ListThreads(), listed, lambda _: None)
            self.moment.look_again()

    def more_threads(self, offset: int, then: Callable[[ThreadPage | Failed], None]) -> None:
        """Read a further page of threads."""

        def read(reply: Reply) -> None:
            if isinstance(reply, ThreadPage):
                then(reply)

        self.bridge.request(ListThreads(offset), read, lambda error: then(Failed(error)))

    def new_thread(self) -> None:
        """Show an empty thread under a name that none has."""
        self.moment.open_thread(self._fresh_name())

    def delete_thread(self, thread_id: str, then: Callable[[], None]) -> None:
        """Remove a thread from the database; a fresh one is shown if it was this one.

        ``then`` is called when it is gone, or stays because that was refused.
        """

        def deleted(reply: Reply) -> None:
            then()
            self.list_threads(self.new_thread if self.moment.thread_id == thread_id else None)

        def refused(error: ErrorView) -> None:
            then()
            self.bridge.failed.emit(error)

        self.bridge.request(DeleteThread(thread_id), deleted, refused)

    def _on_opened(self, reply: TargetOpened) -> None:
        if reply.error is not None:
            self.open_failed.emit(reply.target, reply.error)
        elif reply.graph is not None:
            self.graph = reply.graph
            self.interpreter = reply.interpreter
            self.files = reply.files
            self.run_control.has_graph = True
            self.graph_opened.emit(reply.graph)
            if reply.notice or not self.reloading:
                self.noticed.emit(notice_text(reply.notice))
            shown = self.moment.judge_anew if self.reloading else self._show_first_thread
            self.list_threads(shown)
        else:
            self.choices_found.emit(reply)

    def _show_first_thread(self) -> None:
        self.moment.open_thread(self._wanted_thread or self._fresh_name())

    def _fresh_name(self) -> str:
        """``research-3`` where ``research-1`` and ``research-2`` exist."""
        stem = PurePath(self.graph.path).stem if self.graph is not None else "thread"
        pattern = re.compile(re.escape(stem) + r"-(\d+)")
        known = [thread.thread_id for thread in self.threads]
        if self.moment.thread_id is not None:
            known.append(self.moment.thread_id)
        numbers = [int(found[1]) for name in known if (found := pattern.fullmatch(name))]
        return f"{stem}-{max(numbers, default=0) + 1}"

    def _on_events(self, events: Sequence[Event]) -> None:
        if any(isinstance(event, RunStarted | RunPaused | RunEnded) for event in events):
            self.list_threads()
