"""Subgraphs drawn inside of the graph: by button and key, alive while a run goes on."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from runtime.debug.description import GraphDescription, NodeDescription
from runtime.debug.views import CheckpointView, TaskView
from studio.graph.marks import BreakpointMark
from studio.graph.panel import GraphPanel
from studio.graph.paths import prefix_of_namespace
from tests.studio.graph import hands
from tests.studio.graph.conftest import MakePanel
from tests.studio.graph.samples import (
    END,
    START,
    Events,
    graph,
    preview,
    pull,
    research,
    row,
    static,
)

NS = "desk:task-desk"


def outer() -> GraphDescription:
    return graph(
        "outer",
        [static(START, "read"), static("read", "desk"), static("desk", END)],
        further=[NodeDescription("desk", "subgraph")],
    )


def middle() -> GraphDescription:
    return graph(
        "middle",
        [static(START, "sort"), static("sort", "box"), static("box", END)],
        further=[NodeDescription("box", "subgraph")],
    )


def filled(make_panel: MakePanel) -> GraphPanel:
    panel = make_panel(outer())
    panel.add_inside("desk", middle())
    panel.add_inside("desk|box", graph("box", [static(START, "sign"), static("sign", END)]))
    return panel


def button(panel: GraphPanel, path: str) -> QPoint:
    item = panel.scene.nodes[path]
    return panel.canvas.mapFromScene(item.pos() + item.button_rect().center())


def test_the_button_expands_and_collapses(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel = filled(make_panel)
    assert set(panel.scene.nodes) == {START, "read", "desk", END}
    with qtbot.waitSignal(panel.expanded) as expanded:
        hands.click(panel.canvas.viewport(), button(panel, "desk"))
    assert expanded.args == ["desk"]
    inner = {f"desk|{name}" for name in (START, "sort", "box", END)}
    assert set(panel.scene.nodes) == {START, "read", "desk", END} | inner
    frame = panel.scene.nodes["desk"].card_rect()
    for path in inner:
        assert frame.contains(panel.scene.nodes[path].card_rect())
    for path in (START, "read", END):
        assert not frame.intersects(panel.scene.nodes[path].card_rect())
    hands.click(panel.canvas.viewport(), button(panel, "desk"))
    assert set(panel.scene.nodes) == {START, "read", "desk", END}


def test_keys_expand_what_is_inside_too(make_panel: MakePanel) -> None:
    panel = filled(make_panel)
    canvas = panel.canvas
    canvas.select("desk")
    hands.key(canvas, Qt.Key.Key_E)
    canvas.select("desk|box")
    hands.key(canvas, Qt.Key.Key_E)
    assert "desk|box|sign" in panel.scene.nodes
    assert panel.scene.nodes["desk"].card_rect().contains(panel.scene.nodes["desk|box"].card_rect())
    # Collapsing what is around leads the selection out.
    canvas.select("desk|box|sign")
    panel.toggle_expanded("desk")
    assert canvas.selected == "desk"
    # The inner one is still expanded when the outer one is again.
    panel.toggle_expanded("desk")
    assert "desk|box|sign" in panel.scene.nodes


def test_lines_of_the_graph_around_lead_to_the_frame(make_panel: MakePanel) -> None:
    panel = filled(make_panel)
    panel.toggle_expanded("desk")
    frame = panel.scene.nodes["desk"].card_rect()
    [edge] = [edge for edge in panel.scene.edges if edge.target == "desk"]
    assert abs(edge.route[-1][1] - frame.top()) < 1.5
    inside = [edge for edge in panel.scene.edges if edge.target == "desk|sort"]
    assert [edge.sources for edge in inside] == [{f"desk|{START}"}]


def test_nodes_inside_live_while_a_run_goes_on(make_panel: MakePanel) -> None:
    panel, events = filled(make_panel), Events()
    panel.toggle_expanded("desk")

    def states() -> dict[str, str]:
        nodes = panel.scene.nodes
        return {path: item.look.state for path, item in nodes.items() if "|" in path}

    panel.apply_events(
        [
            events.started(),
            events.planned(2, pull("desk")),
            events.running("desk"),
            events.planned(1, pull("sort"), ns=NS),
        ]
    )
    assert states()["desk|sort"] == "due"
    panel.apply_events([events.running("sort", ns=NS)])
    assert states()["desk|sort"] == "running"
    panel.apply_events([events.wrote("sort", "box", ns=NS, milliseconds=5.0)])
    assert states()["desk|sort"] == "wrote"
    assert panel.scene.nodes["desk|sort"].look.detail == "1 run · 5.0 ms"
    taken = {(*edge.sources, edge.target) for edge in panel.scene.edges if edge.taken}
    assert ("desk|sort", "desk|box") in taken
    panel.apply_events([events.planned(2, pull("box"), ns=NS)])
    assert (states()["desk|sort"], states()["desk|box"]) == ("idle", "due")
    # The next superstep of the graph around ends what was inside.
    panel.apply_events([events.wrote("desk", END), events.barrier(), events.planned(3)])
    assert set(states().values()) == {"idle"}
    assert panel.scene.nodes["desk|sort"].look.detail == "1 run · 5.0 ms"


def test_tasks_of_several_sends_share_the_nodes_inside(make_panel: MakePanel) -> None:
    panel, events = filled(make_panel), Events()
    panel.toggle_expanded("desk")
    first, second = "desk:one", "desk:two"
    for namespace in (first, second):
        planned = replace(pull("sort"), id=f"{namespace}/sort")
        panel.apply_events([events.planned(1, planned, ns=namespace)])
    sort = panel.scene.nodes["desk|sort"]
    assert [chip.state for chip in sort.look.chips] == ["due", "due"]
    panel.apply_events([events.planned(2, pull("box"), ns=first)])
    assert sort.look.state == "due"
    assert len(sort.look.chips) == 0


def test_records_of_a_subgraph_fill_the_frame(make_panel: MakePanel) -> None:
    panel = filled(make_panel)
    panel.toggle_expanded("desk")
    task = TaskView("task-desk", "desk", "PULL", "interrupted")
    panel.show_checkpoint(CheckpointView(row("c1", 1), (), {}, (task,), ()), past=True)
    inner = replace(row("i1", 1), checkpoint_ns=NS, parent_checkpoint_id="i0")
    before = replace(inner, checkpoint_id="i0", step=0, parent_checkpoint_id=None, next=("sort",))
    due = TaskView("task-box", "box", "PULL", "interrupted", input=preview("a letter"))
    panel.show_inside(CheckpointView(inner, (), {}, (due,), ()), [inner, before])
    assert panel.scene.nodes["desk|box"].look.state == "interrupted"
    sort = panel.scene.nodes["desk|sort"].look
    assert (sort.state, sort.detail, sort.glyph) == ("idle", "1 run", "wrote")


def test_a_breakpoint_inside_is_marked_and_toggled(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel = filled(make_panel)
    panel.toggle_expanded("desk")
    panel.set_breakpoints({"desk|sort": BreakpointMark("on")})
    item = panel.scene.nodes["desk|sort"]
    assert item.look.breakpoint == "on"
    edge = panel.canvas.mapFromScene(item.pos() + item.breakpoint_point())
    with qtbot.waitSignal(panel.breakpoint_toggled) as toggled:
        hands.click(panel.canvas.viewport(), edge)
    assert toggled.args == ["desk|sort"]


def test_what_is_expanded_is_kept(make_panel: MakePanel) -> None:
    panel = filled(make_panel)
    kept: list[list[str]] = []
    panel.arrangement_changed.connect(kept.append)
    panel.set_all_expanded(True)
    again = make_panel(outer())
    again.set_arrangement(kept[-1])
    assert "desk|sort" not in again.scene.nodes
    again.add_inside("desk", middle())
    assert "desk|sort" in again.scene.nodes
    again.add_inside("desk|box", graph("box", [static(START, "sign"), static("sign", END)]))
    assert "desk|box|sign" in again.scene.nodes
    again.set_all_expanded(False)
    assert set(again.scene.nodes) == {START, "read", "desk", END}


def test_the_node_that_was_expanded_stays_under_the_pointer(make_panel: MakePanel) -> None:
    panel = filled(make_panel)
    panel.canvas.zoom_in()
    before = panel.canvas.mapFromScene(panel.scene.nodes["desk"].pos())
    panel.toggle_expanded("desk")
    after = panel.canvas.mapFromScene(panel.scene.nodes["desk"].pos())
    assert (after - before).manhattanLength() <= 2


def test_a_plain_node_is_not_expanded(make_panel: MakePanel) -> None:
    panel = make_panel(research())
    panel.canvas.select("plan")
    hands.key(panel.canvas, Qt.Key.Key_E)
    assert panel.scene.nodes["plan"].expanded is False
    assert not panel.can_expand("plan")


def test_a_frame_is_painted_at_every_distance(make_panel: MakePanel) -> None:
    panel = filled(make_panel)
    plain: QImage = panel.canvas.grab().toImage()
    panel.set_all_expanded(True)
    near = panel.canvas.grab().toImage()
    panel.canvas.zoom_by(0.1)
    far = panel.canvas.grab().toImage()
    assert plain != near != far


def test_namespaces_become_paths() -> None:
    assert prefix_of_namespace("") == ""
    assert prefix_of_namespace("a:1-2") == "a"
    assert prefix_of_namespace("a:1-2|b:3|1") == "a|b"
