"""Large graphs: a plain drawing meanwhile, items that cost nothing until they are seen."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from runtime.drawing.layout import Layout, LayoutBox, LayoutEdge, LayoutRequest
from studio.graph.arranger import Arranger
from tests.studio.graph.conftest import MakePanel
from tests.studio.graph.samples import Events, large, pull


def request(boxes: int) -> LayoutRequest:
    return LayoutRequest(
        tuple(LayoutBox(100.0, 50.0) for _ in range(boxes)),
        tuple(LayoutEdge(index, index + 1) for index in range(boxes - 1)),
    )


def test_whoever_waits_gets_a_plain_layout_meanwhile(qtbot: QtBot) -> None:
    arranger = Arranger()
    arranger.patience_ms = 0
    told: list[Layout] = []
    arranger.arrange(request(400), told.append)
    qtbot.waitUntil(lambda: not arranger.busy)
    assert [len(layout.centres) for layout in told] == [400, 400]
    arranger.arrange(request(400), told.append)
    assert told[2] == told[1]
    arranger.deleteLater()


def test_a_better_layout_takes_the_place_of_the_plain_one(
    qtbot: QtBot, make_panel: MakePanel
) -> None:
    panel = make_panel()
    panel.arranger.patience_ms = 0
    drawn: list[int] = []
    panel.graph_drawn.connect(lambda: drawn.append(len(panel.scene.nodes)))
    panel.set_graph(large(300, 500))
    qtbot.waitUntil(lambda: bool(drawn))
    panel.canvas.select("node_007")
    before = panel.scene.nodes["node_007"]
    qtbot.waitUntil(lambda: not panel.arranger.busy)
    assert len(drawn) == 1
    after = panel.scene.nodes["node_007"]
    assert after is not before
    assert after.chosen


def test_a_moment_touches_only_the_nodes_that_change(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel, events = make_panel(), Events()
    panel.set_graph(large(300, 500))
    qtbot.waitUntil(lambda: bool(panel.scene.nodes))
    panel.apply_events([events.started(), events.planned(1, pull("node_003"))])
    model = panel.model
    assert model is not None
    assert model.take_touched() == set()
    model.apply([events.running("node_003")])
    assert panel.scene.refresh() == {"node_003"}
