"""Motion: it ends by itself, obeys the switch, and never holds up what is shown."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from studio.graph.channel_item import LinkItem
from studio.graph.edge_item import EdgeItem
from studio.graph.panel import GraphPanel
from tests.studio.graph.conftest import MakePanel
from tests.studio.graph.samples import START, Events, pull, research, trigger
from tests.studio.graph.test_model import view


def moving(make_panel: MakePanel) -> tuple[GraphPanel, Events]:
    panel = make_panel(research())
    panel.set_animated(True)
    return panel, Events()


def travelled(edge: EdgeItem, link: LinkItem) -> list[float | None]:
    return [edge.travel, link.travel]


def test_plan_fades_in_and_comes_to_rest(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel, events = moving(make_panel)
    panel.apply_events([events.started(), events.planned(0, pull("plan", trigger("b", [START])))])
    node = panel.scene.nodes["plan"]
    edge = next(edge for edge in panel.scene.edges if START in edge.sources)
    assert panel.animation.active
    assert node.outline == 0.0
    assert edge.cause == "b"
    assert edge.cause_opacity == 0.0
    qtbot.waitUntil(lambda: not panel.animation.active)
    assert node.outline == 1.0
    assert edge.cause_opacity == 1.0


def test_a_running_card_sweeps_until_it_has_written(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel, events = moving(make_panel)
    panel.apply_events([events.started(), events.planned(0, pull("plan")), events.running("plan")])
    node = panel.scene.nodes["plan"]
    qtbot.waitUntil(lambda: node.sweep is not None)
    panel.apply_events([events.wrote("plan", "search")])
    assert node.sweep is None
    qtbot.waitUntil(lambda: not panel.animation.active)
    assert node.appear == 1.0


def test_writes_travel_at_the_barrier(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel, events = moving(make_panel)
    time = [0.0]
    panel.animation.clock = lambda: time[0]
    panel.show_channels(True)
    panel.apply_events([events.started(), events.planned(0, pull("plan"))])
    panel.apply_events([events.running("plan"), events.wrote("plan", "search")])
    panel.apply_events([events.barrier(), events.updated("queries", 2)])
    edge = next(edge for edge in panel.scene.edges if edge.line.label == "Send")
    link = panel.scene.links["queries"]
    assert travelled(edge, link) == [0.0, 0.0]
    time[0] = 125.0
    qtbot.waitUntil(lambda: travelled(edge, link) == [0.5, 0.5])
    time[0] = 10_000.0
    qtbot.waitUntil(lambda: not panel.animation.active)
    assert travelled(edge, link) == [None, None]


def test_the_record_of_the_head_does_not_cut_off_what_moves(make_panel: MakePanel) -> None:
    panel, events = moving(make_panel)
    panel.apply_events([events.started(), events.planned(0, pull("plan"))])
    panel.apply_events([events.running("plan"), events.wrote("plan", "search")])
    panel.apply_events([events.barrier(), events.updated("queries", 2)])
    edge = next(edge for edge in panel.scene.edges if edge.line.label == "Send")

    def moves() -> tuple[bool, bool]:
        return panel.animation.active, edge.travel is not None

    panel.show_checkpoint(view(1), past=False)
    assert moves() == (True, True)

    panel.show_checkpoint(view(0), past=True)
    assert moves() == (False, False)


def test_several_supersteps_at_once_do_not_move(make_panel: MakePanel) -> None:
    panel, events = moving(make_panel)
    panel.apply_events(
        [
            events.started(),
            events.planned(0, pull("plan")),
            events.wrote("plan", "search"),
            events.planned(1, pull("gather")),
        ]
    )
    assert not panel.animation.active
    assert panel.scene.nodes["gather"].outline == 1.0


def test_a_new_superstep_ends_the_motion_of_the_one_before(make_panel: MakePanel) -> None:
    panel, events = moving(make_panel)
    panel.apply_events([events.started(), events.planned(0, pull("plan"))])
    panel.apply_events([events.planned(1, pull("gather"))])
    assert panel.scene.nodes["plan"].outline == 1.0
    assert panel.scene.nodes["gather"].outline == 0.0


def test_reduced_motion_stands_still(make_panel: MakePanel) -> None:
    panel, events = moving(make_panel)
    panel.apply_events([events.started(), events.planned(0, pull("plan")), events.running("plan")])
    assert panel.animation.active
    panel.set_animated(False)
    panel.apply_events([events.planned(1, pull("gather")), events.running("gather")])
    assert panel.scene.nodes["gather"].look.state == "running"
    assert panel.scene.nodes["gather"].sweep is None
    assert not panel.animation.active


def test_motion_that_runs_while_another_graph_opens_does_no_harm(
    qtbot: QtBot, make_panel: MakePanel
) -> None:
    panel, events = moving(make_panel)
    panel.apply_events([events.started(), events.planned(0, pull("plan")), events.running("plan")])
    panel.set_graph(research())
    assert not panel.animation.active
    panel.clear()
    assert not panel.animation.active


def test_speed_shortens_every_step(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel, events = moving(make_panel)
    panel.set_animated(True, speed=1000.0)
    panel.apply_events([events.started(), events.planned(0, pull("plan"))])
    qtbot.waitUntil(lambda: not panel.animation.active)
    assert panel.scene.nodes["plan"].outline == 1.0
