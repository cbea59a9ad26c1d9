"""Answers what is asked of whole threads. Each command has a thread of its own."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from time import monotonic
from typing import Any

from runtime.checkpoint.base import BaseCheckpointSaver, NativeSaver
from runtime.checkpoint.base.detaching import Advance
from runtime.checkpoint.base.upkeep import Annotation, Annotations, Upkeep
from runtime.debug.browsing import Browser
from runtime.debug.commands import ListThreads
from runtime.debug.events import Event, PruneAdvanced
from runtime.debug.refused import Refused
from runtime.debug.runs import SessionRun
from runtime.debug.upkeep import commands as asked
from runtime.debug.upkeep.annotations import annotations_of
from runtime.debug.upkeep.choosing import upkeep_of
from runtime.debug.upkeep.outline import outline_of
from runtime.debug.upkeep.pruning import leaving, leaving_inside
from runtime.debug.upkeep.threads import found_ids
from runtime.debug.upkeep.views import (
    COLOURS,
    AnnotationList,
    AnnotationView,
    Outline,
    PrunePreview,
    SizePartView,
    SpaceReclaimed,
    ThreadParts,
    ThreadPruned,
    ThreadSizes,
)
from runtime.debug.views import Done, Reply, ThreadPage

LONGEST_NAME = 200
LONGEST_NOTE = 20_000
TOLD_EVERY = 0.1
"""Seconds from one word about progress to the next."""
_PAGE = 500


class Cancelled(Exception):
    """A person wants no more of it."""


class Keeper:
    """Works for one session, of which it asks what is open and what runs."""

    def __init__(
        self,
        browse: Callable[[], Browser],
        run: Callable[[], SessionRun | None],
        emit: Callable[[Event], None],
    ) -> None:
        self._browse = browse
        self._run = run
        self._emit = emit
        self._cancelled: set[str] = set()
        """Jobs that nobody wants to go on."""
        self._of: BaseCheckpointSaver[Any] | None = None
        self._tools: tuple[Upkeep, Annotations] | None = None
        self._listing: tuple[ListThreads | None, Sequence[str]] = None, ()
        self._making = threading.Lock()
        self._changing = threading.Lock()

    @property
    def saver(self) -> BaseCheckpointSaver[Any]:
        """The saver that is open."""
        return self._browse().saver

    @property
    def upkeep(self) -> Upkeep:
        """What tells of its threads as a whole."""
        return self._made()[0]

    @property
    def annotations(self) -> Annotations:
        """What is noted of them."""
        return self._made()[1]

    def _made(self) -> tuple[Upkeep, Annotations]:
        """For the saver that is open; what is noted in memory stays as long as that does."""
        browser = self._browse()
        with self._making:
            if self._tools is None or self._of is not browser.saver:
                self._of = browser.saver
                upkeep = upkeep_of(browser.saver, browser.reader)
                self._tools = upkeep, annotations_of(browser.saver)
            return self._tools

    def close(self) -> None:
        """Let go of the user's own file of annotations, where it is open."""
        close = getattr(self._tools[1], "close", None) if self._tools else None
        if close is not None:
            close()

    def answer(self, command: asked.Upkeep | ListThreads) -> Reply:
        """The reply; raises ``Refused`` and what the store raises."""
        match command:
            case ListThreads():
                return self._list(command)
            case asked.ReadOutline():
                return self._outline(command)
            case asked.MeasureThreads():
                return ThreadSizes(dict(self.upkeep.sizes(command.thread_ids)))
            case asked.MeasureThread():
                return self._parts(command.thread_id)
            case asked.PreviewPrune():
                return self._preview(command)
            case asked.ReadAnnotations():
                return self._read(command.thread_id)
            case asked.CancelPrune():
                self._cancelled.add(command.job)
                return Done()
        with self._changing:
            match command:
                case asked.PruneThread():
                    return self._prune(command)
                case asked.CopyThread():
                    return self._copy(command)
                case asked.ReclaimSpace():
                    return self._reclaim()
                case asked.Annotate():
                    return self._annotate(command.annotation)

    def _list(self, command: ListThreads) -> ThreadPage:
        run = self._run()
        running = None if run is None else run.thread_id
        query = replace(command, offset=0, limit=0)
        known, ids = self._listing
        if known != query or not command.offset:
            # Further pages are of the listing that the first one began.
            ids = found_ids(command, self.upkeep, self.annotations, running)
            self._listing = query, ids
        shown = self.upkeep.threads(ids[command.offset :][: command.limit])
        rows = self._browse().thread_rows(shown, running)
        return ThreadPage(offset=command.offset, total=len(ids), threads=rows)

    def _outline(self, command: asked.ReadOutline) -> Outline:
        where = (command.thread_id, command.checkpoint_ns)
        return outline_of(*where, self.upkeep.outline(*where))

    def _parts(self, thread_id: str) -> ThreadParts:
        parts = tuple(SizePartView(*_fields(part)) for part in self.upkeep.parts(thread_id))
        return ThreadParts(thread_id, sum(part.size for part in parts), parts)

    # -- pruning

    def _leaving(self, thread_id: str, rule: asked.PruneRule) -> dict[str, set[str]]:
        """Checkpoints that go, by namespace: those of the root graph and what belongs to them."""
        lines = self.upkeep.outline(thread_id, "")
        noted = [each for each in self.annotations.read(thread_id) if not each.checkpoint_ns]
        gone = leaving(rule, lines, noted)
        found = {"": gone}
        for namespace in self.upkeep.namespaces(thread_id) if gone else ():
            if namespace:
                rows = self._with_metadata(thread_id, namespace)
                newest = max((each for each, _ in rows), default="")
                inside = leaving_inside(rows, "" if ":" in namespace else newest, gone)
                if inside:
                    found[namespace] = inside
        return found

    def _with_metadata(self, thread_id: str, namespace: str) -> Sequence[tuple[str, Any]]:
        found: list[tuple[str, Any]] = []
        before: str | None = None
        while True:
            page = self._browse().reader.list_rows(thread_id, namespace, before=before, limit=_PAGE)
            found += [(row.checkpoint_id, row.metadata) for row in page]
            if len(page) < _PAGE:
                return found
            before = page[-1].checkpoint_id

    def _preview(self, command: asked.PreviewPrune) -> PrunePreview:
        going = self._leaving(command.thread_id, command.rule)
        total = total_bytes = going_bytes = 0
        for namespace in self.upkeep.namespaces(command.thread_id):
            leaves = going.get(namespace, set())
            sizes = self.upkeep.line_sizes(command.thread_id, namespace)
            total += len(sizes) or len(self.upkeep.outline(command.thread_id, namespace))
            total_bytes += sum(sizes.values())
            going_bytes += sum(sizes.get(each, 0) for each in leaves)
        return PrunePreview(sum(map(len, going.values())), total, going_bytes, total_bytes)

    def _prune(self, command: asked.PruneThread) -> ThreadPruned:
        thread_id, saver = command.thread_id, self.saver
        self._refuse_while_running(thread_id)
        if not isinstance(saver, NativeSaver):
            raise Refused(
                f"{type(saver).__name__} cannot remove single checkpoints.",
                "It is another program's saver; prune with that program.",
            )
        before = self.upkeep.sizes([thread_id]).get(thread_id, 0)
        going = self._leaving(thread_id, command.rule)
        whole, removed, cancelled = max(1, sum(map(len, going.values()))), 0, False
        # What lies inside goes first: were it cut short, nothing would lack what it belongs to.
        for namespace in sorted(going, key=lambda each: each == ""):
            leaves = going[namespace]
            advance = self._advance(
                command.job, removed / max(whole, 1), len(leaves) / max(whole, 1)
            )
            try:
                if leaves:
                    saver.remove_checkpoints(thread_id, namespace, leaves, advance)
                    self.annotations.delete_checkpoints(thread_id, namespace, leaves)
            except Cancelled:
                cancelled = True
                break
            removed += len(leaves)
        self._cancelled.discard(command.job)
        after = self.upkeep.sizes([thread_id]).get(thread_id, 0)
        staying = sum(
            len(self.upkeep.outline(thread_id, each)) for each in self.upkeep.namespaces(thread_id)
        )
        return ThreadPruned(removed, before, after, staying, cancelled)

    def _advance(self, job: str, base: float, share: float) -> Advance:
        """Tells of one part of a job, and breaks off what nobody wants any more."""
        told = 0.0

        def advance(done: float) -> None:
            nonlocal told
            if job and job in self._cancelled:
                raise Cancelled
            now = monotonic()
            if job and now - told >= TOLD_EVERY:
                told = now
                self._emit(PruneAdvanced(0, "", job, base + done * share))

        return advance

    def _refuse_while_running(self, thread_id: str) -> None:
        run = self._run()
        if run is not None and run.thread_id == thread_id and not run.gate.is_paused:
            raise Refused("A run of this thread is under way.", "Pause or stop it first.")

    # -- threads and the file

    def _copy(self, command: asked.CopyThread) -> Done:
        target = command.target.strip()
        self._refuse_while_running(command.thread_id)
        if not target:
            raise Refused("A thread needs an id.")
        if self.upkeep.threads([target]):
            raise Refused(f"There is a thread {target} already.", "Choose another id.")
        if not self.upkeep.threads([command.thread_id]):
            raise Refused(f"There is no thread {command.thread_id} (any more).")
        self.saver.copy_thread(command.thread_id, target)
        self.annotations.copy_thread(command.thread_id, target)
        return Done()

    def delete_thread(self, thread_id: str) -> None:
        """Remove a thread with everything that is noted of it."""
        self.saver.delete_thread(thread_id)
        self.annotations.delete_thread(thread_id)

    def _reclaim(self) -> SpaceReclaimed:
        from runtime.checkpoint.sql.saver import SqlSaver
        from runtime.checkpoint.sql.space import reclaim

        if not isinstance(self.saver, SqlSaver):
            raise Refused("This store keeps nothing in a file of its own.")
        return SpaceReclaimed(*reclaim(self.saver))

    # -- annotations

    def _read(self, thread_id: str | None) -> AnnotationList:
        return AnnotationList(
            tuple(AnnotationView(*_fields(each)) for each in self.annotations.read(thread_id))
        )

    def _annotate(self, view: AnnotationView) -> Done:
        if view.colour and view.colour not in COLOURS:
            raise Refused(f"{view.colour} is no colour for a mark.", f"It is {', '.join(COLOURS)}.")
        if len(view.name) > LONGEST_NAME or len(view.note) > LONGEST_NOTE:
            raise Refused(
                f"A name has at most {LONGEST_NAME:,} characters, a note {LONGEST_NOTE:,}."
            )
        self.annotations.write(Annotation(*_fields(view)))
        return Done()


def _fields(record: Any) -> list[Any]:
    return list(asdict(record).values())
