"""Every control has a name that a screen reader can say, and Tab comes to each that can be seen."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QGraphicsView,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from studio.approval.interrupt_dialog import InterruptDialog
from studio.editing.edit_dialog import EditStateDialog
from studio.opening.input_dialog import InputDialog
from studio.shell.window import MainWindow
from tests.studio.shell.desk import dialog, open_sample, press, settled, wait

CONTROLS = (
    QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox,
    QGraphicsView, QLineEdit, QPlainTextEdit, QTabBar, QTextEdit,
)  # fmt: skip


def controls(root: QWidget) -> Iterator[QWidget]:
    """What a person can see and use, without the inner parts of Qt's own controls."""
    for widget in root.findChildren(QWidget):
        inner = isinstance(widget.parent(), QLineEdit | QComboBox | QTabBar | QAbstractSpinBox)
        part = isinstance(widget, QScrollBar) or widget.objectName().startswith("qt_")
        if isinstance(widget, CONTROLS) and widget.isVisible() and not inner and not part:
            yield widget


def nameless(root: QWidget) -> list[str]:
    """Controls that a screen reader can call nothing."""
    found = []
    for widget in controls(root):
        interface = QAccessible.queryAccessibleInterface(widget)
        if not interface.text(QAccessible.Text.Name).strip():
            parent = widget.parentWidget()
            inside = "" if parent is None else type(parent).__name__
            found.append(f"{type(widget).__name__} {widget.objectName()!r} in {inside}")
    return found


def seen(window: QWidget, widget: QWidget) -> bool:
    """Whether a part of a control lies in the window."""
    corner = widget.mapTo(window, widget.rect().topLeft())
    return widget.isVisible() and window.rect().intersects(widget.rect().translated(corner))


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
