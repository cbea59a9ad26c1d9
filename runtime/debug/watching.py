"""What expressions are worth at each checkpoint of a thread, newest first."""

import math
from collections.abc import Callable

from runtime.checkpoint.base import HistoryReader, StoredCheckpoint
from runtime.debug.commands import WatchThread
from runtime.debug.expressions import BadExpression, Expression, trouble
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
        expressions = [_read(text) for text in command.expressions]
        stored = self._reader.list_rows(
            command.thread_id, command.checkpoint_ns, before=command.before, limit=command.limit + 1
        )
        rows = [
            WatchRow(self._row_of(each), tuple(self._watched(one, each) for one in expressions))
            for each in stored[: command.limit]
        ]
        return WatchPage(tuple(rows), more=len(stored) > command.limit)

    def _watched(self, expression: Expression | BadExpression, stored: StoredCheckpoint) -> Watched:
        if isinstance(expression, BadExpression):
            return Watched(
                "", problem=". ".join(filter(None, (str(expression), expression.remedy)))
            )
        try:
            value = expression.value(self._values.at(stored))
        except Exception as error:  # noqa: BLE001 - a value may not be of the expected type, yet
            return Watched("", problem=trouble(error))
        number = float(value) if isinstance(value, int | float) else None
        if number is not None and not math.isfinite(number):
            number = None
        return Watched(line_of(value, LINE), number)


def _read(text: str) -> Expression | BadExpression:
    try:
        return Expression(text)
    except BadExpression as error:
        return error
