"""Stored threads, checkpoints and values as views, with and without an open graph."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from runtime.checkpoint.base import (
    BaseCheckpointSaver,
    CheckpointTuple,
    HistoryReader,
    StoredCheckpoint,
    StoredThread,
)
from runtime.checkpoint.serde.errors import DecodeError
from runtime.constants import INTERRUPT, RESERVED_WRITES
from runtime.debug.approvals.pending import PendingInterrupts
from runtime.debug.approvals.records import PendingPage
from runtime.debug.looking import Looks
from runtime.debug.messages.reading import MessagesReader
from runtime.debug.moment import MomentReader
from runtime.debug.opened import OpenGraph
from runtime.debug.preview import value_at
from runtime.debug.recorded import planned_tasks
from runtime.debug.sharing import SharingReader
from runtime.debug.stored import history_row, status_of
from runtime.debug.upkeep.choosing import upkeep_of
from runtime.debug.values import ValueHandle
from runtime.debug.views import (
    CheckpointPage,
    CheckpointRow,
    CheckpointView,
    InterruptView,
    ThreadPage,
    ThreadRow,
    ThreadStatus,
)

_VALUES_KEPT = 16
_PAGE = 500


class NotFound(LookupError):
    """A thread, checkpoint or value that is not there (any more)."""


def address(thread_id: str, checkpoint_ns: str, checkpoint_id: str | None) -> dict[str, Any]:
    """The config that savers and graphs take."""
    configurable = {"thread_id": thread_id, "checkpoint_ns": checkpoint_ns}
    if checkpoint_id is not None:
        configurable["checkpoint_id"] = checkpoint_id
    return {"configurable": configurable}


class Browser:
    """Reads one saver. Safe to use while runs save through the same saver."""

    def __init__(
        self,
        saver: BaseCheckpointSaver[Any],
        reader: HistoryReader,
        opened: OpenGraph | None,
        durations: Mapping[str, float],
    ) -> None:
        self.saver = saver
        self.reader = reader
        self.reader = reader
        self._reader = reader
        self._opened = opened
        self._durations = durations
        self._shared = SharingReader(saver, reader)
        self.messages = MessagesReader(self._shared, reader)
        self._values: OrderedDict[tuple[str, ...], Any] = OrderedDict()
        self.looks = Looks(
            reader,
            self._stored,
            self._row,
            opened,
            self._look_at,
            upkeep_of(saver, reader).outline,
        )

    # -- listings ---------------------------------------------------------------------------

    def threads(self, offset: int, limit: int, running: str | None) -> ThreadPage:
        """One page of threads, the one changed last first."""
        listing = self._reader.list_threads(offset, limit)
        rows = self.thread_rows(listing.threads, running)
        return ThreadPage(offset=listing.offset, total=listing.total, threads=rows)

    def thread_rows(
        self, threads: Sequence[StoredThread], running: str | None
    ) -> tuple[ThreadRow, ...]:
        """Lines of threads; the status is that of the newest checkpoint."""
        rows = []
        for each in threads:
            status: ThreadStatus = "damaged"
            newest: Sequence[StoredCheckpoint] = ()
            with suppress(DecodeError):
                newest = self._reader.list_rows(each.thread_id, "", limit=1)
                status = status_of(newest)
            rows.append(
                ThreadRow(
                    thread_id=each.thread_id,
                    newest_checkpoint_id=newest[0].checkpoint_id
                    if newest
                    else each.newest_checkpoint_id,
                    created_at=each.first_ts,
                    changed_at=each.newest_ts,
                    status="running" if each.thread_id == running else status,
                    checkpoints=each.count,
                    foreign=bool(newest) and self._is_foreign(newest[0].versions),
                )
            )
        return tuple(rows)

    def _is_foreign(self, versions: Mapping[str, object]) -> bool:
        if self._opened is None:
            return False
        names = [name for name in versions if not name.startswith("__")]
        known = sum(name in self._opened.graph.channels for name in names)
        return 2 * known < len(names)

    def rows(
        self, thread_id: str, checkpoint_ns: str | None, before: str | None, limit: int
    ) -> CheckpointPage:
        """Checkpoints of a thread, newest first."""
        stored = self._reader.list_rows(thread_id, checkpoint_ns, before=before, limit=limit + 1)
        return CheckpointPage(
            thread_id=thread_id,
            rows=tuple(self._row(each) for each in stored[:limit]),
            more=len(stored) > limit,
        )

    def row(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str | None) -> CheckpointRow:
        """One line of the history; ``NotFound`` where there is none."""
        return self._row(self._stored(thread_id, checkpoint_ns, checkpoint_id))

    def newest_id(self, thread_id: str, checkpoint_ns: str) -> str:
        """Id of the newest checkpoint; ``NotFound`` where there is none."""
        return self._stored(thread_id, checkpoint_ns, None).checkpoint_id

    def has_child(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> bool:
        """Whether a later checkpoint has this one as its parent."""
        before: str | None = None
        while True:
            page = self._reader.list_rows(thread_id, checkpoint_ns, before=before, limit=_PAGE)
            for each in page:
                if each.parent_checkpoint_id == checkpoint_id:
                    return True
                if each.checkpoint_id <= checkpoint_id:
                    return False
            if len(page) < _PAGE:
                return False
            before = page[-1].checkpoint_id

    def _stored(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str | None
    ) -> StoredCheckpoint:
        if checkpoint_id is None:
            found = self._reader.list_rows(thread_id, checkpoint_ns, limit=1)
        else:
            # Ids sort as text, so the one wanted is the newest before its successor.
            found = self._reader.list_rows(
                thread_id, checkpoint_ns, before=checkpoint_id + "~", limit=1
            )
        if not found or checkpoint_id not in (None, found[0].checkpoint_id):
            raise NotFound(_missing(thread_id, checkpoint_ns, checkpoint_id))
        return found[0]

    def _row(self, stored: StoredCheckpoint) -> CheckpointRow:
        return history_row(stored, self._reader, self._opened)

    def pending(self, offset: int, limit: int) -> PendingPage:
        """Open questions at the heads of some threads."""

        def questions(stored: StoredCheckpoint) -> list[InterruptView]:
            view = self.view(stored.thread_id, stored.checkpoint_ns, stored.checkpoint_id)
            return [each for task in view.tasks for each in task.interrupts]

        return PendingInterrupts(self._reader, questions).page(offset, limit)

    # -- one checkpoint ---------------------------------------------------------------------

    def saved(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str | None
    ) -> CheckpointTuple:
        """A stored checkpoint whole; ``NotFound`` where there is none."""
        found = self.saver.get_tuple(address(thread_id, checkpoint_ns, checkpoint_id))
        if found is None:
            raise NotFound(_missing(thread_id, checkpoint_ns, checkpoint_id))
        return found

    def view(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str | None) -> CheckpointView:
        """Everything about one moment."""
        saved = self._shared.read(address(thread_id, checkpoint_ns, checkpoint_id))
        if saved is None:
            raise NotFound(_missing(thread_id, checkpoint_ns, checkpoint_id))
        stored = self._stored(thread_id, checkpoint_ns, saved.checkpoint["id"])
        return MomentReader(
            self._shared, self._reader, self._opened, self._durations, stored, saved
        ).view()

    # -- values -----------------------------------------------------------------------------

    def value(self, place: ValueHandle) -> Any:
        """The value that a handle leads to; ``NotFound`` where it leads nowhere."""
        key = (place.thread_id, place.checkpoint_ns, place.checkpoint_id, *place.place)
        if key in self._values:
            self._values.move_to_end(key)
        else:
            self._values[key] = self._load(place)
            while len(self._values) > _VALUES_KEPT:
                self._values.popitem(last=False)
        return value_at(self._values[key], place.path)

    def _look_at(self, place: ValueHandle) -> Any:
        """As ``value``, for threads that look at many."""
        return value_at(self._load(place), place.path)

    def _load(self, place: ValueHandle) -> Any:
        where = (place.thread_id, place.checkpoint_ns, place.checkpoint_id)
        kind, *rest = place.place or ("",)
        if kind == "channel" and len(rest) == 1:
            try:
                return self._shared.value(*where, rest[0])
            except KeyError:
                raise NotFound(f"{rest[0]} has no value at this checkpoint.") from None
        saved = self.saved(*where)
        if kind == "write" and len(rest) == 2 and rest[1].isdecimal():
            writes = [
                value
                for task_id, channel, value in saved.pending_writes or ()
                if task_id == rest[0] and channel not in RESERVED_WRITES
            ]
            if int(rest[1]) < len(writes):
                return writes[int(rest[1])]
        elif kind == "interrupt" and len(rest) == 1:
            for _, channel, questions in saved.pending_writes or ():
                if channel == INTERRUPT:
                    for question in questions:
                        if getattr(question, "id", None) == rest[0]:
                            return question.value
        elif kind == "input" and len(rest) == 1 and self._opened is not None:
            graph = self._opened.graph_at(place.checkpoint_ns)
            if graph is not None:
                for task in planned_tasks(graph, saved):
                    if task.id == rest[0]:
                        return task.input
        raise NotFound("There is no such value at this checkpoint (any more).")


def _missing(thread_id: str, checkpoint_ns: str, checkpoint_id: str | None) -> str:
    place = f"thread {thread_id}" + (f", namespace {checkpoint_ns}" if checkpoint_ns else "")
    if checkpoint_id is None:
        return f"There is no checkpoint in {place}."
    return f"There is no checkpoint {checkpoint_id} in {place}."
