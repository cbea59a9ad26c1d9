"""Where one is: threads, branches, keys of the input, acts that make no sense now."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from studio.approval.interrupt_dialog import InterruptDialog
from studio.graph.gauge_item import FIRED
from studio.opening.input_dialog import InputDialog
from studio.shell.command_palette import CommandPalette
from studio.shell.rerun_dialog import RerunDialog
from studio.shell.window import MainWindow
from tests.studio.shell.desk import (
    SAMPLES,
    child,
    click,
    click_row,
    close,
    dialog,
    open_sample,
    press,
    settled,
    wait,
)


def ask_for_input(qtbot: QtBot, window: MainWindow, key: Qt.Key = Qt.Key.Key_F5) -> InputDialog:
    press(window, key)
    given = dialog(qtbot, InputDialog)
    given.activateWindow()
    wait(qtbot, given.isActiveWindow)
    return given


def first_text(given: InputDialog) -> QPlainTextEdit:
    field = QApplication.focusWidget()
    assert isinstance(field, QPlainTextEdit)
    assert given.isAncestorOf(field)
    return field


def test_enter_in_a_text_of_one_line_runs(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "research")
    given = ask_for_input(qtbot, window)
    assert child(given, QPushButton, "input.run").text() == "Run  (Enter)"
    question = given.form.value()["question"]
    QTest.keyClick(first_text(given), Qt.Key.Key_Return)
    settled(qtbot, window, "interrupted")
    view = window.moment.view
    assert view is not None
    values = {each.name: each.value for each in view.channels}
    kept = values["question"]
    assert kept is not None
    assert kept.text.strip("'") == question


def test_enter_breaks_the_line_of_a_longer_text(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "research")
    given = ask_for_input(qtbot, window, Qt.Key.Key_F10)
    assert child(given, QPushButton, "input.paused").text() == "Start paused  (Enter)"
    assert any("Ctrl+Enter" in label.text() for label in given.findChildren(QLabel))
    field = first_text(given)
    question = field.toPlainText()
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(field, "two")
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClicks(field, "three")
    assert given.isVisible()
    assert given.form.value()["question"] == f"{question}\ntwo\nthree"
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settled(qtbot, window, "paused")


def test_what_makes_no_sense_looks_so(qtbot: QtBot, window: MainWindow) -> None:
    history = window.panels.history
    assert not history.empty.button.isEnabled()
    assert not history.delete.isEnabled()
    open_sample(qtbot, window, "counter")
    assert history.empty.button.isEnabled()
    assert not history.delete.isEnabled()
    click(history.empty.button)
    click(child(dialog(qtbot, InputDialog), QPushButton, "input.run"))
    settled(qtbot, window, "done")
    wait(qtbot, history.delete.isEnabled)
    press(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: not history.delete.isEnabled())


def shown_in_history(window: MainWindow) -> str:
    box = child(window, QComboBox, "history.threads")
    return box.currentText() or box.placeholderText()


def shows(window: MainWindow, text: str) -> bool:
    return shown_in_history(window) == text


def test_both_thread_boxes_say_the_same(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "research")
    assert window.threads.text().strip() == "research-1"
    assert shown_in_history(window) == "research-1  (unsaved)"
    click(child(ask_for_input(qtbot, window), QPushButton, "input.paused"))
    for _ in range(3):
        settled(qtbot, window, "paused")
        expected = f"research-1  ({window.panels.history.model.rowCount()})"
        wait(qtbot, partial(shows, window, expected))
        press(window, Qt.Key.Key_F10)


def test_threads_of_another_graph_are_marked(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "research")
    click(child(ask_for_input(qtbot, window), QPushButton, "input.run"))
    settled(qtbot, window, "interrupted")
    box = child(window, QComboBox, "history.threads")
    assert "another graph" not in box.itemText(0)
    window.opener.open_file(str(SAMPLES / "counter.py"))
    wait(qtbot, lambda: window.moment.thread_id == "counter-1" and window.workspace.bridge.idle)
    assert box.itemText(0) == "research-1  (5, another graph)"


def test_the_banner_counts_on_the_branch_looked_at(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "counter")
    click(child(ask_for_input(qtbot, window), QPushButton, "input.run"))
    settled(qtbot, window, "done")
    press(window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    banner = window.centre.banner.label
    wait(qtbot, lambda: window.centre.banner.isVisible())
    head = window.moment.head
    looked_at = window.moment.looked_at
    assert head is not None
    assert looked_at is not None
    assert banner.text() == f"Viewing step {looked_at.step} of {head.step}"
    old = head.checkpoint_id
    press(window, Qt.Key.Key_F5)
    again = dialog(qtbot, RerunDialog)
    wait(qtbot, again.run_button.isEnabled)
    click(again.run_button)
    settled(qtbot, window, "done")
    history = window.panels.history
    position = history.model.position(old)
    assert position is not None
    click_row(history.list, history.model.index(position, 0))
    wait(qtbot, lambda: window.centre.banner.isVisible())
    assert banner.text() == f"Viewing step {head.step} of {head.step} on another branch"


def test_the_palette_says_when_nothing_is_found(qtbot: QtBot, window: MainWindow) -> None:
    press(window, Qt.Key.Key_P, _CTRL_SHIFT)
    palette = window.findChild(CommandPalette)
    assert isinstance(palette, CommandPalette)
    QTest.keyClicks(palette.field, "xyzzy")
    assert palette.list.count() == 1
    assert palette.list.item(0).text() == "Nothing found for “xyzzy”"
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(palette.field, key)
    assert palette.isVisible()
    palette.field.clear()
    QTest.keyClicks(palette.field, "Quit")
    assert not palette.list.item(0).icon().isNull()


_CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def test_a_failed_task_has_not_written(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "recovery")
    given = ask_for_input(qtbot, window)
    click(child(given, QPushButton, "input.run"))
    settled(qtbot, window, "failed")
    [gauge] = window.panels.graph.scene.gauges.values()
    assert gauge.text == "1/2"
    assert "reserve_stock: wrote, reports at the barrier" in gauge.toolTip()
    header = window.centre.header
    assert header.text().startswith("Superstep 1  Plan > Execute 1/2 > Update")
    press(window, Qt.Key.Key_F5)
    settled(qtbot, window, "done")
    assert gauge.text == FIRED
    press(window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    wait(qtbot, lambda: gauge.text == "2/2")


def test_the_header_tells_the_next_superstep_from_the_step_looked_at(
    qtbot: QtBot, window: MainWindow
) -> None:
    open_sample(qtbot, window, "counter")
    given = ask_for_input(qtbot, window)
    click(child(given, QPushButton, "input.paused"))
    settled(qtbot, window, "paused")
    header = window.centre.header
    assert header.text().startswith("Next: superstep 1 ")
    press(window, Qt.Key.Key_F5)
    settled(qtbot, window, "done")
    assert header.text().startswith("Superstep ")
    press(window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    wait(qtbot, lambda: not window.moment.follows_head and window.workspace.bridge.idle)
    step, _, _ = window.moment.position
    assert window.centre.banner.label.text().startswith(f"Viewing step {step} of")
    assert header.text().startswith(f"Next: superstep {step + 1} ")


def test_a_thread_that_waits_says_so_when_it_is_opened_again(
    qtbot: QtBot, make_window: Callable[[], MainWindow], window: MainWindow
) -> None:
    open_sample(qtbot, window, "research")
    click(child(ask_for_input(qtbot, window), QPushButton, "input.run"))
    settled(qtbot, window, "interrupted")
    close(window)
    again = make_window()
    again.opener.open_trusted(str(SAMPLES / "research.py"), "research-1")
    wait(qtbot, lambda: again.moment.view is not None and again.workspace.bridge.idle)
    assert child(again, QLabel, "status.run").text() == "Waiting for an answer"


def test_an_end_has_nothing_to_run_again(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "counter")
    for _ in range(2):
        click(child(ask_for_input(qtbot, window), QPushButton, "input.run"))
        settled(qtbot, window, "done")
    end = window.moment.row_at_step(1)
    assert end is not None
    assert end.next == ()
    window.moment.look_at(end)
    press(window, Qt.Key.Key_F5)
    again = dialog(qtbot, RerunDialog)
    wait(qtbot, lambda: "Nothing is due" in again.text.text())
    assert "branch" not in again.text.text()
    again.reject()


def test_a_name_too_long_for_the_thread_box_ends_in_an_ellipsis(
    qtbot: QtBot, window: MainWindow
) -> None:
    open_sample(qtbot, window, "counter")
    window.moment.open_thread("a thread with quite a long name of its own")
    window.resize(900, 600)
    wait(qtbot, lambda: shown_in_history(window).endswith("…"))


WAITS = """
from typing import TypedDict
from runtime.graph import START, StateGraph
from runtime.types import interrupt


class State(TypedDict, total=False):
    answer: str


def ask(state: State) -> State:
    return {"answer": interrupt("go?")}


graph = StateGraph(State).add_node(ask).add_edge(START, "ask").compile()
"""


def test_a_node_that_a_thread_waits_for_is_renamed(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "waits.py"
    file.write_text(WAITS, "utf-8")
    window.opener.open_trusted(str(file))
    wait(qtbot, lambda: window.workspace.graph is not None and window.workspace.bridge.idle)
    click(child(ask_for_input(qtbot, window), QPushButton, "input.run"))
    QTest.keyClick(dialog(qtbot, InterruptDialog), Qt.Key.Key_Escape)
    settled(qtbot, window, "interrupted")
    file.write_text(WAITS.replace("ask", "ask_person"), "utf-8")
    press(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: "ask_person" in window.panels.graph.scene.nodes)
    wait(qtbot, lambda: "ask cannot run: the graph lacks it" in window.centre.header.text())
    notice = child(window, QLabel, "notice")
    assert notice.text().startswith("The thread is to run a node that the open graph lacks: ask (")
    assert window.panels.graph.scene.nodes["ask_person"].look.state == "idle"
