"""The main job by keyboard alone, in English and again in Chinese."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QListWidget,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from studio.approval.interrupt_dialog import InterruptDialog
from studio.editing.edit_dialog import EditStateDialog
from studio.language.catalog import Language, install
from studio.opening.input_dialog import InputDialog
from studio.shell.window import MainWindow
from tests.studio.shell.desk import dialog, settled, wait
from tests.studio.shell.reading import english_left

MOST_TABS = 120


@pytest.fixture(params=["en", "zh_CN"], autouse=True)
def language(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Language]:
    """What the application speaks; it is known before the window is made."""
    chosen: Language = request.param
    installed = install(qapp, chosen)
    yield chosen
    for translator in installed:
        qapp.removeTranslator(translator)
        translator.deleteLater()


class Hands:
    """Ten fingers, no mouse: keys go to whichever widget has the keyboard."""

    def __init__(self, window: QWidget) -> None:
        self.window = window

    def press(
        self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        self.window.activateWindow()
        QApplication.processEvents()
        handle = self.window.windowHandle()
        assert handle is not None
        QTest.keyClick(handle, key, modifier)

    def type(self, text: str) -> None:
        focused = QApplication.focusWidget()
        assert focused is not None
        assert focused.window() is self.window
        QTest.keyClicks(focused, text)

    def tab_to(self, name: str) -> QWidget:
        """Go on by Tab until the widget of a name has the keyboard."""
        passed = []
        for _ in range(MOST_TABS):
            focused = QApplication.focusWidget()
            if focused is not None and focused.objectName() == name:
                return focused
            passed.append("" if focused is None else focused.objectName())
            self.press(Qt.Key.Key_Tab)
        raise AssertionError(f"Tab never comes to {name}; it went over {passed}")


def test_the_whole_path(qtbot: QtBot, window: MainWindow, language: Language) -> None:
    chinese = language == "zh_CN"
    hands = Hands(window)

    def read(place: QWidget) -> None:
        graph = window.workspace.graph
        about = "" if graph is None else " ".join(graph.documentation.replace("``", "").split())
        if chinese:
            assert english_left(place, about) == []

    # Open a sample.
    read(window)
    hands.tab_to("sample.research")
    hands.press(Qt.Key.Key_Space)
    wait(qtbot, lambda: window.moment.thread_id == "research-1" and window.workspace.bridge.idle)

    # Give the input, stop before the first superstep, step.
    hands.press(Qt.Key.Key_F10)
    given = dialog(qtbot, InputDialog)
    read(given)
    Hands(given).press(Qt.Key.Key_F10)
    settled(qtbot, window, "paused")
    hands.press(Qt.Key.Key_F10)
    settled(qtbot, window, "paused")
    assert window.moment.head is not None
    assert window.moment.head.next[:1] == ("search",)
    read(window)
    hands.press(Qt.Key.Key_F11)
    settled(qtbot, window, "paused")

    # Run to the question and approve.
    hands.press(Qt.Key.Key_F5)
    settled(qtbot, window, "interrupted")
    asked = dialog(qtbot, InterruptDialog)
    read(asked)
    Hands(asked).press(Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    settled(qtbot, window, "done")
    first_head = window.moment.head
    read(window)

    # Look at every panel.
    for number in range(1, 10):
        hands.press(Qt.Key(Qt.Key.Key_0.value + number), Qt.KeyboardModifier.ControlModifier)
        read(window)

    # Look back to the plan's result.
    while window.moment.looked_at is None or window.moment.looked_at.next[:1] != ("search",):
        hands.press(Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
        wait(qtbot, lambda: window.workspace.bridge.idle)
    past = window.moment.looked_at
    assert window.centre.banner.isVisible()
    read(window)

    # Edit the question there and fork.
    hands.press(Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    edit = dialog(qtbot, EditStateDialog)
    fingers = Hands(edit)
    channels = fingers.tab_to("channels")
    assert isinstance(channels, QListWidget)
    fingers.type("question")
    wait(qtbot, lambda: edit.channel == "question" and window.workspace.bridge.idle)
    while not isinstance(QApplication.focusWidget(), QPlainTextEdit):
        fingers.press(Qt.Key.Key_Tab)
    fingers.press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    fingers.type("Why was it fast?")
    wait(qtbot, edit.fork_button.isEnabled)
    read(edit)
    fingers.tab_to("fork")
    fingers.press(Qt.Key.Key_Space)
    wait(qtbot, lambda: not window.centre.banner.isVisible() and window.workspace.bridge.idle)
    assert window.moment.head is not None
    assert window.moment.head.parent_checkpoint_id == past.checkpoint_id

    # Continue on the new branch to its own end.
    hands.press(Qt.Key.Key_F5)
    settled(qtbot, window, "interrupted")
    Hands(dialog(qtbot, InterruptDialog)).press(Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    settled(qtbot, window, "done")
    assert window.moment.head != first_head
    assert window.panels.history.model.lanes == 2
