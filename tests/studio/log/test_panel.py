"""The Log panel through its widgets: lines from events, filters, following, the limit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from runtime.debug.events import (
    BreakpointHit,
    OutputKind,
    PlannedTask,
    RunEnded,
    RunPaused,
    RunStarted,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskOutput,
)
from runtime.debug.values import ValuePreview
from runtime.debug.views import ErrorView, InterruptView
from studio.log.panel import LogPanel
from studio.shell.theme import LIGHT
from tests.studio.inspector.model_watch import watch_model
from tests.studio.inspector.samples import research_graph


@pytest.fixture
def panel(qtbot: QtBot) -> LogPanel:
    panel = LogPanel(LIGHT, limit=1000)
    watch_model(panel.model, panel)
    qtbot.addWidget(panel)
    panel.resize(640, 240)
    panel.show()
    panel.set_graph(research_graph())
    return panel


def test_breakpoints_say_their_messages_and_what_is_unclear(panel: LogPanel) -> None:
    panel.apply(BreakpointHit(1, "run", "b1", "", 3, "round 2\nof 3", 1, "logged"))
    panel.apply(BreakpointHit(2, "run", "b2", "", 3, "before review", 1, "counted"))
    panel.apply(BreakpointHit(3, "run", "b3", "", 4, "'>' not supported", 0, "unclear"))
    assert lines(panel) == [
        ("3", "", "breakpoint", "round 2"),
        ("3", "", "breakpoint", "of 3"),
        ("4", "", "breakpoint", "the condition has no value: '>' not supported"),
    ]


def said(
    text: str, task: str = "t1", name: str = "search", kind: OutputKind = "stdout"
) -> TaskOutput:
    return TaskOutput(1, "run", "", task, name, kind, text)


def plan(*tasks: tuple[str, str, int | None], step: int = 3) -> SuperstepPlanned:
    planned = tuple(
        PlannedTask(task_id, name, "PUSH", index, (), None) for task_id, name, index in tasks
    )
    return SuperstepPlanned(1, "run", "thread", "", "c1", step, planned)


def lines(panel: LogPanel) -> list[tuple[str, ...]]:
    panel.flush()
    return [
        tuple(str(panel.model.index(row, column).data()) for column in range(4))
        for row in range(panel.model.rowCount())
    ]


def test_events_become_lines_with_step_and_task(panel: LogPanel) -> None:
    payload = ValuePreview("str", "str", "批准吗?")
    for event in (
        RunStarted(1, "run", "thread", "input", None),
        plan(("t1", "search", 0), ("t2", "search", 1)),
        said("first\nsecond", "t2"),
        said("careful", kind="stderr"),
        TaskFailed(1, "run", "", 3, "t1", "search", ErrorView("ValueError", "no 索引"), 1.0),
        TaskInterrupted(
            1, "run", "", 4, "t9", "review", (InterruptView("i", "t9", "review", payload),), 1.0
        ),
        RunPaused(1, "run", "thread", "step", "stepped one superstep", 4, ("review",)),
        RunEnded(1, "run", "thread", "interrupted", ""),
    ):
        panel.apply(event)
    assert lines(panel) == [
        ("", "", "run", "started: input"),
        ("3", "", "plan", "due: search [0], search [1]"),
        ("3", "search [1]", "out", "first"),
        ("3", "search [1]", "out", "second"),
        ("3", "search [0]", "err", "careful"),
        ("3", "search [0]", "error", "ValueError: no 索引"),
        ("4", "review", "asks", "批准吗?"),
        ("4", "", "run", "paused: stepped one superstep"),
        ("", "", "run", "ended: interrupted"),
    ]


def test_what_is_kept_is_not_called_due(panel: LogPanel) -> None:
    tasks = (
        PlannedTask("t1", "charge_card", "PULL", None, (), None),
        PlannedTask("t2", "reserve_stock", "PULL", None, (), None, finished=True),
    )
    panel.apply(SuperstepPlanned(1, "run", "thread", "", "c1", 2, tasks))
    assert lines(panel) == [("2", "", "plan", "due: charge_card; kept as recorded: reserve_stock")]


def test_lines_appear_in_the_next_turn_of_the_event_loop(qtbot: QtBot, panel: LogPanel) -> None:
    panel.apply(said("one"))
    panel.apply(said("two"))
    assert panel.model.rowCount() == 0
    qtbot.waitUntil(lambda: panel.model.rowCount() == 2)
    assert panel.table.isVisible()


def test_filters_by_node_and_text(qtbot: QtBot, panel: LogPanel) -> None:
    panel.apply(said("found Koyna"))
    panel.apply(said("found nothing"))
    panel.apply(said("asks about koyna", "t9", "review"))
    panel.apply(said("from a node the graph does not name", "t8", "helper"))
    panel.flush()
    QTest.keyClicks(panel.filter, "KOYNA")
    assert [line[3] for line in lines(panel)] == ["found Koyna", "asks about koyna"]
    panel.node_box.setFocus()
    QTest.keyClicks(panel.node_box, "rev")
    assert panel.node_box.currentText() == "review"
    assert [line[3] for line in lines(panel)] == ["asks about koyna"]
    panel.filter.clear()
    panel.apply(said("later", "t9", "review"))
    panel.apply(said("elsewhere"))
    assert [line[3] for line in lines(panel)] == ["asks about koyna", "later"]
    panel.show_node("helper")
    assert len(lines(panel)) == 1
    panel.show_node(None)
    assert len(lines(panel)) == 6


def test_the_end_is_followed_until_a_person_scrolls_up(qtbot: QtBot, panel: LogPanel) -> None:
    bar = panel.table.verticalScrollBar()
    for number in range(100):
        panel.apply(said(f"line {number}"))
    panel.flush()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > 0)
    QTest.keyClick(panel.table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    bar.setValue(10)
    panel.apply(said("more"))
    panel.flush()
    assert bar.value() == 10
    bar.setValue(bar.maximum())
    panel.apply(said("still more"))
    panel.flush()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())


def test_memory_is_bounded_and_keeps_the_newest(panel: LogPanel) -> None:
    for number in range(2500):
        panel.apply(said(f"line {number}"))
        if number % 300 == 0:
            panel.flush()
    panel.filter.setText("line")
    shown = lines(panel)
    assert panel.model.kept <= 1000
    assert len(shown) >= 900
    assert shown[-1][3] == "line 2499"
    for number in range(5000):
        panel.apply(said(f"line {number} of a burst"))
    assert lines(panel)[-1][3] == "line 4999 of a burst"
    assert panel.model.kept <= 1000


def test_a_line_of_enormous_length_is_cut(panel: LogPanel) -> None:
    panel.apply(said("x" * 50_000))
    text = lines(panel)[0][3]
    assert text.endswith("… (40,000 more characters)")


def test_selected_lines_are_copied(qtbot: QtBot, panel: LogPanel) -> None:
    panel.apply(said("eins"))
    panel.apply(said("zwei", "t9", "review"))
    panel.flush()
    panel.table.setFocus()
    panel.table.selectAll()
    QTest.keyClick(panel.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "\tsearch\tout\teins\n\treview\tout\tzwei"


def test_a_double_click_leads_to_the_node(qtbot: QtBot, panel: LogPanel) -> None:
    panel.apply(said("hello"))
    panel.flush()
    spot = panel.table.visualRect(panel.model.index(0, 3)).center()
    viewport = panel.table.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=spot)
    with qtbot.waitSignal(panel.node_selected) as selected:
        QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=spot)
    assert selected.args == ["search"]


def test_clearing_leaves_the_empty_panel(qtbot: QtBot, panel: LogPanel) -> None:
    panel.apply(said("hello"))
    panel.flush()
    QTest.mouseClick(panel.clear_button, Qt.MouseButton.LeftButton)
    assert panel.model.kept == 0
    assert not panel.table.isVisible()


def test_markup_that_a_node_says_is_shown_as_text(panel: LogPanel) -> None:
    panel.apply(said("<img src='file:///etc/hostname'><b>bold</b>"))
    panel.flush()
    cell = panel.model.index(0, 3)
    assert cell.data() == "<img src='file:///etc/hostname'><b>bold</b>"
    tip = str(cell.data(Qt.ItemDataRole.ToolTipRole))
    assert "<img" not in tip
    assert "&lt;b&gt;bold" in tip
