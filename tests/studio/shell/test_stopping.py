"""Where a run goes to and where it stops by itself, through the window's keys and widgets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QSpinBox,
)
from pytestqt.qtbot import QtBot

from runtime.debug.child.session import ChildSession
from studio.forms.text_edit import GrowingTextEdit
from studio.opening.input_dialog import InputDialog
from studio.session.making import NewSession, in_window
from studio.shell.expression_dialog import ExpressionDialog
from studio.shell.rerun_dialog import RerunDialog
from studio.shell.window import MainWindow
from tests.studio.shell.desk import (
    SMALL,
    child,
    click,
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

CONTROL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


@pytest.fixture(params=["here", "in a child process"])
def new_session(request: pytest.FixtureRequest) -> NewSession:
    """Graphs run in this process, and in one of their own."""
    if request.param == "here":
        return in_window
    return lambda database, create: ChildSession(database, create=create, stop_grace=0.5)


def due(window: MainWindow) -> tuple[str, ...]:
    head = window.moment.head
    return () if head is None else head.next


def values(window: MainWindow) -> dict[str, str]:
    view = window.moment.view
    assert view is not None
    return {each.name: each.value.text for each in view.channels if each.value is not None}


def test_to_an_expression_from_the_input(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "loop")
    press(window, Qt.Key.Key_F10, CONTROL | ALT)
    asked = dialog(qtbot, ExpressionDialog)
    QTest.keyClicks(asked.field.line, "compilations ==")
    QTest.keyClick(asked.field.line, Qt.Key.Key_Return)
    assert asked.field.said.text().startswith("is not an expression")
    QTest.keyClicks(asked.field.line, " 2")
    click(asked.button)
    given = dialog(qtbot, InputDialog)
    click(given.run_button)
    wait(qtbot, lambda: values_of_run(window) == "compilations == 2 holds.")
    settled(qtbot, window, "paused")
    assert values(window)["compilations"] == "2"

    press(window, Qt.Key.Key_F10, CONTROL | ALT)
    asked = dialog(qtbot, ExpressionDialog)
    # What was asked last is offered again, selected.
    assert asked.field.line.selectedText() == "compilations == 2"
    QTest.keyClicks(asked.field.line, "compilations > 99")
    QTest.keyClick(asked.field.line, Qt.Key.Key_Return)
    settled(qtbot, window, "done")
    assert window.moment.run.text == "Done; compilations > 99 did not come."


def values_of_run(window: MainWindow) -> str:
    return window.moment.run.text


def test_to_a_node_before_anything_ran(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "loop")
    window.panels.graph.node_selected.emit("fix")
    press(window, Qt.Key.Key_F10, CONTROL)
    click(dialog(qtbot, InputDialog).run_button)
    wait(qtbot, lambda: due(window) == ("fix",))
    settled(qtbot, window, "paused")


def test_to_a_superstep_from_the_past_runs_again(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "loop")
    start(qtbot, window)
    settled(qtbot, window, "done")
    first = window.moment.row_at_step(1)
    assert first is not None
    window.moment.look_at(first)
    wait(qtbot, lambda: window.workspace.bridge.idle)
    press(window, Qt.Key.Key_F10, CONTROL | SHIFT)
    asked = dialog(qtbot, QInputDialog)
    box = asked.findChild(QSpinBox)
    assert box is not None
    assert box.minimum() == 3
    box.setValue(4)
    asked.accept()
    confirm = dialog(qtbot, RerunDialog)
    wait(qtbot, confirm.run_button.isEnabled)
    click(confirm.run_button)
    wait(qtbot, lambda: window.moment.run.text == "Superstep 4 is due.")
    settled(qtbot, window, "paused")


def test_the_recorded_input_is_given_again(
    qtbot: QtBot, make_window: Callable[[], MainWindow], window: MainWindow
) -> None:
    open_sample(qtbot, window, "counter")
    press(window, Qt.Key.Key_F5)
    given = dialog(qtbot, InputDialog)
    given.form.set_value({"count": 41})
    click(given.run_button)
    settled(qtbot, window, "done")
    window.settings.values.inputs.clear()
    close(window)

    again = make_window()
    open_sample(qtbot, again, "counter")
    assert not again.actions_registry.enabled("run.restart")
    again.moment.open_thread("counter-1")
    wait(qtbot, lambda: again.actions_registry.enabled("run.restart"))
    press(again, Qt.Key.Key_F5, CONTROL | SHIFT)
    wait(qtbot, lambda: again.moment.thread_id == "counter-2" and again.moment.head is not None)
    settled(qtbot, again, "done")
    assert values(again)["count"] == "42"


def test_a_restart_with_edited_input(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "counter")
    start(qtbot, window)
    settled(qtbot, window, "done")
    press(window, Qt.Key.Key_F5, CONTROL | ALT)
    given = dialog(qtbot, InputDialog)
    assert given.form.value() == window.workspace.graph.example_input  # type: ignore[union-attr]
    # The thread stays as long as nothing is given.
    assert window.moment.thread_id == "counter-1"
    given.form.set_value({"count": 10})
    click(given.run_button)
    wait(qtbot, lambda: window.moment.thread_id == "counter-2" and window.moment.head is not None)
    settled(qtbot, window, "done")
    assert values(window)["count"] == "11"


NAMED = """
from typing import TypedDict
from runtime.graph import START, StateGraph


class State(TypedDict):
    name: str
    age: int


builder = StateGraph(State)
builder.add_node("greet", lambda state: {"name": state["name"].upper()})
builder.add_edge(START, "greet")
graph = builder.compile()
EXAMPLE_INPUT = {"name": "Eve", "age": 3}
"""


def name_line(given: InputDialog) -> GrowingTextEdit:
    return next(each for each in given.form.findChildren(GrowingTextEdit) if each.isVisible())


def has_inputs(window: MainWindow, count: int) -> bool:
    return len(window.acts.inputs) == count


def test_up_and_down_recall_in_a_line_also_after_a_restart(
    qtbot: QtBot, make_window: Callable[[], MainWindow], window: MainWindow, tmp_path: Path
) -> None:
    path = write(tmp_path, "named.py", NAMED)
    window.opener.open_trusted(path)
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    for count, name in enumerate(("Ada", "Bo"), 1):
        press(window, Qt.Key.Key_I, CONTROL)
        given = dialog(qtbot, InputDialog)
        name_line(given).selectAll()
        QTest.keyClicks(name_line(given), name)
        click(given.run_button)
        wait(qtbot, partial(has_inputs, window, count))
        settled(qtbot, window, "done")
    close(window)

    again = make_window()
    again.opener.open_trusted(path)
    wait(qtbot, lambda: again.moment.thread_id is not None and again.workspace.bridge.idle)
    press(again, Qt.Key.Key_F5)
    given = dialog(qtbot, InputDialog)
    assert given.form.value() == {"name": "Bo", "age": 3}
    QTest.keyClick(name_line(given), Qt.Key.Key_Up)
    assert given.form.value() == {"name": "Ada", "age": 3}
    QTest.keyClick(name_line(given), Qt.Key.Key_Up)
    assert given.form.value() == {"name": "Eve", "age": 3}
    QTest.keyClick(name_line(given), Qt.Key.Key_Down)
    assert given.form.value() == {"name": "Ada", "age": 3}
    # What is typed is found again on the way back.
    QTest.keyClicks(name_line(given), "x")
    typed = given.form.value()
    assert typed != {"name": "Ada", "age": 3}
    QTest.keyClick(name_line(given), Qt.Key.Key_Up)
    QTest.keyClick(name_line(given), Qt.Key.Key_Down)
    assert given.form.value() == typed
    # In a text of several lines they move the cursor.
    QTest.keyClick(name_line(given), Qt.Key.Key_Return, SHIFT)
    QTest.keyClick(name_line(given), Qt.Key.Key_Up)
    assert given.earlier.currentIndex() == 1
    given.reject()


NESTED = """
import operator
from typing import Annotated, TypedDict
from runtime.graph import START, StateGraph

EXAMPLE_INPUT = {"log": [], "n": 1}


class State(TypedDict, total=False):
    log: Annotated[list[str], operator.add]
    n: int


def draft(state: State):
    return {"log": ["draft"], "n": state["n"] + 1}


def polish(state: State):
    if state["n"] > 9:
        raise ValueError("bad ink")
    return {"log": ["polish"]}


inner = StateGraph(State)
inner.add_sequence([draft, polish])
inner.add_edge(START, "draft")
builder = StateGraph(State)
builder.add_node("letter", inner.compile())
builder.add_node("send", draft)
builder.add_edge(START, "letter")
builder.add_edge("letter", "send")
graph = builder.compile()
"""


@pytest.fixture
def nested(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> MainWindow:
    window.opener.open_trusted(write(tmp_path, "nested.py", NESTED))
    places = window.panels.breakpoints.model.places
    wait(qtbot, lambda: "letter / polish" in places.subjects("before"))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    return window


def test_inside_a_subgraph(qtbot: QtBot, nested: MainWindow) -> None:
    graph = nested.panels.graph
    graph.set_all_expanded(True)
    graph.breakpoint_toggled.emit("letter|polish")
    assert graph.scene.nodes["letter|polish"].look.breakpoint == "on"
    assert graph.scene.nodes["letter"].look.breakpoint == "inside"
    start(qtbot, nested)
    settled(qtbot, nested, "paused")
    assert nested.moment.run.text == "Breakpoint before letter / polish."
    assert nested.panels.selection.node == "letter"
    panel = nested.panels.breakpoints
    assert [panel.model.index(0, column).data() for column in (0, 2, 3)] == [
        "before letter / polish",
        "1",
        "waits here",
    ]
    # The header counts the supersteps of the root graph.
    assert "Superstep 1" in nested.centre.header.text()
    press(nested, Qt.Key.Key_F10)
    wait(qtbot, lambda: due(nested) == ("send",))
    settled(qtbot, nested, "paused")


def test_run_to_a_node_inside(qtbot: QtBot, nested: MainWindow) -> None:
    nested.panels.graph.set_all_expanded(True)
    nested.panels.graph.node_selected.emit("letter|polish")
    press(nested, Qt.Key.Key_F10, CONTROL)
    click(dialog(qtbot, InputDialog).run_button)
    wait(qtbot, lambda: nested.moment.run.text == "letter / polish is due.")
    settled(qtbot, nested, "paused")


def test_an_error_pauses_with_traceback_and_state(qtbot: QtBot, nested: MainWindow) -> None:
    panel = nested.panels.breakpoints
    panel.add_menu.actions()[6].trigger()
    assert panel.model.index(0, 0).data() == "on error in any"
    press(nested, Qt.Key.Key_F5)
    given = dialog(qtbot, InputDialog)
    given.form.set_value({"log": [], "n": 9})
    click(given.run_button)
    settled(qtbot, nested, "paused")
    assert nested.moment.run.pause_reason == "error"
    assert "bad ink" in problem(nested)
    assert "in polish" in problem(nested)
    assert "Traceback" in problem(nested)
    assert values(nested)["n"] == "9"
    press(nested, Qt.Key.Key_F5)
    settled(qtbot, nested, "failed")
    # The same error is not told twice.
    assert nested.panels.problems.model.rowCount() == 1


def test_a_condition_by_the_keyboard_alone(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "loop")
    window.panels.graph.node_selected.emit("fix")
    press(window, Qt.Key.Key_F9, SHIFT)
    line = window.panels.breakpoints.form.condition.line
    wait(qtbot, line.hasFocus)
    QTest.keyClicks(line, "comp")
    wait(qtbot, line.popup.isVisible)
    QTest.keyClick(line, Qt.Key.Key_Return)
    QTest.keyClicks(line, " == 2")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert window.panels.breakpoints.breakpoints[0].condition == "compilations == 2"
    start(qtbot, window)
    settled(qtbot, window, "paused")
    assert (due(window), values(window)["compilations"]) == (("fix",), "2")
    press(window, Qt.Key.Key_F9, CONTROL | SHIFT)
    assert window.panels.graph.scene.nodes["fix"].look.breakpoint == "off"
    press(window, Qt.Key.Key_F5)
    settled(qtbot, window, "done")


def test_a_log_message_is_in_the_log(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "loop")
    window.panels.graph.node_selected.emit("fix")
    press(window, Qt.Key.Key_F9, SHIFT)
    form = window.panels.breakpoints.form
    form.logs.click()
    QTest.keyClicks(form.message.line, "tried {compilations} times")
    QTest.keyClick(form.message.line, Qt.Key.Key_Return)
    assert window.panels.graph.scene.nodes["fix"].look.breakpoint == "log"
    start(qtbot, window)
    settled(qtbot, window, "done")
    log = window.panels.log
    log.flush()
    texts = [log.model.line(row).text for row in range(log.model.rowCount())]
    said = [text for text in texts if text.startswith("tried")]
    assert said == ["tried 1 times", "tried 2 times", "tried 3 times"]
    assert window.panels.breakpoints.model.index(0, 2).data() == "3"


def test_cancel_in_the_expression_dialog_runs_nothing(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "loop")
    press(window, Qt.Key.Key_F10, CONTROL | ALT)
    asked = dialog(qtbot, ExpressionDialog)
    buttons = asked.findChild(QDialogButtonBox)
    assert buttons is not None
    click(buttons.button(QDialogButtonBox.StandardButton.Cancel))
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert window.moment.run.status == "idle"
    assert child(window, QLineEdit, "watch.field") is window.panels.watch.field


def test_a_channel_of_the_state_panel(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "loop")
    start(qtbot, window)
    settled(qtbot, window, "done")
    state = window.panels.state
    state.select_channel("compilations")
    index = state.tree.currentIndex()
    state.tree.customContextMenuRequested.emit(state.tree.visualRect(index).center())
    menu = dialog(qtbot, QMenu)
    stop = next(each for each in menu.actions() if each.text() == "Stop when changed")
    stop.trigger()
    menu.close()
    panel = window.panels.breakpoints
    assert panel.model.index(0, 0).data() == "on change of compilations"
    window.workspace.new_thread()
    start(qtbot, window)
    settled(qtbot, window, "paused")
    assert window.moment.run.text == "Breakpoint on change of compilations."


def test_a_task_of_the_tasks_panel_runs_next(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "research")
    start(qtbot, window, "input.paused")
    settled(qtbot, window, "paused")
    press(window, Qt.Key.Key_F10)
    wait(qtbot, lambda: due(window) == ("search", "search", "search"))
    settled(qtbot, window, "paused")
    window.show_panel("tasks")
    tree, model = window.panels.tasks.tree, window.panels.tasks.model
    tree.setCurrentIndex(model.index(1, 0))
    tree.customContextMenuRequested.emit(tree.visualRect(tree.currentIndex()).center())
    menu = dialog(qtbot, QMenu)
    (run,) = menu.actions()
    assert run.text() == "Run search [1] next"
    run.trigger()
    menu.close()
    wait(qtbot, lambda: str(model.index(1, 2).data()) == "wrote")
    settled(qtbot, window, "paused")
    assert [str(model.index(row, 2).data()) for row in range(3)] == ["due", "wrote", "due"]


def test_stops_of_the_graph_and_a_breakpoint_beside_them(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    text = SMALL + "graph = builder.compile(interrupt_before=['second'])\n"
    window.opener.open_trusted(write(tmp_path, "stops.py", text))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    window.panels.breakpoints.toggle("second")
    # Kept at once, for a window may end otherwise than by closing.
    assert "second" in (tmp_path / "settings.toml").read_text(encoding="utf-8")
    start(qtbot, window)
    settled(qtbot, window, "interrupted")
    assert window.moment.run.text == "The graph stops before second."
    assert child(window, QLabel, "status.run").text() == "Stopped by the graph"
    press(window, Qt.Key.Key_F5)
    # The breakpoint at the same place does not stop once more.
    settled(qtbot, window, "done")
