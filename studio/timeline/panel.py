"""The Timeline panel: supersteps and tasks of the looked-at branch along time."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.events import Event
from runtime.debug.views import CheckpointPage, CheckpointRow
from studio.inspector.elided_label import ElidedLabel
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens
from studio.timeline.chart import TimelineChart, milliseconds


class TimelinePanel(QWidget):
    """The chart with its zoom buttons."""

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
        self.chart = TimelineChart(tokens, self, clock)
        self.chart.checkpoint_selected.connect(self.checkpoint_selected)
        self.chart.task_selected.connect(self.task_selected)
        self.legend = ElidedLabel(parent=self)
        self.legend.setProperty("role", "muted")
        self.zoom_in = QToolButton(self)
        self.zoom_in.setObjectName("timeline.zoom_in")
        self.zoom_in.setToolTip("Stretch the time axis (Ctrl+wheel, +)")
        self.zoom_in.clicked.connect(lambda: self.chart.set_zoom(self.chart.zoom * 1.25))
        self.zoom_out = QToolButton(self)
        self.zoom_out.setObjectName("timeline.zoom_out")
        self.zoom_out.setToolTip("Squeeze the time axis (Ctrl+wheel, -)")
        self.zoom_out.clicked.connect(lambda: self.chart.set_zoom(self.chart.zoom / 1.25))
        self._empty = EmptyState(
            "timeline", "The supersteps of a run and their tasks appear here.", tokens, parent=self
        )
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.setSpacing(GRID)
        bar.addWidget(self.legend, 1)
        bar.addWidget(self.zoom_out)
        bar.addWidget(self.zoom_in)
        content = QWidget(self)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.chart, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(content)
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.chart.set_theme(tokens)
        self.zoom_in.setIcon(icon("zoom-in", tokens))
        self.zoom_out.setIcon(icon("zoom-out", tokens))
        self._empty.set_theme(tokens)

    def show_checkpoints(self, page: CheckpointPage | None) -> None:
        """Show a thread from its newest page of checkpoints."""
        same = page is not None and page.thread_id == self._thread_id
        self._thread_id = None if page is None else page.thread_id
        rows = () if page is None else page.rows
        if same:
            self.chart.steps.add(rows)
        else:
            self.chart.steps.look_at(None)
            self.chart.steps.show(rows)
        self._update()

    def add_rows(self, rows: Iterable[CheckpointRow]) -> None:
        """Add older checkpoints, or ones that were saved since."""
        self.chart.steps.add(row for row in rows if row.thread_id == self._thread_id)
        self._update()

    def select_checkpoint(self, checkpoint_id: str | None) -> None:
        """Put the cursor on the moment that is looked at."""
        self.chart.set_cursor(checkpoint_id)
        self._update()

    def apply(self, event: Event) -> None:
        """Follow a run."""
        if self.chart.apply(event):
            self._update()

    def _update(self) -> None:
        columns = self.chart.steps.columns
        self._stack.setCurrentIndex(1 if columns else 0)
        # What was recorded before comes first, if there is any.
        recorded = bool(columns) and columns[0].recorded
        self.legend.setText("Hatched: recorded, without times" if recorded else "")
        self.chart.changed()
