"""A list of messages is edited message by message, and runs on as messages."""

from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from studio.editing.edit_dialog import EditStateDialog
from studio.shell.window import MainWindow
from tests.studio.shell.desk import child, click, dialog, settled, start, wait, write

CHAT = """
from typing import Annotated, TypedDict

from runtime.graph import START, StateGraph
from runtime.graph.message import add_messages


class State(TypedDict, total=False):
    messages: Annotated[list, add_messages]
    kinds: str


def answer(state: State):
    return {"messages": [{"role": "assistant", "content": "Forty-two."}]}


def look(state: State):
    return {"kinds": " ".join(f"{each.type}:{each.content}" for each in state["messages"])}


EXAMPLE_INPUT = {"messages": [{"role": "user", "content": "What is it?"}]}
builder = StateGraph(State).add_sequence([answer, look]).add_edge(START, "answer")
graph = builder.compile()
"""


def test_messages_are_edited_by_type_and_run_on(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    window.opener.open_trusted(write(tmp_path, "chat.py", CHAT))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    start(qtbot, window)
    settled(qtbot, window, "done")
    row = next(row for row in window.moment.branch() if row.next == ("look",))
    window.moment.look_at(row)
    wait(qtbot, lambda: window.workspace.bridge.idle)
    window.acts.edit_state("messages")
    edit = dialog(qtbot, EditStateDialog)
    wait(qtbot, lambda: edit.editor.current_form is not None)
    form = edit.editor.current_form
    assert form is not None
    boxes = [box for box in form.findChildren(QComboBox) if box.findText("system") >= 0]
    assert [box.currentText() for box in boxes] == ["human", "ai"]
    boxes[0].setCurrentText("system")
    texts = [box for box in form.findChildren(QPlainTextEdit) if box.toPlainText() == "Forty-two."]
    texts[0].setFocus()
    texts[0].selectAll()
    QTest.keyClicks(texts[0], "Forty-three.")
    wait(qtbot, edit.continue_button.isEnabled)
    click(edit.continue_button)
    settled(qtbot, window, "done")
    kinds = next(each for each in _channels(window) if each.name == "kinds")
    assert kinds.value is not None
    assert kinds.value.text == "'system:What is it? ai:Forty-three.'"


def test_a_fork_may_pause_at_once(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    window.opener.open_trusted(write(tmp_path, "chat.py", CHAT))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    start(qtbot, window)
    settled(qtbot, window, "done")
    row = next(row for row in window.moment.branch() if row.next == ("look",))
    window.moment.look_at(row)
    wait(qtbot, lambda: window.workspace.bridge.idle)
    window.acts.edit_state("kinds")
    edit = dialog(qtbot, EditStateDialog)
    wait(qtbot, lambda: edit.editor.current_form is not None)
    form = edit.editor.current_form
    assert form is not None
    field = form.first_field()
    field.setFocus()
    QTest.keyClicks(field, "mine")
    wait(qtbot, edit.pause_button.isEnabled)
    assert "Executes again" in edit.effect.text()
    click(child(edit, QPushButton, "fork_and_pause"))
    settled(qtbot, window, "paused")
    assert window.moment.run.next == ("look",)
    assert next(each for each in _channels(window) if each.name == "kinds").value is not None


def _channels(window: MainWindow) -> tuple:  # type: ignore[type-arg]
    assert window.moment.view is not None
    return window.moment.view.channels
