"""Colours of marks, by the name under which they are kept."""

from collections.abc import Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from studio.language import later
from studio.shell.theme import ThemeTokens

COLOUR_TITLES: Mapping[str, str] = {
    "red": later("Red"),
    "orange": later("Orange"),
    "yellow": later("Yellow"),
    "green": later("Green"),
    "blue": later("Blue"),
    "purple": later("Purple"),
}
_LIGHT = {
    "red": "#d03a3a",
    "orange": "#d9730d",
    "yellow": "#b58900",
    "green": "#2f8f4e",
    "blue": "#2f6fd6",
    "purple": "#8250df",
}
_DARK = {
    "red": "#ff8f8f",
    "orange": "#ffab5e",
    "yellow": "#f2d04b",
    "green": "#6fdc8c",
    "blue": "#7db2ff",
    "purple": "#c3a6ff",
}
_PIXELS = 12


def mark_colour(name: str, tokens: ThemeTokens) -> QColor:
    """The colour of a mark; the accent where it has none."""
    known = _DARK if tokens.name == "dark" else _LIGHT
    return QColor(known.get(name, tokens.accent))


def swatch(name: str, tokens: ThemeTokens) -> QIcon:
    """A dot in the colour; a ring for none."""
    pixmap = QPixmap(2 * _PIXELS, 2 * _PIXELS)
    pixmap.setDevicePixelRatio(2.0)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if name:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mark_colour(name, tokens))
    else:
        painter.setPen(QColor(tokens.border_strong))
    painter.drawEllipse(QRectF(1, 1, _PIXELS - 2, _PIXELS - 2))
    painter.end()
    return QIcon(pixmap)
