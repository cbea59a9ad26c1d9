"""The sign of each state, drawn on a square so that colour is never alone.

Due is a hollow triangle, running a half disc, wrote a tick, interrupted two bars, failed a cross,
skipped a double arrow, idle a dash.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen


def _path(*lines: tuple[tuple[float, float], ...]) -> QPainterPath:
    path = QPainterPath()
    for first, *rest in lines:
        path.moveTo(*first)
        for point in rest:
            path.lineTo(*point)
    return path


_TRIANGLE = _path(((4.5, 3.0), (12.5, 8.0), (4.5, 13.0), (4.5, 3.0)))
_TICK = _path(((3.0, 8.5), (6.5, 12.0), (13.0, 4.5)))
_CROSS = _path(((4.0, 4.0), (12.0, 12.0)), ((12.0, 4.0), (4.0, 12.0)))
_SKIP = _path(((3.5, 4.0), (7.5, 8.0), (3.5, 12.0)), ((8.5, 4.0), (12.5, 8.0), (8.5, 12.0)))
_DASH = _path(((4.0, 8.0), (12.0, 8.0)))
_BARS = (QRectF(4.0, 3.5, 3.0, 9.0), QRectF(9.0, 3.5, 3.0, 9.0))
_DISC = QRectF(3.0, 3.0, 10.0, 10.0)
_STROKES = {"due": _TRIANGLE, "wrote": _TICK, "failed": _CROSS, "skipped": _SKIP, "idle": _DASH}


def paint_glyph(painter: QPainter, state: str, center: QPointF, size: float, color: QColor) -> None:
    """Draw the sign of ``state`` into a square of ``size`` around ``center``."""
    painter.save()
    painter.translate(center.x() - size / 2, center.y() - size / 2)
    painter.scale(size / 16.0, size / 16.0)
    pen = QPen(color, 1.8)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if state == "running":
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(_DISC)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPie(_DISC, -90 * 16, 180 * 16)
    elif state == "interrupted":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        for bar in _BARS:
            painter.drawRoundedRect(bar, 1.0, 1.0)
    else:
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(_STROKES[state])
    painter.restore()
