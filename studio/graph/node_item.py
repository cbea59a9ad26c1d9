"""A node as a card, START and END as pills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from runtime.debug.description import NodeDescription
from runtime.debug.marks.views import MarkKind
from runtime.drawing.boxes import (
    CARD_TEXT_LEFT,
    CARD_TEXT_RIGHT,
    MARK_WIDTH,
    SUBGRAPH_NOTE,
    node_size,
)
from studio.graph.glyphs import paint_glyph
from studio.graph.marks import BreakpointLook, paint_breakpoint
from studio.graph.moment import NodeState
from studio.graph.style import GraphStyle
from studio.graph.tags import paint_tags
from studio.shell.plain_text import one_line

FAR = 0.35
"""Below this zoom a card is a coloured box with one large sign."""

_RADIUS = 8.0
_STRIPE = 5.0
_GLYPH = 16.0
_CHIP_WIDTH = 18.0
_CHIP_HEIGHT = 16.0
_CHIP_GAP = 2.0
_SECOND_LINE = 31.0
_BUTTON = 18.0
_BUTTON_ROOM = 24.0
_DOT_REACH = 9.0
_MARGIN = 10.0
FAR_TAGS = 1.2
_HEAT = 4.0
_OUTLINED: frozenset[NodeState] = frozenset({"due", "running", "interrupted", "failed"})

HeatKind = Literal["runs", "time", "errors"]


@dataclass(frozen=True, slots=True)
class Chip:
    """A task of a Send: its id, its state, and what its tooltip says.

    Of many tasks a chip stands for all in one state, ``count`` of them, and has no id.
    """

    task_id: str
    state: NodeState
    text: str
    count: int = 1

    @property
    def label(self) -> str:
        return "" if self.task_id else str(self.count)


@dataclass(frozen=True, slots=True)
class HeatLook:
    """What a node cost, beside the node that cost most: a share from 0 to 1, and in words."""

    share: float
    text: str
    kind: HeatKind


@dataclass(frozen=True, slots=True)
class NodeLook:
    """What a card shows. ``progress`` counts the Sends that have ended, for example ``2/3``."""

    state: NodeState = "idle"
    detail: str = ""
    progress: str = ""
    chips: tuple[Chip, ...] = ()
    breakpoint: BreakpointLook = "none"
    ran: bool = False
    """Whether it ran before, on the way to the moment."""
    heat: HeatLook | None = None
    marks: tuple[MarkKind, ...] = ()
    """What a person marked it with."""

    @property
    def glyph(self) -> str:
        """A node at rest that ran has the tick, in the colour of rest."""
        return "wrote" if self.ran and self.state == "idle" else self.state


@dataclass(frozen=True, slots=True)
class Hit:
    """What a point on a card is: the card, its breakpoint edge, a chip, or the button that
    expands a subgraph and collapses it."""

    part: Literal["card", "breakpoint", "chip", "expand"]
    chip: Chip | None = None


class NodeItem(QGraphicsItem):
    """One card or pill. Its origin is its upper left corner."""

    expanded = False

    def __init__(self, path: str, node: NodeDescription, style: GraphStyle) -> None:
        super().__init__()
        self.path = path
        self.node = node
        self.expandable = False
        self.width, self.height = self._size(style)
        self.is_pill = node.kind in ("start", "end")
        self._rect = QRectF(0.0, 0.0, self.width, self.height)
        self._frame = self._rect.adjusted(0.5, 0.5, -0.5, -0.5)
        self._bounds = self._rect.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
        self._stripe = _stripe_path(self._rect, self._grip().height())
        self.look = NodeLook()
        self.hovered = False
        self.near_breakpoint = False
        self.chosen = False
        self.outline = 1.0
        self.sweep: float | None = None
        self.appear = 1.0
        self._elided: dict[tuple[str, int], str] = {}
        self._detail_cut = ("", 0, "")
        self._style = style
        self.setZValue(2.0)

    def _size(self, style: GraphStyle) -> tuple[float, float]:
        return node_size(self.node, style.name_metrics.horizontalAdvance)

    @property
    def title(self) -> str:
        """The name as shown: START and END for the graph's own ends."""
        return {"start": "START", "end": "END"}.get(self.node.kind, one_line(self.node.name))

    def center(self) -> QPointF:
        return self.pos() + QPointF(self.width / 2, self.height / 2)

    def card_rect(self) -> QRectF:
        """The card or pill itself, in scene coordinates."""
        return self._rect.translated(self.pos())

    def set_style(self, style: GraphStyle) -> None:
        self._style = style
        self._elided.clear()
        self._detail_cut = ("", 0, "")
        self.update()

    def set_expandable(self, expandable: bool) -> None:
        """Whether it is a subgraph that can be drawn inside of the graph."""
        if expandable != self.expandable:
            self.expandable = expandable
            self.update()

    def set_look(self, look: NodeLook) -> None:
        if look != self.look:
            self.look = look
            self.update()

    def set_marks(
        self,
        *,
        hovered: bool | None = None,
        chosen: bool | None = None,
        near_breakpoint: bool | None = None,
    ) -> None:
        """Change what the pointer and the keyboard point at; ``None`` leaves a mark alone."""
        before = (self.hovered, self.chosen, self.near_breakpoint)
        self.hovered = self.hovered if hovered is None else hovered
        self.chosen = self.chosen if chosen is None else chosen
        self.near_breakpoint = self.near_breakpoint if near_breakpoint is None else near_breakpoint
        if before != (self.hovered, self.chosen, self.near_breakpoint):
            self.update()

    def hit(self, point: QPointF) -> Hit | None:
        """What lies at a point of the item's own coordinates."""
        dot = self.breakpoint_point()
        if not self.is_pill and QRectF(
            dot.x() - _DOT_REACH, dot.y() - _DOT_REACH, 2 * _DOT_REACH, 2 * _DOT_REACH
        ).contains(point):
            return Hit("breakpoint")
        if not self._grip().contains(point):
            return None
        if self.expandable and self.button_rect().adjusted(-2, -2, 2, 2).contains(point):
            return Hit("expand")
        for chip, rect in self.chip_rects():
            if rect.adjusted(-1, -2, 1, 4).contains(point):
                return Hit("chip", chip)
        return Hit("card")

    def _grip(self) -> QRectF:
        """Where a click means this node."""
        return self._rect

    def chip_rects(self) -> list[tuple[Chip, QRectF]]:
        """The chips that have room, and where they lie in the item's own coordinates."""
        placed: list[tuple[Chip, QRectF]] = []
        left = CARD_TEXT_LEFT
        limit = self.width - CARD_TEXT_RIGHT - (_BUTTON_ROOM if self.expandable else 0.0)
        for chip in self.look.chips:
            width = _CHIP_WIDTH
            if chip.label:
                width += self._style.detail_metrics.horizontalAdvance(chip.label) + 3.0
            if left + width > limit + 0.5:
                break
            placed.append((chip, QRectF(left, self._second_line(), width, _CHIP_HEIGHT)))
            left += width + _CHIP_GAP
        return placed

    def button_rect(self) -> QRectF:
        """Where the button that expands is, in the item's own coordinates."""
        left = self.width - CARD_TEXT_RIGHT - _BUTTON + 4.0
        return QRectF(left, self._second_line() - 1.0, _BUTTON, _BUTTON)

    def breakpoint_point(self) -> QPointF:
        """Centre of the breakpoint dot in the item's own coordinates."""
        return QPointF(0.0, self.height / 2)

    def _second_line(self) -> float:
        """Top of what stands below the name."""
        return _SECOND_LINE

    def boundingRect(self) -> QRectF:
        return self._bounds

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addRect(self._rect.adjusted(0.0 if self.is_pill else -_DOT_REACH, 0, 0, 0))
        return path

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        detail = option.levelOfDetailFromTransform(painter.worldTransform())
        if self.is_pill:
            self._paint_pill(painter, detail)
        elif detail < FAR:
            self._paint_far(painter)
        else:
            self._paint_card(painter)

    def _paint_pill(self, painter: QPainter, detail: float) -> None:
        style = self._style
        reached = self.look.state != "idle"
        paint = style.states[self.look.state]
        painter.setPen(
            style.selected_border
            if self.chosen
            else paint.outline
            if reached
            else style.hover_border
            if self.hovered
            else style.card_border
        )
        painter.setBrush(paint.tint if reached else style.card)
        radius = self.height / 2 - 0.5
        painter.drawRoundedRect(self._frame, radius, radius)
        if detail >= FAR:
            painter.setFont(style.pill_font)
            painter.setPen(paint.color if reached else style.tokens.color("text_muted"))
            painter.drawText(self._rect, Qt.AlignmentFlag.AlignCenter, self.title)

    def _paint_far(self, painter: QPainter) -> None:
        style, state = self._style, self.look.state
        paint = style.states[state]
        painter.setPen(style.selected_border if self.chosen else paint.outline)
        if state == "idle" and not self.chosen:
            painter.setPen(style.card_border)
        painter.setBrush(style.card if state == "idle" else paint.tint)
        painter.drawRoundedRect(self._frame, _RADIUS, _RADIUS)
        if state != "idle":
            paint_glyph(painter, self.look.glyph, self._rect.center(), 40.0, paint.color)
        if self.look.breakpoint != "none":
            self._paint_breakpoint(painter, 2.0)
        if self.look.marks:
            paint_tags(painter, style, self.look.marks, self.width - _RADIUS, FAR_TAGS)

    def _paint_card(self, painter: QPainter) -> None:
        style, look = self._style, self.look
        paint = style.states[look.state]
        if len(look.chips) > 1:
            painter.setPen(style.card_border)
            painter.setBrush(style.surface)
            painter.drawRoundedRect(self._frame.translated(4.0, 4.0), _RADIUS, _RADIUS)
        painter.setPen(style.no_pen)
        painter.setBrush(style.card)
        painter.drawRoundedRect(self._rect, _RADIUS, _RADIUS)
        if look.state in ("interrupted", "failed", "running"):
            painter.setBrush(paint.tint)
            painter.drawRoundedRect(self._rect, _RADIUS, _RADIUS)
        elif self.hovered:
            painter.setBrush(style.card_hover)
            painter.drawRoundedRect(self._rect, _RADIUS, _RADIUS)
        self._paint_stripe(painter)
        self._paint_frame(painter)
        self._paint_content(painter)
        if look.breakpoint != "none" or self.near_breakpoint:
            self._paint_breakpoint(painter, 1.0)
        if look.marks:
            paint_tags(painter, style, look.marks, self.width - _RADIUS, 1.0)

    def _paint_content(self, painter: QPainter) -> None:
        look = self.look
        size = _GLYPH * (0.4 + 0.6 * self.appear)
        color = self._style.states[look.state].color
        paint_glyph(painter, look.glyph, QPointF(20.0, self._name_y()), size, color)
        self._paint_texts(painter)
        if look.chips:
            self._paint_chips(painter)
        if self.expandable:
            self._paint_button(painter)
        if look.heat is not None:
            self._paint_heat(painter, look.heat)

    def _paint_heat(self, painter: QPainter, heat: HeatLook) -> None:
        """A bar along the lower border: as long and as dense as what the node cost."""
        width = self.width - 2 * _RADIUS
        bar = QRectF(_RADIUS, self._heat_top(), width, _HEAT)
        painter.setPen(self._style.no_pen)
        painter.setBrush(self._style.border.brush())
        painter.drawRoundedRect(bar, _HEAT / 2, _HEAT / 2)
        if heat.share > 0.0:
            bar.setWidth(max(_HEAT, width * heat.share))
            painter.setBrush(self._style.heat(heat.kind, heat.share))
            painter.drawRoundedRect(bar, _HEAT / 2, _HEAT / 2)

    def _heat_top(self) -> float:
        return self.height - _HEAT - 2.0

    def _paint_button(self, painter: QPainter) -> None:
        style, rect = self._style, self.button_rect()
        painter.setPen(style.hover_border if self.hovered else style.card_border)
        painter.setBrush(style.surface)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4.0, 4.0)
        painter.setPen(style.muted)
        middle = rect.center()
        painter.drawLine(middle - QPointF(4.0, 0.0), middle + QPointF(4.0, 0.0))
        if not self.expanded:
            painter.drawLine(middle - QPointF(0.0, 4.0), middle + QPointF(0.0, 4.0))

    def _paint_stripe(self, painter: QPainter) -> None:
        style, state = self._style, self.look.state
        paint = style.states[state]
        painter.setPen(style.no_pen)
        if state == "idle":
            painter.setBrush(style.card_border.brush())
            painter.drawPath(self._stripe)
            return
        if self.sweep is None:
            painter.setBrush(paint.brush)
            painter.drawPath(self._stripe)
            return
        painter.save()
        painter.setOpacity(0.35)
        painter.setBrush(paint.brush)
        painter.drawPath(self._stripe)
        painter.setOpacity(1.0)
        height = self._grip().height()
        length = height * 0.45
        top = -length + (height + length) * self.sweep
        painter.setClipRect(QRectF(0.0, top, _STRIPE, length))
        painter.drawPath(self._stripe)
        painter.restore()

    def _paint_frame(self, painter: QPainter) -> None:
        style, state = self._style, self.look.state
        painter.setBrush(style.none)
        if state in _OUTLINED and self.outline > 0.0:
            painter.save()
            painter.setOpacity(self.outline)
            painter.setPen(style.states[state].outline)
            painter.drawRoundedRect(self._frame, _RADIUS, _RADIUS)
            painter.restore()
        else:
            painter.setPen(style.hover_border if self.hovered else style.card_border)
            painter.drawRoundedRect(self._frame, _RADIUS, _RADIUS)
        if self.chosen:
            painter.setPen(style.selected_border)
            painter.drawRoundedRect(
                self._rect.adjusted(-3.0, -3.0, 3.0, 3.0), _RADIUS + 3, _RADIUS + 3
            )

    def _paint_texts(self, painter: QPainter) -> None:
        style, look = self._style, self.look
        right = self.width - CARD_TEXT_RIGHT - (_BUTTON_ROOM if self.expanded else 0.0)
        middle = self._name_y()
        if self.node.interrupts_before or self.node.interrupts_after:
            center = QPointF(right - 5.0, middle)
            paint_glyph(painter, "interrupted", center, 12.0, style.tokens.color("text_muted"))
            right -= MARK_WIDTH
        note = look.progress or (SUBGRAPH_NOTE if self.node.kind == "subgraph" else "")
        if note:
            painter.setFont(style.detail_font)
            painter.setPen(style.muted)
            advance = style.detail_metrics.horizontalAdvance(note)
            painter.drawText(
                QRectF(right - advance, middle - 9.0, advance, 18.0),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                note,
            )
            right -= advance + 6.0
        painter.setFont(style.name_font)
        painter.setPen(style.text)
        width = int(right - CARD_TEXT_LEFT)
        painter.drawText(
            QRectF(CARD_TEXT_LEFT, middle - 10.0, width, 20.0),
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
            self._elide(self.title, width),
        )
        detail = look.detail if look.heat is None else look.heat.text
        if look.chips or not detail:
            return
        painter.setFont(style.detail_font)
        painter.setPen(
            style.states[look.state].color
            if look.state in ("failed", "interrupted")
            else style.tokens.color("text_muted")
        )
        width = int(self.width - CARD_TEXT_RIGHT - CARD_TEXT_LEFT)
        width -= int(_BUTTON_ROOM) if self.expandable else 0
        painter.drawText(
            QRectF(CARD_TEXT_LEFT, self._second_line() - 1.0, width, 18.0),
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
            self._elide_detail(detail, width),
        )

    def _name_y(self) -> float:
        """Height of the name's line: in the middle as long as it stands alone."""
        look = self.look
        return 20.0 if look.detail or look.chips or look.heat else self.height / 2

    def _paint_chips(self, painter: QPainter) -> None:
        style = self._style
        painter.setFont(style.detail_font)
        for chip, rect in self.chip_rects():
            paint = style.states[chip.state]
            painter.setPen(paint.outline if chip.state != "idle" else style.card_border)
            painter.setBrush(paint.tint)
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4.0, 4.0)
            sign = QPointF(rect.left() + _CHIP_WIDTH / 2, rect.center().y())
            paint_glyph(painter, chip.state, sign, 11.0, paint.color)
            if chip.label:
                painter.setPen(paint.color)
                painter.drawText(
                    rect.adjusted(_CHIP_WIDTH - 1.0, 0.0, 0.0, 0.0),
                    Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
                    chip.label,
                )

    def _paint_breakpoint(self, painter: QPainter, scale: float) -> None:
        point = self.breakpoint_point()
        paint_breakpoint(painter, self._style, self.look.breakpoint, point, scale)

    def _elide(self, text: str, width: int) -> str:
        known = self._elided.get((text, width))
        if known is None:
            known = self._style.name_metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, width)
            self._elided[(text, width)] = known
        return known

    def _elide_detail(self, text: str, width: int) -> str:
        """Cut at the end; what was cut last is kept, for a card is painted far more often."""
        if self._detail_cut[:2] != (text, width):
            cut = self._style.detail_metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
            self._detail_cut = (text, width, cut)
        return self._detail_cut[2]


def _stripe_path(rect: QRectF, height: float) -> QPainterPath:
    card = QPainterPath()
    card.addRoundedRect(rect, _RADIUS, _RADIUS)
    band = QPainterPath()
    band.addRect(QRectF(rect.left(), rect.top(), _STRIPE, height))
    return card.intersected(band)
