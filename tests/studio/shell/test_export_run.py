"""A run leaves the window as a file, and opens in another window that runs nothing."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from runtime.debug.exported.run_file import read_run
from studio.approval.interrupt_dialog import InterruptDialog
from studio.exporting.run_dialog import ExportRunDialog
from studio.session.making import NewSession
from studio.shell.settings import SettingsFile
from studio.shell.theme import ThemeManager
from studio.shell.window import MainWindow
from tests.studio.shell.desk import click, close, dialog, open_sample, settled, start, wait


def finished_run(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "counter")
    start(qtbot, window)
    settled(qtbot, window, "done")


def ask(qtbot: QtBot, window: MainWindow) -> ExportRunDialog:
    window.actions_registry.qaction("export.run").trigger()
    return dialog(qtbot, ExportRunDialog)


@pytest.mark.parametrize("new_session", ["direct", "child"], indirect=True)
def test_a_run_is_written_and_opens_without_its_code(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, new_session: NewSession
) -> None:
    finished_run(qtbot, window)
    shown = ask(qtbot, window)
    click(shown.rules.add)
    row = shown.rules.rows[0]
    wait(qtbot, lambda: shown.focusWidget() is row.pattern)
    QTest.keyClicks(row.pattern, "tally")
    click(shown.button)
    place = dialog(qtbot, QFileDialog)
    path = tmp_path / "mine.pregelrun"
    field = place.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setText(str(path))
    QTest.keyClick(field, Qt.Key.Key_Return)
    wait(qtbot, path.exists)
    wait(qtbot, lambda: "checkpoints" in window.status.currentMessage() or shown.isHidden())
    assert window.settings.values.redaction == ['["name", "tally"]']
    assert read_run(path).graph is not None

    settings = SettingsFile(tmp_path / "other.toml")
    themes = ThemeManager("light", window.themes.parent())
    reader = MainWindow(new_session(str(path), False), str(path), settings, themes)
    qtbot.addWidget(reader)
    reader.show()
    reader.workspace.open_record()
    wait(qtbot, lambda: reader.moment.view is not None)
    assert set(reader.panels.graph.scene.nodes) == set(window.panels.graph.scene.nodes)
    assert reader.windowTitle().startswith("mine.pregelrun")
    for action_id in ("run.go", "run.start", "state.edit", "thread.delete", "history.rerun"):
        assert not reader.actions_registry.enabled(action_id), action_id
    assert reader.actions_registry.enabled("history.step_back")
    close(reader)


def test_a_run_that_asks_is_not_answered_elsewhere(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, new_session: NewSession
) -> None:
    window.offers_answers = False
    open_sample(qtbot, window, "review")
    start(qtbot, window)
    settled(qtbot, window, "interrupted")
    path = tmp_path / "asks.pregelrun"
    shown = ask(qtbot, window)
    shown.export_to(str(path))
    wait(qtbot, path.exists)
    themes = ThemeManager("light", window.themes.parent())
    settings = SettingsFile(tmp_path / "other.toml")
    reader = MainWindow(new_session(str(path), False), str(path), settings, themes)
    qtbot.addWidget(reader)
    reader.show()
    reader.workspace.open_record()
    wait(qtbot, lambda: bool(reader.moment.interrupts) and reader.workspace.bridge.idle)
    assert not reader.actions_registry.enabled("interrupt.answer")
    assert not reader.findChildren(InterruptDialog)
    close(reader)


def test_a_bad_rule_is_told_and_nothing_is_written(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    finished_run(qtbot, window)
    shown = ask(qtbot, window)
    click(shown.rules.add)
    shown.rules.rows[0].kind.setCurrentIndex(1)
    QTest.keyClicks(shown.rules.rows[0].pattern, "(")
    shown.export_to(str(tmp_path / "x.pregelrun"))
    wait(qtbot, lambda: shown.error.isVisible())
    assert "Not a regular expression" in shown.error.text()
    assert not list(tmp_path.glob("x.*"))
    assert shown.button.isEnabled()
    QTest.keyClicks(shown.rules.rows[0].pattern, "a)")
    assert not shown.error.isVisible()


def test_leaving_gives_the_export_up(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    finished_run(qtbot, window)
    shown = ask(qtbot, window)
    shown.export_to(str(tmp_path / "x.pregelrun"))
    QTest.keyClick(shown, Qt.Key.Key_Escape)
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert not list(tmp_path.glob("x.pregelrun.part*"))
