"""How far a run goes: to a node, to a superstep, one chosen task, to what was kept to stop at."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QSpinBox
from pytestqt.qtbot import QtBot

from studio.opening.input_dialog import InputDialog
from studio.shell.window import MainWindow
from tests.studio.shell.desk import (
    SMALL,
    close,
    dialog,
    open_sample,
    press,
    settled,
    start,
    wait,
    write,
)

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def due(window: MainWindow) -> tuple[str, ...]:
    head = window.moment.head
    return () if head is None else head.next


def test_to_a_node(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "loop")
    start(qtbot, window, "input.paused")
    settled(qtbot, window, "paused")
    window.panels.graph.node_selected.emit("fix")
    press(window, Qt.Key.Key_F10, CONTROL)
    wait(qtbot, lambda: due(window) == ("fix",))
    settled(qtbot, window, "paused")


def test_to_a_superstep(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "loop")
    start(qtbot, window, "input.paused")
    settled(qtbot, window, "paused")
    press(window, Qt.Key.Key_F10, CONTROL | SHIFT)
    asked = dialog(qtbot, QInputDialog)
    box = asked.findChild(QSpinBox)
    assert box is not None
    assert box.minimum() == 2
    box.setValue(5)
    asked.accept()
    wait(qtbot, lambda: window.moment.run.step == 5)
    settled(qtbot, window, "paused")
    assert window.moment.head is not None
    assert window.moment.head.step == 4


def test_the_selected_task_first(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "research")
    start(qtbot, window, "input.paused")
    settled(qtbot, window, "paused")
    press(window, Qt.Key.Key_F10)
    wait(qtbot, lambda: due(window) == ("search", "search", "search"))
    settled(qtbot, window, "paused")
    window.show_panel("tasks")
    tree, model = window.panels.tasks.tree, window.panels.tasks.model
    tree.setCurrentIndex(model.index(2, 0))
    assert tree.currentIndex().data() == "search [2]"
    press(window, Qt.Key.Key_F11, CONTROL)
    wait(qtbot, lambda: str(model.index(2, 2).data()) == "wrote")
    settled(qtbot, window, "paused")
    assert [str(model.index(row, 2).data()) for row in range(3)] == ["due", "due", "wrote"]
    assert not window.actions_registry.enabled("run.step_selected")


def test_breakpoints_are_kept_for_each_graph(
    qtbot: QtBot, make_window: Callable[[], MainWindow], window: MainWindow
) -> None:
    open_sample(qtbot, window, "loop")
    window.panels.breakpoints.toggle("fix")
    open_sample_again(qtbot, window, "counter")
    assert window.panels.breakpoints.marks == {}
    close(window)
    again = make_window()
    open_sample(qtbot, again, "loop")
    assert again.panels.breakpoints.marks["fix"].look == "on"
    start(qtbot, again)
    wait(qtbot, lambda: due(again) == ("fix",))
    settled(qtbot, again, "paused")
    assert again.moment.run.pause_reason == "breakpoint"


def open_sample_again(qtbot: QtBot, window: MainWindow, name: str) -> None:
    """Open a sample when a graph is open already."""
    sample = next(path for path in window.opener.sample_paths if Path(path).stem == name)
    window.opener.open_file(sample)
    wait(qtbot, lambda: window.windowTitle().startswith(name) and window.workspace.bridge.idle)


def test_a_write_stops_the_run(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "research")
    panel = window.panels.breakpoints
    panel.model.append(panel.model.table.new("write", "evidence"))
    start(qtbot, window)
    settled(qtbot, window, "paused")
    assert due(window) == ("review",)
    assert "Breakpoint on write to evidence" in window.centre.header.text()


def test_stops_of_the_graph_itself_are_named(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    text = SMALL + "graph = builder.compile(interrupt_before=['second'])\n"
    window.opener.open_trusted(write(tmp_path, "stops.py", text))
    wait(qtbot, lambda: window.workspace.graph is not None)
    panel = window.panels.breakpoints
    assert panel.summary.text() == "No breakpoints, 1 compiled into the graph"
    assert panel.model.index(0, 0).data() == "before second"


def has_inputs(window: MainWindow, count: int) -> bool:
    return len(window.acts.inputs) == count


def test_inputs_are_recalled_and_given_again(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "counter")
    registry = window.actions_registry
    assert not registry.enabled("run.restart")
    for number, count in enumerate((5, 7)):
        press(window, Qt.Key.Key_F5)
        given = dialog(qtbot, InputDialog)
        given.form.set_value({"count": count})
        press(given, Qt.Key.Key_F5)
        qtbot.waitUntil(partial(has_inputs, window, number + 1))
        settled(qtbot, window, "done")
    press(window, Qt.Key.Key_F5)
    given = dialog(qtbot, InputDialog)
    assert given.form.value() == {"count": 7}
    press(given, Qt.Key.Key_Up, CONTROL)
    assert given.form.value() == {"count": 5}
    press(given, Qt.Key.Key_Up, CONTROL)
    assert given.earlier.currentText() == "Example of the file"
    press(given, Qt.Key.Key_Down, CONTROL)
    assert given.form.value() == {"count": 5}
    given.reject()

    press(window, Qt.Key.Key_F5, CONTROL | SHIFT)
    wait(qtbot, lambda: window.moment.thread_id == "counter-2" and window.moment.head is not None)
    settled(qtbot, window, "done")
    view = window.moment.view
    assert view is not None
    assert next(each.value.text for each in view.channels if each.value) == "8"
