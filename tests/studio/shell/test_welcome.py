"""The first page: samples as pictures, what was open before, and the tour."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from studio.opening.samples import samples
from studio.opening.tour import Tour
from studio.shell.settings import SettingsFile
from studio.shell.window import MainWindow
from tests.studio.shell.desk import SAMPLES, child, click, dialog, wait, write

Started = list[list[str]]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """What would have been started in windows of their own."""
    seen: Started = []

    def start(program: str, arguments: list[str]) -> tuple[bool, int]:
        seen.append(arguments)
        return True, 1

    monkeypatch.setattr(QProcess, "startDetached", start)
    return seen


def tour(qtbot: QtBot, window: MainWindow) -> Tour:
    wait(qtbot, lambda: window.findChild(Tour) is not None)
    found = window.findChild(Tour)
    assert isinstance(found, Tour)
    return found


def test_each_sample_is_a_picture_that_opens_it(qtbot: QtBot, window: MainWindow) -> None:
    cards = window.welcome.cards
    assert [card.sample.name for card in cards] == [sample.name for sample in samples()]
    for card in cards:
        image = card._picture.pixmap().toImage()
        drawn = {image.pixel(x, y) for x in range(0, 160, 4) for y in range(0, 100, 4)}
        assert len(drawn) > 3, card.sample.name
    click(child(window, QPushButton, "sample.joins"))
    wait(qtbot, lambda: window.workspace.graph is not None)
    assert window.workspace.graph is not None
    assert window.workspace.graph.path == str(SAMPLES / "joins.py")


def test_what_was_open_before_is_offered(
    qtbot: QtBot, make_window: Callable[[], MainWindow], tmp_path: Path, started: Started
) -> None:
    settings = SettingsFile(tmp_path / "settings.toml")
    mine = write(tmp_path, "mine.py", "")
    settings.values.recent_files = [mine, str(tmp_path / "gone.py"), str(SAMPLES / "loop.py")]
    settings.values.remember_database("/data/runs.sqlite")
    settings.values.remember_database("postgresql://me@host/agents")
    settings.save()
    window = make_window()
    shown = [
        button.text()
        for button in window.welcome.findChildren(QPushButton)
        if button.objectName().startswith("recent.")
    ]
    assert shown == ["mine.py", "agents", "runs.sqlite"]
    click(child(window, QPushButton, "recent.postgresql://me@host/agents"))
    assert started == [["-m", "studio.main", "--db", "postgresql://me@host/agents"]]


def test_a_database_is_chosen_and_opens_beside(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, started: Started
) -> None:
    path = write(tmp_path, "other.sqlite", "")
    click(child(window, QPushButton, "welcome.database"))
    asked = dialog(qtbot, QFileDialog)
    field = asked.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setText(path)
    QTest.keyClick(field, Qt.Key.Key_Return)
    wait(qtbot, lambda: bool(started))
    assert started == [["-m", "studio.main", "--db", path]]


def test_the_tour_goes_through_the_window_by_keys(qtbot: QtBot, window: MainWindow) -> None:
    window.show_panel("log")
    wait(qtbot, lambda: "timeline" in window.panels._hidden)
    click(child(window, QPushButton, "welcome.tour"))
    shown = tour(qtbot, window)
    assert window.workspace.graph is not None
    assert shown.count.text() == "1 of 7"
    titles = [shown.title.text()]
    while shown.position < 6:
        QTest.keyClick(shown, Qt.Key.Key_Right)
        titles.append(shown.title.text())
        bubble = shown.bubble.geometry()
        assert shown.rect().contains(bubble)
        light = shown._light
        assert not light.isEmpty()
        assert window.rect().contains(light)
    assert len(set(titles)) == 7
    QTest.keyClick(shown, Qt.Key.Key_Left)
    assert shown.title.text() == titles[5]
    QTest.keyClick(shown, Qt.Key.Key_Return)
    QTest.keyClick(shown, Qt.Key.Key_Return)
    wait(qtbot, lambda: window.findChild(Tour) is None)
    wait(qtbot, lambda: "timeline" not in window.panels._hidden)


def test_the_tour_goes_by_clicks_and_ends_at_any_time(qtbot: QtBot, window: MainWindow) -> None:
    window.actions_registry.qaction("view.tour").trigger()
    shown = tour(qtbot, window)
    click(shown.next)
    click(shown.next)
    assert shown.count.text() == "3 of 7"
    window.resize(1000, 700)
    wait(qtbot, lambda: shown.rect().contains(shown.bubble.geometry()))
    click(shown.end)
    wait(qtbot, lambda: window.findChild(Tour) is None)
