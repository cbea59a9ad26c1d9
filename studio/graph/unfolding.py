"""Decides when the folds of a barrier are unfolded before a person's eyes, and when not."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.debug.events import ChannelUpdated, Event, RunStarted, TaskStarted
from studio.graph.animation import SuperstepAnimation
from studio.graph.fold_strip import FoldStrip

_CALM_MS = 400.0
"""Barriers that follow each other faster are not each unfolded."""


class Unfolding:
    """Leads a ``FoldStrip`` by the events of a run or of a record."""

    def __init__(self, strip: FoldStrip, animation: SuperstepAnimation) -> None:
        self._strip = strip
        self._animation = animation
        self._last_update = -_CALM_MS

    def clear(self) -> None:
        """Nothing was updated yet."""
        self._animation.fold(0, self._strip.set_progress)
        self._strip.clear()

    def hear(
        self, events: Sequence[Event], updates: Sequence[ChannelUpdated], *, seen: bool
    ) -> None:
        """``updates`` are those of the last barrier; of a run in full swing they are shown small.

        ``seen``: whether a person could see it unfold.
        """
        updated = started = 0
        for event in events:
            if isinstance(event, RunStarted):
                self.clear()
            elif isinstance(event, ChannelUpdated):
                updated, started = updated + 1, 0
            elif isinstance(event, TaskStarted) and not event.checkpoint_ns:
                started += 1
        if updated:
            now = self._animation.clock()
            calm, self._last_update = now - self._last_update > _CALM_MS, now
            opened = self._animation.enabled and calm and not started and seen
            self._strip.show_folds(updates, opened=opened)
            if opened:
                self._animation.fold(self._strip.stations, self._strip.set_progress)
        elif started:
            self._strip.retire()
