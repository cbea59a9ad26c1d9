"""From an error or a node to the line in a person's own editor."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog, QLineEdit
from pytestqt.qtbot import QtBot

from runtime.debug.views import ErrorFrame, ErrorView
from studio.shell.settings import SettingsFile
from studio.shell.window import MainWindow
from studio.source.editor import KNOWN, NoEditor, command_for, open_in_editor
from tests.studio.shell.desk import SAMPLES, click, dialog, open_sample, press, problem, wait

Started = list[tuple[str, list[str]]]
COUNTER = str(SAMPLES / "counter.py")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """What was started instead of an editor; only ``code`` is installed."""
    seen: Started = []

    def start(program: str, arguments: list[str]) -> tuple[bool, int]:
        seen.append((program, arguments))
        return program != "gone", 1

    monkeypatch.setattr(QProcess, "startDetached", start)
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/code" if name == "code" else None)
    return seen


def test_the_line_that_is_shown_opens_in_the_editor_that_is_found(
    qtbot: QtBot, window: MainWindow, started: Started
) -> None:
    open_sample(qtbot, window, "counter")
    assert not window.actions_registry.enabled("source.open_in_editor")
    window.panels.selection.select("increment")
    wait(qtbot, lambda: window.panels.source.place is not None)
    window.actions_registry.refresh()
    press(window, Qt.Key.Key_F4)
    line = window.panels.source.place
    assert line is not None
    assert started == [("code", ["--goto", f"{COUNTER}:{line[1]}"])]


def test_the_line_of_an_error_opens_in_the_editor_that_is_named(
    qtbot: QtBot, window: MainWindow, started: Started, tmp_path: Path
) -> None:
    window.actions_registry.qaction("source.choose_editor").trigger()
    asked = dialog(qtbot, QInputDialog)
    assert asked.textValue() == "code --goto {file}:{line}"
    field = asked.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setText("my-edit --at={line} {file}")
    QTest.keyClick(field, Qt.Key.Key_Return)
    wait(qtbot, lambda: window.settings.values.editor != "")
    assert SettingsFile(tmp_path / "settings.toml").values.editor == "my-edit --at={line} {file}"
    window.show_problem("increment failed", ErrorView("KeyError", "'n'"))
    assert not window.panels.problems.open_editor.isEnabled()
    error = ErrorView("KeyError", "'n'", frames=(ErrorFrame(COUNTER, 3, "increment"),))
    window.show_problem("increment failed", error)
    click(window.panels.problems.open_editor)
    assert started == [("my-edit", ["--at=3", COUNTER])]


@pytest.mark.parametrize(
    ("template", "path", "why"),
    [
        ("gone {file}", COUNTER, "gone cannot be started"),
        ("my 'edit", COUNTER, "does not read"),
        ("code", str(SAMPLES / "absent.py"), "There is no file"),
    ],
)
def test_what_does_not_open_is_said(
    window: MainWindow, started: Started, template: str, path: str, why: str
) -> None:
    window.settings.values.editor = template
    error = ErrorView("KeyError", "'n'", frames=(ErrorFrame(path, 3, "increment"),))
    window.show_problem("increment failed", error)
    click(window.panels.problems.open_editor)
    assert why in problem(window)
    assert "Choose editor" in problem(window)


def test_places_reach_every_known_editor() -> None:
    for name, given in KNOWN.items():
        program, *arguments = command_for(" ".join((name, *given)), "/my folder/a.py", 7)
        assert program == name
        assert "/my folder/a.py" in " ".join(arguments)
        assert "7" in " ".join(arguments)
    assert command_for("vi", "/a.py", 7) == ["vi", "/a.py"]
    with pytest.raises(NoEditor, match="empty"):
        command_for(" ", "/a.py", 7)


def test_a_file_that_looks_like_options_stays_one_argument(
    started: Started, tmp_path: Path
) -> None:
    odd = tmp_path / "a b; rm -rf $HOME.py"
    odd.write_text("")
    open_in_editor(str(odd), 1, "edit {file}")
    assert started == [("edit", [str(odd)])]
