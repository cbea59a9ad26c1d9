"""Reads what expressions are worth along a thread, part by part, without holding anything up."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from runtime.debug.commands import PlotThread
from runtime.debug.views import CheckpointRow, Failed, PlotPage
from studio.watch.series import Series

UNASKED = 2_000
"""Checkpoints that are read without being asked for."""

AskPlot = Callable[[PlotThread, Callable[[PlotPage | Failed], None]], None]
"""``(command, then)``"""


class SeriesReader(QObject):
    """``changed``: there is more to draw, or the reading began or ended."""

    changed = Signal()

    def __init__(self, ask: AskPlot, parent: QObject) -> None:
        super().__init__(parent)
        self._ask = ask
        self._of: tuple[str, str, tuple[str, ...]] | None = None
        self._asked = 0
        self._wanted = UNASKED
        self.series = Series()
        self.running = False

    def follow(self, row: CheckpointRow | None, expressions: Sequence[str]) -> None:
        """Read of the thread of ``row`` what is not known yet."""
        of = None
        if row is not None and expressions:
            of = (row.thread_id, row.checkpoint_ns, tuple(expressions))
        if of != self._of:
            self._of, self.series, self._wanted = of, Series(expressions), UNASKED
        self._asked += 1
        self.running = of is not None
        self.changed.emit()
        if of is None:
            return
        if self.series.ids:
            self._read_newer([])
        else:
            self._read_older()

    def read_everything(self) -> None:
        """Go on to the first checkpoint."""
        if self._of is not None and not self.running:
            self._wanted = 0
            self._asked += 1
            self.running = True
            self.changed.emit()
            self._read_older()

    def cancel(self) -> None:
        """Stay with what was read."""
        self._asked += 1
        self._wanted = max(UNASKED, len(self.series))
        self.running = False
        self.changed.emit()

    def _command(self, before: str | None) -> PlotThread:
        assert self._of is not None
        thread_id, namespace, expressions = self._of
        return PlotThread(thread_id, expressions, namespace, before)

    def _read_older(self) -> None:
        if self.series.complete or (self._wanted and len(self.series) >= self._wanted):
            self.running = False
            self.changed.emit()
            return
        asked = self._asked

        def then(page: PlotPage | Failed) -> None:
            if asked != self._asked:
                return
            if isinstance(page, Failed):
                self.running = False
            else:
                self.series.add_older(page)
                self._read_older()
            self.changed.emit()

        self._ask(self._command(self.series.oldest), then)

    def _read_newer(self, pages: list[PlotPage]) -> None:
        """What was saved since; parts are joined when they meet what is known."""
        asked = self._asked

        def then(page: PlotPage | Failed) -> None:
            if asked != self._asked:
                return
            if isinstance(page, Failed):
                self.running = False
                self.changed.emit()
                return
            pages.append(page)
            if page.more and not any(map(self.series.knows, page.checkpoint_ids)):
                self._read_newer(pages)
                return
            self.series = self.series.with_newer(pages)
            self._read_older()
            self.changed.emit()

        before = pages[-1].checkpoint_ids[-1] if pages else None
        self._ask(self._command(before), then)
