"""Tags on the upper edge of a card: what a person marked the node with."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from runtime.debug.marks.views import MarkKind
from studio.graph.style import GraphStyle
from studio.language import tr
from studio.marks.words import LOOKS
from studio.shell.icons import paint_icon

HEIGHT = 16.0
_ICON = 11.0
_PAD = 5.0
_GAP = 4.0


def paint_tags(
    painter: QPainter, style: GraphStyle, marks: Sequence[MarkKind], right: float, scale: float
) -> None:
    """Paint the tags of a card whose right side is at ``right``, the first one outermost."""
    painter.save()
    painter.setFont(style.detail_font)
    for kind in marks:
        look = LOOKS[kind]
        text = tr(look.short) if scale == 1.0 else ""
        color = style.tokens.color(look.color)
        advance = style.detail_metrics.horizontalAdvance(text) + 3.0 if text else 0.0
        width = (_ICON + 2 * _PAD) * scale + advance
        rect = QRectF(right - width, -HEIGHT * scale / 2, width, HEIGHT * scale)
        painter.setPen(QPen(color, 1.2))
        painter.setBrush(style.surface)
        painter.drawRoundedRect(rect, HEIGHT * scale / 2, HEIGHT * scale / 2)
        size = _ICON * scale
        icon = QRectF(rect.left() + _PAD * scale, rect.center().y() - size / 2, size, size)
        paint_icon(painter, look.icon, color, icon)
        painter.setPen(color)
        painter.drawText(
            rect.adjusted(_PAD + _ICON + 3.0, 0.0, 0.0, 0.0),
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
            text,
        )
        right -= width + _GAP * scale
    painter.restore()
