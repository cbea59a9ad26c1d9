"""The panel through real clicks and keys."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from studio.graph.marks import BreakpointMark
from studio.graph.panel import GraphPanel
from studio.shell.theme import DARK
from tests.studio.graph import hands
from tests.studio.graph.conftest import MakePanel
from tests.studio.graph.samples import (
    END,
    START,
    Events,
    agent,
    graph,
    joins,
    large,
    pull,
    push,
    research,
    static,
)


def spot(panel: GraphPanel, name: str, at: QPointF | None = None) -> QPoint:
    """Where a point of a card (its name, by default) lies in the viewport."""
    item = panel.scene.nodes[name]
    return panel.canvas.mapFromScene(item.mapToScene(at or QPointF(60.0, 20.0)))


def click(panel: GraphPanel, point: QPoint) -> None:
    hands.click(panel.canvas.viewport(), point)


def test_it_says_what_will_appear_and_offers_to_open(make_panel: MakePanel) -> None:
    opened: list[bool] = []
    panel = make_panel(on_open=lambda: opened.append(True))
    assert panel.objectName() == "panel.graph"
    button = next(b for b in panel.findChildren(QPushButton) if b.isVisible())
    hands.click(button)
    assert opened == [True]


def test_a_click_selects_and_the_background_clears(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel = make_panel(research())
    with qtbot.waitSignal(panel.node_selected) as selected:
        click(panel, spot(panel, "gather"))
    assert selected.args == ["gather"]
    assert panel.scene.nodes["gather"].chosen
    assert "leads to review" in panel.canvas.accessibleDescription()
    with qtbot.waitSignal(panel.selection_cleared):
        click(panel, QPoint(5, 5))
    assert not panel.scene.nodes["gather"].chosen


def test_the_left_edge_toggles_the_breakpoint(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel = make_panel(research())
    item = panel.scene.nodes["review"]

    def looks() -> list[str]:
        return [panel.scene.nodes[name].look.breakpoint for name in ("review", "plan")]

    with qtbot.waitSignal(panel.breakpoint_toggled) as toggled:
        click(panel, spot(panel, "review", item.breakpoint_point()))
    assert toggled.args == ["review"]
    assert panel.canvas.selected is None
    panel.set_breakpoints({"review": BreakpointMark("on"), "plan": BreakpointMark("off")})
    assert looks() == ["on", "off"]
    panel.set_breakpoints({"plan": BreakpointMark("log")})
    assert looks() == ["none", "log"]


def test_start_has_no_breakpoint(make_panel: MakePanel) -> None:
    panel = make_panel(research())
    toggled: list[str] = []
    panel.breakpoint_toggled.connect(toggled.append)
    start = panel.scene.nodes[START]
    click(panel, spot(panel, START, QPointF(2.0, start.height / 2)))
    hands.key(panel.canvas, Qt.Key.Key_F9)
    assert panel.canvas.selected == START
    assert toggled == []


def test_chips_stand_for_sends_and_are_clicked(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel, events = make_panel(research()), Events()
    panel.apply_events(
        [
            events.started(),
            events.planned(1, *(push("search", index) for index in range(3))),
            events.running("search", 1),
        ]
    )
    item = panel.scene.nodes["search"]
    assert [chip.state for chip in item.look.chips] == ["due", "running", "due"]
    with qtbot.waitSignal(panel.task_selected) as selected:
        click(panel, spot(panel, "search", item.chip_rects()[1][1].center()))
    assert selected.args == ["task-search-1"]
    assert panel.canvas.selected == "search"
    for expected in ("task-search-0", "task-search-1", "task-search-2", "task-search-0"):
        with qtbot.waitSignal(panel.task_selected) as selected:
            hands.key(panel.canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
        assert selected.args == [expected]


def test_everything_is_reached_by_keys(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel = make_panel(research())
    panel.canvas.setFocus()
    seen: list[str] = []
    panel.node_selected.connect(seen.append)
    for _ in range(7):
        hands.key(panel.canvas, Qt.Key.Key_Tab)
    assert seen == [START, "plan", "search", "gather", "review", "synthesize", END]
    hands.key(panel.canvas, Qt.Key.Key_Up)
    assert panel.canvas.selected == "synthesize"
    hands.key(panel.canvas, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert panel.canvas.selected == "review"
    hands.key(panel.canvas, Qt.Key.Key_Down)
    assert panel.canvas.selected == "synthesize"
    with qtbot.waitSignal(panel.node_activated) as activated:
        hands.key(panel.canvas, Qt.Key.Key_Return)
    assert activated.args == ["synthesize"]
    with qtbot.waitSignal(panel.breakpoint_toggled) as toggled:
        hands.key(panel.canvas, Qt.Key.Key_F9)
    assert toggled.args == ["synthesize"]
    with qtbot.waitSignal(panel.selection_cleared):
        hands.key(panel.canvas, Qt.Key.Key_Escape)


def test_arrows_go_sideways(make_panel: MakePanel) -> None:
    panel = make_panel(agent())
    row = sorted(
        ["tool_search", "tool_code", "tool_sql"], key=lambda name: panel.scene.nodes[name].x()
    )
    click(panel, spot(panel, row[0]))
    hands.key(panel.canvas, Qt.Key.Key_Right)
    assert panel.canvas.selected == row[1]
    hands.key(panel.canvas, Qt.Key.Key_Right)
    assert panel.canvas.selected == row[2]
    hands.key(panel.canvas, Qt.Key.Key_Left)
    assert panel.canvas.selected == row[1]


def test_tab_leaves_after_the_last_node(make_panel: MakePanel) -> None:
    panel = make_panel(graph("one", [static(START, "only"), static("only", END)]))
    button = QPushButton("next", panel)
    button.show()
    panel.canvas.setFocus()
    for _ in range(3):
        hands.key(panel.canvas, Qt.Key.Key_Tab)
    assert panel.canvas.hasFocus()
    hands.key(panel.canvas, Qt.Key.Key_Tab)
    assert not panel.canvas.hasFocus()


def test_a_double_click_activates(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel = make_panel(research())
    with qtbot.waitSignal(panel.node_activated) as activated:
        hands.double_click(panel.canvas.viewport(), spot(panel, "plan"))
    assert activated.args == ["plan"]


def test_zoom_by_keys_buttons_and_wheel(make_panel: MakePanel) -> None:
    panel = make_panel(research())
    canvas = panel.canvas
    control = Qt.KeyboardModifier.ControlModifier
    before = canvas.zoom
    hands.key(canvas, Qt.Key.Key_Plus, control)
    assert canvas.zoom > before
    hands.key(canvas, Qt.Key.Key_Minus, control)
    hands.key(canvas, Qt.Key.Key_Minus, control)
    assert canvas.zoom < before
    hands.key(canvas, Qt.Key.Key_0, control)
    assert canvas.zoom == 1.0
    zoom_in = panel.findChild(QToolButton, "graph.button.zoom_in")
    shown = panel.findChild(QToolButton, "graph.button.zoom_reset")
    assert isinstance(zoom_in, QToolButton)
    assert isinstance(shown, QToolButton)
    hands.click(zoom_in)
    assert shown.text() == "120%"

    point = spot(panel, "gather")
    under = canvas.mapToScene(point)
    hands.wheel(canvas.viewport(), point, 120)
    assert canvas.zoom > 1.2
    assert (canvas.mapFromScene(under) - point).manhattanLength() <= 2
    for _ in range(40):
        hands.wheel(canvas.viewport(), point, 120)
    assert canvas.zoom == 3.0
    for _ in range(80):
        hands.wheel(canvas.viewport(), point, -120)
    assert 0 < canvas.zoom < 0.1
    hands.key(canvas, Qt.Key.Key_F)
    assert panel.canvas.visible_nodes() == set(panel.scene.nodes)


def test_dragging_the_background_pans_and_selects_nothing(make_panel: MakePanel) -> None:
    panel = make_panel(research())
    selected: list[str] = []
    panel.node_selected.connect(selected.append)
    start = spot(panel, "gather")
    hands.drag(panel.canvas.viewport(), QPoint(12, 12), QPoint(80, 40))
    moved = spot(panel, "gather") - start
    assert (moved - QPoint(80, 40)).manhattanLength() <= 2
    assert selected == []
    click(panel, spot(panel, "gather"))
    assert selected == ["gather"]


def test_tooltips_carry_the_whole_name(make_panel: MakePanel) -> None:
    name = "grade_documents_for_relevance_and_groundedness"
    panel = make_panel(graph("long", [static(START, name), static(name, END)]))
    assert hands.tooltip(panel.canvas.viewport(), spot(panel, name)).startswith(name)
    edge = next(edge for edge in panel.scene.edges if START in edge.sources)
    middle = panel.canvas.mapFromScene(QPointF(*edge.route[0]) + QPointF(0.0, 8.0))
    assert hands.tooltip(panel.canvas.viewport(), middle).startswith(f"START → {name}")


def test_the_context_menu_is_made_of_given_actions(make_panel: MakePanel) -> None:
    asked: list[str] = []
    action = QAction("Run to here")

    def actions(node: str) -> list[QAction]:
        asked.append(node)
        return [action]

    panel = make_panel(research(), node_actions=actions)
    point = spot(panel, "plan")
    hands.context_menu(panel.canvas.viewport(), point)
    assert panel.canvas.selected == "plan"
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert asked == ["plan"]
    titles = [entry.text() for entry in menu.actions() if not entry.isSeparator()]
    assert titles == ["Run to here", "Fit graph", "Show channels"]
    menu.close()


def test_states_of_a_recorded_run_reach_the_cards(make_panel: MakePanel) -> None:
    panel, events = make_panel(joins()), Events()
    panel.apply_events(
        [
            events.started(),
            events.planned(1, pull("short"), pull("long_1")),
            events.wrote("short", "merge", milliseconds=12),
            events.running("long_1"),
        ]
    )
    [gauge] = panel.scene.gauges.values()
    assert gauge.text == "1/2"
    assert "short: wrote, reports at the barrier" in gauge.toolTip()
    panel.apply_events([events.barrier()])
    nodes = panel.scene.nodes
    assert nodes["short"].look.state == "wrote"
    assert nodes["short"].look.detail == "1 run · 12 ms"
    assert nodes["long_1"].look.state == "running"
    assert gauge.text == "1/2"
    assert "short: reported" in gauge.toolTip()
    taken = {(edge.sources, edge.line.style) for edge in panel.scene.edges if edge.taken}
    assert taken == {(frozenset({"short"}), "join")}
    panel.clear_run()
    assert nodes["short"].look.detail == ""
    assert gauge.text == "0/2"


def test_channels_are_shown_and_hidden(make_panel: MakePanel) -> None:
    panel, events = make_panel(research()), Events()
    channels = panel.scene.channels
    assert set(channels) == {"queries", "findings"}
    assert not channels["queries"].isVisible()
    button = panel.findChild(QToolButton, "graph.button.channels")
    assert isinstance(button, QToolButton)
    hands.click(button)
    assert channels["queries"].isVisible()
    right = max(item.x() + item.width for item in panel.scene.nodes.values())
    assert all(capsule.x() > right for capsule in channels.values())
    panel.apply_events(
        [
            events.started(),
            events.planned(0, pull("plan")),
            events.wrote("plan", "search"),
            events.barrier(),
            events.updated("queries", 4, writers=["plan"]),
            events.planned(1, push("search", 0)),
        ]
    )
    assert channels["queries"].version == 4
    assert channels["queries"].changed
    assert panel.scene.links["queries"].active_writers == {"plan"}
    panel.select_node("gather")
    assert panel.scene.links["findings"].shown
    assert not panel.scene.links["queries"].shown
    hands.click(button)
    assert not channels["queries"].isVisible()


def test_selecting_from_elsewhere_is_silent(make_panel: MakePanel) -> None:
    panel = make_panel(large(60, 90))
    selected: list[str] = []
    panel.node_selected.connect(selected.append)
    panel.select_node("node_059")
    assert panel.scene.nodes["node_059"].chosen
    assert "node_059" in panel.canvas.visible_nodes()
    panel.select_node("no such node")
    assert panel.canvas.selected is None
    assert selected == []


def test_a_new_graph_replaces_the_old_and_clear_empties(make_panel: MakePanel) -> None:
    panel = make_panel(research())
    panel.set_breakpoints({"plan": BreakpointMark("on")})
    panel.select_node("plan")
    panel.set_graph(research())
    assert panel.scene.nodes["plan"].look.breakpoint == "on"
    panel.set_graph(joins())
    assert "plan" not in panel.scene.nodes
    assert panel.canvas.selected is None
    panel.clear()
    assert panel.scene.items() == []
    assert panel.model is None


def test_the_theme_changes_under_a_drawn_graph(make_panel: MakePanel) -> None:
    panel = make_panel(research())
    before = panel.grab().toImage()
    panel.set_theme(DARK)
    assert panel.grab().toImage() != before
    assert panel.canvas.backgroundBrush().color().name() == DARK.surface


def test_a_header_stands_above_the_canvas(make_panel: MakePanel) -> None:
    panel = make_panel(research())
    header = QLabel("Superstep 4")
    panel.set_header(header)
    header.show()
    panel.grab()
    assert header.geometry().bottom() < panel.canvas.mapTo(panel, QPoint(0, 0)).y()
