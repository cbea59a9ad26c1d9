"""Commands that look through many values or evaluate expressions: each has a thread of its own."""

import threading
from collections.abc import Iterable

from runtime.checkpoint.base import HistoryReader, StoredCheckpoint
from runtime.debug.checking import channels_at, check_expression
from runtime.debug.commands import (
    CheckExpression,
    FilterCheckpoints,
    FindFirst,
    PlotThread,
    SearchThread,
    WatchThread,
)
from runtime.debug.comparing.answering import Comparisons
from runtime.debug.comparing.checkpoints import Load
from runtime.debug.comparing.commands import (
    CompareBranches,
    CompareCheckpoints,
    CompareValues,
    WriteComparison,
)
from runtime.debug.expressions import BadExpression
from runtime.debug.filtering import filter_checkpoints
from runtime.debug.first import Find, FirstHolding, Outlined, RowOf
from runtime.debug.inspecting.answering import Inspection, Inspections
from runtime.debug.inspecting.commands import (
    CopyValue,
    DescribeValue,
    FindInState,
    FindText,
    ReadImage,
    ReadPaths,
    ReadTable,
)
from runtime.debug.opened import OpenGraph
from runtime.debug.plotting import Plotter
from runtime.debug.reading import ChannelValues
from runtime.debug.searching import BadPattern, Searcher
from runtime.debug.views import ErrorView, ExpressionChecked, FirstFound, Reply
from runtime.debug.watching import Watcher

Look = (
    SearchThread
    | WatchThread
    | PlotThread
    | FindFirst
    | FilterCheckpoints
    | CheckExpression
    | CompareCheckpoints
    | CompareValues
    | WriteComparison
    | CompareBranches
    | Inspection
)


class Looks:
    """Answers them from one saver.

    ``find`` gives a stored checkpoint, ``row_of`` its line, ``load`` the value of a handle,
    ``outline`` the shape of a thread's tree.
    """

    def __init__(
        self,
        reader: HistoryReader,
        find: Find,
        row_of: RowOf,
        opened: OpenGraph | None,
        load: Load,
        outline: Outlined,
    ) -> None:
        self._reader = reader
        self._comparisons = Comparisons(reader, find, row_of, load, self._channels)
        self._find = find
        self._outline = outline
        self._row_of = row_of
        self._opened = opened
        self._first: FirstHolding | None = None
        self._advancing = threading.Lock()
        self._typed = ChannelValues(reader)
        """What an expression reads again and again while it is typed."""
        self._typing = threading.Lock()
        self._inspections = Inspections(load)

    def look(self, command: Look) -> Reply:
        """The reply; raises what the command's own part raises."""
        match command:
            case SearchThread():
                return Searcher(self._reader, self._row_of).search(command)
            case WatchThread():
                return Watcher(self._reader, self._row_of).watch(command)
            case PlotThread():
                return Plotter(self._reader).plot(command)
            case FilterCheckpoints():
                return filter_checkpoints(command, self._reader, self._row_of)
            case FindFirst():
                return self._find_first(command)
            case CheckExpression():
                return self._check(command)
            case DescribeValue() | ReadTable() | ReadImage() | CopyValue() | FindText():
                return self._inspections.answer(command)
            case FindInState() | ReadPaths():
                return self._inspections.answer(command)
            case _:
                return self._comparisons.answer(command)

    def _channels(self, checkpoint_ns: str) -> Iterable[str]:
        """Channels of the open graph, in its order."""
        graph = None if self._opened is None else self._opened.graph_at(checkpoint_ns)
        return () if graph is None else graph.channels

    def _find_first(self, command: FindFirst) -> FirstFound:
        with self._advancing:
            if self._first is None or self._first.command != command:
                self._first = FirstHolding(
                    command, self._reader, self._find, self._row_of, self._outline
                )
            found = self._first.advance()
            if not found.more:
                self._first = None
            return found

    def _check(self, command: CheckExpression) -> ExpressionChecked:
        stored: StoredCheckpoint | None = None
        if command.thread_id is not None:
            try:
                stored = self._find(command.thread_id, command.checkpoint_ns, command.checkpoint_id)
            except LookupError:
                # A thread without checkpoints, or a subgraph that is named by its nodes alone.
                stored = None
        channels = channels_at(self._opened, command.checkpoint_ns, stored)
        with self._typing:
            return check_expression(command, self._typed, stored, channels)


def refusal_of(error: BadPattern | BadExpression) -> ErrorView:
    """What is wrong with a text that a person typed."""
    if isinstance(error, BadPattern):
        return ErrorView(type="BadPattern", message=str(error))
    return ErrorView(type="BadExpression", message=f"The expression {error}.", remedy=error.remedy)
