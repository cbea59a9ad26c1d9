"""The bar below the graph: a slider through the branch that is looked at, and its buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QToolButton, QWidget

from studio.history.checkpoints import Branch
from studio.history.history_model import HistoryModel
from studio.language import tr
from studio.session.moment import Moment
from studio.shell.theme import GRID, GUTTER, ThemeTokens


class ReplayBar(QWidget):
    """Shown where there are two checkpoints. Dragging looks at each one that is passed.

    ``position_wanted`` carries the position in the history of what to look at, which may not be
    read yet.
    """

    position_wanted = Signal(int)

    def __init__(
        self,
        moment: Moment,
        history: HistoryModel,
        tokens: ThemeTokens,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("replay.bar")
        self.setAccessibleName(tr("History of the branch"))
        self._moment = moment
        self._history = history
        self._branch: Branch | None = None
        self._left: str | None = None
        """What is still looked at though a person has moved on: its successor is being read."""
        self._setting = False
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setObjectName("replay.slider")
        self.slider.setAccessibleName(tr("Checkpoint"))
        self.slider.setPageStep(10)
        self.slider.setMinimumWidth(16 * GRID)
        self.slider.valueChanged.connect(self._moved)
        self.slider.sliderReleased.connect(self.follow)
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
        moment, history = self._moment, self._history
        running = moment.run.status == "running"
        self.slider.setEnabled(not running)
        if running and self._branch is not None:
            return
        looked_at = moment.looked_at
        if looked_at is None:
            self._branch = None
            self.hide()
            return
        position = history.position(looked_at.checkpoint_id)
        branch = history.branch(looked_at.checkpoint_id)
        if position is None or branch is None:
            return  # its row is being read
        if looked_at.checkpoint_id != self._left:
            self._left = None
        self._branch = branch
        self.setVisible(len(branch) > 1)
        self._setting = True
        self.slider.setMaximum(len(branch) - 1)
        if self._left is None and not self.slider.isSliderDown():
            self.slider.setValue(branch.number(position))
        self._setting = False
        self._tell()

    def rewind(self) -> None:
        """Go to the beginning of the branch."""
        if self._branch is not None:
            self.position_wanted.emit(self._branch.position(0))

    def _moved(self, value: int) -> None:
        branch, looked_at = self._branch, self._moment.looked_at
        if self._setting or branch is None or looked_at is None or value >= len(branch):
            return
        self._left = looked_at.checkpoint_id
        self._tell()
        self.position_wanted.emit(branch.position(value))

    def _tell(self) -> None:
        """The step under the handle, also of a checkpoint whose row is not there."""
        branch, step = self._branch, self._history.step
        if branch is not None:
            value = min(self.slider.value(), len(branch) - 1)
            last = step(branch.position(len(branch) - 1))
            self.place.setText(
                tr("Step {step} of {last}", step=step(branch.position(value)), last=last)
            )
