"""Questions of all threads, answered as they were shown, also while others change them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSystemTrayIcon,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from runtime.debug.approvals.records import AnswerRecord
from runtime.debug.child.session import ChildSession
from studio.approval.answer_panel import AnswerPanel
from studio.approval.interrupt_dialog import InterruptDialog
from studio.approval.notifier import Notifier
from studio.approval.revision_dialog import RevisionDialog
from studio.shell.window import MainWindow
from tests.studio.shell.desk import child, click, click_row, dialog, press, settled, wait, write

BUYING = '''
"""Buys at a price that is read when the node runs."""
import operator
import time
from pathlib import Path
from typing import Annotated
from typing_extensions import TypedDict
from runtime.graph import START, StateGraph
from runtime.types import interrupt

HERE = Path(__file__).parent
EXAMPLE_INPUT = {"log": []}


class State(TypedDict):
    log: Annotated[list[str], operator.add]


def audit(what: str) -> None:
    with open(HERE / "audit", "a") as file:
        file.write(what)


def buy(state: State):
    price = (HERE / "price").read_text()
    audit("asked ")
    answer = interrupt({"action": "buy", "args": {"price": price, "count": 2}})
    (HERE / "inside").write_text(str(answer))
    while (HERE / "hold").exists():
        time.sleep(0.005)
    return {"log": [f"buy {answer} at {price}"]}


def ship(state: State):
    return {"log": [f"ship {interrupt('Ship it?')}"]}


builder = StateGraph(State)
builder.add_node("buy", buy)
builder.add_node("ship", ship)
builder.add_edge(START, "buy")
builder.add_edge(START, "ship")
graph = builder.compile()
'''

OTHER = """
import sys
from runtime.checkpoint.sql import SqlSaver
from runtime.types import Command
sys.path.insert(0, sys.argv[2])
import buying
graph = buying.builder.compile(checkpointer=SqlSaver(sys.argv[1]))
config = {"configurable": {"thread_id": sys.argv[3]}}
answers = {"buy": sys.argv[4], "ship": sys.argv[4]} if len(sys.argv) > 4 else {}
if not answers:
    graph.invoke(None, config)
for task in graph.get_state(config).tasks:
    for question in task.interrupts:
        if task.name in answers:
            graph.invoke(Command(resume={question.id: answers.pop(task.name)}), config)
"""
"""Another program: without an answer it runs what waits again, else it answers everything."""


class Desk:
    """The window on a graph whose price changes, and a second program on the same database."""

    def __init__(self, qtbot: QtBot, window: MainWindow, folder: Path) -> None:
        self.qtbot, self.window, self.folder = qtbot, window, folder
        self.price("10")
        self._file = write(folder, "buying.py", BUYING)
        self.open()

    def open(self, thread_id: str | None = None) -> None:
        self.window.opener.open_trusted(self._file, thread_id)
        wait(self.qtbot, lambda: self.window.moment.thread_id is not None and self.idle)

    @property
    def idle(self) -> bool:
        return self.window.workspace.bridge.idle

    def price(self, text: str) -> None:
        (self.folder / "price").write_text(text)

    def ask(self) -> InterruptDialog:
        """Run to the questions; their dialog opens by itself."""
        self.window.workspace.run_control.start({"log": []}, "run", lambda: None, lambda _: None)
        return dialog(self.qtbot, InterruptDialog)

    def another_program(self, *answer: str) -> None:
        """Run it to its end, in a process of its own."""
        thread_id = self.window.moment.thread_id
        assert thread_id is not None
        store = str(self.folder / "store.sqlite")
        subprocess.run(
            [sys.executable, "-c", OTHER, store, str(self.folder), thread_id, *answer],
            check=True,
            timeout=60,
        )

    def values(self) -> str:
        view = self.window.moment.view
        assert view is not None
        return next(c.value.text for c in view.channels if c.name == "log" and c.value is not None)

    def done(self) -> None:
        settled(self.qtbot, self.window, "done")
        wait(self.qtbot, lambda: self.window.moment.view is not None and self.idle)


@pytest.fixture
def desk(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> Desk:
    return Desk(qtbot, window, tmp_path)


def texts(asked: InterruptDialog) -> list[str]:
    return [label.text() for label in asked.findChildren(QLabel) if label.isVisible()]


def visible(asked: QObject, name: str) -> QAbstractButton:
    (found,) = [each for each in asked.findChildren(QAbstractButton, name) if each.isVisible()]
    return found


def choose(asked: InterruptDialog, row: int) -> None:
    asked.waiting_list.setCurrentRow(row)


def row_of(asked: InterruptDialog, node: str) -> int:
    rows = range(asked.waiting_list.count())
    return next(row for row in rows if asked.waiting_list.item(row).text() == node)


def test_two_questions_are_answered_in_either_order_in_one_go(desk: Desk) -> None:
    asked = desk.ask()
    for node, option in (("ship", "option.1"), ("buy", "option.0")):
        choose(asked, row_of(asked, node))
        click(visible(asked, option))
    click(asked.send_button)
    desk.done()
    assert desk.values() == "['buy True at 10', 'ship False']"


def test_a_changed_payload_is_refused_and_shown_anew(desk: Desk) -> None:
    asked = desk.ask()
    choose(asked, row_of(asked, "buy"))
    old = child(asked.page(row_of(asked, "buy")), QLabel, "digest").text()
    warning = child(asked.page(row_of(asked, "buy")), QLabel, "runs_again").text()
    assert "audit('asked ')" in warning
    desk.price("99")
    desk.another_program()
    click(visible(asked, "option.0"))
    choose(asked, row_of(asked, "ship"))
    click(visible(asked, "option.0"))
    click(asked.send_button)
    buy = row_of(asked, "buy")
    wait(desk.qtbot, lambda: asked.page(buy).findChild(QLabel, "changed_payload") is not None)
    assert asked.isVisible()
    assert child(asked.page(buy), QLabel, "digest").text() != old
    changes = child(asked.page(buy), QPlainTextEdit, "payload_changes").toPlainText()
    assert '"99"' in changes
    assert '"10"' in changes
    assert list(asked.answers.values()) == [True], "the other answer is kept, this one is not"
    assert desk.window.panels.approvals.answers.rows == ()
    choose(asked, buy)
    click(visible(asked, "option.0"))
    click(asked.send_button)
    desk.done()
    assert desk.values() == "['buy True at 99', 'ship True']"


def test_another_program_answers_while_the_dialog_is_open(desk: Desk) -> None:
    asked = desk.ask()
    desk.another_program("yes")
    click(visible(asked, "option.0"))
    click(asked.send_button)
    wait(desk.qtbot, lambda: "Not sent" in child(asked, QLabel, "dialog_problem").text())
    wait(desk.qtbot, lambda: not asked.page(0).panel.isEnabled())
    assert not asked.send_button.isEnabled()
    click(asked.later_button)
    wait(desk.qtbot, lambda: "buy yes at 10" in desk.values())


@pytest.mark.parametrize("new_session", ["child"], indirect=True)
def test_the_process_dies_while_the_dialog_is_open(desk: Desk) -> None:
    asked = desk.ask()
    for _ in range(2):
        click(visible(asked, "option.0"))
    session = desk.window.workspace.bridge._session
    assert isinstance(session, ChildSession)
    before = session.pid
    assert before is not None
    os.kill(before, signal.SIGKILL)
    wait(desk.qtbot, lambda: session.pid != before or session._engine is None)
    assert len(asked.answers) == 2
    click(asked.send_button)
    desk.done()
    assert session.pid != before
    assert desk.values() == "['buy True at 10', 'ship True']"


def test_changed_arguments_are_compared_with_the_proposal_and_sent(desk: Desk) -> None:
    asked = desk.ask()
    buy = row_of(asked, "buy")
    choose(asked, buy)
    click(visible(asked, "edit_arguments"))
    panel = asked.page(buy).panel
    assert isinstance(panel, AnswerPanel)
    editor = panel.arguments
    assert editor is not None
    assert not visible(asked, "use_call").isEnabled()
    field = editor.form.first_field()
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(field, '{"price": "10", "count": 3}')
    lines = editor.diff.toPlainText().splitlines()
    assert [line for line in lines if line[0] in "+-"] == ['-   "count": 2', '+   "count": 3']
    click(visible(asked, "use_call"))
    click(asked.send_button)
    settled(desk.qtbot, desk.window, "interrupted")
    (record,) = wait_for_answers(desk, 1)
    assert record.answer == {"action": "buy", "args": {"price": "10", "count": 3}}


def wait_for_answers(desk: Desk, count: int) -> tuple[AnswerRecord, ...]:
    rows = desk.window.panels.approvals.answers
    wait(desk.qtbot, lambda: rows.count() == count and desk.idle)
    return rows.rows


def test_questions_of_all_threads_are_listed_counted_and_opened(desk: Desk) -> None:
    window, panel = desk.window, desk.window.panels.approvals
    desk.ask().reject()
    settled(desk.qtbot, window, "interrupted")
    first = window.moment.thread_id
    window.workspace.new_thread()
    desk.ask().reject()
    settled(desk.qtbot, window, "interrupted")
    wait(desk.qtbot, lambda: panel.pending.count() == 4)
    assert window.docks.docks["approvals"].windowTitle() == "Approvals (4)"
    badge = child(window, QToolButton, "tool.waiting")
    wait(desk.qtbot, badge.isVisible)
    assert badge.text() == "4"
    click(badge)
    wait(desk.qtbot, panel.isVisible)
    row = next(
        row
        for row, each in enumerate(panel.pending.rows)
        if each.thread_id == first and each.asker == "ship"
    )
    click_row(panel.table, panel.pending.index(row, 0))
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    asked = dialog(desk.qtbot, InterruptDialog)
    assert window.moment.thread_id == first
    assert asked.waiting_list.currentItem().text() == "ship"
    click(visible(asked, "option.0"))
    click(asked.send_button)
    wait(desk.qtbot, lambda: panel.pending.count() == 3 and desk.idle)
    assert badge.text() == "3"


def test_answers_are_logged_and_revised_on_a_branch(desk: Desk) -> None:
    window, panel = desk.window, desk.window.panels.approvals
    asked = desk.ask()
    for _ in range(2):
        click(visible(asked, "option.0"))
    click(asked.send_button)
    desk.done()
    rows = wait_for_answers(desk, 2)
    assert {(row.asker, row.answer, row.outcome) for row in rows} == {
        ("buy", True, "taken"),
        ("ship", True, "taken"),
    }
    press(window, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier | SHIFT)
    wait(desk.qtbot, panel.isVisible)
    panel.tabs.setCurrentIndex(1)
    row = next(row for row, each in enumerate(rows) if each.asker == "ship")
    click_row(panel.log, panel.answers.index(row, 0))
    assert rows[row].digest in panel.details.toPlainText()
    click(panel.revise_button)
    revising = dialog(desk.qtbot, RevisionDialog)
    assert "ship alone runs again" in child(revising, QLabel, "revision_effect").text()
    assert not revising.fork_button.isEnabled()
    click(visible(revising, "option.1"))
    click(revising.fork_button)
    wait(desk.qtbot, lambda: panel.answers.count() == 3 and desk.idle)
    desk.done()
    assert desk.values() == "['buy True at 10', 'ship False']"
    assert panel.answers.rows[0].revises == rows[row].id
    assert (desk.folder / "audit").read_text() == "asked asked ", "buy did not run again"
    panel.scope.setCurrentIndex(2)
    wait(desk.qtbot, lambda: panel.answers.count() == 0)
    click_scope_of(desk, rows[row].checkpoint_id)
    wait(desk.qtbot, lambda: panel.answers.count() == 3)


SHIFT = Qt.KeyboardModifier.ShiftModifier


def click_scope_of(desk: Desk, checkpoint_id: str) -> None:
    desk.window.moment.look_at_id(checkpoint_id)
    wait(desk.qtbot, lambda: desk.idle)


class Tray(QSystemTrayIcon):
    """One that keeps what it was told to show."""

    def __init__(self, icon: QIcon, parent: QObject) -> None:
        super().__init__(icon, parent)
        self.told: list[tuple[str, str]] = []

    def showMessage(self, title: str, text: str, *_: object) -> None:
        self.told.append((title, text))


@pytest.mark.qt_log_ignore("systemTrayWindowChanged")
def test_the_desktop_is_told_where_nobody_looks(qtbot: QtBot, desk: Desk) -> None:
    window = desk.window
    trays: list[Tray] = []

    def new_tray(icon: QIcon, parent: QObject) -> Tray:
        trays.append(Tray(icon, parent))
        return trays[-1]

    notifier = Notifier(window, new_tray)
    window.activateWindow()
    wait(qtbot, window.isActiveWindow)
    assert not notifier.tell("1 question waits", "buy")
    assert trays == []
    window.hide()
    wait(qtbot, lambda: QApplication.activeWindow() is None)
    assert notifier.tell("1 question waits", "buy")
    assert notifier.tell("1 question waits", "ship")
    (tray,) = trays
    assert tray.told == [("1 question waits", "buy"), ("1 question waits", "ship")]
    with qtbot.waitSignal(notifier.clicked):
        tray.messageClicked.emit()
    notifier.close()
    window.show()
    QApplication.processEvents()


def test_a_late_answer_is_told(desk: Desk, make_window: Callable[[], MainWindow]) -> None:
    """Two windows answer one question; the second is asked before it does so all the same."""
    asked = desk.ask()
    other = make_window()
    other.opener.open_trusted(str(desk.folder / "buying.py"), desk.window.moment.thread_id)
    wait(
        desk.qtbot,
        lambda: other.moment.view is not None and other.workspace.bridge.idle,
    )
    (desk.folder / "hold").touch()
    choose(asked, row_of(asked, "buy"))
    click(visible(asked, "option.0"))
    click(asked.send_button)
    wait(desk.qtbot, lambda: (desk.folder / "inside").exists())
    other.acts.answer_interrupt()
    wait(desk.qtbot, lambda: other.findChild(InterruptDialog) is not None)
    late = child(other, InterruptDialog, "interrupt_dialog")
    choose(late, row_of(late, "buy"))
    click(visible(late, "option.1"))
    click(late.send_button)
    again = child(late, QPushButton, "answer_again")
    wait(desk.qtbot, again.isVisible)
    assert "answered" in child(late, QLabel, "dialog_problem").text()
    (desk.folder / "hold").unlink()
    settled(desk.qtbot, desk.window, "interrupted")
    late.reject()
