"""Variants of one checkpoint: written, pasted, run, compared and exported in the window."""

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot

from runtime.debug.upkeep.commands import ReadAnnotations
from runtime.debug.upkeep.views import AnnotationList
from studio.approval.interrupt_dialog import InterruptDialog
from studio.shell.window import MainWindow
from studio.variants.dialog import VariantsDialog
from tests.studio.shell.conftest import TRANSPORTS
from tests.studio.shell.desk import click, dialog, press, settled, start, wait, write

SHIFT_CTRL = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier

GRAPH = """
import operator
from typing import Annotated, Any
from typing_extensions import TypedDict
from runtime.graph import END, START, StateGraph
from runtime.messages import AIMessage
from runtime.types import interrupt

class State(TypedDict, total=False):
    n: int
    note: str
    log: Annotated[list[str], operator.add]
    answers: Annotated[list[Any], operator.add]

def plan(state):
    return {"log": ["plan"]}

def route(state):
    return "fail" if state["n"] == 13 else "ask" if state["n"] > 90 else "work"

def work(state):
    used = {"input_tokens": 3, "output_tokens": 4, "total_tokens": 7}
    message = AIMessage(content="fine", usage_metadata=used)
    return {"log": [f"work {state['n']}"], "answers": [message]}

def ask(state):
    return {"log": [interrupt("go on?")]}

def fail(state):
    raise RuntimeError("unlucky")

def last(state):
    return {"note": f"n was {state['n']}"}

builder = StateGraph(State)
for node in (plan, work, ask, fail, last):
    builder.add_node(node)
builder.add_edge(START, "plan")
builder.add_conditional_edges("plan", route, ["work", "ask", "fail"])
for node in ("work", "ask", "fail"):
    builder.add_edge(node, "last")
builder.add_edge("last", END)
graph = builder.compile()
EXAMPLE_INPUT = {"n": 1, "log": []}
"""


@pytest.fixture
def variants(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> VariantsDialog:
    """The window of variants at the checkpoint after ``plan`` of a run that has ended."""
    window.opener.open_trusted(write(tmp_path, "many.py", GRAPH))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    start(qtbot, window)
    settled(qtbot, window, "done")
    row = window.moment.row_at_step(1)
    assert row is not None
    window.moment.look_at(row)
    wait(qtbot, lambda: window.workspace.bridge.idle)
    press(window, Qt.Key.Key_V, SHIFT_CTRL)
    found = dialog(qtbot, VariantsDialog)
    assert found.node_choice.currentData() == "plan"
    return found


def cells(variants: VariantsDialog, name: str) -> list[str]:
    """A column by its title."""
    model = variants.model
    titles = [
        model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())
    ]
    column = len(titles) - 1 - titles[::-1].index(name)
    return [str(model.index(row, column).data()) for row in range(model.rowCount())]


def ran(qtbot: QtBot, window: MainWindow, variants: VariantsDialog) -> None:
    click(variants.run_button)
    wait(qtbot, lambda: not variants.runner.running and window.workspace.bridge.idle)


@pytest.mark.parametrize("new_session", TRANSPORTS, indirect=True)
def test_variants_are_run_one_after_the_other(
    qtbot: QtBot, window: MainWindow, variants: VariantsDialog, tmp_path: Path
) -> None:
    QGuiApplication.clipboard().setText("2\n95\n13\nnone")
    variants.table.setFocus()
    QTest.keyClick(variants.table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert cells(variants, "n") == ["2", "95", "13", "none"]
    assert variants.model.problem(3, "n").startswith("This is no JSON")
    ran(qtbot, window, variants)
    assert cells(variants, "Status") == [
        "done",
        "waits for an answer: ask",
        "failed: fail: unlucky",
        "This is no JSON: Expecting value: line 1 column 1 (char 0)",
    ]
    assert cells(variants, "Steps") == ["2", "0", "0", ""]
    assert cells(variants, "Tokens") == ["7", "", "", ""]
    assert cells(variants, "note")[0] == "'n was 2'"
    assert cells(variants, "First difference")[:2] == [
        "step 3: other log",
        "step 2: without work",
    ]
    noted = window.workspace.bridge._session.send(ReadAnnotations(window.moment.thread_id))
    reply = noted.result(30)
    assert isinstance(reply, AnnotationList)
    assert sorted(each.name for each in reply.annotations) == [
        "variant 1",
        "variant 2",
        "variant 3",
    ]
    heads = [variants.runner.results[row].head for row in range(3)]
    assert len({head.checkpoint_id for head in heads if head is not None}) == 3
    variants.table.selectRow(0)
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert window.moment.looked_at == heads[0]
    edit_cell(variants, 3, "96")
    assert not variants.model.problem(3, "n")
    ran(qtbot, window, variants)
    assert cells(variants, "Status")[3] == "waits for an answer: ask"
    compare(qtbot, window, variants)
    path = tmp_path / "variants.csv"
    variants.export_to(str(path))
    wait(qtbot, path.exists)
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["status"] for line in lines] == ["done", "interrupted", "failed", "interrupted"]
    assert lines[0]["log"] == '["plan", "work 2"]'
    assert [line["edit n"] for line in lines] == ["2", "95", "13", "96"]
    assert not any(each.isVisible() for each in window.findChildren(InterruptDialog))
    variants.reject()
    assert window.offers_answers


def edit_cell(variants: VariantsDialog, row: int, text: str) -> None:
    """Type into a cell."""
    index = variants.model.index(row, 0)
    variants.table.setCurrentIndex(index)
    variants.table.edit(index)
    editor = variants.table.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    written(editor)


def written(editor: QLineEdit) -> None:
    """What was typed is taken over, and the editor is gone."""
    QApplication.processEvents()
    QApplication.sendPostedEvents(editor, QEvent.Type.DeferredDelete)


def compare(qtbot: QtBot, window: MainWindow, variants: VariantsDialog) -> None:
    """Two rows beside each other."""
    table, model = variants.table, variants.model
    table.clearSelection()
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    for row in (0, 1):
        table.selectionModel().select(model.index(row, 0), flags)
    click(variants.compare_button)
    branches = window.panels.branches
    wait(qtbot, lambda: branches.model.rowCount() > 0 and window.workspace.bridge.idle)
    assert (branches.first, branches.second) == (
        variants.runner.results[0].head,
        variants.runner.results[1].head,
    )
    assert window.panels.diff.base == variants.runner.results[0].head


def test_rows_are_added_copied_and_removed(qtbot: QtBot, variants: VariantsDialog) -> None:
    edit_cell(variants, 0, "5")
    click(variants.duplicate_button)
    assert cells(variants, "n")[:2] == ["5", "5"]
    click(variants.add_button)
    editor = variants.table.findChild(QLineEdit)
    assert editor is not None
    QTest.keyClicks(editor, "7")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    written(editor)
    variants.table.selectRow(0)
    click(variants.remove_button)
    assert [draft.texts.get("n") for draft in variants.model.drafts] == ["5", "7"]
    action = next(each for each in variants.edit_button.menu().actions() if each.data() == "note")
    action.trigger()
    assert variants.model.written == ["n", "note"]
    QGuiApplication.clipboard().setText("n,note\n1,a\n2,b")
    click(variants.paste_button)
    assert [draft.texts for draft in variants.model.drafts[2:]] == [
        {"n": "1", "note": "a"},
        {"n": "2", "note": "b"},
    ]
    variants.reject()
    question = dialog(qtbot, QMessageBox)
    [discard] = [each for each in question.buttons() if each.text() == "Discard"]
    click(discard)
    wait(qtbot, lambda: not variants.isVisible())


def test_a_breakpoint_pauses_a_variant_and_the_next_one_runs(
    qtbot: QtBot, window: MainWindow, variants: VariantsDialog
) -> None:
    window.panels.breakpoints.toggle("last")
    QGuiApplication.clipboard().setText("2\n95")
    click(variants.paste_button)
    ran(qtbot, window, variants)
    paused, waits = cells(variants, "Status")
    assert paused.startswith("paused: ")
    assert "last" in paused
    assert waits == "waits for an answer: ask"
    variants.reject()


def test_variants_begin_at_a_checkpoint_of_the_history(
    qtbot: QtBot, window: MainWindow, variants: VariantsDialog
) -> None:
    variants.reject()
    wait(qtbot, lambda: not variants.isVisible())
    row = window.moment.row_at_step(0)
    assert row is not None
    window.panels.history.variants_requested.emit(row.checkpoint_id)
    other = dialog(qtbot, VariantsDialog)
    assert other.windowTitle() == "Variants of step 0"
    other.reject()


def test_the_rest_is_given_up(qtbot: QtBot, window: MainWindow, variants: VariantsDialog) -> None:
    QGuiApplication.clipboard().setText("\n".join(str(number) for number in range(40, 60)))
    click(variants.paste_button)
    click(variants.run_button)
    assert not variants.run_button.isEnabled()
    wait(qtbot, lambda: variants.runner.results[1].status == "done")
    click(variants.cancel_button)
    wait(qtbot, lambda: not variants.runner.running and window.workspace.bridge.idle)
    statuses = cells(variants, "Status")
    assert statuses[:2] == ["done", "done"]
    assert statuses[-1] == "not run"
    assert variants.run_button.isEnabled()
    variants.done(0)
