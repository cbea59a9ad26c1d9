"""What other programs do to the database is taken over without opening anything again."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from studio.approval.interrupt_dialog import InterruptDialog
from studio.shell.window import MainWindow
from tests.studio.shell.desk import (
    SAMPLES,
    child,
    click,
    dialog,
    open_sample,
    press,
    settled,
    start,
    wait,
)


def test_a_thread_that_another_program_moved_on_is_followed(
    qtbot: QtBot, make_window: Callable[[], MainWindow], window: MainWindow
) -> None:
    asking(qtbot, window)
    answered_elsewhere(qtbot, make_window)
    press(
        window,
        Qt.Key.Key_R,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    wait(qtbot, lambda: at_the_end(window))
    assert child(window, QLabel, "status.run").text() == "Done"
    assert not window.actions_registry.enabled("interrupt.answer")
    history = window.panels.history.model
    assert history.line(0).row.checkpoint_id == history.head


def test_an_answer_that_came_too_late_leads_to_the_newest_checkpoint(
    qtbot: QtBot, make_window: Callable[[], MainWindow], window: MainWindow
) -> None:
    asking(qtbot, window)
    asked = dialog_of(qtbot, window)
    answered_elsewhere(qtbot, make_window)
    click(child(asked, QPushButton, "option.0"))
    wait(qtbot, asked.isEnabled)
    assert any("look at the newest" in text.text() for text in asked.findChildren(QLabel))
    wait(qtbot, lambda: at_the_end(window))
    asked.reject()


def test_threads_of_a_database_are_offered_and_grow(
    qtbot: QtBot, make_window: Callable[[], MainWindow], window: MainWindow
) -> None:
    window.workspace.look_again()
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert window.findChild(QPushButton, "thread.research-1") is None
    other = make_window()
    asking(qtbot, other)
    window.workspace.look_again()
    wait(qtbot, lambda: window.findChild(QPushButton, "thread.research-1") is not None)
    link = child(window, QPushButton, "thread.research-1")
    wait(qtbot, link.isVisible)
    click(link)
    wait(qtbot, lambda: window.moment.view is not None and window.workspace.bridge.idle)
    assert window.moment.thread_id == "research-1"
    assert child(window, QLabel, "status.run").text() == "Waiting for an answer"


def asking(qtbot: QtBot, window: MainWindow) -> None:
    """Run the research sample to its question, and put that aside."""
    open_sample(qtbot, window, "research")
    start(qtbot, window)
    dialog(qtbot, InterruptDialog).reject()
    settled(qtbot, window, "interrupted")


def dialog_of(qtbot: QtBot, window: MainWindow) -> InterruptDialog:
    press(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    return dialog(qtbot, InterruptDialog)


def answered_elsewhere(qtbot: QtBot, make_window: Callable[[], MainWindow]) -> None:
    """Another window on the same database approves and runs to the end."""
    other = make_window()
    other.opener.open_trusted(str(SAMPLES / "research.py"), "research-1")
    wait(qtbot, lambda: other.moment.view is not None and other.workspace.bridge.idle)
    interrupts = {each.id: "approve" for each in other.moment.interrupts}
    other.workspace.run_control.resume(interrupts, "run", lambda: None, lambda _: None)
    settled(qtbot, other, "done")


def at_the_end(window: MainWindow) -> bool:
    head, view = window.moment.head, window.moment.view
    return head is not None and view is not None and head.next == () and view.row == head
