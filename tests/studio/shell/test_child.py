"""The graph runs in a process of its own: the main path, a node that hangs, a process that dies."""

import os
import socket
import venv
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from runtime.debug.interpreters import interpreters_for
from studio.process.ended_dialog import ProcessEndedDialog
from studio.process.interpreter_dialog import InterpreterDialog
from studio.shell.window import MainWindow
from tests.studio.shell.desk import (
    SMALL,
    child,
    click,
    close,
    dialog,
    press,
    problem,
    settled,
    start,
    tool,
    wait,
    write,
)

SHIFT = Qt.KeyboardModifier.ShiftModifier


pytestmark = pytest.mark.parametrize("new_session", ["child"], indirect=True)


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> Callable[[str], None]:
    """Opens a file of this text, whose first node reads it."""

    def open_text(first: str) -> None:
        body = SMALL.replace('    return {"n": 1}', first + '\n    return {"n": 1}')
        text = "import os, pathlib, signal, sys, time\n" + body + "graph = builder.compile()\n"
        window.opener.open_trusted(write(tmp_path, "own.py", text))
        wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)

    return open_text


def test_a_node_that_never_returns_costs_one_stop(
    qtbot: QtBot, window: MainWindow, opened: Callable[[str], None], tmp_path: Path
) -> None:
    opened(f"    while not os.path.exists({str(tmp_path / 'go')!r}): pass")
    start(qtbot, window)
    wait(qtbot, lambda: window.moment.run.phase == "execute")
    click(tool(window, "run.stop"))
    settled(qtbot, window, "stopped")
    assert window.moment.run.text == (
        "Stopped; ended with its process, because it does not return: first."
    )
    (tmp_path / "go").touch()
    press(window, Qt.Key.Key_F5)
    settled(qtbot, window, "done")


def test_the_process_is_restarted_whatever_it_does(
    qtbot: QtBot, window: MainWindow, opened: Callable[[str], None], tmp_path: Path
) -> None:
    opened(f"    while not os.path.exists({str(tmp_path / 'go')!r}): pass")
    start(qtbot, window)
    wait(qtbot, lambda: window.moment.run.phase == "execute")
    window.actions_registry.qaction("graph.restart_process").trigger()
    settled(qtbot, window, "stopped")
    # At rest as well, and nobody is told what they asked for.
    window.actions_registry.qaction("graph.restart_process").trigger()
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert not problem(window)
    (tmp_path / "go").touch()
    press(window, Qt.Key.Key_F5)
    settled(qtbot, window, "done")


@pytest.mark.parametrize(
    ("death", "words"),
    [
        ("os._exit(7)", "ended itself with exit code 7"),
        ("import ctypes; ctypes.string_at(0)", "crashed with a segmentation fault (SIGSEGV)"),
        (
            "os.kill(os.getpid(), signal.SIGKILL)",
            "was killed from outside, as the system does when memory runs out (SIGKILL)",
        ),
    ],
)
def test_a_process_that_dies_is_told_and_resumed(
    qtbot: QtBot,
    window: MainWindow,
    opened: Callable[[str], None],
    tmp_path: Path,
    death: str,
    words: str,
) -> None:
    mark = str(tmp_path / "died")
    once = f"    if not os.path.exists({mark!r}):\n        open({mark!r}, 'w').close()\n"
    opened(f"{once}        {death}")
    start(qtbot, window)
    told = dialog(qtbot, ProcessEndedDialog)
    settled(qtbot, window, "failed")
    assert told.what.text() == f"The graph's process {words} while first ran."
    assert told.left.text() == (
        "What had finished is saved. Resume, or Continue later, goes on from the last checkpoint "
        "in a new process: first will run again."
    )
    assert words in problem(window)
    click(told.resume)
    settled(qtbot, window, "done")
    view = window.moment.view
    assert view is not None
    assert {each.name: each.value.text for each in view.channels if each.value}["n"] == "2"


def test_a_file_that_ends_the_process_leaves_the_window_as_it_is(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    window.opener.open_trusted(write(tmp_path, "deadly.py", "import os\nos._exit(3)\n"))
    wait(qtbot, lambda: "exit code 3" in problem(window))
    window.opener.open_trusted(write(tmp_path, "good.py", SMALL + "graph = builder.compile()\n"))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    start(qtbot, window)
    settled(qtbot, window, "done")


def test_a_file_that_does_not_come_to_its_end_is_stopped(
    qtbot: QtBot, window: MainWindow, opened: Callable[[str], None], tmp_path: Path
) -> None:
    opened("    pass")
    begun = tmp_path / "begun"
    endless = f"import pathlib\npathlib.Path({str(begun)!r}).touch()\nwhile True: pass\n"
    window.opener.open_trusted(write(tmp_path, "endless.py", endless))
    wait(qtbot, begun.exists)
    click(tool(window, "run.stop"))
    wait(qtbot, lambda: "Opening was stopped" in problem(window))
    # What was open before still is.
    start(qtbot, window)
    settled(qtbot, window, "done")


def test_the_python_of_the_project_and_another_one(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    project = tmp_path / "project"
    for name in (".venv", "other"):
        venv.create(project / name, with_pip=False, symlinks=os.name != "nt")
    path = write(project, "own.py", SMALL + "graph = builder.compile()\n")
    window.opener.open_trusted(path)
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    shown = child(window, QLabel, "status.interpreter")
    assert shown.text() == str(Path("project", ".venv"))

    window.actions_registry.qaction("graph.interpreter").trigger()
    chooser = dialog(qtbot, InterpreterDialog)
    found = interpreters_for(str(project / "other" / "own.py"))[0].path
    click(child(chooser, QPushButton, "interpreter.other"))
    files = dialog(qtbot, QFileDialog)
    files.reject()
    chooser.choose_path(found)
    wait(qtbot, lambda: shown.text() == str(Path("project", "other")))
    start(qtbot, window)
    settled(qtbot, window, "done")

    # What was chosen holds until the one that is found by itself is chosen again.
    window.actions_registry.qaction("graph.interpreter").trigger()
    chooser = dialog(qtbot, InterpreterDialog)
    assert chooser.list.currentItem().toolTip() == found
    chooser.list.setCurrentRow(0)
    click(child(chooser, QPushButton, "interpreter.use"))
    wait(qtbot, lambda: shown.text() == str(Path("project", ".venv")))


def test_an_interpreter_that_does_not_start_leaves_the_graph_open(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    window.opener.open_trusted(write(tmp_path, "own.py", SMALL + "graph = builder.compile()\n"))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    window.actions_registry.qaction("graph.interpreter").trigger()
    dialog(qtbot, InterpreterDialog).choose_path(str(tmp_path / "python"))
    wait(qtbot, lambda: "cannot be started" in problem(window))
    assert str(tmp_path / "python") in problem(window)
    start(qtbot, window)
    settled(qtbot, window, "done")


def test_an_interpreter_is_kept_once_it_has_started_and_chosen_anew_where_it_is_gone(
    qtbot: QtBot, make_window: Callable[[], MainWindow], tmp_path: Path
) -> None:
    window = make_window()
    path = write(tmp_path, "own.py", SMALL + "graph = builder.compile()\n")
    window.opener.open_trusted(path)
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    window.actions_registry.qaction("graph.interpreter").trigger()
    dialog(qtbot, InterpreterDialog).choose_path(str(tmp_path / "python"))
    wait(qtbot, lambda: "cannot be started" in problem(window))
    close(window)
    second = make_window()
    assert not second.settings.values.interpreters
    second.settings.values.interpreters[path] = str(tmp_path / "removed")
    second.opener.open_trusted(path)
    wait(qtbot, lambda: "cannot be started" in problem(second))
    action = second.actions_registry.qaction("graph.interpreter")
    wait(qtbot, action.isEnabled)
    action.trigger()
    chooser = dialog(qtbot, InterpreterDialog)
    chooser.list.setCurrentRow(0)
    click(child(chooser, QPushButton, "interpreter.use"))
    wait(qtbot, lambda: second.moment.thread_id is not None and second.workspace.bridge.idle)
    assert not second.settings.values.interpreters
    start(qtbot, second)
    settled(qtbot, second, "done")


def test_a_debugger_attaches_where_the_window_says(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    window.opener.open_trusted(write(tmp_path, "own.py", SMALL + "graph = builder.compile()\n"))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    window.actions_registry.qaction("graph.attach_debugger").trigger()
    told = dialog(qtbot, QMessageBox)
    host, _, port = told.text().rpartition(" ")[2].partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.settimeout(30)
        heard = b""
        while b"debugpy" not in heard:
            packet = connection.recv(4096)
            assert packet, heard
            heard += packet
    told.accept()
    start(qtbot, window)
    settled(qtbot, window, "done")
