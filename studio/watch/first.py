"""Looks for the first checkpoint at which an expression holds, part by part."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from runtime.debug.commands import FindFirst
from runtime.debug.views import CheckpointRow, CheckpointView, Failed, FirstFound
from studio.language import tr

First = Callable[[FindFirst, Callable[[FirstFound | Failed], None]], None]
"""``(command, then)``"""


class FirstSearch(QObject):
    """``told`` says how far it is, ``found`` carries the ``CheckpointRow``."""

    told = Signal(str)
    found = Signal(object)

    def __init__(self, ask: First, parent: QObject) -> None:
        super().__init__(parent)
        self._ask = ask
        self._asked = 0
        self._said_at: str | None = None
        """The checkpoint of which a result was told."""
        self.running = False

    def says(self, view: CheckpointView | None) -> bool:
        """Whether what was told last is of this moment, or of a search that goes on."""
        return self.running or (view is not None and view.row.checkpoint_id == self._said_at)

    def start(
        self, expression: str, looked_at: CheckpointRow, end: CheckpointRow, *, exhaustive: bool
    ) -> None:
        """Look on the way to ``end``, that one included; the result is told of ``looked_at``."""
        self._asked += 1
        self._said_at = looked_at.checkpoint_id
        self.running = True
        self.told.emit(tr("Reading the history…"))
        self._go_on(
            FindFirst(end.thread_id, expression, end.checkpoint_id, end.checkpoint_ns, exhaustive)
        )

    def cancel(self) -> None:
        """Ask for no further part, and let what was found go."""
        self._said_at = None
        if self.running:
            self._asked += 1
            self.running = False
            self.told.emit(tr("Cancelled."))

    def _go_on(self, command: FindFirst) -> None:
        asked = self._asked

        def then(found: FirstFound | Failed) -> None:
            if asked != self._asked:
                return
            if isinstance(found, Failed):
                self._end(" ".join(filter(None, (found.error.message, found.error.remedy))))
            elif found.more:
                self.told.emit(_progress(found))
                self._go_on(command)
            else:
                self._end(_result(found))
                if found.row is not None:
                    self._said_at = found.row.checkpoint_id
                    self.found.emit(found.row)

        self._ask(command, then)

    def _end(self, text: str) -> None:
        self.running = False
        self.told.emit(text)


def _progress(found: FirstFound) -> str:
    if not found.looked_at:
        return tr("Reading the history… {total:,} checkpoints", total=found.total)
    return tr(
        "Looked at {looked_at:,} of {total:,} checkpoints…",
        looked_at=found.looked_at,
        total=found.total,
    )


def _result(found: FirstFound) -> str:
    if found.row is None:
        return tr("It holds at none of {total:,} checkpoints.", total=found.total)
    said = (
        tr("First holds at step {step}; {looked:,} of {total:,} checkpoints looked at, by halving.")
        if found.halved
        else tr("First holds at step {step}; {looked:,} of {total:,} checkpoints looked at.")
    )
    return said.format(step=found.row.step, looked=found.looked_at, total=found.total)
