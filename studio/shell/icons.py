"""Icons of ``resources/icons`` in the colours of the theme.

Each file is drawn on a 24 px grid with strokes and fills of ``currentColor`` only; the colour is
put in when the icon is rendered.
"""

from functools import lru_cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from studio.shell.theme import STATE_ICONS, ThemeTokens

ICON_PIXELS = 16
"""Edge of an icon in toolbars and lists."""


@lru_cache(maxsize=256)
def icon_text(name: str) -> str:
    """SVG text of an icon; raises ``FileNotFoundError`` for a name without a file."""
    return (files("resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=512)
def renderer(name: str, color: str) -> QSvgRenderer:
    """Renderer of an icon in one colour, for painters that draw by hand."""
    svg = icon_text(name).replace("currentColor", color)
    return QSvgRenderer(QByteArray(svg.encode("utf-8")))


def paint_icon(painter: QPainter, name: str, color: str | QColor, rect: QRectF) -> None:
    """Draw an icon into ``rect``."""
    text = color.name() if isinstance(color, QColor) else color
    renderer(name, text).render(painter, rect)


def icon_pixmap(name: str, color: str, pixels: int = ICON_PIXELS, ratio: float = 1.0) -> QPixmap:
    """One icon as a pixmap of ``pixels`` logical pixels for a screen of ``ratio``."""
    pixmap = QPixmap(round(pixels * ratio), round(pixels * ratio))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_icon(painter, name, color, QRectF(pixmap.rect()))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def icon(name: str, tokens: ThemeTokens, color: str | None = None) -> QIcon:
    """A ``QIcon`` in the theme's text colour, or in ``color``; greyed where disabled."""
    result = QIcon()
    for ratio in (1.0, 2.0):
        normal = icon_pixmap(name, color or tokens.text, ratio=ratio)
        result.addPixmap(normal, QIcon.Mode.Normal)
        result.addPixmap(normal, QIcon.Mode.Active)
        result.addPixmap(normal, QIcon.Mode.Selected)
        result.addPixmap(icon_pixmap(name, tokens.text_disabled, ratio=ratio), QIcon.Mode.Disabled)
    return result


def state_icon(state: str, tokens: ThemeTokens) -> QIcon:
    """Glyph of a node's or task's state in its colour; see ``theme.STATES``."""
    return icon(STATE_ICONS[state], tokens, tokens.state(state))
