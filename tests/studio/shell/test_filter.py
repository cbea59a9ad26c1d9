"""Checkpoints are filtered by node, channel, source, metadata and expression."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.history.filtering import FilteredHistory
from studio.opening.input_dialog import InputDialog
from studio.shell.theme import DARK
from studio.shell.window import MainWindow
from tests.studio.inspector.model_watch import watch_model
from tests.studio.shell.desk import (
    click,
    click_row,
    dialog,
    open_sample,
    press,
    settled,
    start,
    wait,
)

CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def steps(filtered: FilteredHistory) -> list[str]:
    return [filtered.model.line(row).step for row in range(filtered.model.rowCount())]


def shows(qtbot: QtBot, filtered: FilteredHistory, expected: list[str]) -> None:
    wait(qtbot, lambda: steps(filtered) == expected)


def choose(filtered: FilteredHistory, box: str, text: str) -> None:
    chosen = {"node": filtered.node, "channel": filtered.channel, "source": filtered.source}[box]
    chosen.setFocus()
    index = chosen.findText(text)
    assert index >= 0, text
    while chosen.currentIndex() != index:
        step = 1 if index > chosen.currentIndex() else -1
        QTest.keyClick(chosen, Qt.Key.Key_Down if step > 0 else Qt.Key.Key_Up)


def test_each_part_of_the_filter(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "loop")
    start(qtbot, window)
    settled(qtbot, window, "done")
    filtered = window.panels.filtered
    watch_model(filtered.model, filtered)
    click(window.panels.history.filter_button)
    shows(qtbot, filtered, ["8", "7", "6", "5", "4", "3", "2", "1", "0", "-1"])
    assert filtered.said.text() == "10 of 10 checkpoints"
    choose(filtered, "node", "fix")
    shows(qtbot, filtered, ["6", "4", "2"])
    assert filtered.said.text() == "3 of 10 checkpoints"
    choose(filtered, "channel", "compilations")
    shows(qtbot, filtered, ["6", "4", "2"])
    filtered.expression.setFocus()
    QTest.keyClicks(filtered.expression.line, "compilations >")
    QTest.keyClick(filtered.expression.line, Qt.Key.Key_Return)
    assert filtered.expression.said.text().startswith("is not an expression")
    QTest.keyClicks(filtered.expression.line, " 1")
    QTest.keyClick(filtered.expression.line, Qt.Key.Key_Return)
    shows(qtbot, filtered, ["6", "4"])
    QTest.keyClicks(filtered.metadata, "step=4")
    shows(qtbot, filtered, ["4"])
    filtered.metadata.selectAll()
    QTest.keyClick(filtered.metadata, Qt.Key.Key_Delete)
    shows(qtbot, filtered, ["6", "4"])
    choose(filtered, "source", "input")
    shows(qtbot, filtered, [])
    assert filtered.said.text() == "0 of 10 checkpoints"
    window.panels.set_theme(DARK)


def test_a_row_is_looked_at_and_the_filter_follows_the_run(
    qtbot: QtBot, window: MainWindow
) -> None:
    open_sample(qtbot, window, "loop")
    start(qtbot, window)
    settled(qtbot, window, "done")
    press(window, Qt.Key.Key_H, CONTROL_SHIFT)
    filtered = window.panels.filtered
    choose(filtered, "source", "input")
    shows(qtbot, filtered, ["-1"])
    click_row(filtered.list, filtered.model.index(0, 0))
    wait(qtbot, lambda: window.moment.position[0] == -1)
    assert filtered.model.selected == filtered.model.line(0).row.checkpoint_id
    window.moment.return_to_head()
    wait(qtbot, lambda: filtered.list.currentIndex().row() == -1)
    # More input on the same thread: the list is filtered again by itself.
    press(window, Qt.Key.Key_F5)

    click(dialog(qtbot, InputDialog).run_button)
    shows(qtbot, filtered, ["9", "-1"])
    settled(qtbot, window, "done")
    press(window, Qt.Key.Key_H, CONTROL_SHIFT)
    assert not filtered.isVisible()
    assert window.panels.history.list.isVisible()
