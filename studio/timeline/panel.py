"""The Timeline panel: supersteps and tasks of the looked-at branch along time."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QStackedLayout, QToolButton, QWidget

from runtime.debug.events import Event
from runtime.debug.views import CheckpointPage, CheckpointRow, CheckpointView
from studio.language import tr
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.theme import ThemeTokens
from studio.timeline.chart import TimelineChart, milliseconds
from studio.timeline.geometry import HEADER, LABELS

_STEP = 1.25
_BUTTON = QSize(22, 22)
_ICON = QSize(14, 14)


class TimelinePanel(QWidget):
    """The chart with its zoom buttons. Hatched bars are recorded ones, whose times nobody knows."""

    checkpoint_selected = Signal(str)
    task_selected = Signal(str, str)
    """Task id (empty where it is not known) and node name."""

    def __init__(
        self,
        tokens: ThemeTokens,
        parent: QWidget | None = None,
        clock: Callable[[], float] = milliseconds,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel.timeline")
        self._thread_id: str | None = None
        self._awaiting: list[CheckpointRow] | None = None
        self._catching_up = QTimer(self)
        self._catching_up.setSingleShot(True)
        self._catching_up.setInterval(0)
        self._catching_up.timeout.connect(self._catch_up)
        self.chart = TimelineChart(tokens, self, clock)
        self.chart.checkpoint_selected.connect(self.checkpoint_selected)
        self.chart.task_selected.connect(self.task_selected)
        self.zoom_out = self._button(
            "timeline.zoom_out", tr("Squeeze the time axis"), "-", 1 / _STEP
        )
        self.zoom_in = self._button("timeline.zoom_in", tr("Stretch the time axis"), "+", _STEP)
        for place, button in enumerate((self.zoom_in, self.zoom_out)):
            button.move(
                LABELS - (place + 1) * _BUTTON.width() - 2, (HEADER - _BUTTON.height()) // 2
            )
        self._empty = EmptyState(
            "timeline",
            tr("The supersteps of a run and their tasks appear here."),
            tokens,
            parent=self,
        )
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.chart)
        self.set_theme(tokens)

    def _button(self, name: str, tip: str, key: str, factor: float) -> QToolButton:
        """A small button in the corner between names and numbers."""
        button = QToolButton(self.chart)
        button.setObjectName(name)
        button.setToolTip(tr("{what}  (Ctrl+wheel, {key})", what=tip, key=key))
        button.setAccessibleName(tip)
        button.setFixedSize(_BUTTON)
        button.setIconSize(_ICON)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self.chart.set_zoom(self.chart.zoom * factor))
        return button

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.chart.set_theme(tokens)
        self.zoom_in.setIcon(icon("zoom-in", tokens))
        self.zoom_out.setIcon(icon("zoom-out", tokens))
        self._empty.set_theme(tokens)

    def show_checkpoints(self, page: CheckpointPage | None) -> None:
        """Show a thread from its newest page of checkpoints."""
        same = page is not None and page.thread_id == self._thread_id
        self._awaiting = None
        self._thread_id = None if page is None else page.thread_id
        rows = () if page is None else page.rows
        if same:
            self.chart.steps.add(rows)
        else:
            self.chart.steps.look_at(None)
            self.chart.steps.show(rows)
        self._update()

    def show_rows(self, rows: Iterable[CheckpointRow]) -> None:
        """Show the rows that are loaded by now, instead of those that were before.

        Mostly another moment is looked at right after: both are laid out at once.
        """
        self._awaiting = [row for row in rows if row.thread_id == self._thread_id]
        self._catching_up.start()

    def _catch_up(self, checkpoint_id: str | None = None) -> None:
        """Take over the rows that wait; ``checkpoint_id`` is looked at from now on, if given."""
        rows, self._awaiting = self._awaiting, None
        if rows is not None:
            self._catching_up.stop()
            self.chart.steps.show(rows, checkpoint_id)
            self._update()

    def add_rows(self, rows: Iterable[CheckpointRow]) -> None:
        """Add checkpoints that were saved since."""
        self._catch_up()
        self.chart.steps.add(row for row in rows if row.thread_id == self._thread_id)
        self._update()

    def select_checkpoint(self, checkpoint_id: str | None) -> None:
        """Put the cursor on the moment that is looked at."""
        self._catch_up(checkpoint_id)
        self.chart.set_cursor(checkpoint_id)
        self._update()

    def show_checkpoint(self, view: CheckpointView) -> None:
        """Take over what is recorded of the tasks of one moment."""
        self._catch_up()
        if self.chart.steps.read(view.row.checkpoint_id, view.tasks):
            self._update()

    def apply(self, event: Event) -> None:
        """Follow a run."""
        self._catch_up()
        if self.chart.apply(event):
            self._update()

    def _update(self) -> None:
        self._stack.setCurrentIndex(1 if self.chart.steps.columns else 0)
        self.chart.changed()
