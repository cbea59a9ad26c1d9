"""Saving a file loads its graph again; what cannot be loaded leaves the last good graph."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from studio.approval.interrupt_dialog import InterruptDialog
from studio.shell.window import MainWindow
from tests.studio.shell.conftest import TRANSPORTS
from tests.studio.shell.desk import (
    SMALL,
    child,
    dialog,
    press,
    problem,
    settled,
    start,
    wait,
    write,
)

GRAPH = SMALL + "graph = builder.compile()\n"
HELPER = "from helper import VALUE\n" + GRAPH.replace('{"n": 1}', '{"n": VALUE}')
LONGER = GRAPH.replace(
    'builder.add_edge("second", END)',
    'builder.add_node("third", second)\nbuilder.add_edge("second", "third")',
)


pytestmark = pytest.mark.parametrize("new_session", TRANSPORTS, indirect=True)


def opened(qtbot: QtBot, window: MainWindow, path: str) -> None:
    window.opener.open_trusted(path)
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)


def nodes(window: MainWindow) -> set[str]:
    graph = window.workspace.graph
    return set() if graph is None else {node.name for node in graph.nodes}


def value(window: MainWindow) -> str:
    view = window.moment.view
    assert view is not None
    return next(each.value.text for each in view.channels if each.name == "n" and each.value)


def replace(path: str, text: str) -> None:
    """Save as many editors do: a new file takes the place of the old one."""
    fresh = Path(path).with_suffix(".tmp")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)


def test_a_saved_file_is_loaded_and_the_moment_stays(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    path = write(tmp_path, "own.py", GRAPH)
    opened(qtbot, window, path)
    start(qtbot, window)
    settled(qtbot, window, "done")
    press(window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    wait(qtbot, lambda: not window.moment.follows_head and window.workspace.bridge.idle)
    looked_at = window.moment.looked_at
    replace(path, LONGER)
    wait(qtbot, lambda: "third" in nodes(window) and window.workspace.bridge.idle)
    assert window.moment.looked_at == looked_at
    # Written in place as well.
    Path(path).write_text(GRAPH, encoding="utf-8")
    wait(qtbot, lambda: "third" not in nodes(window))


def test_a_module_beside_it_is_loaded_too(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    helper = write(tmp_path, "helper.py", "VALUE = 5\n")
    opened(qtbot, window, write(tmp_path, "own.py", HELPER))
    start(qtbot, window, "input.paused")
    settled(qtbot, window, "paused")
    assert set(window.workspace.files) == {helper, str(tmp_path / "own.py")}
    replace(helper, "VALUE = 77\n")
    wait(qtbot, lambda: "was loaded again" in window.status.currentMessage())
    settled(qtbot, window, "idle")
    press(window, Qt.Key.Key_F10)
    settled(qtbot, window, "paused")
    assert value(window) == "77"


def test_how_the_thread_stands_is_told_after_loading_again(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    asking = GRAPH.replace('    return {"n": 2}', "    return {'n': interrupt('Go on?')}")
    asking = "from runtime.types import interrupt\n" + asking
    path = write(tmp_path, "own.py", asking)
    opened(qtbot, window, path)
    start(qtbot, window)
    dialog(qtbot, InterruptDialog).reject()
    settled(qtbot, window, "interrupted")
    replace(path, asking + "# saved\n")
    loaded_again(qtbot, window)
    told = child(window, QLabel, "status.run")
    assert told.text() == "Waiting for an answer"
    assert "second waits for an answer" in window.centre.header.text()
    press(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    asked = dialog(qtbot, InterruptDialog)
    asked.reject()
    window.workspace.run_control.resume(
        {each.id: 5 for each in window.moment.interrupts}, "run", lambda: None, lambda _: None
    )
    settled(qtbot, window, "done")
    replace(path, asking + "# saved again\n")
    loaded_again(qtbot, window)
    assert told.text() == "Done"


def test_the_node_that_asks_is_renamed(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    asking = GRAPH.replace('    return {"n": 2}', "    return {'n': interrupt('Go on?')}")
    asking = "from runtime.types import interrupt\n" + asking
    path = write(tmp_path, "own.py", asking)
    opened(qtbot, window, path)
    start(qtbot, window)
    dialog(qtbot, InterruptDialog).reject()
    settled(qtbot, window, "interrupted")
    answers = {each.id: 5 for each in window.moment.interrupts}
    replace(path, asking.replace('"second"', '"renamed"'))
    loaded_again(qtbot, window)
    window.workspace.run_control.resume(answers, "run", lambda: None, lambda _: None)
    settled(qtbot, window, "failed")
    assert "unknown node 'second'" in problem(window)
    assert "What helps: Edit the state as another node, or fork" in problem(window)


def test_a_node_that_ends_the_program_is_told_what_fits_a_node(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    text = GRAPH.replace('    return {"n": 1}', "    raise SystemExit(3)")
    opened(qtbot, window, write(tmp_path, "own.py", text))
    start(qtbot, window)
    settled(qtbot, window, "failed")
    assert "SystemExit: 3" in problem(window)
    assert "A node must not end the program" in problem(window)
    assert "__main__" not in problem(window)


def test_a_name_with_a_line_break_is_shown_in_one_line(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    text = GRAPH.replace('"second"', '"two\\nlines"')
    opened(qtbot, window, write(tmp_path, "own.py", text))
    start(qtbot, window, "input.paused")
    settled(qtbot, window, "paused")
    press(window, Qt.Key.Key_F10)
    wait(qtbot, lambda: window.moment.run.next == ("two\nlines",))
    settled(qtbot, window, "paused")
    assert "two ↵ lines" in window.centre.header.text()
    assert window.panels.history.model.line(0).next == "two ↵ lines"
    assert window.panels.graph.scene.nodes["two\nlines"].title == "two ↵ lines"


def loaded_again(qtbot: QtBot, window: MainWindow) -> None:
    wait(qtbot, lambda: "was loaded again" in window.status.currentMessage())
    settled(qtbot, window, "idle")
    window.status.progress("")


def test_a_mistake_is_shown_at_its_line_and_the_graph_stays(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    helper = write(tmp_path, "helper.py", "VALUE = 5\n")
    opened(qtbot, window, write(tmp_path, "own.py", HELPER))
    replace(helper, "VALUE = 5\nVALUE = = 6\n")
    wait(qtbot, lambda: "SyntaxError" in problem(window))
    assert f'File "{helper}", line 2' in problem(window)
    assert "Correct the line and save the file. Saving the corrected file" in problem(window)
    assert "first" in nodes(window)
    start(qtbot, window)
    settled(qtbot, window, "done")
    replace(helper, "VALUE = 6\n")
    wait(qtbot, lambda: "was loaded again" in window.status.currentMessage())
    # What is corrected is no problem any more.
    assert window.panels.problems.model.rowCount() == 0


def test_a_file_that_is_gone_leaves_its_graph(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    path = write(tmp_path, "own.py", GRAPH)
    opened(qtbot, window, path)
    os.rename(path, tmp_path / "renamed.py")
    wait(qtbot, lambda: "was deleted or renamed" in problem(window))
    start(qtbot, window)
    settled(qtbot, window, "done")
    os.rename(tmp_path / "renamed.py", path)
    wait(qtbot, lambda: "was loaded again" in window.status.currentMessage())
    assert window.panels.problems.model.rowCount() == 0


def test_it_may_be_switched_off(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    path = write(tmp_path, "own.py", GRAPH)
    opened(qtbot, window, path)
    window.actions_registry.qaction("graph.reload_on_save").trigger()
    with qtbot.waitSignal(window.reloader.files.saved, timeout=30_000):
        replace(path, "not Python\n")
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert not problem(window)
