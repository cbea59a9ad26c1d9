"""The hatched banner that says: the moment looked at is not the head of the run."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from studio.inspector.elided_label import ElidedLabel
from studio.language import tr
from studio.shell.actions import ActionRegistry
from studio.shell.icons import icon_pixmap
from studio.shell.theme import GRID, GUTTER, ThemeTokens

ROOM = 2 * GUTTER + 2 * GRID + 16
"""Margins, and the picture before the words."""
_ACTIONS = ("history.return_to_head", "history.rerun", "history.fork")


class PastBanner(QWidget):
    """``Viewing step 3 of 9`` with the ways on from here."""

    def __init__(
        self, actions: ActionRegistry, tokens: ThemeTokens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("past_banner")
        self._tokens = tokens
        self._picture = QLabel(self)
        self.label = ElidedLabel(parent=self)
        self.label.setProperty("role", "heading")
        self._buttons: list[QToolButton] = []
        # Showing the banner must not push the panels beside the graph together.
        self.setMinimumWidth(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GUTTER + GRID, GRID, GUTTER, GRID)
        layout.setSpacing(GUTTER)
        layout.addWidget(self._picture)
        layout.addWidget(self.label, 1)
        for action_id in _ACTIONS:
            button = QToolButton(self)
            button.setDefaultAction(actions.qaction(action_id))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setProperty("role", "banner")
            button.setObjectName(f"banner.{action_id}")
            layout.addWidget(button)
            self._buttons.append(button)
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self._picture.setPixmap(icon_pixmap("replay", tokens.text, ratio=self.devicePixelRatioF()))
        self.update()

    def show_position(self, step: int, last: int, on_head_branch: bool) -> None:
        """Steps of the moment looked at and of the end of its branch."""
        if on_head_branch:
            text = tr("Viewing step {step} of {last}", step=step, last=last)
        else:
            text = tr("Viewing step {step} of {last} on another branch", step=step, last=last)
        self.label.setText(text)
        self.setToolTip(f"{text}\n" + tr("It was recorded; nothing runs."))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Name the buttons where the position can be read whole beside them."""
        self.label.ensurePolished()
        needed = self.label.fontMetrics().horizontalAdvance(self.label.text()) + ROOM
        for style in (
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon,
            Qt.ToolButtonStyle.ToolButtonIconOnly,
        ):
            for button in self._buttons:
                button.setToolButtonStyle(style)
            if needed + sum(each.sizeHint().width() + GUTTER for each in self._buttons) <= (
                self.width()
            ):
                break

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._tokens.past))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._tokens.past_stripe), 3))
        height = self.height()
        for x in range(-height, self.width(), 3 * GRID):
            painter.drawLine(x, height, x + height, 0)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(QColor(self._tokens.border), 1))
        painter.drawLine(0, height - 1, self.width(), height - 1)
        painter.end()
