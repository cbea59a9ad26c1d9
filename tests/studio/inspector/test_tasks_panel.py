"""The Tasks panel through its widgets: rows per Send, errors, interrupts, live events."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from runtime.debug.events import (
    PlannedTask,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.values import ValuePreview
from runtime.debug.views import ErrorView, InterruptView, TriggerView, WriteView
from studio.inspector.task_rows import duration_text
from studio.inspector.tasks_panel import TasksPanel
from studio.shell.theme import LIGHT
from tests.studio.inspector.model_watch import watch_model
from tests.studio.inspector.samples import THREAD, Values, research_values, research_view

LONG_NAME = "a_node_with_an_unusually_long_name_of_its_own"


@pytest.fixture
def values() -> Values:
    return research_values()


@pytest.fixture
def panel(qtbot: QtBot, values: Values) -> TasksPanel:
    panel = TasksPanel(values.requests, LIGHT)
    watch_model(panel.model, panel)
    qtbot.addWidget(panel)
    panel.resize(560, 620)
    panel.show()
    panel.show_checkpoint(research_view(values))
    return panel


def cells(panel: TasksPanel, parent: QModelIndex | None = None) -> list[tuple[str, ...]]:
    model, above = panel.model, parent or QModelIndex()
    return [
        tuple(str(model.index(row, column, above).data()) for column in range(4))
        for row in range(model.rowCount(above))
    ]


def under(panel: TasksPanel, row: int, title: str) -> QModelIndex:
    task = panel.model.index(row, 0)
    titles = [line[0] for line in cells(panel, task)]
    return panel.model.index(titles.index(title), 0, task)


def center(panel: TasksPanel, index: QModelIndex) -> QPoint:
    panel.tree.scrollTo(index)
    return panel.tree.visualRect(index).center()


def test_send_instances_are_rows_of_their_own(panel: TasksPanel) -> None:
    assert [(line[0], line[2], line[3]) for line in cells(panel)] == [
        ("search [0]", "wrote", "12.4 ms"),
        ("search [1]", "running", ""),
        ("search [2]", "failed", "1.84 s"),
        ("review", "interrupted", "310 µs"),
        (LONG_NAME, "due", ""),
    ]
    assert panel.summary.text() == ("5 tasks: 1 due, 1 running, 1 wrote, 1 interrupted, 1 failed")


def test_a_task_shows_input_writes_and_targets(qtbot: QtBot, panel: TasksPanel) -> None:
    task = panel.model.index(0, 0)
    assert [line[0] for line in cells(panel, task)] == [
        "input",
        "triggered by",
        "→ findings",
        "goes to",
    ]
    given = under(panel, 0, "input")
    QTest.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=center(panel, task))
    QTest.keyClick(panel.tree, Qt.Key.Key_Right)
    QTest.keyClick(panel.tree, Qt.Key.Key_Down)
    QTest.keyClick(panel.tree, Qt.Key.Key_Right)
    assert [line[:2] for line in cells(panel, given)] == [
        ("query", "reservoir induced seismicity"),
        ("index", "0"),
    ]


def test_an_error_shows_its_traceback_with_the_users_frames_standing_out(
    qtbot: QtBot, panel: TasksPanel
) -> None:
    panel.tree.setCurrentIndex(panel.model.index(2, 0))
    lines = panel.detail.text.toPlainText().splitlines()
    assert lines[:3] == [
        "ValueError: the index 检索 has no entry for 'Koyna'",
        '  File "/samples/research.py", line 41, in search',
        "    entry = index[query]",
    ]
    start = lines.index("Traceback (most recent call last):")
    document = panel.detail.text.document()
    foreign = document.findBlockByNumber(start + 1).begin().fragment().charFormat()
    own = document.findBlockByNumber(start + 3).begin().fragment().charFormat()
    assert "research.py" in document.findBlockByNumber(start + 3).text()
    assert panel.detail.text.verticalScrollBar().value() == 0
    assert foreign.foreground().color().name() == LIGHT.text_muted
    assert own.foreground().color().name() == LIGHT.failed


def test_a_frame_leads_to_its_source(qtbot: QtBot, panel: TasksPanel) -> None:
    panel.tree.setCurrentIndex(panel.model.index(2, 0))
    editor = panel.detail.text
    block = editor.document().findBlockByNumber(1)
    spot = editor.blockBoundingGeometry(block).translated(editor.contentOffset()).center()
    with qtbot.waitSignal(panel.open_source) as opened:
        QTest.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, pos=spot.toPoint())
    assert opened.args == ["/samples/research.py", 41]
    panel.tree.expand(panel.model.index(2, 0))
    panel.tree.expand(under(panel, 2, "error"))
    frame = panel.model.index(0, 0, under(panel, 2, "error"))
    assert frame.siblingAtColumn(2).data() == "research.py:41"
    panel.tree.setCurrentIndex(frame)
    with qtbot.waitSignal(panel.open_source):
        QTest.keyClick(panel.tree, Qt.Key.Key_Return)


def test_an_interrupt_is_answered_from_its_row_and_from_the_button(
    qtbot: QtBot, panel: TasksPanel
) -> None:
    with qtbot.waitSignal(panel.answer_requested) as asked:
        QTest.mouseClick(panel.answer, Qt.MouseButton.LeftButton)
    assert asked.args == ["i1"]
    panel.tree.expand(panel.model.index(3, 0))
    panel.tree.setCurrentIndex(under(panel, 3, "asks"))
    with qtbot.waitSignal(panel.answer_requested) as asked:
        QTest.keyClick(panel.tree, Qt.Key.Key_Return)
    assert asked.args == ["i1"]


def test_selecting_a_row_tells_its_task(qtbot: QtBot, panel: TasksPanel) -> None:
    with qtbot.waitSignal(panel.task_selected) as selected:
        QTest.mouseClick(
            panel.tree.viewport(),
            Qt.MouseButton.LeftButton,
            pos=center(panel, panel.model.index(3, 0)),
        )
    assert selected.args == ["t4", "review"]


def plan(checkpoint_id: str) -> SuperstepPlanned:
    trigger = TriggerView("branch:to:write", 5, 4, True, True)
    task = PlannedTask("w1", "write", "PULL", None, (trigger,), None)
    done = PlannedTask("w2", "check", "PULL", None, (), None, finished=True)
    return SuperstepPlanned(1, "run", THREAD, "", checkpoint_id, 4, (task, done))


def test_events_of_the_shown_superstep_are_followed(qtbot: QtBot, panel: TasksPanel) -> None:
    panel.apply(plan("another checkpoint"))
    assert len(cells(panel)) == 5
    panel.apply(plan("c3"))
    assert [(line[0], line[2]) for line in cells(panel)] == [("write", "due"), ("check", "wrote")]
    task: dict[str, Any] = {
        "run_id": "run",
        "checkpoint_ns": "",
        "step": 4,
        "task_id": "w1",
        "name": "write",
    }
    panel.apply(TaskStarted(2, **task))
    assert cells(panel)[0][2] == "running"
    payload = ValuePreview("str", "str", "继续吗?")
    asks = InterruptView("i9", "w1", "write", payload)
    panel.apply(TaskInterrupted(3, **task, interrupts=(asks,), duration_ms=3.0))
    assert cells(panel)[0][1:3] == ("继续吗?", "interrupted")
    assert panel.answer.isVisible()
    panel.apply(TaskStarted(4, **task))
    panel.apply(TaskFailed(5, **task, error=ErrorView("KeyError", "'x'"), duration_ms=4.0))
    assert cells(panel)[0][1:3] == ("KeyError: 'x'", "failed")
    panel.apply(TaskStarted(6, **task))
    wrote = (WriteView("draft", payload),)
    panel.apply(TaskWrote(7, **task, writes=wrote, targets=("__end__",), duration_ms=70_000.0))
    assert cells(panel)[0] == ("write", "→ draft", "wrote", "1.2 min")
    assert cells(panel, panel.model.index(0, 0))[-1][:2] == ("goes to", "END")
    assert not panel.answer.isVisible()


def test_durations_take_the_unit_that_suits_them() -> None:
    assert [duration_text(each) for each in (None, 0.012, 12.34, 999.0, 1500.0)] == [
        "",
        "12 µs",
        "12.3 ms",
        "999 ms",
        "1.5 s",
    ]


def test_without_a_moment_the_panel_says_what_will_appear(panel: TasksPanel) -> None:
    panel.show_checkpoint(None)
    assert not panel.tree.isVisible()
