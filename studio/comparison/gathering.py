"""Asks for a comparison part by part until it is whole, or until nobody wants it any more."""

from collections.abc import Callable

from runtime.debug.comparing.commands import CompareCheckpoints
from runtime.debug.comparing.views import (
    ChannelDifference,
    CheckpointAddress,
    CheckpointsCompared,
)
from runtime.debug.views import ErrorView, Failed
from studio.comparison.requests import AskCheckpoints


class Gathering:
    """Compares ``before`` with ``after``.

    ``on_part`` gets what came and the reply that it came with; the last one has no ``more``. After
    ``cancel`` nothing is told.
    """

    def __init__(
        self,
        before: CheckpointAddress,
        after: CheckpointAddress,
        ask: AskCheckpoints,
        on_part: Callable[[tuple[ChannelDifference, ...], CheckpointsCompared], None],
        on_failed: Callable[[ErrorView], None],
    ) -> None:
        self._addresses = before, after
        self._ask = ask
        self._on_part = on_part
        self._on_failed = on_failed
        self._cancelled = False
        self._go_on(0)

    def cancel(self) -> None:
        """Ask for nothing more."""
        self._cancelled = True

    def _go_on(self, start: int) -> None:
        before, after = self._addresses
        self._ask(CompareCheckpoints(before, after, start), self._take)

    def _take(self, reply: CheckpointsCompared | Failed) -> None:
        if self._cancelled:
            return
        if isinstance(reply, Failed):
            self._on_failed(reply.error)
            return
        self._on_part(reply.channels, reply)
        if reply.more:
            self._go_on(reply.next)
