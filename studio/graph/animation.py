"""The superstep in motion, by one timer.

Plan fades the outlines of due nodes in, and the causes on their edges. Execute sweeps the stripes
of running cards. A task that wrote ticks. At the barrier a dot travels along each edge taken and
to each channel written, and the writes are folded one after the other. Everything is computed from
the clock: a late frame is skipped, and a new superstep ends what is left of the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from studio.graph.channel_item import LinkItem
from studio.graph.edge_item import EdgeItem
from studio.graph.node_item import NodeItem

_FRAME_MS = 16
_PLAN_MS = 200.0
_TICK_MS = 160.0
_TRAVEL_MS = 250.0
_SWEEP_MS = 1400.0
_STATION_MS = 250.0
_LONGEST_FOLD_MS = 1500.0

Apply = Callable[[float], None]


class _Effect:
    __slots__ = ("apply", "duration", "finish", "start")

    def __init__(self, start: float, duration: float, apply: Apply, finish: Apply) -> None:
        self.start = start
        self.duration = duration
        self.apply = apply
        self.finish = finish


class SuperstepAnimation(QObject):
    """Moves items; at ``speed`` 2 twice as fast. Switched off, every item is at its end.

    ``clock`` tells the time in milliseconds.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._frame)
        elapsed = QElapsedTimer()
        elapsed.start()
        self.clock: Callable[[], float] = elapsed.elapsed
        self._effects: list[_Effect] = []
        self._fold: _Effect | None = None
        self._running: set[NodeItem] = set()
        self._enabled = True
        self._speed = 1.0

    @property
    def active(self) -> bool:
        """Whether the timer ticks."""
        return self._timer.isActive()

    @property
    def enabled(self) -> bool:
        return self._enabled

    def configure(self, enabled: bool, speed: float = 1.0) -> None:
        """Switch motion on or off; ``speed`` above 1 shortens every step."""
        self._enabled = enabled
        self._speed = max(0.1, speed)
        if not enabled:
            self.settle()
            self.set_running(())

    def plan(
        self, due: Iterable[NodeItem], causes: Iterable[EdgeItem], after_barrier: bool = False
    ) -> None:
        """Fade in the outlines of due nodes and the causes on their edges.

        ``after_barrier``: begin when what travels from the barrier has arrived.
        """
        delay = _TRAVEL_MS if after_barrier else 0.0
        for node in due:
            self._start(_PLAN_MS, _outline(node), delay=delay)
        for edge in causes:
            self._start(_PLAN_MS, _cause(edge), delay=delay)

    def wrote(self, nodes: Iterable[NodeItem]) -> None:
        """Let the sign of a node that just ended grow."""
        for node in nodes:
            self._start(_TICK_MS, _appear(node))

    def barrier(self, edges: Sequence[EdgeItem], links: Sequence[LinkItem]) -> None:
        """Send a dot along each edge taken and to each channel written."""
        items: list[EdgeItem | LinkItem] = [*edges, *links]
        for item in items:
            self._start(_TRAVEL_MS, _travel(item), _arrived(item))

    def fold(self, stations: int, lit: Apply) -> None:
        """Light up the stations of folds one after the other; ``lit`` takes 0 to 1.

        No stations end the fold that goes on.
        """
        self._effects = [effect for effect in self._effects if effect is not self._fold]
        self._fold = None
        if stations:
            self._start(min(_LONGEST_FOLD_MS, stations * _STATION_MS), lit)
            self._fold = self._effects[-1] if self._enabled else None
        self._rest()

    def set_running(self, nodes: Iterable[NodeItem]) -> None:
        """Sweep the stripes of exactly these cards."""
        wanted = set(nodes) if self._enabled else set()
        for node in self._running - wanted:
            node.sweep = None
            node.update()
        self._running = wanted
        self._wake()
        self._rest()

    def settle(self) -> None:
        """Bring everything that moves once to its end state; running cards go on sweeping.

        A fold goes on beside the next plan, which does not touch it.
        """
        effects = self._effects
        self._effects = [effect for effect in effects if effect is self._fold and self._enabled]
        for effect in effects:
            if effect not in self._effects:
                effect.finish(1.0)
        self._rest()

    def forget(self) -> None:
        """Drop everything without touching items, which may be gone."""
        self._effects = []
        self._fold = None
        self._running = set()
        self._timer.stop()

    def _start(
        self, duration: float, apply: Apply, finish: Apply | None = None, delay: float = 0.0
    ) -> None:
        if not self._enabled:
            return
        start = self.clock() + delay / self._speed
        self._effects.append(_Effect(start, duration / self._speed, apply, finish or apply))
        apply(0.0)
        self._wake()

    def _wake(self) -> None:
        if (self._effects or self._running) and not self._timer.isActive():
            self._timer.start()

    def _rest(self) -> None:
        if not self._effects and not self._running:
            self._timer.stop()

    def _frame(self) -> None:
        now = self.clock()
        left: list[_Effect] = []
        for effect in self._effects:
            progress = max(0.0, (now - effect.start) / effect.duration)
            if progress >= 1.0:
                effect.finish(1.0)
            else:
                effect.apply(progress)
                left.append(effect)
        self._effects = left
        period = _SWEEP_MS / self._speed
        for node in self._running:
            node.sweep = (now % period) / period
            node.update()
        self._rest()


def _outline(node: NodeItem) -> Apply:
    def apply(progress: float) -> None:
        node.outline = progress
        node.update()

    return apply


def _cause(edge: EdgeItem) -> Apply:
    def apply(progress: float) -> None:
        edge.cause_opacity = progress
        edge.update()

    return apply


def _appear(node: NodeItem) -> Apply:
    def apply(progress: float) -> None:
        node.appear = 1.0 - (1.0 - progress) ** 3
        node.update()

    return apply


def _travel(item: EdgeItem | LinkItem) -> Apply:
    def apply(progress: float) -> None:
        item.travel = progress * progress * (3.0 - 2.0 * progress)
        item.update()

    return apply


def _arrived(item: EdgeItem | LinkItem) -> Apply:
    def apply(_progress: float) -> None:
        item.travel = None
        item.update()

    return apply
