"""One registry feeds menus, toolbar and palette; ids and keys are unique."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from studio.shell.actions import Action, ActionRegistry
from studio.shell.command_palette import CommandPalette, find
from studio.shell.theme import LIGHT


class Desk:
    """A window with three actions and a record of what ran."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        self.ran: list[str] = []
        self.allowed = True
        self.registry = ActionRegistry(self.window, LIGHT)
        for action_id, title, keys in (
            ("run.step_superstep", "Step superstep", "F10"),
            ("run.step_task", "Step task", "F11"),
            ("file.open", "Open…", "Ctrl+O"),
        ):
            self.registry.add(
                Action(
                    action_id,
                    title,
                    lambda chosen=action_id: self.ran.append(chosen),  # type: ignore[misc]
                    shortcut=keys,
                    icon="run",
                    enabled_when=lambda: self.allowed,
                )
            )
        self.window.show()
        qtbot.waitExposed(self.window)


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    return Desk(qtbot)


def test_a_key_runs_the_action(desk: Desk, qtbot: QtBot) -> None:
    desk.window.activateWindow()
    QTest.keyClick(desk.window, Qt.Key.Key_F10)
    assert desk.ran == ["run.step_superstep"]


def test_what_is_disabled_does_not_run(desk: Desk, qtbot: QtBot) -> None:
    desk.allowed = False
    desk.registry.refresh()
    QTest.keyClick(desk.window, Qt.Key.Key_F11)
    assert not desk.registry.trigger("run.step_task")
    assert not desk.registry.qaction("run.step_task").isEnabled()
    assert desk.ran == []


def test_ids_and_keys_belong_to_one_action(desk: Desk) -> None:
    with pytest.raises(ValueError, match="exists already"):
        desk.registry.add(Action("file.open", "Open again", lambda: None))
    with pytest.raises(ValueError, match=r"belongs to run\.step_superstep"):
        desk.registry.add(Action("other", "Other", lambda: None, shortcut="F10"))
    assert desk.registry.action_of_shortcut(QKeySequence("F11")) == "run.step_task"


def test_finding_prefers_starts_of_words(desk: Desk) -> None:
    def found(typed: str) -> list[str]:
        return [action.id for action in find(list(desk.registry), typed)]

    assert found("") == ["run.step_superstep", "run.step_task", "file.open"]
    assert found("st")[0] == "run.step_superstep"
    assert found("task") == ["run.step_task"]
    assert found("open") == ["file.open"]
    assert found("xyz") == []


def test_palette_runs_what_is_typed_and_chosen(desk: Desk, qtbot: QtBot) -> None:
    palette = CommandPalette(desk.registry, desk.window)
    palette.show_over(desk.window)
    qtbot.waitUntil(palette.field.hasFocus)
    QTest.keyClicks(palette.field, "step")
    assert palette.list.count() == 2
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert desk.ran == ["run.step_task"]
    assert palette.isHidden()


def test_escape_leaves_the_palette(desk: Desk, qtbot: QtBot) -> None:
    palette = CommandPalette(desk.registry, desk.window)
    palette.show_over(desk.window)
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    assert palette.isHidden()
    assert desk.ran == []
