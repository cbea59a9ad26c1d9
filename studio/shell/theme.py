"""Colours, fonts and measures of the window, for light and dark.

Widgets take a ``ThemeTokens`` in their constructor and offer ``set_theme(tokens)``; the window
calls it when the theme changes. Whoever paints outside of it reads ``current_theme()``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from studio.shell.stylesheet import stylesheet

GRID = 4
"""All distances are multiples of this many pixels."""
GUTTER = 2 * GRID
"""Distance between neighbouring things in a panel."""
ROW_HEIGHT = 6 * GRID
"""Height of a line in lists, trees and tables."""
UI_PIXELS = 13
SMALL_PIXELS = 11
MONO_PIXELS = 12

ThemeName = Literal["light", "dark"]
ThemeMode = Literal["light", "dark", "system"]

STATES = ("due", "running", "wrote", "interrupted", "failed", "skipped", "idle")
"""States of a node or a task, each with a colour and a glyph."""

STATE_ICONS: Mapping[str, str] = {state: f"state-{state}" for state in STATES}
"""Icon of each state: hollow triangle, half disc, tick, pause bars, cross, skip arrow, dash."""


@dataclass(frozen=True, slots=True)
class ThemeTokens:
    """All colours as ``#rrggbb``. Text colours reach 4.5:1 on every surface."""

    name: ThemeName
    window: str
    """Frame, toolbar and gaps between panels."""
    surface: str
    """Panels and the canvas."""
    surface_raised: str
    """Cards, headers, buttons."""
    surface_sunken: str
    """Input fields, code, values."""
    hover: str
    border: str
    border_strong: str
    """Outlines that must be seen by themselves: fields, cards (3:1 on the surface)."""
    text: str
    text_muted: str
    text_disabled: str
    accent: str
    accent_text: str
    """Text on the accent colour."""
    selection: str
    """Background of selected rows; ``text`` and all state colours are read on it."""
    changed: str
    """Background of what the looked-at superstep changed."""
    past: str
    """Background of the banner that says: this is not the head of the run."""
    past_stripe: str
    due: str
    running: str
    wrote: str
    interrupted: str
    failed: str
    skipped: str
    idle: str

    def state(self, state: str) -> str:
        """Colour of a state of ``STATES``; raises ``KeyError`` for any other word."""
        if state not in STATES:
            raise KeyError(state)
        return str(getattr(self, state))

    def color(self, token: str, alpha: int = 255) -> QColor:
        """One token as a ``QColor``, with ``alpha`` from 0 to 255."""
        color = QColor(str(getattr(self, token)))
        color.setAlpha(alpha)
        return color


LIGHT = ThemeTokens(
    name="light",
    window="#eef1f5",
    surface="#ffffff",
    surface_raised="#f7f9fb",
    surface_sunken="#f4f6f9",
    hover="#e6eaf0",
    border="#d3d9e2",
    border_strong="#8a94a3",
    text="#18202b",
    text_muted="#525d6d",
    text_disabled="#98a1ae",
    accent="#0d6a86",
    accent_text="#ffffff",
    selection="#dceff5",
    changed="#fdf3d7",
    past="#fbefdc",
    past_stripe="#f2dfbf",
    due="#1d56d8",
    running="#974606",
    wrote="#12693a",
    interrupted="#6d2fd6",
    failed="#b01c1c",
    skipped="#56616f",
    idle="#56616f",
)

DARK = ThemeTokens(
    name="dark",
    window="#12161c",
    surface="#191e26",
    surface_raised="#222934",
    surface_sunken="#141920",
    hover="#2b3441",
    border="#313a48",
    border_strong="#6c7889",
    text="#e5eaf1",
    text_muted="#a3afbf",
    text_disabled="#626d7c",
    accent="#35bcd8",
    accent_text="#06222a",
    selection="#1c3a47",
    changed="#3a3217",
    past="#3a2f1a",
    past_stripe="#4a3b1e",
    due="#74abff",
    running="#fbbf24",
    wrote="#4ade80",
    interrupted="#b79dff",
    failed="#ff8f8f",
    skipped="#a3afbf",
    idle="#a3afbf",
)

THEMES: Mapping[ThemeName, ThemeTokens] = {"light": LIGHT, "dark": DARK}

SURFACES = ("window", "surface", "surface_raised", "surface_sunken", "hover", "selection")
"""Tokens that text may stand on."""
TEXTS = ("text", "text_muted", "accent", *STATES)
"""Tokens that text may be drawn in."""


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two colours as WCAG 2 defines it, from 1 to 21."""

    def luminance(name: str) -> float:
        color = QColor(name)
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in (color.redF(), color.greenF(), color.blueF())
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


_UI_FAMILIES = (
    "Segoe UI",
    "SF Pro Text",
    "Inter",
    "Noto Sans",
    "Cantarell",
    "Ubuntu",
    "DejaVu Sans",
    "Noto Sans CJK SC",
    "Microsoft YaHei UI",
    "PingFang SC",
)
_MONO_FAMILIES = (
    "JetBrains Mono",
    "Cascadia Mono",
    "SF Mono",
    "Menlo",
    "Consolas",
    "Noto Sans Mono",
    "Ubuntu Mono",
    "DejaVu Sans Mono",
    "Noto Sans Mono CJK SC",
)


def _font(families: tuple[str, ...], pixels: int, weight: QFont.Weight) -> QFont:
    present = set(QFontDatabase.families())
    chosen = [family for family in families if family in present]
    font = QFont()
    if chosen:
        font.setFamilies(chosen)
    font.setPixelSize(pixels)
    font.setWeight(weight)
    return font


def ui_font(pixels: int = UI_PIXELS, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Font of labels, menus and prose."""
    return _font(_UI_FAMILIES, pixels, weight)


def mono_font(pixels: int = MONO_PIXELS, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Font of values, ids and code."""
    font = _font(_MONO_FAMILIES, pixels, weight)
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setFixedPitch(True)
    return font


def palette(tokens: ThemeTokens) -> QPalette:
    """The Fusion palette that goes with ``tokens``."""
    roles = {
        QPalette.ColorRole.Window: tokens.window,
        QPalette.ColorRole.WindowText: tokens.text,
        QPalette.ColorRole.Base: tokens.surface,
        QPalette.ColorRole.AlternateBase: tokens.surface_raised,
        QPalette.ColorRole.ToolTipBase: tokens.surface_raised,
        QPalette.ColorRole.ToolTipText: tokens.text,
        QPalette.ColorRole.PlaceholderText: tokens.text_muted,
        QPalette.ColorRole.Text: tokens.text,
        QPalette.ColorRole.Button: tokens.surface_raised,
        QPalette.ColorRole.ButtonText: tokens.text,
        QPalette.ColorRole.BrightText: tokens.failed,
        QPalette.ColorRole.Light: tokens.surface_raised,
        QPalette.ColorRole.Midlight: tokens.hover,
        QPalette.ColorRole.Mid: tokens.border,
        QPalette.ColorRole.Dark: tokens.border_strong,
        QPalette.ColorRole.Shadow: tokens.border_strong,
        QPalette.ColorRole.Highlight: tokens.selection,
        QPalette.ColorRole.HighlightedText: tokens.text,
        QPalette.ColorRole.Link: tokens.accent,
        QPalette.ColorRole.LinkVisited: tokens.accent,
        QPalette.ColorRole.Accent: tokens.accent,
    }
    result = QPalette()
    for role, color in roles.items():
        result.setColor(role, QColor(color))
    for role in (
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.Text,
        QPalette.ColorRole.ButtonText,
    ):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.text_disabled))
    return result


_current: ThemeTokens = LIGHT


def current_theme() -> ThemeTokens:
    """Tokens in force."""
    return _current


class ThemeManager(QObject):
    """Applies a theme to the application and tells who paints by hand.

    ``changed`` carries the new ``ThemeTokens``.
    """

    changed = Signal(object)

    def __init__(self, mode: ThemeMode = "system", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mode: ThemeMode = mode
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._apply()

    @property
    def mode(self) -> ThemeMode:
        return self._mode

    @property
    def tokens(self) -> ThemeTokens:
        return _current

    def set_mode(self, mode: ThemeMode) -> None:
        """Choose light, dark, or whatever the system says (light where it says nothing)."""
        if mode != self._mode:
            self._mode = mode
            self._apply()

    def _follow_system(self) -> None:
        if self._mode == "system":
            self._apply()

    def _apply(self) -> None:
        global _current
        name: ThemeName = "light"
        if self._mode == "dark" or (
            self._mode == "system"
            and QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        ):
            name = "dark"
        tokens = THEMES[name]
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.setStyle("Fusion")
            application.setFont(ui_font())
            application.setPalette(palette(tokens))
            application.setStyleSheet(stylesheet(tokens))
        _current = tokens
        self.changed.emit(tokens)
