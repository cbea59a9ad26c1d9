"""Comparing across branches, threads and namespaces in the window, by mouse and keys."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from runtime.debug.commands import CommitEdit, Continue, Start, StateEdit
from runtime.debug.events import RunEnded
from runtime.debug.session import Session
from runtime.debug.views import CheckpointRow
from studio.comparison.branches_model import MARK
from studio.comparison.picker import CheckpointPicker
from studio.shell.window import MainWindow
from tests.studio.shell.conftest import TRANSPORTS
from tests.studio.shell.desk import click, click_row, dialog, press, wait, write

SHIFT_CTRL = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
ALT_CTRL = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier

GRAPH = """
import operator
from typing import Annotated, Any
from typing_extensions import TypedDict
from runtime.graph import END, START, StateGraph

class State(TypedDict, total=False):
    n: int
    text: str
    messages: Annotated[list[dict[str, Any]], operator.add]

def first(state):
    message = {"id": "m0", "says": "begin"}
    return {"n": state["n"], "text": "a plan of three steps", "messages": [message]}

def route(state):
    return "short" if state["n"] > 90 else "work"

def work(state):
    n = state["n"] + 1
    return {"n": n, "messages": [{"id": f"m{n}", "says": "worked"}]}

def again(state):
    return "work" if state["n"] < 4 else END

def short(state):
    return {"text": "a plan of two steps"}

builder = StateGraph(State)
for node in (first, work, short):
    builder.add_node(node)
builder.add_edge(START, "first")
builder.add_conditional_edges("first", route, ["short", "work"])
builder.add_conditional_edges("work", again, ["work", END])
builder.add_edge("short", END)
graph = builder.compile()
EXAMPLE_INPUT = {"n": 0}
"""


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> MainWindow:
    """Thread ``one`` with two branches, thread ``two`` with one."""
    window.opener.open_trusted(write(tmp_path, "branching.py", GRAPH))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    run(qtbot, window, lambda session: session.send(Start("two", {"n": 2})))
    run(qtbot, window, lambda session: session.send(Start("one", {"n": 0})))
    window.moment.open_thread("one")
    wait(qtbot, lambda: window.moment.view is not None and window.workspace.bridge.idle)
    row = window.moment.row_at_step(1)
    assert row is not None
    edit = StateEdit("one", row.checkpoint_id, {"n": 95}, as_node="first")
    run(
        qtbot,
        window,
        lambda session: (
            session.send(CommitEdit(edit)).result(30),
            session.send(Continue("one")),
        ),
    )
    window.moment.open_thread("one")
    wait(qtbot, lambda: window.moment.view is not None and window.workspace.bridge.idle)
    return window


def run(qtbot: QtBot, window: MainWindow, begin: Callable[[Session], object]) -> None:
    """Have the session do something, and wait for the end of the run."""
    ended: list[RunEnded] = []
    undo = window.workspace.bridge.subscribe(
        lambda events: ended.extend(each for each in events if isinstance(each, RunEnded))
    )
    begin(window.workspace.bridge._session)
    wait(qtbot, lambda: bool(ended) and window.workspace.bridge.idle)
    undo()


def end_of_first_branch(window: MainWindow) -> CheckpointRow:
    rows = window.panels.history.model
    lines = [rows.line(position).row for position in range(rows.rowCount())]
    parents = {row.parent_checkpoint_id for row in lines}
    return min(
        (row for row in lines if row.checkpoint_id not in parents),
        key=lambda row: row.checkpoint_id,
    )


def chosen(qtbot: QtBot, window: MainWindow) -> CheckpointPicker:
    picker = dialog(qtbot, CheckpointPicker)
    wait(qtbot, lambda: picker.table.currentIndex().isValid() and not picker.model.loading)
    return picker


def compared(qtbot: QtBot, window: MainWindow) -> list[tuple[str, str]]:
    """The nodes of both branches, row by row, once all is there."""
    model = window.panels.branches.model
    wait(qtbot, lambda: model.rowCount() > 0 and window.workspace.bridge.idle)
    return [
        (str(model.index(row, 1).data()), str(model.index(row, MARK + 2).data()))
        for row in range(model.rowCount())
    ]


@pytest.mark.parametrize("new_session", TRANSPORTS, indirect=True)
def test_two_branches_stand_side_by_side(qtbot: QtBot, opened: MainWindow) -> None:
    panel, moment = opened.panels.branches, opened.moment
    press(opened, Qt.Key.Key_D, SHIFT_CTRL)
    picker = chosen(qtbot, opened)
    assert picker.ends.isChecked()
    assert picker.model.count() == 2
    likely = picker.model.row(picker.table.currentIndex().row())
    assert likely == end_of_first_branch(opened)
    QTest.keyClick(picker.field, Qt.Key.Key_Return)
    assert compared(qtbot, opened) == [
        ("edit", ""),
        ("short", "work"),
        ("", "work"),
        ("", "work"),
        ("", "work"),
    ]
    assert opened.docks.is_front("branches")
    assert panel.said.text().startswith(
        "forked at step 1, 5 supersteps since; they differ from row 2"
    )
    assert panel.said.text().endswith("first in messages, n, text")
    assert [panel.model.index(row, MARK).data() for row in range(3)] == [None, "▶≠", None]
    click_row(panel.table, panel.model.index(1, 1))
    assert moment.looked_at is not None
    press(opened, Qt.Key.Key_F8)
    QTest.keyClick(panel.table, Qt.Key.Key_Down)
    click_row(panel.table, panel.model.index(3, MARK + 2))
    wait(qtbot, lambda: opened.workspace.bridge.idle)
    step = panel.model.row(3).second
    assert step is not None
    assert moment.looked_at.checkpoint_id == step.checkpoint_id
    click(panel.swap)
    assert compared(qtbot, opened)[:2] == [("", "edit"), ("work", "short")]


def test_a_table_that_gets_the_focus_leaves_the_moment(qtbot: QtBot, opened: MainWindow) -> None:
    press(opened, Qt.Key.Key_D, SHIFT_CTRL)
    QTest.keyClick(chosen(qtbot, opened).field, Qt.Key.Key_Return)
    assert compared(qtbot, opened)
    table, before = opened.panels.branches.table, opened.moment.looked_at
    opened.activateWindow()
    wait(qtbot, opened.isActiveWindow)
    opened.panels.history.list.setFocus()
    table.setFocus()
    wait(qtbot, lambda: table.hasFocus() and opened.workspace.bridge.idle)
    assert opened.moment.looked_at == before
    QTest.keyClick(table, Qt.Key.Key_Down)
    wait(qtbot, lambda: opened.workspace.bridge.idle)
    assert opened.moment.looked_at != before


def test_the_history_s_menu_begins_a_comparison_of_branches(
    qtbot: QtBot, opened: MainWindow
) -> None:
    history = opened.panels.history
    first = end_of_first_branch(opened)
    position = history.model.position(first.checkpoint_id)
    assert position is not None
    area = history.list.visualRect(history.model.index(position, 0))
    history.list.customContextMenuRequested.emit(area.center())
    menu = opened.findChild(QMenu, "history.menu")
    assert menu is not None
    choose(menu, "Compare branch with…")
    picker = chosen(qtbot, opened)
    picker.ends.setChecked(False)
    QTest.keyClicks(picker.thread_field, "two")
    wait(qtbot, lambda: picker.thread_list.model().rowCount() == 1)
    click_row(picker.thread_list, picker.thread_list.model().index(0, 0))
    wait(qtbot, lambda: bool(picker.model.count()) and not picker.model.loading)
    QTest.keyClicks(picker.field, "step 3")
    wait(qtbot, lambda: picker.model.count() == 1)
    QTest.keyClick(picker.field, Qt.Key.Key_Return)
    assert compared(qtbot, opened) == [
        ("input", "input"),
        ("__start__", "__start__"),
        ("first", "first"),
        ("work", "work"),
        ("work", "work"),
        ("work", ""),
        ("work", ""),
    ]
    panel = opened.panels.branches
    assert panel.said.text().startswith("two threads, ")
    assert panel.second is not None
    assert panel.second.thread_id == "two"
    second = panel.model.index(panel.model.rowCount() - 3, MARK + 2)
    click_row(panel.table, second)
    wait(qtbot, lambda: opened.moment.thread_id == "two" and opened.workspace.bridge.idle)
    step = panel.model.step(second)
    assert step is not None
    wait(
        qtbot,
        lambda: (
            opened.moment.looked_at is not None
            and opened.moment.looked_at.checkpoint_id == step.checkpoint_id
        ),
    )


def choose(menu: QMenu, title: str) -> None:
    """Click on an entry."""
    action: QAction = next(each for each in menu.actions() if each.text() == title)
    where: QPoint = menu.actionGeometry(action).center()
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=where)


def diff_paths(window: MainWindow) -> list[str]:
    model = window.panels.diff.model
    return [
        str(model.index(child, 0, model.index(row, 0)).data())
        for row in range(model.rowCount())
        for child in range(model.rowCount(model.index(row, 0)))
    ]


@pytest.mark.parametrize("new_session", TRANSPORTS, indirect=True)
def test_a_checkpoint_of_another_thread_is_chosen_as_base(qtbot: QtBot, opened: MainWindow) -> None:
    panel = opened.panels.diff
    opened.moment.look_at(end_of_first_branch(opened))
    opened.show_panel("diff")
    press(opened, Qt.Key.Key_D, ALT_CTRL)
    picker = chosen(qtbot, opened)
    threads = picker.thread_list.model()
    [two] = [
        row for row in range(threads.rowCount()) if str(threads.index(row, 0).data())[:3] == "two"
    ]
    click_row(picker.thread_list, threads.index(two, 0))
    wait(qtbot, lambda: bool(picker.model.count()) and not picker.model.loading)
    QTest.keyClick(picker.field, Qt.Key.Key_Down)
    QTest.keyClick(picker.field, Qt.Key.Key_Up)
    click(picker.choose_button)
    wait(qtbot, lambda: panel.base is not None and opened.workspace.bridge.idle)
    assert panel.sentence.text() == "Against step 3 of the thread two, which is pinned"
    wait(qtbot, lambda: len(diff_paths(opened)) == 2)
    assert diff_paths(opened) == ["+ /1  (id m1)", "+ /2  (id m2)"]
    messages = panel.model.index(0, 0)
    change = panel.model.index(0, 0, messages)
    panel.tree.expand(change)
    wait(qtbot, lambda: panel.model.rowCount(change) == 4)
    assert [panel.model.index(row, 0, change).data() for row in range(4)] == ["0", "2", "3", "4"]
    click_row(panel.tree, change)
    wait(qtbot, lambda: '+   "id": "m1",' in panel.text.toPlainText())
    assert opened.actions_registry.trigger("diff.copy_patch")
    wait(qtbot, lambda: "copied" in panel.sentence.text())
    operations = json.loads(QGuiApplication.clipboard().text())
    assert [each["path"] for each in operations] == ["/messages/1", "/messages/2"]


def test_words_that_differ_are_marked(qtbot: QtBot, opened: MainWindow) -> None:
    panel = opened.panels.diff
    opened.show_panel("diff")
    wait(qtbot, lambda: diff_paths(opened) == ["~ the value"] and opened.workspace.bridge.idle)
    click_row(panel.tree, panel.model.index(0, 0, panel.model.index(0, 0)))
    wait(qtbot, lambda: "+ a plan of two steps" in panel.text.toPlainText())
    block = panel.text.document().findBlockByNumber(1)
    marked = [
        fragment.text()
        for fragment in (each.fragment() for each in block)  # type: ignore[attr-defined]
        if fragment.charFormat().fontUnderline()
    ]
    assert marked == ["two"]


def test_a_comparison_that_takes_long_can_be_given_up(
    qtbot: QtBot, opened: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each part does nothing, so that it never ends by itself."""
    monkeypatch.setattr("runtime.debug.comparing.checkpoints.SLICE_SECONDS", -1.0)
    monkeypatch.setattr(
        "runtime.debug.comparing.checkpoints.CheckpointComparison._compare", lambda *_: None
    )
    panel = opened.panels.diff
    opened.show_panel("diff")
    row = opened.moment.row_at_step(0)
    assert row is not None
    opened.moment.look_at(row)
    wait(qtbot, panel.cancel.isVisible)
    assert panel.progress.text().startswith("Comparing: 0 of ")
    click(panel.cancel)
    assert panel.nothing.text() == "The comparison was cancelled."
    wait(qtbot, lambda: opened.workspace.bridge.idle)
    assert not panel.cancel.isVisible()
