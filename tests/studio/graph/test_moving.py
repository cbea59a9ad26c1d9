"""Nodes moved by hand: by drag and keys, kept, put back; lines and frames follow."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from runtime.debug.description import NodeDescription
from studio.graph.arrangement import Arrangement
from studio.graph.panel import GraphPanel
from studio.graph.routing import Box, route_between
from tests.studio.graph import hands
from tests.studio.graph.conftest import MakePanel
from tests.studio.graph.samples import END, START, agent, graph, joins, research, static


def spot(panel: GraphPanel, path: str) -> QPoint:
    return panel.canvas.mapFromScene(panel.scene.nodes[path].center())


def ends(panel: GraphPanel, path: str) -> list[QPointF]:
    """Ends of lines that belong on the border of a node."""
    found = [QPointF(*edge.route[-1]) for edge in panel.scene.edges if edge.target == path]
    return found + [QPointF(*edge.route[0]) for edge in panel.scene.edges if path in edge.sources]


def test_a_card_is_dragged_and_its_lines_follow(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel = make_panel(agent())
    panel.canvas.zoom_reset()
    panel.canvas.ensure_node_visible("grade")
    item = panel.scene.nodes["grade"]
    before = QPointF(item.pos())
    with qtbot.waitSignal(panel.arrangement_changed) as kept:
        hands.drag(panel.canvas.viewport(), spot(panel, "grade"), QPoint(80, 40))
    assert item.pos() - before == QPointF(80, 40)
    assert kept.args is not None
    assert Arrangement.from_texts(kept.args[0]).moved == {"grade": (80.0, 40.0)}
    around = item.card_rect().adjusted(-1.5, -1.5, 1.5, 1.5)
    assert len(ends(panel, "grade")) == 3
    assert all(around.contains(end) for end in ends(panel, "grade"))


def test_escape_puts_it_back(make_panel: MakePanel) -> None:
    panel = make_panel(research())
    kept: list[object] = []
    panel.arrangement_changed.connect(kept.append)
    item, viewport = panel.scene.nodes["plan"], panel.canvas.viewport()
    before = QPointF(item.pos())
    start = spot(panel, "plan")
    QTest.mousePress(viewport, hands.LEFT, hands.NO_MODIFIER, start)
    hands.hold_to(viewport, start + QPoint(60, 60))
    hands.hold_to(viewport, start + QPoint(90, 60))
    assert item.pos() != before
    hands.key(panel.canvas, Qt.Key.Key_Escape)
    assert item.pos() == before
    QTest.mouseRelease(viewport, hands.LEFT, hands.NO_MODIFIER, start + QPoint(90, 60))
    assert item.pos() == before
    assert kept == []


def test_keys_move_the_selected_node(make_panel: MakePanel) -> None:
    panel = make_panel(research())
    panel.canvas.select("plan")
    before = QPointF(panel.scene.nodes["plan"].pos())
    hands.key(panel.canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    hands.key(panel.canvas, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert panel.scene.nodes["plan"].pos() - before == QPointF(8, -8)


def test_positions_come_back_and_are_reset(make_panel: MakePanel) -> None:
    panel = make_panel(joins())
    laid_out = {path: QPointF(item.pos()) for path, item in panel.scene.nodes.items()}
    routes = [edge.route for edge in panel.scene.edges]
    panel.canvas.select("short")
    for _ in range(4):
        hands.key(panel.canvas, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    again = make_panel(joins())
    again.set_arrangement(panel.arrangement.to_texts())
    assert again.scene.nodes["short"].pos() == laid_out["short"] + QPointF(-32, 0)
    assert again.scene.nodes["merge"].pos() == laid_out["merge"]
    again.reset_positions()
    assert again.arrangement.moved == {}
    assert {path: item.pos() for path, item in again.scene.nodes.items()} == laid_out
    assert [edge.route for edge in again.scene.edges] == routes


def test_a_frame_grows_around_what_is_moved_in_it(make_panel: MakePanel) -> None:
    inner = graph("inner", [static(START, "a"), static("a", END)])
    panel = make_panel(
        graph(
            "outer",
            [static(START, "box"), static("box", END)],
            further=[NodeDescription("box", "subgraph")],
        )
    )
    panel.add_inside("box", inner)
    panel.toggle_expanded("box")
    before = panel.scene.nodes["box"].card_rect()
    hands.drag(panel.canvas.viewport(), spot(panel, "box|a"), QPoint(160, 0))
    after = panel.scene.nodes["box"].card_rect()
    assert after.width() > before.width()
    assert after.contains(panel.scene.nodes["box|a"].card_rect())
    # What is inside goes with the frame.
    a = QPointF(panel.scene.nodes["box|a"].pos())
    panel.canvas.select("box")
    hands.key(panel.canvas, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert panel.scene.nodes["box|a"].pos() - a == QPointF(0, 8)


def test_what_is_kept_is_read_with_care() -> None:
    kept = Arrangement({"a", "甲|乙"}, {"b": (8.0, -16.0)})
    again = Arrangement.from_texts(kept.to_texts())
    assert (again.expanded, again.moved) == (kept.expanded, kept.moved)
    strange = ["", "[]", '{"moved": "b"}', '{"moved": "b", "x": 1e9, "y": 0}', '{"expanded": 3}']
    assert Arrangement.from_texts(strange).to_texts() == []


def test_lines_leave_and_arrive_on_the_sides_that_face_each_other() -> None:
    here = Box(0, 0, 100, 50)
    below = route_between(here, Box(200, 150, 300, 200))
    assert (below[0], below[-1]) == ((50, 50), (250, 150))
    assert route_between(here, Box(0, 150, 100, 200)) == ((50, 50), (50, 150))
    beside = route_between(here, Box(200, 0, 300, 50))
    assert list(beside) == [(100, 25), (200, 25)]
    back = route_between(Box(0, 150, 100, 200), here)
    assert (back[0], back[-1]) == ((100, 175), (75, 0))
    assert all(x > 100 or y < 0 for x, y in back[1:-1])
    loop = route_between(here, here)
    assert loop[0][0] == loop[-1][0] == 100
    assert max(x for x, _ in loop) > 100
    assert route_between(here, Box(0, 150, 100, 200), 1.0) != route_between(
        here, Box(0, 150, 100, 200)
    )
