"""A tour of the window: one part after the other in the light, with a sentence about it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from studio.language import tr
from studio.shell.theme import GRID, GUTTER, ThemeTokens

_SHADE = 150
_RADIUS = 8
_WIDTH = 320
_ONWARDS = (Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


@dataclass(frozen=True, slots=True)
class TourStop:
    """What is shown, what is said of it, and which part of the window it is."""

    title: str
    text: str
    widget: Callable[[], QWidget]
    before: Callable[[], None] = lambda: None
    """Brings the part to the front."""


class Tour(QWidget):
    """Lies over the window until it ends.

    The right arrow and Return go on, the left arrow goes back, Escape ends it.
    """

    def __init__(self, stops: Sequence[TourStop], tokens: ThemeTokens, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("tour")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._stops = stops
        self._tokens = tokens
        self._window = window
        self.position = 0
        self._light = QRect()
        self.bubble = QFrame(self)
        self.bubble.setObjectName("tour.bubble")
        self.bubble.setProperty("role", "bubble")
        self.bubble.setFixedWidth(_WIDTH)
        self.title = QLabel(self.bubble)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.text = QLabel(self.bubble)
        self.text.setWordWrap(True)
        self.count = QLabel(self.bubble)
        self.count.setProperty("role", "muted")
        self.end = self._button(tr("End"), self.close)
        self.back = self._button(tr("Back"), lambda: self._go(-1))
        self.next = self._button(tr("Next"), lambda: self._go(1))
        self.next.setProperty("role", "primary")
        buttons = QHBoxLayout()
        buttons.setSpacing(GRID)
        buttons.addWidget(self.count)
        buttons.addStretch(1)
        for button in (self.end, self.back, self.next):
            buttons.addWidget(button)
        column = QVBoxLayout(self.bubble)
        column.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, GUTTER)
        column.setSpacing(GUTTER)
        column.addWidget(self.title)
        column.addWidget(self.text)
        column.addLayout(buttons)
        window.installEventFilter(self)

    def start(self) -> None:
        """Show the first stop."""
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self._show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._window:
            self.setGeometry(self._window.rect())
            self._place()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() in _ONWARDS:
            self._go(1)
        elif event.key() == Qt.Key.Key_Left:
            self._go(-1)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shade = QPainterPath()
        shade.addRect(self.rect())
        light = QPainterPath()
        light.addRoundedRect(self._light, _RADIUS, _RADIUS)
        painter.fillPath(shade.subtracted(light), QColor(0, 0, 0, _SHADE))
        painter.setPen(QPen(self._tokens.color("accent"), 2))
        painter.drawPath(light)
        painter.end()

    def _button(self, title: str, act: Callable[[], object]) -> QPushButton:
        button = QPushButton(title, self.bubble)
        button.setAutoDefault(False)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: act())
        return button

    def _go(self, by: int) -> None:
        if self.position + by == len(self._stops):
            self.close()
        elif self.position + by >= 0:
            self.position += by
            self._show()

    def _show(self) -> None:
        stop = self._stops[self.position]
        stop.before()
        self.title.setText(stop.title)
        self.text.setText(stop.text)
        total = len(self._stops)
        self.count.setText(tr("{number} of {total}", number=self.position + 1, total=total))
        self.back.setEnabled(self.position > 0)
        last = self.position + 1 == total
        self.next.setText(tr("Done") if last else tr("Next"))
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._place()

    def _place(self) -> None:
        """The bubble stands beside the part that is in the light, where there is room."""
        widget = self._stops[self.position].widget()
        corner = widget.mapTo(self._window, QPoint(0, 0))
        around = QRect(corner, widget.size()).adjusted(-GRID, -GRID, GRID, GRID)
        self._light = around.intersected(self.rect().adjusted(1, 1, -1, -1))
        self.bubble.adjustSize()
        self.bubble.move(_beside(self._light, self.bubble.rect(), self.rect()))
        self.update()


def _beside(light: QRect, bubble: QRect, window: QRect) -> QPoint:
    """Right of it, left of it, below it or above it; else in the middle of it."""
    gap = 2 * GUTTER
    top = min(max(light.top(), gap), window.height() - bubble.height() - gap)
    left = min(max(light.left(), gap), window.width() - bubble.width() - gap)
    if light.right() + gap + bubble.width() + gap < window.width():
        return QPoint(light.right() + gap, top)
    if light.left() - gap - bubble.width() > gap:
        return QPoint(light.left() - gap - bubble.width(), top)
    if light.bottom() + gap + bubble.height() + gap < window.height():
        return QPoint(left, light.bottom() + gap)
    if light.top() - gap - bubble.height() > gap:
        return QPoint(left, light.top() - gap - bubble.height())
    return light.center() - bubble.center()
