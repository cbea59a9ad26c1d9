"""What waits for an answer: at the head of every thread of a store."""

from collections.abc import Callable, Iterable
from contextlib import suppress

from runtime.checkpoint.base import HistoryReader, StoredCheckpoint
from runtime.checkpoint.serde.errors import DecodeError
from runtime.debug.approvals.headline import headline
from runtime.debug.approvals.records import PendingInterrupt, PendingPage
from runtime.debug.stored import status_of
from runtime.debug.views import InterruptView

Questions = Callable[[StoredCheckpoint], Iterable[InterruptView]]
"""The open questions at a checkpoint; may raise whatever a damaged one raises."""


class PendingInterrupts:
    """Looks through threads page by page."""

    def __init__(self, reader: HistoryReader, questions: Questions) -> None:
        self._reader = reader
        self._questions = questions

    def page(self, offset: int, limit: int) -> PendingPage:
        """The questions of some threads, those changed last first."""
        listing = self._reader.list_threads(offset, limit)
        found: list[PendingInterrupt] = []
        for thread in listing.threads:
            with suppress(DecodeError):
                newest = self._reader.list_rows(thread.thread_id, "", limit=1)
                if status_of(newest) == "waiting":
                    found += (_line(newest[0], each) for each in self._questions(newest[0]))
        looked_at = listing.offset + len(listing.threads)
        return PendingPage(offset, listing.total, tuple(found), looked_at < listing.total)


def _line(stored: StoredCheckpoint, interrupt: InterruptView) -> PendingInterrupt:
    return PendingInterrupt(
        thread_id=stored.thread_id,
        checkpoint_id=stored.checkpoint_id,
        step=stored.step,
        asked_at=stored.ts,
        interrupt_id=interrupt.id,
        asker=interrupt.asker,
        text=headline(interrupt.payload_json, interrupt.payload.text),
        digest=interrupt.digest,
    )
