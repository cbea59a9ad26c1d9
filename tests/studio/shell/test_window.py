"""The window around the main path: opening, mistakes, breakpoints, history, layout, keys."""

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMessageBox, QPlainTextEdit, QPushButton, QTabBar, QToolButton
from pytestqt.qtbot import QtBot

from studio.approval.interrupt_dialog import InterruptDialog
from studio.editing.edit_dialog import EditStateDialog
from studio.opening.input_dialog import InputDialog
from studio.shell.panel_places import PLACES
from studio.shell.rerun_dialog import RerunDialog
from studio.shell.screenshot import Screenshot
from studio.shell.theme import DARK, LIGHT
from studio.shell.window import MainWindow
from tests.studio.shell.desk import (
    SAMPLES,
    child,
    click,
    close,
    dialog,
    open_sample,
    press,
    problem,
    settled,
    start,
    tool,
    wait,
)

IDS = (
    "file.open",
    "run.start",
    "run.continue",
    "run.pause",
    "run.stop",
    "run.step_superstep",
    "run.step_task",
    "history.step_back",
    "history.fork",
    "history.rerun",
    "state.edit",
    "breakpoint.toggle",
    "interrupt.answer",
)
KEYS = {
    "run.go": "F5",
    "run.pause": "F6",
    "run.stop": "Shift+F5",
    "run.step_superstep": "F10",
    "run.step_task": "F11",
    "history.step_back": "Shift+F10",
    "breakpoint.toggle": "F9",
    "file.open": "Ctrl+O",
    "view.command_palette": "Ctrl+Shift+P",
}


def test_actions_have_their_ids_and_keys(window: MainWindow) -> None:
    registry = window.actions_registry
    for action_id in (*IDS, *(f"view.{place.name}" for place in PLACES)):
        assert action_id in registry
    for action_id, keys in KEYS.items():
        assert registry.qaction(action_id).shortcuts()[0].toString() == keys
    assert not registry.enabled("run.go")
    assert not registry.trigger("run.step_superstep")


def test_panels_have_their_names(window: MainWindow) -> None:
    for place in PLACES:
        assert window.panels.by_name[place.name].objectName() == f"panel.{place.name}"


def test_input_that_does_not_fit_is_refused_in_place(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "counter")
    press(window, Qt.Key.Key_F5)
    given = dialog(qtbot, InputDialog)
    given.form.set_value({"count": "many"})
    click(child(given, QPushButton, "input.run"))
    assert given.isVisible()
    assert given.form.problems()
    assert window.moment.head is None
    given.reject()


def test_keys_give_the_input(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "counter")
    press(window, Qt.Key.Key_F10)
    press(dialog(qtbot, InputDialog), Qt.Key.Key_F10)
    settled(qtbot, window, "paused")
    press(window, Qt.Key.Key_F5)
    settled(qtbot, window, "done")
    press(window, Qt.Key.Key_F5)
    press(dialog(qtbot, InputDialog), Qt.Key.Key_F5)
    wait(qtbot, lambda: window.panels.history.model.rowCount() == 6)
    settled(qtbot, window, "done")


def test_an_edit_after_sends_stands_for_the_node_they_ran(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "research")
    start(qtbot, window)
    dialog(qtbot, InterruptDialog).reject()
    settled(qtbot, window, "interrupted")
    row = window.moment.row_at_step(2)
    assert row is not None
    assert row.next == ("gather",)
    window.moment.look_at(row)
    wait(qtbot, lambda: window.workspace.bridge.idle)
    press(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    edit = dialog(qtbot, EditStateDialog)
    assert edit.node_choice.currentData() == "search"
    wait(qtbot, lambda: any(each.isVisible() for each in edit.editor.findChildren(QPlainTextEdit)))
    field = next(each for each in edit.editor.findChildren(QPlainTextEdit) if each.isVisible())
    QTest.keyClicks(field, " Again?")
    wait(qtbot, edit.fork_button.isEnabled)
    assert "Runs next\ngather" in edit.effect.text()
    click(edit.fork_button)
    wait(qtbot, lambda: window.moment.follows_head and window.workspace.bridge.idle)
    assert window.moment.head is not None
    assert window.moment.head.next == ("gather",)


def test_open_dialogs_follow_the_theme(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "review")
    start(qtbot, window)
    asked = dialog(qtbot, InterruptDialog)
    window.set_theme_mode("dark")
    assert DARK.surface_sunken in asked.styleSheet()
    colors = asked.grab().toImage()
    assert colors.pixelColor(4, 4) == QColor(DARK.window)
    asked.reject()
    settled(qtbot, window, "interrupted")
    assert window.actions_registry.trigger("state.edit")
    edit = dialog(qtbot, EditStateDialog)
    window.set_theme_mode("light")
    assert LIGHT.surface_sunken in edit.styleSheet()
    edit.reject()


def test_a_breakpoint_by_key_pauses_the_run(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "loop")
    window.panels.graph.node_selected.emit("compile")
    press(window, Qt.Key.Key_F9)
    assert window.panels.breakpoints.marks["compile"].look == "on"
    start(qtbot, window)
    settled(qtbot, window, "paused")
    assert window.moment.head is not None
    assert window.moment.head.next == ("compile",)
    press(window, Qt.Key.Key_F9)
    assert window.panels.breakpoints.marks == {}
    press(window, Qt.Key.Key_F5)
    settled(qtbot, window, "done")


def test_pause_and_stop(qtbot: QtBot, window: MainWindow, held: threading.Event) -> None:
    start(qtbot, window)
    wait(qtbot, lambda: window.moment.run.phase == "execute")
    click(tool(window, "run.pause"))
    assert child(window, QLabel, "status.run").text() == "Pausing"
    assert "Pausing: the running tasks finish" in window.centre.header.text()
    assert not tool(window, "run.pause").isEnabled()
    assert tool(window, "run.stop").isEnabled()
    wait(qtbot, lambda: window.workspace.bridge.idle)
    held.set()
    settled(qtbot, window, "paused")
    wait(qtbot, lambda: window.moment.head is not None and window.moment.head.next == ("second",))
    assert child(window, QLabel, "status.run").text() == "Paused"
    press(window, Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
    settled(qtbot, window, "stopped")
    assert tool(window, "run.go").text().strip() == "Continue"
    click(tool(window, "run.go"))
    settled(qtbot, window, "done")


def test_a_failing_node_keeps_state_and_can_go_on(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "recovery")
    start(qtbot, window)
    settled(qtbot, window, "failed")
    assert "charge_card" in problem(window)
    assert window.panels.history.model.rowCount() == 2
    click(tool(window, "run.go"))
    settled(qtbot, window, "done")
    assert window.panels.problems.model.rowCount() == 1


def test_an_answer_can_wait(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "review")
    start(qtbot, window)
    asked = dialog(qtbot, InterruptDialog)
    click(child(asked, QPushButton, "answer_later"))
    wait(qtbot, lambda: not asked.isVisible())
    settled(qtbot, window, "interrupted")
    assert window.actions_registry.enabled("interrupt.answer")
    click(tool(window, "interrupt.answer"))
    again = dialog(qtbot, InterruptDialog)
    click(child(again, QPushButton, "option.0"))
    settled(qtbot, window, "done")


def test_run_again_says_what_executes(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "counter")
    start(qtbot, window)
    settled(qtbot, window, "done")
    old_head = window.moment.head
    press(window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    wait(qtbot, lambda: not window.moment.follows_head and window.workspace.bridge.idle)
    assert window.centre.banner.label.text() == "Viewing step 0 of 1"
    click(child(window, QToolButton, "banner.history.rerun"))
    asked = dialog(qtbot, RerunDialog)
    wait(qtbot, asked.run_button.isEnabled)
    assert "increment" in asked.text.text()
    assert "new branch" in asked.text.text()
    asked.activateWindow()
    wait(qtbot, asked.run_button.hasFocus)
    QTest.keyClick(asked, Qt.Key.Key_Return)
    settled(qtbot, window, "done")
    assert window.moment.head != old_head
    assert window.panels.history.model.lanes == 2
    assert window.moment.follows_head


def test_threads_are_kept_and_chosen(
    qtbot: QtBot, make_window: Callable[[], MainWindow], window: MainWindow
) -> None:
    open_sample(qtbot, window, "counter")
    start(qtbot, window)
    settled(qtbot, window, "done")
    assert window.actions_registry.trigger("thread.new")
    assert window.moment.thread_id == "counter-2"
    assert window.centre.about.isVisible()
    close(window)

    other = make_window()
    open_sample(qtbot, other, "counter")
    assert [thread.thread_id for thread in other.workspace.threads] == ["counter-1"]
    other.moment.open_thread("counter-1")
    wait(qtbot, lambda: other.workspace.bridge.idle and other.moment.view is not None)
    assert other.panels.history.model.rowCount() == 3
    assert other.actions_registry.trigger("thread.delete")
    question = dialog(qtbot, QMessageBox)
    click(next(each for each in question.buttons() if each.text() == "Delete"))
    wait(qtbot, lambda: other.moment.thread_id != "counter-1" and other.workspace.bridge.idle)
    assert other.workspace.threads == ()


def test_layout_and_theme_are_remembered(
    make_window: Callable[[], MainWindow], window: MainWindow
) -> None:
    assert window.actions_registry.trigger("view.theme_dark")
    assert window.palette().window().color() == QColor(DARK.window)
    assert window.actions_registry.trigger("view.animation_fast")
    window.docks.docks["why"].close()
    window.docks.raise_("log")
    close(window)
    again = make_window()
    assert again.settings.values.theme == "dark"
    assert again.settings.values.animation_speed == 2.5
    assert again.actions_registry.qaction("view.animation_fast").isChecked()
    assert again.docks.docks["why"].isHidden()
    assert again.actions_registry.trigger("view.why")
    assert not again.docks.docks["why"].isHidden()
    again.docks.docks["tasks"].setFloating(True)
    assert again.actions_registry.trigger("view.reset_layout")
    assert not again.docks.docks["tasks"].isFloating()


def test_each_panel_has_one_tab(qtbot: QtBot, window: MainWindow) -> None:
    direct = Qt.FindChildOption.FindDirectChildrenOnly

    def tabs() -> list[str]:
        bars = [bar for bar in window.findChildren(QTabBar, options=direct) if bar.isVisible()]
        return [bar.tabText(tab) for bar in bars for tab in range(bar.count())]

    titles = [place.title for place in PLACES if place.name not in ("graph", "history")]
    wait(qtbot, lambda: sorted(tabs()) == sorted(titles))
    window.show_panel("source")
    window.docks.docks["log"].close()
    wait(qtbot, lambda: sorted([*tabs(), "Log"]) == sorted(titles))
    assert window.actions_registry.trigger("view.log")
    wait(qtbot, lambda: sorted(tabs()) == sorted(titles))


def test_a_step_of_an_old_run_is_looked_at(
    qtbot: QtBot, make_window: Callable[[], MainWindow], window: MainWindow, tmp_path: Path
) -> None:
    open_sample(qtbot, window, "counter")
    start(qtbot, window)
    settled(qtbot, window, "done")
    close(window)
    other, ends = make_window(), list[str | None]()
    Screenshot(other, tmp_path / "old.png", None, False, 0, ends.append)
    other.opener.open_trusted(str(SAMPLES / "counter.py"), "counter-1")
    wait(qtbot, lambda: ends == [None])
    assert other.centre.banner.label.text() == "Viewing step 0 of 1"


def test_motion_is_a_choice_that_is_remembered(
    make_window: Callable[[], MainWindow], window: MainWindow
) -> None:
    registry = window.actions_registry
    assert not window.panels.graph.animation.enabled
    assert registry.qaction("view.reduced_motion").isChecked()
    assert registry.trigger("view.animation_slow")
    assert not registry.qaction("view.reduced_motion").isChecked()
    close(window)
    again = make_window()
    assert again.panels.graph.animation.enabled
    assert again.actions_registry.qaction("view.animation_slow").isChecked()


def test_keys_zoom_the_graph(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "research")
    canvas, control = window.panels.graph.canvas, Qt.KeyboardModifier.ControlModifier
    fitted = canvas.zoom
    press(window, Qt.Key.Key_0, control)
    assert canvas.zoom == 1.0
    press(window, Qt.Key.Key_Minus, control)
    assert canvas.zoom < 1.0
    press(window, Qt.Key.Key_F, control | Qt.KeyboardModifier.ShiftModifier)
    assert canvas.zoom == fitted
    assert window.actions_registry.trigger("view.channels")
    assert window.panels.graph.channels_shown


def test_a_send_of_the_graph_leads_to_its_task(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "research")
    start(qtbot, window)
    dialog(qtbot, InterruptDialog).reject()
    settled(qtbot, window, "interrupted")
    row = window.moment.row_at_step(1)
    assert row is not None
    window.moment.look_at(row)
    wait(qtbot, lambda: window.workspace.bridge.idle)
    canvas = window.panels.graph.canvas
    canvas.select("search")
    canvas.setFocus()
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(canvas, Qt.Key.Key_Right, shift)
    QTest.keyClick(canvas, Qt.Key.Key_Right, shift)
    assert window.docks.is_front("tasks")
    assert window.panels.tasks.tree.currentIndex().data() == "search [1]"
