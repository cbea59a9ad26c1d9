"""What a window says to whoever reads it: by eye, in a language, or by a screen reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QGraphicsView,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

CONTROLS = (
    QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox,
    QGraphicsView, QLineEdit, QPlainTextEdit, QTabBar, QTextEdit,
)  # fmt: skip


def controls(root: QWidget) -> Iterator[QWidget]:
    """What a person can see and use, without the inner parts of Qt's own controls."""
    for widget in root.findChildren(QWidget):
        inner = isinstance(widget.parent(), QLineEdit | QComboBox | QTabBar | QAbstractSpinBox)
        part = isinstance(widget, QScrollBar) or widget.objectName().startswith("qt_")
        if isinstance(widget, CONTROLS) and widget.isVisible() and not inner and not part:
            yield widget


def nameless(root: QWidget) -> list[str]:
    """Controls that a screen reader can call nothing."""
    found = []
    for widget in controls(root):
        interface = QAccessible.queryAccessibleInterface(widget)
        if not interface.text(QAccessible.Text.Name).strip():
            parent = widget.parentWidget()
            inside = "" if parent is None else type(parent).__name__
            found.append(f"{type(widget).__name__} {widget.objectName()!r} in {inside}")
    return found


def seen(window: QWidget, widget: QWidget) -> bool:
    """Whether a part of a control lies in the window."""
    corner = widget.mapTo(window, widget.rect().topLeft())
    return widget.isVisible() and window.rect().intersects(widget.rect().translated(corner))


NAMES = frozenset(
    {
        "research", "plan", "search", "gather", "review", "synthesize", "question", "breadth",
        "queries", "findings", "evidence", "feedback", "round", "report", "query", "claim",
        "weight", "source", "approve", "revise", "chat", "agent", "tools", "write", "compile",
        "fix", "counter", "joins", "loop", "recovery", "python", "send", "start", "end", "json",
        "ctrl", "shift", "alt", "enter", "esc", "delete", "return", "str", "int", "list",
        "dict", "float", "len", "pregel", "studio", "goto", "fan_out", "stategraph",
        "__start__", "increment", "count", "token", "csv",
    }
)  # fmt: skip
"""Words of the graph, of Python and of the keyboard; they are the same in every language."""


def english_left(window: QWidget, documentation: str) -> list[str]:
    """Texts of visible controls with words that belong to no name, file, id or JSON."""
    left = []
    for widget in [window, *window.findChildren(QWidget)]:
        if widget.isVisible():
            for text in _texts(widget):
                plain = re.sub(r"SHA-256 \w+|\{.*\}|\S*[/.]\S*|[0-9a-f]{8}-\S*", "", text)
                words = re.findall(r"[A-Za-z_]{3,}", plain)
                if text != documentation and any(word.lower() not in NAMES for word in words):
                    left.append(text)
    return left


def _texts(widget: QWidget) -> list[str]:
    if isinstance(widget, QLabel) and widget.property("role") not in ("about", "value"):
        return [widget.text()]
    if isinstance(widget, QAbstractButton):
        return [widget.text(), widget.toolTip()]
    if isinstance(widget, QLineEdit):
        return [widget.placeholderText()]
    if isinstance(widget, QComboBox):
        return [widget.itemText(place) for place in range(widget.count())]
    if isinstance(widget, QTabBar):
        return [widget.tabText(place) for place in range(widget.count())]
    if isinstance(widget, QHeaderView) and widget.orientation() == Qt.Orientation.Horizontal:
        return _headers(widget.model())
    return []


def _headers(model: QAbstractItemModel) -> list[str]:
    found: list[Any] = [
        model.headerData(place, Qt.Orientation.Horizontal) for place in range(model.columnCount())
    ]
    return [str(each) for each in found if each is not None]
