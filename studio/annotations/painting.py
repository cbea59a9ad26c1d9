"""What is noted of a checkpoint, drawn in a row: colour, bookmark and note."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from runtime.debug.upkeep.views import AnnotationView
from studio.annotations.colours import mark_colour
from studio.shell.icons import paint_icon
from studio.shell.theme import GRID, ThemeTokens

GLYPH = 14
AnnotationOf = Callable[[str], AnnotationView | None]
"""What is noted of a checkpoint."""


def paint_marks(
    painter: QPainter, noted: AnnotationView, left: int, right: int, top: int, tokens: ThemeTokens
) -> int:
    """Draw as many of the marks as there is room for; returns where the rest begins."""
    colour = mark_colour(noted.colour, tokens)
    if noted.colour and left + 2 * GRID <= right:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(left, top, GRID, GLYPH), 2, 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        left += 2 * GRID
    for wanted, name in ((noted.bookmarked, "bookmark"), (bool(noted.note), "note")):
        if wanted and left + GLYPH <= right:
            paint_icon(painter, name, colour, QRectF(left, top, GLYPH, GLYPH))
            left += GLYPH + GRID
    return left


def noted_in_words(noted: AnnotationView | None) -> list[str]:
    """The name and the note of a checkpoint, for the first lines of a tooltip."""
    return [] if noted is None else [text for text in (noted.name, noted.note) if text]
