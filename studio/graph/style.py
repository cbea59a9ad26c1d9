"""Pens, brushes and fonts of the canvas, made once for a theme."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPen

from runtime.drawing.boxes import LineStyle
from studio.shell.theme import STATES, ThemeTokens, mono_font, ui_font

SMALL_PIXELS = 11
TAG_PIXELS = 10

_LINE_STYLES: tuple[LineStyle, ...] = (
    "static",
    "conditional",
    "inferred",
    "observed",
    "join",
    "stem",
)
_DASHES: dict[LineStyle, list[float]] = {
    "conditional": [5.0, 3.5],
    "inferred": [1.2, 3.0],
    "observed": [7.0, 3.0, 1.2, 3.0],
}
_HEAT_STEPS = 8


@dataclass(frozen=True, slots=True)
class StatePaint:
    """How a state looks: its own colour, and a tint of it for backgrounds."""

    color: QColor
    brush: QBrush
    tint: QBrush
    outline: QPen


class GraphStyle:
    """Everything that painting needs, so that no paint call makes a pen or measures a font."""

    def __init__(self, tokens: ThemeTokens) -> None:
        self.tokens = tokens
        self.name_font = ui_font(13, QFont.Weight.DemiBold)
        self.detail_font = ui_font(SMALL_PIXELS)
        self.label_font = ui_font(SMALL_PIXELS)
        self.pill_font = ui_font(SMALL_PIXELS, QFont.Weight.DemiBold)
        self.tag_font = mono_font(TAG_PIXELS)
        self.name_metrics = QFontMetricsF(self.name_font)
        self.detail_metrics = QFontMetricsF(self.detail_font)
        self.label_metrics = QFontMetricsF(self.label_font)
        self.tag_metrics = QFontMetricsF(self.tag_font)
        self.tag_letter = self.tag_metrics.horizontalAdvance("m")

        color = tokens.color
        self.surface = QBrush(color("surface"))
        self.card = QBrush(color("surface_raised"))
        self.card_hover = QBrush(color("hover"))
        self.chip = QBrush(color("surface"))
        self.border = QPen(color("border"), 1.0)
        self.card_border = QPen(_mixed(color("border_strong"), color("border"), 0.45), 1.0)
        self.hover_border = QPen(color("border_strong"), 1.0)
        self.selected_border = QPen(color("accent"), 2.0)
        self.text = QPen(color("text"))
        self.muted = QPen(color("text_muted"))
        self.accent = color("accent")
        self.accent_pen = QPen(color("accent"), 1.0)
        self.accent_brush = QBrush(color("accent"))
        self.accent_tint = QBrush(_over(color("accent"), color("surface"), 0.18))
        self.changed = QBrush(color("changed"))
        self.breakpoint = QBrush(color("failed"))
        self.breakpoint_ghost = QBrush(_over(color("failed"), color("surface"), 0.35))
        self.breakpoint_ring = QPen(color("surface"), 2.0)
        self.breakpoint_off = QPen(color("failed"), 1.5)
        self.none = QBrush(Qt.BrushStyle.NoBrush)
        self.no_pen = QPen(Qt.PenStyle.NoPen)

        self.states = {state: self._state(state) for state in STATES}
        line = _over(color("border_strong"), color("surface"), 0.95)
        self.lines = {style: self._line(style, line, 1.25) for style in _LINE_STYLES}
        self.taken_lines = {style: self._line(style, self.accent, 2.0) for style in _LINE_STYLES}
        text = color("text")
        self.hover_lines = {style: self._line(style, text, 1.25) for style in _LINE_STYLES}
        self.link = QPen(color("border_strong"), 1.0)
        self.link_active = QPen(color("accent"), 1.25)
        self.frames = (QBrush(color("surface_sunken")), QBrush(color("surface")))
        """Of expanded subgraphs, in turn from the outermost inwards."""
        self._heat = {
            kind: [
                QBrush(_mixed(color(token), color("surface_raised"), 0.35 + 0.65 * step))
                for step in (number / _HEAT_STEPS for number in range(_HEAT_STEPS + 1))
            ]
            for kind, token in (("runs", "accent"), ("time", "running"), ("errors", "failed"))
        }

    def heat(self, kind: str, share: float) -> QBrush:
        """The colour of what a node cost, denser for a larger share."""
        return self._heat[kind][round(min(1.0, share) * _HEAT_STEPS)]

    def _state(self, state: str) -> StatePaint:
        color = self.tokens.color(state)
        surface = self.tokens.color("surface_raised")
        tint = _over(color, surface, 0.10)
        return StatePaint(color, QBrush(color), QBrush(tint), QPen(color, 1.5))

    def _line(self, style: LineStyle, color: QColor, width: float) -> QPen:
        pen = QPen(color, width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        dashes = _DASHES.get(style)
        if dashes is not None:
            pen.setDashPattern([dash * 1.25 / width for dash in dashes])
        return pen


def _over(color: QColor, background: QColor, share: float) -> QColor:
    """``color`` laid over ``background``, covering ``share`` of it; opaque, so lines may cross."""
    return _mixed(color, background, share)


def _mixed(first: QColor, second: QColor, share: float) -> QColor:
    rest = 1.0 - share
    return QColor(
        round(first.red() * share + second.red() * rest),
        round(first.green() * share + second.green() * rest),
        round(first.blue() * share + second.blue() * rest),
    )
