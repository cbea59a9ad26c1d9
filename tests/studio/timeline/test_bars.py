"""What a bar of the timeline is made of, by real runs: queue, attempts, inside, straggler."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from runtime.debug.commands import OpenTarget, Start
from runtime.debug.events import Event, RunEnded, TaskStarted
from runtime.debug.local import LocalSession
from runtime.debug.views import CheckpointPage, TargetOpened
from studio.shell.theme import LIGHT
from studio.timeline.measured import Bar
from studio.timeline.panel import TimelinePanel
from studio.timeline.supersteps import Column

MANY = 5000
GRAPH = f"""
import operator
import threading
from typing import Annotated, Any, TypedDict
from runtime.func import task
from runtime.graph import START, StateGraph
from runtime.types import RetryPolicy, Send

class State(TypedDict, total=False):
    found: Annotated[list[int], operator.add]
    n: int

tries = []
waiting = threading.Event()

@task
def fetch(n: int) -> int:
    return n

def caller(state: State) -> dict[str, Any]:
    first, second = fetch(1), fetch(2)
    return {{"found": [first.result() + second.result()]}}

def shaky(state: State) -> dict[str, Any]:
    tries.append(1)
    if len(tries) < 3:
        raise ConnectionError("the line\\nis dead")
    waiting.set()
    return {{}}

def slow(state: State) -> dict[str, Any]:
    waiting.wait(30)
    threading.Event().wait(0.01)
    return {{}}

def leaf(state: State) -> dict[str, Any]:
    return {{}}

inner = StateGraph(State).add_node(leaf).add_edge(START, "leaf").compile()

def work(state: State) -> dict[str, Any]:
    return {{"found": [state["n"]]}}

def fan(state: State) -> list[Send]:
    return [Send("work", {{"n": n}}) for n in range({MANY})]

policy = RetryPolicy(initial_interval=0.01, jitter=False)
builder = StateGraph(State).add_node(caller).add_node(slow).add_node("sub\\nline", inner)
builder.add_node("shaky", shaky, retry_policy=policy).add_node(work)
for name in ("caller", "slow", "shaky", "sub\\nline"):
    builder.add_edge(START, name)
builder.add_conditional_edges("slow", fan, ["work"])
graph = builder.compile()
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    """What a session tells of the run."""
    file: Path = tmp_path_factory.mktemp("timeline") / "graph.py"
    file.write_text(GRAPH)
    session = LocalSession(None)
    events: list[Event] = []
    ended = threading.Event()

    def hear(event: Event) -> None:
        events.append(event)
        if isinstance(event, RunEnded):
            ended.set()

    session.subscribe(hear)
    try:
        opened = session.send(OpenTarget(f"{file}:graph")).result(60)
        assert isinstance(opened, TargetOpened)
        assert opened.graph is not None, opened.error
        session.send(Start("t", {"found": []})).result(60)
        assert ended.wait(60)
    finally:
        session.close()
    assert isinstance(events[-1], RunEnded)
    assert events[-1].reason == "done", events[-1]
    return events


class Watched:
    """A panel that was told of the run; between two events of it a millisecond passes."""

    def __init__(self, qtbot: QtBot, told: list[Event]) -> None:
        self.now = 0.0
        self.panel = TimelinePanel(LIGHT, clock=lambda: self.now)
        qtbot.addWidget(self.panel)
        self.panel.resize(1000, 320)
        self.panel.show()
        self.panel.show_checkpoints(CheckpointPage("t", (), False))
        for event in told:
            self.now += 1.0
            self.panel.apply(event)
        self.chart = self.panel.chart
        self.chart.ensure_layout()

    def superstep(self, node: str) -> int:
        """The first one that has a task of a node."""
        return next(
            number
            for number, column in enumerate(self.chart.steps.columns)
            if (node, 0) in column.bars
        )

    def column(self, node: str) -> Column:
        return self.chart.steps.columns[self.superstep(node)]

    def bar(self, node: str) -> Bar:
        return self.column(node).bars[node, 0]

    def tooltip(self, node: str) -> str:
        rect = self.chart.bar_rect(self.superstep(node), self.bar(node))
        return self.chart.tooltip_at(rect.center().toPoint())

    def labels(self) -> list[str]:
        return [line.label for line in self.chart.geometry_of.lines.all]

    def click(self, spot: QPoint) -> None:
        QTest.mouseClick(self.chart.viewport(), Qt.MouseButton.LeftButton, pos=spot)


@pytest.fixture
def watched(qtbot: QtBot, told: list[Event]) -> Watched:
    return Watched(qtbot, told)


def test_failed_attempts_stand_apart_with_their_errors(watched: Watched) -> None:
    bar = watched.bar("shaky")
    assert [attempt.problem for attempt in bar.attempts] == [
        "ConnectionError: the line\nis dead"
    ] * 2
    first, second = bar.attempts
    assert second.start == pytest.approx(first.duration + first.wait)
    assert bar.duration is not None
    assert bar.duration > second.start + second.duration + second.wait
    words = watched.tooltip("shaky").splitlines()
    assert words[0].startswith("shaky, wrote, ")
    assert [line.partition(" failed")[0] for line in words if "attempt" in line] == [
        "attempt 1",
        "attempt 2",
    ]
    assert "ConnectionError: the line ↵ is dead" in watched.tooltip("shaky")


def test_a_task_that_waited_for_its_turn_says_how_long(watched: Watched) -> None:
    queued = [
        bar for bar in watched.column("slow").bars.values() if bar.start > 0 and bar.node != "slow"
    ]
    assert queued
    for bar in queued:
        assert "queued for" in watched.tooltip(bar.node)
    first = min(watched.column("slow").bars.values(), key=lambda bar: bar.start)
    assert "queued" not in watched.tooltip(first.node)


def test_the_barrier_names_the_one_it_waited_for(watched: Watched) -> None:
    column = watched.column("slow")
    straggler = column.straggler
    assert straggler is not None
    assert straggler.bar is max(column.bars.values(), key=lambda bar: bar.end)
    assert "the barrier waited for it" in watched.tooltip(straggler.bar.node)
    spot = QPoint(watched.chart.column_rect(watched.superstep("slow")).center().x(), 8)
    assert f"waited longest for {straggler.bar.node}" in watched.chart.tooltip_at(spot)
    assert watched.column("__start__").straggler is None


def test_what_ran_inside_of_a_task_is_shown_on_demand(qtbot: QtBot, watched: Watched) -> None:
    assert "fetch" not in watched.labels()
    watched.click(watched.chart.label_rect("caller").center())
    at = watched.labels().index("caller")
    assert watched.labels()[at + 1].startswith("fetch")
    watched.click(watched.chart.label_rect("sub\nline").center())
    at = watched.labels().index("sub ↵ line")
    assert watched.labels()[at + 1] == "leaf"
    lines = watched.chart.geometry_of.lines.all
    inner = lines[at + 1].inner
    measured = watched.column("sub\nline").measured
    assert inner is not None
    assert measured is not None
    assert measured.inside is not None
    [leaf] = measured.inside.bars[inner]
    spot = watched.chart.bar_rect(watched.superstep("sub\nline"), leaf, at + 1).center().toPoint()
    assert watched.chart.tooltip_at(spot).startswith("sub ↵ line > leaf, wrote, ")
    with qtbot.waitSignal(watched.panel.task_selected) as selected:
        watched.click(spot)
    assert selected.args == [watched.bar("sub\nline").task_id, "sub\nline"]


def test_thousands_of_tasks_are_one_line_until_they_are_asked_for(
    qtbot: QtBot, watched: Watched, told: list[Event]
) -> None:
    chart, number = watched.chart, watched.superstep("work")
    assert len(watched.labels()) < 20
    chart.set_cursor(watched.column("work").row.checkpoint_id)
    chart.verticalScrollBar().setValue(chart.verticalScrollBar().maximum())
    words = watched.tooltip("work")
    assert f"work: {MANY} tasks" in words
    assert f"wrote: {MANY:,}" in words
    chart.setFocus()
    chart.current = chart.geometry_of.lines.line_of(("work", 0))
    QTest.keyClick(chart, Qt.Key.Key_Space)
    assert len(watched.labels()) > MANY
    QTest.keyClick(chart, Qt.Key.Key_PageDown)
    QTest.keyClick(chart, Qt.Key.Key_Down)
    assert chart.current > chart.geometry_of.lines.line_of(("work", 0)) + 1
    bar = chart.steps.columns[number].bars[
        "work", chart.current - chart.geometry_of.lines.line_of(("work", 0))
    ]
    assert chart.viewport().rect().intersects(chart.bar_rect(number, bar).toRect())
    QTest.keyClick(chart, Qt.Key.Key_Return)
    assert len(watched.labels()) < 20
    assert sum(isinstance(event, TaskStarted) and event.name == "work" for event in told) == MANY


def test_the_wheel_zooms_around_the_pointer(watched: Watched) -> None:
    chart, number = watched.chart, watched.superstep("work")
    last = watched.column("work").straggler
    assert last is not None
    chart.set_zoom(8.0)
    chart.set_cursor(watched.column("work").row.checkpoint_id)
    chart.horizontalScrollBar().setValue(chart.horizontalScrollBar().maximum() - 200)
    rect = chart.bar_rect(number, last.bar)
    spot = QPointF(rect.right(), rect.center().y())
    wheel = QWheelEvent(
        spot,
        chart.viewport().mapToGlobal(spot),
        QPoint(),
        QPoint(0, 480),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    before = chart.zoom
    QApplication.sendEvent(chart.viewport(), wheel)
    assert chart.zoom == pytest.approx(before * 1.2**4)
    after = chart.bar_rect(number, last.bar)
    assert after.right() == pytest.approx(rect.right(), abs=12)
    assert chart.column_rect(number).width() > chart.viewport().width()
    QTest.keyClick(chart, Qt.Key.Key_0)
    assert chart.zoom == 1.0
