"""The head of the run and the moment looked at: two things, always told apart.

The head is the thread's newest checkpoint. As long as nobody looks elsewhere the moment follows
it. Selecting a checkpoint sets the moment; everything that the window shows of state, tasks and
versions comes from the one ``CheckpointView`` that is loaded for it.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from runtime.debug.commands import ListCheckpoints, ReadCheckpoint
from runtime.debug.events import (
    ChannelUpdated,
    CheckpointSaved,
    Event,
    RunEnded,
    RunPaused,
    TaskFailed,
    TaskInterrupted,
    TaskWrote,
)
from runtime.debug.views import (
    CheckpointPage,
    CheckpointRow,
    CheckpointView,
    ErrorView,
    Failed,
    InterruptView,
    Reply,
)
from studio.language import tr
from studio.session.bridge import SessionBridge
from studio.session.known_rows import KnownRows
from studio.session.run_state import RunState, RunStatus, Wish
from studio.session.tree_reader import TreeReader

PAGE = 200
ANNOUNCE_MS = 60
"""How long a running run waits with what it has to say."""
LOAD_REST = 30
"""While a run goes on, the view is not read for so many times as long as reading it took."""


class Moment(QObject):
    """Which thread, which checkpoint of it is looked at, and what is known of that moment.

    ``thread_changed``: another thread; its history is empty until ``history_loaded`` tells of a
    page, ``older_loaded`` of the rows of a further one. ``edited`` carries the row that an edit
    saved, ``told`` each batch of events before anything else follows from it. ``selected``:
    another checkpoint is looked at, its view follows with ``view_loaded``. ``run_changed``:
    status or progress of the run.
    """

    thread_changed = Signal()
    history_loaded = Signal(object)
    older_loaded = Signal(object)
    edited = Signal(object)
    told = Signal(object)
    selected = Signal()
    view_loaded = Signal(object)
    run_changed = Signal()

    def __init__(self, bridge: SessionBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.run = RunState()
        self.thread_id: str | None = None
        self.namespace = ""
        """Of which graph of the thread: the root's, or that of a subgraph's task."""
        self.head: CheckpointRow | None = None
        self.view: CheckpointView | None = None
        self.branch_of: Callable[[str], tuple[int, bool] | None] = lambda _: None
        """What the history knows: the last step of a checkpoint's branch, and if the head is it."""
        self._looked_at: CheckpointRow | None = None
        self.tree = TreeReader(bridge, lambda: self.namespace)
        self._rows = KnownRows()
        self._load_pending = False
        self._load_again = False
        self._head_moved = False
        self._view_changed = False
        self._load_began = self._load_due = 0.0
        self._loading_later = QTimer(self)
        self._loading_later.setSingleShot(True)
        self._loading_later.timeout.connect(self._load)
        self._announcing = QTimer(self)
        self._announcing.setSingleShot(True)
        self._announcing.setInterval(ANNOUNCE_MS)
        self._announcing.timeout.connect(self._announce)
        self._unfollow: Callable[[], None] | None = bridge.subscribe(self._on_events)

    def follow(self, on: bool) -> None:
        """Whether events are heard; one that nobody looks at does no work."""
        if on and self._unfollow is None:
            self._unfollow = self._bridge.subscribe(self._on_events)
        elif not on and self._unfollow is not None:
            self._unfollow()
            self._unfollow = None

    @property
    def follows_head(self) -> bool:
        """Whether the moment looked at is the head and moves on with it."""
        return self._looked_at is None

    @property
    def runs_here(self) -> bool:
        """Whether the newest run is one of the thread that is shown."""
        return self.run.thread_id == self.thread_id

    @property
    def standing(self) -> RunStatus:
        """The status of the run; of a thread that is not run here, what its head says."""
        if self.run.status == "idle" and self.head is not None:
            if self.head.interrupted:
                return "interrupted"
            if self.head.failed:
                return "failed"
            if self.head.source == "loop" and not self.head.next:
                return "done"
        return self.run.status

    @property
    def looked_at(self) -> CheckpointRow | None:
        """The checkpoint that everything shows; ``None`` in a thread without checkpoints."""
        return self._looked_at or self.head

    @property
    def interrupts(self) -> tuple[InterruptView, ...]:
        """Unanswered interrupts of the moment looked at."""
        view = self.view
        if view is None:
            return ()
        return tuple(interrupt for task in view.tasks for interrupt in task.interrupts)

    @property
    def rows(self) -> tuple[CheckpointRow, ...]:
        """The rows that are loaded: the newest ones, and those near what was looked at."""
        return self._rows.all()

    @property
    def input_row(self) -> CheckpointRow | None:
        """Where the newest input of the moment's branch was saved, as far as it is loaded."""
        return self._rows.input_of(self.looked_at)

    def row_at_step(self, step: int) -> CheckpointRow | None:
        """The checkpoint of a step on the head's branch, else the newest one of that step."""
        return self._rows.at_step(step, self.head)

    @property
    def previous(self) -> CheckpointRow | None:
        """The parent of the moment looked at, as far as the history is loaded."""
        looked_at = self.looked_at
        return None if looked_at is None else self._rows.parent(looked_at)

    def ran_last(self, row: CheckpointRow) -> str | None:
        """The one node whose tasks made a checkpoint, where it was one and that is loaded.

        Tasks of a ``Send`` leave no trace in ``versions_seen``, so the history knows it better.
        """
        parent = self._rows.parent(row)
        if row.source != "loop" or parent is None:
            return None
        names = set(parent.next)
        return names.pop() if len(names) == 1 else None

    @property
    def following(self) -> CheckpointRow | None:
        """The child of the moment looked at: towards the head, else the newest one."""
        looked_at = self.looked_at
        if looked_at is None:
            return None
        children = self._rows.children(looked_at)
        if len(children) < 2:
            return children[0] if children else None
        nearer = self._rows.towards(self.head, looked_at)
        return nearer or max(children, key=self._rank)

    def _rank(self, row: CheckpointRow) -> tuple[bool, str]:
        known = self.branch_of(row.checkpoint_id)
        return known is not None and known[1], row.checkpoint_id

    @property
    def position(self) -> tuple[int, int, bool]:
        """Step of the moment looked at, the last step of its branch, and whether the head ends it.

        A moment before a fork lies on several branches; the head's counts, else the newest.
        """
        looked_at = self.looked_at
        if looked_at is None:
            return -1, -1, True
        known = self.branch_of(looked_at.checkpoint_id)
        if known is not None:
            return looked_at.step, *known
        end, head = self.branch()[-1], self.head
        return looked_at.step, end.step, head is None or end.checkpoint_id == head.checkpoint_id

    def branch(self) -> list[CheckpointRow]:
        """The branch of the moment looked at, from its oldest loaded checkpoint on.

        A moment before a fork lies on several; the head's counts, else the newest.
        """
        looked_at = self.looked_at
        return [] if looked_at is None else self._rows.branch(looked_at, self.head)

    @property
    def end(self) -> CheckpointRow | None:
        """The newest checkpoint of the branch looked at; of others than the head's, if loaded."""
        looked_at, head = self.looked_at, self.head
        if looked_at is None:
            return None
        known = self.branch_of(looked_at.checkpoint_id)
        return head if known is not None and known[1] else self.branch()[-1]

    def other_end(self, end: CheckpointRow) -> str | None:
        """The end of the newest other branch of the thread, as far as it is loaded."""
        return self._rows.other_end(end)

    def _learn(self, rows: Iterable[CheckpointRow]) -> tuple[CheckpointRow, ...]:
        return self._rows.learn(rows, (self.head, self._looked_at))

    def open_thread(self, thread_id: str | None) -> None:
        """Show a thread from its newest checkpoint; ``None`` shows nothing."""
        self.thread_id = thread_id
        self._load_due = 0.0
        self.head = None
        self.view = None
        self._looked_at = None
        self._rows.clear()
        if not self.run.active:
            self.run.reset(thread_id)
        self.thread_changed.emit()
        self.selected.emit()
        self.run_changed.emit()
        if thread_id is not None:
            self.reload()

    def reload(self) -> None:
        """Read the newest page of the history again, and what is looked at."""
        if self.thread_id is not None:
            self._bridge.request(
                ListCheckpoints(self.thread_id, self.namespace, limit=PAGE), self._on_page
            )

    def judge_anew(self) -> None:
        """The graph was loaded anew: what is stored says how the thread stands with it."""
        if not self.run.active:
            self.run.reset(self.thread_id)
            self.run_changed.emit()
        self.reload()

    def look_again(self) -> None:
        """Go on to what another program saved to the thread since; a run here is not disturbed."""
        if self.thread_id is None or self.run.active:
            return

        def read(reply: Reply) -> None:
            if not isinstance(reply, CheckpointPage) or reply.thread_id != self.thread_id:
                return
            if not reply.rows or self.run.active:
                return
            if self.head is None or reply.rows[0].checkpoint_id > self.head.checkpoint_id:
                self.run.reset(self.thread_id)
                self.run_changed.emit()
                self.reload()

        self._bridge.request(
            ListCheckpoints(self.thread_id, self.namespace, limit=1), read, lambda _: None
        )

    def load_older(
        self, thread_id: str, before: str, then: Callable[[CheckpointPage | Failed], None]
    ) -> None:
        """Read the page of checkpoints of a thread that are older than ``before``."""

        def read(reply: Reply) -> None:
            if isinstance(reply, CheckpointPage):
                if reply.thread_id == self.thread_id:
                    self._learn(reply.rows)
                    self.older_loaded.emit(reply.rows)
                then(reply)

        self._bridge.request(
            ListCheckpoints(thread_id, self.namespace, before=before, limit=PAGE),
            read,
            lambda error: then(Failed(error)),
        )

    def look_at_id(self, checkpoint_id: str) -> None:
        """Go to a checkpoint of the loaded history."""
        row = self._rows.get(checkpoint_id)
        if row is not None:
            self.look_at(row)
            return
        thread_id = self.thread_id
        if thread_id is None:
            return

        def read(page: CheckpointPage | Failed) -> None:
            if isinstance(page, Failed) or page.thread_id != self.thread_id:
                return
            self.learn(page.rows)
            if page.rows and page.rows[0].checkpoint_id == checkpoint_id:
                self.look_at(page.rows[0])

        # Ids sort as text, so the one wanted is the newest before its successor.
        self.tree.rows(thread_id, checkpoint_id + "~", read)

    def learn(self, rows: Sequence[CheckpointRow]) -> None:
        """Take over rows that somebody else has read: those around the moment looked at."""
        new = self._learn(rows)
        if new:
            self.older_loaded.emit(new)

    def look_at(self, row: CheckpointRow) -> None:
        """Go to a checkpoint; the head itself means to follow it again."""
        if self.head is not None and row.checkpoint_id == self.head.checkpoint_id:
            self.return_to_head()
            return
        if self._looked_at is not None and self._looked_at.checkpoint_id == row.checkpoint_id:
            return
        self._looked_at = row
        self._learn([row])
        self._load_before(row)
        self.selected.emit()
        self._load()

    def return_to_head(self) -> None:
        """Look at the head and follow it."""
        if self._looked_at is not None:
            self._looked_at = None
            if self.head is not None:
                self._learn([self.head])
                self._load_before(self.head)
            self.selected.emit()
            self._load()

    def _load_before(self, row: CheckpointRow) -> None:
        """Have the rows read that lie before one that is looked at, if they are not there."""
        if row.parent_checkpoint_id is not None and self.previous is None:
            self.load_older(row.thread_id, row.checkpoint_id, lambda _: self.run_changed.emit())

    def adopt(self, row: CheckpointRow) -> None:
        """A checkpoint that was saved outside of a run, by an edit: it is the head now."""
        self.head = row
        self._looked_at = None
        self._learn([row])
        self.run.reset(self.thread_id)
        self.edited.emit(row)
        self.selected.emit()
        self.run_changed.emit()
        self._load()

    def expect_run(self) -> RunStatus:
        """A command was sent that makes the run go; returns the status until now."""
        before = self.run.status
        self.run.status = "running"
        self.run_changed.emit()
        return before

    def wish(self, wanted: Wish) -> None:
        """A person asked the run to pause or stop; it does so when its tasks allow it."""
        if self.run.status == "running":
            self.run.wanted = wanted
            self.run_changed.emit()

    def expect_no_run(self, status: RunStatus) -> None:
        """The command was refused: the status is what it was."""
        self.run.status = status
        self.run_changed.emit()

    def _on_page(self, reply: Reply) -> None:
        if not isinstance(reply, CheckpointPage) or reply.thread_id != self.thread_id:
            return
        if reply.rows and reply.rows[0].checkpoint_ns != self.namespace:
            return
        self._learn(reply.rows)
        if reply.rows and (
            self.head is None or reply.rows[0].checkpoint_id >= self.head.checkpoint_id
        ):
            self.head = reply.rows[0]
        self.history_loaded.emit(reply)
        self.selected.emit()
        self._load()

    def _on_events(self, events: Sequence[Event]) -> None:
        self.run.apply(events)
        self.told.emit(events)
        saved = [
            row
            for row in self.run.take_saved()
            if row.thread_id == self.thread_id and row.checkpoint_ns == self.namespace
        ]
        if saved:
            self._learn(saved)
            self.head = saved[-1]
            self._head_moved = True
        self._view_changed = self._view_changed or any(
            isinstance(event, _CHANGES_VIEW) for event in events
        )
        if self.run.status != "running":
            self._announce()
        elif not self._announcing.isActive():
            self._announcing.start()

    def _announce(self) -> None:
        """Say what has changed since the last time; a fast run is followed at a calm pace."""
        self._announcing.stop()
        if self._head_moved and self.follows_head:
            self.selected.emit()
        self.run_changed.emit()
        if self._view_changed:
            self._load_in_time()
        self._head_moved = self._view_changed = False

    def _load_in_time(self) -> None:
        """Read the view; while the run goes on, only as often as reading does not slow it down."""
        wait = self._load_due - time.perf_counter()
        if self.run.status != "running" or wait <= 0:
            self._load()
        elif not self._loading_later.isActive():
            self._loading_later.start(round(wait * 1000.0) + 1)

    def _load(self) -> None:
        """Read the view of the moment; one request at a time, the newest wish wins."""
        looked_at = self.looked_at
        if looked_at is None:
            return
        if self._load_pending:
            self._load_again = True
            return
        self._load_pending = True
        self._loading_later.stop()
        self._load_began = time.perf_counter()
        self._bridge.request(
            ReadCheckpoint(looked_at.thread_id, looked_at.checkpoint_ns, looked_at.checkpoint_id),
            self._on_view,
            self._on_no_view,
        )

    def _on_view(self, reply: Reply) -> None:
        self._load_pending = False
        now = time.perf_counter()
        self._load_due = now + LOAD_REST * (now - self._load_began)
        looked_at = self.looked_at
        if (
            isinstance(reply, CheckpointView)
            and looked_at is not None
            and reply.row.checkpoint_id == looked_at.checkpoint_id
        ):
            self.view = reply
            self.view_loaded.emit(reply)
        self._next_load()

    def _on_no_view(self, error: ErrorView) -> None:
        self._load_pending = False
        if error.type == "NotFound":
            self._load_again = False
            self._bridge.failed.emit(self.lost(error))
            return
        self._bridge.failed.emit(error)
        self._next_load()

    def lost(self, error: ErrorView) -> ErrorView:
        """Another program deleted what is shown: read the thread anew; the error with its remedy.

        A run that waits has nothing to go on from either.
        """
        if self.run.status != "running":
            self.run.reset(self.thread_id)
        self.open_thread(self.thread_id)
        remedy = tr("It was deleted by another program; the history was read anew.")
        return replace(error, remedy=remedy)

    def _next_load(self) -> None:
        if self._load_again:
            self._load_again = False
            if self.follows_head:
                self._load_in_time()
            else:
                self._load()


_CHANGES_VIEW = (
    CheckpointSaved,
    ChannelUpdated,
    TaskWrote,
    TaskFailed,
    TaskInterrupted,
    RunPaused,
    RunEnded,
)
