"""Colours of a picture by what they stand for, in light and dark.

Elements carry the light colours as attributes, so that every renderer shows them. Style rules that
only a dark surrounding applies override them where the renderer knows style sheets.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Theme = Literal["auto", "light", "dark"]

LIGHT: Mapping[str, str] = {
    "surface": "#ffffff",
    "card": "#f7f9fb",
    "border": "#b3bac5",
    "line": "#8f99a8",
    "text": "#18202b",
    "muted": "#525d6d",
    "accent": "#0d6a86",
    "due": "#1d56d8",
    "running": "#974606",
    "wrote": "#12693a",
    "interrupted": "#6d2fd6",
    "failed": "#b01c1c",
    "skipped": "#56616f",
}
DARK: Mapping[str, str] = {
    "surface": "#191e26",
    "card": "#222934",
    "border": "#4b5666",
    "line": "#6a7686",
    "text": "#e5eaf1",
    "muted": "#a3afbf",
    "accent": "#35bcd8",
    "due": "#74abff",
    "running": "#fbbf24",
    "wrote": "#4ade80",
    "interrupted": "#b79dff",
    "failed": "#ff8f8f",
    "skipped": "#a3afbf",
}


@dataclass(slots=True)
class Paints:
    """Gives elements their colours, and the style rules for those that it gave."""

    theme: Theme = "auto"
    _used: set[tuple[str, str]] = field(default_factory=set)

    def fill(self, role: str) -> str:
        """Attributes of an area in the colour of ``role``, without an outline."""
        return f"{self._attribute('fill', role)}{self._classes('fill', role)}"

    def stroke(self, role: str) -> str:
        """Attributes of a line in the colour of ``role``, without an area."""
        return f'fill="none" {self._attribute("stroke", role)}{self._classes("stroke", role)}'

    def both(self, fill: str, stroke: str) -> str:
        """Attributes of an area with an outline."""
        colours = f"{self._attribute('fill', fill)} {self._attribute('stroke', stroke)}"
        if self.theme != "auto":
            return colours
        return f'{colours} class="fill-{fill} stroke-{stroke}"'

    def _attribute(self, name: str, role: str) -> str:
        self._used.add((name, role))
        return f'{name}="{(DARK if self.theme == "dark" else LIGHT)[role]}"'

    def _classes(self, name: str, role: str) -> str:
        return f' class="{name}-{role}"' if self.theme == "auto" else ""

    def style(self) -> str:
        """The style element that follows the reader's colour scheme; empty for a fixed theme."""
        if self.theme != "auto":
            return ""
        rules = "".join(
            f".{name}-{role}{{{name}:{DARK[role]}}}" for name, role in sorted(self._used)
        )
        return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"
