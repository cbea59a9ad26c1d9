"""What nodes cost, who sent what to whom, and which way a run really took."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from runtime.debug.events import TaskWrote
from runtime.debug.views import WriteView
from studio.graph.panel import GraphPanel
from studio.graph.routing import label_point
from tests.studio.graph import hands
from tests.studio.graph.conftest import MakePanel
from tests.studio.graph.samples import (
    END,
    START,
    Events,
    graph,
    inferred,
    preview,
    pull,
    push,
    research,
    static,
)


def ran(panel: GraphPanel) -> Events:
    events = Events()
    panel.apply_events(
        [
            events.started(),
            events.planned(1, pull("plan")),
            events.wrote("plan", "search", milliseconds=30.0),
            events.barrier(),
            events.saved(1),
            events.planned(2, pull("search")),
            events.wrote("search", milliseconds=60.0),
            events.barrier(),
            events.saved(2),
            events.planned(3, pull("plan"), pull("gather")),
            events.wrote("plan", "search", milliseconds=15.0),
            events.failed("gather", "no"),
        ]
    )
    return events


def share(panel: GraphPanel, path: str) -> float:
    heat = panel.scene.nodes[path].look.heat
    assert heat is not None
    return heat.share


def words(panel: GraphPanel, path: str) -> str:
    heat = panel.scene.nodes[path].look.heat
    assert heat is not None
    return heat.text


def test_nodes_are_compared_by_runs_time_and_errors(make_panel: MakePanel) -> None:
    panel = make_panel(research())
    ran(panel)
    assert panel.scene.nodes["plan"].look.heat is None
    plain = panel.canvas.grab().toImage()
    action = panel.controls.findChild(QAction, "graph.heat.runs")
    assert isinstance(action, QAction)
    action.trigger()
    assert panel.heat == "runs"
    assert (share(panel, "plan"), share(panel, "search"), share(panel, "review")) == (1.0, 0.5, 0.0)
    assert words(panel, "plan") == "2 runs"
    assert panel.canvas.grab().toImage() != plain
    panel.show_heat("time")
    assert (share(panel, "plan"), share(panel, "search")) == (0.75, 1.0)
    assert words(panel, "plan") == "45 ms in all"
    panel.show_heat("errors")
    assert (share(panel, "gather"), share(panel, "plan")) == (1.0, 0.0)
    assert words(panel, "gather") == "1 error"
    panel.show_heat(None)
    assert panel.scene.nodes["plan"].look.heat is None


def test_heat_goes_on_with_the_run(make_panel: MakePanel) -> None:
    panel = make_panel(research())
    events = ran(panel)
    panel.show_heat("runs")
    panel.apply_events(
        [events.planned(4, pull("search")), events.wrote("search", milliseconds=1.0)]
    )
    assert share(panel, "search") == 1.0


def test_a_chip_has_its_own_input_state_and_output(make_panel: MakePanel) -> None:
    panel, events = make_panel(research()), Events()
    panel.apply_events([events.started(), events.planned(1, push("search", 0), push("search", 1))])
    wrote = TaskWrote(
        9,
        "run",
        "",
        1,
        "task-search-1",
        "search",
        (WriteView("findings", preview("['a']")), WriteView("branch:to:x", preview("None"))),
        (),
        7.0,
    )
    panel.apply_events([wrote])
    item = panel.scene.nodes["search"]
    [first, second] = item.look.chips
    assert first.text == "search, Send 1: due\nInput: query 0"
    assert second.text == (
        "search, Send 2: wrote · 7.0 ms\nInput: query 1\nOutput: findings = ['a']"
    )
    rect = item.chip_rects()[1][1]
    point = panel.canvas.mapFromScene(item.pos() + rect.center())
    assert hands.tooltip(panel.canvas.viewport(), point) == second.text


def test_many_sends_are_told_by_state(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel, events = make_panel(research()), Events()
    panel.apply_events(
        [
            events.started(),
            events.planned(1, *(push("search", index) for index in range(5000))),
            *(events.running("search", index) for index in range(40)),
            *(events.wrote("search", index=index) for index in range(25)),
        ]
    )
    item = panel.scene.nodes["search"]
    told = [(chip.state, chip.count) for chip in item.look.chips]
    assert told == [("running", 15), ("due", 4960), ("wrote", 25)]
    assert item.look.progress == "25/5000"
    inside = item.card_rect()
    for chip, rect in item.chip_rects():
        assert inside.contains(rect.translated(item.pos()))
        point: QPoint = panel.canvas.mapFromScene(item.pos() + rect.center())
        with qtbot.waitSignal(panel.task_selected) as selected:
            hands.click(panel.canvas.viewport(), point)
        first = {"running": 25, "due": 40, "wrote": 0}[chip.state]
        assert selected.args == [f"task-search-{first}"]


def test_an_edge_that_nobody_declared_is_drawn_once_a_run_takes_it(make_panel: MakePanel) -> None:
    panel = make_panel(
        graph("jumps", [static(START, "a"), static("a", END), static("b", END), inferred("a", "a")])
    )
    events = Events()
    before = {(*edge.sources, edge.target): edge for edge in panel.scene.edges}
    assert ("a", "b") not in before
    loop = before["a", "a"]
    assert [edge.observed for edge in before.values()] == [False] * len(before)
    panel.apply_events(
        [events.started(), events.planned(1, pull("a")), events.wrote("a", "b", "a")]
    )
    [jump] = [edge for edge in panel.scene.edges if edge.target == "b"]
    assert jump.observed
    assert jump.taken
    assert loop.observed
    assert "Observed" in panel.scene.edge_tooltip(jump)
    assert "Observed" in panel.scene.edge_tooltip(loop)
    middle = panel.canvas.mapFromScene(*label_point(jump.route))
    assert hands.tooltip(panel.canvas.viewport(), middle).startswith("a → b")
    # It stays when the run goes on, and is drawn anew with the rest.
    panel.apply_events([events.barrier(), events.planned(2, pull("b"))])
    assert [edge.taken for edge in panel.scene.edges if edge.target == "a"][-1] is False
    panel.set_arrangement(['{"moved": "b", "x": 8, "y": 8}'])
    again = [edge for edge in panel.scene.edges if edge.target == "b"]
    assert again != [jump]
    assert [edge.observed for edge in again] == [True]


def test_only_the_edge_really_taken_lights_up(make_panel: MakePanel) -> None:
    panel, events = make_panel(research()), Events()
    panel.apply_events(
        [
            events.started(),
            events.planned(1, pull("review")),
            events.wrote("review", "plan"),
        ]
    )
    lit = {(*edge.sources, edge.target) for edge in panel.scene.edges if edge.taken}
    assert lit == {("review", "plan")}


def test_the_legend_is_shown_and_closed(make_panel: MakePanel) -> None:
    panel = make_panel(research())
    panel.show_legend(True)
    assert panel.legend.isVisible()
    assert panel.canvas.rect().contains(panel.legend.geometry())
    assert "Observed" in panel.legend.accessibleDescription()
    hands.click(panel.legend)
    assert not panel.legend.isVisible()
    assert not panel.controls.legend_shown
