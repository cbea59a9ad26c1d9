"""What expressions are worth along a thread, as columns of numbers and words for a plot."""

import time

from runtime.checkpoint.base import HistoryReader, StoredCheckpoint
from runtime.debug.commands import PlotThread
from runtime.debug.expressions import BadExpression, Expression
from runtime.debug.expressions.limits import TooCostly
from runtime.debug.preview import line_of
from runtime.debug.reading import ChannelValues
from runtime.debug.views import PlotPage, PlotSeries
from runtime.debug.watching import number_of, read_expression

SLICE_SECONDS = 0.15
_PAGE = 200
_WORD = 60
_MOST_WORDS = 200
_OTHERS = "…"


class Plotter:
    """Evaluates over one saver, for a moment at a time."""

    def __init__(self, reader: HistoryReader) -> None:
        self._reader = reader
        self._values = ChannelValues(reader)

    def plot(self, command: PlotThread) -> PlotPage:
        """As many checkpoints as the moment allows, at least one page of them."""
        columns = [_Column(read_expression(text)) for text in command.expressions]
        ids: list[str] = []
        steps: list[int] = []
        before, more = command.before, True
        until = time.monotonic() + SLICE_SECONDS
        while more and len(ids) < command.limit:
            wanted = min(_PAGE, command.limit - len(ids))
            stored = self._reader.list_rows(
                command.thread_id, command.checkpoint_ns, before=before, limit=wanted + 1
            )
            more = len(stored) > wanted
            for place, each in enumerate(stored[:wanted], 1):
                ids.append(each.checkpoint_id)
                steps.append(each.step)
                for column in columns:
                    column.add(each, self._values)
                if time.monotonic() > until:
                    return _page(ids, steps, columns, more or place < len(stored))
            before = ids[-1] if ids else before
        return _page(ids, steps, columns, more)


class _Column:
    """One expression; one that costs too much is not tried again at the other checkpoints."""

    def __init__(self, expression: Expression | BadExpression) -> None:
        self._expression = expression
        self._words: dict[str, int] = {}
        self._numbers: list[float | None] = []
        self._places: list[int] = []

    def add(self, stored: StoredCheckpoint, values: ChannelValues) -> None:
        number: float | None = None
        place = -1
        if isinstance(self._expression, Expression):
            try:
                value = self._expression.value(values.at(stored))
                number = None if isinstance(value, bool) else number_of(value)
                if number is None and value is not None:
                    place = self._place_of(line_of(value, _WORD))
            except TooCostly as error:
                self._expression = BadExpression(str(error))
            except Exception:  # noqa: BLE001 - it has no value here, which the plot shows as a gap
                place = -1
        self._numbers.append(number)
        self._places.append(place)

    def _place_of(self, word: str) -> int:
        if word not in self._words and len(self._words) >= _MOST_WORDS:
            word = _OTHERS
        return self._words.setdefault(word, len(self._words))

    def series(self) -> PlotSeries:
        return PlotSeries(tuple(self._numbers), tuple(self._places), tuple(self._words))


def _page(ids: list[str], steps: list[int], columns: list[_Column], more: bool) -> PlotPage:
    return PlotPage(tuple(ids), tuple(steps), tuple(column.series() for column in columns), more)
