"""Where supersteps, lines and bars of the chart are, in its own coordinates; no painting."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from PySide6.QtCore import QRectF

from studio.shell.theme import GRID
from studio.timeline.lines import Lines
from studio.timeline.measured import Bar
from studio.timeline.supersteps import Column, Supersteps

HEADER = 7 * GRID
LINE = 5 * GRID
BAR_GAP = 6
LABELS = 36 * GRID
NARROWEST = 14 * GRID
END_WIDTH = 11 * GRID
NOT_RUN_WIDTH = 16 * GRID
LONGEST = 60 * GRID
"""Width of the longest superstep at zoom 1."""
SMALLEST_BAR = 4.0
LEAST_ZOOM, MOST_ZOOM = 0.1, 400.0
_WIDEST_RECORDED = 4.0
"""Zoom from which on what has no times gets no wider."""


class Geometry:
    """Columns side by side; the origin is the left edge of the first one, below the header."""

    def __init__(self, steps: Supersteps) -> None:
        self.steps = steps
        self.lines = Lines()
        self.zoom = 1.0
        self.scale = 1.0
        """Pixels a millisecond."""
        self.edges: list[float] = [0.0]

    def lay_out(self, now: float) -> None:
        """Measure everything anew."""
        columns = self.steps.columns
        longest = max((self.length(column, now) for column in columns), default=0.0)
        self.scale = self.zoom * LONGEST / longest if longest else self.zoom
        self.edges = [0.0, *accumulate(self._width(column, now) for column in columns)]
        self.lines.lay_out(self.steps.tracks, self.steps.inner)

    @property
    def width(self) -> float:
        return self.edges[-1]

    @property
    def height(self) -> int:
        return len(self.lines) * LINE

    def length(self, column: Column, now: float) -> float:
        """Milliseconds of a superstep until now."""
        if self.steps.is_growing(column):
            return max(column.duration, self.steps.elapsed(column, now))
        return column.duration

    def _width(self, column: Column, now: float) -> float:
        if not column.bars:
            return NOT_RUN_WIDTH if column.left else END_WIDTH
        least = NARROWEST * min(self.zoom, _WIDEST_RECORDED)
        return max(least, self.length(column, now) * self.scale + 2 * GRID)

    def column_at(self, x: float) -> int | None:
        """The superstep at a place."""
        if x < 0 or not self.steps.columns or x >= self.edges[-1]:
            return None
        return bisect_right(self.edges, x) - 1

    def columns_between(self, left: float, right: float) -> range:
        """Numbers of the supersteps that a stretch touches."""
        first = bisect_right(self.edges, max(left, 0.0)) - 1
        last = bisect_right(self.edges, right)
        return range(max(first, 0), min(last, len(self.steps.columns)))

    def bar_rect(self, number: int, bar: Bar, now: float, line: int | None = None) -> QRectF:
        """A task's bar, on the line of its track unless another is named."""
        column = self.steps.columns[number]
        if line is None:
            line = self.lines.line_of(bar.track)
        top = line * LINE + BAR_GAP // 2
        height = LINE - BAR_GAP
        left, right = self.edges[number] + GRID, self.edges[number + 1] - GRID
        if column.recorded:
            return QRectF(left, top, right - left, height)
        duration = bar.duration
        if duration is None:
            running = bar.state == "running"
            elapsed = self.steps.elapsed(column, now)
            duration = max(0.0, elapsed - bar.start) if running else 0.0
        start = min(left + bar.start * self.scale, right - SMALLEST_BAR)
        width = max(SMALLEST_BAR, duration * self.scale)
        return QRectF(start, top, min(width, right - start), height)

    def spans(self, number: int, bars: Sequence[Bar], now: float) -> list[tuple[float, float]]:
        """From where to where each of many bars reaches; of those that wait none if others ran."""
        column = self.steps.columns[number]
        left, right = self.edges[number] + GRID, self.edges[number + 1] - GRID
        if column.recorded:
            return [(left, right)]
        scale, elapsed = self.scale, self.steps.elapsed(column, now)
        found: list[tuple[float, float]] = []
        for bar in bars:
            if bar.state == "due":
                continue
            begin = left + bar.start * scale
            length = elapsed - bar.start if bar.duration is None else bar.duration
            found.append((begin, min(right, begin + max(SMALLEST_BAR, length * scale))))
        return found or [(left, left + SMALLEST_BAR)]
