"""How wide a text is, without a font: near enough to make room for it in any common sans serif."""

import unicodedata

_CLASSES = (
    ("il|!'.,:;", 0.30),
    ('fjrtI()[]{}/\\-"`* ', 0.40),
    ("mwMW@%&", 0.92),
    ("ABCDEFGHJKLNOPQRSTUVXYZ_#+=<>~^", 0.70),
)
_WIDTHS = {character: width for characters, width in _CLASSES for character in characters}
_USUAL = 0.60
_WIDE = 1.02
_BOLD = 1.06


def text_width(text: str, pixels: float, *, bold: bool = False) -> float:
    """Width in pixels of a text in a font of that size."""
    width = sum(_WIDTHS.get(character) or _other(character) for character in text)
    return width * pixels * (_BOLD if bold else 1.0)


def _other(character: str) -> float:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    return _WIDE if unicodedata.east_asian_width(character) in "WF" else _USUAL


def elided(text: str, pixels: float, room: float, *, bold: bool = False) -> str:
    """The text, or its beginning and end where it is wider than ``room``."""
    if text_width(text, pixels, bold=bold) <= room:
        return text
    kept = len(text) - 1
    while kept > 1:
        shown = f"{text[: (kept + 1) // 2]}…{text[len(text) - kept // 2 :]}"
        if text_width(shown, pixels, bold=bold) <= room:
            return shown
        kept -= 1
    return "…"
