"""The line above the graph: which superstep, which of its three phases, how far its tasks are."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.session.run_state import Phase
from studio.shell.icons import paint_icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens, ui_font

_PHASES: tuple[tuple[Phase, str], ...] = (
    ("plan", "Plan"),
    ("execute", "Execute"),
    ("update", "Update"),
)


class SuperstepHeader(QWidget):
    """``Superstep 4   Plan > Execute 2/3 > Update`` and, at the right, a sentence of status."""

    def __init__(self, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("superstep_header")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._tokens = tokens
        self._title = ""
        self._phase: Phase = ""
        self._progress = ""
        self._sentence = ""
        self._state = "idle"

    def sizeHint(self) -> QSize:
        return QSize(12 * GUTTER, 9 * GRID)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.update()

    def show_moment(
        self, step: int | None, phase: Phase, ended: int, total: int, sentence: str, state: str
    ) -> None:
        """``step`` ``None``: nothing ran yet. ``state`` is the glyph before the sentence."""
        self._title = "No superstep yet" if step is None else _title(step)
        self._phase = phase
        self._progress = f"{ended}/{total}" if total else ""
        self._sentence = sentence
        self._state = state
        self.setAccessibleName(self.text())
        self.update()

    def text(self) -> str:
        """The line in words."""
        phases = " > ".join(
            f"{word} {self._progress}" if key == "execute" and self._progress else word
            for key, word in _PHASES
        )
        current = f" (in {self._phase})" if self._phase else ""
        return f"{self._title}  {phases}{current}  {self._sentence}".strip()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(tokens.surface_raised))
        painter.setPen(QPen(QColor(tokens.border), 1))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        x = self._draw_title(painter, GUTTER * 1.5)
        x = self._draw_phases(painter, x + GUTTER * 2)
        self._draw_sentence(painter, x + GUTTER * 2)
        painter.end()

    def _draw_title(self, painter: QPainter, x: float) -> float:
        font = ui_font(weight=ui_font().Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(self._tokens.text))
        width = QFontMetricsF(font).horizontalAdvance(self._title)
        painter.drawText(self._line(x, width), Qt.AlignmentFlag.AlignVCenter, self._title)
        return x + width

    def _draw_phases(self, painter: QPainter, x: float) -> float:
        tokens = self._tokens
        height = 5 * GRID
        top = (self.height() - height) / 2
        for index, (key, word) in enumerate(_PHASES):
            label = f"{word} {self._progress}" if key == "execute" and self._progress else word
            current = key == self._phase
            font = ui_font(12, ui_font().Weight.DemiBold if current else ui_font().Weight.Normal)
            painter.setFont(font)
            width = QFontMetricsF(font).horizontalAdvance(label) + 2 * GUTTER
            box = QRectF(x, top, width, height)
            if current:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(tokens.accent))
                painter.drawRoundedRect(box, height / 2, height / 2)
            painter.setPen(QColor(tokens.accent_text if current else tokens.text_muted))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)
            x += width
            if index < len(_PHASES) - 1:
                arrow = QRectF(x, (self.height() - 12) / 2, 12, 12)
                paint_icon(painter, "chevron-right", tokens.text_muted, arrow)
                x += 12
        return x

    def _draw_sentence(self, painter: QPainter, x: float) -> None:
        if not self._sentence:
            return
        tokens = self._tokens
        font = ui_font(12)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        room = self.width() - x - GUTTER * 1.5 - 20
        if room < 6 * GUTTER:
            return
        text = metrics.elidedText(self._sentence, Qt.TextElideMode.ElideRight, room)
        width = metrics.horizontalAdvance(text)
        left = self.width() - GUTTER * 1.5 - width
        color = tokens.state(self._state)
        glyph = QRectF(left - 20, (self.height() - 14) / 2, 14, 14)
        paint_icon(painter, f"state-{self._state}", color, glyph)
        painter.setPen(QColor(color))
        painter.drawText(self._line(left, width + 1), Qt.AlignmentFlag.AlignVCenter, text)

    def _line(self, x: float, width: float) -> QRectF:
        return QRectF(x, 0, width + 1, self.height())


def _title(step: int) -> str:
    return "Input" if step < 0 else f"Superstep {step}"
