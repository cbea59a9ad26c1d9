"""Stored threads and checkpoints as views, with and without an open graph.

With a graph, tasks are planned from a stored checkpoint by the engine's own plan phase, so that the
picture of a stored moment is the same as that of a live one. Without a graph, the names of trigger
channels say which nodes are due.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from runtime.checkpoint.base import (
    BaseCheckpointSaver,
    CheckpointTuple,
    HistoryReader,
    StoredCheckpoint,
)
from runtime.constants import ERROR, INTERRUPT, MISSING, RESERVED_WRITES, TASKS
from runtime.debug.explain import Activation, explain, triggers_by_convention
from runtime.debug.failure import error_view, stored_error_view
from runtime.debug.opened import OpenGraph
from runtime.debug.preview import preview, value_at
from runtime.debug.showing import (
    activation,
    handle,
    interrupt_views,
    joins_of,
    json_or_line,
    sends_in,
    targets,
    write_views,
)
from runtime.debug.values import ValueHandle
from runtime.debug.views import (
    ChannelView,
    CheckpointPage,
    CheckpointRow,
    CheckpointView,
    ErrorView,
    TaskView,
    ThreadPage,
    ThreadRow,
    ThreadStatus,
)
from runtime.pregel.config import RunConfig
from runtime.pregel.snapshot import planned, recorded_loop
from runtime.pregel.state import as_version
from runtime.pregel.task import Task
from runtime.pregel.update import in_fold_order

_VALUES_KEPT = 16
_PAGE = 500
_FINISHED_BY = RESERVED_WRITES - {"__no_writes__", "__return__"}


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
        self._reader = reader
        self._opened = opened
        self._durations = durations
        self._values: OrderedDict[tuple[str, ...], Any] = OrderedDict()

    # -- listings ---------------------------------------------------------------------------

    def threads(self, offset: int, limit: int, running: str | None) -> ThreadPage:
        """One page of threads; the status is that of the newest checkpoint."""
        listing = self._reader.list_threads(offset, limit)
        rows = []
        for each in listing.threads:
            newest = self._reader.list_rows(each.thread_id, "", limit=1)
            rows.append(
                ThreadRow(
                    thread_id=each.thread_id,
                    newest_checkpoint_id=newest[0].checkpoint_id
                    if newest
                    else each.newest_checkpoint_id,
                    created_at=each.first_ts,
                    changed_at=each.newest_ts,
                    status="running" if each.thread_id == running else _status(newest),
                    checkpoints=each.count,
                )
            )
        return ThreadPage(offset=listing.offset, total=listing.total, threads=tuple(rows))

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
        rule = self._rule_of_row(stored)
        return CheckpointRow(
            thread_id=stored.thread_id,
            checkpoint_ns=stored.checkpoint_ns,
            checkpoint_id=stored.checkpoint_id,
            parent_checkpoint_id=stored.parent_checkpoint_id,
            step=stored.step,
            source=stored.source,
            created_at=stored.ts,
            next=rule.due_nodes(),
            metadata=json_or_line(dict(stored.metadata)),
            interrupted=_is_interrupted(stored),
            failed=_is_failed(stored),
        )

    def _rule_of_row(self, stored: StoredCheckpoint) -> Activation:
        versions = {name: as_version(version) for name, version in stored.versions.items()}
        seen = _seen(stored.seen)
        graph = None if self._opened is None else self._opened.graph_at(stored.checkpoint_ns)
        triggers = self._triggers(graph, versions)
        held: dict[str, Any] = {}
        for node, channels in triggers.items():
            for name in channels:
                if name in stored.available and versions.get(name, 0) > seen.get(node, {}).get(
                    name, 0
                ):
                    held[name] = MISSING
        if TASKS in stored.available:
            held[TASKS] = MISSING
        for name in held:
            if name == TASKS or not _says_by_being_there(name, graph):
                held[name] = self._reader.get_value(
                    stored.thread_id, stored.checkpoint_ns, stored.checkpoint_id, name
                )
        available = {
            name
            for name in stored.available
            if name not in held or _is_available(name, held[name], graph)
        }
        return activation(triggers, versions, seen, available, held, self._declared_joins(), {})

    def _triggers(self, graph: Any, versions: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        if graph is None:
            return triggers_by_convention(versions)
        return {name: node.triggers for name, node in graph.nodes.items()}

    def _declared_joins(self) -> Mapping[str, Sequence[str]]:
        return {} if self._opened is None else self._opened.joins

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
        saved = self.saved(thread_id, checkpoint_ns, checkpoint_id)
        checkpoint = saved.checkpoint
        stored = self._stored(thread_id, checkpoint_ns, checkpoint["id"])
        graph = None if self._opened is None else self._opened.graph_at(checkpoint_ns)
        moment = _Moment(self, stored, saved, graph)
        return moment.view()

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

    def _load(self, place: ValueHandle) -> Any:
        where = (place.thread_id, place.checkpoint_ns, place.checkpoint_id)
        kind, *rest = place.place or ("",)
        if kind == "channel" and len(rest) == 1:
            try:
                return self._reader.get_value(*where, rest[0])
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
                for task in planned_tasks(graph, saved, place.checkpoint_ns):
                    if task.id == rest[0]:
                        return task.input
        raise NotFound("There is no such value at this checkpoint (any more).")


def _missing(thread_id: str, checkpoint_ns: str, checkpoint_id: str | None) -> str:
    place = f"thread {thread_id}" + (f", namespace {checkpoint_ns}" if checkpoint_ns else "")
    if checkpoint_id is None:
        return f"There is no checkpoint in {place}."
    return f"There is no checkpoint {checkpoint_id} in {place}."


