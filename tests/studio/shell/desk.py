"""What a person does at the window: find, click, press, and wait for what follows."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from studio.opening.input_dialog import InputDialog
from studio.session.run_state import RunStatus
from studio.shell.window import MainWindow

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "sample_graphs"
LEFT = Qt.MouseButton.LeftButton
Kind = TypeVar("Kind", bound=QWidget)


def close(window: MainWindow) -> None:
    """Close a window and wait until its session has saved everything."""
    window.close()
    assert window.closing is not None
    window.closing.join(30)
    assert not window.closing.is_alive()


def child(parent: QWidget, kind: type[Kind], name: str) -> Kind:
    """The widget of a name."""
    found = parent.findChild(kind, name)
    assert isinstance(found, kind), f"no {kind.__name__} named {name}"
    return found


def tool(window: MainWindow, action_id: str) -> QToolButton:
    """The toolbar's button of an action."""
    return child(window, QToolButton, f"tool.{action_id}")


def click(widget: QWidget) -> None:
    """Click with the left button."""
    assert widget.isVisible(), f"{widget.objectName()} is not visible"
    assert widget.isEnabled(), f"{widget.objectName()} is not enabled"
    QTest.mouseClick(widget, LEFT)


def click_row(view: QAbstractItemView, index: QModelIndex) -> None:
    """Click on a row of a list or tree, scrolled into view."""
    view.scrollTo(index)
    middle: QPoint = view.visualRect(index).center()
    QTest.mouseClick(view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, middle)


def press(
    window: QWidget,
    key: Qt.Key,
    modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    """Press a key in a window; without a window manager nobody else makes it active again."""
    window.activateWindow()
    QApplication.processEvents()
    QTest.keyClick(window, key, modifier)


def dialog(qtbot: QtBot, kind: type[Kind]) -> Kind:
    """Wait for a dialog of a kind to be open."""
    found: list[Kind] = []

    def look() -> bool:
        found[:] = [
            widget
            for widget in QApplication.topLevelWidgets()
            if isinstance(widget, kind) and widget.isVisible()
        ]
        return bool(found)

    qtbot.waitUntil(look)
    return found[-1]


def wait(qtbot: QtBot, condition: Callable[[], bool]) -> None:
    """Wait until something holds; the window goes on meanwhile."""
    qtbot.waitUntil(condition)


def settled(qtbot: QtBot, window: MainWindow, status: RunStatus) -> None:
    """Wait until the run has a status and everything asked of the session is there."""
    bridge, moment = window.workspace.bridge, window.moment

    wait(qtbot, lambda: moment.run.status == status and bridge.idle)


def open_sample(qtbot: QtBot, window: MainWindow, name: str) -> None:
    """Open a sample by its link on the welcome page."""
    click(child(window, QPushButton, f"sample.{name}"))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)


SMALL = """
from typing_extensions import TypedDict
from runtime.graph import END, START, StateGraph

class State(TypedDict):
    n: int

def first(state: State):
    return {"n": 1}

def second(state: State):
    return {"n": 2}

builder = StateGraph(State)
builder.add_node("first", first)
builder.add_node("second", second)
builder.add_edge(START, "first")
builder.add_edge("first", "second")
builder.add_edge("second", END)
EXAMPLE_INPUT = {"n": 0}
"""
"""Two nodes in a row, not compiled."""

release = threading.Event()
"""Lets the first node of ``HELD`` return; see the fixture ``held``."""
HELD = (
    "from tests.studio.shell.desk import release\n"
    + SMALL.replace('    return {"n": 1}', '    assert release.wait(60)\n    return {"n": 1}')
    + "graph = builder.compile()\n"
)


def start(qtbot: QtBot, window: MainWindow, button: str = "input.run") -> None:
    press(window, Qt.Key.Key_F5)
    click(child(dialog(qtbot, InputDialog), QPushButton, button))


def problem(window: MainWindow) -> str:
    return window.panels.problems.details.toPlainText()


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)
