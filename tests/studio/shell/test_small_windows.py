"""A small window stays usable: every tool can be reached, the graph keeps its room."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from studio.opening.input_dialog import InputDialog
from studio.shell.window import MainWindow
from tests.studio.shell.desk import child, click, dialog, open_sample, press, settled, tool, wait

TOOLS = (
    "run.go",
    "run.pause",
    "run.stop",
    "run.step_superstep",
    "run.step_task",
    "history.step_back",
    "run.start",
    "state.edit",
    "interrupt.answer",
    "view.command_palette",
)


def test_a_small_window_has_every_tool_and_most_of_its_room_for_the_graph(
    qtbot: QtBot, window: MainWindow
) -> None:
    assert tool(window, "state.edit").toolButtonStyle().name == "ToolButtonTextBesideIcon"
    window.resize(900, 600)
    wait(qtbot, lambda: window.centre.width() >= 360)
    for action_id in TOOLS:
        assert tool(window, action_id).isVisible(), action_id
    assert tool(window, "state.edit").toolButtonStyle().name == "ToolButtonIconOnly"
    assert tool(window, "state.edit").toolTip().startswith("Edit state")
    window.resize(1280, 800)
    wait(
        qtbot,
        lambda: tool(window, "state.edit").toolButtonStyle().name == "ToolButtonTextBesideIcon",
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_does_not_fit_is_behind_a_button_that_is_seen(
    qtbot: QtBot, window: MainWindow, theme: str
) -> None:
    window.themes.set_mode("dark" if theme == "dark" else "light")
    window.resize(560, 500)
    wait(qtbot, lambda: not tool(window, "view.command_palette").isVisible())
    more = child(window.toolbar, QToolButton, "qt_toolbar_ext_button")
    wait(qtbot, more.isVisible)
    assert len(colors(more.grab().toImage())) > 1


def colors(picture: QImage) -> set[int]:
    return {picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height())}


def test_the_banner_says_where_one_is_in_a_small_window(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "counter")
    press(window, Qt.Key.Key_F5)
    click(child(dialog(qtbot, InputDialog), QPushButton, "input.run"))
    settled(qtbot, window, "done")
    window.resize(900, 600)
    press(window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    banner = window.centre.banner
    wait(qtbot, banner.isVisible)
    button = child(banner, QToolButton, "banner.history.rerun")
    banner.show_position(9, 9, on_head_branch=False)
    wait(qtbot, lambda: banner.label.toolTip() == "")  # it has one where the words are cut
    assert button.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly
    window.resize(1600, 900)
    wait(
        qtbot,
        lambda: button.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonTextBesideIcon,
    )


def test_the_header_tells_how_the_run_stands_in_a_small_window(
    qtbot: QtBot, window: MainWindow
) -> None:
    header = window.centre.header
    open_sample(qtbot, window, "counter")
    header.resize(330, header.height())
    header.show_moment(4, "execute", 0, 1, "", "interrupted")
    without = header.grab().toImage()
    header.show_moment(4, "execute", 0, 1, "review waits for an answer", "interrupted")
    assert header.grab().toImage() != without
