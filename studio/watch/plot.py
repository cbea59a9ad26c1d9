"""A small plot of one expression over the listed steps."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.language import tr
from studio.shell.theme import GRID, GUTTER, ThemeTokens, ui_font

_DOT = 2.5
_MOST_DOTS = 120


class Plot(QWidget):
    """Steps from left to right, values from the least to the greatest; gaps where there is none."""

    def __init__(self, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("watch.plot")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setMinimumWidth(30 * GRID)
        self._tokens = tokens
        self._title = ""
        self._values: list[float | None] = []
        self._marked: int | None = None

    def sizeHint(self) -> QSize:
        return QSize(60 * GRID, 30 * GRID)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.update()

    def show_values(
        self, title: str, values: Sequence[float | None], marked: int | None = None
    ) -> None:
        """``marked`` is the place of the moment looked at."""
        self._title, self._values, self._marked = title, list(values), marked
        known = [each for each in values if each is not None]
        self.setAccessibleName(
            tr(
                "{title}: from {least:g} to {most:g}",
                title=title,
                least=min(known),
                most=max(known),
            )
            if known
            else tr("{title}: no numbers", title=title)
        )
        self.update()

    def points(self) -> list[QPointF | None]:
        """Where each value stands."""
        known = [each for each in self._values if each is not None]
        if not known:
            return []
        least, most = min(known), max(known)
        area = self._area()
        step = area.width() / max(1, len(self._values) - 1)
        spread = most - least
        return [
            None
            if value is None
            else QPointF(
                area.left() + place * step,
                area.bottom()
                - (area.height() * (value - least) / spread if spread else 0.0)
                - (0.0 if spread else area.height() / 2),
            )
            for place, value in enumerate(self._values)
        ]

    def _area(self) -> QRectF:
        return QRectF(self.rect()).adjusted(2 * GUTTER, 5 * GUTTER - GRID, -2 * GUTTER, -3 * GUTTER)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(tokens.surface))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(ui_font(11))
        painter.setPen(QColor(tokens.text_muted))
        head = QRectF(self.rect()).adjusted(GUTTER, GRID, -GUTTER, 0)
        title = painter.fontMetrics().elidedText(
            self._title, Qt.TextElideMode.ElideMiddle, round(head.width())
        )
        painter.drawText(head, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, title)
        points = self.points()
        if not points:
            painter.drawText(
                QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, tr("no numbers to draw")
            )
            painter.end()
            return
        self._paint_scale(painter)
        self._paint_line(painter, points)
        painter.end()

    def _paint_scale(self, painter: QPainter) -> None:
        known = [each for each in self._values if each is not None]
        area = self._area()
        painter.setPen(QPen(QColor(self._tokens.border), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        painter.drawLine(area.topLeft(), area.topRight())
        painter.setPen(QColor(self._tokens.text_muted))
        above = QRectF(area.left(), area.top() - 2 * GUTTER, area.width(), 2 * GUTTER)
        below = QRectF(area.left(), area.bottom() + 2, area.width(), 2 * GUTTER)
        painter.drawText(above, Qt.AlignmentFlag.AlignRight, f"{max(known):g}")
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, f"{min(known):g}")

    def _paint_line(self, painter: QPainter, points: list[QPointF | None]) -> None:
        accent = QColor(self._tokens.accent)
        painter.setPen(QPen(accent, 1.5))
        stretch: list[QPointF] = []
        for point in [*points, None]:
            if point is not None:
                stretch.append(point)
            elif stretch:
                painter.drawPolyline(QPolygonF(stretch))
                stretch = []
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(accent)
        if len(points) <= _MOST_DOTS:
            for point in points:
                if point is not None:
                    painter.drawEllipse(point, _DOT, _DOT)
        marked = None if self._marked is None else points[self._marked]
        if marked is not None:
            painter.setBrush(QColor(self._tokens.surface))
            painter.setPen(QPen(accent, 2))
            painter.drawEllipse(marked, 2 * _DOT, 2 * _DOT)
