"""Clicks, keys, wheel and drags as a person makes them, with types."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

LEFT = Qt.MouseButton.LeftButton
NO_MODIFIER = Qt.KeyboardModifier.NoModifier


def click(widget: QWidget, point: QPoint | None = None) -> None:
    QTest.mouseClick(widget, LEFT, NO_MODIFIER, point or widget.rect().center())


def double_click(widget: QWidget, point: QPoint) -> None:
    QTest.mouseDClick(widget, LEFT, NO_MODIFIER, point)


def key(widget: QWidget, pressed: Qt.Key, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
    QTest.keyClick(widget, pressed, modifiers)


def drag(widget: QWidget, start: QPoint, by: QPoint, button: Qt.MouseButton = LEFT) -> None:
    """Press, move in four steps with the button held, release."""
    QTest.mousePress(widget, button, NO_MODIFIER, start)
    for quarter in range(1, 5):
        hold_to(widget, start + by * quarter / 4, button)
    QTest.mouseRelease(widget, button, NO_MODIFIER, start + by)


def hold_to(widget: QWidget, point: QPoint, button: Qt.MouseButton = LEFT) -> None:
    """Move with the button held."""
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(point),
        QPointF(widget.mapToGlobal(point)),
        button,
        button,
        NO_MODIFIER,
    )
    QApplication.sendEvent(widget, event)


def hover(widget: QWidget, point: QPoint) -> None:
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(point),
        QPointF(widget.mapToGlobal(point)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        NO_MODIFIER,
    )
    QApplication.sendEvent(widget, event)


def wheel(
    widget: QWidget,
    point: QPoint,
    angle: int,
    pixels: QPoint | None = None,
    modifiers: Qt.KeyboardModifier = NO_MODIFIER,
) -> None:
    event = QWheelEvent(
        QPointF(point),
        QPointF(widget.mapToGlobal(point)),
        pixels or QPoint(),
        QPoint(0, angle),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def context_menu(widget: QWidget, point: QPoint) -> None:
    where = widget.mapToGlobal(point)
    QApplication.sendEvent(widget, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, where))


def tooltip(widget: QWidget, point: QPoint) -> str:
    """Text of the tooltip that appears over a point."""
    where = widget.mapToGlobal(point)
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, point, where))
    text = QToolTip.text()
    QToolTip.hideText()
    return text
