"""Finds a text in a picture of the screen, as eyes do: by its letters.

The text is drawn in a font of the window, and that small picture is laid over every place of the
large one. Where the two correlate, the text stands, whatever its colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter

from studio.shell.theme import mono_font, ui_font

Picture: TypeAlias = npt.NDArray[np.float64]
"""Grey from 0 to 255, row by row."""

ALIKE = 0.9
"""What a text correlates with itself; other texts of its length stay below 0.83."""
NEAR_THE_BEST = 0.05
"""Less than two long texts differ by that have the same beginning."""
SMOOTH = 96
"""Sides that are a multiple of it are transformed three times as fast as 1366."""
FLAT = 4.0
"""Variance below which a place is plain background."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text stands on the screen."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[int, int]:
        return self.x + self.width // 2, self.y + self.height // 2


class Page:
    """One picture of the screen, ready to be searched for texts."""

    def __init__(self, picture: Picture) -> None:
        self._shape = picture.shape
        self._padded = [-(-side // SMOOTH) * SMOOTH for side in picture.shape]
        self._spectrum = np.fft.rfft2(picture, self._padded)
        self._sums = _summed(picture)
        self._squares = _summed(picture**2)

    def places(self, text: str) -> list[Place]:
        """Every place of the text, from the top down, then from the left."""
        for letters in _drawings(text):
            found = self._places(letters)
            if found:
                return found
        return []

    def _places(self, letters: Picture) -> list[Place]:
        height, width = letters.shape
        rows, columns = self._shape
        shape = rows - height + 1, columns - width + 1
        centred = letters - letters.mean()
        product = self._spectrum * np.conj(np.fft.rfft2(centred, self._padded))
        overlap = np.fft.irfft2(product, self._padded)[: shape[0], : shape[1]]
        spread = _boxes(self._squares, height, width) - (
            _boxes(self._sums, height, width) ** 2 / letters.size
        )
        spread = np.maximum(spread, FLAT * letters.size)
        likeness = np.abs(overlap) / np.sqrt(spread * (centred**2).sum())
        found: list[Place] = []
        for y, x in np.argwhere(likeness >= max(ALIKE, likeness.max() - NEAR_THE_BEST)):
            if all(abs(x - place.x) > width or abs(y - place.y) > height for place in found):
                found.append(Place(int(x), int(y), width, height))
        return found


def _summed(picture: Picture) -> Picture:
    return np.pad(picture.cumsum(0).cumsum(1), ((1, 0), (1, 0)))


def _boxes(summed: Picture, height: int, width: int) -> Picture:
    """The sum under the letters at each of their places."""
    return (
        summed[height:, width:]
        - summed[:-height, width:]
        - summed[height:, :-width]
        + summed[:-height, :-width]
    )


@cache
def _drawings(text: str) -> list[Picture]:
    """The text in each font of the window, on whole and on half pixels, without room around."""
    fonts = [ui_font(), ui_font(weight=QFont.Weight.DemiBold), ui_font(12), mono_font()]
    return [_drawn(text, font, shift) for font in fonts for shift in (0.0, 0.5)]


def _drawn(text: str, font: QFont, shift: float) -> Picture:
    metrics = QFontMetrics(font)
    width, height = metrics.horizontalAdvance(text), metrics.height()
    image = QImage(width + 2 * height, 3 * height, QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setFont(font)
    inside = QRectF(height + shift, height, width + height, height)
    painter.drawText(inside, Qt.TextFlag.TextShowMnemonic, text)
    painter.end()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    rows, columns = np.nonzero(pixels[:, : image.width()] < 250)
    inked = pixels[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return inked.astype(np.float64)
