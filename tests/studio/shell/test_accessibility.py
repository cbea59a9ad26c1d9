"""Every control has a name that a screen reader can say, and Tab comes to each that can be seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QWidget,
)
from pytestqt.qtbot import QtBot

from studio.approval.interrupt_dialog import InterruptDialog
from studio.editing.edit_dialog import EditStateDialog
from studio.language.catalog import install
from studio.opening.input_dialog import InputDialog
from studio.shell.window import MainWindow
from tests.studio.shell.desk import dialog, open_sample, press, settled, wait
from tests.studio.shell.reading import controls, english_left, nameless, seen


def reached_by_tab(window: QWidget, key: Qt.Key = Qt.Key.Key_Tab) -> list[QWidget]:
    """Where Tab leads until it comes back to where it began."""
    handle = window.windowHandle()
    assert handle is not None
    window.activateWindow()
    QApplication.processEvents()
    passed: list[QWidget] = []
    for _ in range(200):
        QTest.keyClick(handle, key)
        focused = QApplication.focusWidget()
        assert focused is not None
        if passed and focused is passed[0] and len(passed) > 1:
            return passed
        if focused not in passed:
            # The graph takes Tab for itself until the last of its nodes is selected.
            passed.append(focused)
    raise AssertionError(f"Tab is caught in {passed[-1].objectName()}")


def test_controls_of_the_window_and_its_dialogs_have_names(
    qtbot: QtBot, window: MainWindow
) -> None:
    assert nameless(window) == []
    open_sample(qtbot, window, "research")
    press(window, Qt.Key.Key_F5)
    given = dialog(qtbot, InputDialog)
    assert nameless(given) == []
    given.run_button.click()
    settled(qtbot, window, "interrupted")
    asked = dialog(qtbot, InterruptDialog)
    assert nameless(asked) == []
    asked.close()
    for name in window.docks.docks:
        window.show_panel(name)
        assert nameless(window) == [], name
    press(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    edit = dialog(qtbot, EditStateDialog)
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert nameless(edit) == []
    edit.close()


OPENING = (
    "annotation.edit", "branches.compare", "diff.choose", "export.run", "history.go_to",
    "history.rerun", "run.restart_edited", "run.to_expression", "run.to_step",
    "source.choose_editor", "thread.annotate", "thread.copy", "thread.delete", "thread.open",
    "thread.prune", "thread.sizes", "variants.new", "view.shortcuts",
)  # fmt: skip
"""Actions that open a dialog once a run has ended."""


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    """The application speaks Chinese before the window is made."""
    installed = install(qapp, "zh_CN")
    yield
    for translator in installed:
        qapp.removeTranslator(translator)
        translator.deleteLater()


@pytest.mark.usefixtures("chinese")
def test_controls_of_every_dialog_have_names_and_no_english_words(
    qtbot: QtBot, window: MainWindow
) -> None:
    open_sample(qtbot, window, "counter")
    press(window, Qt.Key.Key_F5)
    dialog(qtbot, InputDialog).run_button.click()
    settled(qtbot, window, "done")
    assert window.workspace.graph is not None
    about = " ".join(window.workspace.graph.documentation.replace("``", "").split())
    found = {}
    for action_id in OPENING:
        if action_id == "history.rerun":
            window.actions_registry.trigger("history.step_back")
            wait(qtbot, lambda: window.workspace.bridge.idle)
        assert window.actions_registry.trigger(action_id), f"{action_id} is not enabled"
        opened = dialog(qtbot, QDialog)
        wait(qtbot, lambda: window.workspace.bridge.idle)
        if missing := nameless(opened) + english_left(opened, about):
            found[action_id] = missing
        opened.reject()
        wait(qtbot, lambda: QApplication.activeModalWidget() is None)
    assert found == {}


def test_tab_comes_to_what_can_be_seen_and_to_nothing_else(
    qtbot: QtBot, window: MainWindow
) -> None:
    open_sample(qtbot, window, "counter")
    press(window, Qt.Key.Key_F5)
    dialog(qtbot, InputDialog).run_button.click()
    settled(qtbot, window, "done")
    for name in window.docks.docks:
        window.show_panel(name)
        wait(qtbot, lambda: window.workspace.bridge.idle)
        passed = reached_by_tab(window)
        assert [each for each in passed if not seen(window, each)] == [], name
        there = {
            each
            for each in controls(window)
            if each.isEnabled()
            and seen(window, each)
            and each.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
        }
        missed = [(type(each).__name__, each.objectName()) for each in there - set(passed)]
        assert missed == [], f"with the panel {name}"
        back = reached_by_tab(window, Qt.Key.Key_Backtab)
        assert set(back) == set(passed), f"Shift+Tab with the panel {name}"
