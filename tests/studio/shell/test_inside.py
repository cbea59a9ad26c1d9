"""What a subgraph does is looked at in a window of its own."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QTabWidget
from pytestqt.qtbot import QtBot

from studio.approval.interrupt_dialog import InterruptDialog
from studio.editing.edit_dialog import EditStateDialog
from studio.graph.panel import GraphPanel
from studio.inside.dialog import InsideDialog
from studio.opening.input_dialog import InputDialog
from studio.shell.theme import DARK
from studio.shell.window import MainWindow
from tests.studio.shell.desk import (
    child,
    click,
    click_row,
    dialog,
    open_sample,
    press,
    settled,
    wait,
    write,
)

NESTED = """
import operator
from typing import Annotated, TypedDict
from runtime.graph import END, START, StateGraph
from runtime.types import Send, interrupt


class State(TypedDict):
    log: Annotated[list[str], operator.add]


def read(state: State):
    return {"log": ["read " + state["log"][0]]}


def sign(state: State):
    return {"log": [interrupt(state["log"][0])]}


def fan(state: State):
    return [Send("document", {"log": [text]}) for text in ("alpha", "beta")]


innermost = StateGraph(State).add_node(sign).add_edge(START, "sign").compile()
middle = StateGraph(State).add_node(read).add_node("desk", innermost)
middle = middle.add_edge(START, "read").add_edge("read", "desk").compile()
builder = StateGraph(State).add_node("document", middle)
builder.add_conditional_edges(START, fan, ["document"])
graph = builder.compile()
EXAMPLE_INPUT = {"log": []}
"""


@pytest.fixture
def asking(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> MainWindow:
    """A run that waits in two subgraphs of a subgraph."""
    window.offers_answers = False
    window.opener.open_trusted(write(tmp_path, "nested.py", NESTED))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    window.workspace.run_control.start({"log": []}, "run", lambda: None, lambda _: None)
    settled(qtbot, window, "interrupted")
    return window


def double_click(panel: GraphPanel, node: str) -> None:
    canvas = panel.canvas
    spot = canvas.mapFromScene(panel.scene.nodes[node].sceneBoundingRect().center())
    QTest.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    QTest.mouseDClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def inside(qtbot: QtBot, window: MainWindow) -> InsideDialog:
    shown = dialog(qtbot, InsideDialog)
    wait(qtbot, lambda: shown.moment.view is not None and window.workspace.bridge.idle)
    return shown


def value(shown: InsideDialog, channel: str) -> str:
    view = shown.moment.view
    assert view is not None
    [found] = [each.value for each in view.channels if each.name == channel]
    return "" if found is None else found.text


def test_a_double_click_leads_inside_and_deeper(qtbot: QtBot, asking: MainWindow) -> None:
    double_click(asking.panels.graph, "document")
    shown = inside(qtbot, asking)
    assert shown.path.text() == "nested-1  /  document [0]"
    assert set(shown.graph.scene.nodes) == {"__start__", "read", "desk"}
    steps = [shown.history.model.line(row).step for row in range(shown.history.model.rowCount())]
    assert steps == ["1", "0", "-1"]
    assert value(shown, "log") == "['alpha', 'read alpha']"
    click_row(shown.history.list, shown.history.model.index(1, 0))
    wait(qtbot, lambda: value(shown, "log") == "['alpha']")
    click_row(shown.history.list, shown.history.model.index(0, 0))
    wait(qtbot, lambda: value(shown, "log") == "['alpha', 'read alpha']")

    double_click(shown.graph, "desk")
    wait(qtbot, lambda: "sign" in shown.graph.scene.nodes and asking.workspace.bridge.idle)
    assert shown.path.text() == "nested-1  /  document [0]  /  desk"
    assert shown.graph.scene.nodes["sign"].look.state == "interrupted"
    shown.set_theme(DARK)
    click(child(shown, QPushButton, "inside.back"))
    wait(qtbot, lambda: "desk" in shown.graph.scene.nodes and asking.workspace.bridge.idle)
    click(child(shown, QPushButton, "inside.back"))
    assert not shown.isVisible()


def test_the_selected_task_is_the_one_that_is_shown_and_followed(
    qtbot: QtBot, asking: MainWindow
) -> None:
    asking.show_panel("tasks")
    tasks = asking.panels.tasks
    click_row(tasks.tree, tasks.model.index(1, 0))
    press(
        asking,
        Qt.Key.Key_I,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    shown = inside(qtbot, asking)
    assert shown.path.text() == "nested-1  /  document [1]"
    assert value(shown, "log") == "['beta', 'read beta']"
    before = shown.history.model.rowCount()
    answers = {each.id: "yes" for each in asking.moment.interrupts}
    asking.workspace.run_control.resume(answers, "run", lambda: None, lambda _: None)
    settled(qtbot, asking, "done")
    wait(qtbot, lambda: shown.history.model.rowCount() == before + 1)
    wait(qtbot, lambda: value(shown, "log").endswith("'yes']"))
    assert asking.moment.thread_id is not None
    asking.workspace.new_thread()
    assert not shown.isVisible()


def test_the_last_task_is_shown_where_none_is_due(qtbot: QtBot, asking: MainWindow) -> None:
    answers = {each.id: "yes" for each in asking.moment.interrupts}
    asking.workspace.run_control.resume(answers, "run", lambda: None, lambda _: None)
    settled(qtbot, asking, "done")
    double_click(asking.panels.graph, "document")
    shown = inside(qtbot, asking)
    assert value(shown, "log").endswith("'yes']")
    shown.close()


def test_a_question_is_answered_from_inside(qtbot: QtBot, asking: MainWindow) -> None:
    double_click(asking.panels.graph, "document")
    shown = inside(qtbot, asking)
    tabs = shown.findChild(QTabWidget)
    assert isinstance(tabs, QTabWidget)
    tabs.setCurrentWidget(shown.tasks)
    click(child(shown, QPushButton, "tasks.answer"))
    dialog(qtbot, InterruptDialog).reject()
    shown.close()


def test_a_plain_node_has_no_inside(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "counter")
    double_click(window.panels.graph, "increment")
    assert not window.actions_registry.enabled("view.inside")
    assert window.findChild(InsideDialog) is None


def mark(panel: GraphPanel, node: str) -> str:
    return panel.scene.nodes[node].look.breakpoint


def test_breakpoints_are_set_and_shown_inside(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    window.opener.open_trusted(write(tmp_path, "nested.py", NESTED))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    press(window, Qt.Key.Key_F5)
    click(child(dialog(qtbot, InputDialog), QPushButton, "input.run"))
    settled(qtbot, window, "interrupted")
    dialog(qtbot, InterruptDialog).reject()
    window.panels.graph.node_activated.emit("document")
    inside = dialog(qtbot, InsideDialog)
    wait(qtbot, lambda: "read" in inside.graph.scene.nodes and window.workspace.bridge.idle)
    inside.graph.canvas.select("read")
    QTest.keyClick(inside.graph.canvas, Qt.Key.Key_F9)
    panel = window.panels.breakpoints
    assert panel.model.index(0, 0).data() == "before document / read"
    assert mark(inside.graph, "read") == "on"
    assert mark(window.panels.graph, "document") == "inside"
    panel.toggle_all()
    assert mark(inside.graph, "read") == "off"
    inside.close()


def test_state_inside_a_subgraph_is_edited_and_run_on(qtbot: QtBot, asking: MainWindow) -> None:
    window = asking
    window.panels.selection.select("document")
    press(
        window,
        Qt.Key.Key_I,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    inside = dialog(qtbot, InsideDialog)
    wait(qtbot, lambda: inside.moment.view is not None and window.workspace.bridge.idle)
    head = inside.moment.head
    assert head is not None
    assert head.next == ("desk",)
    inside.state.edit_requested.emit("log")
    edit = dialog(qtbot, EditStateDialog)
    wait(qtbot, lambda: edit.editor.current_form is not None)
    form = edit.editor.current_form
    assert form is not None
    form.set_mode("json")
    form.first_field().setFocus()
    QTest.keyClick(form.first_field(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(form.first_field(), '["changed inside"]')
    edit.node_choice.setCurrentIndex(edit.node_choice.findData("read"))
    wait(qtbot, edit.continue_button.isEnabled)
    click(edit.continue_button)
    settled(qtbot, window, "interrupted")
    wait(
        qtbot,
        lambda: "changed inside" in [each.payload_json for each in window.moment.interrupts],
    )
