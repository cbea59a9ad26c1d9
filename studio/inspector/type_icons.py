"""A glyph for each kind of value: signs that Python writes where it has one."""

from collections.abc import Mapping
from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPen, QPixmap

from runtime.debug.values import ValueKind
from studio.shell.theme import ThemeTokens, mono_font

_WIDTH, _HEIGHT = 20, 14

SIGNS: Mapping[ValueKind, str] = {
    "none": "∅",
    "bool": "T|F",
    "int": "12",
    "float": "1.5",
    "str": "“”",
    "bytes": "0x",
    "list": "[ ]",
    "tuple": "( )",
    "set": "{ }",
    "dict": "{:}",
    "model": "≡",
    "message": "…",
    "enum": "A|B",
    "datetime": "◷",
    "opaque": "?",
}
_COLORS: Mapping[ValueKind, str] = {
    **dict.fromkeys(("int", "float", "bool", "enum"), "due"),
    **dict.fromkeys(("str", "bytes"), "wrote"),
    **dict.fromkeys(("list", "tuple", "set", "dict", "model"), "interrupted"),
    **dict.fromkeys(("message", "datetime"), "running"),
}


def type_icon(kind: ValueKind, tokens: ThemeTokens) -> QIcon:
    """The glyph of a kind in the colours of a theme."""
    return _icon(kind, str(getattr(tokens, _COLORS.get(kind, "text_muted"))))


@lru_cache(maxsize=64)
def _icon(kind: ValueKind, color: str) -> QIcon:
    icon = QIcon()
    for ratio in (1.0, 2.0):
        pixmap = QPixmap(round(_WIDTH * ratio), round(_HEIGHT * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint(painter, kind, QColor(color))
        painter.end()
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected, QIcon.Mode.Active):
            icon.addPixmap(pixmap, mode)
    return icon


def _paint(painter: QPainter, kind: ValueKind, color: QColor) -> None:
    frame = QRectF(0.5, 0.5, _WIDTH - 1, _HEIGHT - 1)
    outline = QColor(color)
    outline.setAlpha(110)
    painter.setPen(QPen(outline, 1))
    if kind == "message":
        bubble = frame.adjusted(1, 0, -1, -3)
        painter.drawRoundedRect(bubble, 3, 3)
        painter.drawLine(bubble.bottomLeft().toPoint(), frame.bottomLeft().toPoint())
        frame = bubble
    else:
        painter.drawRoundedRect(frame, 3, 3)
    font = QFont(mono_font(weight=QFont.Weight.DemiBold))
    font.setPixelSize(9)
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, SIGNS[kind])
