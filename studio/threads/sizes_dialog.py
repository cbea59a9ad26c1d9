"""What the bytes of a thread are made of, as bars."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.upkeep.commands import MeasureThread
from runtime.debug.upkeep.views import SizePartView, ThreadParts
from runtime.debug.views import Failed
from studio.inspector.elided_label import ElidedLabel
from studio.language import plural, tr
from studio.shell.plain_text import one_line
from studio.shell.theme import GRID, GUTTER, ROW_HEIGHT, ThemeTokens, mono_font, ui_font
from studio.threads.rows import size_text

Measure = Callable[[MeasureThread, Callable[[ThreadParts | Failed], None]], None]
_BAR = 8
_ROW = ROW_HEIGHT + 4 * GRID


def part_title(part: SizePartView) -> str:
    """What the bytes are, in words."""
    name = one_line(part.name)
    if part.kind == "states":
        return tr("Checkpoints: versions, small values, metadata")
    if part.kind == "writes":
        if not name:
            return tr("Small writes of tasks")
        return tr("Writes of tasks to {channel}", channel=name)
    return name


class Bars(QWidget):
    """One row a part: name, bytes, number of pieces, and a bar against the largest."""

    def __init__(self, tokens: ThemeTokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("sizes.bars")
        self._tokens = tokens
        self._parts: tuple[SizePartView, ...] = ()

    def show_parts(self, parts: tuple[SizePartView, ...]) -> None:
        self._parts = parts
        self.setMinimumHeight(len(parts) * _ROW)
        self.setAccessibleDescription("\n".join(self.texts()))
        self.update()

    def texts(self) -> list[str]:
        """What the rows say."""
        return [f"{part_title(part)}  {size_text(part.size)}" for part in self._parts]

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(420, max(1, len(self._parts)) * _ROW)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        largest = max((part.size for part in self._parts), default=0) or 1
        font, mono = ui_font(), mono_font()
        metrics, numbers = QFontMetrics(font), QFontMetrics(mono)
        for row, part in enumerate(self._parts):
            top = row * _ROW
            if not event.rect().intersects(self.rect().adjusted(0, top, 0, 0)):
                continue
            size = size_text(part.size)
            width = numbers.horizontalAdvance(size)
            painter.setFont(mono)
            painter.setPen(QColor(self._tokens.text))
            line = QRectF(GUTTER, top + GRID, self.width() - 2 * GUTTER, ROW_HEIGHT - GRID)
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, size)
            painter.setFont(font)
            room = int(line.width()) - width - GUTTER
            pieces = plural("1 piece", "{n:,} pieces", part.count)
            shown = f"{part_title(part)}  ·  {pieces}"
            painter.drawText(
                line,
                Qt.AlignmentFlag.AlignLeft,
                metrics.elidedText(shown, Qt.TextElideMode.ElideMiddle, room),
            )
            track = QRectF(GUTTER, line.bottom(), line.width(), _BAR)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._tokens.surface_sunken))
            painter.drawRoundedRect(track, 2, 2)
            bar = QRectF(track)
            bar.setWidth(max(2.0, track.width() * part.size / largest))
            painter.setBrush(QColor(self._tokens.accent))
            painter.drawRoundedRect(bar, 2, 2)
        painter.end()


class SizesDialog(QDialog):
    """Sizes by channel of one thread."""

    def __init__(
        self, thread_id: str, measure: Measure, tokens: ThemeTokens, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("sizes_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Size by channel"))
        self._alive = True
        name = ElidedLabel(parent=self)
        name.setText(thread_id)
        name.setProperty("role", "muted")
        self.total = QLabel(tr("Measuring…"), self)
        self.total.setObjectName("sizes.total")
        self.total.setProperty("role", "heading")
        self.bars = Bars(tokens, self)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setWidget(self.bars)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(GUTTER)
        column.addWidget(name)
        column.addWidget(self.total)
        column.addWidget(area, 1)
        column.addWidget(buttons)
        self.finished.connect(lambda _: self._end())
        self.resize(480, 400)
        measure(MeasureThread(thread_id), self._show)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.bars.set_theme(tokens)

    def _end(self) -> None:
        self._alive = False

    def _show(self, found: ThreadParts | Failed) -> None:
        if not self._alive:
            return
        if isinstance(found, Failed):
            self.total.setText(found.error.message)
        elif not found.parts:
            self.total.setText(tr("This store does not tell sizes."))
        else:
            self.total.setText(tr("{size} in all", size=size_text(found.total)))
            self.bars.show_parts(found.parts)
