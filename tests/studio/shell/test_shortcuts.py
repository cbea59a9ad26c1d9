"""Keys of actions: shown, changed by pressing them, kept, and given back."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.shell.settings import SettingsFile
from studio.shell.shortcuts_dialog import ShortcutsDialog
from studio.shell.window import MainWindow
from tests.studio.shell.desk import click, dialog, open_sample, press, wait

CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


def shortcuts(qtbot: QtBot, window: MainWindow) -> ShortcutsDialog:
    window.actions_registry.qaction("view.shortcuts").trigger()
    return dialog(qtbot, ShortcutsDialog)


def select(shown: ShortcutsDialog, typed: str) -> None:
    """Find an action and select the first that is found."""
    shown.search.clear()
    QTest.keyClicks(shown.search, typed)
    shown.table.setCurrentIndex(shown.table.model().index(0, 0))


def test_every_action_is_there_and_found_by_title_and_key(qtbot: QtBot, window: MainWindow) -> None:
    shown = shortcuts(qtbot, window)
    assert shown.model.rowCount() == len(list(window.actions_registry))
    select(shown, "step super")
    assert shown.action_id == "run.step_superstep"
    assert shown.table.model().index(0, 1).data() == "F10"
    select(shown, "ctrl+shift+p")
    assert shown.action_id == "view.command_palette"


def test_keys_are_pressed_taken_over_and_work(
    qtbot: QtBot, make_window: Callable[[], MainWindow], tmp_path: Path
) -> None:
    window = make_window()
    shown = shortcuts(qtbot, window)
    select(shown, "find an action")
    QTest.keyClick(shown.keys, Qt.Key.Key_J, CONTROL | ALT)
    assert shown.said.text() == ""
    click(shown.take)
    assert shown.table.model().index(0, 1).data() == "Ctrl+Alt+J"
    assert shown.table.model().index(0, 2).data() == "changed"
    shown.accept()
    assert window.actions_registry.action_of_shortcut(QKeySequence("Ctrl+Shift+P")) is None
    assert SettingsFile(tmp_path / "settings.toml").values.shortcuts == {
        "view.command_palette": "Ctrl+Alt+J"
    }
    again = make_window()
    assert again.actions_registry.keys("view.command_palette") == [QKeySequence("Ctrl+Alt+J")]
    assert "Ctrl+Alt+J" in again.actions_registry.qaction("view.command_palette").toolTip()


def test_keys_of_another_action_are_named_and_change_hands(
    qtbot: QtBot, window: MainWindow
) -> None:
    open_sample(qtbot, window, "counter")
    shown = shortcuts(qtbot, window)
    select(shown, "show log")
    QTest.keyClick(shown.keys, Qt.Key.Key_F10)
    assert "Step superstep" in shown.said.text()
    click(shown.take)
    assert window.actions_registry.keys("run.step_superstep") == []
    click(shown.all_usual)
    assert window.actions_registry.changed_keys() == {}
    assert window.actions_registry.keys("run.step_superstep") == [QKeySequence("F10")]
    select(shown, "show log")
    click(shown.none)
    assert window.actions_registry.keys("view.log") == []
    click(shown.usual)
    assert window.actions_registry.keys("view.log") == [QKeySequence("Ctrl+8")]
    shown.accept()
    window.show_panel("state")
    press(window, Qt.Key.Key_8, CONTROL)
    wait(qtbot, lambda: "log" not in window.panels._hidden)


def test_what_was_kept_of_actions_that_are_gone_or_exchanged(
    make_window: Callable[[], MainWindow], tmp_path: Path
) -> None:
    settings = SettingsFile(tmp_path / "settings.toml")
    settings.values.shortcuts = {
        "view.gone": "F2",
        "run.step_task": "F10",
        "run.step_superstep": "F11; Ctrl+O",
    }
    settings.save()
    registry = make_window().actions_registry
    assert registry.keys("run.step_task") == [QKeySequence("F10")]
    # What belongs to an action that nobody changed stays there.
    assert registry.keys("run.step_superstep") == [QKeySequence("F11")]
    assert registry.keys("file.open") == [QKeySequence("Ctrl+O")]
