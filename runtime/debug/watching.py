"""What expressions are worth at each checkpoint of a thread, newest first."""

import math
from collections.abc import Callable
from typing import Any

from runtime.checkpoint.base import HistoryReader, StoredCheckpoint
from runtime.debug.commands import WatchThread
from runtime.debug.expressions import BadExpression, Expression, trouble
from runtime.debug.expressions.limits import TooCostly
from runtime.debug.preview import line_of
from runtime.debug.reading import ChannelValues
from runtime.debug.views import CheckpointRow, Watched, WatchPage, WatchRow

LINE = 160
"""Characters of a value that are shown."""


class Watcher:
    """Evaluates over one saver; ``row_of`` makes a line of the history of a stored checkpoint."""

    def __init__(
        self, reader: HistoryReader, row_of: Callable[[StoredCheckpoint], CheckpointRow]
    ) -> None:
        self._reader = reader
        self._row_of = row_of
        self._values = ChannelValues(reader)

    def watch(self, command: WatchThread) -> WatchPage:
        """One page of at most ``limit`` checkpoints."""
        expressions = [read_expression(text) for text in command.expressions]
        stored = self._reader.list_rows(
            command.thread_id, command.checkpoint_ns, before=command.before, limit=command.limit + 1
        )
        rows = []
        for each in stored[: command.limit]:
            watched = []
            for place, one in enumerate(expressions):
                try:
                    watched.append(self._watched(one, each))
                except TooCostly as error:
                    # It is not tried again at each of the other checkpoints.
                    expressions[place] = BadExpression(str(error))
                    watched.append(Watched("", problem=trouble(error)))
            rows.append(WatchRow(self._row_of(each), tuple(watched)))
        return WatchPage(tuple(rows), more=len(stored) > command.limit)

    def _watched(self, expression: Expression | BadExpression, stored: StoredCheckpoint) -> Watched:
        if isinstance(expression, BadExpression):
            return Watched(
                "", problem=". ".join(filter(None, (str(expression), expression.remedy)))
            )
        try:
            value = expression.value(self._values.at(stored))
        except TooCostly:
            raise
        except Exception as error:  # noqa: BLE001 - a value may not be of the expected type, yet
            return Watched("", problem=trouble(error))
        return Watched(line_of(value, LINE), number_of(value))


def number_of(value: Any) -> float | None:
    """What is drawn of it, where it can be."""
    try:
        number = float(value) if isinstance(value, int | float) else math.nan
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def read_expression(text: str) -> Expression | BadExpression:
    """The expression, or what is wrong with it."""
    try:
        return Expression(text)
    except BadExpression as error:
        return error
