"""The update phase: each channel's old value, its writes in order, its new value."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from PySide6.QtCore import QRect
from pytestqt.qtbot import QtBot

from runtime.debug.events import ChannelUpdated, FoldStep
from studio.graph.fold_strip import FoldStrip
from tests.studio.graph import hands
from tests.studio.graph.conftest import MakePanel
from tests.studio.graph.samples import Events, preview, pull, push, research
from tests.studio.graph.test_expansion import outer


def updated(channel: str, *writes: tuple[str, str], ns: str = "") -> ChannelUpdated:
    fold = tuple(FoldStep(f"t-{text}", name, preview(text), None) for name, text in writes)
    return ChannelUpdated(
        0, "run", ns, 1, channel, 3, 4, preview("[0]"), preview("[0, 1, 2]"), fold
    )


def lights(strip: FoldStrip, stations: int) -> bool:
    return strip.lit == stations


def is_open(strip: FoldStrip) -> bool:
    return strip.isVisible() and strip.open


def test_a_barrier_is_unfolded_station_by_station(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel, events, now = make_panel(research()), Events(), [0.0]
    panel.animation.clock = lambda: now[0]
    panel.set_animated(True)
    strip = panel.folds
    assert not strip.isVisible()
    panel.apply_events(
        [
            events.started(),
            events.planned(1, push("search", 0), push("search", 1)),
            events.running("search", 0),
        ]
    )
    now[0] = 1000.0
    panel.apply_events(
        [
            events.wrote("search", index=0),
            events.wrote("search", index=1),
            events.barrier(),
            updated("findings", ("search", "1"), ("search", "2")),
        ]
    )
    assert strip.isVisible()
    assert is_open(strip)
    assert (strip.lit, strip.stations) == (0, 4)
    assert strip.accessibleDescription() == (
        "findings v3 → v4: [0] → + search 1 → + search 2 → [0, 1, 2]"
    )
    pictures = []
    for now[0], lit in ((1260.0, 1), (1510.0, 2), (1760.0, 3), (2100.0, 4)):
        qtbot.waitUntil(partial(lights, strip, lit))
        pictures.append(strip.grab().toImage())
    assert all(one != other for one, other in pairwise(pictures))


def test_the_next_plan_does_not_cut_the_fold_off_and_execution_folds_it_up(
    make_panel: MakePanel,
) -> None:
    panel, events, now = make_panel(research()), Events(), [0.0]
    panel.animation.clock = lambda: now[0]
    panel.set_animated(True)
    strip = panel.folds
    panel.apply_events([events.started(), events.planned(1, pull("plan"))])
    now[0] = 1000.0
    panel.apply_events([events.wrote("plan", "search"), events.barrier(), updated("queries")])
    panel.apply_events([events.planned(2, push("search", 0))])
    assert is_open(strip)
    assert strip.lit == 0
    panel.apply_events([events.running("search", 0)])
    assert not is_open(strip)
    assert strip.isVisible()
    hands.click(strip)
    assert is_open(strip)
    panel.apply_events([events.running("search", 0)])
    assert is_open(strip)
    hands.click(strip)
    assert not is_open(strip)


def test_under_reduced_motion_it_stays_small_until_it_is_opened(make_panel: MakePanel) -> None:
    panel, events = make_panel(research()), Events()
    panel.apply_events(
        [events.started(), events.planned(1, pull("plan")), events.barrier(), updated("queries")]
    )
    strip = panel.folds
    assert strip.isVisible()
    assert not is_open(strip)
    hands.click(strip)
    assert is_open(strip)
    assert strip.lit == strip.stations
    panel.apply_events([events.started()])
    assert not strip.isVisible()


def test_a_run_in_full_swing_is_not_unfolded(make_panel: MakePanel) -> None:
    panel, events, now = make_panel(research()), Events(), [5000.0]
    panel.animation.clock = lambda: now[0]
    panel.set_animated(True)
    opened = []
    for step in range(4):
        now[0] += 50.0
        panel.apply_events(
            [events.planned(step, pull("plan")), events.barrier(), updated("queries")]
        )
        opened.append(panel.folds.open)
        panel.apply_events([events.running("plan")])
    assert opened == [True, False, False, False]


def test_many_writes_and_channels_are_cut(make_panel: MakePanel) -> None:
    panel, events = make_panel(research()), Events()
    writes = [("search", str(number)) for number in range(5000)]
    panel.apply_events(
        [
            events.planned(1, pull("plan")),
            events.barrier(),
            updated("findings", *writes),
            *(updated(f"channel {number}") for number in range(6)),
            updated("branch:to:plan"),
        ]
    )
    strip = panel.folds
    text = strip.accessibleDescription().splitlines()[0]
    assert text == "findings v3 → v4: [0] → + search 0 → + search 1 → 4997 more → " + (
        "+ search 4999 → [0, 1, 2]"
    )
    hands.click(strip)
    assert panel.canvas.rect().contains(strip.geometry())
    assert len(strip.folds) == 3


def test_it_stands_where_it_covers_less_of_the_graph(make_panel: MakePanel) -> None:
    panel, events = make_panel(research()), Events()
    panel.apply_events([events.planned(1, pull("plan")), events.barrier(), updated("queries")])
    strip = panel.folds
    hands.click(strip)
    assert panel.canvas.nodes_under(strip.geometry()) == 0
    left = QRect(strip.geometry())
    panel.canvas.zoom_reset()
    panel.canvas.hold("plan", left.topLeft())
    strip.place()
    assert strip.geometry().left() > left.left()


def test_a_channel_of_a_subgraph_says_where_it_is(make_panel: MakePanel) -> None:
    panel, events = make_panel(outer()), Events()
    panel.add_inside("desk", research())
    panel.apply_events(
        [
            events.planned(1, pull("plan"), ns="desk:1"),
            updated("queries", ("plan", "1"), ns="desk:1"),
            updated("queries", ("plan", "1"), ns="unknown:1"),
        ]
    )
    assert panel.folds.accessibleDescription() == (
        "desk / queries v3 → v4: [0] → + plan 1 → [0, 1, 2]"
    )
