"""Subgraphs expanded in the graph of a real run, and what is kept of the drawing."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from studio.shell.window import MainWindow
from tests.studio.graph import hands
from tests.studio.shell.desk import close, press, settled, wait, write
from tests.studio.shell.test_inside import NESTED

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def opened(qtbot: QtBot, window: MainWindow, path: str) -> None:
    window.offers_answers = False
    window.opener.open_trusted(path)
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)


def state(window: MainWindow, path: str) -> str:
    return window.panels.graph.scene.nodes[path].look.state


def expand(window: MainWindow, path: str) -> None:
    window.panels.graph.canvas.select(path)
    press(window, Qt.Key.Key_E, CONTROL | SHIFT)


def test_a_run_is_followed_inside_of_the_graph(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    opened(qtbot, window, write(tmp_path, "nested.py", NESTED))
    expand(window, "document")
    expand(window, "document|desk")
    nodes = window.panels.graph.scene.nodes
    assert "document|desk|sign" in nodes
    window.workspace.run_control.start({"log": []}, "run", lambda: None, lambda _: None)
    settled(qtbot, window, "interrupted")
    nodes = window.panels.graph.scene.nodes
    wait(qtbot, lambda: state(window, "document|desk|sign") == "interrupted")
    assert state(window, "document|desk") == "interrupted"
    assert len(nodes["document|desk|sign"].look.chips) == 2
    assert nodes["document|read"].look.detail.startswith("2 runs")

    answers = {each.id: "yes" for each in window.moment.interrupts}
    window.workspace.run_control.resume(answers, "run", lambda: None, lambda _: None)
    settled(qtbot, window, "done")
    # The record of a past moment has what its tasks did inside.
    row = window.moment.row_at_step(0)
    assert row is not None
    window.moment.look_at(row)
    wait(qtbot, lambda: nodes["document|desk|sign"].look.detail.startswith("2 runs"))
    assert window.panels.graph.scene.nodes["document|desk|sign"].look.glyph == "wrote"


def test_what_was_recorded_before_is_shown_when_a_frame_is_opened(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    opened(qtbot, window, write(tmp_path, "nested.py", NESTED))
    window.workspace.run_control.start({"log": []}, "run", lambda: None, lambda _: None)
    settled(qtbot, window, "interrupted")
    window.moment.open_thread(window.moment.thread_id)
    wait(qtbot, lambda: window.workspace.bridge.idle and window.moment.view is not None)
    expand(window, "document")
    wait(qtbot, lambda: state(window, "document|desk") == "interrupted")
    expand(window, "document|desk")
    wait(qtbot, lambda: state(window, "document|desk|sign") == "interrupted")


def test_the_drawing_is_kept_for_the_next_time(
    qtbot: QtBot, make_window: Callable[[], MainWindow], tmp_path: Path
) -> None:
    path = write(tmp_path, "nested.py", NESTED)
    first = make_window()
    opened(qtbot, first, path)
    expand(first, "document")
    canvas = first.panels.graph.canvas
    item = first.panels.graph.scene.nodes["document|read"]
    hands.drag(canvas.viewport(), canvas.mapFromScene(item.center()), QPoint(40, 0))
    moved = dict(first.panels.graph.arrangement.moved)
    assert set(moved) == {"document|read"}
    close(first)

    again = make_window()
    opened(qtbot, again, path)
    wait(qtbot, lambda: "document|read" in again.panels.graph.scene.nodes)
    assert again.panels.graph.arrangement.moved == moved
    again.actions_registry.trigger("view.reset_positions")
    again.actions_registry.trigger("view.collapse_all")
    assert "document|read" not in again.panels.graph.scene.nodes
    assert again.settings.values.canvas == {}


def test_a_node_inside_shows_its_source(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    opened(qtbot, window, write(tmp_path, "nested.py", NESTED))
    expand(window, "document")
    canvas = window.panels.graph.canvas
    item = window.panels.graph.scene.nodes["document|read"]
    hands.double_click(canvas.viewport(), canvas.mapFromScene(item.center()))
    assert window.panels.selection.node == "document|read"
    line = NESTED.splitlines().index("def read(state: State):") + 1
    wait(qtbot, lambda: window.panels.source.code.textCursor().blockNumber() + 1 == line)
