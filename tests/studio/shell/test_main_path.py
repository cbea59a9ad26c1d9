"""The main job, by mouse and keyboard, on the real runtime: open, step, approve, edit, fork."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QFileDialog,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from studio.approval.interrupt_dialog import InterruptDialog
from studio.editing.edit_dialog import EditStateDialog
from studio.opening.input_dialog import InputDialog
from studio.shell.window import MainWindow
from tests.studio.shell.conftest import TRANSPORTS
from tests.studio.shell.desk import (
    SAMPLES,
    child,
    click,
    click_row,
    dialog,
    press,
    settled,
    tool,
    wait,
)

pytestmark = pytest.mark.parametrize("new_session", TRANSPORTS, indirect=True)


def open_by_dialog(qtbot: QtBot, window: MainWindow) -> None:
    click(tool(window, "file.open"))
    chooser = dialog(qtbot, QFileDialog)
    name = child(chooser, QLineEdit, "fileNameEdit")
    name.setText(str(SAMPLES / "research.py"))
    QTest.keyClick(name, Qt.Key.Key_Return)
    wait(qtbot, lambda: window.moment.thread_id == "research-1" and window.workspace.bridge.idle)


def value(window: MainWindow, channel: str) -> str:
    view = window.moment.view
    assert view is not None
    found = next(each.value for each in view.channels if each.name == channel)
    return found.text if found is not None else ""


def state_text(window: MainWindow, channel: str) -> str:
    """What the State panel says of a channel."""
    model = window.panels.state.model
    for row in range(model.rowCount()):
        index = model.index(row, 0)
        if index.data() == channel:
            return str(index.siblingAtColumn(1).data())
    raise AssertionError(f"the State panel has no {channel}")


def waiting(window: MainWindow) -> list[str]:
    """Nodes that execute next at the head."""
    head = window.moment.head
    return [] if head is None else list(head.next)


def approve(qtbot: QtBot, window: MainWindow) -> None:
    asked = dialog(qtbot, InterruptDialog)
    click(child(asked, QPushButton, "option.0"))
    settled(qtbot, window, "done")


def test_from_open_to_fork(qtbot: QtBot, window: MainWindow) -> None:
    open_by_dialog(qtbot, window)
    assert "research.py" in window.windowTitle()

    # Input by the form, one superstep first.
    press(window, Qt.Key.Key_F5)
    given = dialog(qtbot, InputDialog)
    assert given.form.value()["breadth"] == 3
    click(child(given, QPushButton, "input.paused"))
    settled(qtbot, window, "paused")
    assert waiting(window) == ["plan"]
    press(window, Qt.Key.Key_F10)
    settled(qtbot, window, "paused")
    assert waiting(window) == ["search", "search", "search"]
    assert "Paused before search (3)" in window.centre.header.text()

    # One task of three by F11, the rest of the superstep by F10.
    press(window, Qt.Key.Key_F11)
    settled(qtbot, window, "paused")
    assert window.moment.view is not None
    states = [task.state for task in window.moment.view.tasks]
    assert states.count("wrote") == 1
    press(window, Qt.Key.Key_F10)
    settled(qtbot, window, "paused")
    assert waiting(window) == ["gather"]

    # Run to the question and approve.
    click(tool(window, "run.go"))
    settled(qtbot, window, "interrupted")
    approve(qtbot, window)
    assert value(window, "report")
    first_head = window.moment.head
    assert first_head is not None
    assert first_head.next == ()
    first_report = state_text(window, "report")
    assert len(window.panels.timeline.chart.steps.columns) == 7
    assert window.panels.log.model.rowCount() > 10

    # Back to the plan's result: everything moves there, nothing runs.
    history = window.panels.history
    rows = [history.model.line(row).row for row in range(history.model.rowCount())]
    searching = next(index for index, row in enumerate(rows) if row.next[:1] == ("search",))
    click_row(history.list, history.model.index(searching, 0))
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert window.centre.banner.isVisible()
    assert state_text(window, "report") == "empty"
    assert window.moment.run.status == "done"

    # Edit the question there and fork.
    click(child(window, QToolButton, "banner.history.fork"))
    edit = dialog(qtbot, EditStateDialog)
    channels = child(edit, QListWidget, "channels")
    question = channels.findItems("question", Qt.MatchFlag.MatchExactly)[0]
    click_row(channels, channels.indexFromItem(question))
    wait(qtbot, lambda: window.workspace.bridge.idle and edit.editor.isVisible())
    field = next(each for each in edit.editor.findChildren(QPlainTextEdit) if each.isVisible())
    field.selectAll()
    QTest.keyClicks(field, "Why was it fast?")
    fork = child(edit, QPushButton, "fork")
    wait(qtbot, fork.isEnabled)
    click(fork)
    wait(qtbot, lambda: not window.centre.banner.isVisible() and window.workspace.bridge.idle)
    fork_row = window.moment.head
    assert fork_row is not None
    assert fork_row.parent_checkpoint_id == rows[searching].checkpoint_id
    assert "Why was it fast?" in state_text(window, "question")

    # Continue on the new branch to its own end.
    press(window, Qt.Key.Key_F5)
    settled(qtbot, window, "interrupted")
    approve(qtbot, window)
    second_head = window.moment.head
    assert second_head is not None
    assert second_head.checkpoint_id != first_head.checkpoint_id
    assert state_text(window, "report") != first_report

    # Both branches are there and each can be looked at.
    assert history.model.lanes == 2
    position = history.model.position(first_head.checkpoint_id)
    assert position is not None
    click_row(history.list, history.model.index(position, 0))
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert state_text(window, "report") == first_report
    click(child(window, QToolButton, "banner.history.return_to_head"))
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert not window.centre.banner.isVisible()
    assert window.moment.looked_at == second_head
