"""What happens to the window when its database changes under it."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from studio.opening.input_dialog import InputDialog
from studio.shell.rerun_dialog import RerunDialog
from studio.shell.window import MainWindow
from tests.studio.shell.desk import (
    child,
    click,
    dialog,
    open_sample,
    press,
    problem,
    settled,
    start,
    wait,
)


def ran(qtbot: QtBot, window: MainWindow) -> None:
    press(window, Qt.Key.Key_F5)
    click(child(dialog(qtbot, InputDialog), QPushButton, "input.run"))
    wait(qtbot, lambda: window.moment.run.status == "running")
    settled(qtbot, window, "done")


def execute(tmp_path: Path, statement: str) -> None:
    with closing(sqlite3.connect(tmp_path / "store.sqlite")) as connection, connection:
        connection.execute(statement)


def test_a_thread_that_was_deleted_elsewhere(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    open_sample(qtbot, window, "counter")
    ran(qtbot, window)
    execute(tmp_path, "DELETE FROM checkpoints")
    previous = window.moment.previous
    assert previous is not None
    window.moment.look_at(previous)
    wait(qtbot, lambda: window.panels.history.model.rowCount() == 0)
    assert window.moment.head is None
    assert "deleted by another program" in window.panels.problems.details.toPlainText()
    ran(qtbot, window)
    assert window.panels.history.model.rowCount() == 3


def test_a_thread_that_was_deleted_elsewhere_while_its_run_is_paused(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    open_sample(qtbot, window, "counter")
    start(qtbot, window, "input.paused")
    settled(qtbot, window, "paused")
    execute(tmp_path, "DELETE FROM checkpoints")
    press(window, Qt.Key.Key_F10)
    wait(qtbot, lambda: "deleted by another program" in problem(window))
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert window.panels.history.model.rowCount() == 0
    assert child(window, QLabel, "status.run").text() == "Idle"
    # Nothing is left to go on from: input is asked for, and a whole run follows.
    ran(qtbot, window)
    assert window.panels.history.model.rowCount() == 3
    assert window.panels.problems.model.rowCount() == 1


def test_an_input_dialog_is_closed_before_the_run_was_accepted(
    qtbot: QtBot, window: MainWindow
) -> None:
    open_sample(qtbot, window, "counter")
    press(window, Qt.Key.Key_F5)
    asked = dialog(qtbot, InputDialog)
    click(child(asked, QPushButton, "input.run"))
    delete(asked)
    settled(qtbot, window, "done")
    wait(qtbot, lambda: window.panels.history.model.rowCount() == 3)


def test_a_rerun_is_dropped_before_its_preview_came(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "counter")
    ran(qtbot, window)
    press(window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    wait(qtbot, lambda: not window.moment.follows_head)
    window.actions_registry.trigger("history.rerun")
    delete(dialog(qtbot, RerunDialog))
    wait(qtbot, lambda: window.workspace.bridge.idle)


def test_two_windows_on_one_database(
    qtbot: QtBot, make_window: Callable[[], MainWindow], window: MainWindow
) -> None:
    other = make_window()
    open_sample(qtbot, window, "counter")
    open_sample(qtbot, other, "counter")
    ran(qtbot, window)
    ran(qtbot, other)
    assert window.moment.thread_id == other.moment.thread_id == "counter-1"
    window.moment.reload()
    wait(qtbot, lambda: window.panels.history.model.rowCount() == 6)
    assert window.panels.problems.model.rowCount() == 0
