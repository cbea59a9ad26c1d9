"""Ways through a graph that does not fit: minimap, finder, zoom to the selection, first fit."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from runtime.debug.events import ChannelUpdated
from studio.graph.panel import GraphPanel
from tests.studio.graph import hands
from tests.studio.graph.conftest import MakePanel
from tests.studio.graph.samples import END, START, Events, graph, large, pull, research, static


def test_the_minimap_shows_only_where_the_graph_does_not_fit(make_panel: MakePanel) -> None:
    panel = make_panel(research())
    assert not panel.minimap.isVisible()
    panel.canvas.zoom_by(2.5)
    assert panel.minimap.isVisible()
    panel.fit()
    assert not panel.minimap.isVisible()
    panel.canvas.zoom_by(2.5)
    button = panel.controls.findChild(QToolButton, "graph.button.minimap")
    assert isinstance(button, QToolButton)
    hands.click(button)
    assert not panel.minimap.isVisible()
    hands.click(button)
    assert panel.minimap.isVisible()


def test_a_click_on_the_minimap_goes_there(make_panel: MakePanel) -> None:
    panel = make_panel(large(60, 95))
    panel.canvas.zoom_reset()
    path = panel.scene.reading_order()[-2]
    assert path not in panel.canvas.visible_nodes()
    place = panel.minimap.point_of(panel.scene.nodes[path].center()).toPoint()
    hands.click(panel.minimap, place)
    assert path in panel.canvas.visible_nodes()
    before = panel.canvas.seen().center()
    hands.drag(panel.minimap, place, QPoint(0, -30))
    assert panel.canvas.seen().center().y() < before.y()


def test_the_minimap_has_the_colours_of_the_states(make_panel: MakePanel) -> None:
    panel, events = make_panel(large(60, 95)), Events()
    panel.canvas.zoom_reset()
    path = panel.scene.reading_order()[-2]
    place = panel.minimap.point_of(panel.scene.nodes[path].center()).toPoint()
    before = panel.minimap.grab().toImage().pixelColor(place)
    panel.apply_events([events.started(), events.planned(1, pull(path)), events.running(path)])
    assert panel.minimap.grab().toImage().pixelColor(place) != before


def test_a_wide_graph_begins_readable(make_panel: MakePanel) -> None:
    names = [f"worker_{number}" for number in range(30)]
    wide = graph(
        "wide",
        [
            static(START, "fan"),
            *(static("fan", name) for name in names),
            *(static(name, END) for name in names),
        ],
    )
    panel = make_panel(wide)
    assert panel.canvas.zoom == 0.75
    assert {START, "fan"} <= panel.canvas.visible_nodes()
    assert panel.minimap.isVisible()
    hands.key(panel.canvas, Qt.Key.Key_F)
    assert panel.canvas.visible_nodes() == set(panel.scene.nodes)


def typed(panel: GraphPanel, text: str) -> None:
    hands.key(panel.canvas, Qt.Key.Key_Slash)
    assert panel.finder.isVisible()
    QTest.keyClicks(panel.finder.field, text)


def test_a_node_is_found_by_a_part_of_its_name(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel = make_panel(research())
    typed(panel, "S")
    finder = panel.finder
    assert panel.canvas.selected in ("search", "synthesize")
    assert finder.count.text() == "1 of 2"
    assert panel.scene.nodes["plan"].opacity() < 1.0
    first = panel.canvas.selected
    with qtbot.waitSignal(panel.node_selected):
        hands.key(finder.field, Qt.Key.Key_Return)
    assert panel.canvas.selected != first
    assert finder.count.text() == "2 of 2"
    hands.key(finder.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert panel.canvas.selected == first
    QTest.keyClicks(finder.field, "zzz")
    assert finder.count.text() == "none"
    hands.key(finder.field, Qt.Key.Key_Escape)
    assert not finder.isVisible()
    assert panel.canvas.selected == first
    assert panel.scene.nodes["plan"].opacity() == 1.0


def test_what_is_found_comes_into_sight(make_panel: MakePanel) -> None:
    panel = make_panel(large(60, 95))
    panel.canvas.zoom_reset()
    typed(panel, "node_059")
    assert "node_059" in panel.canvas.visible_nodes()


def test_z_zooms_to_the_selected_node(make_panel: MakePanel) -> None:
    panel = make_panel(large(60, 95))
    panel.fit()
    assert panel.canvas.zoom < 1.0
    panel.canvas.select("node_030")
    hands.key(panel.canvas, Qt.Key.Key_Z)
    assert panel.canvas.zoom == 1.0
    middle = QPointF(panel.canvas.viewport().rect().center())
    off = QPointF(panel.canvas.mapFromScene(panel.scene.nodes["node_030"].center())) - middle
    assert off.manhattanLength() < 4


def test_a_small_canvas_has_no_map_and_a_short_pill_beside_the_controls(
    qtbot: QtBot, make_panel: MakePanel
) -> None:
    panel = make_panel()
    panel.set_graph(large(60, 90))
    qtbot.waitUntil(panel.canvas.isVisible)
    panel.canvas.zoom_reset()
    assert panel.minimap.isVisible()
    fold = ChannelUpdated(1, "run", "", 1, "log", 1, 2, None, None, ())
    panel.folds.show_folds([fold], opened=False)
    wide = panel.folds.geometry()
    panel.resize(330, 240)
    qtbot.waitUntil(lambda: not panel.minimap.isVisible())
    pill = panel.folds.geometry()
    assert pill.width() < wide.width()
    assert panel.folds.toolTip() == "1 channel updated"
    row = panel.controls.geometry()
    assert not pill.intersects(row)
    assert row.top() <= pill.center().y() <= row.bottom()
