"""A graph as an SVG picture: cards, pills, arrows, label pills and join gauges.

Boxes are measured without a font, laid out by the layout engine, and written in one pass: lines
first, then the labels on them, then the boxes. With the states of nodes at some moment, cards carry
the stripe and the sign of their state, as in the window.
"""

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from runtime.drawing.boxes import (
    CARD_HEIGHT,
    GAUGE_HEIGHT,
    GAUGE_WIDTH,
    LABEL_HEIGHT,
    LABEL_LIMIT,
    LABEL_PADDING,
    PILL_HEIGHT,
    SUBGRAPH_NOTE,
    DrawnGraph,
    DrawnNode,
    Line,
    drawing_of,
    on_grid,
)
from runtime.drawing.layout import Layout, LayoutBox, LayoutError, Point, layered_engine
from runtime.drawing.layout.plain import PlainEngine
from runtime.drawing.palette import Paints, Theme
from runtime.drawing.routes import arrow_head, rounded
from runtime.drawing.text import elided, text_width

_MARGIN = 24.0
_NAME_PIXELS = 13
_SMALL_PIXELS = 11
_RADIUS = 8.0
_STRIPE = "M5 .58A8 8 0 0 0 0 8V{low}A8 8 0 0 0 5 {end}Z"
_FONTS = "system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"
_DASHES = {"conditional": "6 4", "inferred": "1.5 3.5"}
_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not admit."""

_STROKED_SIGNS = {
    "due": "M4.5 3L12.5 8L4.5 13Z",
    "wrote": "M3 8.5L6.5 12L13 4.5",
    "failed": "M4 4L12 12M12 4L4 12",
    "skipped": "M3.5 4L7.5 8L3.5 12M8.5 4L12.5 8L8.5 12",
}
_BARS = "M4 3.5h3v9h-3zM9 3.5h3v9h-3z"


@dataclass(frozen=True, slots=True)
class Marks:
    """A moment of a run: states of nodes, and how many sources of each join have reported."""

    states: Mapping[str, str]
    reported: Mapping[str, int]


def svg_text(
    graph: DrawnGraph[DrawnNode],
    *,
    title: str = "",
    theme: Theme = "auto",
    marks: Marks | None = None,
) -> str:
    """The picture as SVG text, with lengths in pixels.

    With the theme ``auto`` it is light or dark as its reader prefers.
    """
    drawing = drawing_of(graph, _name_width, _label_width)
    try:
        layout = layered_engine().arrange(drawing.request)
    except LayoutError:
        layout = PlainEngine().arrange(drawing.request)
    layout = on_grid(layout, drawing.request)
    picture = _Picture(Paints(theme), marks)
    for line, route in zip(drawing.lines, layout.routes, strict=True):
        picture.line(line, route)
    for line, centre in zip(drawing.lines, layout.labels, strict=True):
        if centre is not None:
            picture.label(line.label, centre)
    for node, centre, box in zip(
        drawing.nodes, layout.centres, drawing.request.boxes, strict=False
    ):
        picture.node(node, centre, box)
    joined = {
        graph.edges[line.edges[0]].join: len(line.edges)
        for line in drawing.lines
        if line.style == "stem"
    }
    for channel, centre in zip(drawing.gauges, layout.centres[len(drawing.nodes) :], strict=True):
        picture.gauge(channel, joined[channel], centre)
    return picture.whole(title, _bounds(drawing.request.boxes, drawing.lines, layout))


def _name_width(text: str) -> float:
    return text_width(text, _NAME_PIXELS, bold=True)


def _label_width(text: str) -> float:
    return text_width(text, _SMALL_PIXELS)


def _bounds(
    boxes: Sequence[LayoutBox], lines: Sequence[Line], layout: Layout
) -> tuple[float, float, float, float]:
    """Left, top, width and height of everything drawn, with the margin."""
    corners: list[Point] = [point for route in layout.routes for point in route]
    sizes = [
        (centre, box.width, box.height) for centre, box in zip(layout.centres, boxes, strict=True)
    ]
    sizes += [
        (centre, min(LABEL_LIMIT, _label_width(line.label) + 2 * LABEL_PADDING), LABEL_HEIGHT)
        for centre, line in zip(layout.labels, lines, strict=True)
        if centre is not None
    ]
    for (x, y), width, height in sizes:
        corners += [(x - width / 2, y - height / 2), (x + width / 2, y + height / 2)]
    if not corners:
        return 0.0, 0.0, 2 * _MARGIN, 2 * _MARGIN
    left, top = (min(corner[axis] for corner in corners) - _MARGIN for axis in (0, 1))
    right, low = (max(corner[axis] for corner in corners) + _MARGIN for axis in (0, 1))
    return left, top, right - left, low - top


def _escaped(text: str) -> str:
    return html.escape(_UNFIT.sub("\ufffd", text))


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


class _Picture:
    """Elements of the picture, in the order in which they are painted."""

    def __init__(self, paints: Paints, marks: Marks | None) -> None:
        self._paints = paints
        self._marks = marks
        self._parts: list[str] = []

    def whole(self, title: str, bounds: tuple[float, float, float, float]) -> str:
        left, top, width, height = map(_number, bounds)
        ground = (
            f'<rect x="{left}" y="{top}" width="{width}" height="{height}" '
            f"{self._paints.fill('surface')}/>"
        )
        name = _escaped(title)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                f'viewBox="{left} {top} {width} {height}" font-family="{_FONTS}" role="img">',
                f"<title>{name}</title>",
                *filter(None, [self._paints.style()]),
                ground,
                *self._parts,
                "</svg>\n",
            ]
        )

    def line(self, line: Line, route: Sequence[Point]) -> None:
        headed = line.style != "join"
        dashes = _DASHES.get(line.style)
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self._parts.append(
            f'<path d="{rounded(route, shorten=headed)}" stroke-width="1.25"{dashed} '
            f"{self._paints.stroke('line')}/>"
        )
        if headed:
            corners = " ".join(f"{_number(x)},{_number(y)}" for x, y in arrow_head(route))
            self._parts.append(f'<polygon points="{corners}" {self._paints.fill("line")}/>')

    def label(self, text: str, centre: Point) -> None:
        width = min(LABEL_LIMIT, _label_width(text) + 2 * LABEL_PADDING)
        shown = elided(text, _SMALL_PIXELS, width - 2 * LABEL_PADDING + 1)
        whole = "" if shown == text else f"<title>{_escaped(text)}</title>"
        self._parts.append(f"<g>{whole}")
        self._pill(centre, width, LABEL_HEIGHT, "surface")
        self._text(shown, centre, _SMALL_PIXELS, "muted")
        self._parts.append("</g>")

    def gauge(self, channel: str, sources: int, centre: Point) -> None:
        self._pill(centre, GAUGE_WIDTH, GAUGE_HEIGHT, "surface")
        text = f"all {sources}"
        if self._marks is not None:
            text = f"{self._marks.reported.get(channel, 0)}/{sources}"
        self._text(text, centre, _SMALL_PIXELS, "muted")

    def node(self, node: DrawnNode, centre: Point, box: LayoutBox) -> None:
        self._parts.append(f"<g><title>{_escaped(node.name)}</title>")
        if node.kind in ("start", "end"):
            self._pill(centre, box.width, PILL_HEIGHT, "card")
            self._text(node.kind.upper(), centre, _SMALL_PIXELS, "muted", bold=True)
        else:
            self._card(node, centre, box)
        self._parts.append("</g>")

    def _card(self, node: DrawnNode, centre: Point, box: LayoutBox) -> None:
        state = None if self._marks is None else self._marks.states.get(node.name)
        left, top = centre[0] - box.width / 2, centre[1] - box.height / 2
        self._parts.append(
            f'<rect x="{_number(left + 0.5)}" y="{_number(top + 0.5)}" '
            f'width="{_number(box.width - 1)}" height="{_number(box.height - 1)}" '
            f'rx="{_number(_RADIUS)}" {self._paints.both("card", state or "border")}/>'
        )
        stripe = _STRIPE.format(low=_number(CARD_HEIGHT - 8), end=_number(CARD_HEIGHT - 0.58))
        self._path(stripe, left, top, self._paints.fill(state or "border"))
        right = box.width - 12.0
        if node.interrupts_before or node.interrupts_after:
            self._path(
                _BARS, left + right - 14, top + CARD_HEIGHT / 2 - 8, self._paints.fill("muted")
            )
            right -= 18.0
        start = 16.0
        if state is not None:
            self._sign(state, left + 12, top + CARD_HEIGHT / 2 - 8)
            start = 36.0
        middle = left + (start + right) / 2
        name = elided(node.name, _NAME_PIXELS, right - start, bold=True)
        lines = 9.0 if node.kind == "subgraph" else 0.0
        self._text(name, (middle, centre[1] - lines), _NAME_PIXELS, "text", bold=True)
        if node.kind == "subgraph":
            self._text(SUBGRAPH_NOTE, (middle, centre[1] + lines), _SMALL_PIXELS, "muted")

    def _sign(self, state: str, left: float, top: float) -> None:
        paints = self._paints
        if state == "interrupted":
            self._path(_BARS, left, top, paints.fill(state))
        elif state == "running":
            ring = "M3 8A5 5 0 1 0 13 8A5 5 0 1 0 3 8Z"
            self._path(ring, left, top, f'{paints.stroke(state)} stroke-width="1.8"')
            self._path("M8 3A5 5 0 0 1 8 13Z", left, top, paints.fill(state))
        elif state in _STROKED_SIGNS:
            look = 'stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"'
            self._path(_STROKED_SIGNS[state], left, top, f"{paints.stroke(state)} {look}")

    def _path(self, data: str, left: float, top: float, look: str) -> None:
        place = f"translate({_number(left)} {_number(top)})"
        self._parts.append(f'<path transform="{place}" d="{data}" {look}/>')

    def _pill(self, centre: Point, width: float, height: float, fill: str) -> None:
        left, top = centre[0] - width / 2 + 0.5, centre[1] - height / 2 + 0.5
        self._parts.append(
            f'<rect x="{_number(left)}" y="{_number(top)}" width="{_number(width - 1)}" '
            f'height="{_number(height - 1)}" rx="{_number((height - 1) / 2)}" '
            f"{self._paints.both(fill, 'border')}/>"
        )

    def _text(
        self, text: str, centre: Point, pixels: int, role: str, *, bold: bool = False
    ) -> None:
        weight = ' font-weight="600"' if bold else ""
        # The baseline is placed by hand: not every renderer knows dominant-baseline.
        self._parts.append(
            f'<text x="{_number(centre[0])}" y="{_number(centre[1] + 0.36 * pixels)}" '
            f'font-size="{pixels}"{weight} text-anchor="middle" '
            f"{self._paints.fill(role)}>{_escaped(text)}</text>"
        )
