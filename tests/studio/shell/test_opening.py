"""From a file to an open graph, and from a database to its threads; what does not work is said."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from studio.opening.choices_dialog import ChoicesDialog
from studio.shell.window import MainWindow
from tests.studio.shell.desk import (
    SAMPLES,
    SMALL,
    child,
    click,
    click_row,
    close,
    dialog,
    open_sample,
    press,
    problem,
    settled,
    start,
    wait,
    write,
)


def test_trust_is_asked_once_for_a_folder(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / "inner").mkdir(parents=True)
    graph = SMALL + "graph = builder.compile()\n"
    target = write(project, "mine.py", graph)
    window.opener.open_file(target)
    question = dialog(qtbot, QMessageBox)
    assert str(project) in question.informativeText()
    click(question.button(QMessageBox.StandardButton.Cancel))
    assert window.workspace.graph is None
    window.opener.open_file(target)
    question = dialog(qtbot, QMessageBox)
    click(next(each for each in question.buttons() if each.text() == "Trust the folder and open"))
    wait(qtbot, lambda: window.workspace.graph is not None)
    assert window.settings.values.trusted_folders == [str(project)]
    deeper = write(project / "inner", "other.py", graph)
    window.opener.open_file(deeper)
    wait(qtbot, lambda: (opened := window.workspace.graph) is not None and opened.path == deeper)
    window.opener.open_file(write(tmp_path, "elsewhere.py", graph))
    assert str(tmp_path) in dialog(qtbot, QMessageBox).informativeText()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape])
def test_a_key_pressed_in_haste_runs_no_file(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, key: Qt.Key
) -> None:
    window.opener.open_file(write(tmp_path, "mine.py", SMALL + "graph = builder.compile()\n"))
    question = dialog(qtbot, QMessageBox)
    press(question, key)
    wait(qtbot, lambda: not question.isVisible())
    assert window.settings.values.trusted_folders == []
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert window.workspace.graph is None


@pytest.mark.parametrize("name", ["README.md", "absent.py", "folder.py"])
def test_what_is_no_python_file_is_refused_without_asking(
    window: MainWindow, tmp_path: Path, name: str
) -> None:
    write(tmp_path, "README.md", "# Mine")
    (tmp_path / "folder.py").mkdir()
    window.opener.open_file(str(tmp_path / name))
    assert window.findChild(QMessageBox) is None
    assert name in problem(window)


def test_what_does_not_open_is_said_and_what_was_open_stays(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    open_sample(qtbot, window, "counter")
    graph = window.workspace.graph
    broken = write(tmp_path, "broken.py", "import json\n\ndef build():\n    1 / 0\n\nbuild()\n")
    window.opener.open_trusted(broken)
    wait(qtbot, lambda: "division by zero" in problem(window))
    assert f'"{broken}", line 4' in problem(window)
    window.opener.open_trusted(write(tmp_path, "empty.py", "x = 1\n"))
    wait(qtbot, lambda: window.panels.problems.model.rowCount() == 2)
    assert "graph" in problem(window)
    window.opener.open_trusted(str(tmp_path / "absent.py"))
    wait(qtbot, lambda: window.panels.problems.model.rowCount() == 3)
    assert "absent.py" in problem(window)
    assert window.docks.docks["problems"].windowTitle() == "Problems (3)"
    assert window.workspace.graph == graph

    window.panels.problems.list.setCurrentIndex(window.panels.problems.model.index(2))
    click(window.panels.problems.show_source)
    wait(qtbot, lambda: "1 / 0" in window.panels.source.code.toPlainText())


def test_several_graphs_are_offered(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    text = SMALL + "one = builder.compile()\ntwo = builder.compile(interrupt_before=['second'])\n"
    window.opener.open_trusted(write(tmp_path, "several.py", text))
    offered = dialog(qtbot, ChoicesDialog)
    labels = [offered.list.item(row).text() for row in range(offered.list.count())]
    row = next(place for place, label in enumerate(labels) if label.startswith("two"))
    click_row(offered.list, offered.list.model().index(row, 0))
    offered.accept()
    wait(qtbot, lambda: window.workspace.graph is not None)
    assert window.windowTitle().startswith("several.py:two")


def test_a_file_can_be_dropped(qtbot: QtBot, window: MainWindow) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(SAMPLES / "counter.py"))])
    place, action = QPointF(300, 300), Qt.DropAction.CopyAction
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(place.toPoint(), action, data, buttons, keys)
    window.dragEnterEvent(enter)
    assert enter.isAccepted()
    window.dropEvent(QDropEvent(place, action, data, buttons, keys))
    wait(qtbot, lambda: window.workspace.graph is not None)
    canvas = window.panels.graph.canvas
    assert not canvas.acceptDrops()
    assert not canvas.viewport().acceptDrops()
    other = QMimeData()
    other.setText("no file")
    refused = QDragEnterEvent(place.toPoint(), action, other, buttons, keys)
    refused.ignore()
    window.dragEnterEvent(refused)
    assert not refused.isAccepted()


def test_what_the_open_graph_lacks_is_said(
    qtbot: QtBot, make_window: Callable[[], MainWindow], window: MainWindow
) -> None:
    open_sample(qtbot, window, "counter")
    start(qtbot, window)
    settled(qtbot, window, "done")
    open_sample_file = str(SAMPLES / "review.py")
    window.opener.open_trusted(open_sample_file, "counter-1")
    wait(qtbot, lambda: "lacks" in window.centre.notice.text())
    assert window.centre.notice.isVisible()
    assert "count" in window.centre.notice.text()


def test_opening_another_graph_while_one_runs_is_refused(
    qtbot: QtBot, window: MainWindow, held: threading.Event
) -> None:
    graph = window.workspace.graph
    start(qtbot, window)
    wait(qtbot, lambda: window.moment.run.status == "running")
    window.opener.open_trusted(str(SAMPLES / "counter.py"))
    wait(qtbot, lambda: window.panels.problems.model.rowCount() == 1)
    assert "under way" in problem(window)
    assert window.workspace.graph == graph
    held.set()
    settled(qtbot, window, "done")


def test_a_database_can_be_read_without_its_graph(
    qtbot: QtBot, make_window: Callable[[], MainWindow], window: MainWindow
) -> None:
    open_sample(qtbot, window, "counter")
    start(qtbot, window)
    settled(qtbot, window, "done")
    close(window)
    other = make_window()
    other.workspace.list_threads()
    wait(qtbot, lambda: other.threads.isEnabled())
    other.panels.history.thread_box.activated.emit(0)
    wait(qtbot, lambda: other.moment.view is not None and other.workspace.bridge.idle)
    assert other.moment.thread_id == "counter-1"
    assert other.panels.history.model.rowCount() == 3
    assert other.panels.state.model.rowCount() > 0
    assert other.centre.header.isVisible()
    assert not other.actions_registry.enabled("run.go")
    assert other.panels.problems.model.rowCount() == 0


def test_a_builder_is_compiled_when_a_person_agrees(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    window.opener.open_trusted(write(tmp_path, "loose.py", SMALL))
    offered = dialog(qtbot, ChoicesDialog)
    question = child(offered, QLabel, "question").text()
    assert question == "The graph in loose.py is not compiled. It can be compiled now and opened."
    assert window.workspace.graph is None
    click(next(each for each in offered.findChildren(QPushButton) if each.text() == "Open"))
    wait(qtbot, lambda: window.workspace.graph is not None)
    assert window.windowTitle().startswith("loose.py:builder")


def test_a_builder_that_does_not_compile_says_why(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    text = SMALL.replace('add_edge("first", "second")', 'add_edge("first", "nobody")')
    window.opener.open_trusted(write(tmp_path, "loose.py", text))
    QTest.keyClick(dialog(qtbot, ChoicesDialog), Qt.Key.Key_Return)
    wait(qtbot, lambda: "nobody" in problem(window))
    assert window.workspace.graph is None


def test_a_file_that_ends_the_program_does_not(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    target = write(tmp_path, "ends.py", "import sys\n\nsys.exit(3)\n")
    window.opener.open_trusted(target)
    wait(qtbot, lambda: "SystemExit" in problem(window))
    assert f'"{target}", line 3' in problem(window)
