"""Text that is looked for in everything a moment holds, slice by slice, until it is given up."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from runtime.debug.inspecting.commands import FindInState
from runtime.debug.inspecting.views import StateFound, StateHit
from runtime.debug.views import Failed
from studio.inspector.requests import Ask
from studio.language import tr


@dataclass(frozen=True, slots=True)
class Scope:
    """Where is looked: a checkpoint and its channels, in the order of the tree."""

    thread_id: str
    checkpoint_ns: str
    checkpoint_id: str
    channels: tuple[str, ...]


class StateSearch(QObject):
    """The hits so far and the one that a person is at. Asking no more gives it up."""

    changed = Signal()
    arrived = Signal(object)
    """The ``StateHit`` to go to."""

    def __init__(self, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self._ask = ask
        self._generation = 0
        self._going = False
        self.text = ""
        self.running = False
        self.cut = False
        self.looked_at = 0
        self.at = -1
        self.hits: list[StateHit] = []
        self.problem = ""

    @property
    def channels(self) -> frozenset[str]:
        """Channels in which something was found."""
        return frozenset(hit.channel for hit in self.hits)

    @property
    def count_text(self) -> str:
        """How many there are, and which one this is; empty where nothing is looked for."""
        if not self.text:
            return ""
        if self.problem:
            return self.problem
        total = len(self.hits)
        if self.running:
            return tr("{total:,} found, searching…", total=total)
        if not total:
            return tr("not found")
        if self.cut:
            return tr("{at:,} of more than {total:,}", at=self.at + 1, total=total)
        return tr("{at:,} of {total:,}", at=self.at + 1, total=total)

    def seek(self, text: str, scope: Scope | None) -> None:
        """Look for another text, or elsewhere."""
        self._generation += 1
        self.text, self.hits, self.at = text, [], -1
        self.cut, self.looked_at, self.problem = False, 0, ""
        self._going = False
        self.running = bool(text) and scope is not None
        if scope is not None and self.running:
            where = (scope.thread_id, scope.checkpoint_ns, scope.checkpoint_id)
            self._go_on(FindInState(*where, scope.channels, text))
        self.changed.emit()

    def step(self, by: int) -> None:
        """Go to the next hit; where none is found yet, to the first once it is."""
        if not self.hits:
            self._going = self.running
            return
        self.at = (self.at + by) % len(self.hits) if self.at >= 0 else (0 if by > 0 else -1)
        self.at %= len(self.hits)
        self.changed.emit()
        self.arrived.emit(self.hits[self.at])

    def _go_on(self, command: FindInState) -> None:
        generation = self._generation

        def on_found(reply: StateFound | Failed) -> None:
            if generation == self._generation:
                self._take(command, reply)

        self._ask(command, on_found)

    def _take(self, command: FindInState, reply: StateFound | Failed) -> None:
        if isinstance(reply, Failed):
            self.running, self.problem = False, reply.error.message
            self.changed.emit()
            return
        self.hits += reply.hits
        self.looked_at, self.cut, self.running = reply.looked_at, reply.cut, reply.more
        if reply.more:
            self._go_on(command)
        self.changed.emit()
        if self._going and self.hits:
            self._going = False
            self.step(1)


def scope_of(where: Sequence[str], channels: Sequence[str]) -> Scope:
    """The scope of a checkpoint."""
    thread_id, checkpoint_ns, checkpoint_id = where
    return Scope(thread_id, checkpoint_ns, checkpoint_id, tuple(channels))
