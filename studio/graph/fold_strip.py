"""What the last barrier did to channels: the old value, each write in order, the new value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from runtime.debug.events import ChannelUpdated, FoldStep
from studio.graph.paths import SEPARATOR, prefix_of_namespace
from studio.graph.style import TAG_PIXELS
from studio.language import plural, tr
from studio.shell.icons import paint_icon
from studio.shell.theme import GUTTER, SMALL_PIXELS, ThemeTokens, mono_font, ui_font

_MOST_CHANNELS = 3
_MOST_STEPS = 4
_PAD = 10.0
_HEAD = 26.0
_TITLE = 18.0
_LINE = 16.0
_GAP = 6.0
_SIGN = 14.0
_WIDTH = 204
_PILL_HEIGHT = 24


@dataclass(frozen=True, slots=True)
class _Part:
    """A station of a fold: the value before, one write, or the value after."""

    text: str
    kind: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Fold:
    """One channel's way through the update phase."""

    channel: str
    old_version: int
    new_version: int
    parts: tuple[_Part, ...]

    @classmethod
    def of(cls, event: ChannelUpdated) -> Fold:
        parts = [_Part(event.old.text if event.old else "empty", "old")]
        steps = list(event.fold)
        left_out = len(steps) - _MOST_STEPS
        if left_out > 0:
            first, last = steps[: _MOST_STEPS - 2], steps[-1:]
            parts += [_step(step) for step in first]
            parts.append(_Part(tr("{count} more", count=left_out + 1), "more"))
            parts += [_step(step) for step in last]
        else:
            parts += [_step(step) for step in steps]
        parts.append(_Part(event.new.text if event.new else "empty", "new"))
        where = prefix_of_namespace(event.checkpoint_ns).split(SEPARATOR)
        name = " / ".join(part for part in (*where, event.channel) if part)
        return cls(name, event.old_version, event.new_version, tuple(parts))

    def text(self) -> str:
        """In words, for tooltips and screen readers."""
        stations = [
            f"+ {part.note} {part.text}" if part.kind == "write" else part.text
            for part in self.parts
        ]
        return f"{self.channel} v{self.old_version} → v{self.new_version}: " + " → ".join(stations)


def _step(step: FoldStep) -> _Part:
    return _Part(step.operand.text, "write", step.name)


class FoldStrip(QWidget):
    """A card in the upper left corner; folded up it is a pill that a click opens again.

    ``progress`` goes from 0 to 1 while the stations light up one after the other.
    """

    def __init__(
        self,
        tokens: ThemeTokens,
        parent: QWidget,
        covers: Callable[[QRect], int],
        beside: Callable[[], QRect],
    ) -> None:
        """``covers`` says how much of the graph a rectangle of the parent covers.

        The pill stands in one row with what is at ``beside``.
        """
        super().__init__(parent)
        self._covers = covers
        self._beside = beside
        self._short = False
        self.setObjectName("graph.folds")
        self.setAccessibleName(tr("Channels that the last barrier updated"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.folds: tuple[Fold, ...] = ()
        self.open = False
        self.progress = 1.0
        self._left_out = 0
        self._pinned = False
        self._fonts = (
            ui_font(SMALL_PIXELS, ui_font().Weight.DemiBold),
            ui_font(SMALL_PIXELS),
            mono_font(TAG_PIXELS),
        )
        self._metrics = tuple(QFontMetricsF(font) for font in self._fonts)
        self._tokens = tokens
        self.hide()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.update()

    @property
    def stations(self) -> int:
        """How many stations light up, of all channels together."""
        return sum(len(fold.parts) for fold in self.folds)

    @property
    def lit(self) -> int:
        """How many of them are lit by now."""
        return min(self.stations, int(self.progress * self.stations + 1e-6))

    def show_folds(self, updates: Sequence[ChannelUpdated], *, opened: bool) -> None:
        """Show what a barrier did, as a card or as a pill."""
        self.folds = tuple(Fold.of(event) for event in updates[:_MOST_CHANNELS])
        self._left_out = len(updates) - len(self.folds)
        self.progress = 1.0
        self.open = opened or self._pinned
        text = "\n".join(fold.text() for fold in self.folds)
        self.setAccessibleDescription(text)
        self.setVisible(bool(self.folds))
        self.place()

    def retire(self) -> None:
        """The next superstep executes: make room, unless a person opened it."""
        if self.open and not self._pinned:
            self.open = False
            self.progress = 1.0
            self.place()

    def clear(self) -> None:
        """Nothing was updated yet."""
        self.folds = ()
        self.progress = 1.0
        self.hide()

    def set_progress(self, progress: float) -> None:
        if progress != self.progress:
            before, self.progress = self.lit, progress
            if self.lit != before:
                self.update()

    def place(self) -> None:
        """Open, take the upper corner where less of the graph is covered; else stand in the row."""
        parent = self.parentWidget()
        if parent is None or not self.folds:
            return
        if self.open:
            height = _HEAD + sum(map(_height, self.folds)) + _PAD / 2
            height += _TITLE if self._left_out else 0.0
            width = min(_WIDTH, parent.width() - 2 * GUTTER)
            left = QRect(GUTTER, GUTTER, width, round(min(height, parent.height() - 2 * GUTTER)))
            right = left.translated(parent.width() - width - 2 * GUTTER, 0)
            self.setGeometry(min((left, right), key=self._covers))
        else:
            self._place_pill(parent.width())
        self.raise_()
        self.update()

    def _place_pill(self, room: int) -> None:
        """At the right end of the row, with a number alone where words have no room."""
        row = self._beside()
        for self._short in (False, True):
            width = round(self._metrics[1].horizontalAdvance(self._title()) + 2 * _PAD + 16)
            if row.right() + GUTTER + width + GUTTER <= room:
                break
        top = row.center().y() - _PILL_HEIGHT // 2
        if row.right() + width + 2 * GUTTER > room:
            top = row.top() - _PILL_HEIGHT - GUTTER // 2
        self.setToolTip(self._words() if self._short else "")
        self.setGeometry(QRect(room - width - GUTTER, top, width, _PILL_HEIGHT))

    def _title(self) -> str:
        if self._short and not self.open:
            return str(len(self.folds) + self._left_out)
        return self._words()

    def _words(self) -> str:
        count = len(self.folds) + self._left_out
        return plural("1 channel updated", "{n} channels updated", count)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.open = self._pinned = not self.open
        self.progress = 1.0
        self.place()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(tokens.color("border"), 1.0))
        painter.setBrush(tokens.color("surface", 240))
        radius = 8.0 if self.open else _PILL_HEIGHT / 2 - 0.5
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setFont(self._fonts[1])
        painter.setPen(QColor(tokens.text_muted))
        chevron = "chevron-down" if self.open else "chevron-right"
        paint_icon(
            painter, chevron, tokens.text_muted, QRectF(_PAD - 4, _PILL_HEIGHT / 2 - 6, 12, 12)
        )
        painter.drawText(
            QRectF(_PAD + 12, 0, self.width(), _PILL_HEIGHT),
            Qt.AlignmentFlag.AlignVCenter,
            self._title(),
        )
        if self.open:
            self._paint_folds(painter)
        painter.end()

    def _paint_folds(self, painter: QPainter) -> None:
        tokens, y, lit = self._tokens, _HEAD, self.lit
        for fold in self.folds:
            done = lit >= len(fold.parts)
            painter.setFont(self._fonts[2])
            version = f"v{fold.old_version}"
            if done:
                version += f" → v{fold.new_version}"
            line = QRectF(_PAD, y, self.width() - 2 * _PAD, _TITLE)
            painter.setPen(QColor(tokens.accent if done else tokens.text_muted))
            right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(line, right, version)
            line.setRight(line.right() - self._metrics[2].horizontalAdvance(version) - GUTTER)
            painter.setFont(self._fonts[0])
            painter.setPen(QColor(tokens.text))
            name = self._metrics[0].elidedText(
                fold.channel, Qt.TextElideMode.ElideMiddle, line.width()
            )
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, name)
            y += _TITLE
            for number, part in enumerate(fold.parts):
                shown = number < lit
                painter.setOpacity(1.0 if shown else 0.3)
                self._paint_part(painter, part, QRectF(_PAD, y, self.width() - 2 * _PAD, _LINE))
                y += _LINE
            painter.setOpacity(1.0)
            lit = max(0, lit - len(fold.parts))
            y += _GAP
        if self._left_out:
            painter.setFont(self._fonts[1])
            painter.setPen(QColor(tokens.text_muted))
            painter.drawText(
                QRectF(_PAD, y, self.width(), _TITLE),
                Qt.AlignmentFlag.AlignVCenter,
                tr("and {count} more", count=self._left_out),
            )

    def _paint_part(self, painter: QPainter, part: _Part, rect: QRectF) -> None:
        """A line of the ledger: its sign, who wrote, what."""
        tokens = self._tokens
        if part.kind == "new":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.color("changed"))
            painter.drawRoundedRect(rect.adjusted(-4.0, 0.0, 4.0, 0.0), 3.0, 3.0)
        sign = {"write": "+", "new": "=", "more": "⋮"}.get(part.kind, "")
        painter.setFont(self._fonts[2])
        painter.setPen(QColor(tokens.accent if part.kind == "write" else tokens.text_muted))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, sign)
        inner = rect.adjusted(_SIGN, 0.0, 0.0, 0.0)
        if part.note:
            painter.setFont(self._fonts[1])
            note = self._metrics[1].elidedText(
                part.note, Qt.TextElideMode.ElideRight, inner.width() * 0.5
            )
            painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, note)
            inner.setLeft(inner.left() + self._metrics[1].horizontalAdvance(note) + 6.0)
        painter.setFont(self._fonts[2])
        painter.setPen(QColor(tokens.text if part.kind == "new" else tokens.text_muted))
        text = self._metrics[2].elidedText(part.text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, text)


def _height(fold: Fold) -> float:
    return _TITLE + len(fold.parts) * _LINE + _GAP
