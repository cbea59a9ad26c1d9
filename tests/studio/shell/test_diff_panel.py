"""The Diff panel in the window, on runs of samples."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.approval.interrupt_dialog import InterruptDialog
from studio.editing.edit_dialog import EditStateDialog
from studio.shell.command_palette import CommandPalette
from studio.shell.window import MainWindow
from tests.studio.shell.desk import (
    click,
    click_row,
    dialog,
    open_sample,
    press,
    settled,
    start,
    wait,
)


def rows(window: MainWindow) -> list[tuple[str, ...]]:
    """What the panel lists: channels, and under each its changed paths."""
    model = window.panels.diff.model
    listed: list[tuple[str, ...]] = []
    for row in range(model.rowCount()):
        parent = model.index(row, 0)
        listed.append((str(parent.data()),))
        for child in range(model.rowCount(parent)):
            cells = [model.index(child, column, parent) for column in range(3)]
            listed.append(tuple(str(cell.data()) for cell in cells))
    return listed


def researched(qtbot: QtBot, window: MainWindow) -> None:
    window.show_panel("diff")
    open_sample(qtbot, window, "research")
    start(qtbot, window)
    dialog(qtbot, InterruptDialog).reject()
    settled(qtbot, window, "interrupted")


def look_at(qtbot: QtBot, window: MainWindow, step: int) -> None:
    row = window.moment.row_at_step(step)
    assert row is not None
    window.moment.look_at(row)
    wait(qtbot, lambda: window.workspace.bridge.idle)


def test_a_moment_is_compared_with_the_one_before(qtbot: QtBot, window: MainWindow) -> None:
    researched(qtbot, window)
    wait(qtbot, lambda: rows(window)[:1] == [("evidence",)])
    look_at(qtbot, window, 1)
    wait(qtbot, lambda: len(rows(window)) == 4)
    assert [row[0] for row in rows(window)] == ["queries", "+ the value", "round", "+ the value"]
    assert rows(window)[3] == ("+ the value", "", "1")
    assert "deployments on the day" in window.panels.diff.text.toPlainText()
    look_at(qtbot, window, -1)
    assert window.panels.diff.nothing.text() == "The first checkpoint has nothing before it."


def test_a_pinned_moment_is_compared_with_all_others(qtbot: QtBot, window: MainWindow) -> None:
    researched(qtbot, window)
    panel = window.panels.diff
    look_at(qtbot, window, 0)
    click(panel.pin)
    assert panel.sentence.text() == "Against step 0, which is pinned"
    window.moment.return_to_head()
    wait(qtbot, lambda: len(rows(window)) == 8)
    assert [row[0] for row in rows(window) if len(row) == 1] == [
        "queries",
        "findings",
        "evidence",
        "round",
    ]
    click(panel.pin)
    wait(qtbot, lambda: rows(window)[:1] == [("evidence",)] and len(rows(window)) == 2)


def test_any_checkpoint_can_be_pinned_by_its_name_in_the_palette(
    qtbot: QtBot, window: MainWindow
) -> None:
    researched(qtbot, window)
    history = window.panels.history
    look_at(qtbot, window, 0)
    choose_in_palette(window, "compare")
    pinned = window.panels.diff.base
    assert pinned is not None
    assert pinned.step == 0
    assert window.docks.is_front("diff")
    marked = [str(history.model.index(row, 0).data()) for row in range(5)]
    assert [text.endswith(", pinned") for text in marked] == [False, False, False, True, False]
    position = history.model.position(pinned.checkpoint_id)
    assert position is not None
    area = history.list.visualRect(history.model.index(position, 0))
    with_pin = history.list.viewport().grab(area).toImage()
    choose_in_palette(window, "unpin")
    assert window.panels.diff.base is None
    assert history.list.viewport().grab(area).toImage() != with_pin


def choose_in_palette(window: MainWindow, text: str) -> None:
    press(
        window,
        Qt.Key.Key_P,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    [palette] = [each for each in window.findChildren(CommandPalette) if each.isVisible()]
    QTest.keyClicks(palette.field, text)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)


def test_an_edit_begins_at_the_channel_that_diff_shows(qtbot: QtBot, window: MainWindow) -> None:
    researched(qtbot, window)
    window.panels.state.select_channel("report")
    look_at(qtbot, window, 1)
    window.show_panel("diff")
    wait(qtbot, lambda: len(rows(window)) == 4)
    click_row(window.panels.diff.tree, window.panels.diff.model.index(1, 0))
    press(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    edit = dialog(qtbot, EditStateDialog)
    wait(qtbot, lambda: edit.editor.current_form is not None)
    assert edit.channel == "round"
    edit.reject()
