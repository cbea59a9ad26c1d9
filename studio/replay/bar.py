"""The bar below the graph: a slider through the branch that is looked at, and its buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QToolButton, QWidget

from runtime.debug.views import CheckpointRow
from studio.language import tr
from studio.session.moment import Moment
from studio.shell.theme import GRID, GUTTER, ThemeTokens


class ReplayBar(QWidget):
    """Shown where there are two checkpoints. Dragging looks at each one that is passed.

    ``row_wanted`` carries the row to look at; ``older_wanted`` asks for what lies before the
    oldest one that is loaded.
    """

    row_wanted = Signal(object)
    older_wanted = Signal()

    def __init__(self, moment: Moment, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("replay.bar")
        self.setAccessibleName(tr("History of the branch"))
        self._moment = moment
        self._rows: Sequence[CheckpointRow] = ()
        self._setting = False
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setObjectName("replay.slider")
        self.slider.setAccessibleName(tr("Checkpoint"))
        self.slider.setPageStep(10)
        self.slider.setMinimumWidth(16 * GRID)
        self.slider.valueChanged.connect(self._moved)
        self.place = QLabel(self)
        self.place.setObjectName("replay.place")
        self.place.setProperty("role", "muted")
        self.place.setTextFormat(Qt.TextFormat.PlainText)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(GUTTER, GRID, GUTTER + GRID, GRID)
        self._row.setSpacing(GRID)
        self._row.addWidget(self.slider, 1)
        self._row.addSpacing(GUTTER)
        self._row.addWidget(self.place)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.set_theme(tokens)
        self.hide()

    def set_actions(self, actions: Sequence[QAction]) -> None:
        """Buttons before the slider."""
        for number, action in enumerate(actions):
            button = QToolButton(self)
            button.setObjectName(f"replay.{action.objectName()}")
            button.setDefaultAction(action)
            button.setAutoRaise(True)
            button.setFixedSize(7 * GRID, 6 * GRID)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._row.insertWidget(number, button)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.setStyleSheet(
            f"ReplayBar {{ background: {tokens.surface_raised};"
            f" border-top: 1px solid {tokens.border}; }}"
            f"QSlider::groove:horizontal {{ height: 4px; border-radius: 2px;"
            f" background: {tokens.border}; }}"
            f"QSlider::sub-page:horizontal {{ height: 4px; border-radius: 2px;"
            f" background: {tokens.accent}; }}"
            f"QSlider::handle:horizontal {{ width: 12px; margin: -5px 0; border-radius: 7px;"
            f" background: {tokens.accent}; border: 1px solid {tokens.surface_raised}; }}"
            f"QSlider::handle:horizontal:focus {{ border: 2px solid {tokens.text}; }}"
            f"QSlider::sub-page:horizontal:disabled, QSlider::handle:horizontal:disabled {{"
            f" background: {tokens.border_strong}; }}"
        )

    def follow(self) -> None:
        """Take over the branch and the moment looked at."""
        moment = self._moment
        running = moment.run.status == "running"
        self.slider.setEnabled(not running)
        if running and self._rows:
            return
        self._rows = moment.branch()
        looked_at = moment.looked_at
        self.setVisible(len(self._rows) > 1)
        if looked_at is None or not self._rows:
            return
        ids = [row.checkpoint_id for row in self._rows]
        self._setting = True
        self.slider.setRange(0, len(ids) - 1)
        if looked_at.checkpoint_id in ids:
            self.slider.setValue(ids.index(looked_at.checkpoint_id))
        self._setting = False
        self.place.setText(
            tr("Step {step} of {last}", step=looked_at.step, last=self._rows[-1].step)
        )

    def _moved(self, value: int) -> None:
        if self._setting or value >= len(self._rows):
            return
        if value == 0 and self._rows[0].parent_checkpoint_id is not None:
            self.older_wanted.emit()
        self.row_wanted.emit(self._rows[value])
