"""What is painted: states differ by shape as well as colour, nothing is blank or cut off."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem

from studio.graph.glyphs import paint_glyph
from studio.graph.marks import BreakpointMark
from studio.shell.theme import STATES, THEMES, ThemeName
from tests.studio.graph.conftest import MakePanel
from tests.studio.graph.samples import SMALL, START, Events, agent, large, pull, research, trigger


def colours(image: QImage) -> set[int]:
    return {
        image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)
    }


@pytest.mark.parametrize("theme", list(THEMES))
@pytest.mark.parametrize("name", SMALL)
def test_every_graph_is_painted(make_panel: MakePanel, theme: ThemeName, name: str) -> None:
    panel = make_panel(SMALL[name](), THEMES[theme])
    image = panel.grab().toImage()
    assert QColor(image.pixel(450, 4)).name() == THEMES[theme].surface
    assert len(colours(image)) > 8


def glyph(state: str) -> QImage:
    image = QImage(32, 32, QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint_glyph(painter, state, QPointF(16.0, 16.0), 32.0, QColor("black"))
    painter.end()
    return image


def test_states_differ_by_shape_alone() -> None:
    signs = {state: glyph(state) for state in STATES}
    for first, second in combinations(signs.values(), 2):
        different = sum(
            abs(first.pixelColor(x, y).value() - second.pixelColor(x, y).value()) > 64
            for x in range(32)
            for y in range(32)
        )
        assert different > 20


@pytest.mark.parametrize("zoom", [1.0, 0.2])
def test_each_state_changes_the_picture(make_panel: MakePanel, zoom: float) -> None:
    panel, events = make_panel(research()), Events()
    panel.canvas.zoom_by(zoom / panel.canvas.zoom)
    pictures = [panel.canvas.grab().toImage()]
    for event in (
        events.planned(0, pull("plan")),
        events.running("plan"),
        events.failed("plan", "boom"),
        events.interrupted("plan", "Sure?"),
        events.wrote("plan", "search"),
    ):
        panel.apply_events([event])
        pictures.append(panel.canvas.grab().toImage())
    assert not [pair for pair in combinations(pictures, 2) if pair[0] == pair[1]]


def test_painting_stays_within_the_bounds_of_each_item(make_panel: MakePanel) -> None:
    panel, events = make_panel(agent()), Events()
    panel.set_breakpoints({"plan": BreakpointMark("on"), "classify": BreakpointMark("log")})
    panel.select_node("plan")
    panel.apply_events(
        [
            events.started(),
            events.planned(
                0,
                pull("classify", trigger("branch:to:a_name_too_long_for_its_tag", [START])),
                pull("plan"),
            ),
        ]
    )
    for item in (*panel.scene.nodes.values(), *panel.scene.edges, *panel.scene.gauges.values()):
        assert not painted_outside(item)


def painted_outside(item: QGraphicsItem) -> bool:
    """Whether painting an item leaves a pixel beyond its bounding rectangle."""
    bounds = item.boundingRect().toAlignedRect()
    area = bounds.adjusted(-20, -20, 20, 20)
    image = QImage(area.size(), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(-area.topLeft())
    item.paint(painter, QStyleOptionGraphicsItem(), None)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
    painter.fillRect(bounds, Qt.GlobalColor.black)
    painter.end()
    empty = QImage(area.size(), QImage.Format.Format_ARGB32)
    empty.fill(Qt.GlobalColor.transparent)
    return image != empty


def test_nothing_is_cut_off_when_the_graph_fits(make_panel: MakePanel) -> None:
    panel = make_panel(SMALL["parallel"]())
    panel.fit()
    seen = panel.canvas.mapToScene(panel.canvas.viewport().rect()).boundingRect()
    assert seen.contains(panel.scene.content_rect())
    for edge in panel.scene.edges:
        assert seen.contains(edge.label_rect) or edge.label_rect.isEmpty()


def test_the_whole_graph_stays_whole_in_another_size(make_panel: MakePanel) -> None:
    panel = make_panel(large(60, 80))
    panel.resize(500, 400)
    assert len(panel.canvas.visible_nodes()) < len(panel.scene.nodes)
    panel.fit()
    assert panel.canvas.visible_nodes() == set(panel.scene.nodes)
    for width in (460, 540):
        panel.resize(width, 400)
        assert panel.canvas.visible_nodes() == set(panel.scene.nodes)


def test_causes_of_siblings_do_not_cover_each_other(make_panel: MakePanel) -> None:
    panel = make_panel(agent())
    tags = [edge.tag_area for edge in panel.scene.edges if edge.sources == {"plan"}]
    cards = [item.card_rect() for item in panel.scene.nodes.values()]
    assert len(tags) == 3
    assert not [pair for pair in combinations(tags, 2) if pair[0].intersects(pair[1])]
    assert not [1 for tag in tags for card in cards if tag.intersects(card)]


def test_a_card_keeps_its_bounds_whatever_it_shows(make_panel: MakePanel) -> None:
    panel, events = make_panel(research()), Events()
    items = [*panel.scene.nodes.values(), *panel.scene.edges, *panel.scene.gauges.values()]
    before = [item.boundingRect() for item in items]
    panel.set_breakpoints({"plan": BreakpointMark("on")})
    panel.apply_events([events.started(), events.planned(0, pull("plan")), events.running("plan")])
    panel.select_node("plan")
    assert [item.boundingRect() for item in items] == before
