"""The line above the graph: which superstep, which of its three phases, how far its tasks are."""

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.language import later, tr
from studio.session.run_state import Phase
from studio.shell.icons import paint_icon
from studio.shell.plain_text import one_line, plain
from studio.shell.theme import GRID, GUTTER, ThemeTokens, ui_font

_PHASES: tuple[tuple[Phase, str], ...] = (
    ("plan", later("Plan")),
    ("execute", later("Execute")),
    ("update", later("Update")),
)
_NOW: dict[Phase, str] = {
    "plan": later("(in plan)"),
    "execute": later("(in execute)"),
    "update": later("(in update)"),
}
UPDATE_MS = 250
LEAST_SENTENCE = 30 * GRID
"""Pixels of the sentence that are worth more than the names of the other phases."""


class SuperstepHeader(QWidget):
    """``Superstep 4   Plan > Execute 2/3 > Update`` and, at the right, a sentence of status.

    Where there is no room for all of it, of the phases only the current one is shown. An update
    that is over before it could be seen is shown for a moment, as the canvas does.
    """

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
        self._updates = 0
        self._animated = True
        self._updating = QTimer(self)
        self._updating.setSingleShot(True)
        self._updating.setInterval(UPDATE_MS)
        self._updating.timeout.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(12 * GUTTER, 9 * GRID)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.update()

    def set_animated(self, animated: bool) -> None:
        """Whether passing phases are held for a moment."""
        self._animated = animated
        if not animated:
            self._updating.stop()
            self.update()

    @property
    def lit(self) -> Phase:
        """The phase that is marked."""
        return "update" if self._updating.isActive() else self._phase

    def show_moment(
        self,
        step: int | None,
        phase: Phase,
        wrote: int,
        total: int,
        sentence: str,
        state: str,
        *,
        upcoming: bool = False,
        updates: int = 0,
    ) -> None:
        """``step`` ``None``: nothing ran yet. ``state`` is the glyph before the sentence.

        ``upcoming``: the superstep is the one that follows the checkpoint looked at. ``updates``
        counts the barriers that the run has passed.
        """
        passed, self._updates = updates > self._updates, updates
        if passed and self._animated and not self._updating.isActive():
            self._updating.start()
        self._title = tr("No superstep yet") if step is None else _title(step, upcoming)
        self._phase = phase
        self._progress = f"{wrote}/{total}" if total else ""
        self._sentence = one_line(sentence)
        self._state = state
        self.setAccessibleName(self.text())
        self.setToolTip(plain(sentence))
        self.update()

    def text(self) -> str:
        """The line in words."""
        phases = " > ".join(self._label(key, word) for key, word in _PHASES)
        current = [tr(_NOW[self._phase])] if self._phase else []
        return "  ".join(filter(None, (self._title, " ".join([phases, *current]), self._sentence)))

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(tokens.surface_raised))
        painter.setPen(QPen(QColor(tokens.border), 1))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        x = self._draw_title(painter, GUTTER * 1.5)
        x = self._draw_phases(painter, x + GUTTER * 2, self._phases_that_fit(x))
        self._draw_sentence(painter, x + GUTTER * 2)
        painter.end()

    def _draw_title(self, painter: QPainter, x: float) -> float:
        font = ui_font(weight=ui_font().Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(self._tokens.text))
        width = QFontMetricsF(font).horizontalAdvance(self._title)
        painter.drawText(self._line(x, width), Qt.AlignmentFlag.AlignVCenter, self._title)
        return x + width

    def _label(self, phase: Phase, word: str) -> str:
        word = tr(word)
        return f"{word} {self._progress}" if phase == "execute" and self._progress else word

    def _phases_that_fit(self, x: float) -> tuple[tuple[Phase, str], ...]:
        """All phases where a part of the sentence still fits beside them, else the current one."""
        font = ui_font(12, ui_font().Weight.DemiBold)
        metrics = QFontMetricsF(font)
        phases = sum(
            metrics.horizontalAdvance(self._label(key, word)) + 2 * GUTTER + 12
            for key, word in _PHASES
        )
        sentence = min(metrics.horizontalAdvance(self._sentence), LEAST_SENTENCE) + 20
        if x + phases + sentence + GUTTER * 5.5 <= self.width():
            return _PHASES
        return tuple(each for each in _PHASES if each[0] == self.lit)

    def _draw_phases(
        self, painter: QPainter, x: float, phases: tuple[tuple[Phase, str], ...]
    ) -> float:
        tokens = self._tokens
        height = 5 * GRID
        lit = self.lit
        top = (self.height() - height) / 2
        for index, (key, word) in enumerate(phases):
            label = self._label(key, word)
            current = key == lit
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
            if index < len(phases) - 1:
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


def _title(step: int, upcoming: bool) -> str:
    if step < 0:
        return tr("Input")
    return (
        tr("Next: superstep {step}", step=step) if upcoming else tr("Superstep {step}", step=step)
    )
