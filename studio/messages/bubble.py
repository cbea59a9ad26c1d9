"""One row of the chat, laid out for a width and drawn: title, author, paragraphs, images."""

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPixmap,
    QTextLayout,
    QTextOption,
)

from studio.messages.entries import Entry
from studio.messages.pieces import Piece, Style, origin_of, pieces_of, title_of
from studio.shell.theme import GRID, GUTTER, SMALL_PIXELS, ThemeTokens, mono_font, ui_font

MARGIN = 3 * GRID
STRIPE = 3
INDENT = 3 * GRID
GAP = GRID

FindImage = Callable[[Entry, int], QPixmap | None]
"""``(entry, block)``: the image of a block, if it is there."""


class ChatStyle:
    """Fonts and colours of all rows; made once for a theme."""

    def __init__(self, tokens: ThemeTokens) -> None:
        self.tokens = tokens
        self.title = ui_font(weight=QFont.Weight.DemiBold)
        self.small = ui_font(SMALL_PIXELS)
        text, value = ui_font(), mono_font()
        self._fonts: dict[Style, QFont] = {
            "text": text,
            "muted": self.small,
            "value": value,
            "call": self.title,
            "problem": self.small,
            "link": self.small,
            "image": self.small,
        }
        self._colors: dict[Style, QColor] = {
            "text": QColor(tokens.text),
            "muted": QColor(tokens.text_muted),
            "value": QColor(tokens.text),
            "call": QColor(tokens.text),
            "problem": QColor(tokens.failed),
            "link": QColor(tokens.accent),
            "image": QColor(tokens.text_muted),
        }
        self.muted = QColor(tokens.text_muted)
        self.border = QColor(tokens.border)
        self.selection = QColor(tokens.selection)
        self.changed = QColor(tokens.changed)
        self.title_metrics = QFontMetricsF(self.title)
        self.small_metrics = QFontMetricsF(self.small)

    def font(self, style: Style) -> QFont:
        return self._fonts[style]

    def color(self, style: Style) -> QColor:
        return self._colors[style]

    def stripe(self, entry: Entry) -> QColor:
        """Of the left edge: who speaks, or that it is being written."""
        tokens = self.tokens
        if entry.stream is not None:
            return QColor(tokens.idle if entry.stream.ended else tokens.running)
        message = entry.message
        if message is None:
            return QColor(tokens.border)
        if message.failed:
            return QColor(tokens.failed)
        colors = {"human": tokens.accent, "ai": tokens.border_strong}
        return QColor(colors.get(message.type, tokens.border))


@dataclass(slots=True)
class Laid:
    """A piece in its place."""

    piece: Piece
    rect: QRectF
    layout: QTextLayout | None = None
    pixmap: QPixmap | None = None


@dataclass(slots=True)
class Bubble:
    """A row laid out for one width."""

    entry: Entry
    width: int
    height: int = 0
    laid: list[Laid] = field(default_factory=list)

    def block_at(self, position: QPointF) -> int | None:
        """The block whose link stands at a place of the row."""
        for each in self.laid:
            if each.piece.style == "link" and each.rect.contains(position):
                return each.piece.block
        return None

    def paint(self, painter: QPainter, style: ChatStyle, rect: QRectF, *, selected: bool) -> None:
        """Draw it into ``rect``, whose size is its own."""
        message = self.entry.message
        if selected:
            painter.fillRect(rect, style.selection)
        elif message is not None and message.new:
            painter.fillRect(rect, style.changed)
        painter.fillRect(
            QRectF(rect.left(), rect.top(), STRIPE, rect.height()), style.stripe(self.entry)
        )
        painter.setPen(style.border)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        self._paint_title(painter, style, rect)
        for each in self.laid:
            at = rect.topLeft() + each.rect.topLeft()
            if each.pixmap is not None:
                painter.drawPixmap(at, each.pixmap)
            elif each.layout is not None:
                painter.setPen(style.color(each.piece.style))
                each.layout.draw(painter, at)

    def _paint_title(self, painter: QPainter, style: ChatStyle, rect: QRectF) -> None:
        line = QRectF(
            rect.left() + MARGIN,
            rect.top() + GUTTER,
            self.width - 2 * MARGIN,
            style.title_metrics.height(),
        )
        title = title_of(self.entry)
        origin = origin_of(self.entry)
        least = min(style.title_metrics.horizontalAdvance(title), line.width() / 2)
        room = line.width() - least - GUTTER
        origin = style.small_metrics.elidedText(origin, Qt.TextElideMode.ElideMiddle, room)
        taken = style.small_metrics.horizontalAdvance(origin)
        painter.setFont(style.small)
        painter.setPen(style.muted)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, int(right), origin)
        painter.setFont(style.title)
        painter.setPen(style.color("text"))
        shown = style.title_metrics.elidedText(
            title, Qt.TextElideMode.ElideRight, line.width() - taken - GUTTER
        )
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, int(left), shown)


def lay_out(entry: Entry, width: int, style: ChatStyle, find_image: FindImage) -> Bubble:
    """Lay a row out."""
    bubble = Bubble(entry, width)
    if entry.joined:
        return bubble
    y = GUTTER + style.title_metrics.height() + GAP
    for piece in pieces_of(entry):
        left = MARGIN + INDENT * piece.indent
        room = max(width - left - MARGIN, 40)
        pixmap = find_image(entry, piece.block) if piece.style == "image" else None
        if pixmap is not None:
            size = pixmap.deviceIndependentSize()
            if size.width() > room:
                pixmap = pixmap.scaledToWidth(
                    round(room * pixmap.devicePixelRatio()),
                    Qt.TransformationMode.SmoothTransformation,
                )
                size = pixmap.deviceIndependentSize()
            bubble.laid.append(Laid(piece, QRectF(QPointF(left, y), size), pixmap=pixmap))
            y += size.height() + GAP
            continue
        layout, height = _text_layout(piece, room, style)
        bubble.laid.append(Laid(piece, QRectF(left, y, room, height), layout))
        y += height + GAP
    bubble.height = round(y + GUTTER - GAP)
    return bubble


def _text_layout(piece: Piece, room: float, style: ChatStyle) -> tuple[QTextLayout, float]:
    # A line end inside of a layout is a character of its own.
    layout = QTextLayout(piece.text.replace("\n", "\u2028"), style.font(piece.style))
    layout.setCacheEnabled(True)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    height = 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(room)
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    return layout, height
