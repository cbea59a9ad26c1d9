"""Pinned outputs, skipped nodes and nodes unsafe to repeat, in the window."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from runtime.debug.marks.views import NodeMark, PinnedWrite
from studio.marks.mark_list import from_text, to_text
from studio.marks.mark_model import MARK, NODE, OUTPUT
from studio.marks.pin_dialog import PinDialog
from studio.marks.repeat_dialog import RepeatDialog
from studio.shell.rerun_dialog import RerunDialog
from studio.shell.window import MainWindow
from tests.studio.shell.desk import (
    click,
    click_row,
    close,
    dialog,
    press,
    settled,
    start,
    wait,
    write,
)

ALT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier

MAILS = """
import operator
from pathlib import Path
from typing import Annotated, TypedDict

from runtime.graph import START, StateGraph


def note(name):
    with open(Path(__file__).with_name("ran.txt"), "a") as file:
        file.write(name + "\\n")


class State(TypedDict, total=False):
    log: Annotated[list[str], operator.add]


def draft(state: State):
    note("draft")
    return {"log": ["draft"]}


def send(state: State):
    note("send")
    return {"log": ["send"]}


EXAMPLE_INPUT = {"log": []}
builder = StateGraph(State).add_sequence([draft, send]).add_edge(START, "draft")
graph = builder.compile()
"""


def open_mails(qtbot: QtBot, window: MainWindow, folder: Path) -> None:
    window.opener.open_trusted(write(folder, "mails.py", MAILS))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)


@pytest.fixture
def mails(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> MainWindow:
    """A window whose graph has run once."""
    open_mails(qtbot, window, tmp_path)
    start(qtbot, window)
    settled(qtbot, window, "done")
    return window


def ran(folder: Path) -> list[str]:
    return (folder / "ran.txt").read_text().split()


def look_before(qtbot: QtBot, window: MainWindow, node: str) -> None:
    row = next(row for row in reversed(window.moment.branch()) if node in row.next)
    window.moment.look_at(row)
    wait(qtbot, lambda: window.workspace.bridge.idle and not window.moment.follows_head)


def run_again(qtbot: QtBot, window: MainWindow) -> None:
    press(window, Qt.Key.Key_F5)
    asked = dialog(qtbot, RerunDialog)
    wait(qtbot, lambda: asked.run_button.isEnabled())
    click(asked.run_button)


def mark(qtbot: QtBot, window: MainWindow, node: str, key: Qt.Key) -> None:
    window.panels.selection.select(node)
    press(window, key, ALT)
    wait(qtbot, lambda: window.workspace.bridge.idle and bool(window.panels.marks.marks))


def cells(window: MainWindow) -> list[tuple[str, str, str]]:
    model = window.panels.marks.model
    return [
        tuple(str(model.index(row, column).data()) for column in (MARK, NODE, OUTPUT))  # type: ignore[misc]
        for row in range(model.rowCount())
    ]


def log_of(window: MainWindow) -> str:
    model = window.panels.log.model
    columns, rows = range(model.columnCount()), range(model.rowCount())
    return "\n".join(" ".join(str(model.index(y, x).data()) for x in columns) for y in rows)


@pytest.mark.parametrize("new_session", ["direct", "child"], indirect=True)
def test_a_pin_holds_and_is_seen(qtbot: QtBot, mails: MainWindow, tmp_path: Path) -> None:
    window, panels = mails, mails.panels
    mark(qtbot, window, "draft", Qt.Key.Key_P)
    assert cells(window) == [("pinned", "draft", 'log = ["draft"]')]
    assert panels.graph.model is not None
    assert panels.graph.model.marks == {"draft": ("pin",)}
    assert window.actions_registry.qaction("mark.pin").isChecked()
    look_before(qtbot, window, "draft")
    run_again(qtbot, window)
    settled(qtbot, window, "done")
    assert ran(tmp_path) == ["draft", "send", "send"]
    wait(qtbot, lambda: "pinned output, not executed" in log_of(window))
    look_before(qtbot, window, "draft")
    window.show_panel("tasks")
    wait(qtbot, lambda: panels.tasks.model.index(0, 2).data() == "wrote, pinned")
    assert window.moment.view is not None
    task = window.moment.view.tasks[0]
    assert (task.name, task.state, task.substituted) == ("draft", "wrote", "pinned")
    assert panels.graph.model.moment.nodes["draft"].tasks[0].substituted == "pinned"


def test_a_pin_is_edited_and_its_types_are_checked(
    qtbot: QtBot, mails: MainWindow, tmp_path: Path
) -> None:
    window = mails
    window.panels.selection.select("draft")
    press(window, Qt.Key.Key_P, ALT | SHIFT)
    opened = dialog(qtbot, PinDialog)
    opened.form.set_mode("json")
    opened.form.set_value({"log": "text"})
    click(opened.pin_button)
    assert opened.isVisible(), "what does not fit is not taken"
    opened.form.set_value({"log": ["pinned by hand"]})
    click(opened.pin_button)
    wait(qtbot, lambda: len(window.panels.marks.marks) == 1)
    look_before(qtbot, window, "draft")
    run_again(qtbot, window)
    settled(qtbot, window, "done")
    wait(qtbot, lambda: "pinned by hand" in str(window.moment.view))
    # The list of marks opens the same dialog, and Delete takes the mark away.
    window.show_panel("marks")
    table = window.panels.marks.table
    click_row(table, window.panels.marks.model.index(0, NODE))
    press(table, Qt.Key.Key_Return)
    again = dialog(qtbot, PinDialog)
    assert again.form.value() == {"log": ["pinned by hand"]}
    click(again.cancel_button)
    press(table, Qt.Key.Key_Delete)
    assert not window.panels.marks.marks
    assert window.settings.values.marks == {}


def test_a_node_is_skipped_in_one_run(qtbot: QtBot, mails: MainWindow, tmp_path: Path) -> None:
    window = mails
    mark(qtbot, window, "send", Qt.Key.Key_K)
    assert cells(window) == [("skip once", "send", "")]
    look_before(qtbot, window, "draft")
    run_again(qtbot, window)
    settled(qtbot, window, "done")
    assert ran(tmp_path) == ["draft", "send", "draft"]
    assert not window.panels.marks.marks
    assert window.settings.values.marks == {}, "what holds for one run is not kept"
    look_before(qtbot, window, "draft")
    run_again(qtbot, window)
    settled(qtbot, window, "done")
    assert ran(tmp_path)[-2:] == ["draft", "send"]


@pytest.mark.parametrize("new_session", ["direct", "child"], indirect=True)
def test_an_unsafe_node_is_asked_about(qtbot: QtBot, mails: MainWindow, tmp_path: Path) -> None:
    window = mails
    mark(qtbot, window, "send", Qt.Key.Key_U)
    look_before(qtbot, window, "send")
    run_again(qtbot, window)
    asked = dialog(qtbot, RepeatDialog)
    assert "send has run before" in asked.text.text()
    click(asked.stay_button)
    assert window.moment.run.status == "paused"
    assert ran(tmp_path) == ["draft", "send"]
    # Going on asks again, whichever way.
    press(window, Qt.Key.Key_F5)
    click(dialog(qtbot, RepeatDialog).stay_button)
    press(window, Qt.Key.Key_F10)
    click(dialog(qtbot, RepeatDialog).again_button)
    wait(qtbot, lambda: ran(tmp_path) == ["draft", "send", "send"])


@pytest.mark.parametrize("choice", ["skip_button", "recorded_button"])
def test_an_unsafe_node_need_not_run(
    qtbot: QtBot, mails: MainWindow, tmp_path: Path, choice: str
) -> None:
    window = mails
    mark(qtbot, window, "send", Qt.Key.Key_U)
    look_before(qtbot, window, "send")
    run_again(qtbot, window)
    click(getattr(dialog(qtbot, RepeatDialog), choice))
    settled(qtbot, window, "done")
    assert ran(tmp_path) == ["draft", "send"]
    kinds = [kind for kind, _, _ in cells(window)]
    assert kinds == (["unsafe"] if choice == "skip_button" else ["unsafe", "pinned"])


def test_marks_are_kept_for_the_graph_and_nothing_is_run_for_them(
    qtbot: QtBot, make_window: Callable[[], MainWindow], tmp_path: Path
) -> None:
    first = make_window()
    open_mails(qtbot, first, tmp_path)
    start(qtbot, first)
    settled(qtbot, first, "done")
    mark(qtbot, first, "draft", Qt.Key.Key_P)
    mark(qtbot, first, "send", Qt.Key.Key_U)
    close(first)
    second = make_window()
    open_mails(qtbot, second, tmp_path)
    assert [kind for kind, _, _ in cells(second)] == ["pinned", "unsafe"]
    assert ran(tmp_path) == ["draft", "send"]
    start(qtbot, second)
    settled(qtbot, second, "done")
    assert ran(tmp_path) == ["draft", "send", "send"]


def test_a_pin_that_no_longer_fits_is_told(qtbot: QtBot, mails: MainWindow, tmp_path: Path) -> None:
    window = mails
    window.panels.marks.put(NodeMark("pin", "gone", writes=(PinnedWrite("log", []),)))
    wait(qtbot, lambda: "no node gone" in cells(window)[0][OUTPUT])
    assert "does not fit" in window.panels.marks.summary.text()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"kind": "pin"}', '{"kind": "burn", "node": "a"}', "__import__('os')"]
)
def test_what_is_no_mark_is_left_out(text: str) -> None:
    assert from_text(text) is None


def test_a_mark_survives_as_text() -> None:
    mark = NodeMark("pin", "a", "b|c", 3, (PinnedWrite("x", {"y": [1, None]}),), ("z",))
    assert from_text(to_text(mark)) == mark


METERED = MAILS.replace(
    'return {"log": ["send"]}',
    'return {"log": ["send"], "messages": [{"type": "ai", "content": "sent", "usage_metadata":'
    ' {"input_tokens": 1200, "output_tokens": 30, "total_tokens": 1230}}]}',
).replace("total=False):", "total=False):\n    messages: list[dict]")


def test_running_again_says_what_it_cost(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    window.opener.open_trusted(write(tmp_path, "metered.py", METERED))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    start(qtbot, window)
    settled(qtbot, window, "done")
    mark(qtbot, window, "send", Qt.Key.Key_U)
    look_before(qtbot, window, "draft")
    press(window, Qt.Key.Key_F5)
    asked = dialog(qtbot, RerunDialog)
    wait(qtbot, lambda: asked.cost.table.topLevelItemCount() == 2)
    said = asked.cost.sentence.text()
    assert "2 tasks ran from here" in said
    assert "They took" in said
    assert "1,200 tokens in and 30 out" in said
    lines = [asked.cost.table.topLevelItem(row) for row in range(2)]
    shown = [[line.text(column) for column in (0, 1, 3, 4)] for line in lines if line is not None]
    assert shown == [
        ["draft", "1", "—", ""],
        ["send", "1", "1,200 → 30", "unsafe to repeat: asks first"],
    ]
    assert "    draft" in asked.text.text()
    click(asked.cancel_button)
    mark(qtbot, window, "draft", Qt.Key.Key_K)
    press(window, Qt.Key.Key_F5)
    again = dialog(qtbot, RerunDialog)
    wait(qtbot, lambda: again.run_button.isEnabled())
    assert "Marked, so not executed: draft" in again.text.text()
    click(again.cancel_button)
