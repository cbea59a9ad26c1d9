"""What a screen reader calls a control that shows no words of its own.

Whoever makes a control may name it; the others are called by the label beside them, by their
tooltip, by what stands in an empty field, or as the panel or dialog whose main part they are.
"""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QComboBox,
    QDialog,
    QDockWidget,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)


def name_controls(root: QWidget) -> None:
    """Name everything inside of a window or a dialog that has no name yet."""
    for label in root.findChildren(QLabel):
        beside: QWidget | None = label.buddy()
        if beside and not beside.accessibleName():
            beside.setAccessibleName(label.text())
    for widget in root.findChildren(QWidget):
        if not widget.accessibleName():
            _name(widget)


def _name(widget: QWidget) -> None:
    match widget:
        case QAbstractButton() if not widget.text() and widget.toolTip():
            _TooltipName(widget)
        case QLineEdit() if isinstance(widget.parent(), QComboBox):
            return
        case QLineEdit():
            widget.setAccessibleName(widget.placeholderText() or _first_line(widget.toolTip()))
        case QComboBox():
            widget.setAccessibleName(_first_line(widget.toolTip()))
        case QAbstractItemView() | QPlainTextEdit() | QTextEdit():
            widget.setAccessibleName(_title_around(widget))
        case _:
            return


def _first_line(text: str) -> str:
    return text.partition("\n")[0]


def _title_around(widget: QAbstractScrollArea) -> str:
    outer = widget.parentWidget()
    while outer is not None and not isinstance(outer, QDockWidget | QDialog):
        outer = outer.parentWidget()
    return "" if outer is None else outer.windowTitle()


class _TooltipName(QObject):
    """Keeps the name of a button that of its tooltip."""

    def __init__(self, button: QAbstractButton) -> None:
        super().__init__(button)
        self._button = button
        button.setAccessibleName(_first_line(button.toolTip()))
        button.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTipChange:
            self._button.setAccessibleName(_first_line(self._button.toolTip()))
        return False
